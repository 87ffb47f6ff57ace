"""Sessions, messages and the parts that messages are made of.

Records are plain values: nothing in here talks to the store. A part is saved as often as it
changes and always as a whole; unknown fields of newer versions are kept out, never an error.
Times are seconds since 1970.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from core.ids import new_id
from core.llm.types import Usage

Origin = Literal["desktop", "exec", "remote"]
Role = Literal["user", "assistant"]
ToolStatus = Literal["pending", "running", "completed", "failed"]


class Record(BaseModel):
    """A stored value; what a later version added is ignored when read."""

    model_config = ConfigDict(extra="ignore")


class Project(Record):
    """A folder that a person opened. ``id`` is derived from its real path."""

    id: str
    directory: str
    name: str
    created: float = Field(default_factory=time.time)
    opened: float = Field(default_factory=time.time)


class Summary(Record):
    files: int = 0
    additions: int = 0
    deletions: int = 0


class Revert(Record):
    """Where a person went back to: everything from ``message_id`` on is undone but can be redone.

    ``what`` tells whether that holds for files, the conversation or both. ``checkpoint_id`` is the
    state that going back left, ``redo_checkpoint_id`` the one before it. ``earlier`` is where the
    person had gone back to before that.
    """

    message_id: str
    what: Literal["files", "conversation", "both"] = "both"
    checkpoint_id: str | None = None
    redo_checkpoint_id: str | None = None
    earlier: Revert | None = None

    @property
    def hides_from(self) -> str | None:
        """The message from which on the conversation is undone; None when all of it still holds."""
        if self.what != "files":
            return self.message_id
        return self.earlier.hides_from if self.earlier is not None else None

    @property
    def places(self) -> set[str]:
        """All prompts that were gone back to and not redone."""
        return {self.message_id, *(self.earlier.places if self.earlier is not None else ())}


class Session(Record):
    """One conversation in one folder.

    ``source`` tells what it is for: ``user``, ``subagent NAME``, ``review``, ``compact``, ``fork``,
    ``command``, ``teammate``, ``remote`` or ``other NAME``. ``usage`` and ``cost`` are its own;
    those of its whole subtree come from the tree. ``rules`` are permission rules of this session
    alone, as ``{permission, pattern, action}``.
    """

    id: str = Field(default_factory=lambda: new_id("ses"))
    project_id: str
    directory: str
    parent_id: str | None = None
    root_id: str = ""
    depth: int = 0
    title: str = ""
    title_set: bool = False
    version: str = ""
    agent: str = "build"
    model: str | None = None
    mode: str = "default"
    origin: Origin = "exec"
    source: str = "user"
    rules: list[dict[str, str]] = Field(default_factory=list)
    settings: dict[str, Any] = Field(default_factory=dict)
    created: float = Field(default_factory=time.time)
    updated: float = Field(default_factory=time.time)
    compacting: float | None = None
    archived: float | None = None
    read: float | None = None
    summary: Summary = Field(default_factory=Summary)
    revert: Revert | None = None
    worktree: str | None = None
    usage: Usage = Field(default_factory=Usage)
    cost: float = 0.0

    def model_post_init(self, _context: Any) -> None:
        if not self.root_id:
            self.root_id = self.id


class MessageError(Record):
    """Why a message ended badly, for people: ``kind`` is stable, ``sentence`` and ``hint`` are text."""

    kind: str
    sentence: str
    hint: str = ""


class Message(Record):
    """One side's contribution. A message with ``completed`` set never changes again, save by a
    person's hand (an edited compaction summary)."""

    id: str = Field(default_factory=lambda: new_id("msg"))
    session_id: str
    role: Role
    agent: str = ""
    model: str | None = None
    parent_id: str | None = None
    created: float = Field(default_factory=time.time)
    completed: float | None = None
    finish: str | None = None
    error: MessageError | None = None
    usage: Usage = Field(default_factory=Usage)
    cost: float = 0.0
    path: dict[str, str] | None = None
    provider_data: dict[str, Any] | None = None


class PartBase(Record):
    """What all parts have. ``provider_data`` goes back to the provider unchanged."""

    id: str = Field(default_factory=lambda: new_id("prt"))
    message_id: str = ""
    session_id: str = ""
    provider_data: dict[str, Any] | None = None


