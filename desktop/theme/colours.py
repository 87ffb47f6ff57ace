"""Colour by role, never by value: a widget asks for ``muted`` or ``warning`` and gets the right one
for the palette it is drawn with."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QGuiApplication, QPalette


@dataclass(frozen=True, slots=True)
class Colours:
    """The roles. ``window`` is behind everything, ``surface`` carries text to read, ``raised`` is a
    card on it, ``sunken`` holds code and output; every ``*_soft`` is a background for its colour."""

    dark: bool
    window: str
    surface: str
    raised: str
    sunken: str
    border: str
    border_strong: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_strong: str
    accent_soft: str
    on_accent: str
    prompt: str
    good: str
    good_soft: str
    warning: str
    warning_soft: str
    bad: str
    bad_soft: str
    selection: str
    find: str
    link: str
    code: dict[str, str]


LIGHT = Colours(
    dark=False,
    window="#f1f2ef",
    surface="#fdfdfb",
    raised="#f6f7f4",
    sunken="#f1f3ee",
    border="#dcdfd7",
    border_strong="#b9beb1",
    text="#1f2421",
    muted="#59615b",
    faint="#6f776f",
    accent="#2c6e4f",
    accent_strong="#225a40",
    accent_soft="#e0eee5",
    on_accent="#ffffff",
    prompt="#e8efe6",
    good="#1f7a45",
    good_soft="#ddf1e1",
    warning="#8a5a00",
    warning_soft="#fbefd3",
    bad="#b3261e",
    bad_soft="#fbe3e0",
    selection="#c9e3d3",
    find="#ffe08a",
    link="#1d5fa8",
    code={
        "keyword": "#8a3b9c",
        "string": "#2a6f2f",
        "number": "#9a4f00",
        "comment": "#5f6a62",
        "name": "#1d5fa8",
        "type": "#0f6b74",
        "operator": "#4a524c",
        "error": "#b3261e",
    },
)

DARK = Colours(
    dark=True,
    window="#191c1a",
    surface="#1f2320",
    raised="#272c28",
    sunken="#171a18",
    border="#363c37",
    border_strong="#525a53",
    text="#e4e8e3",
    muted="#a3aca4",
    faint="#8b948c",
    accent="#6fbf94",
    accent_strong="#8ad2ab",
    accent_soft="#263a2f",
    on_accent="#0d1a13",
    prompt="#2a332c",
    good="#7fd19b",
    good_soft="#1f3a29",
    warning="#e6b450",
    warning_soft="#3b3119",
    bad="#f2938c",
    bad_soft="#452523",
    selection="#294236",
    find="#6b5a12",
    link="#86b9f0",
    code={
        "keyword": "#d0a3e0",
        "string": "#9ccc8f",
        "number": "#e5b073",
        "comment": "#8c968e",
        "name": "#8cbdf2",
        "type": "#7fced6",
        "operator": "#b9c1ba",
        "error": "#f2938c",
    },
)


def colours() -> Colours:
    """The colours of the palette in use."""
    return DARK if QGuiApplication.palette().window().color().lightness() < 128 else LIGHT


def palette(of: Colours) -> QPalette:
    """A Qt palette made of these colours."""
    made = QPalette()
    roles = {
        QPalette.ColorRole.Window: of.window,
        QPalette.ColorRole.WindowText: of.text,
        QPalette.ColorRole.Base: of.surface,
        QPalette.ColorRole.AlternateBase: of.raised,
        QPalette.ColorRole.Text: of.text,
        QPalette.ColorRole.PlaceholderText: of.faint,
        QPalette.ColorRole.Button: of.raised,
        QPalette.ColorRole.ButtonText: of.text,
        QPalette.ColorRole.BrightText: of.bad,
        QPalette.ColorRole.Highlight: of.selection,
        QPalette.ColorRole.HighlightedText: of.text,
        QPalette.ColorRole.ToolTipBase: of.raised,
        QPalette.ColorRole.ToolTipText: of.text,
        QPalette.ColorRole.Link: of.link,
        QPalette.ColorRole.LinkVisited: of.link,
        QPalette.ColorRole.Light: of.surface,
        QPalette.ColorRole.Midlight: of.border,
        QPalette.ColorRole.Mid: of.border_strong,
        QPalette.ColorRole.Dark: of.border_strong,
        QPalette.ColorRole.Shadow: "#000000",
        QPalette.ColorRole.Accent: of.accent,
    }
    for role, value in roles.items():
        made.setColor(role, QColor(value))
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
        QPalette.ColorRole.HighlightedText,
    ):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(of.faint))
    return made
