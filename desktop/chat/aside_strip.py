"""Questions aside: asked about a conversation and answered above the composer, with no trace in it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.events import AsideUpdated
from desktop.chat.label import ElidedLabel, icon_button, icon_label, plain_label, text_button
from desktop.chat.piece import Card
from desktop.chat.reading import ReadingArea
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.theme import GAP, SPACE, Size
from desktop.theme.tinting import tint

_TALLEST = 240


class AsideCard(Card):
    """One question with its answer as it comes. ``cancelled`` ends it, ``closed`` puts it away."""

    cancelled = Signal(str)
    closed = Signal(str)

    def __init__(self, event: AsideUpdated, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="accent_soft", border="border", padding=GAP)
        self.setObjectName("asideCard")
        self.session_id = event.session_id
        self._id = event.aside_id
        self._done = False
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE, GAP, GAP, GAP)
        column.setSpacing(GAP)
        head = QHBoxLayout()
        head.setSpacing(SPACE)
        head.addWidget(icon_label("chat-teardrop-dots", self, "accent"))
        head.addWidget(ElidedLabel(event.question), 1)
        self._cancel = text_button(
            translate("Chat", "Cancel"),
            lambda: self.cancelled.emit(self._id),
            object_name="cancelAsideButton",
        )
        self._copy = icon_button("copy", translate("Chat", "Copy the answer"), self._copy_answer)
        self._copy.setObjectName("copyAsideButton")
        self._close = icon_button("x", translate("Chat", "Close"), self._close_it)
        self._close.setObjectName("closeAsideButton")
        self._close.setAccessibleName(translate("Chat", "Close this answer"))
        for button in (self._cancel, self._copy, self._close):
            head.addWidget(button)
        column.addLayout(head)
        self.answer = ReadingArea(translate("Chat", "Answer"), _TALLEST)
        self.answer.setObjectName("asideAnswer")
        column.addWidget(self.answer)
        self._note = plain_label(size=Size.SMALL, wrap=True)
        column.addWidget(self._note)
        self.setAccessibleName(
            translate("Chat", "Question aside: {question}").format(question=event.question)
        )
        self.show_state(event)

    def show_state(self, event: AsideUpdated) -> None:
        self._done = event.done
        self.answer.setVisible(bool(event.text))
        if event.text:
            self.answer.set_text(event.text)
        self._cancel.setVisible(not event.done)
        self._copy.setVisible(event.done and bool(event.text))
        self._close.setVisible(event.done)
        if event.error:
            note, role = engine_text(event.error), "bad"
        elif event.done:
            note, role = translate("Chat", "This is no part of the conversation."), "faint"
        else:
            note, role = translate("Chat", "Answering…"), "faint"
        self._note.setText(note)
        tint(self._note, role)
        self.setAccessibleDescription(f"{event.text}\n{note}".strip())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._close_it() if self._done else self.cancelled.emit(self._id)
        else:
            super().keyPressEvent(event)

    def _close_it(self) -> None:
        self.closed.emit(self._id)

    def _copy_answer(self) -> None:
        QGuiApplication.clipboard().setText(self.answer.view.text)


class AsideStrip(QWidget):
    """The questions aside of all sessions; those of the one on screen are shown. Nothing of them is
    stored, so they are gone with the window."""

    cancelled = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("asideStrip")
        self._cards: dict[str, AsideCard] = {}
        self._session_id = ""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GAP)
        self.hide()

    def cards(self) -> list[AsideCard]:
        """Those of the session on screen, the oldest first."""
        return [card for card in self._cards.values() if card.session_id == self._session_id]

    def set_session(self, session_id: str) -> None:
        self._session_id = session_id
        self._show()

    def apply(self, event: AsideUpdated) -> None:
        card = self._cards.get(event.aside_id)
        if card is not None:
            card.show_state(event)
            return
        if event.done and not event.text and not event.error:
            return
        card = AsideCard(event, self)
        card.cancelled.connect(self.cancelled)
        card.closed.connect(self._put_away)
        self._cards[event.aside_id] = card
        self._column.addWidget(card)
        self._show()

    def _put_away(self, aside_id: str) -> None:
        card = self._cards.pop(aside_id)
        card.hide()
        card.deleteLater()
        self._show()
        self.closed.emit()

    def _show(self) -> None:
        for card in self._cards.values():
            card.setVisible(card.session_id == self._session_id)
        self.setVisible(bool(self.cards()))
