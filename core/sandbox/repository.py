"""Which parts of a git folder a sandboxed command may write, so that git works and cannot be made
to run code later.

Git runs what its configuration names, so a command that may write ``config`` or ``hooks`` would
have its code run outside, the next time anyone asks for the status.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_MAIN_GUARDED = ("config", "hooks", "info", "modules", "worktrees")
_CONFIG_WORKTREE = "config.worktree"


@dataclass(frozen=True, slots=True)
class GitFolders:
    """``writable`` may be written but for ``guarded``; ``guarded_files`` are the guarded names that
    stand for a file; ``forbidden`` must not exist afterwards (git fails if they are reserved)."""

    writable: tuple[Path, ...] = ()
    guarded: tuple[Path, ...] = ()
    guarded_files: tuple[Path, ...] = ()
    forbidden: tuple[Path, ...] = ()


def git_folders(directory: Path, *, only_own_branch: bool) -> GitFolders:
    """What git needs for work in ``directory``.

    ``only_own_branch`` is for a worktree of ours: the object store, ``refs/heads/spinney``, its log
    and the worktree's own folder. A ``.git`` that leads somewhere which does not lead back is left
    read-only: a repository must not choose what becomes writable.
    """
    top = _top_of_checkout(directory)
    if top is None:
        return GitFolders()
    entry = top / ".git"
    if entry.is_symlink():
        return GitFolders(guarded=(entry,))
    if entry.is_dir():
        return _main(entry)
    own = _linked_folder(entry)
    if own is None:
        return GitFolders(guarded=(entry,), guarded_files=(entry,))
    common = _common_folder(own)
    if common is None:  # a submodule: its folder is a whole repository of its own
        folders = _main(own)
        return GitFolders(
            folders.writable,
            (entry, *folders.guarded),
            (entry, *folders.guarded_files),
            folders.forbidden,
        )
    return _worktree(entry, own, common, only_own_branch)


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
        (common / "objects", branches, logs, own), (entry, *own_files), (entry, *own_files)
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
