"""What a person takes of the changes of a worktree, and what they say about single lines.

Knows nothing of Qt.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import zip_longest

from core.worktrees.changes import Changes, Hunk, Line, Selection
from desktop.i18n import translate

Cell = tuple[Hunk, Line | None]
"""A line on screen: its hunk, and None for the hunk's own heading."""


@dataclass(frozen=True, slots=True)
class Comment:
    """Something a person wants the agent to know about one line."""

    path: str
    line: int
    code: str
    text: str


@dataclass(slots=True)
class Choice:
    """The chosen hunks of each file; everything is chosen at first.

    ``hunks`` are those of the files that have been looked at. A file that has none (a binary one,
    a new one) is taken whole or not at all.
    """

    changes: Changes
    hunks: dict[str, tuple[Hunk, ...]] = field(default_factory=dict)
    left_out: set[str] = field(default_factory=set)
    taken: dict[str, set[int]] = field(default_factory=dict)

    def keep_from(self, before: Choice) -> None:
        """Choose again what was chosen before, for files that have not changed since."""
        same = set(self.changes.files) & set(before.changes.files)
        for path in (change.path for change in same):
            if path in before.left_out:
                self.left_out.add(path)
            if path in before.taken:
                self.taken[path] = set(before.taken[path])

    def can_split(self, path: str) -> bool:
        kind = self.changes.file(path).kind
        return kind in ("modified", "renamed", "copied") and len(self.hunks.get(path, ())) > 1

    def take_file(self, path: str, take: bool) -> None:
        self.taken.pop(path, None)
        (self.left_out.discard if take else self.left_out.add)(path)

    def take_hunk(self, path: str, number: int, take: bool) -> None:
        everything = {hunk.number for hunk in self.hunks[path]}
        before = set() if path in self.left_out else set(everything)
        chosen = self.taken.get(path, before)
        (chosen.add if take else chosen.discard)(number)
        self.take_file(path, bool(chosen))
        if chosen and chosen != everything:
            self.taken[path] = chosen

    def takes_file(self, path: str) -> bool | None:
        """True for all of it, False for nothing, None for a part."""
        if path in self.left_out:
            return False
        return None if path in self.taken else True

    def takes_hunk(self, path: str, number: int) -> bool:
        if path in self.left_out:
            return False
        return path not in self.taken or number in self.taken[path]

    def selection(self) -> Selection | None:
        """As the engine wants it; None for everything."""
        if not self.left_out and not self.taken:
            return None
        return {
            change.path: frozenset(self.taken[change.path]) if change.path in self.taken else None
            for change in self.changes.files
            if change.path not in self.left_out
        }

    @property
    def nothing(self) -> bool:
        return len(self.left_out) == len(self.changes.files)


def comment_prompt(comments: Iterable[Comment]) -> str:
    """What to tell the agent: its lines and what was said about each."""
    said = [f"{c.path}:{c.line}\n> {c.code.strip()}\n{c.text}" for c in comments]
    head = translate("Worktrees", "I have read your changes. Please attend to these comments:")
    return "\n\n".join([head, *said])


def unified(hunks: Iterable[Hunk]) -> list[Cell]:
    """The lines of a file one below the other, each hunk under its heading."""
    return [
        cell for hunk in hunks for cell in [(hunk, None), *((hunk, line) for line in hunk.lines)]
    ]


def side_by_side(hunks: Iterable[Hunk]) -> list[tuple[Hunk, Line | None, Line | None]]:
    """Before and after beside each other; what was removed stands beside what came for it.

    A heading has two empty sides.
    """
    rows: list[tuple[Hunk, Line | None, Line | None]] = []
    for hunk in hunks:
        rows.append((hunk, None, None))
        removed: list[Line] = []
        added: list[Line] = []
        for line in (*hunk.lines, None):
            if line is not None and line.kind == "-":
                if added:
                    rows += [(hunk, one, other) for one, other in zip_longest(removed, added)]
                    removed, added = [], []
                removed.append(line)
            elif line is not None and line.kind == "+":
                added.append(line)
            else:
                rows += [(hunk, one, other) for one, other in zip_longest(removed, added)]
                removed, added = [], []
                if line is not None:
                    rows.append((hunk, line, line))
    return rows
