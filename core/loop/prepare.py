"""Getting a session ready for a turn: its agent, model, tools, system prompt and rights."""

from __future__ import annotations

import asyncio
import datetime
import platform
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.agents.definition import AgentDefinition
from core.agents.prompts import EnvironmentFacts, system_prompt
from core.config.settings import Settings
from core.config.trust import main_checkout
from core.errors import ModelError
from core.files import FileLedger
from core.llm.book import ModelBook
from core.llm.catalog import ModelChoice
from core.llm.types import ToolSchema
from core.loop.context import ContextBuilder
from core.loop.conversation import Conversation
from core.loop.limits import Limits
from core.loop.offering import offered
from core.loop.rights import RightsSource
from core.loop.run import Run
from core.paths import Paths
from core.permissions.check import Rights
from core.projects import ProjectContext, Projects, project_root
from core.sessions.models import Session
from core.sessions.store import Store
from core.skills.skill import list_skills, load_skill
from core.tasks.listing import describe_agents
from core.tasks.models import Task
from core.tools.base import Tool
from core.tools.registry import pool_for
from core.tools.services import Services

NO_MODEL = ModelError(
    "No model is configured.",
    'Name one as provider/model: --model on the command line, or model = "provider/model" in '
    "config.toml. --model demo/tour shows a scripted demo without a key.",
    kind="model",
)


@dataclass(frozen=True, slots=True)
class TurnOverrides:
    """Agent, model, tools and rules for one turn only."""

    agent: str | None = None
    model: str | None = None
    tools: tuple[str, ...] | None = None
    rules: tuple[tuple[str, str, str], ...] = ()

    @classmethod
    def from_metadata(cls, metadata: dict[str, Any]) -> TurnOverrides:
        tools = metadata.get("tools")
        return cls(
            metadata.get("agent"),
            metadata.get("model"),
            tuple(tools) if tools is not None else None,
            tuple((rule[0], rule[1], rule[2]) for rule in metadata.get("rules", ())),
        )


@dataclass(slots=True)
class Preparer:
    """Makes a ``Run`` from a session row. Ledgers of read files live as long as the process."""

    store: Store
    paths: Paths
    projects: Projects
    book: ModelBook
    rights: RightsSource
    tools: dict[str, Tool[Any]]
    services: Services
    ledgers: dict[str, FileLedger] = field(default_factory=dict)
    task_of: Callable[[str], Task | None] = lambda _session_id: None
    limits_of: Callable[[str], Limits | None] = lambda _session_id: None
    before_turn: list[Callable[[Session], Awaitable[None]]] = field(default_factory=list)
    extra_prompt: list[Callable[[Session, AgentDefinition], Awaitable[str]]] = field(
        default_factory=list
    )

    async def __call__(self, session: Session, run_id: str) -> Run:
        for make_ready in self.before_turn:
            await make_ready(session)
        directory = Path(session.directory)
        root = project_root(directory)
        project = await self.projects.context(root)
        turn = await self._overrides(session)
        agent = project.agents.get(turn.agent or session.agent)
        choice = await self.choose_model(turn.model or session.model, agent, project.settings)
        conversation = await Conversation.load(self.store, session)
        task = self.task_of(session.id)
        rights = await self.rights.of(session.id, agent=agent.name, more=turn.rules)
        pool = offered(pool_for(agent, self.tools, self.services), rights)
        for allowed in (turn.tools, session.settings.get("tools")):
            if allowed is not None:
                pool = [tool for tool in pool if tool.name in allowed]
        schemas = [
            ToolSchema(
                tool.name,
                self._describe(tool, agent, project, rights),
                tool.schema(agent, project.settings),
            )
            for tool in pool
        ]
        return Run(
            id=run_id,
            session=session,
            agent=agent,
            choice=choice,
            settings=project.settings,
            system=await self._system(session, agent, project, directory, choice),
            tools={tool.name: tool for tool in pool},
            schemas=tuple(schemas),
            conversation=conversation,
            context=ContextBuilder(self.paths.attachments, choice.info.ref),
            limits=self._limits(session, agent, project.settings),
            files=self.ledgers.setdefault(session.id, FileLedger()),
            directory=directory,
            project=rights.project,
            project_root=root,
            rights=lambda: self.rights.of(
                session.id, task.id if task else None, agent=agent.name, more=turn.rules
            ),
            task_id=task.id if task else None,
            agent_path=await self.agent_path(session),
            shown_in=session.parent_id or session.id if rights.mode == "bubble" else session.id,
            header=session.agent if session.parent_id else None,
        )

    async def _overrides(self, session: Session) -> TurnOverrides:
        """What the command that this turn answers changes for it."""
        for item in await self.store.queue(session.id):
            if item.source == "person" and "command" in item.metadata:
                return TurnOverrides.from_metadata(item.metadata)
        return TurnOverrides()

    def _limits(self, session: Session, agent: AgentDefinition, settings: Settings) -> Limits:
        """A task's turns share what its run may use; any other turn has limits of its own."""
        limits = self.limits_of(session.id) or Limits()
        limits.steps = session.settings.get("max_steps") or agent.steps or settings.steps
        return limits

    async def choose_model(
        self, wanted: str | None, agent: AgentDefinition, settings: Settings
    ) -> ModelChoice:
        wanted = wanted or (agent.model if agent.model != "inherit" else None)
        wanted = wanted or settings.model
        if not wanted:
            raise NO_MODEL
        return await self.book.choose(wanted, settings)

    async def agent_path(self, session: Session) -> tuple[str, ...]:
        """From the root's agent to this one, with what each is doing: build › explore › fix tests."""
        chain = [*await self.store.ancestors(session.id), session]
        names = [member.agent for member in chain]
        if session.parent_id:
            names.append(session.title.rsplit(" (@", 1)[0])
        return tuple(names)

    async def _system(
        self,
        session: Session,
        agent: AgentDefinition,
        project: ProjectContext,
        directory: Path,
        choice: ModelChoice,
    ) -> str:
        instructions = await asyncio.to_thread(self.projects.instructions, project, directory)
        facts = EnvironmentFacts(
            directory=directory,
            is_git=project.is_git,
            platform=platform.system().lower(),
            date=datetime.date.fromtimestamp(session.created),
            model=choice.info.ref,
            worktree_of=main_checkout(project.root) if session.worktree else None,
        )
        skills = list_skills(project.skills.skills) if "skill" in self.tools else ""
        texts = [system_prompt(agent, facts, instructions, skills=skills)]
        for name in agent.skills:
            loaded = await asyncio.to_thread(load_skill, project.skills.get(name))
            texts.append(loaded.for_model())
        for more in self.extra_prompt:
            texts.append(await more(session, agent))
        return "\n\n".join(text for text in texts if text)

    @staticmethod
    def _describe(
        tool: Tool[Any], agent: AgentDefinition, project: ProjectContext, rights: Rights
    ) -> str:
        text = tool.description(agent, project.settings)
        if tool.name == "task":
            text = f"{text}\n\n{describe_agents(project.agents, rights)}"
        return text
