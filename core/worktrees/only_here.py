"""What a worktree holds that exists nowhere else: the proof that must be there before one goes."""

from __future__ import annotations

import asyncio
import hashlib
import os
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from core.git import Git
from core.worktrees.include import known_name, path_of_known
from core.worktrees.models import Worktree
from core.worktrees.snapshot import tree_of


@dataclass(frozen=True, slots=True)
class OnlyHere:
    """``changed``: commits, staged, modified or untracked files, or something half done. ``extra``:
    bytes that git would not call a change, such as ignored files or commits taken back."""

    changed: bool
    extra: bool

    @property
    def nothing(self) -> bool:
        return not self.changed and not self.extra


async def look(worktree: Worktree, git: Git) -> OnlyHere:
    """Find out what would be lost with the worktree. When in doubt, something would."""
    place = git.place
    if place.operation() is not None:
        return OnlyHere(True, True)
    head = await git.head()
    if head.commit != worktree.base or head.branch != worktree.branch:
        return OnlyHere(True, True)
    if await _differs(worktree, git):
        return OnlyHere(True, True)
    return OnlyHere(False, await _has_extra(worktree, git))


async def _differs(worktree: Worktree, git: Git) -> bool:
    status = await git.run("status", "--porcelain=v2", "-z", "--untracked-files=all")
    if worktree.carried is None:
        return bool(status.strip("\0"))
    tree = await git.run("rev-parse", "--verify", f"{worktree.carried}^{{tree}}")
    return await tree_of(git) != tree.strip()


async def _has_extra(worktree: Worktree, git: Git) -> bool:
    place = git.place
    assert place.top is not None
    if await asyncio.to_thread(_history_moved, worktree, place.git_dir, place.common_dir):
        return True
    others = (await git.run("ls-files", "--others", "-z")).split("\0")
    start = await _start_tree(worktree, git) if worktree.carried else None
    for name in filter(None, others):
        if known_name(name) not in worktree.known and not (start and name in start):
            return True
    if await asyncio.to_thread(_known_changed, worktree):
        return True
    touched = await asyncio.to_thread(_touched_since, place.top, worktree.stamp)
    touched = [name for name in touched if known_name(name) not in worktree.known]
    if not touched:
        return False
    start = start or await _start_tree(worktree, git)
    return await asyncio.to_thread(_any_differs, place.top, touched, start)


async def _start_tree(worktree: Worktree, git: Git) -> dict[str, str]:
    """Every file the worktree began with and the id of its content."""
    listed = await git.run("ls-tree", "-r", "-z", worktree.start)
    found: dict[str, str] = {}
    for entry in filter(None, listed.split("\0")):
        facts, _, name = entry.partition("\t")
        found[name] = facts.split(" ")[2]
    return found


def _history_moved(worktree: Worktree, admin: Path, common: Path) -> bool:
    """Whether a commit was made here and taken back, or refs of this worktree alone exist."""
    logs = (admin / "logs" / "HEAD", common / "logs" / "refs" / "heads" / worktree.branch)
    for log in logs:
        try:
            lines = log.read_bytes().splitlines()
        except OSError:
            lines = []
        if not lines:
            return True  # Nothing tells what was here, so something may have been.
        base = worktree.base.encode()
        if any(line.split(b" ")[1:2] not in ([base], []) for line in lines):
            return True
    if (admin / "modules").exists():
        return True
    refs = admin / "refs"
    return any(entry.is_file() for entry in refs.rglob("*")) if refs.is_dir() else False


def _known_changed(worktree: Worktree) -> bool:
    """Whether a file that was put there before the agent came is no longer what it was."""
    for name, source in worktree.known.items():
        path = path_of_known(name)
        copy = worktree.folder / path
        try:
            status = os.lstat(copy)
        except OSError:
            continue
        if status.st_ctime_ns >= worktree.stamp:
            return True
        if source == "include" and not _same(copy, Path(worktree.checkout) / path):
            return True
    return False


def _same(one: Path, other: Path) -> bool:
    try:
        with one.open("rb") as first, other.open("rb") as second:
            while True:
                piece = first.read(1 << 16)
                if piece != second.read(1 << 16):
                    return False
                if not piece:
                    return True
    except OSError:
        return False


def _touched_since(top: Path, stamp: int) -> list[str]:
    """Files that were written, moved or had their mode changed since ``stamp``.

    The time of the last change to an inode cannot be set by hand, and it is compared with a time of
    the same file system, so that what git was told not to look at is found as well.
    """
    found: list[str] = []
    folders = [str(top)]
    while folders:
        folder = folders.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if folder == str(top) and entry.name == ".git":
                    continue
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode):
                    folders.append(entry.path)
                elif status.st_ctime_ns >= stamp:
                    found.append(os.path.relpath(entry.path, top))
    return found


def _any_differs(top: Path, names: list[str], start: dict[str, str]) -> bool:
    for name in names:
        wanted = start.get(name.replace(os.sep, "/"))
        if wanted is None or object_id(top / name, len(wanted)) != wanted:
            return True
    return False


def object_id(path: Path, digits: int) -> str:
    """The id that git would give these very bytes, no conversion applied."""
    try:
        link = path.is_symlink()
        content = os.fsencode(os.readlink(path)) if link else path.read_bytes()
    except OSError:
        return ""
    digest = hashlib.sha1(usedforsecurity=False) if digits == 40 else hashlib.sha256()
    digest.update(b"blob %d\0" % len(content))
    digest.update(content)
    return digest.hexdigest()


def now_on(folder: Path) -> int:
    """The present time as the file system of ``folder`` tells it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryFile(dir=folder) as marker:
        return os.fstat(marker.fileno()).st_ctime_ns
