"""Several worktrees at once: which conflict with which, in what order they merge, and merging all
that are clean."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.worktrees.bin import repository_of
from core.worktrees.changes import Changes
from core.worktrees.forecast import merged_tree
from core.worktrees.merge import Merging
from core.worktrees.models import How, Merged, Worktree, WorktreeError


@dataclass(frozen=True, slots=True)
class Candidate:
    """One worktree of the set: what it changes and what it conflicts with in the checkout."""

    worktree: Worktree
    changes: Changes
    conflicts: tuple[str, ...] = ()
    in_the_way: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        return not self.conflicts and not self.in_the_way


@dataclass(frozen=True, slots=True)
class Plan:
    """``pairs`` maps two worktree ids to the files in which they conflict; ``order`` is the one in
    which most can be merged; those without changes are left out."""

    candidates: tuple[Candidate, ...]
    pairs: dict[tuple[str, str], tuple[str, ...]]
    order: tuple[Worktree, ...]

    def conflicts_of(self, worktree: Worktree) -> dict[str, tuple[str, ...]]:
        """The other worktrees that this one conflicts with, by id."""
        found = {}
        for (one, other), files in self.pairs.items():
            if worktree.id in (one, other):
                found[other if one == worktree.id else one] = files
        return found


@dataclass(slots=True)
class MergedAll:
    merged: list[Merged] = field(default_factory=list)
    left: list[tuple[Worktree, WorktreeError]] = field(default_factory=list)


async def plan_merges(
    merging: Merging, worktrees: Sequence[Worktree], target: Path | None = None
) -> Plan:
    """Compare all worktrees with the checkout and with each other; nothing is changed."""

    async def candidate(worktree: Worktree) -> Candidate:
        changes = await merging.changes(worktree, target)
        if not changes.files:
            return Candidate(worktree, changes)
        forecast = await merging.forecast(worktree, target=target)
        return Candidate(worktree, changes, forecast.conflicts, forecast.in_the_way)

    everything = await asyncio.gather(*(candidate(worktree) for worktree in worktrees))
    candidates = tuple(found for found in everything if found.changes.files)
    pairs: dict[tuple[str, str], tuple[str, ...]] = {}
    for position, one in enumerate(candidates):
        for other in candidates[position + 1 :]:
            # Only changes that meet can conflict, and asking git costs a process.
            if _meet(one.changes, other.changes):
                files = await _conflicts(one, other)
                if files:
                    pairs[one.worktree.id, other.worktree.id] = files
    return Plan(candidates, pairs, tuple(_order(candidates, pairs)))


def _meet(one: Changes, other: Changes) -> bool:
    """Whether two sets of changes touch the same file, or one a folder where the other has a file."""
    mine, theirs = _touched(one), _touched(other)
    if mine & theirs:
        return True
    return bool(_parents(mine) & theirs or _parents(theirs) & mine)


def _touched(changes: Changes) -> set[str]:
    names = {change.path for change in changes.files}
    return names | {change.old_path for change in changes.files if change.old_path}


def _parents(names: set[str]) -> set[str]:
    return {str(parent) for name in names for parent in Path(name).parents if str(parent) != "."}


async def _conflicts(one: Candidate, other: Candidate) -> tuple[str, ...]:
    git = repository_of(one.worktree)
    _, conflicts = await merged_tree(git, one.changes.state, other.changes.state)
    return conflicts


def _order(
    candidates: Sequence[Candidate], pairs: dict[tuple[str, str], tuple[str, ...]]
) -> list[Worktree]:
    """Those that are in nobody's way first, then the smaller before the larger."""
    rivals = {
        found.worktree.id: sum(found.worktree.id in pair for pair in pairs) for found in candidates
    }
    ranked = sorted(
        candidates,
        key=lambda found: (
            not found.clean,
            rivals[found.worktree.id],
            len(found.changes.files),
            found.worktree.created,
        ),
    )
    return [found.worktree for found in ranked]


async def merge_all_clean(
    merging: Merging, plan: Plan, how: How = "merge", target: Path | None = None
) -> MergedAll:
    """Merge one after the other in the plan's order; what has come to conflict by then stays."""
    result = MergedAll()
    for worktree in plan.order:
        try:
            result.merged.append(await merging.merge(worktree, how, target=target))
        except WorktreeError as error:
            result.left.append((worktree, error))
    return result
