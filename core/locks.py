"""Locks on files that end with the process that holds them, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> bool:
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(descriptor: int) -> bool:
        # flock, not lockf: POSIX record locks vanish when any descriptor of the file is closed.
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class FileLock:
    """An exclusive lock that is held from ``acquire`` until ``release`` or the end of the process."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def acquire(cls, path: Path, *, create: bool = True) -> FileLock | None:
        """Take the lock at once, or return None when someone holds it.

        Without ``create`` a file that does not exist is None as well. A lock on a file that was
        removed or replaced meanwhile protects nothing, so it counts as not taken.
        """
        flags = os.O_RDWR | (os.O_CREAT if create else 0)
        try:
            descriptor = os.open(path, flags, 0o600)
        except FileNotFoundError:
            if create:
                raise
            return None
        if _take(descriptor) and _is_still(path, descriptor):
            return cls(path, descriptor)
        os.close(descriptor)
        return None

    @classmethod
    def wait(cls, path: Path, seconds: float) -> FileLock | None:
        """Take the lock, waiting for its holder for some time; blocks the calling thread."""
        deadline = time.monotonic() + seconds
        while (lock := cls.acquire(path)) is None:
            if time.monotonic() >= deadline:
                return None
            time.sleep(0.02)
        return lock

    def release(self, *, remove: bool = False) -> None:
        """Give the lock up; ``remove`` deletes the file while it is still ours."""
        if self._descriptor is None:
            return
        if remove and sys.platform != "win32":
            self.path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = None
        if remove and sys.platform == "win32":
            # An open file cannot be removed there, and one that someone opened since stays.
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)


def _is_still(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False
