"""Reads what a person mentioned: lines of a file, a folder's contents, an image's bytes."""

from __future__ import annotations

import os
import stat
from fnmatch import fnmatchcase
from pathlib import Path

from core.errors import SpinneyError

LINES_LIMIT = 2_000
BYTES_LIMIT = 100 * 1024
IMAGE_LIMIT = 20 * 1024 * 1024
ENTRIES_LIMIT = 200


def is_secret(path: Path) -> bool:
    """Environment files, which hold keys; the example that is meant to be shared is none."""
    name = path.name.lower()
    if fnmatchcase(name, "*.env.example"):
        return False
    return fnmatchcase(name, "*.env") or fnmatchcase(name, "*.env.*")


def read_whole(path: Path, limit: int = IMAGE_LIMIT) -> bytes:
    """All bytes of a regular file; the path must be resolved, a link in its place is refused."""
    return _read(path, limit, whole=True)


def read_lines(
    path: Path, first: int | None, last: int | None, room: int
) -> tuple[str, int | None, int | None]:
    """Lines ``first`` to ``last`` (all without them) and the numbers of those really returned. What
    is left out for size is said at the end of the text."""
    limit = max(0, min(BYTES_LIMIT, room))
    if limit == 0:
        raise SpinneyError(
            f"{path.name} is not attached: the mentioned files are too large together."
        )
    data = _read(path, IMAGE_LIMIT, whole=False)
    if b"\0" in data[:8192]:
        raise SpinneyError(f"{path.name} is not text and is not attached.")
    lines = data.decode("utf-8-sig", errors="replace").splitlines()
    begin = max(1, first or 1)
    if first is not None and begin > len(lines):
        raise SpinneyError(f"{path.name} has only {len(lines)} lines.")
    finish = min(len(lines), max(begin, last) if last is not None else len(lines))
    kept: list[str] = []
    size = 0
    for line in lines[begin - 1 : finish][:LINES_LIMIT]:
        size += len(line.encode("utf-8")) + 1
        if size > limit:
            break
        kept.append(line)
    shown = begin + len(kept) - 1
    text = "\n".join(kept)
    if shown < finish:
        text += f"\n[{finish - shown} more lines are left out; read the file for the rest]"
        return text, begin, shown
    return (text, begin, shown) if first is not None else (text, None, None)


def folder_listing(path: Path) -> str:
    """The names in a folder, folders first and with a slash."""
    try:
        with os.scandir(path) as entries:
            found = [(not e.is_dir(), e.name) for e in entries if e.name != ".git"]
    except OSError as error:
        raise SpinneyError(f"{path.name}/ cannot be read: {error.strerror or error}.") from error
    names = [name if is_file else f"{name}/" for is_file, name in sorted(found)]
    if len(names) > ENTRIES_LIMIT:
        more = len(names) - ENTRIES_LIMIT
        names = [*names[:ENTRIES_LIMIT], f"[{more} more entries are left out]"]
    return "\n".join(names)


def _read(path: Path, limit: int, *, whole: bool) -> bytes:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flags |= getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags)
        with os.fdopen(descriptor, "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise SpinneyError(f"{path.name} is not a file and is not attached.")
            data = stream.read(limit + 1)
    except OSError as error:
        raise SpinneyError(f"{path.name} cannot be read: {error.strerror or error}.") from error
    if whole and len(data) > limit:
        raise SpinneyError(f"{path.name} is larger than {limit // (1024 * 1024)} MB.")
    return data[:limit]
