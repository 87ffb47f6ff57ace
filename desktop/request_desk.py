"""Brings requests to the person: dialog, inbox, tray. One is shown, the others wait."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from core.engine import Engine
from core.errors import NotFound
from core.permissions.models import Answer
from desktop.aio import Scope
from desktop.i18n import translate
from desktop.permissions.book import RequestBook, title_of, who
from desktop.permissions.dialog import PermissionDialog
from desktop.permissions.inbox import InboxPanel
from desktop.permissions.visible import visible
from desktop.tray import Tray

_NEXT_MS = 150


class RequestDesk(QObject):
    """Shows the oldest request that nobody has put off, and passes answers on to the engine."""

    def __init__(
        self,
        engine: Engine,
        book: RequestBook,
        parent: QWidget,
        scope: Scope,
        tray: Tray,
        say: Callable[[str, str, str], None],
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._book = book
        self._scope = scope
        self._tray = tray
        self._say = say
        self._put_off: set[str] = set()
        self._told: set[str] = set()
        self.dialog = PermissionDialog(book, parent)
        self.inbox = InboxPanel(book)
        self.dialog.answered.connect(self.answer)
        self.dialog.dismissed.connect(self._dismissed)
        self.inbox.opened.connect(self.show)
        self.inbox.answered.connect(self._answer_all)
        self._shown = ""
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.setInterval(_NEXT_MS)
        self._next.timeout.connect(self._show_next)
        book.listen(self._changed)

    def show(self, request_id: str) -> None:
        """A person wants to see this one."""
        request = self._book.get(request_id)
        if request is not None:
            self._put_off.discard(request_id)
            self._shown = request_id
            self.dialog.show_request(request)
            self._book.set_on_screen(request_id)

    def show_next(self, before: QWidget | None) -> None:
        """Put the keyboard on the request that is shown, or show the next one."""
        if self.dialog.isHidden():
            self._put_off.clear()
            self._show_next()
        elif (shown := self.dialog.request) is not None and self.dialog.isAncestorOf(
            self.dialog.window().focusWidget() or self.dialog.window()
        ):
            after = [r for r in self._book.all() if r.created > shown.created] or self._book.all()
            if after:
                self.show(after[0].id)
        if not self.dialog.isHidden():
            self.dialog.take_focus(before)

    def answer(self, request_id: str, answer: Answer) -> None:
        self._scope.start(self._answer(request_id, answer))

    def close(self) -> None:
        self._next.stop()

    async def _answer(self, request_id: str, answer: Answer) -> None:
        try:
            await self._engine.answer(request_id, answer)
        except NotFound as gone:
            self._say("info", gone.sentence, gone.hint)

    def _answer_all(self, request_ids: list[str], answer: Answer) -> None:
        async def one_by_one() -> None:
            for request_id in request_ids:
                if request_id in self._book:
                    await self._answer(request_id, answer)

        self._start(one_by_one())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._scope.start(work)

    def _changed(self) -> None:
        waiting = self._book.all()
        self._tray.show_count(len(waiting))
        for request in waiting:
            if request.id not in self._told:
                self._told.add(request.id)
                self._tray.say(
                    translate("Requests", "{} waits for you").format(who(request)),
                    visible(title_of(request)),
                    f"request:{request.id}",
                )
        known = {request.id for request in waiting}
        self._told &= known
        self._put_off &= known
        if waiting and self.dialog.isHidden() and not self._next.isActive():
            self._next.start()

    def _dismissed(self) -> None:
        if self._shown in self._book:
            self._put_off.add(self._shown)
        self._shown = ""
        self._book.set_on_screen("")
        self._next.start()

    def _show_next(self) -> None:
        if not self.dialog.isHidden():
            return
        for request in self._book.all():
            if request.id not in self._put_off:
                self.show(request.id)
                return
