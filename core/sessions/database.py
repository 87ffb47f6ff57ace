"""SQLite for the store: one connection that writes, a few that read, each on its own thread.

Writes are functions that get the connection. All that wait at one moment share one transaction and
one ``fsync``; each runs in a savepoint, so one that fails takes nobody with it. Reads never wait
for the disk to confirm a write.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

import apsw
from pydantic import ValidationError

from core.errors import NotFound, SpinneyError, StoreError

log = logging.getLogger("spinney.store")

T = TypeVar("T")
Connection: TypeAlias = apsw.Connection

BUSY_SECONDS = 15.0
BATCH_LIMIT = 512
READERS = 2


@dataclass(frozen=True, slots=True)
class Write(Generic[T]):
    """One change: ``work`` runs on the writing thread, perhaps twice (a batch that fails as a whole
    is tried again one by one); ``done`` is called on the loop right after the commit, whether or
    not the caller still waits, and ``failed`` when nothing was stored. ``expected`` is the answer
    before the commit, for a batch."""

    work: Callable[[Connection], T]
    done: Callable[[T], None] | None = None
    failed: Callable[[BaseException], None] | None = None
    expected: Any = None


@dataclass(frozen=True, slots=True)
class _Job:
    write: Write[Any]
    future: asyncio.Future[Any]


@dataclass(frozen=True, slots=True)
class _Outcome:
    job: _Job
    value: Any = None
    error: BaseException | None = None


class _HidingConnection(apsw.Connection):
    """Writes no text before ``hide`` has taken the keys out of it."""

    hide: Callable[[str], str]

    def execute(self, statements: str, bindings: Any = None, **options: Any) -> apsw.Cursor:
        if bindings:
            hide = self.hide
            bindings = tuple(hide(one) if isinstance(one, str) else one for one in bindings)
        return super().execute(statements, bindings, **options)


def connect(path: Path, hide: Callable[[str], str] | None = None) -> Connection:
    """Open the file the way every connection of ours needs it, readable by its owner only."""
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    if hide is None:
        connection = apsw.Connection(os.fspath(path))
    else:
        connection = _HidingConnection(os.fspath(path))
        connection.hide = hide
    try:
        connection.set_busy_timeout(int(BUSY_SECONDS * 1000))
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "full")
        connection.pragma("foreign_keys", True)
        connection.pragma("temp_store", "memory")
        connection.pragma("journal_size_limit", 64 * 1024 * 1024)
    except BaseException:
        connection.close(True)
        raise
    return connection


def fetch_all(
    connection: Connection, sql: str, bindings: Sequence[Any] = ()
) -> list[tuple[Any, ...]]:
    return connection.execute(sql, bindings).fetchall()


def fetch_one(
    connection: Connection, sql: str, bindings: Sequence[Any] = ()
) -> tuple[Any, ...] | None:
    """The first row, with the statement run to its end."""
    rows = fetch_all(connection, sql, bindings)
    return rows[0] if rows else None


def explain(error: BaseException, path: Path) -> SpinneyError:
    """The sentence for what SQLite or the system reported."""
    if isinstance(error, SpinneyError):
        return error
    keep = "What was stored before is still there."
    if isinstance(error, apsw.FullError) or _is_no_space(error):
        return StoreError(
            f"The disk that holds {path} is full, so this could not be stored.",
            f"Free some space and try again. {keep}",
            retry=True,
        )
    if isinstance(error, (apsw.BusyError, apsw.LockedError)):
        return StoreError(
            f"Another program is keeping the session store {path} locked.",
            "Wait for it to finish, or end it, and try again.",
            retry=True,
        )
    if isinstance(error, (apsw.CorruptError, apsw.NotADBError)):
        return damaged(path, str(error))
    if isinstance(error, (apsw.ReadOnlyError, apsw.PermissionsError, PermissionError)):
        return StoreError(
            f"The session store {path} cannot be written: its file or folder is read-only.",
            "Make it writable, or name another folder with SPINNEY_HOME.",
        )
    if isinstance(error, apsw.CantOpenError):
        return StoreError(
            f"The session store {path} cannot be opened.",
            "See that its folder exists and is writable, or name another with SPINNEY_HOME.",
        )
    if isinstance(error, apsw.ConstraintError) and "FOREIGN KEY" in str(error):
        return NotFound("This belongs to a session or message that was deleted.")
    if isinstance(error, (apsw.IOError, OSError)):
        return StoreError(
            f"The session store {path} could not be read or written: {error}.",
            f"See that its disk is healthy and not full, then try again. {keep}",
            retry=True,
        )
    if isinstance(error, ValidationError):
        return StoreError(
            f"A {error.title} in the session store {path} cannot be understood.",
            "It was probably written by a newer Spinney; update this one.",
        )
    return StoreError(f"The session store {path} failed: {error}.", keep)


def damaged(path: Path, detail: str) -> StoreError:
    return StoreError(
        f"The session store {path} is damaged ({detail}).",
        f"Nothing was changed. Move the file (with its -wal and -shm) aside to start afresh, or put "
        f"back a copy from {path.parent / 'copies'}.",
    )


def _is_no_space(error: BaseException) -> bool:
    number = getattr(error, "errno", None)
    return number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Database:
    """The threads and connections of one open file; made by ``Database.open`` on the loop."""

    def __init__(
        self,
        path: Path,
        loop: asyncio.AbstractEventLoop,
        hide: Callable[[str], str] | None = None,
    ) -> None:
        self.path = path
        self._hide = hide
        self._loop = loop
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._opened: asyncio.Future[None] = loop.create_future()
        self._closed: asyncio.Future[None] | None = None
        self._local = threading.local()
        self._reading: list[Connection] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="spinney-read")

    @classmethod
    async def open(
        cls,
        path: Path,
        prepare: Callable[[Path], None],
        hide: Callable[[str], str] | None = None,
    ) -> Database:
        """Open the file; ``prepare`` runs first, on the writing thread, and may refuse. ``hide``
        takes the keys out of every text before it is written."""
        database = cls(path, asyncio.get_running_loop(), hide)
        thread = threading.Thread(
            target=database._run, args=(prepare,), name="spinney-write", daemon=True
        )
        thread.start()
        try:
            await database._opened
        except asyncio.CancelledError:
            database._jobs.put(None)
            raise
        return database

    async def write(self, write: Write[T]) -> T:
        """Wait until the change is on the disk. Being cancelled does not undo it."""
        return await self.submit(write)

    def submit(self, write: Write[T]) -> asyncio.Future[T]:
        """Queue a change; changes are made in the order they were queued."""
        future: asyncio.Future[T] = self._loop.create_future()
        if self._closed is not None:
            future.set_exception(StoreError("The session store is closed."))
        else:
            self._jobs.put(_Job(write, future))
        return future

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` on a reading thread, in one consistent view of the file."""
        if self._closed is not None:
            raise StoreError("The session store is closed.")
        return await asyncio.wrap_future(self._readers.submit(self._read, work))

    async def close(self) -> None:
        """Finish what is queued and close the file."""
        if self._closed is None:
            self._closed = self._loop.create_future()
            self._jobs.put(None)
        await asyncio.shield(self._closed)

    # -- reading threads

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            connection: Connection | None = getattr(self._local, "connection", None)
            if connection is None:
                connection = connect(self.path)
                connection.pragma("query_only", True)
                self._local.connection = connection
                self._reading.append(connection)
            connection.execute("BEGIN")
            try:
                return work(connection)
            finally:
                connection.execute("ROLLBACK")
        except (apsw.Error, OSError, ValidationError) as error:
            raise explain(error, self.path) from error

    # -- writing thread

    def _run(self, prepare: Callable[[Path], None]) -> None:
        try:
            prepare(self.path)
            connection = connect(self.path, self._hide)
        except BaseException as error:
            refused = explain(error, self.path)
            refused.__cause__ = error
            self._readers.shutdown()
            self._on_loop(_refuse, self._opened, refused)
            return
        self._on_loop(_resolve, self._opened)
        open_ = True
        while open_:
            jobs, open_ = self._next_jobs()
            if jobs:
                outcomes = self._together(connection, jobs) or [
                    self._alone(connection, job) for job in jobs
                ]
                self._on_loop(_settle, outcomes)
        try:
            self._readers.shutdown()
            for reading in self._reading:
                reading.close(True)
            connection.close(True)
        except Exception:
            log.exception("closing the session store failed")
        if self._closed is not None:
            self._on_loop(_resolve, self._closed)

    def _next_jobs(self) -> tuple[list[_Job], bool]:
        """Everything that waits now, at least one; False once closing was asked for."""
        jobs: list[_Job] = []
        block = True
        while len(jobs) < BATCH_LIMIT:
            try:
                job = self._jobs.get(block)
            except queue.Empty:
                break
            if job is None:
                return jobs, False
            jobs.append(job)
            block = False
        return jobs, True

    def _together(self, connection: Connection, jobs: list[_Job]) -> list[_Outcome] | None:
        """All jobs in one commit; None when the transaction as a whole came to nothing."""
        outcomes: list[_Outcome] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                connection.execute("SAVEPOINT job")
                try:
                    outcomes.append(_Outcome(job, job.write.work(connection)))
                except Exception as error:
                    if connection.get_autocommit():  # SQLite gave up the whole transaction
                        raise
                    connection.execute("ROLLBACK TO job")
                    outcomes.append(_Outcome(job, error=self._explained(error)))
                connection.execute("RELEASE job")
            connection.execute("COMMIT")
        except Exception as error:
            self._roll_back(connection)
            if len(jobs) == 1:
                return [_Outcome(jobs[0], error=self._explained(error))]
            return None
        return outcomes

    def _alone(self, connection: Connection, job: _Job) -> _Outcome:
        outcomes = self._together(connection, [job])
        assert outcomes is not None
        return outcomes[0]

    def _roll_back(self, connection: Connection) -> None:
        if not connection.get_autocommit():
            try:
                connection.execute("ROLLBACK")
            except apsw.Error:
                log.exception("rolling back failed")

    def _explained(self, error: Exception) -> BaseException:
        if isinstance(error, (apsw.Error, OSError)):
            explained = explain(error, self.path)
            explained.__cause__ = error
            return explained
        return error

    def _on_loop(self, callback: Callable[..., None], *args: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(callback, *args)
        except RuntimeError:
            log.debug("the loop ended before a write was confirmed")


def _settle(outcomes: list[_Outcome]) -> None:
    """Tell the callers, in the order of their changes, from one callback on the loop."""
    for outcome in outcomes:
        job = outcome.job
        try:
            if outcome.error is None and job.write.done is not None:
                job.write.done(outcome.value)
            elif outcome.error is not None and job.write.failed is not None:
                job.write.failed(outcome.error)
        except Exception:
            log.exception("telling of a change failed")
        if job.future.done():
            if outcome.error is not None:
                log.warning("a write nobody waited for failed: %s", outcome.error)
        elif outcome.error is not None:
            job.future.set_exception(outcome.error)
        else:
            job.future.set_result(outcome.value)


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def _refuse(future: asyncio.Future[None], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
