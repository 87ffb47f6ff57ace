"""Projects, sessions and their trees."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.errors import NotFound
from core.events import Event, RequestAnswered, SessionCreated, SessionDeleted, SessionUpdated
from core.llm.types import Usage
from core.sessions.models import Session
from core.sessions.store import Store
from tests.core.sessions import make


async def test_a_folder_is_one_project_however_it_is_reached(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder)
    first = await store.project_for(folder)
    again = await store.project_for(tmp_path / "link")
    assert first.id == again.id
    assert again.opened > first.opened
    assert again.created == first.created
    other = await store.project_for(tmp_path)
    assert [project.id for project in await store.projects()] == [other.id, first.id]
    assert (await store.get_project(first.id)).name == "work"
    with pytest.raises(NotFound):
        await store.get_project("prj_none")


async def test_a_child_gets_root_and_depth_from_its_parent(
    store: Store, events: list[Event]
) -> None:
    root = await make.session(store, agent="build")
    child = await make.session(store, root, agent="general")
    grandchild = await make.session(store, child, agent="explore")
    assert (root.root_id, root.depth) == (root.id, 0)
    assert (grandchild.root_id, grandchild.depth) == (root.id, 2)
    assert await store.get_session(grandchild.id) == grandchild
    assert [event.type for event in events] == ["session.created"] * 3
    assert await store.agent_path(grandchild.id) == ["build", "general", "explore"]
    assert [entry.id for entry in await store.ancestors(grandchild.id)] == [root.id, child.id]
    assert [entry.id for entry in await store.children(root.id)] == [child.id]
    assert [entry.id for entry in await store.descendants(root.id)] == [child.id, grandchild.id]


async def test_a_child_of_nobody_is_refused(store: Store) -> None:
    with pytest.raises(NotFound, match="no session"):
        await store.create_session(Session(project_id="p", directory="/", parent_id="ses_none"))


async def test_usage_and_cost_of_a_tree_are_summed(store: Store) -> None:
    root = await make.session(store, usage=Usage(input=10, output=1), cost=0.5)
    child = await make.session(store, root, usage=Usage(input=5, cache_read=7), cost=0.25)
    await make.session(store, child, usage=Usage(reasoning=3), cost=1.0)
    await make.session(store, usage=Usage(input=1000), cost=99.0)
    usage, cost = await store.subtree_usage(root.id)
    assert usage == Usage(input=15, output=1, reasoning=3, cache_read=7)
    assert cost == pytest.approx(1.75)
    assert (await store.subtree_usage(child.id))[1] == pytest.approx(1.25)


async def test_an_update_is_stored_and_told_and_moves_the_time(
    store: Store, events: list[Event]
) -> None:
    session = await make.session(store)
    before = session.updated
    session.title = "Fix the parser"
    session.root_id = "ses_elsewhere"
    await store.update_session(session)
    stored = await store.get_session(session.id)
    assert stored.title == "Fix the parser"
    assert stored.updated > before
    assert stored.root_id == session.id
    assert isinstance(events[-1], SessionUpdated)
    moved = stored.updated
    stored.read = 5.0
    await store.update_session(stored, touch=False)
    assert (await store.get_session(session.id)).updated == moved


async def test_edits_of_different_fields_at_once_are_both_kept(store: Store) -> None:
    session = await make.session(store)

    def title(stored: Session) -> None:
        stored.title = "Named"

    def spend(stored: Session) -> None:
        stored.cost += 1.0

    await asyncio.gather(
        store.edit_session(session.id, title),
        *(store.edit_session(session.id, spend) for _ in "123"),
    )
    stored = await store.get_session(session.id)
    assert (stored.title, stored.cost) == ("Named", 3.0)
    with pytest.raises(NotFound):
        await store.edit_session("ses_none", title)


async def test_sessions_are_listed_latest_first_and_by_kind(store: Store) -> None:
    first = await make.session(store)
    second = await make.session(store, project_id="prj_2")
    child = await make.session(store, first)
    old = await make.session(store, archived=1.0)
    await store.update_session(first)

    async def listed(**options: object) -> list[str]:
        return [entry.id for entry in await store.list_sessions(**options)]  # type: ignore[arg-type]

    assert await listed() == [first.id, child.id, second.id]
    assert await listed(roots_only=True) == [first.id, second.id]
    assert await listed(project_id="prj_1") == [first.id, child.id]
    assert await listed(archived=True) == [old.id]
    assert len(await listed(archived=None)) == 4
    assert await listed(limit=1) == [first.id]


async def test_deleting_takes_the_whole_subtree_and_what_belongs_to_it(
    store: Store, events: list[Event]
) -> None:
    root = await make.session(store)
    child = await make.session(store, root)
    leaf = await make.session(store, child)
    message = await make.said(store, leaf, "needle")
    await store.save_task(make.task(root, session_id=child.id))
    await store.save_task(make.task(child))
    request = make.request(leaf)
    await store.save_request(request)
    events.clear()
    await store.delete_session(child.id)
    assert [event.session_id for event in events if isinstance(event, SessionDeleted)] == [
        leaf.id,
        child.id,
    ]
    closed = [event.request for event in events if isinstance(event, RequestAnswered)]
    assert [entry.state for entry in closed] == ["withdrawn"]
    for gone in (child.id, leaf.id):
        with pytest.raises(NotFound):
            await store.get_session(gone)
    with pytest.raises(NotFound):
        await store.get_message(message.id)
    assert await store.tasks() == []
    assert await store.requests(state=None) == []
    assert await store.search("needle") == []
    assert (await store.get_session(root.id)).id == root.id
    with pytest.raises(NotFound):
        await store.delete_session(child.id)


async def test_a_batch_is_one_commit_and_tells_after_it(store: Store, events: list[Event]) -> None:
    async with store.batch() as batch:
        session = await batch.create_session(Session(project_id="p", directory="/"))
        child = await batch.create_session(
            Session(project_id="p", directory="/", parent_id=session.id)
        )
        assert events == []
        with pytest.raises(NotFound):
            await store.get_session(session.id)
    assert child.depth == 1
    assert [type(event) for event in events] == [SessionCreated, SessionCreated]
    assert (await store.get_session(child.id)).root_id == session.id


async def test_a_batch_that_fails_stores_and_tells_nothing(
    store: Store, events: list[Event]
) -> None:
    kept = await make.session(store)
    events.clear()

    async def refused() -> None:
        async with store.batch() as batch:
            kept.title = "changed"
            await batch.update_session(kept)
            await batch.create_session(Session(project_id="p", directory="/", parent_id="none"))

    async def given_up() -> None:
        async with store.batch() as batch:
            await batch.update_session(kept)
            raise RuntimeError("on purpose")

    with pytest.raises(NotFound):
        await refused()
    with pytest.raises(RuntimeError, match="on purpose"):
        await given_up()
    assert events == []
    assert (await store.get_session(kept.id)).title == ""
