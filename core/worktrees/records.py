"""The records of worktrees: one small file each, beside the trees they describe.

They are files, not rows, so that a tree and what is known about it share their fate: nothing about
a worktree is lost with a database, and two processes see the same.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from core.config.atomic import locked, write_atomically
from core.sessions.models import Record
from core.worktrees.models import BinEntry, Merged, Worktree

BIN = ".bin"
RECORDS = ".records"
R = TypeVar("R", bound=Record)


def write_record(path: Path, content: bytes, *, durable: bool) -> None:
    """Replace a record as a whole.

    Waiting for the disk would make it write all the files of a worktree that was just made, which
    takes far longer than making it; and what a lost record said can be found out from git.
    """
    if durable:
        write_atomically(path, content)
        return
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


class Records:
    """Reads and writes the records under ``paths.worktrees``.

    ``<project>/<slug>`` is a worktree, ``<project>.bin/<id>`` one that was discarded (at the same
    depth, so that relative links out of it keep their meaning), ``<project>.records`` what is known
    about both.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def trees(self, project: str) -> Path:
        return self.root / project

    def bin(self, project: str) -> Path:
        return self.root / f"{project}{BIN}"

    def lease(self, worktree: Worktree) -> Path:
        folder = self._folder(worktree.project) / "leases"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder / f"{worktree.id}.lock"

    def projects(self) -> list[str]:
        try:
            names = sorted(entry.name for entry in os.scandir(self.root) if entry.is_dir())
        except FileNotFoundError:
            return []
        ends = (RECORDS, BIN)
        found = {name.removesuffix(RECORDS) for name in names if name.endswith(RECORDS)}
        return sorted(found | {name for name in names if not name.endswith(ends)})

    @contextlib.contextmanager
    def alone(self, project: str) -> Iterator[None]:
        """Keep other processes from changing this project's records."""
        with locked(self._folder(project) / "records"):
            yield

    def save(self, worktree: Worktree) -> None:
        self._write(self._folder(worktree.project) / f"{worktree.id}.json", worktree)

    def forget(self, worktree: Worktree) -> None:
        for path in (
            self._folder(worktree.project) / f"{worktree.id}.json",
            self._folder(worktree.project) / "leases" / f"{worktree.id}.lock",
        ):
            path.unlink(missing_ok=True)

    def worktrees(self, project: str | None = None) -> list[Worktree]:
        projects = self.projects() if project is None else [project]
        found = [
            worktree
            for name in projects
            for file in sorted(self._folder(name).glob("wt_*.json"))
            if (worktree := self._read(file, Worktree)) is not None and worktree.project == name
        ]
        return sorted(found, key=lambda worktree: worktree.created)

    def save_entry(self, entry: BinEntry, *, durable: bool = False) -> None:
        """``durable``: it is on the disk when this returns, whatever happens to the machine."""
        path = self._folder(entry.worktree.project) / "bin" / f"{entry.id}.json"
        self._write(path, entry, durable=durable)

    def forget_entry(self, entry: BinEntry) -> None:
        path = self._folder(entry.worktree.project) / "bin" / f"{entry.id}.json"
        path.unlink(missing_ok=True)

    def entries(self, project: str | None = None) -> list[BinEntry]:
        projects = self.projects() if project is None else [project]
        found = [
            entry
            for name in projects
            for file in sorted((self._folder(name) / "bin").glob("*.json"))
            if (entry := self._read(file, BinEntry)) is not None and entry.worktree.project == name
        ]
        return sorted(found, key=lambda entry: entry.discarded)

    def save_merged(self, project: str, merged: Merged | None) -> None:
        path = self._folder(project) / "merged.json"
        if merged is None:
            path.unlink(missing_ok=True)
        else:
            self._write(path, merged)

    def merging(self, project: str) -> Path:
        """The lock of whoever brings changes back into a checkout."""
        folder = self._folder(project)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder / "merging.lock"

    def merged(self, project: str) -> Merged | None:
        return self._read(self._folder(project) / "merged.json", Merged)

    def _folder(self, project: str) -> Path:
        return self.root / f"{project}{RECORDS}"

    @staticmethod
    def _write(path: Path, record: Record, *, durable: bool = False) -> None:
        write_record(path, record.model_dump_json(indent=1).encode(), durable=durable)

    @staticmethod
    def _read(path: Path, kind: type[R]) -> R | None:
        try:
            return kind.model_validate_json(path.read_bytes())
        except (FileNotFoundError, ValidationError):
            return None
