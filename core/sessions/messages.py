"""Messages and their parts in the store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.errors import NotFound
from core.events import MessageCreated, MessageRemoved, MessageUpdated, PartRemoved, PartUpdated
from core.sessions.access import Access
from core.sessions.database import Connection, Write, fetch_all, fetch_one
from core.sessions.live import Pending
from core.sessions.models import (
    PART,
    CompactionPart,
    Message,
    MessageWithParts,
    NotificationPart,
    Part,
    ReasoningPart,
    ReviewPart,
    SubtaskPart,
    TextPart,
    ToolPart,
)
from core.sessions.records import snapshot, to_json
from core.sessions.search import index_message
from core.sessions.usage import record_usage

REREADS = 5


class Messages(Access):
    """What was said and done, in order, with text that is still streaming."""

    async def add_message(self, message: Message, parts: Sequence[Part] = ()) -> None:
        """Append a message with its first parts."""
        await self._commit(self._adding(message, parts))

    def _adding(self, message: Message, parts: Sequence[Part]) -> Write[None]:
        copied, saved = snapshot(message), self._saving(parts)

        def work(connection: Connection) -> None:
            insert_message(connection, copied)
            saved.work(connection)
            finish_message(connection, copied.id)

        def done(_: None) -> None:
            self.live.tell(copied.session_id)
            self.bus.publish(MessageCreated(copied.session_id, copied))
            self._tell(saved.parts)

        return Write(work, done)

    async def update_message(self, message: Message, parts: Sequence[Part] = ()) -> None:
        """Store a message and some of its parts in one commit; what is streaming into it is
        stored as well."""
        copied, saved = snapshot(message), self._saving(parts)
        pending = self.live.take(message.id)

        def work(connection: Connection) -> None:
            replace_message(connection, copied)
            saved.work(connection)
            store_pending(connection, pending)
            finish_message(connection, copied.id)

        def done(_: None) -> None:
            self._tell(saved.parts)
            self.live.tell(copied.session_id)
            self.bus.publish(MessageUpdated(copied.session_id, copied))
            if copied.completed is not None:
                self.live.forget(message_ids=[copied.id])

        await self._commit(Write(work, done, lambda _: self.live.retry(pending)))

    async def remove_messages(self, session_id: str, from_message_id: str) -> None:
        """Delete a message and all after it in its session."""

        def work(connection: Connection) -> list[str]:
            rows = fetch_all(
                connection,
                "DELETE FROM messages WHERE session_id = ?1 AND seq >= "
                "(SELECT seq FROM messages WHERE id = ?2 AND session_id = ?1) RETURNING id, seq",
                (session_id, from_message_id),
            )
            if not rows:
                raise _no_message(from_message_id)
            return [str(row[0]) for row in sorted(rows, key=lambda row: int(row[1]))]

        def done(removed: list[str]) -> None:
            self.live.forget(message_ids=removed)
            self.live.tell(session_id)
            for message_id in reversed(removed):
                self.bus.publish(MessageRemoved(session_id, message_id))

        await self._commit(Write(work, done))

    # -- parts

    async def save_part(self, part: Part) -> None:
        """Store a part as it is now; a new one goes to the end of its message."""
        await self.save_parts((part,))

    async def save_parts(self, parts: Sequence[Part]) -> None:
        saved = self._saving(parts)

        def work(connection: Connection) -> None:
            saved.work(connection)
            for message_id in {part.message_id for part in saved.parts}:
                finish_message(connection, message_id)

        await self._commit(Write(work, lambda _: self._tell(saved.parts)))

    async def remove_part(self, part: Part) -> None:
        self.live.saved(part.id)
        session_id, message_id, part_id = part.session_id, part.message_id, part.id

        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM parts WHERE id = ?", (part_id,))
            finish_message(connection, message_id)

        def done(_: None) -> None:
            self.live.tell(session_id)
            self.bus.publish(PartRemoved(session_id, message_id, part_id))

        await self._commit(Write(work, done))

    def append_text(self, part: TextPart | ReasoningPart, text: str) -> None:
        """Let streaming text grow: published at once, stored within a quarter second."""
        self.live.append(part, "text", text)

    def append_output(self, part: ToolPart, text: str) -> None:
        """The same for the output of a running tool."""
        self.live.append(part, "output", text)

    def _saving(self, parts: Sequence[Part]) -> _Saved:
        saved = _Saved(parts)
        for part in parts:
            self.live.saved(part.id)
        return saved

    def _tell(self, parts: Sequence[Part]) -> None:
        for part in parts:
            self.live.tell(part.session_id)
            # Deltas may have been published while the commit was under way; a listener must not
            # lose them again.
            self.live.overlay(part)
            self.bus.publish(PartUpdated(part.session_id, part))

    # -- reading

    async def get_message(self, message_id: str) -> MessageWithParts:
        row = await self._read(
            lambda connection: fetch_one(
                connection, "SELECT session_id, seq FROM messages WHERE id = ?", (message_id,)
            )
        )
        found = row and await self._current(
            row[0], lambda connection: read_messages(connection, row[0], row[1], row[1])
        )
        if not found:
            raise _no_message(message_id)
        return found[0]

    async def messages(
        self,
        session_id: str,
        *,
        before: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        newest: bool = False,
    ) -> list[MessageWithParts]:
        """Messages of a session, oldest first; ``newest`` takes the last ``limit`` of them.

        ``before`` and ``after`` are message ids and leave that message out. Text that is still
        streaming is there up to the last delta that was published.
        """

        def work(connection: Connection) -> list[MessageWithParts]:
            conditions, bindings = ["session_id = ?"], list[Any]([session_id])
            for sign, message_id in (("<", before), (">", after)):
                if message_id is not None:
                    conditions.append(f"seq {sign} ?")
                    bindings.append(_seq(connection, session_id, message_id))
            rows = fetch_all(
                connection,
                f"SELECT seq FROM messages WHERE {' AND '.join(conditions)} "
                f"ORDER BY seq {'DESC' if newest else ''} LIMIT ?",
                (*bindings, -1 if limit is None else limit),
            )
            if not rows:
                return []
            ends = sorted((int(rows[0][0]), int(rows[-1][0])))
            return read_messages(connection, session_id, ends[0], ends[1])

        return await self._current(session_id, work)

    async def message_index(self, session_id: str) -> list[tuple[str, str, int]]:
        """Id, role and approximate text length of every message, oldest first."""
        return await self._read(
            lambda connection: fetch_all(
                connection,
                "SELECT id, role, length FROM messages WHERE session_id = ? ORDER BY seq",
                (session_id,),
            )
        )

    async def _current(
        self, session_id: str, work: Callable[[Connection], list[MessageWithParts]]
    ) -> list[MessageWithParts]:
        """Read so that the answer is not older than what the bus has told by the time it is used."""
        for _ in range(REREADS):
            told = self.live.told(session_id)
            found = await self._read(work)
            if told == self.live.told(session_id):
                break
        for message in found:
            for part in message.parts:
                self.live.overlay(part)
        return found


class _Saved:
    """Parts as they are at this moment: copies for the bus, JSON for the store."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts: list[Part] = [snapshot(part) for part in parts]
        self._rows = [
            (
                part.id,
                part.message_id,
                part.session_id,
                part.type,
                text_length(part),
                to_json(part),
            )
            for part in parts
        ]

    def work(self, connection: Connection) -> None:
        for row in self._rows:
            write_part(connection, row)


