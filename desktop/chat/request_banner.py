"""Says above the composer that something in this conversation, or below it, waits for an answer."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.chat.host import Host
from desktop.chat.label import ElidedLabel, icon_label, text_button
from desktop.chat.piece import Card
from desktop.i18n import translate
from desktop.permissions.book import RequestBook, title_of, who
from desktop.permissions.visible import visible
from desktop.theme import GAP, SPACE


class RequestBanner(Card):
    def __init__(self, book: RequestBook, host: Host, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="warning_soft", border="warning", padding=GAP)
        self.setObjectName("requestBanner")
        self._book = book
        self._host = host
        self._session_id = ""
        self._first = ""
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE, GAP, GAP, GAP)
        row.setSpacing(SPACE)
        row.addWidget(icon_label("hand", self, "warning"))
        self._label = ElidedLabel()
        row.addWidget(self._label, 1)
        self._button = text_button(
            translate("Requests", "Show…"), lambda: host.show_request(self._first)
        )
        self._button.setAccessibleName(translate("Requests", "Show the request that waits"))
        row.addWidget(self._button)
        book.listen(self.refresh)
        self.hide()

    def set_session(self, session_id: str) -> None:
        self._session_id = session_id
        self.refresh()

    def refresh(self) -> None:
        waiting = [
            request
            for request in self._book.waiting_in(self._session_id)
            if request.id != self._book.on_screen
        ]
        self.setVisible(bool(waiting))
        if not waiting:
            return
        first = waiting[0]
        self._first = first.id
        more = (
            translate("Requests", " (and {} more)").format(len(waiting) - 1)
            if len(waiting) > 1
            else ""
        )
        text = translate("Requests", "{} waits for you: {}").format(
            who(first), visible(first.command or title_of(first) or first.tool) + more
        )
        self._label.set_text(text)
        self.setAccessibleName(text)
