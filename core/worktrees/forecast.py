"""What merging would do, found out without touching a file."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

from core.git import Git, GitError
from core.worktrees.bin import repository_of
from core.worktrees.changes import LITERAL, Changes
from core.worktrees.models import Worktree, WorktreeError
from core.worktrees.repository import checkout_at
from core.worktrees.snapshot import commit_of


@dataclass(frozen=True, slots=True)
class Forecast:
    """``tree`` is the merged result (with conflict marks where there are ``conflicts``).
    ``in_the_way`` are files of the checkout with uncommitted changes that would be overwritten."""

    ours: str
    theirs: str
    tree: str
    files: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    in_the_way: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        return not self.conflicts and not self.in_the_way


def target_of(worktree: Worktree, target: Path | None = None) -> Git:
    """Git in the checkout that changes come back to."""
    common = Path(worktree.common_dir)
    wanted = [target] if target is not None else [Path(worktree.checkout), common.parent]
    for folder in wanted:
        try:
            git = checkout_at(folder)
        except WorktreeError:
            continue
        if str(git.place.common_dir) == worktree.common_dir and git.place.top != worktree.folder:
            return git
    raise WorktreeError(
        f"{wanted[0]} is not a checkout of the repository that this worktree belongs to."
    )


async def merged_tree(
    git: Git, ours: str, theirs: str, base: str | None = None
) -> tuple[str, tuple[str, ...]]:
    """The tree of a merge of two commits, and the files that conflict.

    With ``base`` that commit counts as their common ancestor, whatever history says.
    """
    if base is not None:
        trees = (await git.run("rev-parse", f"{ours}^{{tree}}", f"{theirs}^{{tree}}")).split()
        ours = await commit_of(git, trees[0], [base], "ours")
        theirs = await commit_of(git, trees[1], [base], "theirs")
    result = await git.result(
        "merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ours, theirs
    )
    if result.code not in (0, 1):
        if "unrelated histories" in result.stderr:
            raise WorktreeError(
                "The worktree and the checkout have no commit in common, so they cannot be merged.",
                "In a shallow clone, fetch more history first.",
            )
        raise WorktreeError(f"The merge cannot be forecast: {result.stderr.strip()}")
    tree, *names = result.text.split("\0")
    return tree.strip(), tuple(dict.fromkeys(filter(None, names)))


async def changed_names(git: Git, one: str, other: str) -> tuple[str, ...]:
    listed = await git.run("diff", "--name-only", "--no-renames", "-z", one, other)
    return tuple(filter(None, listed.split("\0")))


async def uncommitted_among(git: Git, names: tuple[str, ...], head: str) -> tuple[str, ...]:
    """Which of the files have uncommitted changes, or lie untracked or ignored, in the checkout."""
    if not names:
        return ()
    unknown = set(await not_in(git, names, head))
    listed = await git.run(
        *("status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames"), env=LITERAL
    )
    dirty = set()
    for entry in listed.split("\0"):
        if entry.startswith("?"):
            dirty.add(entry[2:])
        elif entry.startswith("1"):
            dirty.add(entry.split(" ", 8)[8])
        elif entry.startswith("u"):
            dirty.add(entry.split(" ", 10)[10])
    return tuple(name for name in names if name in dirty or name in unknown)


async def not_in(git: Git, names: tuple[str, ...], state: str) -> tuple[str, ...]:
    """Which of the files would take the place of something that ``state`` does not hold, such as an
    ignored file, which git itself would overwrite without a word."""
    top = git.place.top
    assert top is not None
    listed = await git.run("ls-tree", "-r", "-z", "--name-only", state)
    return await asyncio.to_thread(_taken_places, top, names, set(listed.split("\0")))


def _taken_places(top: Path, names: tuple[str, ...], held: set[str]) -> tuple[str, ...]:
    taken = []
    for name in names:
        path = top / name
        if name not in held and os.path.lexists(path) and not _only_held(top, path, held):
            taken.append(name)
            continue
        for parent in Path(name).parents:
            there = top / parent
            if str(parent) != "." and (there.is_symlink() or there.is_file()):
                if parent.as_posix() not in held:
                    taken.append(name)
                break
    return tuple(taken)


def _only_held(top: Path, path: Path, held: set[str]) -> bool:
    """Whether a folder in the place of a file contains nothing but files that are held."""
    if path.is_symlink() or not path.is_dir():
        return False
    return all(
        (Path(root) / file).relative_to(top).as_posix() in held
        for root, _, files in os.walk(path)
        for file in files
    )


async def forecast_merge(changes: Changes, theirs: str, target: Git) -> Forecast:
    """What bringing the commit ``theirs`` into the checkout's branch would do."""
    head = (await target.head()).commit
    if head is None:
        raise WorktreeError(f"{target.directory} has no commits yet.")
    git = repository_of(changes.worktree)
    tree, conflicts = await merged_tree(git, head, theirs, changes.worktree.carried)
    try:
        files = await changed_names(git, head, tree)
    except GitError as error:
        raise WorktreeError(error.sentence, error.hint) from None
    in_the_way = await uncommitted_among(target, files, head)
    return Forecast(head, theirs, tree, files, conflicts, in_the_way)
