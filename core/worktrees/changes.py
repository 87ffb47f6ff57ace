"""What changed in a worktree, as data: files, hunks, lines, and both sides of a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.git import Git, GitError
from core.worktrees.bin import repository_of
from core.worktrees.models import DiffStat, Worktree, WorktreeError
from core.worktrees.repository import locate
from core.worktrees.snapshot import state_of
from core.worktrees.states import target_commit

Kind = Literal["added", "deleted", "modified", "renamed", "copied", "type"]
_KINDS: dict[str, Kind] = {
    "A": "added",
    "D": "deleted",
    "M": "modified",
    "R": "renamed",
    "C": "copied",
    "T": "type",
}
LITERAL = {"GIT_LITERAL_PATHSPECS": "1"}
_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)")

Selection = Mapping[str, frozenset[int] | None]
"""What a person takes: path → numbers of hunks, or None for the whole file."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a hunk. ``raw`` is its content byte for byte, its line end included."""

    kind: Literal[" ", "+", "-"]
    raw: bytes
    old: int | None
    new: int | None

    @property
    def text(self) -> str:
        return self.raw.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines that belong together; ``number`` counts from 0 within the file."""

    number: int
    old_start: int
    old_count: int
    new_start: int
    new_count: int
    heading: str
    lines: tuple[Line, ...]

    @property
    def header(self) -> str:
        old = f"{self.old_start},{self.old_count}"
        new = f"{self.new_start},{self.new_count}"
        return f"@@ -{old} +{new} @@ {self.heading}".rstrip()


@dataclass(frozen=True, slots=True)
class FileChange:
    """One changed file; binary ones have no hunks and count no lines."""

    path: str
    kind: Kind
    old_path: str | None
    old_mode: str
    new_mode: str
    old_id: str
    new_id: str
    additions: int = 0
    deletions: int = 0
    binary: bool = False

    @property
    def submodule(self) -> bool:
        return "160000" in (self.old_mode, self.new_mode)


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything between ``base``, where worktree and checkout last agreed, and ``state``, a commit
    of the worktree as it is with its uncommitted and untracked files."""

    worktree: Worktree
    base: str
    state: str
    files: tuple[FileChange, ...]

    @property
    def stat(self) -> DiffStat:
        return DiffStat(
            len(self.files),
            sum(file.additions for file in self.files),
            sum(file.deletions for file in self.files),
        )

    def file(self, path: str) -> FileChange:
        for change in self.files:
            if change.path == path:
                return change
        raise WorktreeError(f"{path} has not changed in the worktree {self.worktree.slug}.")


async def changes_in(worktree: Worktree, target: str | None = None) -> Changes:
    """The files that differ from what the worktree began with, or last had in common with the
    commit ``target``."""
    state = await current_state(worktree)
    git = repository_of(worktree)
    base = worktree.carried or await _common_base(worktree, git, state, target)
    listed = await git.result("diff", "--raw", "--numstat", "--abbrev=64", "-M", "-z", base, state)
    if listed.code:
        raise WorktreeError(f"The changes cannot be shown: {listed.stderr.strip()}")
    return Changes(worktree, base, state, tuple(_files(listed.text)))


async def current_state(worktree: Worktree) -> str:
    """A commit of the worktree as it is; of its branch where its folder is gone."""
    tree = locate(worktree)
    if tree is not None:
        return await state_of(Git(tree))
    git = repository_of(worktree)
    try:
        return (await git.run("rev-parse", "--verify", f"refs/heads/{worktree.branch}")).strip()
    except GitError:
        raise WorktreeError(
            f"The folder and the branch of the worktree {worktree.slug} are gone."
        ) from None


async def _common_base(worktree: Worktree, git: Git, state: str, target: str | None) -> str:
    other = target or await target_commit(worktree)
    found = await git.result("merge-base", other, state)
    return found.text.strip() if found.code == 0 else worktree.base


def _files(text: str) -> list[FileChange]:
    """Read ``--raw --numstat -z``: first all raw entries, then all counts."""
    fields = text.split("\0")
    position = 0
    found: list[FileChange] = []
    while position < len(fields) and fields[position].startswith(":"):
        old_mode, new_mode, old_id, new_id, letter = fields[position][1:].split(" ")
        kind = _KINDS.get(letter[0], "modified")
        names = 2 if kind in ("renamed", "copied") else 1
        paths = fields[position + 1 : position + 1 + names]
        position += 1 + names
        old = paths[0] if names == 2 else None
        found.append(FileChange(paths[-1], kind, old, old_mode, new_mode, old_id, new_id))
    counts: dict[str, tuple[str, str]] = {}
    while position < len(fields) and fields[position]:
        added, removed, name = fields[position].split("\t", 2)
        position += 1
        if not name:
            name = fields[position + 1]
            position += 2
        counts[name] = (added, removed)
    return [_with_counts(change, counts.get(change.path, ("0", "0"))) for change in found]


def _with_counts(change: FileChange, counts: tuple[str, str]) -> FileChange:
    binary = counts[0] == "-"
    return FileChange(
        change.path,
        change.kind,
        change.old_path,
        change.old_mode,
        change.new_mode,
        change.old_id,
        change.new_id,
        0 if binary else int(counts[0]),
        0 if binary else int(counts[1]),
        binary,
    )


