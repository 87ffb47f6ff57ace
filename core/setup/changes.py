"""Changes to the person's ``config.toml``, one after the other, each of which can be taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.config.loader import load
from core.config.writer import Change, set_value, undo
from core.errors import ConfigError
from core.paths import Paths
from core.setup.models import Fault, OwnSettings

Setting = tuple[tuple[str, ...], Any]
"""A key and its new value; None takes the key out of the file."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing a person changed, which may be several keys."""

    label: str
    change: Change


class Changes:
    """The changes of this run. Writing happens in a thread, one at a time."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._lock = asyncio.Lock()
        self.done: list[Step] = []

    async def apply(self, settings: Sequence[Setting], label: str) -> None:
        """Write all of them or none; a value that cannot be used is an error and changes nothing."""
        async with self._lock:
            change = await asyncio.to_thread(_write, self._paths, settings)
        if change is not None:
            self.done.append(Step(label, change))

    async def undo(self) -> str:
        """Take back the last change; returns what it was called."""
        async with self._lock:
            if not self.done:
                raise ConfigError("There is nothing to take back.")
            step = self.done[-1]
            try:
                await asyncio.to_thread(undo, step.change)
            except ConfigError:
                # The file is somebody else's now; older changes cannot be taken back either.
                self.done.clear()
                raise
            self.done.pop()
            return step.label


def _write(paths: Paths, settings: Sequence[Setting]) -> Change | None:
    file = paths.config_file
    made: list[Change] = []
    try:
        for key, value in settings:
            made.append(set_value(file, key, value))
        refused = {".".join(map(str, key)) for key, value in settings if value is not None}
        for problem in load(paths, None, False).problems:
            if problem.serious or _concerns(problem.key, refused):
                raise ConfigError(problem.sentence)
    except ConfigError:
        for change in reversed(made):
            if change.before != change.after:
                undo(change)
        raise
    if not made or made[0].before == made[-1].after:
        return None
    return Change(file, made[-1].key, made[0].before, made[-1].after)


def _concerns(key: str, changed: set[str]) -> bool:
    return any(key == name or key.startswith(f"{name}.") for name in changed)


def own_settings(paths: Paths) -> OwnSettings:
    """Read the person's own file as it is now."""
    loaded = load(paths, None, False)
    faults = tuple(
        Fault(problem.place, problem.key, problem.sentence, problem.serious)
        for problem in loaded.problems
    )
    written = frozenset(
        key for source in loaded.sources for key in _keys(source.table) if source.layer == "user"
    )
    return OwnSettings(paths.config_file, loaded.settings, written, faults)


def _keys(table: dict[str, Any], above: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for name, value in table.items():
        found.add((*above, name))
        if isinstance(value, dict):
            found |= _keys(value, (*above, name))
    return found


def config_text(file: Path) -> str:
    return file.read_text("utf-8", "replace") if file.exists() else ""
