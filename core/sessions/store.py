"""The one store of everything Spinney remembers; panels and the engine read nothing else.

Every change returns after it is on the disk and only then tells the bus. Changes made at the same
time share one commit.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from core.bus import Bus
from core.errors import StoreError
from core.paths import Paths
from core.sessions.conversations import ProjectsAndSessions
from core.sessions.database import Connection, Database, Write, explain
from core.sessions.documents import Documents
from core.sessions.leases import Lease, left_behind
from core.sessions.live import LiveText
from core.sessions.messages import store_pending
from core.sessions.migrate import check, migrate
from core.sessions.queue import Queue
from core.sessions.requests import Requests
from core.sessions.search import Search, SearchHit
from core.sessions.tasks import Tasks
from core.sessions.usage import UsageRow, UsageSums

__all__ = ["Batch", "SearchHit", "Store", "UsageRow"]

T = TypeVar("T")


class _Rows(ProjectsAndSessions, Queue, Tasks, Requests, Documents, Search, UsageSums):
    """All that can be stored and read, by topic."""


class Store(_Rows):
    """The door to the database; open it once per process with ``Store.open``."""

    def __init__(self, paths: Paths, bus: Bus, database: Database, lease: Lease) -> None:
        self.paths = paths
        self.bus = bus
        self.lease = lease
        self.lease_name = lease.name
        self._database = database
        self.live = LiveText(bus, database.submit, store_pending)

    @classmethod
    async def open(
        cls, paths: Paths, bus: Bus, *, hide: Callable[[str], str] | None = None
    ) -> Store:
        """Create or open the store: bring its format up to date, and read it through when the last
        process that used it ended badly. ``hide`` takes keys out of all that is stored."""
        lease: Lease | None = None
        try:
            paths.create()
            paths.leases.mkdir(mode=0o700, exist_ok=True)
            unclean = bool(left_behind(paths.leases))
            lease = Lease.take(paths.leases)

            def prepare(path: Path) -> None:
                migrate(path)
                if unclean:
                    check(path)

            database = await Database.open(paths.database, prepare, hide)
        except BaseException as error:
            if lease is not None:
                lease.release()
            if isinstance(error, OSError):
                raise explain(error, paths.database) from error
            raise
        return cls(paths, bus, database, lease)

    async def flush(self) -> None:
        """Store text that is still streaming now, without waiting for the quarter second."""
        flushed = self.live.flush()
        if flushed is None:
            # A flush may be under way already; writes are done in order, so an empty one comes last.
            await self._commit(Write(lambda _connection: None))
        else:
            await flushed

    async def close(self) -> None:
        """Store what is still streaming and close the file."""
        self.live.close()
        try:
            if (flushed := self.live.flush()) is not None:
                await flushed
        finally:
            await self._database.close()
            self.lease.release()

    async def changes_elsewhere(self) -> int:
        """A number that changes when another process has written; the bus tells only of our own
        changes, so a panel that must show theirs compares this now and then and reads again."""
        return await self._commit(Write(lambda connection: int(connection.pragma("data_version"))))

    @asynccontextmanager
    async def batch(self) -> AsyncIterator[Batch]:
        """Several changes in one commit, all or none; their events follow it.

        Reading inside sees what was stored before. Nothing is stored when the block raises.
        """
        batch = Batch(self)
        try:
            yield batch
        except BaseException as error:
            batch.abandon(error)
            raise
        await batch.commit()

    async def _commit(self, write: Write[T]) -> T:
        return await self._database.write(write)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await self._database.read(work)


class Batch(_Rows):
    """Changes that are waiting for one commit; made by ``Store.batch``."""

    def __init__(self, store: Store) -> None:
        self.paths = store.paths
        self.bus = store.bus
        self.live = store.live
        self.lease_name = store.lease_name
        self._store = store
        self._writes: list[Write[object]] = []
        self._committed = False

    async def _commit(self, write: Write[T]) -> T:
        if self._committed:
            raise StoreError("This batch is already stored.")
        self._writes.append(write)  # type: ignore[arg-type]
        expected: T = write.expected
        return expected

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await self._store._read(work)

    async def commit(self) -> None:
        """Store everything gathered so far."""
        self._committed = True
        writes = self._writes

        def work(connection: Connection) -> list[object]:
            return [write.work(connection) for write in writes]

        def done(values: list[object]) -> None:
            for write, value in zip(writes, values, strict=True):
                if write.done is not None:
                    write.done(value)

        if writes:
            await self._store._commit(Write(work, done, self.abandon))

    def abandon(self, error: BaseException) -> None:
        """Nothing of this is stored."""
        self._committed = True
        for write in self._writes:
            if write.failed is not None:
                write.failed(error)
