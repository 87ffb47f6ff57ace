"""What the engine is made of, and how its parts find each other."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from core.agents.catalog import AgentCatalog
from core.bus import Bus
from core.checkpoints.going_back import GoingBack
from core.checkpoints.keeper import Keeper
from core.checkpoints.turns import TurnCheckpoints
from core.config.secrets import KeyLookup
from core.extensions import Extensions
from core.incoming import Incoming
from core.llm.book import ModelBook
from core.llm.client import ModelClient
from core.loop.asides import Asides
from core.loop.compaction import Compactor
from core.loop.limits import Limits
from core.loop.prepare import Preparer
from core.loop.run import Run
from core.loop.runner import Runners
from core.paths import Paths
from core.permissions.broker import Broker
from core.projects import ProjectContext, Projects, project_root
from core.questions import PendingQuestions
from core.redact import Redactor
from core.sandbox.service import ShellSandbox
from core.sessions.models import Origin, Session
from core.sessions.store import Store
from core.setup.plugged import Plugged
from core.setup.setup import Setup
from core.skills.skill import SkillCatalog
from core.tasks.launch import Launcher
from core.tasks.lifecycle import Lifecycle
from core.tasks.messages import Messenger
from core.tasks.models import STOPPABLE, Task
from core.tasks.registry import Registry
from core.tasks.running import SessionTasks
from core.tasks.shells import Shells
from core.tasks.teams import Teams
from core.worktrees.service import SessionWorktrees


class EngineParts:
    """The parts of one engine; ``core.engine.Engine`` puts them together."""

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
    plugged: Plugged

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
