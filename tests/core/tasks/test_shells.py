"""Commands in the background: followed, reported however they end, and gone when they are to be."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from core.paths import Paths
from tests.fakes.command import json_lines, spinney
from tests.fakes.engine import EngineUnderTest, home_with_config
from tests.fakes.model_server import ModelServer
from tests.fakes.program import Programs, program, step, words
from tests.fakes.scene import Scene


@pytest.fixture
async def scene(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> AsyncIterator[Scene]:
    scene = Scene(engine, model_server)
    yield scene
    await scene.all_quiet()
    await scene.check_nothing_is_stuck()


def shell(command: str) -> dict[str, object]:
    return step("bash", command=command, description="the command", run_in_background=True)


async def notification(scene: Scene) -> str:
    entries = await scene.engine.store.messages(scene.root.id)
    (part,) = [p for e in entries for p in e.parts if p.type == "notification"]
    return part.text


async def test_the_call_returns_at_once_with_the_ids_to_follow_it_by(
    scene: Scene, project: Path
) -> None:
    os.mkfifo(project / "go")
    await scene.begin(shell("echo first; read x < go; echo second"), words("It runs."))
    await scene.until_state("the command", "running")
    await scene.engine.wait_idle(scene.root.id)
    (call,) = await scene.calls(tool="bash")
    task = (await scene.tasks())["the command"]
    for text in ("runs in the background", f"task_id: {task.id}", task.output_file or ""):
        assert text in call.output
    found = await scene.engine.messenger.output(scene.root, task.id, block=False, timeout=0)
    assert "status: running" in found.output
    (project / "go").write_text("\n")
    found = await scene.engine.messenger.output(scene.root, task.id, block=True, timeout=10)
    assert "status: completed" in found.output
    assert "first\nsecond" in found.output
    await scene.all_quiet()
    assert await scene.told() == {}  # whoever waited for the end knows it


async def test_its_end_is_reported_with_what_it_printed_last(scene: Scene) -> None:
    await scene.begin(shell("echo hello"), words("It runs."))
    await scene.all_quiet()
    text = await notification(scene)
    assert "<status>completed</status>" in text
    assert "<result>hello</result>" in text
    assert '<summary>Command "the command" completed</summary>' in text


async def test_a_failure_is_reported_with_its_exit_code(scene: Scene) -> None:
    await scene.begin(shell("echo no such luck; exit 7"), words("It runs."))
    await scene.all_quiet()
    task = (await scene.tasks())["the command"]
    assert (task.state, task.metadata["exit_code"]) == ("failed", 7)
    text = await notification(scene)
    assert "<status>failed</status>" in text
    assert "exit code 7" in text
    assert "no such luck" in text


async def test_one_that_seems_to_wait_for_input_is_reported_once_and_goes_on(
    scene: Scene, project: Path
) -> None:
    scene.engine.shells.silence = 0.2
    os.mkfifo(project / "go")
    await scene.begin(shell("printf 'Overwrite? [y/n] '; read x < go; echo done"), words("Ok."))
    await scene.under_test.until(
        lambda: any("seems to wait for input" in r.prompts[-1] for r in scene.server.requests)
    )
    assert await scene.states() == {"the command": "running"}
    (project / "go").write_text("y\n")
    await scene.all_quiet()
    assert await scene.told() == {"the command running": 1, "the command completed": 1}


async def test_one_that_is_only_slow_is_not_taken_for_a_question(
    scene: Scene, project: Path
) -> None:
    scene.engine.shells.silence = 0.05
    await scene.begin(shell("echo compiling; sleep 0.4; echo done"), words("Ok."))
    await scene.all_quiet()
    assert await scene.told() == {"the command completed": 1}


def sleepers(seconds: str) -> list[int]:
    """Processes that sleep so long; in a sandbox their numbers differ from those they see."""
    found = psutil.process_iter(["cmdline", "status"])
    return [p.pid for p in found if p.info["cmdline"] == ["sleep", seconds]]


async def test_task_stop_ends_the_whole_process_tree(scene: Scene) -> None:
    seconds = f"300.{os.getpid()}"
    command = f"sleep {seconds} & (setsid sleep {seconds} &); sleep {seconds}"
    await scene.begin(shell(command), words("It runs."))
    await scene.until_state("the command", "running")
    task = (await scene.tasks())["the command"]
    while len(sleepers(seconds)) < 3:
        await scene.engine.messenger.output(scene.root, task.id, block=True, timeout=0.02)
    answer = await scene.engine.messenger.stop(scene.root, task.id)
    assert "was stopped" in answer
    assert sleepers(seconds) == []
    await scene.all_quiet()
    assert await scene.states() == {"the command": "killed"}
    assert await scene.told() == {"the command killed": 1}


def test_exec_ends_commands_with_a_note_and_the_next_run_hears_of_it(
    tmp_path: Path, project: Path, model_server: ModelServer
) -> None:
    home: Paths = home_with_config(tmp_path / "home", model_server)
    programs = Programs(model_server)
    prompt = program(shell("sleep 300"), words("It runs."))
    done = spinney(home, project, "exec", "--json", "--mode", "bypassPermissions", prompt)
    events = json_lines(done.stdout)
    notes = [e["sentence"] for e in events if e["type"] == "notice"]
    assert notes == ["The background command 'sleep 300' was ended with this run."]
    assert [e["outcome"] for e in events if e["type"] == "turn.finished"] == ["done"]
    assert len(programs.script.requests) == 2
    session = events[0]["session_id"]
    again = spinney(home, project, "exec", "--session", session, "and?")
    assert again.stdout == "Done.\n"
    assert programs.script.requests[-1].prompts[-1].count("<status>killed</status>") == 1
