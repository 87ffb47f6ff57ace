"""Which runs belong to a living process.

Each process holds an exclusive lock on a file of its own and writes that file's name into the runs
it starts. A run whose lease can be claimed by someone else belongs to a process that is gone.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from core.ids import new_id
from core.locks import FileLock

SUFFIX = ".lease"
LOOKING_SECONDS = 0.1


class Lease:
    """This process's sign of life; ``name`` is what runs carry."""

    def __init__(self, lock: FileLock) -> None:
        self._lock = lock
        self.name = lock.path.stem

    @classmethod
    def take(cls, folder: Path) -> Lease:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        while True:
            # A process that looks for dead leases may grab a new file before we lock it, which
            # makes it a dead one; a fresh name is as good.
            path = folder / f"{new_id('lease')}-{os.getpid()}{SUFFIX}"
            lock = FileLock.acquire(path)
            if lock is not None:
                return cls(lock)
            with contextlib.suppress(OSError):
                path.unlink()

    def release(self) -> None:
        self._lock.release(remove=True)


class Claim:
    """A dead process's lease, ours until ``settle`` (it is dealt with) or ``abandon``.

    While it is held, other processes take the lease for alive and leave its runs alone.
    """

    def __init__(self, name: str, lock: FileLock) -> None:
        self.name = name
        self._lock = lock

    def settle(self) -> None:
        self._lock.release(remove=True)

    def abandon(self) -> None:
        self._lock.release()


def claim(folder: Path, name: str) -> Claim | None:
    """Take over a lease if its process is gone; None while it lives or is being dealt with.

    A lease without a file is dead too: the file is made again so that only one process claims it.
    """
    if not name or Path(name).name != name:
        return None
    # Someone who only looks whether it is dead holds it for a moment.
    lock = FileLock.wait(folder / f"{name}{SUFFIX}", LOOKING_SECONDS)
    return Claim(name, lock) if lock is not None else None


def left_behind(folder: Path) -> list[str]:
    """Names of leases whose process ended without giving them up."""
    dead = []
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        lock = FileLock.acquire(file, create=False)
        if lock is not None:
            lock.release()
            dead.append(file.stem)
    return dead
