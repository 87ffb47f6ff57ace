"""Puts the look onto the application and follows the system between light and dark."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop.theme.colours import DARK, LIGHT, palette
from desktop.theme.sheet import sheet
from desktop.theme.tinting import follow_palette

_CHOICE = "spinneyScheme"


def apply(app: QApplication, choice: str = "system") -> None:
    """Fusion with our own palette, and from now on as the system (or the person) wants it."""
    app.setStyle("Fusion")
    set_scheme(app, choice)
    hints = app.styleHints()
    hints.colorSchemeChanged.connect(lambda _scheme: follow_system(app))


def set_scheme(app: QApplication, choice: str) -> None:
    """``choice`` is ``system``, ``light`` or ``dark``."""
    app.setProperty(_CHOICE, choice)
    follow_system(app)


def follow_system(app: QApplication) -> None:
    """Qt's own scheme switch does nothing on many Linux desktops, so the palette is set here and
    the hint only read."""
    choice = app.property(_CHOICE) or "system"
    dark = choice == "dark" or (
        choice == "system" and app.styleHints().colorScheme() == Qt.ColorScheme.Dark
    )
    of = DARK if dark else LIGHT
    wanted = palette(of)
    if app.palette().window().color() != wanted.window().color():
        app.setPalette(wanted)
        app.setStyleSheet(sheet(of))
        follow_palette(app)