def _no_message(message_id: str) -> NotFound:
    return NotFound(f"There is no message {message_id}.", "It may have been removed.")


def _seq(connection: Connection, session_id: str, message_id: str) -> int:
    row = fetch_one(
        connection,
        "SELECT seq FROM messages WHERE id = ? AND session_id = ?",
        (message_id, session_id),
    )
    if row is None:
        raise _no_message(message_id)
    return int(row[0])


def text_length(part: Part) -> int:
    """About how much text a transcript shows for a part."""
    if isinstance(part, (TextPart, ReasoningPart, NotificationPart)):
        return len(part.text)
    if isinstance(part, ToolPart):
        return min(len(part.output), 2000) + len(part.title)
    if isinstance(part, CompactionPart):
        return len(part.summary)
    if isinstance(part, SubtaskPart):
        return len(part.prompt)
    if isinstance(part, ReviewPart):
        return len(part.overall_explanation) + 200 * len(part.findings)
    return 40


def insert_message(connection: Connection, message: Message, *, count: bool = True) -> None:
    """Append a message to its session; ``count`` adds what it used to the sums."""
    connection.execute(
        "INSERT INTO messages (id, session_id, role, created, completed, data) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (
            message.id,
            message.session_id,
            message.role,
            message.created,
            message.completed,
            to_json(message),
        ),
    )
    if count:
        record_usage(connection, message)


