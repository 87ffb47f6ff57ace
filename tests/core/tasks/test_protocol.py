"""Tasks that another package adds, seen from the outside: an installed package and the engine."""

from __future__ import annotations

import asyncio
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import core
from core.errors import SpinneyError
from core.events import Event, Notice
from core.tasks import running
from tests.fakes.command import environment
from tests.fakes.engine import EngineUnderTest, home_with_config
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate, Say

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


def test_an_installed_package_is_found_by_the_command(
    tmp_path: Path, project: Path, model_server: ModelServer
) -> None:
    """Nothing of this process takes part: the command finds the package where Python finds it."""
    script = model_server.script("You are haiku").say("old pond, a frog")
    paths = home_with_config(tmp_path / "home", model_server)
    code = f"import sys; sys.path.append({str(PACKAGE)!r}); from core.cli.main import main; "
    code += "sys.exit(main(['exec', '/haiku the pond']))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project,
        env={**environment(paths), "PYTHONPATH": str(Path(core.__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "old pond, a frog"), done.stderr
    assert script.requests[0].headers["x-openai-subagent"] == "haiku"


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


async def test_what_is_typed_runs_as_a_task_with_its_own_settings_and_cancel(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    gate = Gate()
    model_server.script("scripted").reply(Say("Half"), gate, Say(" a turn"))
    session = await engine.session()
    tasks = engine.engine.session_tasks
    await engine.engine.prompt(session.id, "hello")
    await asyncio.to_thread(gate.reached.wait, 20)
    assert tasks.running(session.id) == ["regular"]
    run = engine.engine.runners.of(session.id).run
    assert run is not None
    shared = await engine.engine.settings_for(Path(session.directory))
    assert run.settings == shared
    assert run.settings is not shared
    (started,) = tasks._started[session.id]
    started.cancel.set()
    result = await engine.engine.wait_idle(session.id)
    assert result is not None
    assert result.outcome == "interrupted"
    assert tasks.running(session.id) == []
    gate.open()

    model_server.script("scripted").say("On we go.")
    await engine.engine.prompt(session.id, "go on")
    result = await engine.engine.wait_idle(session.id)
    assert result is not None
    assert (result.outcome, result.text) == ("done", "On we go.")


async def test_a_child_and_a_compaction_inside_a_turn_are_tasks_too(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    tasks = engine.engine.session_tasks
    seen: list[list[str]] = []

    def note(event: Event) -> None:
        seen.append(tasks.running(event.session_id))

    engine.engine.bus.subscribe(note, ("context.compacted",))
    gate = Gate()
    script = model_server.script("scripted")
    script.say("First.").reply(Say("Let me see."), gate, Call("list", path="."))
    script.say("A summary.").say("Done.")
    session = await engine.session()
    await engine.say(session, "one")
    await engine.engine.prompt(session.id, "two")
    await asyncio.to_thread(gate.reached.wait, 20)
    compacting = asyncio.create_task(engine.engine.compact(session.id, "all"))
    while session.id not in engine.engine.compactor.wanted:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    gate.open()
    await compacting
    assert seen == [["regular", "compact", "compact"]], "the turn, the wish and what came of it"

    second = Gate()
    script.reply(Say("Looked"), second, Say("."))
    asked = asyncio.create_task(
        engine.engine.start_task(session.id, "subagent", "explore: look around")
    )
    await asyncio.to_thread(second.reached.wait, 20)
    (child,) = await engine.engine.store.children(session.id)
    assert tasks.running(child.id) == ["subagent"]
    second.open()
    assert await asked == "Looked."
