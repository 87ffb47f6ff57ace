"""What rows are made of: widgets that know their height for a width, stacked without a layout.

Qt's layouts ask every child again and again; a stack asks once for each width.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop.chat.text_block import TextBlock
from desktop.theme import GAP, RADIUS, SPACE, colours


class Measured(Protocol):
    def height_for(self, width: int) -> int: ...


def height_of(widget: QWidget, width: int) -> int:
    """The height ``widget`` wants at ``width``, whatever kind it is."""
    measure = getattr(widget, "height_for", None)
    if measure is not None:
        return int(measure(width))
    if widget.hasHeightForWidth():
        return widget.heightForWidth(width)
    layout = widget.layout()
    if layout is not None and layout.hasHeightForWidth():
        return layout.totalHeightForWidth(width)
    return widget.sizeHint().height()


class Stack(QWidget):
    """Children from top to bottom. ``resized`` says that its height may have changed."""

    resized = Signal()

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        spacing: int = SPACE,
        margins: tuple[int, int, int, int] = (0, 0, 0, 0),
    ) -> None:
        super().__init__(parent)
        self.spacing = spacing
        self.margins = margins
        self.children_shown: list[QWidget] = []
        self._cached: tuple[int, int] | None = None

    def add(self, widget: QWidget, at: int | None = None) -> None:
        widget.setParent(self)
        if at is None:
            self.children_shown.append(widget)
        else:
            self.children_shown.insert(at, widget)
        if isinstance(widget, Stack):
            widget.resized.connect(self.touch)
        widget.show()
        self._cached = None

    def remove(self, widget: QWidget) -> None:
        self.children_shown.remove(widget)
        widget.hide()
        widget.deleteLater()
        self._cached = None

    def clear(self) -> None:
        for widget in list(self.children_shown):
            self.remove(widget)

    def touch(self) -> None:
        """Something in here changed its height."""
        self._cached = None
        self.resized.emit()

    def height_for(self, width: int) -> int:
        if self._cached is not None and self._cached[0] == width:
            return self._cached[1]
        left, top, right, bottom = self.margins
        inner = max(20, width - left - right)
        y = top
        first = True
        for child in self.children_shown:
            height = height_of(child, inner)
            if height and not first:
                y += self.spacing
            child.setGeometry(left, y, inner, height)
            first = first and not height
            y += height
        total = 0 if first else y + bottom
        self._cached = (width, total)
        return total

    def texts(self) -> Iterator[TextBlock]:
        """The text blocks in reading order."""
        for child in self.children_shown:
            if isinstance(child, TextBlock):
                yield child
            elif isinstance(child, Stack) and not child.isHidden():
                yield from child.texts()

    def resizeEvent(self, event: object) -> None:
        self.height_for(self.width())


class Card(Stack):
    """A stack with a border and a background by role."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        fill: str = "raised",
        border: str | None = "border",
        padding: int = SPACE,
        spacing: int = GAP,
    ) -> None:
        super().__init__(
            parent, spacing=spacing, margins=(padding + 4, padding, padding + 4, padding)
        )
        self._fill = fill
        self._border = border

    def set_look(self, fill: str, border: str | None) -> None:
        if (fill, border) != (self._fill, self._border):
            self._fill, self._border = fill, border
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        of = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._border:
            painter.setPen(QPen(QColor(getattr(of, self._border)), 1))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(getattr(of, self._fill)))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
