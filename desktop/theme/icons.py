"""Icons of one set (Phosphor), drawn once for each name and colour.

Importing the font takes a tenth of a second, so this module is loaded after the first paint.
"""

from __future__ import annotations

from functools import lru_cache

import qtawesome
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QWidget
from qtawesome.iconic_font import IconicFont

from desktop.theme.colours import colours

_SIZES = (16, 20, 32)


def icon(name: str, role: str = "muted") -> QIcon:
    """The icon in the colour that ``role`` has now."""
    of = colours()
    return _icon(name, getattr(of, role), of.border_strong)


def pixmap(name: str, widget: QWidget, role: str = "muted", size: int = 16) -> QPixmap:
    return icon(name, role).pixmap(QSize(size, size), widget.devicePixelRatioF())


@lru_cache(maxsize=1)
def _font() -> IconicFont:
    # The other eleven fonts of the package would cost memory for nothing.
    return IconicFont(*(entry for entry in qtawesome._BUNDLED_FONTS if entry[0] == "ph"))


@lru_cache(maxsize=512)
def _icon(name: str, colour: str, disabled: str) -> QIcon:
    drawn = _font().icon(f"ph.{name}", color=QColor(colour), color_disabled=QColor(disabled))
    made = QIcon()
    for size in _SIZES:
        for ratio in (1.0, 2.0):
            made.addPixmap(drawn.pixmap(QSize(size, size), ratio))
            made.addPixmap(
                drawn.pixmap(QSize(size, size), ratio, QIcon.Mode.Disabled), QIcon.Mode.Disabled
            )
    return made
