"""All panels of the window: made, filled, joined to actions and kept in step with the engine."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.config.settings import Settings
from core.engine import ContextUse, Engine
from core.errors import SpinneyError
from core.events import (
    DefinitionsChanged,
    Event,
    MessageUpdated,
    Notice,
    PartUpdated,
    SessionCreated,
    SessionDeleted,
    SessionUpdated,
    TaskFinished,
    TaskProgress,
    TaskStarted,
    TurnFinished,
    TurnStarted,
)
from core.llm.types import ModelInfo
from core.sessions.models import Session, ToolPart
from core.tasks.models import Task
from desktop import dialogs
from desktop.aio import Scope
from desktop.bridge import Bridge
from desktop.card_desk import CardDesk
from desktop.chat.completion import Offer, agent_offers, command_offers, project_files
from desktop.chat.drafts import Drafts
from desktop.chat.finding import Finder
from desktop.chat.meter import use_lines
from desktop.chat.pane import ChatPane
from desktop.chat.transcript_model import TranscriptModel
from desktop.chat.words import tokens
from desktop.checkpoint_desk import CheckpointDesk
from desktop.firstrun.page import Welcome
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.main_window import MainWindow
from desktop.notices import Said
from desktop.palette import Entry
from desktop.permissions.book import RequestBook
from desktop.permissions.visible import visible
from desktop.request_desk import RequestDesk
from desktop.session_desk import SessionDesk
from desktop.sessions.panel import SessionsPanel
from desktop.sessions.tree import SessionTree
from desktop.settings.desk import SettingsDesk
from desktop.states import state_word
from desktop.task_desk import TaskDesk
from desktop.tasks.panel import TasksPanel
from desktop.team_desk import TeamDesk
from desktop.tray import Tray, application_icon
from desktop.viewer import TextViewer
from desktop.wiring import Wiring
from desktop.worktree_desk import WorktreeDesk

if TYPE_CHECKING:
    from desktop.desk import Desk

_TASKS_SHOWN = 500
_RECENT = 10


async def _awaited(act: Callable[[], Awaitable[None]]) -> None:
    await act()


class Panels:
    """``load`` fills them, ``follow`` keeps them in step, ``close`` puts them away."""

    def __init__(self, desk: Desk, engine: Engine, window: MainWindow, scope: Scope) -> None:
        self._desk = desk
        self._engine = engine
        self._window = window
        self._scope = scope
        self._models: list[ModelInfo] = []
        self._files: list[Offer] = []
        self._waiting_before: set[str] = set()
        self._questions: dict[str, str] = {}
        self._began: dict[str, float] = {}
        self._agents: list[Offer] = []
        self.agents: list[tuple[str, str]] = []
        self._commands: list[Offer] = command_offers(list(_local_commands().items()))
        self.bridge = Bridge(engine.bus, window)
        self.bridge.happened.connect(desk.collector.nudge)
        self.book = RequestBook()
        self.tree = SessionTree()
        self.drafts = Drafts.read(engine.paths.data / "drafts.json")
        self.tray = Tray(window, window.layout_kept, self._go_to)
        model = TranscriptModel(engine.store, self.bridge.flush)
        self.pane = ChatPane(model, desk, self.book, self.drafts)
        self.welcome = Welcome(engine.setup, scope.start)
        window.add_to_centre(self.pane, self.welcome)
        self.settings_desk = SettingsDesk(
            engine, window, scope, lambda: desk.folder, desk.new_session, self._settled
        )
        self.sessions = SessionsPanel(self.tree, window.actions_table)
        self.tasks = TasksPanel(window.actions_table)
        self.requests = RequestDesk(engine, self.book, window.middle, scope, self.tray, desk.say)
        self.finder = Finder(engine.store, self.pane.transcript, self.pane.find_bar)
        self.session_desk = SessionDesk(
            engine, self.tree, self.sessions, window, desk.show_session, desk.say, self._offer
        )
        self.worktree_desk = WorktreeDesk(engine, window, desk.report)
        self.bridge.happened.connect(self.worktree_desk.happened)
        self.card_desk = CardDesk(engine, window, desk.say)
        self.checkpoint_desk = CheckpointDesk(engine, window, desk.say, self.pane.composer)
        self.task_desk = TaskDesk(engine, window, desk.show_session, desk.say)
        self.team_desk = TeamDesk(engine, desk, self.tasks, self.pane, self.book, scope)
        window.setWindowIcon(application_icon())
        window.place_dock("sessions", self.sessions)
        window.place_dock("tasks", self.team_desk.tabs)
        window.place_dock("requests", self.requests.inbox)
        for page in (self.welcome, self.pane):
            window.centre.addWidget(page)
        self.pane.composer.set_popup_parent(window.middle)
        self.pane.composer.set_offers(lambda: [*self._agents, *self._commands, *self._files])
        self.pane.set_detail(window.layout_kept.detail)
        self._wiring = Wiring(desk, self, engine, window, scope)
        self._wiring.connect()
        self._wiring.handle_actions()
        self.pane.transcript.verticalScrollBar().valueChanged.connect(desk.collector.nudge)
        # What was imported and built up to here stays; later collections need not look at it.
        gc.collect()
        gc.freeze()

    async def load(self) -> None:
        """Everything the store has; nothing is shown that it does not know."""
        self.bridge.happened.connect(self._desk.happened)
        projects = await self._engine.store.projects()
        sessions = await self._engine.store.list_sessions()
        tasks = await self._engine.tasks(limit=_TASKS_SHOWN)
        requests = await self._engine.requests()
        for session in sessions:
            if self._engine.is_running(session.id):
                self.tree.set_state(session.id, "working", True)
            if session.read is not None and session.updated > session.read + 1:
                self.tree.set_state(session.id, "unread", session.parent_id is None)
        for task in tasks:
            self._mark_task(task)
        self.tree.load(projects, sessions)
        self.tasks.load(tasks)
        self.book.fill(requests)
        self._mark_waiting()
        await self.show_recent()

    async def show_recent(self) -> None:
        latest = (await self._engine.store.projects())[:_RECENT]
        self._wiring.show_recent([project.directory for project in latest])

    def close(self) -> None:
        self.bridge.close()
        self.requests.close()
        self.team_desk.close()
        self.pane.composer.close_composer()
        self.pane.status.idle()
        self.tray.close()
        self._window.layout_kept.detail = self.pane.transcript.detail

    # Showing ------------------------------------------------------------------------------------------

    async def show_session(self, session: Session, message_id: str = "") -> None:
        running = self._engine.is_running(session.id)
        began = self._began.get(session.id)
        self.pane.show_session(session, self._path(session), running=running, since=began)
        self._show_switch(session)
        self._window.place_centre(self.pane)
        self._window.setWindowTitle(f"{self._path(session)[-1]} — Spinney")
        self.sessions.select(session.id)
        await self.pane.model.open(session.id, self.pane.cut)
        if message_id and (row := self.pane.model.row_of(message_id)) is not None:
            self.pane.transcript.go_to_row(row)
        else:
            self.pane.restore_place()
        self.pane.queue.show_items(tuple(await self._engine.queue(session.id)))
        self.team_desk.show_session(session)
        self._show_last_context(session)
        await self._show_cost()

    async def show_again(self) -> None:
        """The session went back or forward: show what its conversation is now."""
        if self.pane.session is not None:
            await self.pane.model.open(self.pane.session.id, self.pane.cut)
            self.pane.transcript.go_to_end()

    async def show_welcome(self, folder: Path | None) -> None:
        await self.pane.model.open("")
        settings = await self._engine.settings_for(folder or Path.home())
        self.welcome.show_state(
            folder, await self._engine.store.projects(), has_model=bool(settings.model)
        )
        self._window.place_centre(self.welcome)

    def _settled(self) -> None:
        """There may be a model now, so that the first page has something else to say."""
        if self._window.centre.currentWidget() is self.welcome:
            self._scope.start(self.show_welcome(self._desk.folder), name="welcome")

    async def show_choices(self, folder: Path) -> None:
        """The agents, models and files that can be chosen in this folder."""
        self.settings_desk.watch(folder)
        catalog = await self._engine.agents(folder)
        self.pane.agent.offer(
            (a.name, a.name, engine_text(a.description)) for a in catalog.primary()
        )
        self.agents = [(a.name, engine_text(a.description)) for a in catalog.visible()]
        self._agents = agent_offers(self.agents)
        commands = _local_commands()
        for command in await self._engine.commands(folder):
            commands.setdefault(command.name, engine_text(command.description))
        self._commands = command_offers(list(commands.items()))
        self._models = await self._engine.models(folder)
        settings = await self._engine.settings_for(folder)
        await self._show_sandbox(settings)
        default = settings.model or translate("Desk", "no model set")
        self.pane.model_picker.offer(
            [
                (
                    "",
                    translate("Desk", "Default ({})").format(default),
                    translate("Desk", "As configured"),
                )
            ]
            + [(m.ref, m.ref, m.source) for m in self._models]
            + [
                (
                    "demo/tour",
                    translate("Desk", "Demo tour"),
                    translate("Desk", "Scripted; needs no key"),
                )
            ]
        )
        if self._desk.session is not None:
            self.show_info(self._desk.session)
        for problem in catalog.problems:
            self._desk.say("warning", f"{problem.path}: {engine_text(problem.sentence)}")
        self._scope.start(self._list_files(folder), name="files")

    async def _show_sandbox(self, settings: Settings) -> None:
        """The status bar says how commands run, above all when nothing confines them."""
        sandbox = await self._engine.sandbox.find(settings)
        text = (
            translate("Desk", "Commands run in a sandbox")
            if sandbox.sandboxed
            else translate("Desk", "No sandbox: commands ask first")
        )
        self._window.status.setText(text)
        self._window.status.setToolTip(engine_text(sandbox.sentence))

    def show_info(self, session: Session) -> None:
        self.pane.show_info(session, self._path(session))
        self._show_switch(session)

    def _show_switch(self, session: Session) -> None:
        """What can be switched in this session, and how it stands."""
        actions = self._window.actions_table
        switch = actions["session.coordinator"]
        switch.setChecked(bool(session.settings.get("coordinator")))
        switch.setEnabled(session.parent_id is None and session.source == "user")
        actions.enable("session.archive", session.archived is None)
        actions.enable("session.restore", session.archived is not None)

    def show_text(self, title: str, text: str, line: int | None = None) -> None:
        viewer = TextViewer(title, text, self._window)
        viewer.show()
        if line:
            viewer.go_to_line(line)

    def file_entries(self) -> list[Entry]:
        """The project's files, for the palette; choosing one shows it."""
        names = [offer.label for offer in self._files if not offer.label.endswith("/")]
        return [
            Entry(
                name,
                translate("Actions", "File of the project"),
                partial(self._desk.open_file, name),
            )
            for name in names
        ]

    async def ask_for_folder(self) -> None:
        start = self._desk.folder or Path.home()
        folder = await dialogs.pick_folder(
            self._window, translate("Desk", "Open a project folder"), start
        )
        if folder is not None:
            await self._desk.open_folder(folder)

    async def run_local_command(self, text: str) -> bool:
        """Commands that concern the window alone; False when it is not one of them."""
        match text.strip():
            case "/clear":
                await self._desk.clear()
            case "/model":
                self.act("model.choose")
            case "/agents":
                self._window.actions_table["agents.edit"].trigger()
            case _:
                return False
        return True

    def act(self, action: str) -> None:
        """Do what a card's or notice's button names."""
        if action == "model.choose":
            self.pane.model_picker.setFocus()
            self.pane.model_picker.showPopup()
        elif action == "chat.retry":
            self._scope.start(
                self._desk.send(translate("Desk", "Go on from where you stopped."), [], "next")
            )
        elif action == "trust" and self._desk.folder is not None:
            from desktop.trust import ask_for_trust

            self._scope.start(ask_for_trust(self._engine, self._desk.folder, self._window))
        elif action.startswith("settings"):
            self.settings_desk.open(action.partition(".")[2])
        elif action == "usage.open":
            self.settings_desk.open_usage()
        elif action.startswith("session:"):
            self._desk.open_session(action.partition(":")[2])
        elif action.startswith("plan:"):
            self._scope.start(self.team_desk.answer_plan(action.partition(":")[2]))
        elif action in ("chat.compact", "chat.stop"):
            self._window.actions_table[action].trigger()

    # Following ----------------------------------------------------------------------------------------

    def follow(self, event: Event) -> None:
        self.pane.apply(event)
        self.settings_desk.follow(event)
        if self.book.apply(event):
            self._mark_waiting()
            return
        match event:
            case SessionCreated(session=session) | SessionUpdated(session=session):
                self.tree.put_session(session)
                current = self._desk.session
                if current is not None and current.id == session.id:
                    self._desk.session = session
                    self.show_info(session)
            case SessionDeleted(session=session):
                self.tree.remove(session.id)
                self.tasks.model.forget_sessions({session.id})
                self._desk.session_gone(session.id)
            case TaskStarted(task=task) | TaskProgress(task=task) | TaskFinished(task=task):
                self.tasks.put(task)
                self._mark_task(task)
                if task.team is not None:
                    self._mark_waiting()
                if not isinstance(event, TaskProgress):
                    self.pane.transcript.requests_changed()
                if isinstance(event, TaskFinished) and task.background:
                    said = task.description or task.command or task.agent
                    self.tray.say(
                        translate("Desk", "A task has ended: {}").format(state_word(task.state)),
                        said,
                        f"task:{task.id}",
                    )
            case PartUpdated(part=ToolPart(tool="question") as part):
                self._question(part)
            case TurnStarted():
                self._began[event.session_id] = time.time()
                self.tree.set_state(event.session_id, "working", True)
                self.tree.set_state(event.session_id, "failed", False)
            case TurnFinished():
                self._turn_finished(event)
            case MessageUpdated(message=message) if message.completed and message.usage.total:
                self._show_context(event.session_id, message.usage.context, message.model)
            case Notice():
                self._notice(event)
            case DefinitionsChanged() if self._desk.folder is not None:
                self._scope.start(self.show_choices(self._desk.folder), name="choices")
        self.team_desk.follow(event)

    def _turn_finished(self, event: TurnFinished) -> None:
        session_id = event.session_id
        self._began.pop(session_id, None)
        self.tree.set_state(session_id, "working", False)
        self.tree.set_state(session_id, "failed", event.outcome == "failed")
        current = self._desk.session
        if current is not None and current.id == session_id and self._window.isActiveWindow():
            self._scope.start(self._desk.mark_read(), name="read")
        else:
            node = self.tree.nodes.get(session_id)
            is_root = node is not None and node.session is not None and not node.session.parent_id
            self.tree.set_state(session_id, "unread", is_root)
            if is_root and node is not None:
                self.tray.say(
                    node.title,
                    translate("Desk", "The turn has ended: {}.").format(state_word(event.outcome)),
                    f"session:{session_id}",
                )
        self._scope.start(self._show_cost(), name="cost")

    def _mark_task(self, task: Task) -> None:
        if task.session_id:
            self.tree.set_state(task.session_id, "working", task.state in ("running", "queued"))
            self.tree.set_state(task.session_id, "failed", task.state == "failed")

    def _mark_waiting(self) -> None:
        waiting = {request.session_id for request in self.book.all()}
        waiting |= {task.session_id for task in self.team_desk.plans() if task.session_id}
        waiting.update(self._questions.values())
        for session_id in waiting | self._waiting_before:
            self.tree.set_state(session_id, "waiting", session_id in waiting)
        self._waiting_before = waiting

    def _offer(self, sentence: str, button: str, act: Callable[[], Awaitable[None]]) -> None:
        """Say something that a button can still change."""
        notice = Said("info", sentence, "", button, lambda: self._scope.start(_awaited(act)))
        self._window.notices.say(notice)

    def _question(self, part: ToolPart) -> None:
        """A question waits for the person just as a request does, but is answered in the chat."""
        open_now = part.status == "running" and part.metadata.get("waiting") is True
        if open_now == (part.call_id in self._questions):
            return
        if open_now:
            self._questions[part.call_id] = part.session_id
            node = self.tree.nodes.get(part.session_id)
            asked = part.metadata.get("questions") or [{}]
            self.tray.say(
                translate("Chat", "{title} asks you").format(
                    title=node.title if node else translate("Chat", "An agent")
                ),
                visible(str(asked[0].get("question", ""))),
                f"question:{part.session_id}",
            )
        else:
            del self._questions[part.call_id]
        self._mark_waiting()

    def _notice(self, event: Notice) -> None:
        if event.action.startswith("plan:"):
            self.tray.say(engine_text(event.sentence), "", event.action)
        act = (lambda: self.act(event.action)) if event.action else None
        self._window.notices.say(
            Said(event.level, event.sentence, event.hint, translate("Desk", "Show"), act)
        )

    def _show_context(self, session_id: str, used: int, model: str | None) -> None:
        current = self._desk.session
        if current is None or current.id != session_id:
            return
        info = next((m for m in self._models if m.ref == model or m.model == model), None)
        self.pane.meter.show_use(used, info.context if info else None, {})

    def _show_last_context(self, session: Session) -> None:
        """What the newest answer reported; nothing is counted for it."""
        self.pane.meter.show_use(0, None, {})
        for row in range(len(self.pane.model) - 1, max(-1, len(self.pane.model) - 20), -1):
            body = self.pane.model.body(row)
            if body is not None and body.info.usage.total:
                self._show_context(session.id, body.info.usage.context, body.info.model)
                return

    async def measure_context(self) -> ContextUse | None:
        """Count what fills the context of the session on screen, and show it in the meter."""
        session = self._desk.session
        if session is None:
            return None
        use = await self._engine.context_use(session.id)
        if self._desk.session is not None and self._desk.session.id == session.id:
            self.pane.meter.show_use(use.tokens, use.context, use.parts)
        return use

    async def look_at_context(self) -> None:
        """The mouse is on the meter: say more if more can be said."""
        with contextlib.suppress(SpinneyError):
            await self.measure_context()

    async def show_context(self) -> None:
        """A dialog with what fills the context, and the way to make it smaller."""
        use = await self.measure_context()
        if use is None:
            return
        first, *rest = use_lines(use.tokens, use.context, use.parts)
        limit = (
            translate("Desk", "It is compacted by itself at {} tokens.").format(tokens(use.limit))
            if use.limit
            else ""
        )
        answer = await dialogs.choose(
            self._window,
            first,
            "\n".join([*rest, "", limit]).strip(),
            [("compact", translate("Desk", "Compact now")), ("close", translate("Desk", "Close"))],
        )
        if answer == "compact":
            self._window.actions_table["chat.compact"].trigger()

    async def _show_cost(self) -> None:
        session = self._desk.session
        if session is None:
            return
        _usage, cost = await self._engine.store.subtree_usage(session.id)
        fresh = await self._engine.store.get_session(session.id)
        if self._desk.session is not None and self._desk.session.id == session.id:
            self.pane.show_cost(fresh.cost, cost)

    async def _list_files(self, folder: Path) -> None:
        self._files = await asyncio.to_thread(project_files, folder)

    def _path(self, session: Session) -> list[str]:
        return [node.title for node in self.tree.path(session.id)] or [
            session.title or translate("Desk", "New session")
        ]

    def _go_to(self, target: str) -> None:
        """A notification was clicked."""
        kind, _, key = target.partition(":")
        if kind == "request":
            self.requests.show(key)
        elif kind in ("session", "question"):
            self._desk.open_session(key)
        elif kind == "task":
            self._window.docks["tasks"].show()
            self._window.docks["tasks"].raise_()
            self.tasks.select(key)
        elif kind == "plan":
            self.act(target)
        elif kind == "waiting":
            self.requests.show_next(None)


def _local_commands() -> dict[str, str]:
    """The commands that concern the window alone, and what each does."""
    return {
        "clear": translate("Desk", "Start a new session"),
        "model": translate("Desk", "Choose another model"),
        "agents": translate("Desk", "Show the agents and edit them"),
    }
