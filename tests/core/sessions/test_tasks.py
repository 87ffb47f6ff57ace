"""Tasks are told as their stored state changes, and names are unique under a root."""

from __future__ import annotations

import pytest

from core.errors import NotFound, StoreError
from core.events import Event
from core.sessions.store import Store
from tests.core.sessions import make


async def test_a_task_is_told_from_start_to_end_and_again_when_resumed(
    store: Store, events: list[Event]
) -> None:
    session = await make.session(store)
    events.clear()
    task = make.task(session, state="queued")
    await store.save_task(task)
    assert task.lease == store.lease_name
    task.state = "running"
    await store.save_task(task)
    task.state, task.result = "completed", "done"
    await store.save_task(task)
    task.metadata["worktree"] = "removed"
    await store.save_task(task)
    task.state, task.run = "running", 2
    await store.save_task(task)
    assert [event.type for event in events] == [
        "task.started",
        "task.progress",
        "task.finished",
        "task.progress",
        "task.started",
    ]
    assert await store.get_task(task.id) == task


async def test_tasks_are_found_by_root_owner_state_session_and_name(store: Store) -> None:
    root = await make.session(store)
    child = await make.session(store, root)
    running = make.task(root, session_id=child.id, state="running", name="fixer")
    done = make.task(child, state="completed", created=running.created + 1)
    await store.save_task(running)
    await store.save_task(done)
    assert [task.id for task in await store.tasks()] == [running.id, done.id]
    assert [task.id for task in await store.tasks(limit=1)] == [done.id]
    assert len(await store.tasks(root_session_id=root.id)) == 2
    assert [task.id for task in await store.tasks(owner_session_id=child.id)] == [done.id]
    assert [task.id for task in await store.tasks(states={"running", "queued"})] == [running.id]
    assert await store.tasks(states=[]) == []
    assert await store.task_for_session(child.id) == running
    assert await store.task_for_session(root.id) is None
    assert await store.task_named(root.id, "fixer") == running
    with pytest.raises(NotFound):
        await store.get_task("tsk_none")


async def test_a_name_is_unique_under_its_root(store: Store) -> None:
    root, other = await make.session(store), await make.session(store)
    await store.save_task(make.task(root, name="fixer"))
    with pytest.raises(StoreError, match="fixer is already taken"):
        await store.save_task(make.task(root, name="fixer"))
    await store.save_task(make.task(other, name="fixer"))
    assert len(await store.tasks()) == 2
