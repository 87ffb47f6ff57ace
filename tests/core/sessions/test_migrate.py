"""The file's format is brought up to date step by step, with a way back."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import apsw
import pytest

from core.bus import Bus
from core.errors import StoreError
from core.paths import Paths
from core.sessions.database import connect
from core.sessions.migrate import COPIES_KEPT, migrate, steps
from core.sessions.store import Store
from tests.core.sessions import make

ONE = (1, "0001_one.sql", "CREATE TABLE a (x); INSERT INTO a VALUES (1);")


def later(number: int) -> tuple[int, str, str]:
    return (number, f"{number:04}_step.sql", f"INSERT INTO a VALUES ({number});")


def contents(path: Path) -> list[int]:
    connection = apsw.Connection(str(path))
    try:
        return [int(row[0]) for row in connection.execute("SELECT x FROM a ORDER BY x")]
    finally:
        connection.close()


def test_the_published_steps_are_numbered_without_gaps() -> None:
    assert [number for number, _, _ in steps()] == list(range(1, len(steps()) + 1))


def test_each_step_is_preceded_by_a_copy_and_only_the_newest_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "spinney.db"
    migrate(path, [ONE])
    assert not (tmp_path / "copies").exists()
    for newest in range(2, 8):
        migrate(path, [ONE, *map(later, range(2, newest + 1))])
        for place, file in enumerate(sorted((tmp_path / "copies").iterdir())):
            os.utime(file, (place, place))
    assert contents(path) == [1, 2, 3, 4, 5, 6, 7]
    copies = sorted((tmp_path / "copies").glob("*.db"))
    assert len(copies) == COPIES_KEPT
    assert contents(copies[-1]) == [1, 2, 3, 4, 5, 6]


def test_after_many_steps_at_once_the_file_as_it_was_before_is_still_there(tmp_path: Path) -> None:
    path = tmp_path / "spinney.db"
    migrate(path, [ONE])
    migrate(path, [ONE, *map(later, range(2, 10))])
    copies = sorted((tmp_path / "copies").glob("*.db"))
    assert len(copies) == COPIES_KEPT
    assert contents(copies[0]) == [1]


def test_a_step_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "spinney.db"
    migrate(path, [ONE])
    broken = (2, "0002_broken.sql", "INSERT INTO a VALUES (2); INSERT INTO nowhere VALUES (1);")
    with pytest.raises(StoreError, match="0002_broken") as caught:
        migrate(path, [ONE, broken])
    assert "unchanged" in caught.value.hint
    assert contents(path) == [1]
    migrate(path, [ONE, later(2)])
    assert contents(path) == [1, 2]


def test_two_processes_starting_at_once_migrate_once(tmp_path: Path) -> None:
    path = tmp_path / "spinney.db"
    known = [ONE, *map(later, range(2, 6))]
    failures: list[BaseException] = []

    def start() -> None:
        try:
            migrate(path, known)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert contents(path) == [1, 2, 3, 4, 5]


async def test_a_file_of_a_newer_version_is_refused_and_untouched(paths: Paths, bus: Bus) -> None:
    store = await Store.open(paths, bus)
    await make.session(store)
    await store.close()
    connection = connect(paths.database)
    connection.pragma("user_version", 999)
    connection.close()
    before = paths.database.read_bytes()
    with pytest.raises(StoreError, match="newer Spinney") as caught:
        await Store.open(paths, bus)
    assert "Update" in caught.value.hint
    assert paths.database.read_bytes() == before
