"""Buttons side by side, as many as fit; the rest goes below."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.theme import GAP


class ButtonRows(QWidget):
    """Knows its height for a width, as everything on a card does."""

    def __init__(self) -> None:
        super().__init__()
        self._buttons: list[QWidget] = []

    def add(self, button: QWidget) -> None:
        button.setParent(self)
        self._buttons.append(button)

    def height_for(self, width: int) -> int:
        gap = GAP + 2
        x = y = row = 0
        for button in self._buttons:
            if button.isHidden():
                continue
            size = button.sizeHint()
            wide = min(size.width(), width)
            if x and x + wide > width:
                x, y, row = 0, y + row + gap, 0
            button.setGeometry(x, y, wide, size.height())
            x, row = x + wide + gap, max(row, size.height())
        return y + row

    def resizeEvent(self, event: object) -> None:
        self.height_for(self.width())
