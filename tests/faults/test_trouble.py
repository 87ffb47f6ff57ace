"""Agents in trouble: nothing is lost, nothing stays "running", everybody is told exactly once."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psutil
import pytest

from core.errors import StoreError
from core.llm.client import ModelClient
from core.loop.run import Run
from core.permissions.models import Answer
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.program import agent, background, program, step, together, words
from tests.fakes.scene import Scene
from tests.fakes.script import Call, Drop, Say, say

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
async def scene(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> AsyncIterator[Scene]:
    (project / "a.txt").write_text("apple\n")
    scene = Scene(engine, model_server)
    yield scene
    await scene.all_quiet()
    await scene.check_nothing_is_stuck()


@pytest.mark.parametrize("behind", [False, True])
async def test_a_child_that_raises_is_a_failure_with_what_it_had_said(
    scene: Scene, behind: bool
) -> None:
    async def break_children(run: Run) -> None:
        if run.session.parent_id and run.limits.steps_taken == 1:
            raise RuntimeError("a bug in the engine")

    scene.engine.runners.loop.before_step.append(break_children)
    child = program(words("I found one thing.", calls=[["read", {"path": "a.txt"}]]), words("x"))
    await scene.begin(agent("job", child, run_in_background=behind), words("Noted."))
    await scene.all_quiet()
    task = (await scene.tasks())["job"]
    assert (task.state, task.result) == ("failed", "I found one thing.")
    assert "a bug in the engine" in (task.error or "")
    (call,) = await scene.calls()
    if behind:
        assert await scene.told() == {"job failed": 1}
        assert "I found one thing." in scene.programs.script.requests[-1].prompts[-1]
    else:
        assert call.error is not None
        assert "I found one thing." in call.error
        assert f"session_id: {task.session_id}" in call.error
        assert await scene.told() == {}


async def test_a_name_that_is_taken_is_an_error_and_leaves_nothing_behind(scene: Scene) -> None:
    child = program(words("Done."))
    await scene.begin(
        background("first", child, name="same"), agent("second", child, name="same"), words("Ok.")
    )
    await scene.all_quiet()
    first, second = await scene.calls()
    assert first.status == "completed"
    assert "already taken" in (second.error or "")
    assert len(await scene.engine.store.descendants(scene.root.id)) == 1


async def test_a_model_that_drops_in_the_middle_of_a_childs_call_runs_no_half_call(
    scene: Scene, model_server: ModelServer, project: Path
) -> None:
    child = model_server.script("child", lambda r: r.prompts[0] == "job")
    child.reply(Say("Let me"), Call("bash", cut=14, command="echo half >> log.txt"), Drop())
    child.reply(
        Say("Now whole."),
        Call("bash", command="echo whole >> log.txt"),
        Call("bash", cut=14, command="echo half >> log.txt"),
        Drop(),
    )
    child.say("All done.")
    await scene.begin(background("job", "job", subagent_type="digger"), words("Started."))
    await scene.all_quiet()
    assert (project / "log.txt").read_text() == "whole\n"
    assert (await scene.tasks())["job"].result == "All done."
    assert await scene.told() == {"job completed": 1}


async def test_a_parent_interrupted_while_children_run_ends_those_in_front_and_only_those(
    scene: Scene,
) -> None:
    behind = program(words("From behind.", gate="behind"))
    low = program(words("low", gate="low"))
    middle = program(
        together(background("behind", behind), agent("low", low)), words("Never said.")
    )
    await scene.begin(agent("middle", middle, subagent_type="digger"), words("Never said."))
    await scene.reached("behind")
    await scene.reached("low")
    assert await scene.states() == {"middle": "waiting", "behind": "running", "low": "running"}
    await scene.engine.interrupt(scene.root.id)
    assert await scene.states() == {"middle": "killed", "behind": "running", "low": "killed"}
    (call,) = await scene.calls()
    assert call.status == "failed"
    scene.open("behind", "low")
    await scene.all_quiet()
    # Its parent is gone, so the news goes to the nearest one that listens, once.
    assert await scene.told() == {"behind completed": 1}


async def test_children_killed_while_they_report_still_reach_somebody(scene: Scene) -> None:
    """The parent's run ends in the very moment in which its child's does."""
    middle = program(background("low", program(words("low", gate="low"))), words("w", gate="end"))
    await scene.begin(background("middle", middle, subagent_type="digger"), words("Ok."))
    await scene.reached("low")
    await scene.reached("end")
    task = (await scene.tasks())["middle"]
    scene.open("low")
    await scene.engine.stop_task(task.id)
    await scene.all_quiet()
    told = await scene.told()
    below = await scene.told(task.session_id)
    assert (told + below) == {"middle killed": 1, "low completed": 1}


async def test_a_host_killed_in_the_middle_of_four_streams_costs_only_time(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    client = ModelClient(log_folder=tmp_path / "logs")
    before = {child.pid for child in psutil.Process().children()}
    await client.warm()
    (host,) = [child for child in psutil.Process().children() if child.pid not in before]
    try:
        home = home_with_config(tmp_path / "home", model_server)
        async with opened(home, project, client) as under_test:
            scene = Scene(under_test, model_server)
            launches = [
                background(f"job {n}", program(words(f"Result {n}.", gate=f"g{n}")))
                for n in range(4)
            ]
            await scene.begin(together(*launches), words("All run."))
            for number in range(4):
                await scene.reached(f"g{number}")
            host.kill()
            scene.open("g0", "g1", "g2", "g3")
            await scene.all_quiet()
            tasks = await scene.tasks()
            assert {t.description: t.result for t in tasks.values()} == {
                f"job {n}": f"Result {n}." for n in range(4)
            }
            assert await scene.told() == {f"job {n} completed": 1 for n in range(4)}
            await scene.check_nothing_is_stuck()
    finally:
        await client.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A home on a disk of its own that can be filled to the last byte."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "spinney-test", str(folder)], capture_output=True
    )
    if mounted.returncode != 0:
        pytest.skip("mounting a small disk needs rights that this user does not have")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    file = folder / "filler"
    with open(file, "wb", buffering=0) as out:
        for size in (1 << 16, 1 << 9, 1):
            try:
                while True:
                    out.write(b"x" * size)
            except OSError:
                pass
    return file


async def test_a_full_disk_while_tasks_run_loses_and_sticks_nothing(
    small_disk: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    home = home_with_config(small_disk / "home", model_server)
    async with opened(home, project, model_client) as under_test:
        scene = Scene(under_test, model_server)
        scene.engine.lifecycle.store_again = 0.05
        jobs = [
            background(f"job {n}", program(words(f"Result {n}. " * 400, gate=f"g{n}")))
            for n in range(3)
        ]
        await scene.begin(together(*jobs), words("All run."))
        for number in range(3):
            await scene.reached(f"g{number}")
        await scene.engine.wait_idle(scene.root.id)
        filler = fill(small_disk)
        with pytest.raises(StoreError, match="full"):
            await scene.engine.store.set_value("x", "y" * 100_000)
        scene.open("g0", "g1", "g2")
        lives = list(scene.engine.registry.live.values())
        async with asyncio.timeout(20):
            for live in lives:
                await live.ended.wait()
        assert scene.engine.lifecycle.slots.free == 20
        # Nothing could be stored, but nobody waits, a person can still stop things and read.
        assert not await scene.engine.interrupt(scene.root.id)
        filler.unlink()
        await scene.all_quiet()
        states = await scene.states()
        assert set(states.values()) <= {"completed", "failed"}
        assert await scene.told() == {f"{name} {state}": 1 for name, state in states.items()}
        await scene.check_nothing_is_stuck()
        # Each can be taken up again.
        for task in (await scene.tasks()).values():
            await scene.engine.message_task(task.id, "go on")
        await scene.all_quiet()
        assert set((await scene.states()).values()) == {"completed"}


class TestAMessageInEveryState:
    """A message is stored first, so whatever becomes of the task, it is read exactly once."""

    async def read_by(self, scene: Scene, name: str, text: str) -> int:
        task = (await scene.tasks())[name]
        entries = await scene.engine.store.messages(task.session_id or "")
        return sum(entry.text.count(text) for entry in entries if entry.info.role == "user")

    async def send(self, scene: Scene, name: str, text: str) -> str:
        return await scene.engine.messenger.send(scene.root, name, text, "news")

    async def test_queued(self, scene: Scene) -> None:
        scene.engine.lifecycle.slots.resize(1)
        first = background("first", program(words("x", gate="first")))
        second = background("second", program(words("y")), name="second")
        await scene.begin(first, second, words("Ok."))
        await scene.reached("first")
        await scene.until_state("second", "queued")
        assert "next step" in await self.send(scene, "second", "early news")
        scene.open("first")
        await scene.all_quiet()
        assert await self.read_by(scene, "second", "early news") == 1
        assert await scene.told() == {"first completed": 1, "second completed": 1}
        scene.engine.lifecycle.slots.resize(20)

    async def test_running(self, scene: Scene) -> None:
        await scene.begin(background("job", program(words("x", gate="g")), name="job"))
        await scene.reached("g")
        assert "next step" in await self.send(scene, "job", "news while it runs")
        scene.open("g")
        await scene.all_quiet()
        assert await self.read_by(scene, "job", "news while it runs") == 1
        assert await scene.told() == {"job completed": 1}

    async def test_waiting_for_its_own_task(self, scene: Scene) -> None:
        middle = program(background("low", program(words("low", gate="low"))), words("I wait."))
        await scene.begin(
            background("middle", middle, subagent_type="digger", name="middle"), words("Ok.")
        )
        await scene.reached("low")
        await scene.until_state("middle", "waiting")
        await self.send(scene, "middle", "news while it waits")
        # It reads the message at once, not only when its task has ended.
        await scene.under_test.until(
            lambda: any("while it waits" in r.prompts[-1] for r in scene.server.requests)
        )
        assert (await scene.states())["low"] == "running"
        scene.open("low")
        await scene.all_quiet()
        assert await self.read_by(scene, "middle", "news while it waits") == 1
        assert await scene.told() == {"middle completed": 1}

    async def test_waiting_for_a_person(self, scene: Scene) -> None:
        writes = program(step("write", path="made.txt", content="made\n"))
        await scene.begin(background("job", writes, name="job"), words("Ok."), rules=[])
        await scene.until_state("job", "waiting")
        await self.send(scene, "job", "news while it asks")
        (request,) = await scene.engine.requests()
        await scene.engine.answer(request.id, Answer(kind="once"))
        await scene.all_quiet()
        assert await self.read_by(scene, "job", "news while it asks") == 1

    @pytest.mark.parametrize("state", ["completed", "failed", "killed"])
    async def test_ended(self, scene: Scene, state: str) -> None:
        fail = {"fail": 401} if state == "failed" else {}
        gate = {"gate": "g"} if state == "killed" else {}
        await scene.begin(
            background("job", program({**words("x"), **fail, **gate}), name="job"), words("Ok.")
        )
        if state == "killed":
            await scene.reached("g")
            task = (await scene.tasks())["job"]
            await scene.engine.messenger.stop(scene.root, task.id)
            scene.open("g")
        await scene.all_quiet()
        assert await scene.states() == {"job": state}
        scene.server.script("program", lambda _: True).otherwise(say("I heard."))
        assert f"had ended ({state}) and was resumed" in await self.send(scene, "job", "late news")
        await scene.all_quiet()
        assert await scene.states() == {"job": "completed"}
        assert await self.read_by(scene, "job", "late news") == 1
        assert sum((await scene.told()).values()) == 2

    async def test_in_the_very_moment_in_which_it_ends(self, scene: Scene) -> None:
        """Messages at every turn of the loop around the end: each is read, none is left over."""
        await scene.begin(
            background("job", program(words("x", gate="g")), name="job"), words("Ok.")
        )
        await scene.reached("g")
        sent = 0
        scene.open("g")
        while (await scene.engine.tasks())[0].run < 3 and sent < 60:
            await self.send(scene, "job", f"news {sent}.")
            sent += 1
        await scene.all_quiet()
        task = (await scene.tasks())["job"]
        assert task.state == "completed"
        for number in range(sent):
            assert await self.read_by(scene, "job", f"news {number}.") == 1
        assert sum((await scene.told()).values()) == task.run

    async def test_two_at_once_resume_it_once(self, scene: Scene) -> None:
        await scene.begin(background("job", program(words("x")), name="job"), words("Ok."))
        await scene.all_quiet()
        await asyncio.gather(*(self.send(scene, "job", f"news {n}.") for n in range(5)))
        await scene.all_quiet()
        task = (await scene.tasks())["job"]
        for number in range(5):
            assert await self.read_by(scene, "job", f"news {number}.") == 1
        assert sum((await scene.told()).values()) == task.run

    async def test_stopped_by_a_person_keeps_it_until_they_resume(self, scene: Scene) -> None:
        await scene.begin(
            background("job", program(words("x", gate="g")), name="job"), words("Ok.")
        )
        await scene.reached("g")
        task = (await scene.tasks())["job"]
        await scene.engine.stop_task(task.id)
        scene.open("g")
        await scene.all_quiet()
        assert "only they can resume it" in await self.send(scene, "job", "kept news")
        assert (await scene.states())["job"] == "killed"
        await scene.engine.resume_task(task.id)
        await scene.all_quiet()
        assert await self.read_by(scene, "job", "kept news") == 1
