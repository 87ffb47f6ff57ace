"""Messages and parts are stored before they are told, and streaming text is never lost or doubled."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.bus import Bus
from core.errors import NotFound
from core.events import (
    Event,
    MessageCreated,
    MessageRemoved,
    MessageUpdated,
    PartDelta,
    PartRemoved,
    PartUpdated,
)
from core.paths import Paths
from core.sessions.models import Message, Session, TextPart, ToolPart
from core.sessions.store import Store


async def new_session(store: Store, **fields: Any) -> Session:
    return await store.create_session(Session(project_id="prj_1", directory="/work", **fields))


def text_part(message: Message, text: str = "") -> TextPart:
    return TextPart(message_id=message.id, session_id=message.session_id, text=text)


async def test_a_message_is_told_before_its_parts_and_read_back_whole(
    store: Store, events: list[Event]
) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="user")
    parts = [text_part(message, "first"), text_part(message, "second")]
    await store.add_message(message, parts)
    assert [event.type for event in events[1:]] == [
        "message.created",
        "message.part.updated",
        "message.part.updated",
    ]
    found = await store.get_message(message.id)
    assert found.info == message
    assert found.parts == parts


async def test_parts_keep_their_order_when_they_are_saved_again(store: Store) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    parts = [text_part(message, str(number)) for number in range(5)]
    await store.add_message(message, parts[:2])
    for part in parts[2:]:
        await store.save_part(part)
    parts[1].text = "changed"
    await store.save_part(parts[1])
    assert (await store.get_message(message.id)).parts == parts


async def test_streaming_text_is_published_at_once_and_stored_in_order(
    paths: Paths, store: Store, events: list[Event]
) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    part = text_part(message)
    await store.add_message(message, [part])
    pieces = [f"piece {number} 中 " for number in range(40)]
    for piece in pieces[:20]:
        store.append_text(part, piece)
    assert [event.text for event in events if isinstance(event, PartDelta)] == pieces[:20]
    assert part.text == "".join(pieces[:20])
    # Another process sees what was flushed, without this one saving the part.
    other = await Store.open(paths, Bus())

    async def stored(text: str) -> bool:
        for _ in range(250):
            if (await other.get_message(message.id)).text == text:
                return True
            await asyncio.sleep(0.02)
        return False

    try:
        assert await stored("".join(pieces[:20]))
        for piece in pieces[20:]:
            store.append_text(part, piece)
        assert await stored("".join(pieces))
    finally:
        await other.close()


async def test_reading_while_text_streams_gives_what_was_published(store: Store) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    part = text_part(message)
    await store.add_message(message, [part])
    store.append_text(part, "not stored yet")
    assert (await store.messages(session.id))[0].text == "not stored yet"


async def test_a_flush_never_undoes_a_newer_save(paths: Paths, store: Store) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    part = text_part(message)
    await store.add_message(message, [part])
    for round_ in range(20):
        store.append_text(part, "draft ")
        if round_ % 3 == 0:
            await asyncio.sleep(0.03)
    part.text = "final"
    await store.save_part(part)
    store.append_text(part, " and more")
    message.completed = 1.0
    await store.update_message(message)
    await asyncio.sleep(0.25)
    other = await Store.open(paths, Bus())
    try:
        assert (await other.get_message(message.id)).text == "final and more"
    finally:
        await other.close()


async def test_an_update_on_its_way_never_takes_back_published_deltas(
    store: Store, events: list[Event]
) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    part = ToolPart(
        message_id=message.id, session_id=session.id, call_id="c", tool="bash", status="running"
    )
    await store.add_message(message, [part])
    saving = asyncio.ensure_future(store.save_part(part))
    await asyncio.sleep(0)
    store.append_output(part, "line\n")
    await saving
    shown = ""
    for event in events:
        if isinstance(event, PartUpdated) and isinstance(event.part, ToolPart):
            shown = event.part.output
        elif isinstance(event, PartDelta):
            shown += event.text
    assert shown == "line\n"


async def test_closing_stores_what_is_still_streaming(paths: Paths, bus: Bus) -> None:
    store = await Store.open(paths, bus)
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    part = text_part(message)
    await store.add_message(message, [part])
    store.append_text(part, "last words")
    await store.close()
    again = await Store.open(paths, bus)
    assert (await again.get_message(message.id)).text == "last words"
    await again.close()


async def test_what_events_carry_does_not_change_later(store: Store, events: list[Event]) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    part = ToolPart(
        message_id=message.id,
        session_id=session.id,
        call_id="c",
        tool="task",
        metadata={"summary": [{"id": "1"}]},
    )
    await store.add_message(message, [part])
    part.metadata["summary"].append({"id": "2"})
    message.agent = "other"
    created = next(event for event in events if isinstance(event, MessageCreated))
    told = next(event for event in events if isinstance(event, PartUpdated))
    assert created.message.agent == ""
    assert isinstance(told.part, ToolPart)
    assert told.part.metadata == {"summary": [{"id": "1"}]}


async def test_pages_of_a_conversation_come_in_order(store: Store) -> None:
    session = await new_session(store)
    ids = []
    for number in range(30):
        message = Message(session_id=session.id, role="user" if number % 2 else "assistant")
        await store.add_message(message, [text_part(message, f"{number}")])
        ids.append(message.id)

    async def page(**options: Any) -> list[str]:
        return [entry.info.id for entry in await store.messages(session.id, **options)]

    assert await page() == ids
    assert await page(limit=5) == ids[:5]
    assert await page(limit=5, newest=True) == ids[-5:]
    assert await page(before=ids[10], limit=3, newest=True) == ids[7:10]
    assert await page(after=ids[10], limit=3) == ids[11:14]
    assert await page(after=ids[10], before=ids[13]) == ids[11:13]
    assert [row[0] for row in await store.message_index(session.id)] == ids
    assert [row[2] for row in await store.message_index(session.id)][:12] == [1] * 10 + [2] * 2


async def test_messages_stay_in_order_when_the_clock_steps_back(store: Store) -> None:
    session = await new_session(store)
    late = Message(id="msg_zzz", session_id=session.id, role="user")
    early = Message(id="msg_aaa", session_id=session.id, role="user")
    await store.add_message(late)
    await store.add_message(early)
    assert [entry.info.id for entry in await store.messages(session.id)] == ["msg_zzz", "msg_aaa"]


async def test_removing_messages_takes_all_after_them_too(
    store: Store, events: list[Event]
) -> None:
    session = await new_session(store)
    messages = [Message(session_id=session.id, role="user") for _ in range(4)]
    for message in messages:
        await store.add_message(message, [text_part(message, "word")])
    await store.remove_messages(session.id, messages[2].id)
    assert [entry.info.id for entry in await store.messages(session.id)] == [
        message.id for message in messages[:2]
    ]
    removed = [event.message_id for event in events if isinstance(event, MessageRemoved)]
    assert removed == [messages[3].id, messages[2].id]
    with pytest.raises(NotFound):
        await store.remove_messages(session.id, messages[2].id)


async def test_a_removed_part_is_gone_and_told(store: Store, events: list[Event]) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    part = text_part(message, "oops")
    await store.add_message(message, [part])
    store.append_text(part, " more")
    await store.remove_part(part)
    await asyncio.sleep(0.25)
    assert (await store.get_message(message.id)).parts == []
    assert isinstance(events[-1], PartRemoved)


async def test_the_end_of_a_message_is_told_after_its_parts(
    store: Store, events: list[Event]
) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    part = text_part(message, "done")
    await store.add_message(message, [part])
    message.completed = 5.0
    await store.update_message(message, [part])
    assert isinstance(events[-1], MessageUpdated)
    assert isinstance(events[-2], PartUpdated)


async def test_a_caller_that_is_cancelled_still_has_its_change_stored_and_told(
    store: Store, events: list[Event]
) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="user")
    adding = asyncio.ensure_future(store.add_message(message))
    await asyncio.sleep(0)
    adding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await adding
    await store.set_value("barrier", 1)
    assert [entry.info.id for entry in await store.messages(session.id)] == [message.id]
    assert any(isinstance(event, MessageCreated) for event in events)


async def test_writing_into_a_deleted_session_is_refused_with_a_sentence(store: Store) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    part = text_part(message)
    await store.add_message(message, [part])
    store.append_text(part, "streaming")
    await store.delete_session(session.id)
    with pytest.raises(NotFound):
        await store.save_part(part)
    with pytest.raises(NotFound):
        await store.add_message(Message(session_id=session.id, role="user"))
    with pytest.raises(NotFound):
        await store.update_message(message)


async def test_half_an_emoji_or_an_odd_value_does_not_cost_the_conversation(
    paths: Paths, store: Store
) -> None:
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    part = text_part(message)
    tool = ToolPart(
        message_id=message.id,
        session_id=session.id,
        call_id="c",
        tool="bash",
        metadata={"raw": b"\xff", "half": "\ud83d", "number": float("nan"), "kind": int},
    )
    await store.add_message(message, [part, tool])
    store.append_text(part, "half \ud83d")
    await store.flush()
    store.append_text(part, "\udc4d and \0 more")
    await store.flush()
    await store.set_value("odd", {"half": "\ud83d"})
    other = await Store.open(paths, Bus())
    found = await other.get_message(message.id)
    assert found.text == "half \ufffd\ufffd and \0 more"
    assert isinstance(found.parts[1], ToolPart)
    assert found.parts[1].metadata["half"] == "\ufffd"
    await other.close()
    await store.save_part(part)
    message.completed = 1.0
    await store.update_message(message)
    assert (await store.get_message(message.id)).text == "half 👍 and \0 more"


Step = tuple[str, int, str]
steps = st.lists(
    st.tuples(
        st.sampled_from(["append", "append", "append", "save", "flush", "update", "settle"]),
        st.integers(0, 1),
        st.text("ab中", max_size=3),
    ),
    max_size=25,
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps)
async def test_whatever_the_order_what_is_stored_is_what_was_last_said(
    store: Store, steps: list[Step]
) -> None:
    """Appending, saving and flushing overlap in every way; a listener and the store both end with
    the text the parts have."""
    session = await new_session(store)
    message = Message(session_id=session.id, role="assistant")
    parts = [text_part(message), text_part(message)]
    await store.add_message(message, parts)
    shown = {part.id: "" for part in parts}

    def follow(event: Event) -> None:
        if isinstance(event, PartDelta) and event.part_id in shown:
            shown[event.part_id] += event.text
        elif isinstance(event, PartUpdated) and event.part.id in shown:
            assert isinstance(event.part, TextPart)
            shown[event.part.id] = event.part.text

    unsubscribe = store.bus.subscribe(follow)
    under_way: list[asyncio.Future[None]] = []
    for action, number, text in steps:
        part = parts[number]
        if action == "append":
            store.append_text(part, text)
        elif action == "save":
            part.text = text
            under_way.append(asyncio.ensure_future(store.save_part(part)))
            await asyncio.sleep(0)
        elif action == "flush":
            flushed = store.live.flush()
            under_way += [flushed] if flushed is not None else []
        elif action == "update":
            under_way.append(asyncio.ensure_future(store.update_message(message)))
            await asyncio.sleep(0)
        else:
            await asyncio.gather(*under_way)
    await asyncio.gather(*under_way)
    await store.flush()
    unsubscribe()
    expected = [part.text for part in parts]
    assert [shown[part.id] for part in parts] == expected
    store.live.forget(session_ids=[session.id])
    assert [part.text for part in (await store.get_message(message.id)).parts] == expected  # type: ignore[union-attr]
