"""What all tools that write files share: the plan of a change, its diff, and carrying it out."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import ToolError
from core.files import (
    FileLedger,
    open_resolved,
    read_resolved,
    remove_resolved,
    write_resolved,
)
from core.text import unified_diff

MAX_EDIT = 32 * 1024 * 1024
MAX_DIFF = 200_000


@dataclass(frozen=True, slots=True)
class Change:
    """One file before and after; None means that it does not exist."""

    path: Path
    shown: str
    before: bytes | None
    after: bytes | None
    diff: str = ""
    additions: int = 0
    deletions: int = 0
    mode: int | None = None
    """Permission bits of a file that is new here because it was moved."""


def make_change(
    path: Path,
    shown: str,
    before: bytes | None,
    after: bytes | None,
    texts: tuple[str, str],
    mode: int | None = None,
) -> Change:
    """A change with its diff; ``texts`` are both contents as text."""
    diff, additions, deletions = unified_diff(shown, *texts)
    if len(diff) > MAX_DIFF:
        diff = diff[:MAX_DIFF] + "\n… the rest of the diff is left out\n"
    return Change(path, shown, before, after, diff, additions, deletions, mode)


def metadata_of(changes: Sequence[Change]) -> dict[str, Any]:
    """What the card in the chat shows."""
    found: dict[str, Any] = {
        "path": str(changes[0].path),
        "diff": "".join(change.diff for change in changes),
        "additions": sum(change.additions for change in changes),
        "deletions": sum(change.deletions for change in changes),
    }
    if len(changes) > 1:
        found["files"] = [
            {"path": str(c.path), "additions": c.additions, "deletions": c.deletions}
            for c in changes
        ]
    return found


def current(path: Path, shown: str) -> tuple[bytes, os.stat_result] | None:
    """The file as it is now, or None if there is none; one that is too large is refused."""
    try:
        data, status = read_resolved(path, MAX_EDIT + 1)
    except FileNotFoundError:
        return None
    if len(data) > MAX_EDIT:
        raise ToolError(f"{shown} is too large to edit here.", "Use bash with sed or a script.")
    return data, status


def require_known(
    path: Path, shown: str, files: FileLedger, data: bytes, status: os.stat_result
) -> None:
    """Refuse to change what this session has not seen as it is now."""
    if files.seen(path) is None:
        raise ToolError(f"{shown} has not been read yet.", "Read it first, then change it.")
    if files.changed(path, data, status):
        raise ToolError(
            f"{shown} has changed since it was read.", "Read it again, then make the change."
        )


def carry_out(changes: Sequence[Change], files: FileLedger) -> None:
    """Apply all changes or none: what was done is undone if one fails."""
    done: list[Change] = []
    try:
        for change in changes:
            done.append(change)
            _apply(change.path, change.after, change.mode)
    except BaseException:
        for change in reversed(done):
            with contextlib.suppress(OSError, ToolError):
                _restore(change)
        raise
    for change in changes:
        if change.after is None:
            files.forget(change.path)
            continue
        with contextlib.suppress(OSError, ToolError):
            descriptor = open_resolved(change.path)
            status = os.fstat(descriptor)
            os.close(descriptor)
            files.remember(change.path, status, change.after)


def _apply(path: Path, data: bytes | None, mode: int | None) -> None:
    if data is None:
        remove_resolved(path)
    else:
        write_resolved(path, data, mode)


def _restore(change: Change) -> None:
    now = current(change.path, change.shown)
    if (now[0] if now else None) == change.before:
        return
    if change.before is None:
        remove_resolved(change.path)
    else:
        write_resolved(change.path, change.before, change.mode)


def permission_bits(status: os.stat_result) -> int:
    return stat.S_IMODE(status.st_mode)
