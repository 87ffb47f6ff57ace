"""The remaining tables of the task tool's specification, row by row: failure and clean-up, who waits,
result fields, TaskOutput and TaskStop, which parameters are visible, what wins over what."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.errors import SpinneyError, ToolError
from core.tasks.models import Task
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.program import agent, background, program, step, together, words
from tests.fakes.scene import Scene
from tests.fakes.script import say


@pytest.fixture
async def scene(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> AsyncIterator[Scene]:
    (project / "a.txt").write_text("apple\n")
    scene = Scene(engine, model_server)
    yield scene
    await scene.all_quiet()
    await scene.check_nothing_is_stuck()


class TestSyncFailureTable:
    async def test_an_abort_goes_up_to_the_turn(self, scene: Scene) -> None:
        await scene.begin(agent("job", program(words("x", gate="g"))), words("Never."))
        await scene.reached("g")
        assert await scene.engine.interrupt(scene.root.id)
        scene.open("g")
        (call,) = await scene.calls()
        assert (call.status, call.error) == ("failed", "Interrupted before it finished.")
        result = await scene.engine.wait_idle(scene.root.id)
        assert result is not None
        assert result.outcome == "interrupted"
        task = (await scene.tasks())["job"]
        assert (task.state, task.stopped_by) == ("killed", "parent")

    async def test_another_error_returns_the_partial_text(self, scene: Scene) -> None:
        child = program(words("Half.", calls=[["read", {"path": "a.txt"}]]), {"fail": 401})
        await scene.begin(agent("job", child), words("Ok."))
        await scene.all_quiet()
        (call,) = await scene.calls()
        assert "What it had so far:\nHalf." in (call.error or "")

    async def test_an_error_before_any_word_is_the_error(self, scene: Scene) -> None:
        await scene.begin(agent("job", program({"fail": 401})), words("Ok."))
        await scene.all_quiet()
        (call,) = await scene.calls()
        assert (call.error or "").startswith("The task failed: ")
        assert "What it had" not in (call.error or "")


class TestSyncCleanUpTable:
    @pytest.mark.parametrize("end", ["completed", "failed", "killed"])
    async def test_the_run_leaves_registry_place_subscriptions_and_files(
        self, scene: Scene, end: str
    ) -> None:
        subscribers = {name: len(subs) for name, subs in scene.engine.bus._by_type.items()}
        last = {"fail": 401} if end == "failed" else words("Done.", gate="g")
        await scene.begin(agent("job", program(step("read", path="a.txt"), last)), words("Ok."))
        if end != "failed":
            await scene.reached("g")
            assert list(scene.engine.registry.live)
            if end == "killed":
                await scene.engine.stop_task((await scene.tasks())["job"].id)
            scene.open("g")
        await scene.all_quiet()
        assert await scene.states() == {"job": end}
        assert {n: len(s) for n, s in scene.engine.bus._by_type.items() if s} == {
            name: count for name, count in subscribers.items() if count
        }
        # The panel was told of the end, and the files can be read.
        assert scene.under_test.types().count("task.finished") == 1
        task = (await scene.tasks())["job"]
        assert "✓ read" in Path(task.output_file or "").read_text()
        lines = Path(task.output_file or "").with_suffix(".jsonl").read_text().splitlines()
        assert all(json.loads(line)["type"] in ("part", "message") for line in lines)

    async def test_clean_up_runs_however_it_ends_and_a_failing_one_harms_nobody(
        self, scene: Scene
    ) -> None:
        cleaned: list[str] = []

        async def breaks(task: Task) -> None:
            raise OSError("no")

        async def works(task: Task) -> None:
            cleaned.append(f"{task.description} {task.state}")

        scene.engine.lifecycle.clean_up += [breaks, works]
        await scene.begin(
            together(agent("good", program(words("x"))), agent("bad", program({"fail": 401}))),
            words("Ok."),
        )
        await scene.all_quiet()
        assert sorted(cleaned) == ["bad failed", "good completed"]


class TestAsyncFailureTable:
    async def test_completed(self, scene: Scene) -> None:
        await scene.begin(background("job", program(words("Result."))), words("Ok."))
        await scene.all_quiet()
        assert await self.row(scene) == ("completed", "Result.")

    async def test_aborted_is_killed_with_the_partial_result(self, scene: Scene) -> None:
        child = program(words("Half.", calls=[["read", {"path": "a.txt"}]]), words("x", gate="g"))
        await scene.begin(background("job", child), words("Ok."))
        await scene.reached("g")
        await scene.engine.messenger.stop(scene.root, (await scene.tasks())["job"].id)
        scene.open("g")
        await scene.all_quiet()
        assert await self.row(scene) == ("killed", "Half.")

    async def test_another_error_is_failed_with_the_error(self, scene: Scene) -> None:
        await scene.begin(background("job", program({"fail": 401})), words("Ok."))
        await scene.all_quiet()
        state, result = await self.row(scene)
        assert state == "failed"
        assert "key" in result

    async def row(self, scene: Scene) -> tuple[str, str]:
        """State of the task and result in its one notification."""
        entries = await scene.engine.store.messages(scene.root.id)
        (told,) = [p for e in entries for p in e.parts if p.type == "notification"]
        (task,) = await scene.engine.tasks()
        assert f"<status>{task.state}</status>" in told.text
        return task.state, told.text.partition("<result>")[2].partition("</result>")[0]

    async def test_the_state_is_terminal_before_slow_clean_up(self, scene: Scene) -> None:
        """A task_output that waits for the end must not wait for the clean-up."""
        finish = asyncio.Event()

        async def slow(task: Task) -> None:
            await finish.wait()

        scene.engine.lifecycle.clean_up.append(slow)
        await scene.begin(background("job", program(words("x", gate="g"))), words("Ok."))
        await scene.reached("g")
        task = (await scene.tasks())["job"]
        scene.open("g")
        async with asyncio.timeout(10):
            found = await scene.engine.messenger.output(scene.root, task.id, block=True, timeout=9)
        assert "status: completed" in found.output
        assert await scene.engine.queue(scene.root.id) == []
        finish.set()
        await scene.all_quiet()
        assert await scene.told() == {}

    async def test_a_resume_during_clean_up_waits_for_it(self, scene: Scene) -> None:
        finish, order = asyncio.Event(), []

        async def slow(task: Task) -> None:
            await finish.wait()
            order.append(f"cleaned after run {task.run}")

        scene.engine.lifecycle.clean_up.append(slow)
        await scene.begin(background("job", program(words("x"))), words("Ok."))
        task = await scene.until_state("job", "completed")
        sending = asyncio.create_task(
            scene.engine.messenger.send(scene.root, task.id, "more", "more")
        )
        await asyncio.sleep(0.05)
        assert not sending.done()
        finish.set()
        assert "resumed" in await sending
        await scene.all_quiet()
        assert order == ["cleaned after run 1", "cleaned after run 2"]
        assert sum((await scene.told()).values()) == 2


class TestWhoWaitsTable:
    async def test_a_foreground_call_waits_for_the_end(self, scene: Scene) -> None:
        await scene.begin(agent("job", program(words("Result.", gate="g"))), words("After."))
        await scene.reached("g")
        (call,) = await scene.calls()
        assert call.status == "running"
        scene.open("g")
        await scene.all_quiet()
        (call,) = await scene.calls()
        assert call.output.startswith("Result.")

    async def test_a_background_call_waits_for_nobody(self, scene: Scene) -> None:
        await scene.begin(background("job", program(words("x", gate="g"))), words("At once."))
        await scene.reached("g")
        result = await scene.engine.wait_idle(scene.root.id)
        assert result is not None
        assert result.text == "At once."
        assert await scene.states() == {"job": "running"}
        scene.open("g")
        await scene.all_quiet()

    async def test_the_first_result_is_never_rewritten(self, scene: Scene) -> None:
        await scene.begin(background("job", program(words("Result."))), words("Ok."))
        await scene.all_quiet()
        (call,) = await scene.calls()
        assert "async_launched" in call.output
        assert "Result." not in call.output.partition("Its prompt")[0]

    async def test_several_calls_of_one_answer_run_beside_each_other(self, scene: Scene) -> None:
        calls = [agent(f"job {n}", program(words(f"R{n}", gate=f"g{n}"))) for n in range(3)]
        await scene.begin(together(*calls), words("Ok."))
        for number in range(3):
            await scene.reached(f"g{number}")
        scene.open("g2", "g1", "g0")
        await scene.all_quiet()
        assert [part.output[:2] for part in await scene.calls()] == ["R0", "R1", "R2"]


class TestResultFieldsTable:
    async def test_completed(self, scene: Scene) -> None:
        await scene.begin(agent("job", program(words("R")), name="worker"), words("Ok."))
        await scene.all_quiet()
        (call,) = await scene.calls()
        for field in ("status", "task_id", "session_id", "name", "total_tokens", "tool_uses"):
            assert f"\n{field}: " in call.output
        assert "\nduration_ms: " in call.output
        assert {"task_id", "session_id", "agent", "status", "summary"} <= set(call.metadata)

    async def test_async_launched(self, scene: Scene) -> None:
        await scene.begin(background("job", program(words("R"))), words("Ok."))
        await scene.all_quiet()
        (call,) = await scene.calls()
        for field in ("status", "task_id", "session_id", "description", "output_file"):
            assert f"\n{field}: " in call.output
        assert "\ncan_read_output_file: yes" in call.output
        assert "Its prompt: PROGRAM" in call.output

    async def test_the_output_file_is_readable_for_the_caller_without_asking(
        self, scene: Scene, model_server: ModelServer
    ) -> None:
        await scene.begin(
            background("job", program(words("Written there."))), words("Ok."), rules=()
        )
        await scene.all_quiet()
        task = (await scene.tasks())["job"]
        script = model_server.script("program", lambda _: True)
        script.call("read", path=task.output_file).otherwise(say("Read."))
        await scene.under_test.say(scene.root, "read it")
        (read,) = await scene.calls(tool="read")
        assert (read.status, read.error) == ("completed", None)
        assert "Written there." in read.output


class TestTaskOutputTable:
    async def test_an_unknown_task_is_an_error_that_names_the_known(self, scene: Scene) -> None:
        await scene.begin(background("job", program(words("x")), name="known"), words("Ok."))
        await scene.all_quiet()
        with pytest.raises(SpinneyError, match=r"no task 'nobody'.*") as caught:
            await scene.engine.messenger.output(scene.root, "nobody", block=False, timeout=0)
        assert "known" in caught.value.hint

    async def test_not_blocking_leaves_the_notification_alone(self, scene: Scene) -> None:
        await scene.begin(background("job", program(words("x", gate="g"))), words("Ok."))
        await scene.reached("g")
        task = (await scene.tasks())["job"]
        found = await scene.engine.messenger.output(scene.root, task.id, block=False, timeout=0)
        assert "status: running" in found.output
        scene.open("g")
        await scene.all_quiet()
        assert await scene.told() == {"job completed": 1}

    async def test_a_stranger_who_saw_the_end_does_not_keep_it_from_the_owner(
        self, scene: Scene
    ) -> None:
        watcher = program(words("x", gate="watch"))
        await scene.begin(
            together(
                background("job", program(words("x", gate="g"))), background("watcher", watcher)
            ),
            words("Ok."),
        )
        await scene.reached("g")
        await scene.reached("watch")
        tasks = await scene.tasks()
        stranger = await scene.engine.store.get_session(tasks["watcher"].session_id or "")
        scene.open("g")
        found = await scene.engine.messenger.output(
            stranger, tasks["job"].id, block=True, timeout=10
        )
        assert "status: completed" in found.output
        scene.open("watch")
        await scene.all_quiet()
        assert await scene.told() == {"job completed": 1, "watcher completed": 1}


class TestTaskStopTable:
    @pytest.mark.parametrize("state", ["completed", "failed", "killed"])
    async def test_what_is_not_stoppable_is_an_error_that_says_its_state(
        self, scene: Scene, state: str
    ) -> None:
        first = {"fail": 401} if state == "failed" else words("x", gate="g")
        await scene.begin(background("job", program(first)), words("Ok."))
        task = await scene.until_state("job", "failed" if state == "failed" else "running")
        if state == "killed":
            await scene.engine.messenger.stop(scene.root, task.id)
        scene.open("g")
        await scene.all_quiet()
        with pytest.raises(ToolError, match=f"is {state} and cannot be stopped"):
            await scene.engine.messenger.stop(scene.root, task.id)

    async def test_stopping_twice_at_once_stops_it_once(self, scene: Scene) -> None:
        await scene.begin(background("job", program(words("x", gate="g"))), words("Ok."))
        await scene.reached("g")
        task = (await scene.tasks())["job"]
        await asyncio.gather(
            *(scene.engine.messenger.stop(scene.root, task.id) for _ in range(4)),
            return_exceptions=True,
        )
        scene.open("g")
        await scene.all_quiet()
        assert await scene.states() == {"job": "killed"}
        assert await scene.told() == {"job killed": 1}

    async def test_stopping_it_before_it_has_begun_ends_it_too(self, scene: Scene) -> None:
        stopped = []

        def stop_at_once(event: object) -> None:
            task = event.task  # type: ignore[attr-defined]
            stopped.append(asyncio.ensure_future(scene.engine.stop_task(task.id)))

        scene.engine.bus.subscribe(stop_at_once, ["task.started"])
        await scene.begin(background("job", program(words("x"))), words("Ok."))
        await scene.all_quiet()
        await asyncio.gather(*stopped)
        assert await scene.states() == {"job": "killed"}


class TestParameterVisibilityTable:
    def parameters(self, scene: Scene) -> dict[str, object]:
        for tool in scene.server.requests[0].json["tools"]:
            if tool["function"]["name"] == "task":
                found: dict[str, object] = tool["function"]["parameters"]["properties"]
                return found
        raise AssertionError("there is no task tool")

    async def test_all_are_visible_by_default(self, scene: Scene) -> None:
        await scene.begin(words("Ok."))
        await scene.all_quiet()
        assert {"description", "prompt", "run_in_background", "model", "cwd"} <= set(
            self.parameters(scene)
        )

    async def test_run_in_background_leaves_without_background_tasks(self, scene: Scene) -> None:
        scene.configure("background_tasks = false")
        await scene.begin(agent("job", program(words("R")), run_in_background=True), words("Ok."))
        await scene.all_quiet()
        assert "run_in_background" not in self.parameters(scene)
        # And one that asks for it all the same runs in the foreground.
        (call,) = await scene.calls()
        assert call.output.startswith("R")
        bash = next(
            t for t in scene.server.requests[0].json["tools"] if t["function"]["name"] == "bash"
        )
        assert "run_in_background" not in bash["function"]["parameters"]["properties"]

    async def test_run_in_background_leaves_under_fork(self, scene: Scene) -> None:
        scene.configure("fork = true")
        await scene.begin(words("Ok."))
        await scene.all_quiet()
        assert "run_in_background" not in self.parameters(scene)

    async def test_remote_is_not_offered_without_a_cluster(self, scene: Scene) -> None:
        await scene.begin(words("Ok."))
        await scene.all_quiet()
        assert "remote" not in json.dumps(self.parameters(scene)["isolation"])


class TestPrecedenceTable:
    async def test_background_of_the_definition_is_enough(self, scene: Scene) -> None:
        scene.configure(
            more='[agent.always]\ndescription = "x"\nmode = "subagent"\nprompt = "x"\nbackground = true\n'
        )
        await scene.begin(agent("job", program(words("x")), subagent_type="always"), words("Ok."))
        await scene.all_quiet()
        (call,) = await scene.calls()
        assert "async_launched" in call.output
        assert await scene.told() == {"job completed": 1}

    @pytest.mark.parametrize(
        ("called", "defined", "used"),
        [("fake/one", "fake/two", "one"), (None, "fake/two", "two"), (None, None, "scripted")],
    )
    async def test_model_of_the_call_then_the_definition_then_the_caller(
        self, scene: Scene, called: str | None, defined: str | None, used: str
    ) -> None:
        model = f'model = "{defined}"\n' if defined else ""
        scene.configure(
            more=f'[agent.picky]\ndescription = "x"\nmode = "subagent"\nprompt = "x"\n{model}'
        )
        more = {"model": called} if called else {}
        await scene.begin(agent("job", program(words("Mine.")), subagent_type="picky", **more))
        await scene.all_quiet()
        child = [r for r in scene.server.requests if "task" not in r.tools]
        assert {request.model for request in child} == {used}
