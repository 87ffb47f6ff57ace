"""Todo lists, named documents and the sums of what was used."""

from __future__ import annotations

import time

import pytest

from core.errors import NotFound
from core.llm.types import Usage
from core.sessions.models import Message
from core.sessions.store import Store
from tests.core.sessions import make


async def test_a_todo_list_is_read_back_as_written(store: Store) -> None:
    session = await make.session(store)
    assert await store.todos(session.id) == []
    items = [{"content": "读文件", "status": "pending"}]
    await store.save_todos(session.id, items)
    await store.save_todos(session.id, [*items, {"content": "b", "status": "done"}])
    assert len(await store.todos(session.id)) == 2
    with pytest.raises(NotFound):
        await store.save_todos("ses_none", items)


async def test_documents_are_kept_by_name(store: Store) -> None:
    assert await store.get_value("window") is None
    await store.set_value("window", {"width": 800})
    await store.set_value("finding:1", True)
    await store.set_value("finding:2", [1, "两"])
    assert await store.get_value("window") == {"width": 800}
    assert await store.values("finding:") == {"finding:1": True, "finding:2": [1, "两"]}
    await store.set_value("window", None)
    assert await store.get_value("window") is None


async def test_usage_is_summed_by_day_model_agent_and_session_and_outlives_the_session(
    store: Store,
) -> None:
    session = await make.session(store)
    now = time.time()
    for cost, model in ((1.0, "a/x"), (2.0, "a/x"), (4.0, "b/y")):
        message = Message(
            session_id=session.id, role="assistant", agent="build", model=model, created=now
        )
        await store.add_message(message)
        message.usage, message.cost = Usage(input=10, output=5), cost
        message.completed = now
        await store.update_message(message)
        await store.update_message(message)
    await store.add_message(Message(session_id=session.id, role="user", created=now))

    async def sums() -> list[tuple[str, float, int, int]]:
        rows = await store.usage_by(since=now - 10, until=now + 10)
        assert all(row.day == time.strftime("%Y-%m-%d", time.localtime(now)) for row in rows)
        return [(row.model, row.cost, row.usage.input, row.messages) for row in rows]

    expected = [("a/x", 3.0, 20, 2), ("b/y", 4.0, 10, 1)]
    assert await sums() == expected
    await store.delete_session(session.id)
    assert await sums() == expected
    assert await store.usage_by(since=now + 10, until=now + 20) == []
