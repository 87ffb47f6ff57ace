"""The queue keeps its order, its keys and its promises."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.bus import Bus
from core.errors import NotFound, StoreError
from core.events import Event, QueueChanged
from core.paths import Paths
from core.sessions.models import Message, Session
from core.sessions.store import Store
from core.tasks.models import PRIORITIES, QueueItem
from tests.core.sessions import make


def item(session: Session, text: str, **fields: Any) -> QueueItem:
    return QueueItem(session_id=session.id, text=text, **fields)


async def texts(store: Store, session: Session) -> list[str]:
    return [entry.text for entry in await store.queue(session.id)]


async def test_now_comes_before_next_before_later_and_first_in_is_first_out(
    store: Store, events: list[Event]
) -> None:
    session = await make.session(store)
    for text, priority in (("l1", "later"), ("x1", "next"), ("x2", "next"), ("n1", "now")):
        assert await store.enqueue(item(session, text, priority=priority))
    assert await texts(store, session) == ["n1", "x1", "x2", "l1"]
    last = events[-1]
    assert isinstance(last, QueueChanged)
    assert [entry.text for entry in last.items] == ["n1", "x1", "x2", "l1"]
    assert await store.queued_sessions() == [session.id]


async def test_a_key_counts_once_for_ever(store: Store) -> None:
    session = await make.session(store)
    first = item(session, "told", key="tsk_1:1")
    assert await store.enqueue(first)
    assert not await store.enqueue(item(session, "again", key="tsk_1:1"))
    await store.mark_delivered([first.id])
    assert not await store.enqueue(item(session, "again", key="tsk_1:1"))
    removed = item(session, "second run", key="tsk_1:2")
    assert await store.enqueue(removed)
    await store.remove_queue_item(removed.id)
    assert not await store.enqueue(item(session, "again", key="tsk_1:2"))
    assert await texts(store, session) == []
    assert (await store.get_queue_item(first.id)).delivered is not None


async def test_only_one_of_many_at_once_gets_a_key(store: Store) -> None:
    session = await make.session(store)
    results = await asyncio.gather(
        *(store.enqueue(item(session, str(number), key="same")) for number in range(20))
    )
    assert sum(results) == 1


async def test_news_that_was_seen_another_way_is_not_delivered_later(store: Store) -> None:
    session = await make.session(store)
    await store.mark_key_delivered(session.id, "tsk_1:1")
    assert not await store.enqueue(item(session, "late", key="tsk_1:1"))
    await store.enqueue(item(session, "waiting", key="tsk_2:1"))
    await store.mark_key_delivered(session.id, "tsk_2:1")
    assert await texts(store, session) == []


async def test_an_edited_item_keeps_its_place_and_can_be_sent_now(store: Store) -> None:
    session = await make.session(store)
    items = [item(session, text) for text in "abc"]
    for entry in items:
        await store.enqueue(entry)
    items[1].text = "B"
    await store.update_queue_item(items[1])
    assert await texts(store, session) == ["a", "B", "c"]
    items[2].priority = "now"
    await store.update_queue_item(items[2])
    assert await texts(store, session) == ["c", "a", "B"]
    await store.remove_queue_item(items[0].id)
    with pytest.raises(NotFound, match="no longer in the queue"):
        await store.update_queue_item(items[0])
    with pytest.raises(NotFound):
        await store.remove_queue_item(items[0].id)


async def test_items_are_delivered_in_one_commit_with_their_message(
    store: Store, events: list[Event]
) -> None:
    session = await make.session(store)
    items = [item(session, text) for text in "ab"]
    for entry in items:
        await store.enqueue(entry)
    message = Message(session_id=session.id, role="user")
    events.clear()
    await store.mark_delivered([entry.id for entry in items], message, [make.text(message, "ab")])
    assert [event.type for event in events] == [
        "message.created",
        "message.part.updated",
        "queue.changed",
    ]
    assert await texts(store, session) == []
    # Someone else was faster: neither the message nor the delivery happens.
    late = item(session, "c")
    await store.enqueue(late)
    second = Message(session_id=session.id, role="user")
    with pytest.raises(StoreError, match="at the same moment"):
        await store.mark_delivered([items[0].id, late.id], second)
    assert await texts(store, session) == ["c"]
    assert [entry.info.id for entry in await store.messages(session.id)] == [message.id]


async def test_the_queue_survives_a_restart(paths: Paths, bus: Bus) -> None:
    store = await Store.open(paths, bus)
    session = await make.session(store)
    await store.enqueue(item(session, "later"))
    await store.close()
    store = await Store.open(paths, bus)
    assert await texts(store, session) == ["later"]
    await store.close()


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.tuples(st.sampled_from(PRIORITIES), st.booleans()), max_size=12))
async def test_any_mix_of_priorities_comes_out_sorted_and_stable(
    store: Store, entries: list[tuple[str, bool]]
) -> None:
    session = await make.session(store)
    kept = []
    for number, (priority, removed) in enumerate(entries):
        entry = item(session, f"{number}", priority=priority)
        await store.enqueue(entry)
        if removed:
            await store.remove_queue_item(entry.id)
        else:
            kept.append(entry)
    kept.sort(key=lambda entry: PRIORITIES.index(entry.priority))
    assert await store.queue(session.id) == kept
