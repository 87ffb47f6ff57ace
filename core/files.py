"""Files as tools treat them: judged by their real path, never half written, kept in their own format.

A path is resolved once, when permission for it is decided. Opening and writing then walk to that
very place component by component without following links (``open_beneath``, ``write_beneath``), so
that a folder swapped for a link in between makes the call fail and never reach anything else.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import stat
import threading
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.errors import ToolError

HASH_LIMIT = 16 * 1024 * 1024
"""Larger files are recognised by time, size and inode only."""

HAS_DIR_FD = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_FOLDER_FLAGS = (
    getattr(os, "O_PATH", os.O_RDONLY)
    | getattr(os, "O_DIRECTORY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
_FILE_FLAGS = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class PathMoved(ToolError):
    """Something on the way was exchanged after the path had been judged."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} was exchanged for a link or something else while it was being used.",
            "Look at the folder again before you retry.",
        )


def inside(path: Path, folder: Path) -> bool:
    """Whether the resolved ``path`` is ``folder`` or lies in it."""
    return path == folder or folder in path.parents


# --- opening without following links ----------------------------------------------------------


def _steps(relative: str | os.PathLike[str]) -> list[str]:
    parts = [part for part in Path(relative).parts if part not in ("", ".")]
    if not parts or ".." in parts or Path(relative).is_absolute():
        raise ValueError(f"not a path below a folder: {relative}")
    return parts


@contextlib.contextmanager
def _folder_beneath(root: Path, steps: list[str], create: bool) -> Iterator[int]:
    current = os.open(root, _FOLDER_FLAGS & ~getattr(os, "O_NOFOLLOW", 0))
    try:
        for name in steps:
            try:
                following = os.open(name, _FOLDER_FLAGS, dir_fd=current)
            except FileNotFoundError:
                if not create:
                    raise
                with contextlib.suppress(FileExistsError):
                    os.mkdir(name, 0o777, dir_fd=current)
                following = os.open(name, _FOLDER_FLAGS, dir_fd=current)
            os.close(current)
            current = following
        yield current
    finally:
        os.close(current)


def open_beneath(
    root: Path, relative: str | os.PathLike[str], flags: int, mode: int = 0o666
) -> int:
    """Open a file below ``root`` without following any link on the way; returns a descriptor.

    Raises ``PathMoved`` where a component is a link. Never blocks on a pipe without a writer.
    """
    steps = _steps(relative)
    path = Path(root, *steps)
    if not HAS_DIR_FD:
        if path.resolve() != path:
            raise PathMoved(path)
        return os.open(path, flags | _FILE_FLAGS, mode)
    try:
        with _folder_beneath(root, steps[:-1], create=False) as folder:
            return os.open(steps[-1], flags | _FILE_FLAGS, mode, dir_fd=folder)
    except OSError as error:
        raise _moved(error, root, steps) from error


def _moved(error: OSError, root: Path, steps: list[str]) -> OSError | PathMoved:
    """``PathMoved`` when a link was met; any other failure names the whole path."""
    path = Path(root, *steps)
    if error.errno == errno.ELOOP:
        return PathMoved(path)
    if error.errno == errno.ENOTDIR:
        for depth in range(1, len(steps)):
            if Path(root, *steps[:depth]).is_symlink():
                return PathMoved(path)
    return type(error)(error.errno, error.strerror, str(path))


def write_beneath(
    root: Path, relative: str | os.PathLike[str], data: bytes, mode: int | None = None
) -> None:
    """Put ``data`` in the place of a file below ``root``: the old content or the new, never a part.

    Missing folders are made. The file's permission bits, owner and extended attributes stay;
    ``mode`` sets the bits of a file that is new (or, given, of any).
    """
    steps = _steps(relative)
    if not HAS_DIR_FD:
        _write_by_path(Path(root, *steps), data, mode)
        return
    try:
        with _folder_beneath(root, steps[:-1], create=True) as folder:
            _replace(folder, steps[-1], data, mode)
    except OSError as error:
        raise _moved(error, root, steps) from error


def _replace(folder: int, name: str, data: bytes, mode: int | None) -> None:
    try:
        before = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        before = None
    if before is not None and stat.S_ISLNK(before.st_mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)
    if before is not None and not stat.S_ISREG(before.st_mode):
        code = errno.EISDIR if stat.S_ISDIR(before.st_mode) else errno.EINVAL
        raise OSError(code, os.strerror(code), name)
    temporary = f".{name[:100]}.{secrets.token_hex(6)}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FILE_FLAGS
    descriptor = os.open(temporary, flags, 0o666 if before is None else 0o600, dir_fd=folder)
    try:
        try:
            _write_all(descriptor, data)
            if before is not None:
                _keep_attributes(folder, name, descriptor, before)
            if mode is not None:
                os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary, dir_fd=folder)
        raise
    _sync_folder(folder)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _keep_attributes(folder: int, name: str, target: int, before: os.stat_result) -> None:
    created = os.fstat(target)
    if (created.st_uid, created.st_gid) != (before.st_uid, before.st_gid):
        with contextlib.suppress(OSError):
            os.fchown(target, before.st_uid, before.st_gid)
    os.fchmod(target, stat.S_IMODE(before.st_mode))
    if not hasattr(os, "listxattr"):
        return
    with contextlib.suppress(OSError):
        source = os.open(name, os.O_RDONLY | _FILE_FLAGS, dir_fd=folder)
        try:
            for attribute in os.listxattr(source):
                with contextlib.suppress(OSError):
                    os.setxattr(target, attribute, os.getxattr(source, attribute))
        finally:
            os.close(source)


