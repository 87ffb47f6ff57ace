"""The engine: one door to everything below it.

``Engine.open`` puts the parts together; the methods are what a window or a command line can ask
for. Nothing clever happens here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from core import __version__
from core.agents.catalog import AgentCatalog
from core.agents.definition import AgentDefinition
from core.agents.folders import UserFolders
from core.agents.generate import generate_agent
from core.agents.writer import save_agent
from core.bus import Bus
from core.checkpoints.going_back import GoingBack
from core.checkpoints.keeper import Keeper
from core.checkpoints.models import Checkpoint, RevertPreview, RevertResult, What
from core.checkpoints.turns import TurnCheckpoints
from core.commands.definition import CommandCatalog, CommandDefinition
from core.commands.expand import parse_invocation
from core.config.acting_files import ActingFile as ActingFile
from core.config.loader import load
from core.config.secrets import KeyLookup
from core.config.settings import Settings
from core.config.trust import TrustState, TrustStore
from core.errors import NotFound, SpinneyError
from core.events import AsideUpdated, Notice
from core.extensions import Extensions, home_of
from core.ids import new_id
from core.incoming import Incoming
from core.llm.book import ModelBook
from core.llm.client import ModelClient, complete
from core.llm.demo_project import copy_demo_project
from core.llm.types import ModelInfo, ModelRequest
from core.log import start_logging, stop_logging
from core.loop.asides import Asides, OnText
from core.loop.compaction import Compactor, edit_summary
from core.loop.context_use import by_kind
from core.loop.hooked import LoopHooks
from core.loop.input import InputReader, find_command, turn_overrides
from core.loop.limits import Limits
from core.loop.meter import ContextUse as ContextUse
from core.loop.plugged import prompt_commands
from core.loop.prepare import NO_MODEL, Preparer
from core.loop.rights import RightsSource
from core.loop.run import Run
from core.loop.runner import Runners
from core.loop.subtasks import Subtasks
from core.loop.surroundings import Surroundings
from core.loop.turn import Loop, TurnResult
from core.paths import Paths
from core.permissions.broker import Broker
from core.permissions.models import Answer, Approval, Mode, Request, Rule
from core.permissions.modes import effective_mode, parse_mode
from core.process import shutdown as end_processes
from core.projects import ProjectContext, Projects, project_root, real_directory
from core.questions import PendingQuestions
from core.redact import Redactor
from core.review.dismissals import set_dismissed
from core.review.export import as_json, as_markdown, background_fix, fix_prompt
from core.review.models import ReviewTarget
from core.review.task import ReviewTask
from core.sandbox.cleanup import tidy
from core.sandbox.service import ShellSandbox
from core.sessions.export import export_session
from core.sessions.models import Origin, Part, Project, ReviewPart, Session
from core.sessions.recovery import recover
from core.sessions.store import Store
from core.setup.setup import Setup as Setup
from core.skills.skill import SkillCatalog
from core.tasks.forking import fork_for_person
from core.tasks.launch import Launcher
from core.tasks.lifecycle import Lifecycle
from core.tasks.messages import Messenger
from core.tasks.models import STOPPABLE, Priority, QueueItem, Task
from core.tasks.registry import LiveTask, Registry
from core.tasks.running import CompactTask, RegularTask, SessionTasks, SubagentTask
from core.tasks.service import TaskService
from core.tasks.shells import Shells
from core.tasks.team_list import Team, TeamTask
from core.tasks.teams import Teams
from core.tools.executor import Executor
from core.tools.registry import all_tools
from core.tools.services import Services
from core.tools.todo_list import StoredTodos
from core.worktrees.models import BinEntry
from core.worktrees.service import SessionWorktrees
from core.worktrees.setup import SetUp

log = logging.getLogger("spinney.engine")


class Engine:
    """Everything that a person can do, in one place. Make one with ``open``, end it with ``close``."""

    paths: Paths
    bus: Bus
    store: Store
    origin: Origin
    interactive: bool
    projects: Projects
    keys: KeyLookup
    redactor: Redactor
    log_handler: logging.Handler
    sandbox: ShellSandbox
    models_client: ModelClient
    book: ModelBook
    owns_client: bool
    extensions: Extensions
    incoming: Incoming
    compactor: Compactor
    keeper: Keeper
    turn_checkpoints: TurnCheckpoints
    going_back: GoingBack
    session_tasks: SessionTasks
    broker: Broker
    questions: PendingQuestions
    asides: Asides
    preparer: Preparer
    runners: Runners
    registry: Registry
    lifecycle: Lifecycle
    launcher: Launcher
    messenger: Messenger
    teams: Teams
    shells: Shells
    worktrees: SessionWorktrees
    tidying: asyncio.Task[None]
    setup: Setup

    @classmethod
    async def open(
        cls,
        paths: Paths,
        *,
        origin: Origin,
        interactive: bool,
        models_client: ModelClient | None = None,
    ) -> Engine:
        """Open the store, put interrupted runs in order, and wire the parts.

        ``interactive`` tells that a person is there to answer. A ``models_client`` that is passed in
        is shared: closing the engine leaves it open.
        """
        paths.create()
        engine = cls()
        engine.redactor = Redactor()
        engine.log_handler = start_logging(paths.logs, engine.redactor, name=origin)
        engine.paths, engine.origin = paths, origin
        engine.bus = Bus()
        engine.store = store = await Store.open(paths, engine.bus, hide=engine.redactor.known)
        try:
            await recover(store)
            await tidy(paths)
            settings = (await asyncio.to_thread(load, paths, None, False)).settings
            engine._wire(interactive, models_client, settings.max_running_tasks)
            engine.keys.remember(settings)
            await engine.worktrees.manager.recover()
            engine.tidying = asyncio.create_task(engine.worktrees.tidy(), name="empty old bins")
            await engine.extensions.start()
        except BaseException:
            await store.close()
            raise
        return engine

    def _wire(self, interactive: bool, models_client: ModelClient | None, max_running: int) -> None:
        store, paths = self.store, self.paths
        self.interactive = interactive
        self.projects = Projects(paths, TrustStore(paths))
        self.keys = KeyLookup(redactor=self.redactor)
        self.sandbox = ShellSandbox(paths)
        self.owns_client = models_client is None
        self.models_client = models_client or ModelClient(log_folder=paths.logs)
        self.book = ModelBook(self.models_client, self.keys, paths.cache)
        self.setup = Setup(
            paths, self.bus, store, self.projects, self.keys, self.book,
            self.models_client, self.sandbox, self.redactor,
        )  # fmt: skip
        self.broker = Broker(store, self.bus, interactive=interactive)
        self.worktrees = SessionWorktrees.make(store, self.bus, self.projects, paths)
        services = Services()
        rights = RightsSource(store, self.projects, self.sandbox)
        tools = all_tools()
        extensions = self._wire_extensions(interactive)
        hooks = LoopHooks(extensions.hooks, store)
        executor = Executor(store, self.broker, services, paths, tools, hooks)
        preparer = Preparer(
            *(store, paths, self.projects, self.book, rights, tools, services),
            extensions,
            self.redactor,
        )
        reader = InputReader(store, executor, self.projects, paths, hooks, extensions.servers)
        self.compactor = Compactor(store, self.models_client)
        self.compactor.before.append(hooks.compact_before)
        self.compactor.after.append(hooks.compact_after)
        self.keeper = Keeper(store, paths)
        turns = self.turn_checkpoints = TurnCheckpoints(self.keeper)
        self.going_back = GoingBack(self.keeper, turns)
        loop = Loop(
            store,
            executor,
            self.models_client.stream,
            before_turn=[self.going_back.settle],
            before_step=[
                SetUp(store, executor, self.worktrees.manager).run,
                turns.before_step,
                Subtasks(store, executor).run,
                Run.renew_tools,
                self.compactor.before_step,
            ],
            after_turn=[turns.after_turn],
            on_overflow=self.compactor.overflowed,
            parts_of=reader.parts_of,
            keeps_going=hooks.keeps_going,
        )
        self.preparer = preparer
        self.runners = Runners(store, loop, preparer)
        surroundings = Surroundings(store, extensions, self._context_of, self.incoming.worked_in)
        self.runners.around = surroundings.turn
        self.registry = Registry(store)
        preparer.task_of = self._task_of
        preparer.limits_of = self._limits_of
        preparer.run_of = lambda session_id: self.runners.of(session_id).run
        preparer.interactive = interactive
        preparer.before_turn.append(self.worktrees.be_ready)
        preparer.extra_prompt.append(self.worktrees.prompt_text)
        self.lifecycle = Lifecycle(store, self.runners, self.registry, paths, max_running)
        self.lifecycle.around = surroundings
        self.lifecycle.clean_up.append(self.worktrees.end)
        self.broker.waiting = self.lifecycle.waiting
        self.shells = Shells(store, self.registry, self.lifecycle, paths)
        self.messenger = Messenger(store, self.registry, self.lifecycle, self.shells.stop)
        self.teams = Teams(store, self.lifecycle, self.messenger)
        self.lifecycle.rest = self.teams.rest
        self.lifecycle.clean_up.append(self.teams.dismiss)
        self.launcher = Launcher(
            *(store, self.lifecycle, self._catalog_for, self.worktrees),
            teams=self.teams,
            require=extensions.require,
        )
        self.questions = PendingQuestions(interactive=interactive, waiting=self.lifecycle.waiting)
        services.redactor = self.redactor
        self.asides = Asides(
            store,
            self.models_client,
            self.book,
            self.projects,
            self._run_of,
            self._note_progress,
        )
        if interactive:
            self.asides.watch()
        self.session_tasks = SessionTasks(
            store,
            self.lifecycle,
            self.runners,
            self.settings_for,
            {
                "regular": lambda: RegularTask(self.runners),
                "compact": lambda: CompactTask(self.runners, self.compactor),
                "review": lambda: ReviewTask(self._model_takes),
                "subagent": SubagentTask,
            },
        )
        services.todos = StoredTodos(store)
        services.sandbox = self.sandbox
        services.skills = self._skills_for
        services.questions = self.questions
        services.shells = self.shells
        services.tasks = TaskService(self.launcher, self.messenger, self.teams, self.runners)
        services.teams = self.teams

    def _wire_extensions(self, interactive: bool) -> Extensions:
        self.incoming = Incoming(self.store, self.create_session, self.prompt, self._take_up)
        self.extensions = Extensions(
            *(self.paths, self.store, self.bus, self.keys, self.redactor, self.projects.context),
            interactive=interactive,
            fire=self.incoming.fire,
            pushed=self.incoming.pushed,
        )
        self.projects.on_read = self.extensions.read
        return self.extensions

    async def close(self) -> None:
        """End everything; what runs is left to be taken up again at the next start."""
        await self.extensions.scheduler.close()
        await self.asides.close()
        await self.session_tasks.leave()
        await self.lifecycle.leave()
        await self.runners.leave()
        await self.shells.leave()
        await self.keeper.close()
        await self.lifecycle.settle()
        self.tidying.cancel()
        await asyncio.gather(self.tidying, return_exceptions=True)
        self.worktrees.manager.leave_all()
        await self.extensions.close()
        await self.incoming.close()
        if self.owns_client:
            await self.book.close()
            await self.models_client.close()
        await end_processes()
        await self.store.close()
        stop_logging(self.log_handler)

    def _task_of(self, session_id: str) -> Task | None:
        live = self.registry.of_session(session_id)
        return live.task if live else None

    async def _run_of(self, session: Session) -> Run:
        return self.runners.of(session.id).run or await self.preparer.look(session)

    async def _note_progress(self, task_id: str, line: str) -> None:
        live = self.registry.live.get(task_id)
        if live is not None and line and live.task.state in STOPPABLE:
            live.task.metadata = {**live.task.metadata, "progress": line}
            await self.store.save_task(live.task)

    async def _skills_for(self, session: Session) -> SkillCatalog:
        context = await self._context_of(session)
        return await asyncio.to_thread(self.projects.skills, context)

    async def _context_of(self, session: Session) -> ProjectContext:
        """What holds for a session; for one whose worktree was removed, what holds in its project."""
        directory = Path(session.directory)
        if session.worktree is not None and not directory.is_dir():
            directory = Path((await self.store.get_project(session.project_id)).directory)
        return await self.projects.context(project_root(directory))

    def _limits_of(self, session_id: str) -> Limits | None:
        live = self.registry.of_session(session_id)
        return live.limits if live else None

    async def _catalog_for(self, session: Session) -> AgentCatalog:
        context = await self._context_of(session)
        return context.agents

    # Projects, trust and settings

    async def open_project(self, directory: Path) -> Project:
        root = project_root(directory)
        self.keeper.warm(root)
        return await self.store.project_for(root)

    async def settings_for(self, directory: Path) -> Settings:
        return (await self.projects.context(project_root(directory))).settings

    async def trust_state(self, directory: Path) -> TrustState:
        return await self.projects.trust.state(project_root(directory), directory)

    async def trust(self, directory: Path, shown: TrustState | None = None) -> None:
        """Let the project act as it was shown to the person."""
        root = project_root(directory)
        shown = shown or await self.projects.trust.state(root, directory)
        await self.projects.trust.trust(root, shown)
        self.projects.forget(root)
        await self.extensions.trust(await self.projects.context(root))

    async def agents(self, directory: Path) -> AgentCatalog:
        return (await self.projects.context(project_root(directory))).agents

    async def models(self, directory: Path) -> list[ModelInfo]:
        return await self.book.list(await self.settings_for(directory))

    async def commands(self, directory: Path) -> CommandCatalog:
        """The commands that hold here, with the prompts of MCP servers that are ready."""
        root = project_root(directory)
        known = (await self.projects.context(root)).commands
        prompts = prompt_commands(self.extensions.servers, home_of(root))
        return replace(known, commands=(*known.commands, *prompts)) if prompts else known

    async def prepare_demo(self) -> Path:
        """A fresh copy of the sample project for the demo tour; returns its folder."""
        target = self.paths.data / "demo" / time.strftime("%Y%m%d-%H%M%S") / "teashop"
        await asyncio.to_thread(copy_demo_project, target)
        return target

    def export_session(self, session_id: str) -> AsyncIterator[str]:
        """A session and everything below it as JSON lines, without secrets."""
        return export_session(self.store, session_id, self.redactor)

    async def generate_agent(
        self, directory: Path, description: str, model: str | None = None
    ) -> AgentDefinition:
        """Make an agent from a description with one model call; nothing is saved."""
        context = await self.projects.context(project_root(directory))
        wanted = model or context.settings.model
        if not wanted:
            raise NO_MODEL
        choice = await self.book.choose(wanted, context.settings)
        base = ModelRequest(
            provider=choice.access, model=choice.info.model, messages=(), price=choice.info.price
        )
        made = await generate_agent(
            description,
            [agent.name for agent in context.agents],
            base,
            lambda request: complete(self.models_client, request),
        )
        return made.definition()

    async def save_agent(
        self, directory: Path, agent: AgentDefinition, where: Literal["user", "project"]
    ) -> Path:
        """Write an agent as a Markdown file of the person's or the project's."""
        root = project_root(directory)
        folders = UserFolders.from_environment(self.paths)
        path = await asyncio.to_thread(save_agent, agent, where, folders, root)
        self.projects.forget()
        return path

    # Sessions

    async def create_session(
        self,
        directory: Path,
        *,
        agent: str | None = None,
        model: str | None = None,
        mode: str | None = None,
        rules: Sequence[Rule] = (),
        settings: dict[str, Any] | None = None,
    ) -> Session:
        """A new root session; names are checked now, so that mistakes are told at once."""
        directory = real_directory(directory)
        root = project_root(directory)
        project = await self.store.project_for(root)
        context = await self.projects.context(root)
        await self.extensions.use(root)
        chosen = context.agents.get(agent) if agent else context.agents.default(context.settings)
        return await self.store.create_session(
            Session(
                project_id=project.id,
                directory=str(directory),
                version=__version__,
                agent=chosen.name,
                model=model,
                mode=parse_mode(mode) if mode else own_mode(chosen),
                origin=self.origin,
                rules=[plain_rule(rule) for rule in rules],
                settings=settings or {},
            )
        )

    async def change_session(self, session_id: str, **changes: Any) -> Session:
        """Change title, agent, model, mode or other fields of a session's row."""
        if "mode" in changes:
            changes["mode"] = parse_mode(changes["mode"])
        if changes.get("agent"):
            (await self._catalog_for(await self.store.get_session(session_id))).get(
                changes["agent"]
            )

        def change(session: Session) -> None:
            for name, value in changes.items():
                setattr(session, name, value)

        session = await self.store.edit_session(session_id, change)
        running = self.runners.of(session_id).run
        if running is not None:
            for name, value in changes.items():
                setattr(running.session, name, value)
        return session

    async def delete_session(self, session_id: str) -> None:
        """Stop whatever runs in it, then delete it with everything below it."""
        await self.stop_everything_in(session_id)
        await self.store.delete_session(session_id)
        for key in await self.store.values(f"team-tasks:{session_id}:"):
            await self.store.set_value(key, None)
        self.extensions.pool.forget(session_id)

    # Talking

    async def prompt(
        self,
        session_id: str,
        text: str,
        *,
        parts: Sequence[Part] = (),
        priority: Priority = "next",
        source: str = "person",
        metadata: dict[str, Any] | None = None,
    ) -> QueueItem | None:
        """Queue a person's input, typed or scheduled; a session at rest takes it up at once. A
        command that steers the program itself is carried out instead and queues nothing. What calls
        a task (``/review``, ``/compact``, or one of an installed package) starts that: the item
        returned for it is delivered already."""
        session = await self.store.get_session(session_id)
        context = await self._context_of(session)
        called = find_command(context, text)
        if called and called[0].kind in ("side", "fork", "agents", "model", "clear"):
            await self._steer(session, called[0].kind, called[1])
            return None
        if task := await self._task_called(called[0] if called else None, text):
            self.session_tasks.spawn(session_id, *task)
            return QueueItem(session_id=session_id, text=text, delivered=time.time())
        item = QueueItem(
            session_id=session_id,
            priority=priority,
            text=text,
            parts=[part.model_dump(mode="json") for part in parts],
            source=source,
            metadata={**(metadata or {}), **(turn_overrides(called[0], context) if called else {})},
        )
        await self.store.enqueue(item)
        if not session.title:
            await self.change_session(session_id, title=" ".join(text.split())[:80])
        await self._take_up(session_id)
        return item

    async def _steer(self, session: Session, kind: str, arguments: str) -> None:
        """The built-in commands that are no prompt."""
        if not self.interactive:
            raise SpinneyError(
                f"/{kind} works only at the desk.", "Use the options of spinney exec."
            )
        match kind:
            case "side":
                self.begin_aside(session.id, arguments)
            case "fork":
                await self.fork(session.id, arguments)
            case "model" if arguments.strip():
                settings = await self.settings_for(Path(session.directory))
                choice = await self.book.choose(arguments.strip(), settings)
                await self.change_session(session.id, model=choice.info.ref)
                self._tell(session.id, f"This session now works with {choice.info.ref}.")
            case "model":
                self._tell(session.id, "Choose a model.", "model.choose")
            case "agents":
                self._tell(session.id, "The agents are in the settings.", "settings.agents")
            case "clear":
                fresh = await self.create_session(
                    Path(session.directory),
                    agent=session.agent,
                    model=session.model,
                    mode=session.mode,
                )
                self._tell(fresh.id, "This is a new session.", "session.open")

    def _tell(self, session_id: str, sentence: str, action: str = "") -> None:
        self.bus.publish(Notice(session_id, "info", sentence, action=action))

    async def ask_aside(self, session_id: str, question: str, on_text: OnText | None = None) -> str:
        """Ask about a conversation without leaving a trace in it; ``on_text`` gets the pieces of the
        answer as they come. Cancelling the coroutine ends it."""
        return await self.asides.side_question(
            await self.store.get_session(session_id), question, on_text
        )

    def begin_aside(self, session_id: str, question: str) -> asyncio.Task[None]:
        """The same by itself, told as ``aside.updated``; cancel the task to end it."""
        aside_id, said = new_id("aside"), list[str]()

        def tell(done: bool = False, error: str | None = None) -> None:
            text = "".join(said)
            self.bus.publish(AsideUpdated(session_id, aside_id, question, text, done, error))

        def take(text: str) -> None:
            said.append(text)
            tell()

        async def ask() -> None:
            try:
                await self.ask_aside(session_id, question, take)
            except SpinneyError as error:
                tell(done=True, error=str(error))
            except asyncio.CancelledError:
                tell(done=True, error="It was cancelled.")
                raise
            else:
                tell(done=True)

        return self.asides.start(ask())

    async def summarize(self, session_id: str) -> str:
        """What was done in a session, in a few sentences."""
        return await self.asides.summary(await self.store.get_session(session_id))

    async def _task_called(
        self, command: CommandDefinition | None, text: str
    ) -> tuple[str, str] | None:
        """The task that a text calls, and its input; None for a prompt or a command."""
        invocation = parse_invocation(text)
        if invocation is None:
            return None
        if command is not None:
            return (command.kind, invocation[1]) if command.kind in ("review", "compact") else None
        added = await asyncio.to_thread(self.session_tasks.added)
        return invocation if invocation[0] in added else None

    async def _take_up(self, session_id: str) -> None:
        """Wake the session; a child whose task had ended runs again as that task."""
        task = await self.store.task_for_session(session_id)
        if task is not None:
            await self.messenger.take_up(task.id, "person")
        else:
            self.runners.of(session_id).wake()

    async def run_line(self, session_id: str, command: str) -> None:
        """A command that a person typed with ``!``: run, then shown to the model."""
        item = QueueItem(session_id=session_id, kind="bash", text=command, source="person")
        await self.store.enqueue(item)
        await self._take_up(session_id)

    def is_running(self, session_id: str) -> bool:
        return self.runners.of(session_id).running

    async def wait_idle(self, session_id: str) -> TurnResult | None:
        runner = self.runners.of(session_id)
        await runner.wait_idle()
        return runner.last

    async def queue(self, session_id: str) -> list[QueueItem]:
        return await self.store.queue(session_id)

    async def edit_queued(self, item: QueueItem, text: str) -> None:
        await self.store.update_queue_item(item.model_copy(update={"text": text, "parts": []}))

    async def remove_queued(self, item_id: str) -> None:
        await self.store.remove_queue_item(item_id)

    async def send_now(self, item: QueueItem) -> None:
        """Put a queued prompt before everything else and end the current turn for it."""
        await self.store.update_queue_item(item.model_copy(update={"priority": "now"}))
        live = self.registry.of_session(item.session_id)
        if live is not None:
            live.again = self.is_running(item.session_id)
        await self.runners.of(item.session_id).interrupt()
        await self._take_up(item.session_id)

    # Context

    async def compact(self, session_id: str, focus: str = "") -> str | None:
        """Replace what the model sees of the conversation by a summary, and return that.

        A running turn does it before its next request; then there is nothing to return.
        """
        return await self.session_tasks.start(session_id, "compact", focus)

    async def edit_summary(self, session_id: str, part_id: str, summary: str) -> None:
        """Put a person's words in place of a compaction's summary."""
        running = self.runners.of(session_id).run
        await edit_summary(self.store, running, session_id, part_id, summary)

    async def context_use(self, session_id: str) -> ContextUse:
        """How full the model's context is, and with what."""
        run = self.runners.of(session_id).run
        if run is None:
            run = await self.preparer.look(await self.store.get_session(session_id))
        return by_kind(self.compactor.use_of(run), run)

    # Reviews and other tasks

    async def start_task(self, session_id: str, name: str, input: str = "") -> str | None:
        """Run a task of any kind in a session: ``regular``, ``review``, ``compact``, ``subagent``, or
        one that an installed package adds. Returns what it said."""
        return await self.session_tasks.start(session_id, name, input)

    async def review(self, session_id: str, target: ReviewTarget | str = "") -> ReviewPart:
        """Review a change in a child session that only reads; a text names a branch, a commit, or
        what to look at. The part is in the session from the start, with its progress."""
        task = ReviewTask(self._model_takes, target if isinstance(target, ReviewTarget) else None)
        await self.session_tasks.run(
            session_id, task, target if isinstance(target, str) else target.value
        )
        return task.part

    async def dismiss_finding(
        self, session_id: str, message_id: str, finding_id: str, dismissed: bool = True
    ) -> None:
        """Hide a finding here and in later reviews of the project, or show it again."""
        session = await self.store.get_session(session_id)
        part = await self._review_part(message_id)
        await set_dismissed(self.store, session.project_id, part, finding_id, dismissed)

    async def fix_findings(
        self,
        session_id: str,
        message_id: str,
        finding_ids: Collection[str] | None = None,
        *,
        background: bool = False,
    ) -> QueueItem | None:
        """Have the session's agent mend some findings, or all that were not dismissed; or an agent in
        the background, in a worktree of its own."""
        text = fix_prompt(await self._review_part(message_id), finding_ids)
        if not background:
            return await self.prompt(session_id, text)
        parts = background_fix(text)
        return await self.prompt(session_id, parts[0].text, parts=parts)

    async def export_review(self, message_id: str, form: Literal["json", "markdown"]) -> str:
        part = await self._review_part(message_id)
        return as_json(part) if form == "json" else as_markdown(part)

    async def _review_part(self, message_id: str) -> ReviewPart:
        entry = await self.store.get_message(message_id)
        for part in entry.parts:
            if isinstance(part, ReviewPart):
                return part
        raise NotFound("That message holds no review.")

    async def _model_takes(self, model: str | None, settings: Settings) -> int | None:
        """What a model can take, where that is known."""
        if not (wanted := model or settings.model):
            raise NO_MODEL
        return (await self.book.choose(wanted, settings)).info.context

    # Going back

    async def checkpoints(self, session_id: str) -> list[Checkpoint]:
        """The prompts a person can go back to, with what their turns changed."""
        return await self.turn_checkpoints.prompts(await self.store.get_session(session_id))

    async def patch_diff(self, session_id: str, before: str, after: str) -> str:
        """The difference between the two checkpoints of a ``PatchPart`` as a text."""
        session = await self.store.get_session(session_id)
        objects = self.keeper.objects(project_root(Path(session.directory)))
        return await objects.diff(before, after)

    async def preview_revert(
        self, session_id: str, message_id: str, what: What = "both"
    ) -> RevertPreview:
        """What going back to just before a prompt would do; nothing is changed."""
        session = await self.store.get_session(session_id)
        return await self.going_back.preview(session, message_id, what)

    async def revert(
        self,
        session_id: str,
        message_id: str,
        what: What = "both",
        *,
        overwrite: Collection[str] = (),
    ) -> RevertResult:
        """Go back to just before a prompt: files, conversation or both.

        Files that someone else changed as well (``conflicts`` of the preview) stay as they are
        unless their paths are in ``overwrite``.
        """
        session = await self._at_rest(session_id)
        return await self.going_back.revert(session, message_id, what, overwrite)

    async def preview_redo(self, session_id: str) -> RevertPreview:
        return await self.going_back.preview_redo(await self.store.get_session(session_id))

    async def redo(self, session_id: str, *, overwrite: Collection[str] = ()) -> RevertResult:
        """Take the latest going back back."""
        return await self.going_back.redo(await self._at_rest(session_id), overwrite)

    async def _at_rest(self, session_id: str) -> Session:
        """The session, if neither it nor anything below it works."""
        if self.is_running(session_id) or self.registry.stoppable_under(session_id):
            raise SpinneyError("The session is working.", "Stop it first, then go back.")
        return await self.store.get_session(session_id)

    # Requests and questions

    async def requests(self) -> list[Request]:
        return await self.store.requests(state="asked")

    async def answer(self, request_id: str, answer: Answer) -> Request:
        """Answer a request; a run that a restart had interrupted goes on with the answer."""
        request = await self.broker.answer(request_id, answer)
        if not self.is_running(request.session_id):
            await self._take_up(request.session_id)
        return request

    def answer_question(self, call_id: str, answers: list[list[str]]) -> None:
        self.questions.answer(call_id, answers)

    # The four stops

    async def interrupt(self, session_id: str) -> bool:
        """End this turn and its foreground children; background work goes on. A foreground child's
        turn is part of its parent's, so interrupting it interrupts that."""
        live = self.registry.of_session(session_id)
        while live is not None and not live.task.background:
            session_id = live.task.owner_session_id
            live = self.registry.of_session(session_id)
        interrupted = await self.runners.of(session_id).interrupt()
        return await self.session_tasks.stop(session_id) or interrupted

    async def stop_task(self, task_id: str) -> None:
        """Stop one task; it can be resumed."""
        live = self._live(task_id)
        await self.messenger.stop_task(live, "person")

    async def stop_tree(self, task_id: str) -> list[Task]:
        """Stop a task and everything under it."""
        return await self.messenger.stop_tree(await self.store.get_task(task_id), "person")

    async def discard_task(self, task_id: str) -> BinEntry | None:
        """Stop a task and everything under it, and put its worktree into the bin."""
        await self.stop_tree(task_id)
        await self.lifecycle.closed(task_id)
        return await self.worktrees.discard(await self.store.get_task(task_id))

    async def stop_everything_in(self, session_id: str) -> None:
        """Interrupt a session and stop every task under it."""
        await self.interrupt(session_id)
        for live in self.registry.stoppable_under(session_id):
            await self.messenger.stop_tree(live.task, "person")

    async def stop_all(self) -> None:
        """Stop every task and every turn of this process."""
        for live in list(self.registry.live.values()):
            if live.task.state in STOPPABLE:
                with contextlib.suppress(SpinneyError):
                    await self.messenger.stop_task(live.task, "person")
        await self.interrupt_all()

    async def interrupt_all(self) -> None:
        await asyncio.gather(*(self.interrupt(r.session_id) for r in self.runners.running()))

    def _live(self, task_id: str) -> Task:
        live = self.registry.live.get(task_id)
        if live is None:
            raise NotFound("That task does not run here.", "It may have ended already.")
        return live.task

    # Tasks

    async def tasks(self, **filters: Any) -> list[Task]:
        return await self.store.tasks(**filters)

    def send_to_background(self, task_id: str) -> None:
        """Detach a foreground task; it goes on untouched and reports when it ends."""
        live = self.registry.live.get(task_id)
        if live is None:
            raise NotFound("That task does not run here.", "It may have ended already.")
        self.launcher.detach(live)

    async def message_task(self, task_id: str, text: str) -> str:
        task = await self.store.get_task(task_id)
        owner = await self.store.get_session(task.owner_session_id)
        return await self.messenger.send(owner, task_id, text, "", by="person")

    async def fork(self, session_id: str, prompt: str) -> Task:
        """Let a copy of the conversation work on something in the background."""
        session = await self.store.get_session(session_id)
        if not self.interactive or session.settings.get("coordinator"):
            raise SpinneyError(
                "A conversation can be forked only at the desk, and not by a coordinator."
            )
        run = await self._run_of(session)
        return await fork_for_person(self.store, self.lifecycle, run, prompt)

    async def teams_of(self, session_id: str) -> list[tuple[Team, list[TeamTask]]]:
        """The teams under a session's root, each with its shared list."""
        session = await self.store.get_session(session_id)
        teams = await self.teams.all(session.root_id)
        return [(team, await self.teams.tasks(team)) for team in teams]

    async def answer_plan(self, task_id: str, approve: bool, feedback: str = "") -> None:
        """The person's answer to the plan that a teammate presents."""
        task = await self.store.get_task(task_id)
        await self.teams.answer_plan(task, approve, feedback, by="person")

    async def resume_task(self, task_id: str) -> None:
        """Run a task that had ended or was interrupted once more, from where it was."""
        task = await self.store.get_task(task_id)
        if task.state in STOPPABLE:
            raise SpinneyError(f"The task is {task.state} already.")
        if task.session_id is None:
            raise SpinneyError("A shell command cannot be resumed.", "Run it again instead.")
        item = QueueItem(
            session_id=task.session_id,
            text="You were interrupted. Go on with your task from where you were.",
            metadata={"hidden": True},
        )
        await self.store.enqueue(item)
        await self.messenger.take_up(task_id, "person")

    # Headless runs

    async def start_exec(
        self,
        directory: Path,
        *,
        session_id: str | None,
        agent: str | None,
        model: str | None,
        mode: str | None,
        rules: Sequence[Rule],
        max_steps: int | None,
        trust: bool,
    ) -> Session:
        """The session of one ``spinney exec``: a new one, or an earlier one taken up again."""
        if trust:
            root = project_root(directory)
            self.projects.trust_for_run.add(root)
            self.projects.forget(root)
            await self.extensions.trust(await self.projects.context(root))
        settings: dict[str, Any] = {"max_steps": max_steps}
        if mode == "bypassPermissions":
            settings["bypass_enabled"] = True
        if session_id is None:
            session = await self.create_session(
                directory, agent=agent, model=model, mode=mode, rules=rules, settings=settings
            )
            await self._allow_below(session, rules)
            return session
        session = await self.store.get_session(session_id)
        await self._allow_below(session, rules)
        changes: dict[str, Any] = {
            "rules": [*session.rules, *(plain_rule(rule) for rule in rules)],
            "settings": {**session.settings, **settings},
        }
        for name, value in (("agent", agent), ("model", model), ("mode", mode)):
            if value:
                changes[name] = value
        return await self.change_session(session_id, **changes)

    async def _allow_below(self, session: Session, rules: Sequence[Rule]) -> None:
        """What the command line allows holds for subagents too, as an approval: it answers their
        questions and never beats what is denied to them."""
        for rule in rules:
            if rule.action == "allow":
                await self.store.add_approval(
                    Approval(
                        scope="session",
                        scope_id=session.root_id,
                        permission=rule.permission,
                        pattern=rule.pattern,
                    )
                )

    async def run_to_end(self, session_id: str, prompt: str) -> TurnResult:
        """Prompt, then go on until neither the session nor any agent it started has work left."""
        session = await self.store.get_session(session_id)
        item = await self.prompt(session_id, prompt)
        if item is not None and item.delivered is not None:
            return await self.session_tasks.outcome(session_id)
        runner = self.runners.of(session_id)
        while True:
            await runner.wait_idle()
            if runner.last is not None and runner.last.outcome in ("failed", "interrupted"):
                break
            agents = [
                live
                for live in self.registry.stoppable_in(session.root_id)
                if live.task.kind == "agent" and not live.resting
            ]
            if agents:
                await first_to_end(agents)
            await self.lifecycle.settle()
            if not agents and not runner.running and not await self.store.queue(session_id):
                break
        await self._end_shells(session)
        return runner.last or TurnResult("failed", error="The run did not start.")

    async def _end_shells(self, session: Session) -> None:
        """No command outlives a headless run; the model hears of it when the session goes on."""
        for live in self.registry.stoppable_in(session.root_id):
            if live.task.kind == "shell":
                live.quiet = True
                await self.messenger.stop_task(live.task, "model")
                sentence = f"The background command {live.task.command!r} was ended with this run."
                self.bus.publish(Notice(session.id, "info", sentence))

    def problems(self, session: Session) -> list[str]:
        """What was wrong with the configuration that holds for a session, in sentences."""
        context = self.projects.known(project_root(Path(session.directory)))
        if context is None:
            return []
        problems = [str(problem) for problem in context.loaded.problems]
        return [*problems, *self.extensions.notes(context.root)]


async def first_to_end(tasks: Sequence[LiveTask]) -> None:
    """Wait until one of the tasks has ended, or rests as teammates do."""
    waits = [asyncio.ensure_future(live.ended.wait()) for live in tasks]
    waits += [asyncio.ensure_future(live.at_rest.wait()) for live in tasks]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def own_mode(agent: AgentDefinition) -> Mode:
    """The mode that an agent starts with when the person chose none; a project's agent may only
    make it stricter than usual."""
    wanted = parse_mode(agent.permission_mode or "default")
    return effective_mode("default", wanted) if agent.scope == "project" else wanted


def plain_rule(rule: Rule) -> dict[str, str]:
    return {"permission": rule.permission, "pattern": rule.pattern, "action": rule.action}
