"""What a person does with a task: open, tell, send to the background, stop in three ways."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from core.engine import Engine
from core.tasks.models import STOPPABLE, Task
from desktop import dialogs
from desktop.i18n import translate
from desktop.tasks.table import name_of


class TaskDesk:
    def __init__(
        self,
        engine: Engine,
        window: QWidget,
        open_session: Callable[[str], Awaitable[None]],
        say: Callable[[str, str, str], None],
    ) -> None:
        self._engine = engine
        self._window = window
        self._open = open_session
        self._say = say

    async def open(self, task: Task) -> None:
        if task.session_id:
            await self._open(task.session_id)

    async def open_folder(self, task: Task) -> None:
        session = await self._engine.store.get_session(task.session_id or task.owner_session_id)
        folder = Path(task.worktree or session.directory)
        if folder.is_dir():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
        else:
            self._say(
                "warning",
                translate("Tasks", "The folder {} is no longer there.").format(folder),
                "",
            )

    async def message(self, task: Task) -> None:
        text = await dialogs.ask_text(
            self._window,
            translate("Tasks", "Send message"),
            translate("Tasks", "What should {} know?").format(name_of(task)),
            long=True,
        )
        if text and text.strip():
            said = await self._engine.message_task(task.id, text.strip())
            self._say("info", said, "")

    async def to_background(self, task: Task) -> None:
        self._engine.send_to_background(task.id)

    async def stop(self, task: Task) -> None:
        await self._engine.stop_task(task.id)

    async def stop_tree(self, task: Task) -> None:
        await self._engine.stop_tree(task.id)

    async def resume(self, task: Task) -> None:
        await self._engine.resume_task(task.id)

    async def discard(self, task: Task) -> None:
        kept = (
            translate("Tasks", " Its worktree goes into the bin, from which it can be restored.")
            if task.worktree
            else ""
        )
        answer = await dialogs.choose(
            self._window,
            translate("Tasks", "Discard this task?"),
            translate("Tasks", "{} will be stopped.{}").format(name_of(task), kept),
            [("discard", translate("Tasks", "Discard")), ("keep", translate("Tasks", "Keep it"))],
            dangerous=True,
        )
        if answer != "discard":
            return
        discard = getattr(self._engine, "discard_task", None)
        if discard is not None:
            await discard(task.id)
        elif task.state in STOPPABLE:
            await self._engine.stop_tree(task.id)
