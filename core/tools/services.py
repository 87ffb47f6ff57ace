"""The doors through which tools reach the rest of the engine.

Each is a small protocol, so that a tool can be tried with a plain object and the engine can wire
the real parts in one place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from core.redact import Redactor

if TYPE_CHECKING:
    from core.process import Launcher
    from core.sandbox.service import Blocked
    from core.sessions.models import Session
    from core.skills.skill import Skill, SkillCatalog
    from core.tasks.models import Team, TeamTask
    from core.tools.base import ToolContext, ToolResult
    from core.tools.bash import Prepared


class Todos(Protocol):
    """The todo list of a session: entries ``{content, status, priority?}``."""

    async def read(self, session_id: str) -> list[dict[str, Any]]: ...

    async def write(self, session_id: str, items: list[dict[str, Any]]) -> None: ...


class Questions(Protocol):
    """Puts a question to the person; returns their answers, or raises ``ToolError`` headless."""

    async def ask(
        self, context: ToolContext, questions: list[dict[str, Any]]
    ) -> list[list[str]]: ...


class Shells(Protocol):
    """Background shell commands, tracked as tasks."""

    async def start(
        self, context: ToolContext, ready: Prepared, command: str, description: str
    ) -> ToolResult: ...


class Sandbox(Protocol):
    """Chooses how a shell command is started."""

    def launcher(
        self, context: ToolContext, *, network: bool, unsandboxed: bool
    ) -> Launcher | None:
        """What wraps the command, or None to start it as it is."""
        ...

    def blocked(self, output: str, exit_code: int, *, network: bool) -> Blocked | None:
        """What it was if the outcome looks as if the sandbox had stopped the command."""
        ...


class Tasks(Protocol):
    """Subagents and messages to them; the arguments are those of the tools of the same names."""

    def asked_by_person(self, context: ToolContext, agent: str) -> bool:
        """Whether the person mentioned this agent in the prompt that is being answered."""
        ...

    async def launch(self, context: ToolContext, arguments: dict[str, Any]) -> ToolResult: ...

    async def send(self, context: ToolContext, to: str, message: Any, summary: str) -> str: ...

    async def output(
        self, context: ToolContext, task_id: str, block: bool, timeout: float
    ) -> ToolResult: ...

    async def stop(self, context: ToolContext, task_id: str) -> str: ...


class TeamLists(Protocol):
    """The shared task lists of teams, for the session that asks."""

    async def required(self, session: Session) -> Team: ...

    async def tasks(self, team: Team) -> list[TeamTask]: ...

    async def add(self, session: Session, titles: list[str]) -> list[TeamTask]: ...

    async def claim(self, session: Session, task_id: int | None) -> TeamTask: ...

    async def done(self, session: Session, task_id: int | None, note: str) -> TeamTask: ...

    async def release(self, session: Session, task_id: int | None) -> TeamTask: ...


@dataclass(slots=True)
class Services:
    """What the engine offers to tools; a part that is missing makes its tools disappear."""

    todos: Todos | None = None
    questions: Questions | None = None
    shells: Shells | None = None
    tasks: Tasks | None = None
    teams: TeamLists | None = None
    sandbox: Sandbox | None = None
    skills: Callable[[Session], Awaitable[SkillCatalog]] | None = None
    skill_loaded: Callable[[Session, Skill], Awaitable[None]] | None = None
    """Hears of a skill that a session works by from now on."""
    redactor: Redactor = field(default_factory=Redactor)
    """Knows our keys, so that none of them gets into a result or an output file."""