async def hunks_of(changes: Changes, change: FileChange, context: int = 3) -> tuple[Hunk, ...]:
    """The hunks of one file; none for a binary file or a change of mode alone."""
    if change.binary or change.submodule:
        return ()
    git = repository_of(changes.worktree)
    paths = [change.path] if change.old_path is None else [change.old_path, change.path]
    result = await git.result(
        *("diff", "-M", f"--unified={context}", changes.base, changes.state, "--", *paths),
        env=LITERAL,
    )
    return tuple(parse_hunks(result.stdout))


async def all_hunks(changes: Changes) -> dict[str, tuple[Hunk, ...]]:
    """The hunks of every file, by path, with one call of git however many files there are.

    Where they are too many to be read at once, each file is asked for by itself.
    """
    git = repository_of(changes.worktree)
    try:
        result = await git.result("diff", "-M", "--unified=3", changes.base, changes.state, "--")
        sections = _sections(result.stdout)
    except GitError as error:
        if error.problem != "too_large":
            raise
        sections = []
    # A file that became a link, or the other way round, is shown as deleted and made anew.
    wanted = sum(2 if change.kind == "type" else 1 for change in changes.files)
    if len(sections) != wanted:
        return {change.path: await hunks_of(changes, change) for change in changes.files}
    found: dict[str, tuple[Hunk, ...]] = {}
    following = iter(sections)
    for change in changes.files:
        patch = next(following) + (next(following) if change.kind == "type" else b"")
        found[change.path] = () if change.submodule else tuple(parse_hunks(patch))
    return found


def _sections(patch: bytes) -> list[bytes]:
    """A diff of many files, one piece for each. Lines of a file's content never begin in column 0."""
    starts = [match.start() for match in re.finditer(rb"^diff --git ", patch, re.MULTILINE)]
    ends = [*starts[1:], len(patch)]
    return [patch[start:end] for start, end in zip(starts, ends, strict=False)]


def parse_hunks(patch: bytes) -> list[Hunk]:
    """The hunks of a unified diff of one file."""
    hunks: list[Hunk] = []
    lines = patch.split(b"\n")
    position = 0
    while position < len(lines):
        match = _HUNK.match(lines[position])
        position += 1
        if match is None:
            continue
        old, new = int(match[1]), int(match[3])
        old_left = int(match[2]) if match[2] else 1
        new_left = int(match[4]) if match[4] else 1
        counts = old_left, new_left
        found: list[Line] = []
        while old_left > 0 or new_left > 0:
            mark, raw = lines[position][:1], lines[position][1:] + b"\n"
            position += 1
            if mark == b"\\":
                found[-1] = _without_end(found[-1])
            elif mark == b"+":
                found.append(Line("+", raw, None, new))
                new, new_left = new + 1, new_left - 1
            elif mark == b"-":
                found.append(Line("-", raw, old, None))
                old, old_left = old + 1, old_left - 1
            else:
                found.append(Line(" ", raw, old, new))
                old, new = old + 1, new + 1
                old_left, new_left = old_left - 1, new_left - 1
        if position < len(lines) and lines[position][:1] == b"\\":
            found[-1] = _without_end(found[-1])
            position += 1
        heading = match[5].decode("utf-8", "replace")
        start = int(match[1]), int(match[3])
        hunks.append(
            Hunk(len(hunks), start[0], counts[0], start[1], counts[1], heading, tuple(found))
        )
    return hunks


def _without_end(line: Line) -> Line:
    return Line(line.kind, line.raw.removesuffix(b"\n"), line.old, line.new)


def with_hunks(old: bytes, hunks: tuple[Hunk, ...], chosen: frozenset[int]) -> bytes:
    """The old content with only the chosen hunks applied."""
    lines = _split(old)
    result: list[bytes] = []
    position = 0
    for hunk in hunks:
        # An insertion names the line before it, and 0 for the top of the file.
        start = hunk.old_start - 1 if hunk.old_count else hunk.old_start
        result += lines[position:start]
        position = start + hunk.old_count
        if hunk.number in chosen:
            result += [line.raw for line in hunk.lines if line.kind != "-"]
        else:
            result += lines[start:position]
    return b"".join([*result, *lines[position:]])


def _split(data: bytes) -> list[bytes]:
    """Lines as git sees them: ended by a line feed and nothing else."""
    pieces = data.split(b"\n")
    ended = [piece + b"\n" for piece in pieces[:-1]]
    return [*ended, pieces[-1]] if pieces[-1] else ended


async def sides(changes: Changes, change: FileChange) -> tuple[bytes, bytes]:
    """The file before and after, for a view with both beside each other."""
    git = repository_of(changes.worktree)

    async def content(object_id: str, mode: str) -> bytes:
        if not object_id.strip("0") or mode == "160000":
            return b""
        return (await git.result("cat-file", "blob", object_id)).stdout

    return (
        await content(change.old_id, change.old_mode),
        await content(change.new_id, change.new_mode),
    )


async def patch_of(changes: Changes, paths: tuple[str, ...] = ()) -> str:
    """The whole change as one unified diff, for people who read it as text."""
    git = repository_of(changes.worktree)
    return await git.run(*("diff", "-M", changes.base, changes.state, "--", *paths), env=LITERAL)


def folder_of(worktree: Worktree) -> Path:
    """Where a person can open the worktree."""
    return locate(worktree) or worktree.folder
