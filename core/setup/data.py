"""What Spinney keeps on the disk: how much it is, and removing what a person no longer wants."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from core.paths import Paths
from core.sessions.models import Session
from core.setup.models import CleanUp, DataPlace

DAY = 86_400.0


def places(paths: Paths) -> list[DataPlace]:
    """Each kind of data with its size. Links are counted, never followed."""
    named = (
        ("settings", paths.config_file),
        ("conversations", paths.database),
        ("attachments", paths.attachments),
        ("outputs", paths.outputs),
        ("worktrees", paths.worktrees),
        ("checkpoints", paths.checkpoints),
        ("demo", paths.data / "demo"),
        ("cache", paths.cache),
        ("logs", paths.logs),
    )
    return [DataPlace(name, path, *_size(path)) for name, path in named]


def _size(path: Path) -> tuple[int, int]:
    if path.is_file():
        beside = [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))]
        sizes = [file.stat().st_size for file in beside if file.is_file()]
        return sum(sizes), len(sizes)
    total = count = 0
    for entry in _files(path):
        try:
            total += entry.lstat().st_size
        except OSError:
            continue
        count += 1
    return total, count


def _files(folder: Path) -> Iterator[Path]:
    for parent, _folders, names in os.walk(folder, followlinks=False):
        for name in names:
            yield Path(parent) / name


def plan_clean_up(
    paths: Paths,
    sessions: list[Session],
    *,
    days: int,
    archived_only: bool,
    outputs: bool,
    now: float | None = None,
) -> CleanUp:
    """What is older than ``days``: root sessions that were not touched since, and (with
    ``outputs``) kept outputs, old logs, cached files and copies of the demo."""
    before = (time.time() if now is None else now) - days * DAY
    old = tuple(
        (session.id, session.title, session.updated)
        for session in sessions
        if session.parent_id is None
        and session.updated < before
        and (session.archived is not None or not archived_only)
    )
    files: list[Path] = []
    size = 0
    if outputs:
        for folder in (paths.outputs, paths.cache, paths.logs, paths.data / "demo"):
            for file in _files(folder):
                try:
                    status = file.lstat()
                except OSError:
                    continue
                if status.st_mtime < before:
                    files.append(file)
                    size += status.st_size
    return CleanUp(old, tuple(files), size)


def remove_files(plan: CleanUp, paths: Paths) -> int:
    """Remove the planned files, only ever inside our own folders; returns the bytes freed."""
    freed = 0
    allowed = (paths.outputs, paths.cache, paths.logs, paths.data / "demo")
    for file in plan.files:
        if not any(file.is_relative_to(folder) for folder in allowed) or ".." in file.parts:
            continue
        try:
            size = file.lstat().st_size
            file.unlink()
        except OSError:
            continue
        freed += size
    for folder in allowed:
        for parent, _folders, _names in os.walk(folder, topdown=False, followlinks=False):
            if Path(parent) != folder:
                try:
                    os.rmdir(parent)
                except OSError:
                    continue
    return freed
