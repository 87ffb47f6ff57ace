"""Remember which projects a person trusts, and with which content.

Until a project is trusted nothing in it acts. Trust covers the content that was shown: what is new
or different afterwards is shown and asked again. Worktrees of a trusted repository inherit its trust
for content that is the same there.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.config.acting_files import ActingFile, acting_files
from core.config.atomic import locked, write_atomically
from core.errors import ConfigError
from core.git import find_repository
from core.paths import Paths

VERSION = 1
_OWN_CONFIG = ".spinney/config.toml"


@dataclass(frozen=True)
class TrustState:
    """Whether a project may act, and what a person has to look at.

    ``items`` is every file that could act, ``changed`` the paths that are new or different since it
    was trusted, ``problems`` sentences about files that are not used. ``known`` tells that it was
    trusted before, ``inherited`` from which checkout. ``may_loosen``: a person confirmed that the
    rules in exactly this project file may allow things.
    """

    project: Path
    trusted: bool
    changed: tuple[str, ...] = ()
    items: tuple[ActingFile, ...] = ()
    problems: tuple[str, ...] = ()
    known: bool = False
    inherited: Path | None = None
    may_loosen: bool = False


@dataclass
class _Record:
    inode: int
    trusted: float
    items: dict[str, str] = field(default_factory=dict)
    loosening: str | None = None


class TrustStore:
    """Trusted projects, in ``trust.json`` of Spinney's data folder."""

    def __init__(self, paths: Paths) -> None:
        self._file = paths.data / "trust.json"

    async def state(self, project: Path, directory: Path | None = None) -> TrustState:
        """Compare the project as it is with what was trusted."""
        return await asyncio.to_thread(self._state, project, directory)

    def not_seen(self, project: Path, directory: Path | None = None) -> frozenset[str]:
        """Files, by their path in the project, that no person has looked at as they are now."""
        return frozenset(self._state(project, directory).changed)

    async def trust(
        self, project: Path, shown: TrustState | None = None, *, may_loosen: bool = False
    ) -> TrustState:
        """Trust the content that was ``shown`` (None: the content as it is now)."""
        return await asyncio.to_thread(self._trust, project, shown, may_loosen)

    async def revoke(self, project: Path) -> bool:
        """Forget a project; False when it was not trusted."""
        return await asyncio.to_thread(self._revoke, project)

    async def accept(self, project: Path, paths: Iterable[Path]) -> None:
        """Take over changes that Spinney itself made to trusted files, with a person's leave."""
        await asyncio.to_thread(self._accept, project, tuple(paths))

    async def projects(self) -> list[Path]:
        return [Path(name) for name in sorted(await asyncio.to_thread(self._read))]

    def _state(self, project: Path, directory: Path | None) -> TrustState:
        real = Path(os.path.realpath(project))
        items = tuple(acting_files(real, directory))
        problems = tuple(item.problem for item in items if item.problem)
        records = self._read()
        record, inherited = records.get(str(real)), None
        if record is not None and record.inode != _inode(real):
            record = None  # another folder has taken the place of the trusted one
        if record is None and (main := main_checkout(real)) is not None:
            record, inherited = records.get(str(main)), main
            if record is not None and record.inode != _inode(main):
                record = None
        if record is None:
            return TrustState(real, False, tuple(i.path for i in items), items, problems)
        changed = tuple(item.path for item in items if record.items.get(item.path) != item.digest)
        own = next((item.digest for item in items if item.path == _OWN_CONFIG), None)
        return TrustState(
            project=real,
            trusted=not changed,
            changed=changed,
            items=items,
            problems=problems,
            known=True,
            inherited=inherited,
            may_loosen=own is not None and record.loosening == own,
        )

    def _trust(self, project: Path, shown: TrustState | None, may_loosen: bool) -> TrustState:
        shown = shown or self._state(project, None)
        real = shown.project
        if not real.is_dir():
            raise ConfigError(f"{project} is not a folder.")
        digests = {item.path: item.digest for item in shown.items}
        with locked(self._file):
            records = self._read()
            record = records.get(str(real))
            if record is None or record.inode != _inode(real):
                record = _Record(_inode(real), time.time())
            # What was trusted for another folder of the project stays, if it is still there.
            kept = {p: d for p, d in record.items.items() if os.path.lexists(real / p)}
            record.items = {**kept, **digests}
            record.trusted = time.time()
            record.loosening = digests.get(_OWN_CONFIG) if may_loosen else None
            records[str(real)] = record
            self._write(records)
        return self._state(real, None)

    def _revoke(self, project: Path) -> bool:
        with locked(self._file):
            records = self._read()
            gone = records.pop(os.path.realpath(project), None)
            if gone is not None:
                self._write(records)
        return gone is not None

    def _accept(self, project: Path, paths: tuple[Path, ...]) -> None:
        real = Path(os.path.realpath(project))
        names = {os.path.relpath(os.path.abspath(real / path), real) for path in paths}
        with locked(self._file):
            records = self._read()
            record = records.get(str(real))
            if record is None:
                return
            deepest = max((real / name for name in names), key=lambda p: len(p.parts), default=real)
            for item in acting_files(real, deepest.parent):
                if item.path in names:
                    record.items[item.path] = item.digest
            self._write(records)

    def _read(self) -> dict[str, _Record]:
        """The stored records; a damaged file is put aside and counts as trusting nothing."""
        try:
            document = json.loads(self._file.read_text(encoding="utf-8"))
            if document["version"] != VERSION:
                return {}
            return {str(name): _Record(**entry) for name, entry in document["projects"].items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            if self._file.is_file():
                self._file.replace(self._file.with_name(f"trust.json.damaged-{int(time.time())}"))
            return {}

    def _write(self, records: dict[str, _Record]) -> None:
        projects: dict[str, Any] = {name: vars(record) for name, record in records.items()}
        document = {"version": VERSION, "projects": projects}
        write_atomically(self._file, json.dumps(document, indent=1).encode())


def main_checkout(directory: Path) -> Path | None:
    """The main checkout whose worktree ``directory`` is, if that repository says so too."""
    place = find_repository(directory)
    if place is None or place.top != directory or place.git_dir == place.common_dir:
        return None
    if place.git_dir.parent != place.common_dir / "worktrees" or place.common_dir.name != ".git":
        return None
    try:
        back = (place.git_dir / "gitdir").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    if os.path.realpath(place.git_dir / back) != str(directory / ".git"):
        return None
    return place.common_dir.parent


def _inode(folder: Path) -> int:
    """Only the inode: device numbers change between starts on some file systems."""
    try:
        return folder.stat().st_ino
    except OSError:
        return -1
