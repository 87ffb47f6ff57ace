"""Which parts of a git folder a sandboxed command may write, so that git works and cannot be made
to run code later.

Git runs what its configuration names, so a command that may write ``config`` or ``hooks`` would
have its code run outside, the next time anyone asks for the status.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

_MAIN_GUARDED = ("config", "hooks", "info", "modules", "worktrees")
_CONFIG_WORKTREE = "config.worktree"


@dataclass(frozen=True, slots=True)
class GitFolders:
    """``writable`` may be written but for ``guarded``; ``guarded_files`` are the guarded names that
    stand for a file; ``forbidden`` must not exist afterwards (git fails if they are reserved).
    ``top`` and ``index`` are for finding repositories that a command put inside this one."""

    writable: tuple[Path, ...] = ()
    guarded: tuple[Path, ...] = ()
    guarded_files: tuple[Path, ...] = ()
    forbidden: tuple[Path, ...] = ()
    top: Path | None = None
    index: Path | None = None


def git_folders(directory: Path, *, only_own_branch: bool) -> GitFolders:
    """What git needs for work in ``directory``.

    ``only_own_branch`` is for a worktree of ours: the object store, ``refs/heads/spinney``, its log
    and the worktree's own folder. A ``.git`` that leads somewhere which does not lead back is left
    read-only: a repository must not choose what becomes writable.
    """
    top = _top_of_checkout(directory)
    if top is None:
        return GitFolders()
    folders = _folders_of(top, only_own_branch)
    if folders.index is None:
        return folders
    nested = [_nested(top / name) for name in linked_repositories(folders.index)]
    return replace(
        folders,
        writable=(*folders.writable, *(path for one in nested for path in one.writable)),
        guarded=(*folders.guarded, *(path for one in nested for path in one.guarded)),
        guarded_files=(*folders.guarded_files, *(p for one in nested for p in one.guarded_files)),
        forbidden=(*folders.forbidden, *(path for one in nested for path in one.forbidden)),
        top=top,
    )


def _folders_of(top: Path, only_own_branch: bool) -> GitFolders:
    entry = top / ".git"
    if entry.is_symlink():
        return GitFolders(guarded=(entry,))
    if entry.is_dir():
        return replace(_main(entry), index=entry / "index")
    own = _linked_folder(entry)
    if own is None:
        return GitFolders(guarded=(entry,), guarded_files=(entry,))
    common = _common_folder(own)
    if common is None:  # a submodule: its folder is a whole repository of its own
        folders = _main(own)
        return replace(
            folders,
            guarded=(entry, *folders.guarded),
            guarded_files=(entry, *folders.guarded_files),
            index=own / "index",
        )
    return replace(_worktree(entry, own, common, only_own_branch), index=own / "index")


def _nested(checkout: Path) -> GitFolders:
    """A repository inside this one: git looks into it, with its settings, to tell the status."""
    entry = checkout / ".git"
    if entry.is_symlink() or not entry.exists():
        return GitFolders()
    return _main(entry) if entry.is_dir() else GitFolders((), (entry,), (entry,))


_LINK_MODE = b"\x00\x00\xe0\x00"
_MODE_TO_NAME = 4 + 4 + 4 + 4 + 20 + 2


def linked_repositories(index: Path) -> set[str]:
    """Paths of repositories inside this one, as far as its index knows them.

    Looks for the mode of such entries in the file; what was no entry is no existing path either.
    """
    try:
        content = index.read_bytes()
    except OSError:
        return set()
    found: set[str] = set()
    position = content.find(_LINK_MODE)
    while position >= 0:
        for start in (position + _MODE_TO_NAME, position + _MODE_TO_NAME + 2, position + 50):
            name = content[start : start + 4096].split(b"\0", 1)[0]
            if name and not name.startswith(b"/") and b".." not in name.split(b"/"):
                found.add(os.fsdecode(name))
        position = content.find(_LINK_MODE, position + 1)
    checkout = index.parent.parent if index.parent.name == ".git" else None
    return {n for n in found if checkout is None or os.path.isdir(checkout / n)}


_RUNS_PROGRAMS = re.compile(
    r"fsmonitor|filter|include|textconv|command|hookspath|pager|editor|helper|program|alias"
    r"|worktreeconfig|process|driver",
    re.I,
)


def names_programs(git_folder: Path) -> bool:
    """Whether a repository's settings name anything that git would run."""
    try:
        return (
            _RUNS_PROGRAMS.search((git_folder / "config").read_text("utf-8", "replace")) is not None
        )
    except OSError:
        return True


def _top_of_checkout(directory: Path) -> Path | None:
    for folder in (directory, *directory.parents):
        if (folder / ".git").exists() or (folder / ".git").is_symlink():
            return folder
    return None


def _main(folder: Path) -> GitFolders:
    guarded = tuple(folder / name for name in (*_MAIN_GUARDED, _CONFIG_WORKTREE))
    files = (folder / "config", folder / _CONFIG_WORKTREE)
    return GitFolders((folder,), guarded, files, (folder / "commondir",))


def _worktree(entry: Path, own: Path, common: Path, only_own_branch: bool) -> GitFolders:
    own_files = tuple(own / name for name in ("gitdir", "commondir", _CONFIG_WORKTREE))
    if not only_own_branch:
        main = _main(common)
        return GitFolders(
            (*main.writable, own),
            (entry, *main.guarded, *own_files),
            (entry, *main.guarded_files, *own_files),
            main.forbidden,
        )
    branches = common / "refs" / "heads" / "spinney"
    logs = common / "logs" / "refs" / "heads" / "spinney"
    return GitFolders(
        (common / "objects", branches, logs, own), (common, entry, *own_files), (entry, *own_files)
    )


def _linked_folder(entry: Path) -> Path | None:
    """The folder that a ``.git`` file names, if that folder names this checkout in turn."""
    target = _pointer(entry, "gitdir:")
    if target is None or not target.is_dir():
        return None
    back = _pointer(target / "gitdir")
    if back is not None:
        return target if back == entry.resolve() else None
    checkout = _configured_worktree(target)
    return target if checkout == entry.parent.resolve() else None


def _common_folder(own: Path) -> Path | None:
    common = _pointer(own / "commondir")
    if common is None:
        return None
    return common if own.parent == common / "worktrees" else None


def _pointer(path: Path, prefix: str = "") -> Path | None:
    try:
        text = path.read_text(encoding="utf-8", errors="surrogateescape")[:4096].strip()
    except OSError:
        return None
    if not text.startswith(prefix):
        return None
    return (path.parent / text.removeprefix(prefix).strip()).resolve()


def _configured_worktree(folder: Path) -> Path | None:
    """``core.worktree`` of a submodule's folder, read without git."""
    try:
        text = (folder / "config").read_text(encoding="utf-8", errors="surrogateescape")[:65536]
    except OSError:
        return None
    for line in text.splitlines():
        name, separator, value = line.partition("=")
        if separator and name.strip().lower() == "worktree":
            return (folder / value.strip().strip('"')).resolve()
    return None
