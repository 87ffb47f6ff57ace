"""A longer text on a card beside the conversation: as high as it needs, up to a bound, then scrolled."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from desktop.chat.markdown import MarkdownView

_LEAST = 48


class ReadingArea(QScrollArea):
    """Shows Markdown that may still be growing; reachable by keyboard, so that it can be scrolled."""

    def __init__(self, label: str, tallest: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(label)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.viewport().setAutoFillBackground(False)
        self._tallest = tallest
        self._wanted = 1
        self.view = MarkdownView()
        self.setWidget(self.view)
        self.view.setAutoFillBackground(False)
        self.view.resized.connect(self._fit)

    def set_text(self, text: str) -> None:
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        growing = bool(self.view.text)
        self.view.set_text(text)
        self._fit()
        if growing and at_end:
            bar.setValue(bar.maximum())

    def plain_text(self) -> str:
        return "\n".join(block.plain_text() for block in self.view.texts())

    def redraw(self) -> None:
        """The colours have changed, which are part of a rendered text."""
        if text := self.view.text:
            self.view.set_text("")
            self.set_text(text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "view"):
            QTimer.singleShot(0, self, self.redraw)

    def sizeHint(self) -> QSize:
        return QSize(200, self._wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = self.viewport().width()
        height = self.view.height_for(width)
        self.view.resize(width, height)
        wanted = max(1, min(height, self._tallest))
        if wanted != self._wanted:
            self._wanted = wanted
            # It gives way in a small window, which must not grow because of it.
            self.setMinimumHeight(min(wanted, _LEAST))
            self.setMaximumHeight(wanted)
            self.updateGeometry()