def _sync_folder(folder: int) -> None:
    # A descriptor opened with O_PATH cannot be synced itself.
    with contextlib.suppress(OSError):
        readable = os.open(".", os.O_RDONLY | getattr(os, "O_DIRECTORY", 0), dir_fd=folder)
        try:
            os.fsync(readable)
        finally:
            os.close(readable)


def _write_by_path(path: Path, data: bytes, mode: int | None) -> None:
    """The same for platforms that cannot open relative to a folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.resolve() != path:
        raise PathMoved(path)
    before = path.stat() if path.exists() else None
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None or before is not None:
            os.chmod(temporary, mode if mode is not None else stat.S_IMODE(before.st_mode))  # type: ignore[union-attr]
        if path.resolve() != path:
            raise PathMoved(path)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def remove_beneath(root: Path, relative: str | os.PathLike[str]) -> None:
    """Delete a file below ``root`` without following any link on the way."""
    steps = _steps(relative)
    if not HAS_DIR_FD:
        path = Path(root, *steps)
        if path.resolve() != path:
            raise PathMoved(path)
        path.unlink()
        return
    try:
        with _folder_beneath(root, steps[:-1], create=False) as folder:
            os.unlink(steps[-1], dir_fd=folder)
    except OSError as error:
        raise _moved(error, root, steps) from error


def link_beneath(root: Path, relative: str | os.PathLike[str], target: str) -> None:
    """Make a symbolic link below ``root`` without following any link on the way. Missing folders are
    made; what is there already stays and is an error."""
    steps = _steps(relative)
    if not HAS_DIR_FD:
        path = Path(root, *steps)
        if path.parent.resolve() != path.parent:
            raise PathMoved(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)
        return
    try:
        with _folder_beneath(root, steps[:-1], create=True) as folder:
            os.symlink(target, steps[-1], dir_fd=folder)
    except OSError as error:
        raise _moved(error, root, steps) from error


# --- the same for a path that is already resolved ---------------------------------------------


def open_resolved(path: Path) -> int:
    """Open a resolved, absolute path for reading; fails if it stopped being what it was."""
    return open_beneath(Path(path.anchor), path.relative_to(path.anchor), os.O_RDONLY)


def read_resolved(path: Path, limit: int | None = None) -> tuple[bytes, os.stat_result]:
    """The content of a regular file (at most ``limit`` bytes) and what it looked like then."""
    descriptor = open_resolved(path)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(status.st_mode):
            raise ToolError(f"{path} is not a regular file.")
        return file.read() if limit is None else file.read(limit), status


def write_resolved(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write to a resolved, absolute path; fails if a link has taken the place of a part of it."""
    write_beneath(Path(path.anchor), path.relative_to(path.anchor), data, mode)


def remove_resolved(path: Path) -> None:
    remove_beneath(Path(path.anchor), path.relative_to(path.anchor))


# --- one writer at a time -----------------------------------------------------------------------


class _PathLock:
    def __init__(self) -> None:
        self.lock = threading.Lock()


_locks: weakref.WeakValueDictionary[Path, _PathLock] = weakref.WeakValueDictionary()
_locks_guard = threading.Lock()


@contextlib.contextmanager
def exclusively(*paths: Path) -> Iterator[None]:
    """Hold the files for a read-change-write; several agents of one process take turns."""
    with _locks_guard:
        held = [_locks.setdefault(path, _PathLock()) for path in sorted(set(paths))]
    with contextlib.ExitStack() as stack:
        for entry in held:
            stack.enter_context(entry.lock)
        yield


# --- what a session has seen --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """A file as it was when the session last read or wrote it."""

    mtime_ns: int
    size: int
    inode: int
    digest: bytes | None


def digest_of(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


class FileLedger:
    """What one session knows about files, so that it never overwrites what it has not seen."""

    def __init__(self) -> None:
        self._seen: dict[Path, Seen] = {}
        self._lock = threading.Lock()

    def remember(self, path: Path, status: os.stat_result, data: bytes | None) -> None:
        """Note the file's state; ``data`` is its whole content where that was at hand."""
        digest = None if data is None else digest_of(data)
        seen = Seen(status.st_mtime_ns, status.st_size, status.st_ino, digest)
        with self._lock:
            self._seen[path] = seen

    def forget(self, path: Path) -> None:
        with self._lock:
            self._seen.pop(path, None)

    def seen(self, path: Path) -> Seen | None:
        with self._lock:
            return self._seen.get(path)

    def paths(self) -> list[Path]:
        """Every file that was read or written, the latest last."""
        with self._lock:
            return list(self._seen)

    def changed(self, path: Path, data: bytes, status: os.stat_result) -> bool:
        """Whether the content differs from what the session saw (True if it never saw it)."""
        seen = self.seen(path)
        if seen is None:
            return True
        if seen.digest is not None:
            return seen.digest != digest_of(data)
        return (seen.mtime_ns, seen.size, seen.inode) != (
            status.st_mtime_ns,
            status.st_size,
            status.st_ino,
        )

    def copy(self) -> FileLedger:
        """An independent ledger with the same knowledge, for a fork of the session."""
        other = FileLedger()
        with self._lock:
            other._seen = dict(self._seen)
        return other
