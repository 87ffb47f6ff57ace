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
from core.agents.selection import names_tool
from core.config.settings import Settings
from core.config.trust import main_checkout
from core.errors import ModelError
from core.extensions import Extensions, home_of
from core.files import FileLedger
from core.llm.book import ModelBook
from core.llm.catalog import ModelChoice
from core.llm.types import ToolSchema
from core.loop.context import ContextBuilder
from core.loop.conversation import Conversation
from core.loop.fork import ForkOrigin, effective_settings, until_written
from core.loop.limits import Limits
from core.loop.offering import offered
from core.loop.rights import RightsSource
from core.loop.run import Offer, Run
from core.memory.folders import memory_folder
from core.memory.recall import recall
from core.paths import Paths
from core.projects import ProjectContext, Projects, project_root
from core.redact import Redactor
from core.sessions.models import Session
from core.sessions.store import Store
from core.skills.skill import list_skills, load_skill
from core.tasks.listing import describe_agents
from core.tasks.models import Task
from core.tasks.teams import TEAM_TOOLS
from core.tools.base import Tool
from core.tools.registry import pool_for
from core.tools.services import Services

NO_MODEL = ModelError(
    "No model is configured.",
    'Name one as provider/model: --model on the command line, or model = "provider/model" in '
    "config.toml. --model demo/tour shows a scripted demo without a key.",
    kind="model",
)


COORDINATOR_TOOLS = ("task", "send_message", "task_output", "task_stop")


@dataclass(frozen=True, slots=True)
class TurnOverrides:
    """Agent, model, tools and rules for one turn only."""

    agent: str | None = None
    model: str | None = None
    tools: tuple[str, ...] | None = None
    rules: tuple[tuple[str, str, str], ...] = ()
    assistant: bool = False
    command: str = ""

    @classmethod
    def from_metadata(cls, metadata: dict[str, Any]) -> TurnOverrides:
        tools = metadata.get("tools")
        return cls(
            metadata.get("agent"),
            metadata.get("model"),
            tuple(tools) if tools is not None else None,
            tuple((rule[0], rule[1], rule[2]) for rule in metadata.get("rules", ())),
            bool(metadata.get("assistant")),
            # What a command runs in a child does not concern the turn itself.
            str(metadata.get("command", "")) if "rules" in metadata else "",
        )


def header_of(session: Session) -> str | None:
    """Who asks, for providers that want to know: the task that another package added, or the agent
    of a child; nobody for a person's own session."""
    kind, _, name = session.source.partition(" ")
    if kind == "other":
        return name
    return known_as(session) if session.parent_id else None


async def overrides_of(store: Store, session: Session) -> TurnOverrides | None:
    """What the command or schedule that this turn answers changes for it; None where there is none."""
    for item in await store.queue(session.id):
        if item.as_typed and not {"command", "schedule"}.isdisjoint(item.metadata):
            return TurnOverrides.from_metadata(item.metadata)
    return None


