"""One execution of an agent in a session: everything a turn needs to know about it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.files import FileLedger
from core.llm.catalog import ModelChoice
from core.llm.types import ToolSchema, Usage
from core.loop.context import ContextBuilder
from core.loop.conversation import Conversation
from core.loop.limits import Limits
from core.permissions.check import Rights
from core.sessions.models import AgentPart, Session, TextPart
from core.tools.base import Tool

Offer = tuple[list[Tool[Any]], tuple[ToolSchema, ...]]
"""Tools, and how the model reads about them."""


@dataclass(slots=True)
class Run:
    """The agent, its model, its tools and its rights for one turn.

    ``home`` is the project whose hooks and servers act: the main checkout for a run in a worktree.
    ``settings`` is this run's own copy. ``system`` is rendered once, so that every step of the turn
    starts with the same bytes. ``rights`` is asked before each decision, because a person may
    change rules, approvals or the mode while the turn runs. ``rules`` are the limits of the command
    that it answers. ``leaving`` is set when the program
    shuts down and this run is to be taken up again later: it then leaves everything as it is.
    """

    id: str
    session: Session
    agent: AgentDefinition
    choice: ModelChoice
    settings: Settings
    system: str
    tools: dict[str, Tool[Any]]
    schemas: tuple[ToolSchema, ...]
    conversation: Conversation
    context: ContextBuilder
    limits: Limits
    files: FileLedger
    directory: Path
    project: Path
    project_root: Path
    home: Path
    rights: Callable[[], Awaitable[Rights]]
    task_id: str | None = None
    agent_path: tuple[str, ...] = ()
    shown_in: str = ""
    header: str | None = None
    memory: Path | None = None
    """The folder that the agent may write to as its memory."""

    new_offer: Callable[[], Awaitable[Offer | None]] | None = None
    """The tools as they are now, when they are others than before."""

    rules: tuple[tuple[str, str, str], ...] = ()
    leaving: bool = False
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    tool_count: int = 0
    output_room: int | None = None
    """How long the next answer may be so that it still fits, once that was estimated."""

    fixed_tokens: tuple[int, int] | None = None
    """About what the system prompt and the tools take, once it was estimated."""

    @property
    def mentioned_agents(self) -> set[str]:
        """Agents that the person named in the prompt that is being answered."""
        names: set[str] = set()
        for entry in reversed(self.conversation.messages):
            if entry.info.role == "user":
                names.update(part.name for part in entry.parts if isinstance(part, AgentPart))
                if any(isinstance(p, TextPart) and not p.synthetic for p in entry.parts):
                    break
        return names

    async def renew_tools(self) -> None:
        """Take up tools that have come, such as those that a search found."""
        offer = await self.new_offer() if self.new_offer is not None else None
        if offer is not None:
            self.tools = {tool.name: tool for tool in offer[0]}
            self.schemas = offer[1]

    def add_usage(self, usage: Usage, cost: float) -> None:
        self.usage = self.usage + usage
        self.cost += cost
        self.limits.add(usage, cost)
