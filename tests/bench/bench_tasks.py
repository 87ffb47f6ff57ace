"""Many background agents at once against one alone, with a model that takes half a second to answer.

The time of the agents is the model's; what this measures is that they do not stand in each other's
way in the engine, the store and the host.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path

import pytest

from core.llm.client import ModelClient
from core.permissions.models import Rule
from core.sessions.models import NotificationPart
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.program import Programs, background, program, step, together, words

pytestmark = pytest.mark.bench

ALLOW_ALL = [Rule("*", "*", "allow")]
AGENTS, STEPS, MODEL_SECONDS = 16, 10, 0.5


def ten_steps(number: int) -> str:
    calls = [step("read", path=f"file{turn}.txt") for turn in range(STEPS - 1)]
    return program(*calls, words(f"Agent {number} is done."))


async def run_agents(engine: EngineUnderTest, count: int) -> float:
    """Start so many at once; seconds from the prompt until the last one has ended."""
    launches = [background(f"agent {n}", ten_steps(n)) for n in range(count)]
    session = await engine.session(rules=ALLOW_ALL)
    before = len(engine.events)
    begun = time.perf_counter()
    start = {**together(*launches), "pause": 0.0}
    await engine.engine.prompt(session.id, program(start, words("All started.")))

    def ended() -> int:
        return sum(event.type == "task.finished" for event in engine.events[before:])

    await engine.until(lambda: ended() == count, timeout=60)
    taken = time.perf_counter() - begun
    await engine.engine.lifecycle.settle()
    while await engine.engine.queue(session.id) or engine.engine.is_running(session.id):
        await engine.engine.wait_idle(session.id)
        await asyncio.sleep(0)
    tasks = await engine.engine.tasks(root_session_id=session.id)
    assert Counter(task.state for task in tasks) == {"completed": count}
    assert all(task.tool_count == STEPS - 1 for task in tasks)
    entries = await engine.engine.store.messages(session.id)
    told = [p.task_id for e in entries for p in e.parts if isinstance(p, NotificationPart)]
    assert Counter(told) == Counter(task.id for task in tasks)
    return taken


async def test_sixteen_background_agents_take_hardly_longer_than_one(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    for number in range(STEPS):
        (project / f"file{number}.txt").write_text(f"This is file {number}.\n" * 20)
    await model_client.warm()
    Programs(model_server, pause=MODEL_SECONDS)
    paths = home_with_config(tmp_path / "home", model_server)
    async with opened(paths, project, model_client) as engine:
        await run_agents(engine, 1)  # the first one loads what is loaded once
        one = await run_agents(engine, 1)
        many = await run_agents(engine, AGENTS)
    ratio = many / one
    print(
        f"\n{AGENTS} background agents of {STEPS} steps: {many:.2f} s; one alone: {one:.2f} s; "
        f"ratio {ratio:.2f}"
    )
    assert ratio <= 1.5
