"""The registry's rows: tasks and what happens to them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

import apsw

from core.errors import NotFound, StoreError
from core.events import TaskFinished, TaskProgress, TaskStarted
from core.sessions.access import Access
from core.sessions.database import Connection, Write, fetch_one
from core.sessions.records import read_all, read_one, snapshot, to_json
from core.tasks.models import STOPPABLE, Task

Change = Literal["started", "progress", "finished"]


class Tasks(Access):
    """Agents and shell commands that run, wait or have ended."""

    async def save_task(self, task: Task) -> None:
        """Store a task; tells that it started, went on or ended, as its stored state changes.

        A task that becomes stoppable carries this process's lease from then on.
        """
        copied = snapshot(task)

        def work(connection: Connection) -> tuple[Task, list[Change]]:
            stored = copied.model_copy()
            changes = write_task(connection, stored, self.lease_name)
            return stored, changes

        def done(result: tuple[Task, list[Change]]) -> None:
            stored, changes = result
            task.lease = stored.lease
            for change in changes:
                self._tell_task(stored, change)

        await self._commit(Write(work, done))

    def _tell_task(self, task: Task, change: Change) -> None:
        owner = task.owner_session_id
        if change == "started":
            self.bus.publish(TaskStarted(owner, task))
        elif change == "progress":
            self.bus.publish(TaskProgress(owner, task))
        else:
            self.bus.publish(TaskFinished(owner, task))

    async def get_task(self, task_id: str) -> Task:
        task = await self._read(
            lambda connection: read_one(
                connection, Task, "SELECT data FROM tasks WHERE id = ?", (task_id,)
            )
        )
        if task is None:
            raise NotFound(f"There is no task {task_id}.", "See the list of tasks.")
        return task

    async def tasks(
        self,
        *,
        root_session_id: str | None = None,
        owner_session_id: str | None = None,
        states: Collection[str] | None = None,
        limit: int | None = None,
    ) -> list[Task]:
        """Tasks, oldest first; ``limit`` keeps the newest."""
        conditions, bindings = ["1"], list[Any]()
        for column, value in (
            ("root_session_id", root_session_id),
            ("owner_session_id", owner_session_id),
        ):
            if value is not None:
                conditions.append(f"{column} = ?")
                bindings.append(value)
        if states is not None:
            conditions.append(f"state IN ({', '.join('?' * len(states))})")
            bindings.extend(states)
        newest_first = await self._read(
            lambda connection: read_all(
                connection,
                Task,
                f"SELECT data FROM tasks WHERE {' AND '.join(conditions)} "
                "ORDER BY created DESC, id DESC LIMIT ?",
                (*bindings, -1 if limit is None else limit),
            )
        )
        return newest_first[::-1]

    async def task_for_session(self, session_id: str) -> Task | None:
        """The task whose conversation this is; the latest where there are several."""
        return await self._read(
            lambda connection: read_one(
                connection,
                Task,
                "SELECT data FROM tasks WHERE session_id = ? ORDER BY created DESC, id DESC LIMIT 1",
                (session_id,),
            )
        )

    async def task_named(self, root_session_id: str, name: str) -> Task | None:
        """The task with this name under a root."""
        return await self._read(
            lambda connection: read_one(
                connection,
                Task,
                "SELECT data FROM tasks WHERE root_session_id = ? AND name = ?",
                (root_session_id, name),
            )
        )


def write_task(connection: Connection, task: Task, lease: str) -> list[Change]:
    """Insert or replace a task; returns what there is to tell of it."""
    row = fetch_one(connection, "SELECT state FROM tasks WHERE id = ?", (task.id,))
    before: str | None = row[0] if row else None
    active = task.state in STOPPABLE
    was_active = before in STOPPABLE
    if active and (not was_active or task.lease is None):
        task.lease = lease
    try:
        connection.execute(
            "INSERT INTO tasks (id, session_id, owner_session_id, root_session_id, name, state, "
            "lease, created, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) "
            "ON CONFLICT (id) DO UPDATE SET session_id = ?2, owner_session_id = ?3, "
            "root_session_id = ?4, name = ?5, state = ?6, lease = ?7, data = ?9",
            (
                task.id,
                task.session_id,
                task.owner_session_id,
                task.root_session_id,
                task.name,
                task.state,
                task.lease,
                task.created,
                to_json(task),
            ),
        )
    except apsw.ConstraintError as error:
        if "tasks.name" not in str(error):
            raise
        raise StoreError(
            f"The name {task.name} is already taken by another task of this conversation.",
            "Choose another name, or send a message to the task that has it.",
        ) from error
    changes: list[Change] = []
    if before is None or (active and not was_active):
        changes.append("started")
    if not active and (before is None or was_active):
        changes.append("finished")
    return changes or ["progress"]
