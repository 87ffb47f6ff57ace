"""Everything that happens, as typed values on one bus.

Order within a session: ``session.created`` before anything else of it; ``turn.started`` before the
first ``message.created`` of a turn; ``message.created`` before its parts; any number of
``message.part.delta`` for a part between two ``message.part.updated`` of it; ``message.updated``
with ``completed`` set after the last change of its parts; ``turn.finished`` last. An event about a
record is published after the record is stored, deltas of streaming text excepted.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar

from pydantic import BaseModel

from core.permissions.models import Request
from core.sessions.models import Message, Part, Session
from core.tasks.models import QueueItem, Task


@dataclass(frozen=True, slots=True)
class Event:
    """What all events share: a dotted ``type`` and the session they are about ("" for none)."""

    type: ClassVar[str] = "event"
    session_id: str

    def to_json(self) -> dict[str, Any]:
        """A plain dictionary for JSON lines, ``type`` first."""
        plain: dict[str, Any] = {"type": self.type}
        for entry in fields(self):
            plain[entry.name] = _plain(getattr(self, entry.name))
        return plain


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


@dataclass(frozen=True, slots=True)
class SessionCreated(Event):
    type: ClassVar[str] = "session.created"
    session: Session


@dataclass(frozen=True, slots=True)
class SessionUpdated(Event):
    type: ClassVar[str] = "session.updated"
    session: Session


@dataclass(frozen=True, slots=True)
class SessionDeleted(Event):
    type: ClassVar[str] = "session.deleted"
    session: Session


@dataclass(frozen=True, slots=True)
class MessageCreated(Event):
    type: ClassVar[str] = "message.created"
    message: Message


@dataclass(frozen=True, slots=True)
class MessageUpdated(Event):
    type: ClassVar[str] = "message.updated"
    message: Message


@dataclass(frozen=True, slots=True)
class MessageRemoved(Event):
    type: ClassVar[str] = "message.removed"
    message_id: str


@dataclass(frozen=True, slots=True)
class PartUpdated(Event):
    """A part is new or changed; ``part`` is a snapshot, safe to keep."""

    type: ClassVar[str] = "message.part.updated"
    part: Part


@dataclass(frozen=True, slots=True)
class PartDelta(Event):
    """Text appended to a text or reasoning part, or to a running tool's output."""

    type: ClassVar[str] = "message.part.delta"
    message_id: str
    part_id: str
    text: str


@dataclass(frozen=True, slots=True)
class PartRemoved(Event):
    type: ClassVar[str] = "message.part.removed"
    message_id: str
    part_id: str


@dataclass(frozen=True, slots=True)
class RequestAsked(Event):
    type: ClassVar[str] = "request.asked"
    request: Request


@dataclass(frozen=True, slots=True)
class RequestAnswered(Event):
    """Answered or withdrawn: the request is closed everywhere."""

    type: ClassVar[str] = "request.answered"
    request: Request


@dataclass(frozen=True, slots=True)
class TaskStarted(Event):
    type: ClassVar[str] = "task.started"
    task: Task


@dataclass(frozen=True, slots=True)
class TaskProgress(Event):
    type: ClassVar[str] = "task.progress"
    task: Task


@dataclass(frozen=True, slots=True)
class TaskFinished(Event):
    """The task has a terminal state; clean-up may still be going on."""

    type: ClassVar[str] = "task.finished"
    task: Task


@dataclass(frozen=True, slots=True)
class QueueChanged(Event):
    """The whole queue of the session as it is now."""

    type: ClassVar[str] = "queue.changed"
    items: tuple[QueueItem, ...]


@dataclass(frozen=True, slots=True)
class ContextCompacted(Event):
    type: ClassVar[str] = "context.compacted"
    summary: str
    tokens_before: int
    tokens_after: int
    auto: bool


@dataclass(frozen=True, slots=True)
class WorktreeChanged(Event):
    type: ClassVar[str] = "worktree.changed"
    path: str
    state: str


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    type: ClassVar[str] = "turn.started"
    agent: str
    model: str | None


@dataclass(frozen=True, slots=True)
class TurnFinished(Event):
    """``outcome`` is ``done``, ``failed``, ``interrupted``, ``refused`` or ``limit``; usage and cost are
    those of this turn, children included."""

    type: ClassVar[str] = "turn.finished"
    outcome: str
    usage: dict[str, int]
    cost: float
    text: str = ""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class RetryWaiting(Event):
    """The provider asked us to wait; ``until`` is when the next attempt starts."""

    type: ClassVar[str] = "turn.retrying"
    attempt: int
    until: float
    reason: str


@dataclass(frozen=True, slots=True)
class AsideUpdated(Event):
    """A question beside the conversation: ``text`` is the answer so far, ``done`` ends it. Nothing of
    it is stored."""

    type: ClassVar[str] = "aside.updated"
    aside_id: str
    question: str
    text: str
    done: bool = False
    error: str | None = None


@dataclass(frozen=True, slots=True)
class TeamChanged(Event):
    """The list that a team shares has changed; ``session_id`` is the root it works under."""

    type: ClassVar[str] = "team.changed"
    team: str


@dataclass(frozen=True, slots=True)
class Notice(Event):
    """A sentence for the person. ``level`` is ``info``, ``warning`` or ``error``; ``action`` names
    something in the window that helps (``settings.providers``, ``trust``)."""

    type: ClassVar[str] = "notice"
    level: str
    sentence: str
    hint: str = ""
    action: str = ""


@dataclass(frozen=True, slots=True)
class ExtensionsLogged(Event):
    """Hooks ran or MCP servers wrote to their logs; told at most twice a second."""

    type: ClassVar[str] = "extensions.logged"


@dataclass(frozen=True, slots=True)
class DefinitionsChanged(Event):
    """Agents, commands, skills or settings were read again; ``what`` says which."""

    type: ClassVar[str] = "definitions.changed"
    what: str
