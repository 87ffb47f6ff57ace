"""The frame around what a person said, with the way back to it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent
from PySide6.QtGui import QEnterEvent, QResizeEvent

from desktop.chat.label import icon_button
from desktop.chat.piece import Card
from desktop.i18n import translate
from desktop.theme import SPACE

_BUTTON = 26


class PromptCard(Card):
    """The button lies on the card while the mouse is over it; keys go by way of the menu."""

    def __init__(self, go_back: Callable[[], None]) -> None:
        super().__init__(fill="prompt", border=None, padding=SPACE + 2, spacing=SPACE)
        self.setAccessibleName(translate("Chat", "You said"))
        self._button = icon_button(
            "arrow-u-up-left",
            translate("Chat", "Go back to before this prompt…"),
            go_back,
            parent=self,
        )
        self._button.setObjectName("goBackButton")
        self._button.setFixedSize(_BUTTON, _BUTTON)
        self._button.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._button.move(self.width() - _BUTTON - 4, 4)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._button.show()
        self._button.raise_()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._button.hide()
