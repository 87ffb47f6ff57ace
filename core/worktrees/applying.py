"""Bringing changes into a checkout as uncommitted changes, beside those that are there already."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from pathlib import Path

from core.git import Git, GitError
from core.worktrees.bin import repository_of
from core.worktrees.changes import LITERAL, Changes
from core.worktrees.forecast import Forecast, changed_names, merged_tree, not_in
from core.worktrees.models import Merged, WorktreeError
from core.worktrees.snapshot import commit_of, private_index, state_of, tree_of

_BEFORE = "refs/spinney/applied/before"
_AFTER = "refs/spinney/applied/after"


async def forecast_apply(changes: Changes, theirs: str, target: Git) -> Forecast:
    """A three-way merge with the checkout as it is, its uncommitted and untracked files included."""
    ours = await state_of(target)
    git = repository_of(changes.worktree)
    tree, conflicts = await merged_tree(git, ours, theirs, changes.base)
    names = await changed_names(git, ours, tree)
    return Forecast(ours, theirs, tree, names, conflicts, await not_in(target, names, ours))


async def apply_state(changes: Changes, forecast: Forecast, target: Git, done: Merged) -> None:
    """Write the merged files into the checkout; its index and its branch stay as they are."""
    git = repository_of(changes.worktree)
    if await tree_of(target) != await _tree(git, forecast.ours):
        raise WorktreeError("The checkout changed in the meantime.", "Try again.")
    await git.run("update-ref", _BEFORE, forecast.ours)
    await _write(target, forecast.ours, forecast.tree)
    done.before, done.after = forecast.ours, forecast.tree
    await git.run("update-ref", _AFTER, await _holding(git, forecast))


async def undo_apply(target: Git, merged: Merged) -> None:
    """Take the changes back, if the files still are what applying made of them."""
    names = await changed_names(target, merged.before, merged.after)
    now = await tree_of(target)
    since = set(await changed_names(target, merged.after, now)) & set(names)
    if since:
        shown = ", ".join(sorted(since)[:5])
        raise WorktreeError(
            f"Files were changed after {merged.slug} was applied: {shown}.",
            "They are left as they are.",
            paths=tuple(sorted(since)),
        )
    await _write(target, merged.after, merged.before)


async def _holding(git: Git, forecast: Forecast) -> str:
    return await commit_of(git, forecast.tree, [forecast.ours], "Applied")


async def _tree(git: Git, commit: str) -> str:
    return (await git.run("rev-parse", "--verify", f"{commit}^{{tree}}")).strip()


async def _write(target: Git, before: str, after: str) -> None:
    """Turn the files of the state ``before`` into those of ``after``; all of them or none."""
    names = await changed_names(target, before, after)
    top = target.place.top
    assert top is not None
    for name in names:
        _refuse_through_link(top, name)
    with tempfile.TemporaryDirectory(prefix="spinney-apply-") as folder:
        backup = Path(folder)
        await asyncio.to_thread(_copy, top, backup, names)
        try:
            await _check_out(target, after, names)
        except (GitError, OSError) as error:
            await asyncio.to_thread(_put_back, top, backup, names)
            raise WorktreeError(
                f"The changes could not be written: {error}", "Everything was put back as it was."
            ) from None


def _copy(top: Path, backup: Path, names: tuple[str, ...]) -> None:
    for name in names:
        if os.path.lexists(top / name):
            (backup / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(top / name, backup / name, follow_symlinks=False)


def _put_back(top: Path, backup: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (top / name).unlink(missing_ok=True)
        if os.path.lexists(backup / name):
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(backup / name, top / name, follow_symlinks=False)
        else:
            _remove_empty_parents(top, top / name)


async def _check_out(target: Git, state: str, names: tuple[str, ...]) -> None:
    top = target.place.top
    assert top is not None
    listed = await target.run("ls-tree", "-r", "-z", "--name-only", state)
    there = set(listed.split("\0"))
    for name in sorted((n for n in names if n not in there), reverse=True):
        (top / name).unlink(missing_ok=True)
        _remove_empty_parents(top, top / name)
    wanted = "".join(f"{name}\0" for name in names if name in there)
    if wanted:
        async with private_index(target, start=state) as environment:
            await target.run(
                *("checkout-index", "--force", "--quiet", "-z", "--stdin"),
                input=wanted,
                env={**environment, **LITERAL},
                timeout=600.0,
            )


def _remove_empty_parents(top: Path, path: Path) -> None:
    for parent in path.parents:
        if parent == top:
            return
        try:
            parent.rmdir()
        except OSError:
            return


def _refuse_through_link(top: Path, name: str) -> None:
    """No link of the checkout may lead what is written elsewhere."""
    folder = os.path.realpath((top / name).parent)
    if not Path(folder).is_relative_to(os.path.realpath(top)):
        raise WorktreeError(f"{name} lies behind a link that leads out of {top}.")
