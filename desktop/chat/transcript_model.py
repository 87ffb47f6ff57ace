"""The messages of one session, as many as are needed to show it.

The model knows the order of all messages and holds the bodies of a window of them, so that a
session of any length costs the same. It knows nothing of Qt.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from core.events import (
    Event,
    MessageCreated,
    MessageRemoved,
    MessageUpdated,
    PartDelta,
    PartRemoved,
    PartUpdated,
)
from core.sessions.models import MessageWithParts, Part, ReasoningPart, TextPart, ToolPart

KEPT_BODIES = 160
PAGE = 24


class Source(Protocol):
    """Where messages come from; the session store is one."""

    async def message_index(self, session_id: str) -> list[tuple[str, str, int]]: ...

    async def messages(
        self,
        session_id: str,
        *,
        before: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        newest: bool = False,
    ) -> list[MessageWithParts]: ...


@dataclass(slots=True)
class Change:
    """What happened to the rows. ``kind`` is ``reset``, ``appended``, ``truncated``, ``loaded``,
    ``message`` (its header), ``part`` (new, changed or gone) or ``delta``."""

    kind: str
    row: int = 0
    part_id: str = ""
    text: str = ""


class TranscriptModel:
    """``settle`` is called after every read, before what was read is taken over: it must deliver
    the events that are on their way, because what was read already contains them."""

    def __init__(self, source: Source, settle: Callable[[], None] = lambda: None) -> None:
        self._source = source
        self._settle = settle
        self.session_id = ""
        self._rows: list[tuple[str, str, int]] = []
        self._row_of: dict[str, int] = {}
        self._bodies: OrderedDict[str, MessageWithParts] = OrderedDict()
        self._listeners: list[Callable[[Change], None]] = []

    def __len__(self) -> int:
        return len(self._rows)

    def listen(self, listener: Callable[[Change], None]) -> None:
        self._listeners.append(listener)

    def message_id(self, row: int) -> str:
        return self._rows[row][0]

    def role(self, row: int) -> str:
        return self._rows[row][1]

    def length(self, row: int) -> int:
        """About how many characters the message has; known without its body."""
        return self._rows[row][2]

    def row_of(self, message_id: str) -> int | None:
        return self._row_of.get(message_id)

    def body(self, row: int) -> MessageWithParts | None:
        """The message, if it is held; see ``ensure``."""
        key = self._rows[row][0]
        body = self._bodies.get(key)
        if body is not None:
            self._bodies.move_to_end(key)
        return body

    @property
    def held(self) -> int:
        return len(self._bodies)

    async def open(self, session_id: str, until: str | None = None) -> None:
        """Show another session, from its end; or up to a message from which on it is undone."""
        self.session_id = session_id
        self._set_rows([])
        self._tell(Change("reset"))
        if not session_id:
            return
        index = await self._source.message_index(session_id)
        if until is not None:
            at = next((row for row, entry in enumerate(index) if entry[0] == until), None)
            index = index[:at]
        page = await self._source.messages(session_id, before=until, limit=PAGE, newest=True)
        self._settle()
        if self.session_id != session_id:
            return
        arrived = self._rows
        known = {entry[0] for entry in index}
        self._set_rows([*index, *(entry for entry in arrived if entry[0] not in known)])
        for body in page:
            self._hold(body)
        self._tell(Change("reset"))

    async def ensure(self, first: int, last: int) -> None:
        """Read the bodies of these rows that are missing, a page at a time."""
        session_id = self.session_id
        row = max(0, first)
        while row <= min(last, len(self._rows) - 1):
            if self._rows[row][0] in self._bodies:
                row += 1
                continue
            after = self._rows[row - 1][0] if row else None
            page = await self._source.messages(session_id, after=after, limit=PAGE)
            self._settle()
            if self.session_id != session_id:
                return
            for body in page:
                if body.info.id in self._row_of and body.info.id not in self._bodies:
                    self._hold(body)
            self._tell(Change("loaded", row))
            if not page:
                return
            row += len(page)

    def apply(self, event: Event) -> None:
        """Follow the bus; events of other sessions are ignored."""
        if event.session_id != self.session_id or not self.session_id:
            return
        match event:
            case MessageCreated(message=message):
                if message.id in self._row_of:
                    return
                self._row_of[message.id] = len(self._rows)
                self._rows.append((message.id, message.role, 0))
                self._hold(MessageWithParts(info=message))
                self._tell(Change("appended", len(self._rows) - 1))
            case MessageUpdated(message=message):
                if (body := self._bodies.get(message.id)) is not None:
                    body.info = message
                    self._tell(Change("message", self._row_of[message.id]))
            case PartUpdated(part=part):
                self._put_part(part)
            case PartDelta():
                self._grow(event)
            case PartRemoved(message_id=message_id, part_id=part_id):
                if (body := self._bodies.get(message_id)) is not None:
                    body.parts = [part for part in body.parts if part.id != part_id]
                    self._tell(Change("part", self._row_of[message_id], part_id))
            case MessageRemoved(message_id=message_id):
                self._remove(message_id)

    def _put_part(self, part: Part) -> None:
        body = self._bodies.get(part.message_id)
        if body is None:
            return
        part = part.model_copy()
        for index, known in enumerate(body.parts):
            if known.id == part.id:
                body.parts[index] = part
                break
        else:
            body.parts.append(part)
        self._tell(Change("part", self._row_of[part.message_id], part.id))

    def _grow(self, event: PartDelta) -> None:
        body = self._bodies.get(event.message_id)
        if body is None:
            return
        for part in body.parts:
            if part.id != event.part_id:
                continue
            if isinstance(part, ToolPart):
                part.output += event.text
            elif isinstance(part, (TextPart, ReasoningPart)):
                part.text += event.text
            else:
                return
            row = self._row_of[event.message_id]
            self._tell(Change("delta", row, event.part_id, event.text))
            return

    def _remove(self, message_id: str) -> None:
        row = self._row_of.get(message_id)
        if row is None:
            return
        self._bodies.pop(message_id, None)
        if row == len(self._rows) - 1:
            self._rows.pop()
            del self._row_of[message_id]
            self._tell(Change("truncated", len(self._rows)))
            return
        self._set_rows([entry for entry in self._rows if entry[0] != message_id], keep=True)
        self._tell(Change("reset"))

    def _set_rows(self, rows: list[tuple[str, str, int]], *, keep: bool = False) -> None:
        self._rows = rows
        self._row_of = {entry[0]: row for row, entry in enumerate(rows)}
        if not keep:
            self._bodies.clear()

    def _hold(self, body: MessageWithParts) -> None:
        # The part objects may be the engine's own; ours grow with the deltas we hear.
        self._bodies[body.info.id] = body.model_copy(
            update={"parts": [part.model_copy() for part in body.parts]}
        )
        self._bodies.move_to_end(body.info.id)
        if len(self._bodies) > KEPT_BODIES:
            for key, old in list(self._bodies.items()):
                if old.info.completed is None and old.info.role == "assistant":
                    continue
                del self._bodies[key]
                if len(self._bodies) <= KEPT_BODIES:
                    return

    def _tell(self, change: Change) -> None:
        for listener in self._listeners:
            listener(change)


def message_text(body: MessageWithParts) -> str:
    """A message as plain text, for copying and finding: what was said, then one line for each tool."""
    pieces: list[str] = []
    for part in body.parts:
        if isinstance(part, TextPart) and not part.synthetic:
            pieces.append(part.text)
        elif isinstance(part, ToolPart):
            pieces.append(f"[{part.tool}] {part.title or part.tool}".rstrip())
    return "\n\n".join(piece for piece in pieces if piece.strip())
