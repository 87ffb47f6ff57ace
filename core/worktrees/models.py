"""Worktrees, what is in them and what became of them, as plain values."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import Field

from core.errors import SpinneyError
from core.sessions.models import Record

State = Literal["reserved", "creating", "ready", "kept", "removed", "binned"]
"""``reserved``: promised to a session, made when it first works; ``ready``: made, and its agent may
work; ``kept``: its run ended with changes; ``removed``: nothing had changed, it comes back when its
session goes on; ``binned``: in the bin."""

MadeBy = Literal["spinney", "hook", "found"]
How = Literal["merge", "squash", "rebase", "apply"]


class WorktreeError(SpinneyError):
    """Something about a worktree could not be done; nothing was changed unless the sentence says so.

    ``paths`` names the files that are in the way, if that is the reason.
    """

    def __init__(self, sentence: str, hint: str = "", *, paths: tuple[str, ...] = ()) -> None:
        super().__init__(sentence, hint)
        self.paths = paths


class Worktree(Record):
    """One worktree of ours, as it is recorded.

    ``checkout`` is where it was split from and where merging leads by default. ``base`` is the
    commit it began at; ``carried`` a commit of the caller's uncommitted changes, if it began with
    them. ``admin`` is git's own folder for it. ``stamp`` is the file system's time when it was
    handed to its agent. ``known`` are ignored files that were put there before that.
    """

    id: str
    slug: str
    project: str
    path: str
    branch: str
    base: str
    checkout: str
    common_dir: str
    admin: str = ""
    base_branch: str | None = None
    carried: str | None = None
    title: str = ""
    session_id: str = ""
    made_by: MadeBy = "spinney"
    state: State = "reserved"
    with_changes: bool = False
    created: float = Field(default_factory=time.time)
    stamp: int = 0
    known: dict[str, str] = Field(default_factory=dict)
    setup_done: bool = False
    notes: list[str] = Field(default_factory=list)
    merged: float | None = None

    @property
    def folder(self) -> Path:
        return Path(self.path)

    @property
    def start(self) -> str:
        """The commit whose files the worktree began with."""
        return self.carried or self.base


class BinEntry(Record):
    """Something discarded. ``moving`` marks one whose move has not ended yet, out of the bin if
    ``leaving_to`` names a place; ``has_files`` tells that there was a folder to move."""

    id: str
    worktree: Worktree
    path: str
    head: str | None = None
    moving: bool = True
    leaving_to: str | None = None
    has_files: bool = True
    why: str = "discarded"
    discarded: float = Field(default_factory=time.time)
    size: int | None = None


class Merged(Record):
    """The last thing that came back from a worktree, so that it can be undone."""

    worktree_id: str
    slug: str
    how: How
    checkout: str
    branch: str | None = None
    before: str
    after: str
    files: list[str] = Field(default_factory=list)
    tip_before: str | None = None
    tip_after: str | None = None
    when: float = Field(default_factory=time.time)


@dataclass(frozen=True, slots=True)
class DiffStat:
    files: int = 0
    additions: int = 0
    deletions: int = 0

    def __str__(self) -> str:
        noun = "file" if self.files == 1 else "files"
        return f"{self.files} {noun} changed, +{self.additions} −{self.deletions}"


@dataclass(frozen=True, slots=True)
class Status:
    """What a worktree holds now. ``ahead`` and ``behind`` count commits against its checkout;
    ``missing`` tells that its folder is gone, ``operation`` what was left half done in it."""

    ahead: int = 0
    behind: int = 0
    staged: int = 0
    modified: int = 0
    untracked: int = 0
    conflicts: int = 0
    missing: bool = False
    locked: bool = False
    in_use: bool = False
    operation: str | None = None

    @property
    def dirty(self) -> bool:
        return bool(self.staged or self.modified or self.untracked or self.conflicts)

    @property
    def changed(self) -> bool:
        return self.dirty or self.ahead > 0 or self.operation is not None


@dataclass(frozen=True, slots=True)
class Ended:
    """What became of a worktree when its run ended."""

    worktree: Worktree
    kept: bool
    stat: DiffStat = field(default_factory=DiffStat)
    in_bin: bool = False
