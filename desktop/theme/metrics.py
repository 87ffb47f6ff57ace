"""Spaces and type sizes; everything on screen is a multiple of these."""

from __future__ import annotations

import enum
from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget

GAP = 4
"""Between things that belong together."""

SPACE = 8
"""Between things that do not; margins are one or two of these."""

DENSITIES = {"compact": (2, 5), "normal": (GAP, SPACE), "roomy": (6, 12)}

RADIUS = 6

USUAL_HEIGHT = 16
"""A line of text at the size that lengths in pixels were chosen for."""


class Size(enum.Enum):
    """The type scale, in steps from the person's own font size."""

    SMALL = 0.88
    BODY = 1.0
    LARGE = 1.18
    TITLE = 1.5


def font(size: Size = Size.BODY, *, bold: bool = False) -> QFont:
    made = QFont(QApplication.font())
    made.setPointSizeF(max(7.0, made.pointSizeF() * size.value))
    if bold:
        made.setWeight(QFont.Weight.DemiBold)
    return made


def mono_font(size: Size = Size.BODY) -> QFont:
    made = QFont(_fixed_family())
    made.setStyleHint(QFont.StyleHint.Monospace)
    made.setFixedPitch(True)
    made.setPointSizeF(max(7.0, QApplication.font().pointSizeF() * size.value * 0.95))
    return made


def scaled(length: int) -> int:
    """A length that was meant for text of the usual size, for the size the person reads."""
    return round(length * max(1.0, QFontMetrics(QApplication.font()).height() / USUAL_HEIGHT))


def resize_to_fit(window: QWidget, width: int, height: int) -> None:
    """Give a window room for the person's text, as far as the screen has it."""
    room = window.screen().availableGeometry().size()
    window.resize(
        max(width, min(scaled(width), room.width() - 40)),
        max(height, min(scaled(height), room.height() - 60)),
    )


_mono_family = ""


def choose_mono_family(family: str) -> bool:
    """Use another font for code from now on ("" for the system's); True when it is another one."""
    global _mono_family
    changed, _mono_family = family != _mono_family, family
    return changed


def _fixed_family() -> str:
    return _mono_family or _system_fixed_family()


@lru_cache(maxsize=1)
def _system_fixed_family() -> str:
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
