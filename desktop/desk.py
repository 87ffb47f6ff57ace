"""Joins the engine to the window, once the window is on screen."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from desktop.aio import Scope
from desktop.garbage import Collector
from desktop.i18n import translate
from desktop.main_window import MainWindow
from desktop.single import Doorbell

if TYPE_CHECKING:
    from core.engine import Engine
    from core.events import Event
    from core.paths import Paths
    from core.permissions.models import Answer, Request
    from core.sessions.models import CompactionPart, PatchPart, ReviewPart, Session
    from desktop.panels import Panels

_LEAVE_SECONDS = 15.0


class Desk(QObject):
    """The engine, the panels that show it and the life of both; also the host of all cards."""

    def __init__(
        self,
        window: MainWindow,
        report: Callable[[BaseException], None],
        open_engine: Callable[[Paths], Awaitable[Engine]] | None = None,
    ) -> None:
        super().__init__()
        self._open_engine = open_engine or _open_engine
        self.window = window
        self.engine: Engine | None = None
        self.folder: Path | None = None
        self.session: Session | None = None
        self.collector = Collector(self)
        self.report = report
        self._scope = Scope(report)
        self._panels: Panels | None = None
        self._doorbell: Doorbell | None = None
        self._sending = asyncio.Lock()
        window.actions_table.handle("app.quit", window.close)

    # Life -----------------------------------------------------------------------------------------

    async def open(self, folder: Path | None) -> None:
        """Open the engine and fill the window. What fails is said in it."""
        from core.errors import SpinneyError

        self._doorbell = Doorbell(self.window.paths, self._ring)
        # Imported in a thread: it takes a while, and the window must answer meanwhile.
        await asyncio.to_thread(importlib.import_module, "core.engine")
        try:
            self.engine = await self._open_engine(self.window.paths)
        except SpinneyError as failure:
            self.window.show_notice("error", failure.sentence, failure.hint)
            return
        panels_module = await asyncio.to_thread(importlib.import_module, "desktop.panels")
        self._panels = panels_module.Panels(self, self.engine, self.window, self._scope)
        await self._panels.load()
        await self._panels.settings_desk.begin()
        await self._first(folder)
        self._scope.start(self._warm())

    async def wait_until_closed(self) -> None:
        from desktop.closing import wait_for_leave

        await wait_for_leave(self.window, lambda: self.engine, self._at_work)

    async def close(self) -> None:
        """Put everything away, in the order that loses nothing."""
        self.window.layout_kept.last_session = self.session.id if self.session else ""
        if self._panels is not None:
            self._panels.close()
            await self._panels.settings_desk.close()
        self.window.keep_layout()
        if self._doorbell is not None:
            self._doorbell.close()
        await self._scope.close()
        if self.engine is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.engine.close(), _LEAVE_SECONDS)
        self.collector.close()

    def start(self, work: Coroutine[Any, Any, Any], *, name: str = "") -> None:
        """Run something for the person; its failure is said in the message bar."""
        self._scope.start(work, name=name)

    def say(self, level: str, sentence: str, hint: str = "") -> None:
        self.window.show_notice(level, sentence, hint)

    @property
    def panels(self) -> Panels:
        assert self._panels is not None
        return self._panels

    def _at_work(self) -> int:
        if self.engine is None:
            return 0
        turns = {runner.session_id for runner in self.engine.runners.running()}
        tasks = [
            live
            for live in self.engine.registry.live.values()
            if live.task.ended is None and live.task.session_id not in turns
        ]
        return len(turns) + len(tasks)

    async def _warm(self) -> None:
        """Start a model host behind the window, unless only the demo would use it."""
        assert self.engine is not None
        settings = await self.engine.settings_for(self.folder or Path.home())
        if settings.model and not settings.model.startswith("demo/"):
            await self.engine.models_client.warm()

    # Projects and sessions --------------------------------------------------------------------------

    async def _first(self, folder: Path | None) -> None:
        if folder is not None:
            await self.open_folder(Path(folder))
            return
        last = self.window.layout_kept.last_session
        if last and last in self.panels.tree.nodes:
            await self.show_session(last)
        else:
            await self.show_welcome()

    def _ring(self, folder: Path | None) -> None:
        """Another start asked for this window."""
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        if folder is not None and self._panels is not None:
            self.start(self.open_folder(folder))

    async def open_folder(self, folder: Path) -> None:
        """Open a project: its newest session, or a fresh start."""
        from desktop.trust import ask_for_trust

        assert self.engine is not None
        if not folder.is_dir():
            self.say(
                "error",
                translate("Desk", "{} is not a folder.").format(folder),
                translate("Desk", "Open another one."),
            )
            return
        project = await self.engine.open_project(folder)
        self.folder = Path(project.directory)
        self.panels.tree.put_project(project)
        await self.panels.show_recent()
        await ask_for_trust(self.engine, self.folder, self.window)
        await self.panels.show_choices(self.folder)
        node = self.panels.tree.nodes.get(project.id)
        if node is not None and node.children:
            await self.show_session(node.children[0].id)
        else:
            await self.new_session(self.folder)

    async def new_session(
        self,
        folder: Path | None = None,
        *,
        model: str | None = None,
        agent: str | None = None,
        mode: str | None = None,
    ) -> None:
        assert self.engine is not None
        where = folder or self.folder
        if where is None:
            await self.panels.ask_for_folder()
            return
        session = await self.engine.create_session(where, model=model, agent=agent, mode=mode)
        self.panels.tree.put_session(session)
        await self.show_session(session.id)
        self.panels.pane.composer.edit.setFocus()

    async def clear(self) -> None:
        """An empty conversation in the place of this one, with the same agent, model and mode. What
        bypasses permissions was meant for that one alone."""
        before = self.session
        if before is None:
            await self.new_session()
            return
        mode = None if before.mode in ("bypassPermissions", "bubble") else before.mode
        await self.new_session(
            Path(before.directory), model=before.model, agent=before.agent, mode=mode
        )

    async def start_demo(self) -> None:
        """A copy of the sample project and a session with the scripted model."""
        assert self.engine is not None
        target = await self.engine.prepare_demo()
        project = await self.engine.open_project(target)
        self.folder = Path(project.directory)
        self.panels.tree.put_project(project)
        await self.panels.show_choices(self.folder)
        await self.new_session(self.folder, model="demo/tour")
        self.panels.pane.composer.put_back(translate("Desk", "Show me what you can do."))

    async def show_session(self, session_id: str, message_id: str = "") -> None:
        """Show another conversation."""
        assert self.engine is not None
        session = await self.engine.store.get_session(session_id)
        changed_folder = self.folder is None or str(self.folder) != session.directory
        self.session = session
        await self.panels.show_session(session, message_id)
        if changed_folder:
            self.folder = Path(session.directory)
            await self.panels.show_choices(self.folder)
        await self.mark_read()

    async def mark_read(self) -> None:
        if self.engine is None or self.session is None:
            return
        self.panels.tree.set_state(self.session.id, "unread", False)
        now = time.time()
        await self.engine.store.edit_session(
            self.session.id, lambda session: setattr(session, "read", now), touch=False
        )

    async def show_welcome(self) -> None:
        self.session = None
        await self.panels.show_welcome(self.folder)

    # Talking ------------------------------------------------------------------------------------------

    async def send(self, text: str, attachments: list[Path], priority: str) -> None:
        """Give a prompt to the session; if that fails the text goes back into the composer."""
        from core.errors import SpinneyError
        from desktop.attachments import file_part

        if self.engine is None or self.session is None:
            return
        session = self.session
        try:
            if text.startswith("!") and text[1:].strip():
                await self.engine.run_line(session.id, text[1:].strip())
                return
            if await self.panels.run_local_command(text):
                return
            # What was sent first goes first, however long its files take to read.
            async with self._sending:
                parts = [
                    await asyncio.to_thread(file_part, path, self.engine.paths)
                    for path in attachments
                ]
                await self.engine.prompt(session.id, text, parts=parts, priority=priority)  # type: ignore[arg-type]
            self.panels.pane.transcript.go_to_end()
        except SpinneyError:
            if self.session is session:
                self.panels.pane.composer.put_back(text, attachments)
            raise

    async def stop(self) -> None:
        if self.engine is not None and self.session is not None:
            await self.engine.interrupt(self.session.id)

    async def change(self, name: str, value: str) -> None:
        """Another agent, model or mode for this session."""
        from desktop.modes import may_bypass

        if self.engine is None or self.session is None:
            return
        changes: dict[str, Any] = {name: value or None}
        if name == "mode" and value == "bypassPermissions":
            if not await may_bypass(self.window, self.session):
                self.panels.pane.mode.show_value(self.session.mode)
                return
            changes["settings"] = {**self.session.settings, "bypass_enabled": True}
        self.session = await self.engine.change_session(self.session.id, **changes)
        self.panels.show_info(self.session)

    async def ask_aside(self) -> None:
        """Ask something about this conversation that it never hears of."""
        from desktop import dialogs

        if self.engine is None or self.session is None:
            return
        session = self.session
        question = await dialogs.ask_text(
            self.window,
            translate("Chat", "Ask aside"),
            translate("Chat", "What do you want to know? Neither this nor the answer is kept."),
            long=True,
        )
        if question and question.strip():
            self.engine.begin_aside(session.id, question.strip())

    async def fork(self) -> None:
        """Let a copy of this conversation work on something."""
        from desktop import dialogs

        if self.engine is None or self.session is None:
            return
        session = self.session
        prompt = await dialogs.ask_text(
            self.window,
            translate("Chat", "Fork this conversation"),
            translate("Chat", "What should a copy of it do in the background?"),
            long=True,
        )
        if prompt and prompt.strip():
            await self.engine.prompt(session.id, f"/fork {prompt.strip()}")

    async def set_coordinator(self, on: bool) -> None:
        if self.engine is None or self.session is None:
            return
        try:
            self.session = await self.engine.set_coordinator(self.session.id, on)
        finally:
            # Where it could not be done the switch goes back.
            self.panels.show_info(self.session)

    # What cards ask (see desktop.chat.host.Host) ------------------------------------------------------

    def open_session(self, session_id: str) -> None:
        self.start(self.show_session(session_id), name="open")

    def open_link(self, address: str) -> None:
        self.start(self._open_link(address))

    async def _open_link(self, address: str) -> None:
        from desktop import dialogs
        from desktop.permissions.visible import visible

        scheme = QUrl(address).scheme().lower()
        if scheme not in ("http", "https", "mailto"):
            self.say(
                "warning",
                translate("Desk", "Links of the kind “{}” are not opened.").format(
                    scheme or address[:40]
                ),
                "",
            )
            return
        answer = await dialogs.choose(
            self.window,
            translate("Desk", "Open this address?"),
            visible(address),
            [
                ("open", translate("Desk", "Open in the browser")),
                ("copy", translate("Desk", "Copy")),
                ("no", translate("Desk", "Cancel")),
            ],
        )
        if answer == "open":
            QDesktopServices.openUrl(QUrl(address))
        elif answer == "copy":
            QGuiApplication.clipboard().setText(address)

    def open_file(self, path: str, line: int | None = None) -> None:
        self.start(self._open_file(path, line))

    async def _open_file(self, path: str, line: int | None) -> None:
        from core.errors import SpinneyError
        from desktop.viewer import text_of

        file = Path(path) if Path(path).is_absolute() else (self.folder or Path.home()) / path
        try:
            text = await asyncio.to_thread(text_of, file)
        except OSError as failure:
            raise SpinneyError(
                translate("Desk", "{} cannot be read: {}.").format(file, failure.strerror)
            ) from failure
        self.panels.show_text(str(file), text, line)

    def show_text(self, title: str, text: str) -> None:
        self.panels.show_text(title, text)

    def request_for(self, call_id: str) -> Request | None:
        return self.panels.book.for_call(call_id)

    def show_request(self, request_id: str) -> None:
        self.panels.requests.show(request_id)

    def answer_request(self, request_id: str, answer: Answer) -> None:
        self.panels.requests.answer(request_id, answer)

    def answer_question(self, call_id: str, answers: list[list[str]]) -> None:
        async def tell() -> None:
            assert self.engine is not None
            self.engine.answer_question(call_id, answers)

        self.start(tell())

    def task_state(self, call_id: str) -> str:
        """How the task that a call started stands now; "" when nobody knows."""
        task = self.panels.tasks.model.for_call(call_id)
        return task.state if task is not None else ""

    def background_call(self, call_id: str) -> None:
        task = self.panels.tasks.model.for_call(call_id)
        if task is not None:
            self.start(self.panels.task_desk.to_background(task))

    def stop_call(self, call_id: str) -> None:
        task = self.panels.tasks.model.for_call(call_id)
        if task is not None:
            self.start(self.panels.task_desk.stop(task))

    def act(self, action: str) -> None:
        self.panels.act(action)

    def edit_summary(self, part: CompactionPart) -> None:
        self.start(self.panels.card_desk.edit_summary(part))

    def fix_findings(
        self, part: ReviewPart, findings: list[str] | None, *, background: bool = False
    ) -> None:
        self.start(self.panels.card_desk.fix_findings(part, findings, background=background))

    def review_again(self, part: ReviewPart) -> None:
        self.start(self.panels.card_desk.review_again(part))

    def dismiss_finding(self, part: ReviewPart, finding: str, dismissed: bool) -> None:
        self.start(self.panels.card_desk.dismiss_finding(part, finding, dismissed))

    def export_review(self, part: ReviewPart) -> None:
        self.start(self.panels.card_desk.export_review(part))

    def go_back(self, message_id: str) -> None:
        if self.session is not None:
            self.start(self.panels.checkpoint_desk.go_back(self.session.id, message_id))

    def show_patch(self, part: PatchPart) -> None:
        self.start(self.panels.checkpoint_desk.show_patch(part))

    def attachment_path(self, file: str) -> str:
        assert self.engine is not None
        return str(self.engine.paths.attachments / Path(file).name)

    # Following the engine -----------------------------------------------------------------------------

    def happened(self, events: list[Event]) -> None:
        for event in events:
            self.panels.follow(event)

    def session_gone(self, session_id: str) -> None:
        if self.session is not None and self.session.id == session_id:
            self.session = None
            self.start(self.show_welcome())


async def _open_engine(paths: Paths) -> Engine:
    from core.engine import Engine

    return await Engine.open(paths, origin="desktop", interactive=True)
