"""Text that is streaming in: published at once, stored a few times a second.

A growing part costs one string append and one event per delta. What grew since the last store is
written as a piece beside the part; saving the part as a whole replaces its pieces. All changes go
through one queue in order, so a late piece can never undo a newer save.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from core.bus import Bus
from core.errors import SpinneyError
from core.events import Notice, PartDelta
from core.sessions.database import Connection, Write
from core.sessions.models import Part, PartBase
from core.sessions.records import clean, to_json

FLUSH_SECONDS = 0.2
"""Leaves the rest of a quarter second for the commit."""

RETRY_SECONDS = 2.0


class Submit(Protocol):
    def __call__(self, write: Write[None]) -> asyncio.Future[None]: ...


@dataclass(slots=True)
class Growing:
    """One part that grows. ``whole`` asks for the part itself to be stored, not only a piece."""

    part: PartBase
    attribute: str
    pieces: list[str] = field(default_factory=list)
    whole: bool = True
    dirty: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """What one flush writes for one part: the whole part as JSON, or a piece of text."""

    part_id: str
    message_id: str
    session_id: str
    type: str
    whole: str | None
    length: int
    text: str


class LiveText:
    """All parts that are growing at the moment, and the timer that stores them."""

    def __init__(
        self,
        bus: Bus,
        submit: Submit,
        store_pending: Callable[[Connection, list[Pending]], None],
    ) -> None:
        self._bus = bus
        self._submit = submit
        self._store_pending = store_pending
        self._growing: dict[str, Growing] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._complained = False
        self._closed = False
        self._told: dict[str, int] = {}

    def append(self, part: PartBase, attribute: str, text: str) -> None:
        """Let ``part`` grow; the only thing that happens for every single delta."""
        growing = self._growing.get(part.id)
        if growing is None or growing.part is not part:
            growing = self._growing[part.id] = Growing(part, attribute)
            part.__pydantic_fields_set__.add(attribute)
        # Taken out of its place for a moment so that nothing else refers to the string: CPython
        # then appends in place instead of copying everything that came before.
        values = part.__dict__
        grown: str = values[attribute]
        values[attribute] = ""
        grown += text
        values[attribute] = grown
        growing.pieces.append(text)
        growing.dirty = True
        if self._timer is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self._on_timer)
        self._bus.publish(PartDelta(part.session_id, part.message_id, part.id, text))

    def tell(self, session_id: str) -> None:
        """A change in the session is about to be published."""
        self._told[session_id] = self._told.get(session_id, 0) + 1

    def told(self, session_id: str) -> int:
        """How many changes were published, so that a reader notices that it is behind."""
        return self._told.get(session_id, 0)

    def saved(self, part_id: str) -> None:
        """The part is being stored as a whole or is gone: its pieces are void."""
        self._growing.pop(part_id, None)

    def forget(self, session_ids: Iterable[str] = (), message_ids: Iterable[str] = ()) -> None:
        """Messages or whole sessions are gone."""
        sessions, messages = set(session_ids), set(message_ids)
        for part_id, growing in list(self._growing.items()):
            if growing.part.session_id in sessions or growing.part.message_id in messages:
                del self._growing[part_id]

    def take(self, message_id: str | None = None) -> list[Pending]:
        """What is not stored yet (of one message), to be written by the caller."""
        taken = []
        for growing in self._growing.values():
            part = growing.part
            if growing.dirty and (message_id is None or part.message_id == message_id):
                text = clean("".join(growing.pieces))
                whole = to_json(part) if growing.whole else None
                length = len(part.__dict__[growing.attribute])
                kind = str(part.__dict__["type"])
                taken.append(
                    Pending(part.id, part.message_id, part.session_id, kind, whole, length, text)
                )
                growing.pieces.clear()
                growing.whole = growing.dirty = False
        return taken

    def overlay(self, part: Part) -> None:
        """Bring a part that was just read up to what has been published of it."""
        growing = self._growing.get(part.id)
        if growing is not None:
            part.__dict__[growing.attribute] = growing.part.__dict__[growing.attribute]

    def flush(self) -> asyncio.Future[None] | None:
        """Store what is not stored yet; None when there is nothing."""
        pending = self.take()
        if not pending:
            return None

        def done(_: None) -> None:
            self._complained = False

        return self._submit(
            Write(
                lambda connection: self._store_pending(connection, pending),
                done,
                lambda error: self._flush_failed(error, pending),
            )
        )

    def _on_timer(self) -> None:
        self._timer = None
        future = self.flush()
        if future is not None:
            future.add_done_callback(_heard)

    def close(self) -> None:
        """No timer from here on; the owner flushes one last time."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _flush_failed(self, error: BaseException, pending: list[Pending]) -> None:
        self.retry(pending)
        if not self._complained:
            self._complained = True
            sentence = error.sentence if isinstance(error, SpinneyError) else str(error)
            hint = error.hint if isinstance(error, SpinneyError) else ""
            self._bus.publish(Notice("", "error", sentence, hint))

    def retry(self, pending: list[Pending]) -> None:
        """These did not reach the disk: store their parts as a whole, a little later."""
        for entry in pending:
            growing = self._growing.get(entry.part_id)
            if growing is not None:
                growing.whole = growing.dirty = True
        if self._timer is None and not self._closed and self._growing:
            self._timer = asyncio.get_running_loop().call_later(RETRY_SECONDS, self._on_timer)


def _heard(future: asyncio.Future[None]) -> None:
    """The failure was dealt with already; this keeps asyncio from reporting it a second time."""
    if not future.cancelled():
        future.exception()
