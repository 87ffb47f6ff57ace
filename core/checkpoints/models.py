"""What a person sees of checkpoints: where they can go back to, and what that would change."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from core.sessions.models import Record

What = Literal["files", "conversation", "both"]
Effect = Literal["restore", "change", "remove"]


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file and what going back does to it: bring it back, put other content in, take it away.
    ``path`` is relative to the project. Lines are None for files that are not text."""

    path: str
    effect: Effect
    additions: int | None = 0
    deletions: int | None = 0


@dataclass(frozen=True, slots=True)
class RevertPreview:
    """What going back (or redo) would do, to be shown first.

    ``changes`` were made by the session and can be taken back without loss. ``conflicts`` were also
    changed by someone else; they stay as they are unless their paths are given as ``overwrite``.
    ``messages`` leave the conversation. ``problem`` says why files cannot be brought back, if so.
    """

    session_id: str
    message_id: str
    what: What
    prompt: str = ""
    changes: tuple[FileChange, ...] = ()
    conflicts: tuple[FileChange, ...] = ()
    messages: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class RevertResult:
    """``restored`` paths now are as they were; ``kept`` ones were left alone (changed by someone else,
    or they could not be written)."""

    restored: tuple[str, ...]
    kept: tuple[str, ...]


class TurnRecord(Record):
    """The states around one prompt. ``before`` and ``after`` are checkpoints; without ``after`` the
    turn still runs or was cut off."""

    tree: str
    session_id: str
    message_id: str
    before: str
    after: str | None = None
    files: int = 0
    additions: int = 0
    deletions: int = 0
    started: float = Field(default_factory=time.time)
    ended: float | None = None


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A prompt that a person can go back to, and what its turn changed."""

    message_id: str
    prompt: str
    created: float
    files: int
    additions: int
    deletions: int
