"""The engine: one door to everything below it.

``Engine.open`` puts the parts together; the methods are what a window or a command line can ask
for. Nothing clever happens here.
"""

from __future__ import annotations

import asyncio
import logging

from core.bus import Bus
from core.checkpoints.going_back import GoingBack
from core.checkpoints.keeper import Keeper
from core.checkpoints.turns import TurnCheckpoints
from core.config.acting_files import ActingFile as ActingFile
from core.config.loader import load
from core.config.secrets import KeyLookup
from core.config.trust import TrustStore
from core.door.headless import HeadlessRuns
from core.extensions import Extensions
from core.hooks.worktrees import WorktreeHooks
from core.incoming import Incoming
from core.llm.book import ModelBook
from core.llm.client import ModelClient
from core.log import start_logging, stop_logging
from core.loop.asides import Asides
from core.loop.compaction import Compactor
from core.loop.hooked import LoopHooks
from core.loop.input import InputReader
from core.loop.meter import ContextUse as ContextUse
from core.loop.prepare import Preparer
from core.loop.rights import RightsSource
from core.loop.run import Run
from core.loop.runner import Runners
from core.loop.subtasks import Subtasks
from core.loop.surroundings import Surroundings
from core.loop.turn import Loop
from core.paths import Paths
from core.permissions.broker import Broker
from core.process import shutdown as end_processes
from core.projects import Projects
from core.questions import PendingQuestions
from core.redact import Redactor
from core.review.task import ReviewTask
from core.sandbox.cleanup import tidy
from core.sandbox.service import ShellSandbox
from core.sessions.models import Origin
from core.sessions.recovery import recover
from core.sessions.store import Store
from core.setup.plugged import Plugged
from core.setup.setup import Setup as Setup
from core.tasks.launch import Launcher
from core.tasks.lifecycle import Lifecycle
from core.tasks.messages import Messenger
from core.tasks.registry import Registry
from core.tasks.running import CompactTask, SessionTasks, SubagentTask
from core.tasks.service import TaskService
from core.tasks.shells import Shells
from core.tasks.teams import Teams
from core.tools.executor import Executor
from core.tools.registry import all_tools
from core.tools.services import Services
from core.tools.todo_list import StoredTodos
from core.worktrees.service import SessionWorktrees
from core.worktrees.setup import SetUp

log = logging.getLogger("spinney.engine")


class Engine(HeadlessRuns):
    """Everything that a person can do, in one place. Make one with ``open``, end it with ``close``."""

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
            self.compactor,
            self.settings_for,
            {
                "compact": lambda: CompactTask(self.runners, self.compactor),
                "review": lambda: ReviewTask(self._model_takes),
                "subagent": SubagentTask,
            },
        )
        self.runners.take = self.session_tasks.take_turn
        self.compactor.carry_out = self.session_tasks.compact_in
        services.todos = StoredTodos(store)
        services.sandbox = self.sandbox
        services.skills = self._skills_for
        services.skill_loaded = surroundings.skill_loaded
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
        self.plugged = Plugged(self.setup, self.extensions, self.keys, self.redactor)
        around = WorktreeHooks(self.extensions.hooks, self.bus, self.projects.context)
        self.worktrees.manager.before_making = around.before_making
        self.worktrees.manager.before_removing = around.before_removing
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
        await self.sandbox.close()
        await self.store.close()
        stop_logging(self.log_handler)
