"""Opening what was judged, and nothing else.

A resolved path holds no links. These functions walk it from the root part by part and refuse to
follow any, so that a folder swapped for a link after the check makes the call fail. Where the
platform cannot open relative to a folder, the path is resolved again just before it is used.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import ToolError
from core.permissions.paths import resolve

CAN_WALK = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")


class PathChanged(ToolError):
    """The path is no longer what was judged."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} changed while it was being opened.", "Look at it again first.")


@contextmanager
def opened_folder(folder: Path, create: bool = False) -> Iterator[int]:
    """A descriptor of a resolved folder, reached without following any link."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    current = os.open(folder.anchor, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in folder.parts[1:]:
            if create:
                with suppress(FileExistsError):
                    os.mkdir(part, dir_fd=current)
            try:
                following = os.open(part, flags, dir_fd=current)
            except OSError as error:
                if error.errno in (errno.ELOOP, errno.ENOTDIR):
                    raise PathChanged(folder) from error
                raise
            os.close(current)
            current = following
        yield current
    finally:
        os.close(current)


def open_for_reading(path: Path) -> int:
    """A descriptor of a resolved regular file; pipes, devices and links are refused."""
    if not CAN_WALK:
        if resolve(path, path.parent) != path:
            raise PathChanged(path)
        return _regular(os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0)), path)
    # A pipe without a writer must not hold up the caller.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with opened_folder(path.parent) as folder:
        try:
            descriptor = os.open(path.name, flags, dir_fd=folder)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise PathChanged(path) from error
            raise
    return _regular(descriptor, path)


def _regular(descriptor: int, path: Path) -> int:
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise ToolError(f"{path} is not a regular file.", "Only ordinary files can be read.")


def replace_file(path: Path, content: bytes, mode: int | None = None) -> None:
    """Write a resolved file whole: a new file beside it, flushed to disk, takes its name.

    Missing folders are made. The mode of a file that is there already is kept. A reader sees the
    old content or the new, never a part, and a link put in the way is replaced, not followed.
    """
    name = f".{path.name}.{secrets.token_hex(6)}"
    if not CAN_WALK:
        path.parent.mkdir(parents=True, exist_ok=True)
        if resolve(path, path.parent) != path:
            raise PathChanged(path)
        _write_whole(path.parent / name, path, content, mode, None)
        return
    with opened_folder(path.parent, create=True) as folder:
        _write_whole(Path(name), Path(path.name), content, mode, folder)
        os.fsync(folder)


def _write_whole(
    temporary: Path, final: Path, content: bytes, mode: int | None, folder: int | None
) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    kept = _mode_of(final, folder) if mode is None else mode
    descriptor = os.open(temporary, flags, 0o666 if kept is None else 0o600, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            if kept is not None and hasattr(os, "fchmod"):
                os.fchmod(stream.fileno(), kept)
            os.fsync(stream.fileno())
        os.replace(temporary, final, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)
        raise


def _mode_of(path: Path, folder: int | None) -> int | None:
    try:
        status = os.stat(path, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    return stat.S_IMODE(status.st_mode) if stat.S_ISREG(status.st_mode) else None
