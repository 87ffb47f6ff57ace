"""Bringing changes into a checkout as uncommitted changes, beside those that are there already."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from core.git import Git, GitError
from core.worktrees.bin import repository_of
from core.worktrees.changes import LITERAL, Changes
from core.worktrees.forecast import Forecast, changed_names, merged_tree, not_in
from core.worktrees.models import Merged, WorktreeError
from core.worktrees.snapshot import commit_of, private_index, state_of, tree_of

Note = Callable[[Merged], Awaitable[None]]
_BEFORE = "refs/spinney/applied/before"
_AFTER = "refs/spinney/applied/after"


async def forecast_apply(changes: Changes, theirs: str, target: Git) -> Forecast:
    """A three-way merge with the checkout as it is, its uncommitted and untracked files included."""
    ours = await state_of(target)
    git = repository_of(changes.worktree)
    tree, conflicts = await merged_tree(git, ours, theirs, changes.base)
    names = await changed_names(git, ours, tree)
    return Forecast(ours, theirs, tree, names, conflicts, await not_in(target, names, ours))


async def apply_state(
    changes: Changes, forecast: Forecast, target: Git, done: Merged, note: Note
) -> None:
    """Write the merged files into the checkout; its index and its branch stay as they are.

    ``note`` is told before the first file is written, so that what a crash leaves half written can
    be taken back like any other application.
    """
    git = repository_of(changes.worktree)
    if await tree_of(target) != await _tree(git, forecast.ours):
        raise WorktreeError("The checkout changed in the meantime.", "Try again.")
    await git.run("update-ref", _BEFORE, forecast.ours)
    await git.run("update-ref", _AFTER, await _holding(git, forecast))
    done.before, done.after = forecast.ours, forecast.tree
    await note(done)
    await _write(target, forecast.ours, forecast.tree)


async def undo_apply(target: Git, merged: Merged) -> None:
    """Take the changes back, if each file still is what applying made of it, or what it was."""
    names = await changed_names(target, merged.before, merged.after)
    now = await tree_of(target)
    since = set(await changed_names(target, merged.after, now)) & set(names)
    since &= set(await changed_names(target, merged.before, now))
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
        try:
            await asyncio.to_thread(_copy, top, backup, names)
        except OSError as error:
            raise WorktreeError(
                f"The files could not be set aside first: {error.strerror}.", "Nothing was changed."
            ) from None
        try:
            await check_out(target, after, names)
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


async def check_out(target: Git, state: str, names: tuple[str, ...]) -> None:
    """Make the files of these names what ``state`` has, or has not, in their place."""
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


async def brought_in(
    target: Git, before: str, after: str, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Which of the files are no longer what ``before`` has but what turning it into ``after`` makes
    of them, be it only in part: gone, or cut short."""
    top = target.place.top
    assert top is not None
    as_before, as_after = await _like(target, before), await _like(target, after)
    found = []
    for name in names:
        # Git writes nothing through a link, so what lies behind one is somebody else's.
        if name in as_before or _behind_link(top, name):
            continue
        if (
            name in as_after
            or not os.path.lexists(top / name)
            or await _cut_short(target, after, name)
        ):
            found.append(name)
    return tuple(found)


async def _like(target: Git, state: str) -> set[str]:
    """The files that are in the checkout as ``state`` has them."""
    async with private_index(target, start=state) as environment:
        held = await target.run("ls-files", "-z", env=environment)
        other = await target.run(
            *("diff", "--name-only", "--no-renames", "-z", state), env=environment
        )
    return set(held.split("\0")) - set(other.split("\0"))


async def _cut_short(target: Git, state: str, name: str) -> bool:
    """Whether a file is the beginning of what ``state`` has under its name."""
    assert target.place.top is not None
    path = target.place.top / name
    if path.is_symlink() or not path.is_file():
        return False
    part = (await asyncio.to_thread(path.read_bytes)).replace(b"\r\n", b"\n").rstrip(b"\r")
    whole = await target.result("cat-file", "blob", f"{state}:{name}")
    return whole.code == 0 and whole.stdout.replace(b"\r\n", b"\n").startswith(part)


def _behind_link(top: Path, name: str) -> bool:
    return any((top / parent).is_symlink() for parent in Path(name).parents)


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