class TextPart(PartBase):
    """Text; ``synthetic`` text was written by Spinney for the model, ``ignored`` text only for people."""

    type: Literal["text"] = "text"
    text: str = ""
    synthetic: bool = False
    ignored: bool = False


class ReasoningPart(PartBase):
    type: Literal["reasoning"] = "reasoning"
    text: str = ""
    started: float = Field(default_factory=time.time)
    ended: float | None = None


class Attachment(Record):
    """A file kept under the attachments folder, named by its content."""

    mime: str
    name: str
    file: str


class ToolPart(PartBase):
    """One tool call from first sight to result.

    ``raw_input`` is the argument text as the model wrote it; ``input`` what it means. ``output``
    is what the model gets (bounded); ``pruned`` says that the model no longer gets it.
    """

    type: Literal["tool"] = "tool"
    call_id: str
    tool: str
    status: ToolStatus = "pending"
    raw_input: str = ""
    input: dict[str, Any] = Field(default_factory=dict)
    output: str = ""
    error: str | None = None
    title: str = ""
    metadata: dict[str, Any] = Field(default_factory=dict)
    attachments: list[Attachment] = Field(default_factory=list)
    started: float | None = None
    ended: float | None = None
    pruned: bool = False


class FilePart(PartBase):
    """A file, folder or image that a person attached; ``text`` is what the model gets of it."""

    type: Literal["file"] = "file"
    name: str
    mime: str = "text/plain"
    path: str | None = None
    start: int | None = None
    end: int | None = None
    text: str | None = None
    file: str | None = None


class AgentPart(PartBase):
    """A mention of an agent in a person's prompt."""

    type: Literal["agent"] = "agent"
    name: str


class SubtaskPart(PartBase):
    """A command that runs as a task. One in the ``background`` is ``launched`` once and brings its
    output back as a hidden prompt."""

    type: Literal["subtask"] = "subtask"
    prompt: str
    description: str
    agent: str
    command: str | None = None
    model: str | None = None
    background: bool = False
    launched: bool = False
    isolation: str | None = None
    rules: list[list[str]] = Field(default_factory=list)
    tools: list[str] | None = None


class CompactionPart(PartBase):
    """The context up to here is replaced by ``summary``; ``kept`` is what stays word for word.
    ``carried`` names messages right before it that were not answered yet and stay as they are."""

    type: Literal["compaction"] = "compaction"
    summary: str = ""
    auto: bool = False
    focus: str = ""
    tokens_before: int = 0
    tokens_after: int = 0
    kept: list[str] = Field(default_factory=list)
    carried: list[str] = Field(default_factory=list)
    edited: bool = False


class PatchPart(PartBase):
    """The files that one turn changed, and the checkpoints before and after it."""

    type: Literal["patch"] = "patch"
    files: list[str] = Field(default_factory=list)
    additions: int = 0
    deletions: int = 0
    before: str | None = None
    after: str | None = None


class NotificationPart(PartBase):
    """A task's end (or another happening) told to the model; ``text`` is the exact text it gets."""

    type: Literal["notification"] = "notification"
    text: str
    task_id: str | None = None
    run: int = 0
    status: str = ""
    summary: str = ""


class ReviewPart(PartBase):
    type: Literal["review"] = "review"
    findings: list[dict[str, Any]] = Field(default_factory=list)
    overall_correctness: str = ""
    overall_explanation: str = ""
    overall_confidence_score: float | None = None
    problems: list[str] = Field(default_factory=list)
    target: dict[str, Any] = Field(default_factory=dict)


Part = Annotated[
    TextPart
    | ReasoningPart
    | ToolPart
    | FilePart
    | AgentPart
    | SubtaskPart
    | CompactionPart
    | PatchPart
    | NotificationPart
    | ReviewPart,
    Field(discriminator="type"),
]

PART: TypeAdapter[Part] = TypeAdapter(Part)


class MessageWithParts(Record):
    """A message and its parts in order; what the transcript shows and the context is built from."""

    info: Message
    parts: list[Part] = Field(default_factory=list)

    @property
    def text(self) -> str:
        """What was said, without reasoning and without text that only Spinney wrote."""
        return "".join(p.text for p in self.parts if isinstance(p, TextPart) and not p.synthetic)
