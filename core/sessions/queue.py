"""Input that waits for a session: stored, in order, each delivered once."""

from __future__ import annotations

import time
from collections.abc import Sequence

from core.errors import NotFound, QueueMoved
from core.events import QueueChanged
from core.ids import new_id
from core.sessions.database import Connection, Write, fetch_all, fetch_one
from core.sessions.messages import Messages
from core.sessions.models import Message, Part
from core.sessions.records import read_all, read_one, snapshot, to_json
from core.tasks.models import PRIORITIES, STOPPABLE, QueueItem


class Queue(Messages):
    """One queue per session: now before next before later, first in first out within each."""

    async def enqueue(self, item: QueueItem) -> bool:
        """Put an item into its session's queue; False when its key was ever used before."""
        copied = snapshot(item)

        def work(connection: Connection) -> list[QueueItem] | None:
            if not insert_item(connection, copied):
                return None
            return waiting(connection, copied.session_id)

        def done(items: list[QueueItem] | None) -> None:
            if items is not None:
                self._tell_queue(copied.session_id, items)

        return await self._commit(Write(work, done, expected=[])) is not None

    async def enqueue_for_owner(self, item: QueueItem) -> str | None:
        """Put an item into its session's queue or, where that session's own task is over, into that
        of the nearest ancestor that still listens. Returns that session; None for a used key."""

        def work(connection: Connection) -> tuple[str, list[QueueItem]] | None:
            owner = listening(connection, item.session_id)
            if not insert_item(connection, item.model_copy(update={"session_id": owner})):
                return None
            return owner, waiting(connection, owner)

        def done(result: tuple[str, list[QueueItem]] | None) -> None:
            if result is not None:
                self._tell_queue(*result)

        result = await self._commit(Write(work, done))
        return result[0] if result else None

    async def pass_on_news(self, session_id: str) -> str | None:
        """A session's task is over: what its own tasks reported and it did not hear goes to the
        nearest ancestor that listens. Returns that session where there was something."""

        def work(connection: Connection) -> tuple[str, list[QueueItem], list[QueueItem]] | None:
            owner = listening(connection, session_id)
            items = [i for i in waiting(connection, session_id) if i.kind == "task-notification"]
            if owner == session_id or not items:
                return None
            for item in items:
                item.session_id = owner
                connection.execute(
                    "UPDATE queue SET session_id = ?, data = ? WHERE id = ?",
                    (owner, to_json(item), item.id),
                )
            return owner, waiting(connection, owner), waiting(connection, session_id)

        def done(result: tuple[str, list[QueueItem], list[QueueItem]] | None) -> None:
            if result is not None:
                owner, theirs, left = result
                self._tell_queue(session_id, left)
                self._tell_queue(owner, theirs)

        result = await self._commit(Write(work, done))
        return result[0] if result else None

    async def update_queue_item(self, item: QueueItem) -> None:
        """Store an edited item; it keeps its place among those of its priority."""
        copied = snapshot(item)

        def work(connection: Connection) -> list[QueueItem]:
            connection.execute(
                "UPDATE queue SET priority = ?, data = ? WHERE id = ? AND delivered IS NULL",
                (PRIORITIES.index(copied.priority), to_json(copied), copied.id),
            )
            if not connection.changes():
                raise _not_waiting()
            return waiting(connection, copied.session_id)

        await self._commit(Write(work, lambda items: self._tell_queue(copied.session_id, items)))

    async def remove_queue_item(self, item_id: str) -> None:
        """Take an item out of the queue; its key stays used."""

        def work(connection: Connection) -> tuple[str, list[QueueItem]]:
            row = fetch_one(
                connection,
                "SELECT session_id, key FROM queue WHERE id = ? AND delivered IS NULL",
                (item_id,),
            )
            if row is None:
                raise _not_waiting()
            session_id, key = str(row[0]), row[1]
            if key is None:
                connection.execute("DELETE FROM queue WHERE id = ?", (item_id,))
            else:
                set_delivered(connection, [item_id])
            return session_id, waiting(connection, session_id)

        await self._commit(Write(work, lambda result: self._tell_queue(*result)))

    async def get_queue_item(self, item_id: str) -> QueueItem:
        """An item, delivered or not."""
        item = await self._read(
            lambda connection: read_one(
                connection, QueueItem, "SELECT data FROM queue WHERE id = ?", (item_id,)
            )
        )
        if item is None:
            raise _not_waiting()
        return item

    async def queue(self, session_id: str) -> list[QueueItem]:
        """What waits, in the order in which it will be delivered."""
        return await self._read(lambda connection: waiting(connection, session_id))

    async def letters(self, session_ids: Sequence[str], limit: int = 200) -> list[QueueItem]:
        """What was put into the queues of these sessions, heard or not, the oldest first; of very
        many the latest."""
        places = ",".join("?" * len(session_ids))
        found = await self._read(
            lambda connection: read_all(
                connection,
                QueueItem,
                f"SELECT data FROM queue WHERE session_id IN ({places}) ORDER BY seq DESC LIMIT ?",
                (*session_ids, limit),
            )
        )
        return found[::-1]

    async def queued_sessions(self) -> list[str]:
        """The sessions that something waits for."""
        rows = await self._read(
            lambda connection: fetch_all(
                connection, "SELECT DISTINCT session_id FROM queue WHERE delivered IS NULL"
            )
        )
        return [str(row[0]) for row in rows]

    async def mark_delivered(
        self,
        item_ids: Sequence[str],
        message: Message | None = None,
        parts: Sequence[Part] = (),
    ) -> None:
        """Items were delivered, in one commit with the message that carries them.

        With a message every item must still be waiting, otherwise nothing is stored: it was edited
        away or delivered by another process, and the queue has to be read again. Without one
        (someone saw the news another way) items that no longer wait are passed over.
        """
        ids = list(item_ids)
        adding = self._adding(message, parts) if message is not None else None

        def work(connection: Connection) -> list[tuple[str, list[QueueItem]]]:
            sessions = set_delivered(connection, ids)
            if adding is not None:
                if sum(sessions.values()) != len(set(ids)):
                    raise QueueMoved(
                        "Something in the queue was removed or delivered at the same moment.",
                        "Read the queue again.",
                        retry=True,
                    )
                adding.work(connection)
            return [(session_id, waiting(connection, session_id)) for session_id in sessions]

        def done(queues: list[tuple[str, list[QueueItem]]]) -> None:
            if adding is not None and adding.done is not None:
                adding.done(None)
            for session_id, items in queues:
                self._tell_queue(session_id, items)

        await self._commit(Write(work, done))

    async def mark_key_delivered(self, session_id: str, key: str) -> None:
        """The session knows what an item with this key says, or would say if it came later."""

        def work(connection: Connection) -> list[tuple[str, list[QueueItem]]]:
            now = time.time()
            item = QueueItem(
                id=new_id("que"),
                session_id=session_id,
                kind="task-notification",
                priority="later",
                key=key,
                delivered=now,
            )
            if insert_item(connection, item):
                return []
            rows = fetch_all(connection, "SELECT id FROM queue WHERE key = ?", (key,))
            sessions = set_delivered(connection, [str(row[0]) for row in rows])
            return [(changed, waiting(connection, changed)) for changed in sessions]

        def done(queues: list[tuple[str, list[QueueItem]]]) -> None:
            for changed, items in queues:
                self._tell_queue(changed, items)

        await self._commit(Write(work, done))

    def _tell_queue(self, session_id: str, items: list[QueueItem]) -> None:
        self.bus.publish(QueueChanged(session_id, tuple(items)))


