"""The look: one set of colours, spaces and type sizes, for a light and a dark screen."""

from desktop.theme import metrics
from desktop.theme.colours import DARK, LIGHT, Colours, colours
from desktop.theme.look import apply, follow_system, set_scheme
from desktop.theme.metrics import GAP, RADIUS, SPACE, Size, font, mono_font


def set_density(name: str) -> None:
    """Closer or wider spaces for every module that is imported from now on: called once, first."""
    global GAP, SPACE
    GAP, SPACE = metrics.DENSITIES.get(name, (GAP, SPACE))
    metrics.GAP, metrics.SPACE = GAP, SPACE


__all__ = [
    "DARK",
    "GAP",
    "LIGHT",
    "RADIUS",
    "SPACE",
    "Colours",
    "Size",
    "apply",
    "colours",
    "follow_system",
    "font",
    "mono_font",
    "set_density",
    "set_scheme",
]
