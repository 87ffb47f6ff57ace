"""A conversation with everything below it as JSON lines, to keep or to pass on.

The first line says what the file is; then come all sessions (parents first), their tasks, their todo
lists and messages, and attached files if asked for. What is imported is data from somewhere
else: it gets new ids and none of the rights, folders or half-done work it had there.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import os
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core import __version__
from core.errors import SpinneyError, StoreError
from core.events import SessionCreated
from core.ids import new_id
from core.sessions import tree
from core.sessions.conversations import insert_session, read_session
from core.sessions.database import Connection, Write
from core.sessions.messages import finish_message, insert_message, text_length, write_part
from core.sessions.models import (
    PART,
    FilePart,
    MessageError,
    MessageWithParts,
    Session,
    ToolPart,
)
from core.sessions.records import json_text, to_json
from core.sessions.store import Store
from core.sessions.tasks import write_task
from core.tasks.models import STOPPABLE, Task

FORMAT = 1
PAGE = 200
IMPORTED = "This was not finished when the conversation was exported."
_SAFE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}")

Redact = Callable[[str], str]


def unchanged(text: str) -> str:
    """Leaves the text as it is: for an export that stays in the person's hands."""
    return text


# -- export


async def export_session(
    store: Store, session_id: str, redact: Redact = unchanged, *, attachments: bool = False
) -> AsyncIterator[str]:
    """Yield the lines, each without its line end; ``redact`` is applied to every text in them."""

    def line(kind: str, data: Any) -> str:
        return json.dumps({"kind": kind, "data": _redacted(data, redact)}, ensure_ascii=False)

    def sessions_below(connection: Connection) -> list[Session]:
        read_session(connection, session_id)
        return tree.descendants(connection, session_id, itself=True)

    sessions = await store.look(sessions_below)
    header = {"kind": "spinney", "format": FORMAT, "version": __version__, "exported": time.time()}
    yield json.dumps(header)
    files: dict[str, None] = {}
    for session in sessions:
        yield line("session", session.model_dump(mode="json"))
    for session in sessions:
        for task in await store.tasks(owner_session_id=session.id):
            yield line("task", task.model_dump(mode="json"))
    for session in sessions:
        if items := await store.todos(session.id):
            yield line("todos", {"session_id": session.id, "items": items})
        after: str | None = None
        while page := await store.messages(session.id, after=after, limit=PAGE):
            for message in page:
                files.update(dict.fromkeys(_files_of(message)))
                yield line("message", message.model_dump(mode="json"))
            after = page[-1].info.id
    if attachments:
        for name in files:
            content = await asyncio.to_thread(_read_attachment, store.paths.attachments, name)
            if content is not None:
                encoded = base64.b64encode(content).decode("ascii")
                yield json.dumps({"kind": "attachment", "data": {"name": name, "content": encoded}})


def _redacted(value: Any, redact: Redact) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {key: _redacted(entry, redact) for key, entry in value.items()}
    if isinstance(value, list):
        return [_redacted(entry, redact) for entry in value]
    return value


def _files_of(message: MessageWithParts) -> list[str]:
    """Names of the attached files a message refers to."""
    names: list[str] = []
    for part in message.parts:
        if isinstance(part, FilePart) and part.file:
            names.append(part.file)
        elif isinstance(part, ToolPart):
            names.extend(attachment.file for attachment in part.attachments)
    return names


def _read_attachment(folder: Path, name: str) -> bytes | None:
    if not _SAFE_NAME.fullmatch(name):
        return None
    try:
        return (folder / name).read_bytes()
    except OSError:
        return None


# -- import


@dataclass(slots=True)
class _Imported:
    sessions: list[Session] = field(default_factory=list)
    todos: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    messages: list[MessageWithParts] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)


async def import_session(
    store: Store, lines: Iterable[str], *, directory: Path | None = None
) -> Session:
    """Store an exported conversation under new ids, all of it or nothing; returns its root.

    It belongs to ``directory``, or to the folder it had when it was exported. A line that cannot
    be used is refused with its number.
    """
    imported = await asyncio.to_thread(_parse, lines)
    root = imported.sessions[0]
    project = await store.project_for(directory or Path(root.directory))
    for session in imported.sessions:
        session.project_id = project.id
        session.directory = project.directory
    await asyncio.to_thread(_write_attachments, store.paths.attachments, imported.files)

    def work(connection: Connection) -> list[Session]:
        for session in imported.sessions:
            insert_session(connection, session)
            if items := imported.todos.get(session.id):
                connection.execute(
                    "INSERT INTO todos (session_id, data) VALUES (?, ?)",
                    (session.id, json_text(items)),
                )
        for message in imported.messages:
            insert_message(connection, message.info, count=False)
            for part in message.parts:
                row = (part.id, part.message_id, part.session_id, part.type, text_length(part))
                write_part(connection, (*row, to_json(part)))
            finish_message(connection, message.info.id)
        for task in imported.tasks:
            write_task(connection, task, "")
        return imported.sessions

    def done(sessions: list[Session]) -> None:
        for session in sessions:
            store.bus.publish(SessionCreated(session.id, session.model_copy(deep=True)))

    return (await store.change(Write(work, done)))[0]


