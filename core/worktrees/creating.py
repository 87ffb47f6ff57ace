"""Making a worktree: reserve a name at once, check the files out when its agent first works."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path

from core.git import Git, GitError
from core.ids import new_id
from core.worktrees.include import copy_included, known_name
from core.worktrees.models import Worktree, WorktreeError
from core.worktrees.naming import PREFIX, project_folder, slug_of, variants
from core.worktrees.only_here import now_on
from core.worktrees.records import Records
from core.worktrees.repository import (
    admin_of,
    check_room,
    checkout_at,
    notes_about,
    plain_error,
    ready_to_split,
)
from core.worktrees.snapshot import state_of

TICK = 0.02
"""Longer than the clock of any common file system takes to move on."""

CHECKOUT_TIMEOUT = 1800.0


async def reserve(
    records: Records,
    directory: Path,
    title: str,
    *,
    session_id: str = "",
    base: str | None = None,
    with_changes: bool = False,
) -> Worktree:
    """Promise a worktree: everything is checked and named, nothing is checked out yet."""
    git = checkout_at(directory)
    head = await ready_to_split(git, records.root)
    assert head.commit is not None
    place = git.place
    commit = head.commit
    if base is not None and with_changes:
        raise WorktreeError(
            "Uncommitted changes belong to the commit that is checked out, so they do not go with "
            "another one to start from.",
            "Choose one of the two.",
        )
    if base is not None:
        try:
            commit = (await git.run("rev-parse", "--verify", f"{base}^{{commit}}")).strip()
        except GitError:
            raise WorktreeError(
                f"There is no revision {base!r} to start from.", "Name a branch or a commit."
            ) from None
    carried = None
    if with_changes:
        state = await state_of(git)
        carried = state if state != commit else None
    branches = (await git.run("for-each-ref", "--format=%(refname)", "refs/heads/spinney")).split()
    if "refs/heads/spinney" in branches:
        raise WorktreeError(
            "A branch named spinney exists, so no branch spinney/… can be made.",
            "Rename it: git branch -m spinney another-name.",
        )
    project = project_folder(place.common_dir)
    taken = {name.removeprefix(f"refs/heads/{PREFIX}") for name in branches}
    worktree = Worktree(
        id=new_id("wt"),
        slug="",
        project=project,
        path="",
        branch="",
        base=commit,
        base_branch=head.branch,
        carried=carried,
        with_changes=with_changes,
        checkout=str(place.top),
        common_dir=str(place.common_dir),
        title=title,
        session_id=session_id,
    )
    if carried is not None:
        await git.run("update-ref", carried_ref(worktree), carried)
    await asyncio.to_thread(_claim_name, records, worktree, taken)
    return worktree


def carried_ref(worktree: Worktree) -> str:
    """What keeps the caller's uncommitted changes from being collected as garbage."""
    return f"refs/spinney/carried/{worktree.id}"


def _claim_name(records: Records, worktree: Worktree, taken: set[str]) -> None:
    trees = records.trees(worktree.project)
    with records.alone(worktree.project):
        trees.mkdir(parents=True, exist_ok=True, mode=0o700)
        if trees.is_symlink():
            raise WorktreeError(f"{trees} is a link; worktrees are not made through it.")
        known = {other.slug for other in records.worktrees(worktree.project)}
        for slug in variants(slug_of(worktree.title)):
            if slug in taken or slug in known:
                continue
            try:
                (trees / slug).mkdir(mode=0o700)
            except FileExistsError:
                continue
            worktree.slug, worktree.branch = slug, f"{PREFIX}{slug}"
            worktree.path = os.path.realpath(trees / slug)
            records.save(worktree)
            return
    raise WorktreeError("No free name was found for the worktree.")


async def make(records: Records, worktree: Worktree, *, in_use: bool) -> None:
    """Check the files out. Either everything is there afterwards, or nothing is."""
    checkout = await _checkout_of(worktree)
    check_room(records.root)
    tree = worktree.folder
    tree.mkdir(parents=True, exist_ok=True, mode=0o700)
    worktree.state = "creating"
    await asyncio.to_thread(records.save, worktree)
    try:
        # In one go with the lock: any further command would wait for other worktrees being made.
        lock = ("--lock", "--reason", lock_reason(worktree)) if in_use else ()
        await checkout.run(
            *("worktree", "add", "--quiet", *lock),
            *("-b", worktree.branch, str(tree), worktree.base),
            timeout=CHECKOUT_TIMEOUT,
        )
    except (GitError, asyncio.CancelledError) as error:
        await _take_back(records, checkout, worktree)
        if isinstance(error, GitError):
            raise plain_error(error, "The worktree could not be made.") from None
        raise
    admin = admin_of(tree, Path(worktree.common_dir))
    worktree.admin = str(admin) if admin is not None else ""
    if worktree.carried is not None:
        own = Git(tree)
        await own.run("read-tree", "-m", "-u", worktree.base, worktree.carried)
        await own.run("reset", "--quiet", "--mixed", worktree.base)
    copied, notes = await copy_included(checkout, tree)
    worktree.known = {known_name(name): "include" for name in copied}
    worktree.notes = notes_about(tree, checkout.place, await checkout.head()) + notes
    await hand_over(records, worktree)


async def hand_over(records: Records, worktree: Worktree) -> None:
    """From here on what changes is the agent's doing."""
    await asyncio.sleep(TICK)
    folder = records.trees(worktree.project)
    worktree.stamp = await asyncio.to_thread(now_on, folder)
    worktree.state = "ready"
    await asyncio.to_thread(records.save, worktree)


async def _checkout_of(worktree: Worktree) -> Git:
    """Git in the checkout the worktree is split from, or in the main one if that is gone."""
    for folder in (Path(worktree.checkout), Path(worktree.common_dir).parent):
        with contextlib.suppress(WorktreeError):
            git = checkout_at(folder)
            if str(git.place.common_dir) == worktree.common_dir:
                return git
    raise WorktreeError(
        f"The repository {worktree.checkout} is gone, so its worktree cannot be made.",
        "Put it back where it was.",
    )


async def _take_back(records: Records, checkout: Git, worktree: Worktree) -> None:
    """Remove what a failed checkout left: nobody has worked there yet."""
    tree = worktree.folder

    async def undo() -> None:
        if admin_of(tree, Path(worktree.common_dir)) is not None:
            await checkout.result("worktree", "remove", "--force", "--force", str(tree))
        await checkout.result("update-ref", "-d", f"refs/heads/{worktree.branch}", worktree.base)
        worktree.state = "reserved"
        with contextlib.suppress(OSError):
            tree.rmdir()
        await asyncio.to_thread(records.save, worktree)

    await asyncio.shield(asyncio.ensure_future(undo()))


def lock_reason(worktree: Worktree) -> str:
    return f"in use by Spinney: {worktree.title or worktree.slug}"[:200]
