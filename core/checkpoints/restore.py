"""Putting files back: byte for byte, never over something that is not what we think it is."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from core.checkpoints.reading import Difference, Entry
from core.errors import SpinneyError
from core.files import link_beneath, remove_beneath, write_beneath

LINK = "120000"
EXECUTABLE = "100755"


def blob_of(data: bytes) -> str:
    """The name that git gives to these bytes."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def current_entry(root: Path, path: str) -> Entry | None:
    """A file as it is on the disk now; None when there is none."""
    place = root / path
    try:
        # Behind a link lies something else, however it is called.
        for parent in list(Path(path).parents)[:-1]:
            if (root / parent).is_symlink():
                return None
        status = os.lstat(place)
        if stat.S_ISLNK(status.st_mode):
            return Entry(LINK, blob_of(os.fsencode(os.readlink(place))))
        if stat.S_ISDIR(status.st_mode):
            return None  # A folder is no file; if it is in the way, writing will tell.
        if not stat.S_ISREG(status.st_mode):
            return Entry("special", "")
        mode = EXECUTABLE if status.st_mode & 0o100 else "100644"
        return Entry(mode, blob_of(place.read_bytes()))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return Entry("unreadable", "")


def restore(
    root: Path,
    wanted: Difference,
    contents: Mapping[str, bytes],
    modes: Mapping[str, int],
) -> tuple[list[str], list[str]]:
    """Make files as the second entry of each difference says, if they still are as the first one
    says. Returns the paths that were put back and those that were left alone."""
    done: list[str] = []
    kept: list[str] = []
    ready: list[tuple[str, Entry | None, Entry | None]] = []
    for path, (now, then) in wanted.items():
        if current_entry(root, path) != now:
            kept.append(path)
        else:
            ready.append((path, now, then))
    # What goes away goes first: a folder may have to become a file, or a file a folder.
    for path, now, then in sorted(ready, key=lambda item: item[0], reverse=True):
        if now is not None and (then is None or LINK in (now.mode, then.mode)):
            try:
                remove_beneath(root, path)
                _remove_empty_folders(root, path)
            except (OSError, SpinneyError):
                kept.append(path)
    for path, _, then in ready:
        if path in kept:
            continue
        try:
            if then is not None:
                _put(root, path, then, contents[then.blob], modes.get(path))
            done.append(path)
        except (OSError, SpinneyError):
            kept.append(path)
    return done, kept


def _put(root: Path, path: str, entry: Entry, data: bytes, mode: int | None) -> None:
    place = root / path
    if entry.mode == LINK:
        link_beneath(root, path, os.fsdecode(data))
        return
    existed = place.exists()
    write_beneath(root, path, data, None if existed else mode)
    if not existed and mode is not None:
        return
    status = os.lstat(place)
    bits = stat.S_IMODE(status.st_mode)
    readable = bits & 0o444
    wanted = bits | readable >> 2 if entry.mode == EXECUTABLE else bits & ~0o111
    if wanted != bits:
        os.chmod(place, wanted)


def _remove_empty_folders(root: Path, path: str) -> None:
    for folder in list(Path(path).parents)[:-1]:
        with contextlib.suppress(OSError):
            os.rmdir(root / folder)
