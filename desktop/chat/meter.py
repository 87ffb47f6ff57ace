"""How full the model's context is, and what fills it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QCursor, QEnterEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from desktop.chat.words import tokens
from desktop.i18n import translate
from desktop.theme import Size, colours, font


class ContextMeter(QWidget):
    """A ring and a percentage; the tooltip has the parts.

    What fills it is counted only when someone looks: ``looked_at`` asks for it, ``clicked`` for the
    dialog with the same.
    """

    looked_at = Signal()
    clicked = Signal()

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
        lines = use_lines(used, limit, parts)
        self.setToolTip("\n".join(lines))
        if parts and self.underMouse():
            QToolTip.showText(QCursor.pos(), self.toolTip(), self)
        self.setAccessibleName(translate("Chat", "Context {}").format(self._text))
        self.setAccessibleDescription(", ".join(lines))
        self.updateGeometry()
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.looked_at.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

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


def use_lines(used: int, limit: int | None, parts: Mapping[str, int]) -> list[str]:
    """What the context holds, one line for each kind, the largest first."""
    lines = [
        translate("Chat", "Context: {used} of {limit} tokens").format(
            used=tokens(used), limit=tokens(limit)
        )
        if limit
        else translate("Chat", "Context: {} tokens").format(tokens(used))
    ]
    largest = sorted(parts.items(), key=lambda part: -part[1])
    kinds = {
        "system": translate("Chat", "System"),
        "tools": translate("Chat", "Tools"),
        "messages": translate("Chat", "Messages"),
        "tool results": translate("Chat", "Tool results"),
        "files": translate("Chat", "Files"),
        "conversation": translate("Chat", "Conversation"),
    }
    return lines + [
        f"{kinds.get(name, name.capitalize())}: {tokens(size)} ({size / max(1, used):.0%})"
        for name, size in largest
        if size
    ]