def replace_message(connection: Connection, message: Message) -> None:
    connection.execute(
        "UPDATE messages SET completed = ?, data = ? WHERE id = ?",
        (message.completed, to_json(message), message.id),
    )
    if not connection.changes():
        raise _no_message(message.id)
    record_usage(connection, message)


def write_part(connection: Connection, row: tuple[str, str, str, str, int, str]) -> None:
    """Insert or replace a part, given as (id, message, session, type, length, JSON)."""
    connection.execute(
        "INSERT INTO parts (id, message_id, session_id, position, type, length, data) VALUES "
        "(?1, ?2, ?3, "
        "(SELECT COALESCE(MAX(position) + 1, 0) FROM parts WHERE message_id = ?2), ?4, ?5, ?6) "
        "ON CONFLICT (id) DO UPDATE SET type = ?4, length = ?5, data = ?6",
        row,
    )
    connection.execute("DELETE FROM part_pieces WHERE part_id = ?", (row[0],))


def finish_message(connection: Connection, message_id: str) -> None:
    """What follows from changed parts: the message's length, and its words once it is finished."""
    row = fetch_all(
        connection,
        "UPDATE messages SET length = "
        "(SELECT COALESCE(SUM(length), 0) FROM parts WHERE message_id = ?1) "
        "WHERE id = ?1 RETURNING seq, role = 'user' OR completed IS NOT NULL",
        (message_id,),
    )
    if row and row[0][1]:
        index_message(connection, int(row[0][0]), message_id)


def store_pending(connection: Connection, pending: list[Pending]) -> None:
    """Store what streamed in; parts and messages that are gone meanwhile are passed over."""
    for entry in pending:
        if entry.whole is not None:
            known = fetch_one(
                connection, "SELECT 1 FROM messages WHERE id = ?", (entry.message_id,)
            )
            if known:
                write_part(
                    connection,
                    (
                        entry.part_id,
                        entry.message_id,
                        entry.session_id,
                        entry.type,
                        entry.length,
                        entry.whole,
                    ),
                )
        else:
            connection.execute(
                "INSERT INTO part_pieces (part_id, session_id, text) "
                "SELECT id, session_id, ?2 FROM parts WHERE id = ?1",
                (entry.part_id, entry.text),
            )


def read_messages(
    connection: Connection, session_id: str, first: int, last: int
) -> list[MessageWithParts]:
    """The messages of a session between two places in the order, ends included."""
    found: dict[str, MessageWithParts] = {}
    for message_id, data in connection.execute(
        "SELECT id, data FROM messages WHERE session_id = ? AND seq BETWEEN ? AND ? ORDER BY seq",
        (session_id, first, last),
    ):
        found[message_id] = MessageWithParts.model_construct(
            info=Message.model_validate_json(data), parts=[]
        )
    pieces: dict[str, list[str]] = {}
    for part_id, text in connection.execute(
        "SELECT part_id, text FROM part_pieces WHERE session_id = ? ORDER BY seq", (session_id,)
    ):
        pieces.setdefault(part_id, []).append(text)
    for message_id, part_id, data in connection.execute(
        "SELECT messages.id, parts.id, parts.data FROM messages "
        "JOIN parts ON parts.message_id = messages.id "
        "WHERE messages.session_id = ? AND messages.seq BETWEEN ? AND ? "
        "ORDER BY messages.seq, parts.position",
        (session_id, first, last),
    ):
        part = PART.validate_json(data)
        if part_id in pieces:
            attribute = "output" if isinstance(part, ToolPart) else "text"
            setattr(part, attribute, getattr(part, attribute) + "".join(pieces[part_id]))
        found[message_id].parts.append(part)
    return list(found.values())
