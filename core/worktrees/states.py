"""What a worktree holds, counted: for lists, task rows and results."""

from __future__ import annotations

from pathlib import Path

from core.git import Git, GitError
from core.worktrees.models import DiffStat, Status, Worktree
from core.worktrees.repository import is_locked, locate
from core.worktrees.snapshot import tree_of


async def status_of(worktree: Worktree, *, in_use: bool) -> Status:
    """One look with two git processes."""
    tree = locate(worktree)
    locked = bool(worktree.admin) and is_locked(Path(worktree.admin))
    if tree is None:
        return Status(missing=True, locked=locked, in_use=in_use)
    git = Git(tree)
    staged = modified = untracked = conflicts = 0
    listed = await git.run("status", "--porcelain=v2", "-z", "--untracked-files=all")
    entries = iter(listed.split("\0"))
    for entry in entries:
        if entry.startswith("?"):
            untracked += 1
        elif entry.startswith("u"):
            conflicts += 1
        elif entry.startswith(("1", "2")):
            staged += entry[2] != "."
            modified += entry[3] != "."
            if entry.startswith("2"):
                next(entries, None)
    ahead, behind = await ahead_behind(worktree, git)
    return Status(
        ahead=ahead,
        behind=behind,
        staged=staged,
        modified=modified,
        untracked=untracked,
        conflicts=conflicts,
        locked=locked,
        in_use=in_use,
        operation=git.place.operation(),
    )


async def ahead_behind(worktree: Worktree, git: Git) -> tuple[int, int]:
    """Commits that only the worktree has, and commits that only its checkout has."""
    other = await target_commit(worktree)
    try:
        counted = await git.run("rev-list", "--left-right", "--count", f"{other}...HEAD", "--")
    except GitError:
        return 0, 0
    behind, ahead = counted.split()
    return int(ahead), int(behind)


async def target_commit(worktree: Worktree) -> str:
    """Where the checkout that the worktree was split from stands now."""
    try:
        head = await Git(Path(worktree.checkout)).head()
    except GitError:
        return worktree.base
    return head.commit or worktree.base


async def diff_stat(worktree: Worktree, tree: Path | None) -> DiffStat:
    """What changed since the worktree began, uncommitted and untracked files included."""
    if tree is None:
        return DiffStat()
    git = Git(tree)
    try:
        now = await tree_of(git)
        listed = await git.run("diff", "--numstat", "-z", "--no-renames", worktree.start, now)
    except GitError:
        return DiffStat()
    files = additions = deletions = 0
    for entry in filter(None, listed.split("\0")):
        added, removed, _ = entry.split("\t", 2)
        files += 1
        additions += int(added) if added.isdigit() else 0
        deletions += int(removed) if removed.isdigit() else 0
    return DiffStat(files, additions, deletions)


async def is_merged(worktree: Worktree, tree: Path) -> bool:
    """Whether nothing is uncommitted and another branch has every commit of it."""
    git = Git(tree)
    if git.place.operation() is not None:
        return False
    if (await git.run("status", "--porcelain=v2", "-z", "--untracked-files=all")).strip("\0"):
        return False
    head = (await git.head()).commit
    if head is None or head == worktree.base:
        return False
    holding = await git.run(
        "for-each-ref", "--contains", head, "--format=%(refname)", "refs/heads", "refs/remotes"
    )
    return any(name != f"refs/heads/{worktree.branch}" for name in holding.split())
