"""What a dead process left running is marked interrupted, and nothing else is touched."""

from __future__ import annotations

import time

import pytest

from core.bus import Bus
from core.events import Event
from core.paths import Paths
from core.sessions.models import Message, ToolPart
from core.sessions.recovery import recover
from core.sessions.store import Store
from tests.core.sessions import make


async def die(store: Store) -> None:
    """End the way a killed process does: its lease is free, its runs are still noted."""
    store.live.close()
    await store._database.close()
    store.lease._lock.release()


@pytest.fixture
async def dying(paths: Paths) -> Store:
    return await Store.open(paths, Bus())


async def test_a_cut_off_answer_is_completed_as_interrupted(
    paths: Paths, dying: Store, bus: Bus, events: list[Event]
) -> None:
    session = await make.session(dying, compacting=5.0)
    await dying.begin_run(session.id, "turn")
    message = Message(session_id=session.id, role="assistant")
    part = make.text(message)
    finished = make.tool(message, "done", status="completed", output="kept")
    running = make.tool(message, "running", status="running")
    pending = make.tool(message, "pending")
    await dying.add_message(message, [part, finished, running, pending])
    dying.append_text(part, "half an ")
    await dying.flush()
    dying.append_text(part, "answer")
    await dying.flush()
    await die(dying)

    store = await Store.open(paths, bus)
    recovered = await recover(store)
    found = await store.get_message(message.id)
    assert found.text == "half an answer"
    assert found.info.completed is not None
    assert found.info.error is not None
    assert found.info.error.kind == "interrupted"
    tools = [entry for entry in found.parts if isinstance(entry, ToolPart)]
    assert [entry.status for entry in tools] == ["completed", "failed", "failed"]
    assert all("interrupted" in (entry.error or "") for entry in tools[1:])
    assert (await store.get_session(session.id)).compacting is None
    assert len(recovered.runs) == len(recovered.messages) == len(recovered.sessions) == 1
    assert [event.type for event in events] == [
        "message.part.updated",
        "message.part.updated",
        "message.updated",
        "session.updated",
    ]
    assert len(await store.search("answer")) == 1
    assert not await recover(store)
    await store.close()


async def test_a_call_that_waits_for_a_person_keeps_waiting(paths: Paths, dying: Store) -> None:
    session = await make.session(dying)
    await dying.begin_run(session.id, "turn")
    message = Message(session_id=session.id, role="assistant")
    parts = [
        make.tool(message, "asked", status="running"),
        make.tool(message, "answered", status="pending"),
    ]
    await dying.add_message(message, parts)
    asked = make.request(session, "asked")
    answered = make.request(session, "answered", state="answered")
    await dying.save_request(asked)
    await dying.save_request(answered)
    await die(dying)

    store = await Store.open(paths, Bus())
    recovered = await recover(store)
    assert recovered.requests == [asked.id]
    statuses = [
        part.status
        for part in (await store.get_message(message.id)).parts
        if isinstance(part, ToolPart)
    ]
    assert statuses == ["pending", "failed"]
    assert [request.id for request in await store.requests()] == [asked.id]
    await store.close()


async def test_tasks_are_interrupted_and_their_owners_told_once_for_each_run(
    paths: Paths, dying: Store
) -> None:
    root = await make.session(dying)
    child = await make.session(dying, root)
    agent = make.task(
        root, session_id=child.id, state="running", description="Fix <it>", call_id="c1", run=3
    )
    shell = make.task(root, kind="shell", command="npm run dev", state="waiting")
    queued = make.task(child, state="queued")
    done = make.task(root, state="completed")
    for task in (agent, shell, queued, done):
        await dying.save_task(task)
    await die(dying)

    store = await Store.open(paths, Bus())
    await recover(store)
    await recover(store)
    states = {task.id: task.state for task in await store.tasks()}
    assert states == {
        agent.id: "interrupted",
        shell.id: "interrupted",
        queued.id: "interrupted",
        done.id: "completed",
    }
    news = await store.queue(root.id)
    assert [entry.key for entry in news] == [f"{agent.id}:3", f"{shell.id}:1"]
    assert {entry.kind for entry in news} == {"task-notification"}
    assert {entry.priority for entry in news} == {"later"}
    assert "<status>interrupted</status>" in news[0].text
    assert "Fix &lt;it&gt;" in news[0].text
    assert [entry.key for entry in await store.queue(child.id)] == [f"{queued.id}:1"]
    await store.close()


async def test_the_runs_of_a_living_process_are_left_alone(paths: Paths, store: Store) -> None:
    session = await make.session(store)
    await store.begin_run(session.id, "turn")
    message = Message(session_id=session.id, role="assistant")
    await store.add_message(message, [make.tool(message, "c", status="running")])
    task = make.task(session, state="running")
    await store.save_task(task)
    other = await Store.open(paths, Bus())
    assert not await recover(other)
    assert not await recover(store)
    await other.close()
    assert (await store.get_message(message.id)).info.completed is None
    assert (await store.get_task(task.id)).state == "running"


async def test_beside_a_living_run_only_what_is_older_is_closed(
    paths: Paths, dying: Store, store: Store
) -> None:
    session = await make.session(dying)
    await dying.begin_run(session.id, "turn")
    now = time.time()
    old = Message(session_id=session.id, role="assistant", created=now - 100)
    await dying.add_message(old)
    await die(dying)
    await store.begin_run(session.id, "turn")
    new = Message(session_id=session.id, role="assistant", created=now + 100)
    await store.add_message(new)

    third = await Store.open(paths, Bus())
    await recover(third)
    assert (await third.get_message(old.id)).info.completed is not None
    assert (await third.get_message(new.id)).info.completed is None
    await third.close()


async def test_a_finished_run_needs_no_recovery(paths: Paths, dying: Store) -> None:
    session = await make.session(dying)
    run = await dying.begin_run(session.id, "turn")
    await dying.end_run(run)
    await die(dying)
    store = await Store.open(paths, Bus())
    assert not await recover(store)
    assert [file.stem for file in paths.leases.iterdir()] == [store.lease_name]
    await store.close()