def _not_waiting() -> NotFound:
    return NotFound("This is no longer in the queue.", "It was delivered or removed.")


def insert_item(connection: Connection, item: QueueItem) -> bool:
    """Add an item at the end of its priority; False when its key is known."""
    connection.execute(
        "INSERT INTO queue (id, session_id, priority, key, delivered, data) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
        (
            item.id,
            item.session_id,
            PRIORITIES.index(item.priority),
            item.key,
            item.delivered,
            to_json(item),
        ),
    )
    return bool(connection.changes())


def listening(connection: Connection, session_id: str) -> str:
    """The session itself, or the nearest ancestor whose own task is not over. A root always listens."""
    while True:
        row = fetch_one(
            connection,
            "SELECT state, owner_session_id FROM tasks WHERE session_id = ? "
            "ORDER BY created DESC, id DESC LIMIT 1",
            (session_id,),
        )
        if row is None or row[0] in STOPPABLE:
            return session_id
        session_id = str(row[1])


def set_delivered(connection: Connection, item_ids: Sequence[str]) -> dict[str, int]:
    """Mark what still waits; returns how many of them each session had."""
    now = time.time()
    sessions: dict[str, int] = {}
    for item_id in dict.fromkeys(item_ids):
        for (session_id,) in fetch_all(
            connection,
            "UPDATE queue SET delivered = ?1, data = json_set(data, '$.delivered', ?1) "
            "WHERE id = ?2 AND delivered IS NULL RETURNING session_id",
            (now, item_id),
        ):
            sessions[session_id] = sessions.get(session_id, 0) + 1
    return sessions


def waiting(connection: Connection, session_id: str) -> list[QueueItem]:
    return read_all(
        connection,
        QueueItem,
        "SELECT data FROM queue WHERE session_id = ? AND delivered IS NULL ORDER BY priority, seq",
        (session_id,),
    )