def _parse(lines: Iterable[str]) -> _Imported:
    """Read and check everything before anything is stored."""
    imported = _Imported()
    ids: dict[str, str] = {}
    started = False
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            kind, data = _envelope(text, started)
            if kind == "spinney":
                started = True
            else:
                _take(imported, ids, kind, data)
        except SpinneyError as error:
            raise StoreError(f"Line {number} cannot be imported: {error.sentence}") from error
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(step) for step in first["loc"])
            raise StoreError(
                f"Line {number} cannot be imported: {where}: {first['msg']}."
            ) from error
    if not imported.sessions:
        raise StoreError("The file holds no session.", "Choose a file that Spinney exported.")
    return imported


def _envelope(text: str, started: bool) -> tuple[str, dict[str, Any]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StoreError("it is not JSON.") from error
    if not isinstance(value, dict) or not isinstance(value.get("kind"), str):
        raise StoreError("it does not say what kind of record it is.")
    if value["kind"] == "spinney":
        if started:
            raise StoreError("a second file begins here.")
        if value.get("format") != FORMAT:
            raise StoreError(f"this version reads format {FORMAT}, not {value.get('format')}.")
        return "spinney", {}
    if not started:
        raise StoreError("a file that Spinney exported begins with its format.")
    data = value.get("data")
    if not isinstance(data, dict):
        raise StoreError("it holds no record.")
    return value["kind"], data


def _take(imported: _Imported, ids: dict[str, str], kind: str, data: dict[str, Any]) -> None:
    if kind == "session":
        imported.sessions.append(_session(data, ids, first=not imported.sessions))
    elif kind == "message":
        imported.messages.append(_message(data, ids))
    elif kind == "todos":
        items = data.get("items")
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise StoreError("the todo list is not a list of entries.")
        imported.todos[_known(ids, data.get("session_id"), "session")] = items
    elif kind == "task":
        imported.tasks.append(_task(data, ids))
    elif kind == "attachment":
        name, content = data.get("name"), data.get("content")
        if not isinstance(name, str) or not _SAFE_NAME.fullmatch(name):
            raise StoreError("the name of the attached file cannot be used.")
        try:
            imported.files[name] = base64.b64decode(str(content), validate=True)
        except binascii.Error as error:
            raise StoreError("the attached file is damaged.") from error
    else:
        raise StoreError(f"records of the kind {kind!r} are not known.")


def _fresh(ids: dict[str, str], old: str, prefix: str) -> str:
    if old in ids:
        raise StoreError(f"{old} occurs a second time.")
    ids[old] = new_id(prefix)
    return ids[old]


def _known(ids: dict[str, str], old: Any, what: str) -> str:
    if not isinstance(old, str) or old not in ids:
        raise StoreError(f"its {what} is not in the file before it.")
    return ids[old]


def _renamed(value: Any, ids: dict[str, str]) -> Any:
    """The same with the new ids wherever a value is one of the old ones."""
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, dict):
        return {key: _renamed(entry, ids) for key, entry in value.items()}
    if isinstance(value, list):
        return [_renamed(entry, ids) for entry in value]
    return value


def _session(data: dict[str, Any], ids: dict[str, str], *, first: bool) -> Session:
    session = Session.model_validate(data)
    parent = None if first else _known(ids, session.parent_id, "parent session")
    session.id = session.root_id = _fresh(ids, session.id, "ses")
    session.parent_id = parent
    # Rights, modes and places of where it comes from mean nothing here.
    session.rules, session.settings, session.mode = [], {}, "default"
    session.worktree = session.revert = session.compacting = session.archived = None
    return session


def _message(data: dict[str, Any], ids: dict[str, str]) -> MessageWithParts:
    message = MessageWithParts.model_validate(data)
    info = message.info
    info.session_id = _known(ids, info.session_id, "session")
    info.id = _fresh(ids, info.id, "msg")
    info.parent_id = ids.get(info.parent_id or "")
    if info.completed is None and info.role == "assistant":
        info.completed = info.created
        info.error = MessageError(kind="interrupted", sentence=IMPORTED)
    for part in message.parts:
        _fresh(ids, part.id, "prt")
    parts = [PART.validate_python(_renamed(part.model_dump(), ids)) for part in message.parts]
    for part in parts:
        part.message_id, part.session_id = info.id, info.session_id
        if isinstance(part, ToolPart):
            if part.status in ("pending", "running"):
                part.status, part.error = "failed", IMPORTED
            part.attachments = [
                entry for entry in part.attachments if _SAFE_NAME.fullmatch(entry.file)
            ]
        elif isinstance(part, FilePart) and part.file and not _SAFE_NAME.fullmatch(part.file):
            part.file = None
    message.parts = parts
    return message


def _task(data: dict[str, Any], ids: dict[str, str]) -> Task:
    task = Task.model_validate(data)
    owner = _known(ids, task.owner_session_id, "session")
    _fresh(ids, task.id, "tsk")
    task = Task.model_validate(_renamed(task.model_dump(), ids))
    task.owner_session_id = owner
    if task.session_id not in ids.values():
        task.session_id = None
    task.root_session_id = next(iter(ids.values()))
    task.lease = task.output_file = task.worktree = None
    if task.state in STOPPABLE:
        task.state, task.error = "interrupted", IMPORTED
    return task


def _write_attachments(folder: Path, files: dict[str, bytes]) -> None:
    """Files are named by their content, so one that is there already is the same."""
    if files:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name, content in files.items():
        target = folder / name
        if not target.exists():
            partial = folder / f"{name}.{os.getpid()}.partial"
            partial.write_bytes(content)
            partial.replace(target)