@dataclass(slots=True)
class Preparer:
    """Makes a ``Run`` from a session row. Ledgers of read files live as long as the process.

    A fork is prepared as its parent would be, so that both send the same bytes.
    """

    store: Store
    paths: Paths
    projects: Projects
    book: ModelBook
    rights: RightsSource
    tools: dict[str, Tool[Any]]
    services: Services
    extensions: Extensions
    redact: Redactor
    interactive: bool = False
    ledgers: dict[str, FileLedger] = field(default_factory=dict)
    task_of: Callable[[str], Task | None] = lambda _session_id: None
    limits_of: Callable[[str], Limits | None] = lambda _session_id: None
    run_of: Callable[[str], Run | None] = lambda _session_id: None
    before_turn: list[Callable[[Session], Awaitable[None]]] = field(default_factory=list)
    extra_prompt: list[Callable[[Session, AgentDefinition], Awaitable[str]]] = field(
        default_factory=list
    )

    async def __call__(self, session: Session, run_id: str) -> Run:
        for make_ready in self.before_turn:
            await make_ready(session)
        return await self.look(session, run_id)

    async def look(self, session: Session, run_id: str = "") -> Run:
        """The run as it would be, with nothing made ready for it: to measure it, not to run it."""
        directory = Path(session.directory)
        root = project_root(directory)
        origin = ForkOrigin.of(session)
        identity = session
        if origin is not None:
            await until_written(self.store, origin, self.run_of)
            identity = await self.store.get_session(origin.parent)
        home = Path(identity.directory)
        project = await self.projects.context(project_root(home) if home.is_dir() else root)
        settings = effective_settings(
            project.settings, identity, interactive=self.interactive
        ).model_copy(deep=True)
        turn = await self._overrides(session, origin)
        if turn.assistant:
            session = session.model_copy(
                update={"settings": {**session.settings, "assistant": True}}
            )
        agent = project.agents.get(turn.agent or session.agent)
        choice = await self.choose_model(turn.model or session.model, agent, settings)
        conversation = await Conversation.load(self.store, session)
        task = self.task_of(session.id)
        rights = await self.rights.of(session.id, agent=agent.name, more=turn.rules)
        await self.extensions.settle(session.id, root)
        if identity is not session:
            self.extensions.pool.inherit(session.id, identity.id)
        seen = self._plugged(session, root)
        pool, schemas = await self._offer(session, identity, agent, project, settings, turn)
        place = root if agent.memory == "project" else home_of(root)
        memory = memory_folder(agent, self.paths, place, trusted=project.trusted)

        async def new_offer() -> Offer | None:
            nonlocal seen
            now = self._plugged(session, root)
            if now == seen:
                return None
            seen = now
            return await self._offer(session, identity, agent, project, settings, turn)

        return Run(
            id=run_id,
            session=session,
            agent=agent,
            choice=choice,
            settings=settings,
            system=origin.system
            if origin is not None
            else await self._system(session, agent, project, directory, choice, memory),
            tools={tool.name: tool for tool in pool},
            schemas=schemas,
            conversation=conversation,
            context=ContextBuilder(
                self.paths.attachments,
                choice.info.ref,
                origin.until if origin is not None and origin.open else None,
            ),
            limits=self._limits(session, agent, settings),
            files=self._ledger(session, identity),
            directory=directory,
            project=rights.project,
            project_root=root,
            home=home_of(root),
            rights=lambda: self.rights.of(
                session.id, task.id if task else None, agent=agent.name, more=turn.rules
            ),
            task_id=task.id if task else None,
            agent_path=await self.agent_path(session),
            shown_in=session.parent_id or session.id if session.mode == "bubble" else session.id,
            header=header_of(session),
            rules=turn.rules,
            memory=memory,
            new_offer=new_offer,
        )

    def _plugged(self, session: Session, root: Path) -> tuple[object, ...]:
        """What the tools of MCP servers for a session depend on; cheap to compare."""
        tools = self.extensions.tools(session.id, root)
        return (tools, self.extensions.pool.loaded(session.id))

    async def _offer(
        self,
        session: Session,
        identity: Session,
        agent: AgentDefinition,
        project: ProjectContext,
        settings: Settings,
        turn: TurnOverrides,
    ) -> Offer:
        """The tools of the turn, as they are and as the model reads about them."""
        rights = await self.rights.of(identity.id, agent=agent.name, more=turn.rules)
        pool = offered(self._pool(identity, agent), rights)
        root = project_root(Path(session.directory))
        plugged = {tool.name: tool for tool in self.extensions.tools(session.id, root)}
        more = offered(pool_for(agent, plugged), rights)
        coordinates = bool(identity.settings.get("coordinator"))
        limits = (turn.tools, identity.settings.get("tools"))
        for allowed in (*limits, COORDINATOR_TOOLS if coordinates else None):
            if allowed is not None:
                pool = [tool for tool in pool if tool.name in allowed]
                more = [tool for tool in more if tool.name in allowed]
        pool += self.extensions.pool.listed(session.id, more)
        schemas = []
        for tool in pool:
            text = tool.description(agent, settings)
            schema = tool.schema(agent, settings)
            if tool.name == "task":
                text = f"{text}\n\n{describe_agents(project.agents, rights)}"
                for name in ("model", "run_in_background") if coordinates else ():
                    schema["properties"].pop(name, None)
            schemas.append(ToolSchema(tool.name, text, schema))
        return pool, tuple(schemas)

    def _pool(self, session: Session, agent: AgentDefinition) -> list[Tool[Any]]:
        """What the definition gives. The tools of a team are for its members, whatever their
        definition says, and for those who could lead one."""
        pool = pool_for(agent, self.tools, self.services)
        if session.source == "teammate":
            names = {*TEAM_TOOLS, *(tool.name for tool in pool)}
            return [tool for name, tool in self.tools.items() if name in names]
        may_lead = session.parent_id is None or names_tool(agent, "task")
        return pool if may_lead else [tool for tool in pool if tool.name != "team_tasks"]

    def _ledger(self, session: Session, identity: Session) -> FileLedger:
        """What the session knows of files; a fork begins with what its parent knows, except in
        another checkout."""
        known = self.ledgers.get(session.id)
        if known is None:
            parents = self.ledgers.get(identity.id) if identity is not session else None
            shared = parents is not None and identity.directory == session.directory
            known = parents.copy() if parents is not None and shared else FileLedger()
            self.ledgers[session.id] = known
        return known

    async def _overrides(self, session: Session, origin: ForkOrigin | None) -> TurnOverrides:
        """What the command that this turn answers changes for it; a fork keeps what its parent had."""
        found = await overrides_of(self.store, session)
        if found is None and origin is not None:
            return TurnOverrides(tools=origin.tools, rules=origin.rules)
        return found or TurnOverrides()

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
        names = [known_as(member) for member in chain]
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
        memory: Path | None,
    ) -> str:
        if own := session.settings.get("instructions"):
            return str(own)
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
        coordinates = bool(session.settings.get("coordinator"))
        remembered = await asyncio.to_thread(recall, memory, self.redact) if memory else None
        notes = remembered.text if remembered else ""
        texts = [system_prompt(agent, facts, instructions, skills, notes, coordinator=coordinates)]
        for name in agent.skills:
            loaded = await asyncio.to_thread(load_skill, project.skills.get(name))
            texts.append(loaded.for_model())
        for more in self.extra_prompt:
            texts.append(await more(session, agent))
        return "\n\n".join(text for text in texts if text)


def known_as(session: Session) -> str:
    """The agent's name as others see it: a fork works under its parent's, but is called a fork."""
    return "fork" if session.source == "fork" else session.agent
