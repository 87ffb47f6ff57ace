"""The states of folders and the records of turns: where checkpoints are kept and found again."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.checkpoints.models import TurnRecord
from core.checkpoints.objects import ObjectStore
from core.checkpoints.reading import CheckpointError
from core.errors import SpinneyError
from core.events import Notice
from core.git import find_repository
from core.paths import Paths
from core.sessions.store import Store

log = logging.getLogger("spinney.checkpoints")

MAX_FAILURES = 3


@dataclass(slots=True)
class Keeper:
    """Keeps states of folders, one at a time for each folder.

    A folder that cannot be kept is told about once and then left alone.
    """

    store: Store
    paths: Paths
    _objects: dict[str, ObjectStore] = field(default_factory=dict)
    _locks: dict[Path, asyncio.Lock] = field(default_factory=dict)
    _failures: dict[Path, int] = field(default_factory=dict)
    _told: set[Path] = field(default_factory=set)
    _background: set[asyncio.Task[None]] = field(default_factory=set)

    async def keep(self, root: Path) -> str:
        """The state of a folder now, as an id; the same state has the same id."""
        if self._failures.get(root, 0) >= MAX_FAILURES:
            raise CheckpointError("Checkpoints are off in this folder.", "Start again to retry.")
        try:
            _refuse_whole_homes(root)
            async with self._locks.setdefault(root, asyncio.Lock()):
                state = await self.objects(root).keep(root)
        except SpinneyError as error:
            lasting = isinstance(error, CheckpointError)
            self._failures[root] = MAX_FAILURES if lasting else self._failures.get(root, 0) + 1
            raise
        self._failures.pop(root, None)
        if state.left_out and root not in self._told:
            self._told.add(root)
            some = ", ".join(state.left_out[:3]) + (" …" if len(state.left_out) > 3 else "")
            sentence = f"Too large or unreadable for checkpoints, and left out: {some}."
            self.store.bus.publish(Notice("", "info", sentence))
        return state.id

    def warm(self, root: Path) -> None:
        """Make the first checkpoint of a folder in the background, so that no prompt waits for it."""

        async def first() -> None:
            try:
                await self.keep(root)
            except SpinneyError as error:
                log.info("no checkpoint of %s: %s", root, error)

        self.in_background(first(), f"first checkpoint of {root}")

    def tidy(self, root: Path) -> None:
        """Give up old states in the background where there are too many."""

        async def tidy() -> None:
            try:
                gone = await self.objects(root).tidy()
            except SpinneyError as error:
                log.warning("checkpoints could not be tidied: %s", error)
                return
            if gone:
                sentence = f"{gone} old checkpoints were given up to stay within bounds."
                self.store.bus.publish(Notice("", "info", sentence))

        self.in_background(tidy(), "tidying checkpoints")

    def say_so(self, session_id: str, root: Path, error: SpinneyError) -> None:
        """Tell, once, that a folder gets no checkpoints."""
        if root not in self._told:
            self._told.add(root)
            sentence = f"No checkpoints are made here: {error.sentence}"
            hint = f"{error.hint} Going back will restore the conversation only.".strip()
            self.store.bus.publish(Notice(session_id, "warning", sentence, hint))

    def objects(self, root: Path) -> ObjectStore:
        """The store for a folder. Worktrees of one repository share theirs, so that each adds only
        what differs."""
        key = tree_key(root)
        if key not in self._objects:
            place = find_repository(root)
            shared = place.common_dir if place is not None and place.top == root else root
            folder = self.paths.checkpoints / tree_key(shared)
            known = (one for one in self._objects.values() if one.folder == folder)
            self._objects[key] = next(known, None) or ObjectStore(folder)
        return self._objects[key]

    async def records(self, root: Path) -> list[TurnRecord]:
        """Every turn that ran in a folder, in the order of their starts."""
        stored = await self.store.values(f"checkpoint:{tree_key(root)}:")
        found = [TurnRecord.model_validate(value) for value in stored.values()]
        return sorted(found, key=lambda record: record.started)

    async def record_of(self, root: Path, session_id: str, message_id: str) -> TurnRecord | None:
        value = await self.store.get_value(_name(tree_key(root), session_id, message_id))
        return None if value is None else TurnRecord.model_validate(value)

    async def save(self, record: TurnRecord) -> None:
        name = _name(record.tree, record.session_id, record.message_id)
        await self.store.set_value(name, record.model_dump())

    def in_background(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def close(self) -> None:
        """End what goes on in the background."""
        tasks = list(self._background)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


def tree_key(root: Path) -> str:
    """A folder's name in the stores."""
    return hashlib.sha256(os.fsencode(root)).hexdigest()[:20]


def _name(tree: str, session_id: str, message_id: str) -> str:
    return f"checkpoint:{tree}:{session_id}:{message_id}"


def _refuse_whole_homes(root: Path) -> None:
    home = Path.home()
    if root == home or root in home.parents:
        raise CheckpointError(
            f"{root} is more than a project.", "Open a project's own folder to get checkpoints."
        )
