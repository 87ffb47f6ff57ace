"""Bringing the store's file to the schema this version knows, with a copy before each step."""

from __future__ import annotations

import re
import time
from importlib import resources
from pathlib import Path

import apsw

from core.errors import StoreError
from core.locks import FileLock
from core.sessions.database import Connection, connect, damaged, explain

COPIES_KEPT = 3
LOCK_SECONDS = 60.0


def steps() -> list[tuple[int, str, str]]:
    """The migrations as ``(number, file name, SQL)``, in order."""
    folder = resources.files("core.sessions.migrations")
    found = [entry for entry in folder.iterdir() if re.fullmatch(r"\d{4}_\w+\.sql", entry.name)]
    return [
        (int(entry.name[:4]), entry.name, entry.read_text(encoding="utf-8"))
        for entry in sorted(found, key=lambda entry: entry.name)
    ]


def migrate(path: Path, known: list[tuple[int, str, str]] | None = None) -> None:
    """Apply what is missing; refuses a file that a newer version wrote. Blocks its thread."""
    known = steps() if known is None else known
    newest = known[-1][0] if known else 0
    lock = FileLock.wait(path.with_name("migrate.lock"), LOCK_SECONDS)
    if lock is None:
        raise StoreError(
            "Another Spinney is still preparing the session store.",
            "Wait for it to finish and try again.",
            retry=True,
        )
    try:
        connection = connect(path)
        try:
            version = int(connection.pragma("user_version"))
            if version > newest:
                raise StoreError(
                    f"The session store {path} was written by a newer Spinney "
                    f"(format {version}; this one knows {newest}).",
                    "Update Spinney, or name another folder with SPINNEY_HOME.",
                )
            copies: list[Path] = []
            for number, name, script in known:
                if number > version:
                    if version:
                        copies.append(copy(connection, path, version))
                    _apply(connection, path, number, name, script)
                    version = number
            if copies:
                _let_go(copies[0])
        finally:
            connection.close(True)
    finally:
        lock.release()


def _apply(connection: Connection, path: Path, number: int, name: str, script: str) -> None:
    # Off while tables are rebuilt; it cannot be changed inside a transaction.
    connection.pragma("foreign_keys", False)
    connection.execute("BEGIN EXCLUSIVE")
    try:
        connection.execute(script)
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise StoreError(f"{len(broken)} rows would lose what they belong to.")
        connection.pragma("user_version", number)
        connection.execute("COMMIT")
    except (apsw.Error, StoreError) as error:
        if not connection.get_autocommit():
            connection.execute("ROLLBACK")
        reason = error if isinstance(error, StoreError) else explain(error, path)
        raise StoreError(
            f"The session store could not be brought up to date ({name}): {reason.sentence}",
            "It is unchanged. Use the version of Spinney that wrote it, or report this.",
        ) from error
    finally:
        connection.pragma("foreign_keys", True)


def copy(connection: Connection, path: Path, version: int) -> Path:
    """Keep the file as it is now in a folder beside it."""
    folder = path.parent / "copies"
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"{path.stem}-format{version}-{time.strftime('%Y%m%d-%H%M%S')}.db"
    partial = target.with_suffix(".partial")
    partial.unlink(missing_ok=True)
    keeper = connect(partial)
    try:
        with keeper.backup("main", connection, "main") as backup:
            backup.step(-1)
        keeper.pragma("journal_mode", "delete")
    finally:
        keeper.close(True)
    partial.replace(target)
    return target


def _let_go(first: Path) -> None:
    """Remove all but the newest copies; the first of this run is the file as the person knew it."""
    copies = set(first.parent.glob("*-format*.db")) - {first}
    for old in sorted(copies, key=lambda file: file.stat().st_mtime)[: 1 - COPIES_KEPT]:
        old.unlink(missing_ok=True)


def check(path: Path) -> None:
    """Read the whole file and refuse it when something in it does not fit. Blocks its thread."""
    connection = connect(path)
    try:
        problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)")]
    finally:
        connection.close(True)
    if problems != ["ok"]:
        raise damaged(path, problems[0].splitlines()[-1])
