"""What an agent is, whatever file it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

AgentMode = Literal["primary", "subagent", "all"]
Isolation = Literal["none", "worktree", "remote"]
MemoryScope = Literal["user", "project", "local"]
DefinitionScope = Literal["built in", "user", "project"]


class AgentDefinition(BaseModel):
    """One agent. ``tools`` is an allow-list in our tool names (None: all), ``permission`` its rules in
    file order as ``(permission, pattern, action)``, ``source`` where it was defined, ``scope`` whose
    that is, ``notes`` what could not be taken over as written. ``project_rules`` are the positions in
    ``permission`` of rules that a project's file wrote: those may tighten what holds, never loosen."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    description: str = ""
    mode: AgentMode = "all"
    hidden: bool = False
    native: bool = False
    disable: bool = False
    prompt: str = ""
    initial_prompt: str | None = None
    model: str | None = None
    temperature: float | None = None
    top_p: float | None = None
    effort: str | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    steps: int | None = None
    tools: tuple[str, ...] | None = None
    disallowed_tools: tuple[str, ...] = ()
    permission: tuple[tuple[str, str, str], ...] = ()
    project_rules: tuple[int, ...] = ()
    permission_mode: str | None = None
    background: bool = False
    isolation: Isolation = "none"
    color: str | None = None
    memory: MemoryScope | None = None
    skills: tuple[str, ...] = ()
    hooks: tuple[dict[str, Any], ...] = ()
    mcp_servers: tuple[Any, ...] = ()
    required_mcp_servers: tuple[str, ...] = ()
    source: str = "built in"
    scope: DefinitionScope = "built in"
    notes: tuple[str, ...] = ()

    @property
    def can_be_primary(self) -> bool:
        return self.mode in ("primary", "all")

    @property
    def can_be_subagent(self) -> bool:
        return self.mode in ("subagent", "all")


@dataclass(frozen=True)
class LoadProblem:
    """A file that could not be used, and why; shown on the Agents page."""

    path: str
    sentence: str
