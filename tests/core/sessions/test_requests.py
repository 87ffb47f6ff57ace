"""Requests are asked once and closed once; approvals are scoped and revocable."""

from __future__ import annotations

import asyncio

import pytest

from core.errors import NotFound
from core.events import Event
from core.permissions.models import Answer, Approval
from core.sessions.store import Store
from tests.core.sessions import make


async def test_a_request_is_told_when_asked_and_when_closed(
    store: Store, events: list[Event]
) -> None:
    session = await make.session(store)
    events.clear()
    request = make.request(session, patterns=["npm test"])
    assert await store.save_request(request)
    assert await store.requests() == [request]
    request.state, request.answer, request.closed = "answered", Answer(kind="once"), 5.0
    assert await store.save_request(request)
    assert [event.type for event in events] == ["request.asked", "request.answered"]
    assert await store.requests() == []
    assert await store.requests(state="answered", session_id=session.id) == [request]
    assert await store.requests(state=None, root_session_id=session.id) == [request]
    assert await store.get_request(request.id) == request
    with pytest.raises(NotFound):
        await store.get_request("req_none")


async def test_the_first_answer_counts(store: Store, events: list[Event]) -> None:
    session = await make.session(store)
    request = make.request(session)
    await store.save_request(request)
    answers = []
    for kind in ("deny", "once"):
        answered = request.model_copy(deep=True)
        answered.state, answered.answer = "answered", Answer(kind=kind)
        answers.append(answered)
    events.clear()
    assert await asyncio.gather(*map(store.save_request, answers)) == [True, False]
    stored = await store.get_request(request.id)
    assert stored.answer is not None
    assert stored.answer.kind == "deny"
    assert [event.type for event in events] == ["request.answered"]


async def test_approvals_are_found_by_scope_and_gone_when_revoked(store: Store) -> None:
    def approval(scope: str, scope_id: str, pattern: str) -> Approval:
        return Approval(scope=scope, scope_id=scope_id, permission="bash", pattern=pattern)

    task = await store.add_approval(approval("task", "tsk_1", "ls"))
    project = await store.add_approval(approval("project", "prj_1", "npm test *"))
    assert await store.add_approval(approval("project", "prj_1", "npm test *")) == project
    assert await store.approvals() == [task, project]
    assert await store.approvals([("project", "prj_1"), ("session", "x")]) == [project]
    await store.revoke_approval(project.id)
    assert await store.approvals() == [task]
    revoked = await store.approvals([("project", "prj_1")], revoked=True)
    assert revoked[0].revoked is not None
    renewed = await store.add_approval(approval("project", "prj_1", "npm test *"))
    assert renewed.id != project.id
