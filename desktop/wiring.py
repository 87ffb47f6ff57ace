"""What each action and each signal of a panel does, in one place."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu

from core.engine import Engine
from core.errors import SpinneyError
from core.review.models import ReviewTarget
from core.sessions.models import TextPart
from core.tasks.models import QueueItem, Task
from desktop import dialogs, help
from desktop.aio import Scope
from desktop.i18n import translate
from desktop.main_window import MainWindow
from desktop.palette import CommandPalette, Entry

if TYPE_CHECKING:
    from desktop.desk import Desk
    from desktop.panels import Panels


class Wiring:
    """Joins the panels to the desk. ``connect`` and ``handle_actions`` are called once."""

    def __init__(
        self, desk: Desk, panels: Panels, engine: Engine, window: MainWindow, scope: Scope
    ) -> None:
        self._desk = desk
        self._panels = panels
        self._engine = engine
        self._window = window
        self._scope = scope
        self._recent: QMenu | None = None

    def _start(self, work: Coroutine[Any, Any, Any]) -> None:
        self._scope.start(work)

    def connect(self) -> None:
        desk, pane = self._desk, self._panels.pane
        pane.composer.send.connect(
            lambda text, files, priority: self._start(desk.send(text, files, priority))
        )
        pane.composer.stop.connect(lambda: self._start(desk.stop()))
        pane.composer.attach_wanted.connect(lambda: self._start(self._attach()))
        pane.changed.connect(lambda name, value: self._start(desk.change(name, value)))
        pane.transcript.needs.connect(
            lambda first, last: self._scope.start(pane.model.ensure(first, last), name="page")
        )
        pane.transcript.copy_wanted.connect(
            lambda: self._scope.start(self._panels.finder.copy_selection(), name="copy")
        )
        pane.find_bar.wanted.connect(
            lambda text: self._scope.start(self._panels.finder.find(text), name="find")
        )
        pane.find_bar.step.connect(self._panels.finder.step)
        pane.find_bar.closed.connect(self._panels.finder.clear)
        pane.asides.cancelled.connect(self._engine.cancel_aside)
        pane.coordinator_wanted.connect(lambda on: self._start(desk.set_coordinator(on)))
        # What is on screen when the person comes back has been seen.
        self._window.activated.connect(lambda: self._scope.start(desk.mark_read(), name="read"))
        pane.meter.looked_at.connect(
            lambda: self._scope.start(self._panels.look_at_context(), name="context")
        )
        pane.meter.clicked.connect(lambda: self._start(self._panels.show_context()))
        pane.queue.edit_wanted.connect(lambda item: self._queue(item, "edit"))
        pane.reverted.redo.connect(partial(self._with_session, self._panels.checkpoint_desk.redo))
        pane.changes.clicked.connect(
            lambda: self._on_current(self._panels.checkpoint_desk.show_session)
        )
        pane.review_button.clicked.connect(
            lambda: self._on_current(self._panels.card_desk.review, "uncommitted")
        )
        pane.cut_changed.connect(
            lambda: self._scope.start(self._panels.show_again(), name="went back")
        )
        pane.queue.sent_now.connect(lambda item: self._queue(item, "now"))
        pane.queue.removed.connect(lambda item: self._queue(item, "remove"))
        self._panels.sessions.opened.connect(desk.open_session)
        self._panels.sessions.searched.connect(
            lambda text: self._scope.start(self._panels.session_desk.search(text), name="search")
        )
        self._panels.sessions.hit_opened.connect(
            lambda session, message: self._start(desk.show_session(session, message))
        )
        self._panels.sessions.new_wanted.connect(self._new_in_project)
        self._panels.welcome.folder_wanted.connect(
            lambda: self._start(self._panels.ask_for_folder())
        )
        self._panels.welcome.project_wanted.connect(
            lambda path: self._start(desk.open_folder(Path(path)))
        )
        self._panels.welcome.demo_wanted.connect(lambda: self._start(desk.start_demo()))
        self._panels.welcome.session_wanted.connect(lambda: self._start(desk.new_session()))
        self._panels.welcome.tour_wanted.connect(self._panels.settings_desk.show_tour)

    def handle_actions(self) -> None:
        desk, pane = self._desk, self._panels.pane
        handle = self._window.actions_table.handle
        handle("folder.open", lambda: self._start(self._panels.ask_for_folder()))
        handle("session.new", lambda: self._start(desk.new_session()))
        handle("demo.start", lambda: self._start(desk.start_demo()))
        self._panels.settings_desk.handle_actions()
        handle("session.search", self._focus_search)
        for name in ("parent", "child", "next", "previous"):
            handle(
                f"session.{name}",
                partial(self._with_session, self._panels.session_desk.go, name),
            )
        handle(
            "session.attention",
            lambda: self._start(
                self._panels.session_desk.go_where_needed(desk.session.id if desk.session else "")
            ),
        )
        for name in ("rename", "archive", "restore", "delete", "export"):
            handle(f"session.{name}", partial(self._on_session, name))
        archived = self._window.actions_table["session.archived"]
        handle(
            "session.archived",
            lambda: self._start(self._panels.session_desk.show_archived(archived.isChecked())),
        )
        handle("chat.focus", lambda: pane.composer.edit.setFocus())
        handle("chat.send_now", lambda: pane.composer.submit("now"))
        handle("chat.stop", lambda: self._start(desk.stop()))
        handle("chat.attach", lambda: self._start(self._attach()))
        handle("chat.find", pane.find_bar.open)
        handle("chat.latest", pane.transcript.go_to_end)
        handle("chat.prompt_before", lambda: pane.transcript.go_to_prompt(-1))
        handle("chat.prompt_after", lambda: pane.transcript.go_to_prompt(1))
        handle("chat.copy_answer", self._copy_answer)
        handle("chat.compact", lambda: self._start(desk.send("/compact", [], "next")))
        handle("chat.side", lambda: self._start(desk.ask_aside()))
        handle("chat.fork", lambda: self._start(desk.fork()))
        handle(
            "session.coordinator",
            lambda: self._start(
                desk.set_coordinator(self._window.actions_table["session.coordinator"].isChecked())
            ),
        )
        handle("plan.answer", lambda: self._start(self._panels.team_desk.answer_plan()))
        handle("team.show", lambda: self._start(self._panels.team_desk.show_team()))
        handle("chat.context", lambda: self._start(self._panels.show_context()))
        handle(
            "chat.review", partial(self._on_current, self._panels.card_desk.review, "uncommitted")
        )
        handle(
            "review.uncommitted",
            partial(self._with_session, self._engine.review, ReviewTarget()),
        )
        for kind in ("base", "commit", "text"):
            handle(f"review.{kind}", partial(self._on_current, self._panels.card_desk.review, kind))
        handle("chat.changes", partial(self._on_current, self._panels.checkpoint_desk.show_session))
        handle("chat.go_back", partial(self._on_current, self._panels.checkpoint_desk.choose))
        handle("chat.redo", partial(self._with_session, self._panels.checkpoint_desk.redo))
        handle("request.next", lambda: self._panels.requests.show_next(QApplication.focusWidget()))
        for name, work in (
            ("background", self._panels.task_desk.to_background),
            ("message", self._panels.task_desk.message),
            ("open", self._panels.task_desk.open),
            ("folder", self._panels.task_desk.open_folder),
            ("resume", self._panels.task_desk.resume),
            ("review", self._panels.worktree_desk.review_task),
            ("stop", self._panels.task_desk.stop),
            ("stop_tree", self._panels.task_desk.stop_tree),
            ("discard", self._panels.task_desk.discard),
        ):
            handle(f"task.{name}", partial(self._on_task, work))
        handle("worktree.list", self._show_worktrees)
        self._panels.tasks.refresh_actions()
        handle("view.palette", self._open_palette)
        handle("view.detail", pane.next_detail)
        handle("view.layout", self._window.reset_layout)
        handle(
            "help.shortcuts",
            lambda: help.shortcut_sheet(self._window.actions_table, self._window).open(),
        )
        handle("help.about", lambda: help.about(self._engine.paths, self._window).open())

    def _with_session(self, work: Callable[..., Coroutine[Any, Any, Any]], *rest: object) -> None:
        if self._desk.session is not None:
            self._start(work(self._desk.session.id, *rest))

    def _on_current(self, work: Callable[..., Coroutine[Any, Any, Any]], *rest: object) -> None:
        if self._desk.session is not None:
            self._start(work(self._desk.session, *rest))

    def _on_session(self, name: str) -> None:
        session = self._desk.session
        if session is not None:
            self._start(getattr(self._panels.session_desk, name)(session))

    def _on_task(self, work: Callable[[Task], Coroutine[Any, Any, None]]) -> None:
        task = self._panels.tasks.current()
        if task is not None:
            self._start(work(task))

    def _show_worktrees(self) -> None:
        if self._desk.folder is not None:
            self._panels.worktree_desk.show_all(self._desk.folder)

    def _queue(self, item_id: str, what: str) -> None:
        item = next((item for item in self._panels.pane.queue.items if item.id == item_id), None)
        if item is None:
            return
        if what == "edit":
            self._start(self._edit_queued(item))
        elif what == "now":
            self._start(self._engine.send_now(item))
        else:
            self._start(self._engine.remove_queued(item.id))

    async def _edit_queued(self, item: QueueItem) -> None:
        text = await dialogs.ask_text(
            self._window,
            translate("Chat", "Edit what waits"),
            translate("Chat", "It is given to the agent when its turn comes:"),
            item.text,
            long=True,
        )
        if text is not None and text.strip() and text != item.text:
            try:
                await self._engine.edit_queued(item, text.strip())
            except SpinneyError:
                # It went out in the meantime: the new words are not lost.
                self._panels.pane.composer.put_back(text.strip())
                raise

    def _new_in_project(self, project_id: str) -> None:
        node = self._panels.tree.nodes.get(project_id)
        if node is not None and node.project is not None:
            self._start(self._desk.new_session(Path(node.project.directory)))

    async def _attach(self) -> None:
        start = self._desk.folder or Path.home()
        files = await dialogs.pick_files(self._window, translate("Desk", "Attach files"), start)
        if files:
            self._panels.pane.composer.attach(files)

    def _copy_answer(self) -> None:
        model = self._panels.pane.model
        for row in range(len(model) - 1, -1, -1):
            body = model.body(row)
            if body is None:
                break
            said = [p.text for p in body.parts if isinstance(p, TextPart) and not p.synthetic]
            if body.info.role == "assistant" and any(said):
                QApplication.clipboard().setText("\n\n".join(said))
                return

    def _open_palette(self) -> None:
        entries = [
            Entry(
                info.text.rstrip("…"),
                _where(translate("Actions", info.menu), action),
                action.trigger,
                info.help,
            )
            for info, action in self._window.actions_table.all()
            if action.isEnabled() and info.id != "view.palette"
        ]
        for node in self._panels.tree.nodes.values():
            if node.session is not None:
                entries.append(
                    Entry(
                        node.title,
                        translate("Actions", "Session"),
                        partial(self._desk.open_session, node.id),
                    )
                )
        entries += self._panels.settings_desk.palette_entries(self._panels.agents)
        entries += self._panels.file_entries()
        palette = CommandPalette(entries, self._window)
        palette.show()
        palette.field.setFocus()

    def _focus_search(self) -> None:
        self._window.docks["sessions"].show()
        self._panels.sessions.filter.setFocus()
        self._panels.sessions.filter.selectAll()

    def show_recent(self, directories: list[str]) -> None:
        """The projects in the File menu, the latest first; called again when that changes."""
        if self._recent is None:
            menu = self._window.menus["File"]
            self._recent = QMenu(translate("Desk", "Open Recent"), menu)
            self._recent.setObjectName("recentMenu")
            self._recent.setAccessibleName(translate("Desk", "Open Recent"))
            menu.insertMenu(self._window.actions_table["session.new"], self._recent)
        submenu = self._recent
        submenu.clear()
        submenu.setEnabled(bool(directories))
        for directory in directories:
            action = submenu.addAction(directory)
            action.triggered.connect(
                lambda _checked=False, d=directory: self._start(self._desk.open_folder(Path(d)))
            )


def _where(menu: str, action: QAction) -> str:
    """The menu of an action, with its shortcut, so that it is learned on the way."""
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return f"{menu}   {keys}".strip()
