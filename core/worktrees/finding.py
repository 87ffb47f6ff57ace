"""Worktrees that have no record: left by a crash, or made by somebody else."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from core.git import Git, GitError, find_repository
from core.ids import new_id
from core.worktrees.models import MadeBy, Worktree, WorktreeError
from core.worktrees.naming import project_folder
from core.worktrees.records import Records
from core.worktrees.repository import admin_of


async def found_without_record(records: Records, tree: Path, *, made_by: MadeBy) -> Worktree:
    """A record for the worktree at ``tree``, made from what git knows about it."""
    tree = Path(os.path.realpath(tree))
    place = find_repository(tree)
    admin = admin_of(tree, place.common_dir) if place is not None else None
    if place is None or admin is None:
        raise WorktreeError(f"{tree} is not a worktree of a git repository.")
    git = Git(tree)
    head = await git.head()
    if head.commit is None:
        raise WorktreeError(f"The worktree {tree} has no commits.")
    common = place.common_dir
    checkout = common.parent if common.name == ".git" else tree
    base = head.commit
    main = find_repository(checkout)
    if main is not None and main.top is not None and main.top != tree:
        try:
            other = (await Git(main.top).head()).commit
            base = (await git.run("merge-base", "HEAD", other or "HEAD")).strip() or base
        except GitError:
            base = head.commit
    worktree = Worktree(
        id=new_id("wt"),
        slug=tree.name,
        project=project_folder(common),
        path=str(tree),
        branch=head.branch or "",
        base=base,
        checkout=str(checkout),
        common_dir=str(common),
        admin=str(admin),
        title=tree.name,
        made_by=made_by,
        state="kept",
    )
    await asyncio.to_thread(records.save, worktree)
    return worktree
