"""A chain of agents as deep as allowed, whose last one asks a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.permissions.models import Answer
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.program import agent, program, step, words
from tests.fakes.scene import Scene

CAREFUL = """
[agent.careful]
description = "asks before it writes"
mode = "subagent"
prompt = "You write."
tools = ["task", "read", "write"]
"""


def chain(depth: int, background: bool) -> dict[str, object]:
    """The launch of an agent that launches one … whose last one writes a file."""
    work = program(step("write", path="made.txt", content="made\n"), words("Level 0 is done."))
    for level in range(1, depth):
        work = program(
            agent(f"level {level}", work, subagent_type="careful", run_in_background=background),
            words("I wait." if background else f"Level {level} is done."),
            words(f"Level {level} is done."),
        )
    return agent("the top", work, subagent_type="careful", run_in_background=background)


@pytest.mark.parametrize("background", [False, True])
@pytest.mark.parametrize("depth", [3, 7])
async def test_the_request_names_the_whole_path_and_the_answer_reaches_the_last_one(
    engine: EngineUnderTest, model_server: ModelServer, project: Path, depth: int, background: bool
) -> None:
    scene = Scene(engine, model_server)
    scene.configure(f"max_depth = {depth}" if depth > 3 else "", CAREFUL)
    await scene.begin(chain(depth, background), words("All done."), rules=())
    await engine.until(lambda: "request.asked" in engine.types())

    def all_wait() -> bool:
        states = {e.task.id: e.task.state for e in engine.events if e.type.startswith("task.")}  # type: ignore[attr-defined]
        return list(states.values()) == ["waiting"] * depth

    await engine.until(all_wait)
    (request,) = await scene.engine.requests()
    last = "the top" if depth == 1 else "level 1"
    assert request.agent_path == ["build", *["careful"] * depth, last]
    assert request.root_session_id == scene.root.id
    asker = await scene.engine.store.get_session(request.session_id)
    assert asker.depth == depth
    states = await scene.states()
    assert set(states.values()) == {"waiting"}
    assert scene.engine.lifecycle.slots.free == 20
    await scene.engine.answer(request.id, Answer(kind="once"))
    await scene.all_quiet()
    assert (project / "made.txt").read_text() == "made\n"
    assert set((await scene.states()).values()) == {"completed"}
    task = (await scene.tasks())["the top"]
    assert task.result == f"Level {depth - 1} is done."
    assert await scene.told() == ({"the top completed": 1} if background else {})
    await scene.check_nothing_is_stuck()


async def test_a_refusal_reaches_the_last_one_too(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    scene = Scene(engine, model_server)
    scene.configure(more=CAREFUL)
    await scene.begin(chain(3, False), words("All done."), rules=())
    await engine.until(lambda: "request.asked" in engine.types())
    (request,) = await scene.engine.requests()
    await scene.engine.answer(request.id, Answer(kind="deny", reason="Not in this folder."))
    await scene.all_quiet()
    assert not (project / "made.txt").exists()
    (write,) = await scene.calls(request.session_id, "write")
    assert "Not in this folder." in (write.error or "")
    assert set((await scene.states()).values()) == {"completed"}


async def test_one_level_more_than_allowed_is_an_error_that_says_so(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    scene = Scene(engine, model_server)
    scene.configure(more=CAREFUL)
    await scene.begin(chain(4, False), words("All done."))
    await scene.all_quiet()
    sessions = await scene.engine.store.descendants(scene.root.id)
    assert sorted(session.depth for session in sessions) == [1, 2, 3]
    deepest = next(session for session in sessions if session.depth == 3)
    (call,) = await scene.calls(deepest.id)
    assert "only 3 levels deep" in (call.error or "")
