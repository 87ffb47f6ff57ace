"""Putting right what a process left behind that ended in the middle of its work.

Only runs whose process is gone are touched. Nothing is started again: what was cut off is marked as
interrupted, a question that a person has not answered stays open, and the owners of tasks are told.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from core.events import MessageUpdated, PartUpdated, QueueChanged, SessionUpdated, TaskFinished
from core.sessions.conversations import read_session, write_session
from core.sessions.database import Connection, Write, fetch_all
from core.sessions.leases import Claim, claim, left_behind
from core.sessions.messages import (
    finish_message,
    read_messages,
    replace_message,
    text_length,
    write_part,
)
from core.sessions.models import Message, MessageError, Part, ReviewPart, Session, ToolPart
from core.sessions.queue import insert_item, listening, waiting
from core.sessions.records import to_json
from core.sessions.store import Store
from core.sessions.tasks import write_task
from core.tasks.models import STOPPABLE, QueueItem, Task
from core.tasks.notifications import notification_for

SENTENCE = "This was interrupted: Spinney ended before it was finished."
HINT = "Send a message to go on from here."
TASK_SENTENCE = "The task was interrupted: Spinney ended before it was finished."


@dataclass(slots=True)
class Recovered:
    """What was put right: the changed records, and the requests that still wait for an answer."""

    runs: list[str] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    queues: dict[str, list[QueueItem]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.runs or self.tasks)


async def recover(store: Store) -> Recovered:
    """Mark everything interrupted that belongs to dead processes; run once at start."""
    claims = await _claim_dead(store)
    try:
        recovered = await store.change(
            Write(
                lambda connection: _put_right(connection, {held.name for held in claims}),
                lambda changed: _tell(store, changed),
            )
        )
    except BaseException:
        for held in claims:
            held.abandon()
        raise
    for held in claims:
        held.settle()
    return recovered


async def _claim_dead(store: Store) -> list[Claim]:
    """Take over the leases of dead processes, so that no other process recovers them as well."""
    states = ", ".join(f"'{state}'" for state in sorted(STOPPABLE))
    folder = store.paths.leases

    def work(connection: Connection) -> list[Claim]:
        rows = fetch_all(
            connection,
            "SELECT lease FROM runs UNION "
            f"SELECT lease FROM tasks WHERE lease IS NOT NULL AND state IN ({states})",
        )
        names = {str(row[0]) for row in rows} | set(left_behind(folder))
        names.discard(store.lease_name)
        claims = [claim(folder, name) for name in sorted(names)]
        return [held for held in claims if held is not None]

    return await store.look(work)


def _put_right(connection: Connection, dead: set[str]) -> Recovered:
    recovered = Recovered()
    runs = fetch_all(connection, "SELECT id, session_id, lease, started FROM runs")
    alive: dict[str, float] = {}
    for _, session_id, lease, started in runs:
        if lease not in dead:
            alive[session_id] = min(started, alive.get(session_id, started))
    cut_off = [(run_id, session_id) for run_id, session_id, lease, _ in runs if lease in dead]
    for session_id in dict.fromkeys(session_id for _, session_id in cut_off):
        _close_session(connection, session_id, alive.get(session_id), recovered)
    for run_id, session_id in cut_off:
        recovered.runs.append(run_id)
        # Beside a living run something may be left that only a later start can tell apart.
        if session_id not in alive:
            connection.execute("DELETE FROM runs WHERE id = ?", (run_id,))
    for name in sorted(dead):
        _interrupt_tasks(connection, name, recovered)
    return recovered


def _close_session(
    connection: Connection, session_id: str, before: float | None, recovered: Recovered
) -> None:
    """Complete what is open in a session, as far as it is older than a living run in it."""
    asked = {
        str(call_id): str(request_id)
        for request_id, call_id in fetch_all(
            connection,
            "SELECT id, call_id FROM requests WHERE session_id = ? AND state = 'asked'",
            (session_id,),
        )
    }
    now = time.time()
    places = fetch_all(
        connection,
        "SELECT seq FROM messages WHERE session_id = ?1 AND role = 'assistant' "
        "AND (?2 IS NULL OR created < ?2) AND (completed IS NULL OR EXISTS (SELECT 1 FROM parts "
        "WHERE message_id = messages.id AND type = 'tool' "
        "AND json_extract(data, '$.status') IN ('pending', 'running'))) ORDER BY seq",
        (session_id, before),
    )
    for (seq,) in places:
        found = read_messages(connection, session_id, seq, seq)[0]
        for part in found.parts:
            if isinstance(part, ToolPart) and part.status in ("pending", "running"):
                if part.call_id in asked:
                    recovered.requests.append(asked[part.call_id])
                    if part.status == "pending":
                        continue
                    part.status = "pending"
                else:
                    part.status, part.error, part.ended = "failed", SENTENCE, now
                recovered.parts.append(part)
        if found.info.completed is None:
            found.info.completed = now
            found.info.error = MessageError(kind="interrupted", sentence=SENTENCE, hint=HINT)
            replace_message(connection, found.info)
            recovered.messages.append(found.info)
        for part in found.parts:
            row = (part.id, part.message_id, part.session_id, part.type, text_length(part))
            write_part(connection, (*row, to_json(part)))
        finish_message(connection, found.info.id)
    _end_reviews(connection, session_id, before, recovered)
    session = read_session(connection, session_id)
    if session.compacting is not None and before is None:
        session.compacting = None
        write_session(connection, session)
        recovered.sessions.append(session)


def _end_reviews(
    connection: Connection, session_id: str, before: float | None, recovered: Recovered
) -> None:
    """A card that nobody fills any more does not go on counting."""
    places = fetch_all(
        connection,
        "SELECT seq FROM messages WHERE session_id = ?1 AND (?2 IS NULL OR created < ?2) "
        "AND EXISTS (SELECT 1 FROM parts WHERE message_id = messages.id AND type = 'review' "
        "AND json_extract(data, '$.target.state') = 'running') ORDER BY seq",
        (session_id, before),
    )
    for (seq,) in places:
        for part in read_messages(connection, session_id, seq, seq)[0].parts:
            if isinstance(part, ReviewPart) and part.target.get("state") == "running":
                part.target = {**part.target, "state": "interrupted", "ended": time.time()}
                row = (part.id, part.message_id, part.session_id, part.type, text_length(part))
                write_part(connection, (*row, to_json(part)))
                recovered.parts.append(part)


def _interrupt_tasks(connection: Connection, lease: str, recovered: Recovered) -> None:
    for (data,) in fetch_all(
        connection, "SELECT data FROM tasks WHERE lease = ? ORDER BY created, id", (lease,)
    ):
        task = Task.model_validate_json(data)
        if task.state not in STOPPABLE:
            _tell_untold(connection, task, recovered)
            continue
        task.state, task.ended = "interrupted", time.time()
        task.error = task.error or TASK_SENTENCE
        write_task(connection, task, lease)
        recovered.tasks.append(task)
        owner = task.owner_session_id
        if insert_item(connection, interruption(task)):
            recovered.queues[owner] = []
    for owner in recovered.queues:
        recovered.queues[owner] = waiting(connection, owner)


def _tell_untold(connection: Connection, task: Task, recovered: Recovered) -> None:
    """The process ended between storing a background task's end and telling of it."""
    if task.background and task.state != "interrupted":
        owner = listening(connection, task.owner_session_id)
        if insert_item(connection, notification_for(task, owner)):
            recovered.queues[owner] = []


