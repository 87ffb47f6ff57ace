"""Slim scroll bars for the few places where people read for long."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractScrollArea

_SLIM = """
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar::handle:vertical {
    background: palette(mid); border-radius: 4px; min-height: 32px; margin: 2px;
}
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""


def slim(area: QAbstractScrollArea) -> None:
    area.verticalScrollBar().setStyleSheet(_SLIM)
