"""Puts what a person prefers onto the window, at the start and whenever it changes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from desktop.chat import highlight
from desktop.main_window import MainWindow
from desktop.settings.preferences import Preferences
from desktop.theme import code, metrics


def apply_preferences(window: MainWindow, wanted: Preferences) -> None:
    """Only what differs is touched, so that nothing flickers."""
    kept = window.layout_kept
    kept.notifications, kept.sounds = wanted.notifications, wanted.sounds
    fonts_changed = metrics.choose_mono_family(wanted.code_font)
    if window.font_family != wanted.font:
        window.set_font_family(wanted.font)
        fonts_changed = True
    if kept.scheme != wanted.scheme:
        window.set_scheme(wanted.scheme)
    if kept.text_size != wanted.text_size or fonts_changed:
        window.set_text_size(wanted.text_size)
    if code.choose(wanted.code_theme):
        highlight.forget_colours()
        _redraw()


def _redraw() -> None:
    """What is coloured when it is made is made anew, as when the palette changes."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    for widget in app.allWidgets():
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.ApplicationPaletteChange))
