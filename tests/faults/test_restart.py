"""SIGKILL with agents in the background, then start again: interrupted, resumable, told once."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from core.llm.client import ModelClient
from core.paths import Paths
from core.permissions.models import Answer
from core.sessions.models import NotificationPart, ReviewPart, Session
from core.tasks.models import Task
from tests.fakes.command import start_spinney
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.program import Programs, background, program, step, together, words
from tests.fakes.script import Gate, Say
from tests.faults.victims import Victim, left_over, orphans_come_here, ours

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="orphans are followed by prctl"),
    pytest.mark.timeout(60),
]

AGENTS = 4


def job(number: int) -> str:
    return program(
        words(f"Agent {number} begins.", calls=[["read", {"path": "a.txt"}]]),
        words(f"Agent {number} goes on.", gate=f"gate {number}"),
    )


@pytest.fixture
def killed(
    tmp_path: Path, project: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> Paths:
    """A home whose last process was killed with four agents and one command in the background."""
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    (project / "a.txt").write_text("apple\n")
    home = home_with_config(tmp_path / "home", model_server)
    programs = Programs(model_server)
    launches = [background(f"job {n}", job(n), name=f"worker{n}") for n in range(AGENTS)]
    command = step("bash", command="echo up; sleep 300", run_in_background=True)
    prompt = program(command, together(*launches), words("All run."))
    known = ours()
    with orphans_come_here():
        victim = Victim(
            start_spinney(home, project, "exec", "--json", "--mode", "bypassPermissions", prompt)
        )
        for number in range(AGENTS):
            assert programs.gate(f"gate {number}").reached.wait(30)
        victim.kill()
        assert left_over(known) == []
    return home


def open_gates(programs: Programs) -> Programs:
    for number in range(AGENTS):
        programs.gate(f"gate {number}").open()
    return programs


async def root_of(engine: EngineUnderTest) -> Session:
    (session,) = [s for s in await engine.engine.store.list_sessions() if s.parent_id is None]
    return session


async def told(engine: EngineUnderTest, session_id: str) -> Counter[str]:
    entries = await engine.engine.store.messages(session_id)
    parts = [p for e in entries for p in e.parts if isinstance(p, NotificationPart)]
    return Counter(f"{p.task_id} {p.run} {p.status}" for p in parts)


async def agents(engine: EngineUnderTest) -> list[Task]:
    return [task for task in await engine.engine.tasks() if task.kind == "agent"]


async def test_all_are_interrupted_resumable_and_their_parent_is_told_once(
    killed: Paths, project: Path, model_client: ModelClient, model_server: ModelServer
) -> None:
    async with opened(killed, project, model_client) as engine:
        tasks = await engine.engine.tasks()
        assert [task.state for task in tasks] == ["interrupted"] * (AGENTS + 1)
        root = await root_of(engine)
        queued = await engine.engine.queue(root.id)
        assert Counter(item.key for item in queued) == Counter(f"{t.id}:1" for t in tasks)
    # A second restart tells nothing twice.
    async with opened(killed, project, model_client) as engine:
        again = await engine.engine.queue(root.id)
        assert [item.id for item in again] == [item.id for item in queued]
        programs = open_gates(Programs(model_server))
        await engine.say(root, "what happened?")
        expected = Counter(f"{task.id} 1 interrupted" for task in tasks)
        assert await told(engine, root.id) == expected
        asked = programs.script.requests[-1].prompts
        assert sum(text.count("<status>interrupted</status>") for text in asked) == AGENTS + 1
    # And neither does a third.
    async with opened(killed, project, model_client) as engine:
        assert await engine.engine.queue(root.id) == []
        await engine.say(root, "and now?")
        assert await told(engine, root.id) == expected
        for task in await agents(engine):
            await engine.engine.resume_task(task.id)
        for task in list(engine.engine.registry.live.values()):
            await task.ended.wait()
        await engine.engine.lifecycle.settle()
        await engine.engine.wait_idle(root.id)
        for task in await agents(engine):
            assert (task.state, task.run) == ("completed", 2)
            assert task.result == f"Agent {task.description[-1]} goes on."
            expected[f"{task.id} 2 completed"] = 1
        assert await told(engine, root.id) == expected
        # Each went on with its whole transcript: its prompt, its call, what the call returned.
        last = {r.prompts[0]: r for r in programs.script.requests if len(r.prompts) > 1}
        for number in range(AGENTS):
            request = last[job(number)]
            assert f"Agent {number} begins." in request.body.decode()
            assert "apple" in "".join(request.results.values())


async def test_the_model_resumes_one_by_its_name(
    killed: Paths, project: Path, model_client: ModelClient, model_server: ModelServer
) -> None:
    async with opened(killed, project, model_client) as engine:
        root = await root_of(engine)
        open_gates(Programs(model_server))
        answer = await engine.engine.messenger.send(root, "worker2", "go on please", "go on")
        assert "had ended (interrupted) and was resumed" in answer
        (live,) = engine.engine.registry.live.values()
        await live.ended.wait()
        await engine.engine.lifecycle.settle()
        await engine.engine.wait_idle(root.id)
        states = Counter(task.state for task in await agents(engine))
        assert states == {"interrupted": AGENTS - 1, "completed": 1}


async def test_a_request_that_a_restart_left_open_is_answered_and_its_task_goes_on(
    tmp_path: Path,
    project: Path,
    model_client: ModelClient,
    model_server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    home = home_with_config(tmp_path / "home", model_server)
    Programs(model_server)
    writes = program(step("write", path="made.txt", content="made\n"), words("Written."))
    async with opened(home, project, model_client) as engine:
        root = await engine.session()
        await engine.engine.prompt(root.id, program(background("write it", writes), words("Ok.")))
        await engine.until(lambda: "request.asked" in engine.types())
        await engine.engine.wait_idle(root.id)
    async with opened(home, project, model_client) as engine:
        (task,) = await agents(engine)
        assert task.state == "interrupted"
        (request,) = await engine.engine.requests()
        await engine.engine.answer(request.id, Answer(kind="once"))
        await engine.engine.registry.live[task.id].ended.wait()
        await engine.engine.lifecycle.settle()
        await engine.engine.wait_idle(root.id)
        (part,) = await engine.tool_parts(task.session_id or "")
        assert (part.status, part.error) == ("completed", None)
        assert (project / "made.txt").read_text() == "made\n"
        (task,) = await agents(engine)
        assert (task.state, task.run, task.result) == ("completed", 2, "Written.")
        assert await told(engine, root.id) == {
            f"{task.id} 1 interrupted": 1,
            f"{task.id} 2 completed": 1,
        }


async def test_a_review_that_was_killed_is_interrupted_and_its_card_rests(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    await asyncio.to_thread(subprocess.run, ["git", "init", "-q", str(project)], check=True)
    (project / "new.py").write_text("print(1 / 0)\n")
    home = home_with_config(tmp_path / "home", model_server)
    gate = Gate()
    model_server.script("scripted").reply(Say("Hm"), gate)
    known = ours()
    with orphans_come_here():
        victim = Victim(start_spinney(home, project, "review"))
        assert gate.reached.wait(30)
        victim.kill()
        assert left_over(known) == []
    gate.open()
    async with opened(home, project, model_client) as engine:
        store = engine.engine.store
        session = await root_of(engine)
        parts = [part for entry in await store.messages(session.id) for part in entry.parts]
        (card,) = [part for part in parts if isinstance(part, ReviewPart)]
        assert card.target["state"] == "interrupted"
        assert [task.state for task in await agents(engine)] == ["interrupted"]
