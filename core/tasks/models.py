"""Tasks, queue items and teams as they are stored and shown."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from core.ids import new_id
from core.llm.types import Usage
from core.sessions.models import Record

TaskState = Literal["queued", "running", "waiting", "completed", "failed", "killed", "interrupted"]
STOPPABLE: frozenset[str] = frozenset({"queued", "running", "waiting"})

Priority = Literal["now", "next", "later"]
PRIORITIES: tuple[Priority, ...] = ("now", "next", "later")
QueueKind = Literal["prompt", "bash", "task-notification", "orphaned-permission"]


class Budget(Record):
    """Limits of one task; reaching one ends it with what it has."""

    tokens: int | None = None
    cost: float | None = None
    minutes: float | None = None
    steps: int | None = None


class Task(Record):
    """One row of the registry.

    ``session_id`` is the conversation of an agent task (None for a shell command);
    ``owner_session_id`` started it and is told when it ends. ``run`` counts executions: a resumed
    task is the same task with a higher number. ``lease`` names the process that runs it.
    """

    id: str = Field(default_factory=lambda: new_id("tsk"))
    kind: Literal["agent", "shell"] = "agent"
    session_id: str | None = None
    owner_session_id: str
    root_session_id: str
    parent_task_id: str | None = None
    call_id: str | None = None
    agent: str = ""
    name: str | None = None
    team: str | None = None
    description: str = ""
    prompt: str = ""
    command: str | None = None
    state: TaskState = "queued"
    background: bool = False
    run: int = 1
    tool_count: int = 0
    last_tool: str = ""
    usage: Usage = Field(default_factory=Usage)
    cost: float = 0.0
    budget: Budget | None = None
    worktree: str | None = None
    branch: str | None = None
    output_file: str | None = None
    result: str | None = None
    error: str | None = None
    stopped_by: Literal["person", "model", "parent", "budget"] | None = None
    lease: str | None = None
    created: float = Field(default_factory=time.time)
    started: float | None = None
    ended: float | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)


class QueueItem(Record):
    """Input that waits for a session. ``key`` makes it unique (task and run for notifications)."""

    id: str = Field(default_factory=lambda: new_id("que"))
    session_id: str
    priority: Priority = "next"
    kind: QueueKind = "prompt"
    text: str = ""
    parts: list[dict[str, Any]] = Field(default_factory=list)
    key: str | None = None
    source: str = ""
    created: float = Field(default_factory=time.time)
    delivered: float | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)

    @property
    def as_typed(self) -> bool:
        """Whether a person wrote it for this session, now or in a schedule: commands and mentions in
        it count."""
        return self.source == "person" or self.source.startswith("schedule ")


LEAD = "lead"
PERSON = "the person"


@dataclass(frozen=True, slots=True)
class Team:
    """Who is in a team right now; ``members`` in the order in which they joined."""

    name: str
    root_session_id: str
    lead_session_id: str
    members: tuple[Task, ...]

    def named(self, session_id: str) -> str:
        """What the others call a session of the team."""
        for member in self.members:
            if member.session_id == session_id:
                return member.name or member.id
        return LEAD


class TeamTask(Record):
    """One entry of the shared list."""

    id: int
    title: str
    state: Literal["open", "claimed", "done"] = "open"
    by: str | None = None
    note: str = ""

    def line(self) -> str:
        who = f" by {self.by}" if self.by else ""
        note = f": {self.note}" if self.note else ""
        return f"{self.id}. [{self.state}{who}] {self.title}{note}"


@dataclass(frozen=True, slots=True)
class Letter:
    """One message within a team; ``heard`` tells that its receiver has read it."""

    id: str
    sender: str
    receiver: str
    text: str
    summary: str
    sent: float
    heard: bool
