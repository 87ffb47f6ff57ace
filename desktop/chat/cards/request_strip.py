"""A permission request answered where it arose, on the card of its call."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.permissions.models import Answer, AnswerKind, Request
from desktop.chat.host import Host
from desktop.chat.label import ElidedLabel, icon_label, text_button
from desktop.i18n import translate
from desktop.permissions.book import title_of
from desktop.permissions.guard import GUARD_MS
from desktop.permissions.visible import visible
from desktop.theme import SPACE


class RequestStrip(QWidget):
    """Allow once, deny, or see the whole request. Clicks in the first moments are not for it."""

    def __init__(self, request: Request, host: Host) -> None:
        super().__init__()
        self.request_id = request.id
        self._host = host
        self._age = QElapsedTimer()
        self._age.start()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, SPACE // 2, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(icon_label("hand", self, "warning"))
        label = ElidedLabel(
            visible(
                request.command
                or title_of(request)
                or translate("Requests", "Wants to use {}").format(request.tool)
            )
        )
        row.addWidget(label, 1)
        for text, name, act in (
            (translate("Requests", "Deny"), "cardDenyButton", lambda: self._answer("deny")),
            (
                translate("Requests", "Allow once"),
                "cardAllowOnceButton",
                lambda: self._answer("once"),
            ),
            (
                translate("Requests", "Details…"),
                "cardRequestButton",
                lambda: host.show_request(request.id),
            ),
        ):
            row.addWidget(text_button(text, act, object_name=name))
        self.setAccessibleName(
            translate("Requests", "Permission request: {}").format(title_of(request))
        )

    def _answer(self, kind: AnswerKind) -> None:
        if self._age.elapsed() < GUARD_MS:
            return
        self.setEnabled(False)
        self._host.answer_request(self.request_id, Answer(kind=kind))
