"""Colours and icons that follow the palette.

A widget keeps the name of its role or icon as a property; when the palette changes everything is
drawn once more in the colours that its names have now.
"""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from desktop.theme.colours import colours
from desktop.theme.metrics import Size, font
from desktop.theme.sheet import EMPHASIS, FRAMED

_TINT, _ICON, _FONT = "spinneyTint", "spinneyIcon", "spinneyFont"
_TEXT_ROLES = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)
_GROUPS = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive)


def tint(widget: QWidget, role: str) -> None:
    """Draw the widget's text in the colour of ``role``."""
    widget.setProperty(_TINT, role)
    shades = QPalette(widget.palette())
    colour = QColor(getattr(colours(), role))
    for group in _GROUPS:
        for role_of_text in _TEXT_ROLES:
            shades.setColor(group, role_of_text, colour)
    widget.setPalette(shades)


def emphasise(button: QAbstractButton) -> None:
    """Give the button the accent colour."""
    button.setProperty(EMPHASIS, True)


def set_icon(
    widget: QAbstractButton | QLabel, name: str, role: str = "muted", size: int = 16
) -> None:
    """Put an icon of our set on a button or label."""
    from desktop.theme.icons import icon, pixmap

    widget.setProperty(_ICON, f"{name} {role} {size}")
    if isinstance(widget, QLabel):
        widget.setPixmap(pixmap(name, widget, role, size))
    else:
        widget.setIcon(icon(name, role))
        widget.setIconSize(QSize(size, size))


def set_type(widget: QWidget, size: Size, *, bold: bool = False) -> None:
    """Give the widget a step of the type scale, which follows the person's own size."""
    widget.setProperty(_FONT, f"{size.name} {int(bold)}")
    widget.setFont(font(size, bold=bold))


def follow_font(app: QApplication) -> None:
    """The person chose another font or size: everything on the type scale follows."""
    for widget in app.allWidgets():
        if named := widget.property(_FONT):
            size, bold = str(named).split()
            set_type(widget, Size[size], bold=bold == "1")


def framed(form: QWidget) -> None:
    """Give the texts and tables of a form edges; before they are made, so that they know it."""
    form.setProperty(FRAMED, True)


def follow_palette(app: QApplication) -> None:
    """The palette has changed: everything with a role or icon of its own follows."""
    for widget in app.allWidgets():
        if role := widget.property(_TINT):
            tint(widget, str(role))
        if (named := widget.property(_ICON)) and isinstance(widget, (QAbstractButton, QLabel)):
            name, colour, size = str(named).split()
            set_icon(widget, name, colour, int(size))
