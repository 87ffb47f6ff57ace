"""Colours and icons that follow the palette.

A widget keeps the name of its role or icon as a property; when the palette changes everything is
drawn once more in the colours that its names have now.
"""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QRadioButton,
    QTreeWidget,
    QWidget,
)

from desktop.theme.colours import colours
from desktop.theme.metrics import Size, font

_TINT, _ICON, _EMPHASIS, _SLIM = "spinneyTint", "spinneyIcon", "spinneyEmphasis", "spinneySlim"
_FONT, _FRAMED, _MARKS = "spinneyFont", "spinneyFramed", "spinneyMarks"
_FRAMED_SHEET = """
QLineEdit, QPlainTextEdit, QTableView, QListWidget {
    border: 1px solid %s; border-radius: 3px; padding: 1px;
}
QLineEdit:focus, QPlainTextEdit:focus, QTableView:focus, QListWidget:focus {
    border-color: %s;
}
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit, QComboBox QLineEdit {
    border: none; padding: 0; background: transparent;
}
"""
_TEXT_ROLES = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)
_GROUPS = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive)
_SLIM_SHEET = """
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar::handle:vertical {
    background: %s; border-radius: 4px; min-height: 32px; margin: 2px;
}
QScrollBar::handle:vertical:disabled { background: transparent; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""


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
    button.setProperty(_EMPHASIS, True)
    of = colours()
    shades = QPalette(button.palette())
    for group in _GROUPS:
        shades.setColor(group, QPalette.ColorRole.Button, QColor(of.accent))
        shades.setColor(group, QPalette.ColorRole.ButtonText, QColor(of.on_accent))
    button.setPalette(shades)


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


def slim(area: QAbstractScrollArea) -> None:
    """A slim scroll bar, for the few places where people read for long."""
    area.setProperty(_SLIM, True)
    area.verticalScrollBar().setStyleSheet(_SLIM_SHEET % colours().border_strong)


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
    """Give a form's fields edges that are seen on light and dark, and show where the cursor is.
    Fusion draws them darker than the window, which on a dark one nobody sees."""
    of = colours()
    form.setProperty(_FRAMED, True)
    form.setStyleSheet(_FRAMED_SHEET % (of.border_strong, of.accent))
    for kind, dark in ((QCheckBox, of.border_strong), (QAbstractSpinBox, of.border)):
        for box in form.findChildren(kind):
            shades = QPalette(box.palette())
            shades.setColor(QPalette.ColorRole.Base, QColor(dark if of.dark else of.surface))
            box.setPalette(shades)
            for inner in box.findChildren(QLineEdit):
                # What it inherits under a style sheet is what it had before the colours changed.
                inner.setPalette(shades)
    for field in form.findChildren(QAbstractSpinBox):
        # Their inner field counts as framed too, and would leave no room for the text's descent.
        field.setMinimumHeight(field.fontMetrics().height() + 12)


def clear_marks(form: QWidget) -> None:
    """Make radio buttons and the tick boxes of tables be seen on a dark window as well."""
    of = colours()
    form.setProperty(_MARKS, True)
    for radio in form.findChildren(QRadioButton):
        shades = QPalette(radio.palette())
        shades.setColor(
            QPalette.ColorRole.Base, QColor(of.border_strong if of.dark else of.surface)
        )
        radio.setPalette(shades)
    for table in form.findChildren(QTreeWidget):
        # The edges of its tick boxes are a darker shade of this role, which it shows nowhere else.
        shades = QPalette(table.palette())
        shades.setColor(QPalette.ColorRole.Window, QColor(of.muted if of.dark else of.window))
        table.setPalette(shades)


def follow_palette(app: QApplication) -> None:
    """The palette has changed: everything with a role or icon of its own follows."""
    widgets = app.allWidgets()
    for widget in widgets:
        # First of all: a new style sheet gives everything below it the palette it had before.
        if widget.property(_FRAMED):
            framed(widget)
    for widget in widgets:
        if role := widget.property(_TINT):
            tint(widget, str(role))
        if widget.property(_EMPHASIS) and isinstance(widget, QAbstractButton):
            emphasise(widget)
        if (named := widget.property(_ICON)) and isinstance(widget, (QAbstractButton, QLabel)):
            name, colour, size = str(named).split()
            set_icon(widget, name, colour, int(size))
        if widget.property(_MARKS):
            clear_marks(widget)
        if widget.property(_SLIM) and isinstance(widget, QAbstractScrollArea):
            slim(widget)
