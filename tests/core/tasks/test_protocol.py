"""Tasks that another package adds, seen from the outside: an installed package and the engine."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import Any

import pytest

from core.errors import SpinneyError
from core.events import Notice
from core.tasks import running
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Gate, Say

PACKAGE = Path(__file__).parents[2] / "fakes" / "task_package"


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example package, as if it were installed."""
    monkeypatch.syspath_prepend(str(PACKAGE))
    return importlib.import_module("spinney_haiku")


async def test_a_task_of_a_package_is_started_by_its_name(
    engine: EngineUnderTest, model_server: ModelServer, package: Any
) -> None:
    script = model_server.script("You are haiku").say("old pond, a frog")
    session = await engine.session()
    await engine.engine.prompt(session.id, "/haiku the pond")
    result = await engine.engine.session_tasks.outcome(session.id)
    assert (result.outcome, result.text) == ("done", "old pond, a frog")
    request = script.requests[0]
    assert request.system == "You are haiku. You write one haiku and nothing else."
    assert request.prompts == ["Write a haiku about: the pond"]
    assert request.tools == ["read"]
    assert request.headers["x-openai-subagent"] == "haiku"
    (child,) = await engine.engine.store.children(session.id)
    assert (child.source, child.parent_id) == ("other haiku", session.id)
    assert "A haiku took done." in [e.sentence for e in engine.events if isinstance(e, Notice)]
    said = [(e.info.role, e.text) for e in await engine.engine.store.messages(session.id)]
    assert said == [("user", "/haiku the pond"), ("assistant", "old pond, a frog")]
    model_server.script("scripted").say("Lovely.")
    assert await engine.say(session, "Did you like it?") == "Lovely."
    assert "old pond" in str(model_server.scripts["scripted"].requests[0].messages)


async def test_stopping_a_task_sets_its_cancel_and_ends_its_conversation(
    engine: EngineUnderTest, model_server: ModelServer, package: Any
) -> None:
    gate = Gate()
    model_server.script("You are haiku").reply(Say("old"), gate)
    session = await engine.session()
    work = asyncio.create_task(engine.engine.start_task(session.id, "haiku", "the pond"))
    await asyncio.to_thread(gate.reached.wait, 20)
    assert engine.engine.is_running(session.id)
    await engine.engine.interrupt(session.id)
    with pytest.raises(SpinneyError, match="interrupted"):
        await work
    (task,) = await engine.engine.tasks(owner_session_id=session.id)
    assert (task.state, task.stopped_by) == ("killed", "parent")
    assert not engine.engine.is_running(session.id)
    gate.open()


@pytest.mark.parametrize(("how", "aborted"), [("polite", 0), ("deaf", 1)])
async def test_one_that_does_not_listen_is_ended_and_told(
    engine: EngineUnderTest,
    package: Any,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    aborted: int,
) -> None:
    monkeypatch.setattr(running, "GRACE", 0.2)
    monkeypatch.setattr(package.Patient, "aborted", 0)
    session = await engine.session()
    work = asyncio.create_task(engine.engine.start_task(session.id, "patient", how))
    while not engine.engine.session_tasks.running(session.id):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await engine.engine.interrupt(session.id)
    with pytest.raises(SpinneyError):
        await work
    assert package.Patient.aborted == aborted


async def test_one_that_fails_is_a_sentence_and_the_session_goes_on(
    engine: EngineUnderTest, model_server: ModelServer, package: Any
) -> None:
    session = await engine.session()
    await engine.engine.prompt(session.id, "/patient fail")
    result = await engine.engine.session_tasks.outcome(session.id)
    assert result.outcome == "failed"
    assert result.error is not None
    assert "no patience today" in result.error
    assert package.Patient.aborted >= 1
    model_server.script("scripted").say("Still here.")
    assert await engine.say(session, "hello?") == "Still here."


async def test_what_cannot_be_loaded_is_told_and_harms_nobody(
    engine: EngineUnderTest, package: Any
) -> None:
    tasks = engine.engine.session_tasks
    assert sorted(tasks.added()) == ["haiku", "patient"]
    told = " ".join(problem.sentence for problem in tasks.problems)
    for name in ("wrong", "missing", "review"):
        assert f"The task {name} is not used" in told
    session = await engine.session()
    with pytest.raises(SpinneyError, match="no task named sonnet"):
        await engine.engine.start_task(session.id, "sonnet")


async def test_the_engines_own_runs_speak_the_same_protocol(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.say("A turn.").say("A child.").say("A summary.")
    session = await engine.session()
    start = engine.engine.start_task
    assert await start(session.id, "regular", "hello") == "A turn."
    assert await start(session.id, "subagent", "explore: look around") == "A child."
    assert await start(session.id, "compact", "everything") == "A summary."
    agents = [request.headers.get("x-openai-subagent") for request in script.requests]
    assert agents == [None, "explore", "compact"]
    (child,) = await engine.engine.store.children(session.id)
    assert child.source == "subagent explore"
