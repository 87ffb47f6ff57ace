"""Commits are shared, failures are not, and trouble with the file is a sentence."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from core.bus import Bus
from core.errors import NotFound, StoreError
from core.events import Event, Notice
from core.paths import ROOT, Paths
from core.sessions import database, live, migrate
from core.sessions.database import Connection, Write, explain
from core.sessions.models import Message
from core.sessions.store import Store
from tests.core.sessions import make


async def test_changes_made_at_the_same_time_share_one_commit(store: Store) -> None:
    commits: list[int] = []

    def count(connection: Connection) -> None:
        def hook() -> bool:
            commits.append(1)
            return False

        connection.set_commit_hook(hook)

    await store.change(Write(count))
    commits.clear()
    await asyncio.gather(*(store.set_value(f"key {number}", number) for number in range(100)))
    assert len(commits) <= 3
    assert len(await store.values("key ")) == 100


async def test_a_change_that_fails_fails_alone(store: Store) -> None:
    session = await make.session(store)
    message = Message(session_id=session.id, role="user")
    results = await asyncio.gather(
        store.set_value("before", 1),
        store.add_message(message),
        store.add_message(Message(session_id="ses_none", role="user")),
        store.add_message(message),
        store.set_value("after", 1),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [
        type(None),
        type(None),
        NotFound,
        StoreError,
        type(None),
    ]
    assert await store.get_value("before") == await store.get_value("after") == 1


async def test_when_sqlite_gives_up_a_whole_commit_the_others_are_made_again(store: Store) -> None:
    def fatal(connection: Connection) -> None:
        connection.execute("ROLLBACK")
        raise apsw.FullError("database or disk is full")

    results = await asyncio.gather(
        store.set_value("first", 1),
        store.change(Write(fatal)),
        store.set_value("second", 2),
        return_exceptions=True,
    )
    assert results[0] is None
    assert results[2] is None
    assert isinstance(results[1], StoreError)
    assert "full" in str(results[1])
    assert results[1].retry
    assert await store.get_value("first") == 1
    assert await store.get_value("second") == 2


async def test_reading_does_not_wait_for_a_write(store: Store) -> None:
    release = threading.Event()

    def slow(connection: Connection) -> None:
        connection.execute("INSERT INTO documents VALUES ('slow', '1')")
        assert release.wait(10)

    writing = asyncio.ensure_future(store.change(Write(slow)))
    try:
        assert await asyncio.wait_for(store.get_value("slow"), 5) is None
    finally:
        release.set()
    await writing
    assert await store.get_value("slow") == 1


async def test_another_program_that_holds_the_file_is_named_and_waited_for(
    paths: Paths, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    store = await Store.open(paths, bus)
    holder = apsw.Connection(str(paths.database))
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="Another program") as caught:
        await store.set_value("key", 1)
    assert caught.value.retry
    holder.execute("ROLLBACK")
    holder.close()
    await store.set_value("key", 1)
    await store.close()


async def test_a_closed_store_says_so_and_closing_twice_is_fine(store: Store) -> None:
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.get_value("key")
    with pytest.raises(StoreError, match="closed"):
        await store.set_value("key", 1)


async def test_what_was_queued_when_closing_is_stored(paths: Paths, bus: Bus) -> None:
    store = await Store.open(paths, bus)
    writes = [asyncio.ensure_future(store.set_value(f"k{n}", n)) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writes)
    store = await Store.open(paths, bus)
    assert len(await store.values("k")) == 50
    await store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="permissions work differently there")
async def test_the_file_is_for_its_owner_only(store: Store, paths: Paths) -> None:
    await store.set_value("key", 1)
    for file in paths.data.glob("spinney.db*"):
        assert file.stat().st_mode & 0o077 == 0, file


async def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    with pytest.raises(StoreError):
        await Store.open(paths, Bus())


async def test_a_file_that_is_no_database_is_left_as_it_is(paths: Paths, bus: Bus) -> None:
    paths.create()
    garbage = b"this is not a database, but somebody's file " * 100
    paths.database.write_bytes(garbage)
    with pytest.raises(StoreError, match="damaged") as caught:
        await Store.open(paths, bus)
    assert "aside" in caught.value.hint
    assert paths.database.read_bytes() == garbage
    assert list(paths.leases.iterdir()) == []


async def test_after_an_unclean_end_the_file_is_read_through(
    paths: Paths, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(paths, bus)
    session = await make.session(store)
    for number in range(200):
        await make.said(store, session, f"message {number} " * 20)
    await store.close()
    checks: list[Path] = []
    real = migrate.check

    def check(path: Path) -> None:
        checks.append(path)
        real(path)

    monkeypatch.setattr("core.sessions.store.check", check)
    await (await Store.open(paths, bus)).close()
    assert checks == []
    (paths.leases / "lease_dead-1.lease").touch()
    await (await Store.open(paths, bus)).close()
    assert checks == [paths.database]
    damaged = bytearray(paths.database.read_bytes())
    middle = (len(damaged) // 2) & ~4095
    damaged[middle : middle + 4096] = os.urandom(4096)
    paths.database.write_bytes(damaged)
    with pytest.raises(StoreError, match="damaged"):
        await Store.open(paths, bus)
    assert paths.database.read_bytes() == damaged


async def test_a_record_nobody_understands_is_a_sentence(store: Store) -> None:
    session = await make.session(store)
    await store.change(
        Write(
            lambda connection: connection.execute(
                "UPDATE sessions SET data = json_set(data, '$.origin', 'moon')"
            ).fetchall()
        )
    )
    with pytest.raises(StoreError, match=r"A Session .* cannot be understood"):
        await store.get_session(session.id)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (apsw.FullError("full"), "is full"),
        (OSError(28, "No space left on device"), "is full"),
        (apsw.ReadOnlyError("readonly"), "read-only"),
        (PermissionError(13, "denied"), "read-only"),
        (apsw.CantOpenError("cannot open"), "cannot be opened"),
        (apsw.CorruptError("malformed"), "damaged"),
        (apsw.IOError("disk I/O error"), "could not be read or written"),
        (apsw.SQLError("odd"), "failed: odd"),
    ],
)
def test_trouble_is_a_sentence_with_what_to_do(error: Exception, words: str) -> None:
    explained = explain(error, Path("/data/spinney.db"))
    assert words in explained.sentence
    assert explained.hint


# -- a full disk


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("a small disk can only be mounted by root")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


async def fill(store: Store, session_id: str, most: int) -> tuple[list[str], StoreError | None]:
    stored = []
    for _ in range(most):
        message = Message(session_id=session_id, role="user", completed=1.0)
        try:
            await store.add_message(message, [make.text(message, "words " * 3000)])
        except StoreError as error:
            return stored, error
        stored.append(message.id)
    return stored, None


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a small disk")
async def test_a_full_disk_loses_nothing_and_ends_when_there_is_room(
    tiny_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RETRY_SECONDS", 0.1)
    bus, heard = Bus(), list[Event]()
    complained = asyncio.Event()
    bus.subscribe(heard.append, ["notice"])
    bus.subscribe(lambda event: complained.set(), ["notice"])
    ballast = tiny_disk / "ballast"
    paths = Paths.from_environment({"SPINNEY_HOME": str(tiny_disk / "home")})
    store = await Store.open(paths, bus)
    ballast.write_bytes(b"x" * 1_000_000)
    session = await make.session(store)
    answer = Message(session_id=session.id, role="assistant")
    part = make.text(answer)
    await store.add_message(answer, [part])
    stored, error = await fill(store, session.id, 1000)
    assert error is not None
    assert "full" in error.sentence
    assert error.retry
    for _ in range(50):
        store.append_text(part, "streaming on a full disk " * 400)
    await asyncio.wait_for(complained.wait(), 10)
    assert isinstance(heard[0], Notice)
    assert "full" in heard[0].sentence
    ballast.unlink()
    for _ in range(100):
        await asyncio.sleep(0.05)
        if not any(growing.dirty for growing in store.live._growing.values()):
            break
    more, error = await fill(store, session.id, 3)
    assert error is None
    await store.close()
    assert len(heard) == 1
    store = await Store.open(paths, Bus())
    found = await store.messages(session.id)
    assert [entry.info.id for entry in found[1:]] == stored + more
    assert found[0].text == part.text
    await store.close()


LIMITED = """
import asyncio, json, resource, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from core.bus import Bus
from core.errors import StoreError
from core.paths import Paths
from core.sessions.models import Session
from core.sessions.store import Store
from tests.core.sessions.test_database import fill

async def main():
    paths = Paths.from_environment({"SPINNEY_HOME": sys.argv[2]})
    store = await Store.open(paths, Bus())
    session = await store.create_session(Session(project_id="p", directory="/"))
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, unlimited[1]))
    stored, error = await fill(store, session.id, 1000)
    resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    more, after = await fill(store, session.id, 3)
    await store.close()
    print(json.dumps([session.id, stored + more, str(error), after and str(after)]))

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
async def test_a_file_that_may_not_grow_loses_nothing_either(paths: Paths, tmp_path: Path) -> None:
    finished = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-I", "-c", LIMITED, str(ROOT), str(paths.config)],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    session_id, stored, error, after = json.loads(finished.stdout)
    assert "could not be read or written" in error or "full" in error
    assert after is None
    assert len(stored) > 3
    store = await Store.open(paths, Bus())
    assert [entry.info.id for entry in await store.messages(session_id)] == stored
    await store.close()