def interruption(task: Task) -> QueueItem:
    """The news for the session that started the task, once for each run of it."""
    how = (
        "Send it a message, or call task with its session_id, to resume it."
        if task.session_id
        else "Its output so far is in the output file; start the command again if it is needed."
    )
    what = task.description or task.command or task.id
    fields = {
        "task-id": task.id,
        "tool-use-id": task.call_id,
        "output-file": task.output_file,
        "status": "interrupted",
        "summary": f"{what} was interrupted. {how}",
        "result": task.error,
        "worktree": task.worktree,
    }
    body = "".join(f"<{name}>{escape(text)}</{name}>" for name, text in fields.items() if text)
    return QueueItem(
        session_id=task.owner_session_id,
        priority="later",
        kind="task-notification",
        text=f"<task-notification>{body}</task-notification>",
        key=f"{task.id}:{task.run}",
        source=task.id,
        metadata={
            "task_id": task.id,
            "run": task.run,
            "status": "interrupted",
            "summary": fields["summary"],
        },
    )


def _tell(store: Store, recovered: Recovered) -> None:
    for part in recovered.parts:
        store.bus.publish(PartUpdated(part.session_id, part))
    for message in recovered.messages:
        store.bus.publish(MessageUpdated(message.session_id, message))
    for session in recovered.sessions:
        store.bus.publish(SessionUpdated(session.id, session))
    for task in recovered.tasks:
        store.bus.publish(TaskFinished(task.owner_session_id, task))
    for session_id, items in recovered.queues.items():
        store.bus.publish(QueueChanged(session_id, tuple(items)))
