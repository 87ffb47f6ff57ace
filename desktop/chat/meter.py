"""How full the model's context is, and what fills it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop.chat.words import tokens
from desktop.theme import Size, colours, font


class ContextMeter(QWidget):
    """A ring and a percentage; the tooltip has the parts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("contextMeter")
        self._share: float | None = None
        self._text = ""
        self.setFont(font(Size.SMALL))
        self.show_use(0, None, {})

    def show_use(self, used: int, limit: int | None, parts: Mapping[str, int]) -> None:
        self._share = min(1.0, used / limit) if limit else None
        self._text = f"{self._share:.0%}" if self._share is not None else tokens(used)
        of = f" of {tokens(limit)}" if limit else ""
        lines = [f"Context: {tokens(used)}{of} tokens"]
        lines += [f"{name}: {tokens(size)}" for name, size in parts.items() if size]
        self.setToolTip("\n".join(lines))
        self.setAccessibleName("Context " + self._text)
        self.setAccessibleDescription(", ".join(lines))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(24 + self.fontMetrics().horizontalAdvance(self._text), 22)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        of = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = QRectF(3, self.height() / 2 - 6.5, 13, 13)
        painter.setPen(QPen(QColor(of.border_strong), 2.4))
        painter.drawEllipse(ring)
        share = self._share or 0.0
        role = of.bad if share > 0.9 else of.warning if share > 0.7 else of.accent
        painter.setPen(QPen(QColor(role), 2.4))
        painter.drawArc(ring, 90 * 16, -round(share * 360 * 16))
        painter.setPen(QColor(of.muted))
        painter.drawText(
            self.rect().adjusted(21, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._text
        )
