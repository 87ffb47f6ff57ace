"""Talking to tasks: send_message by the target's state, task_output, task_stop, the four stops."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.errors import SpinneyError
from core.permissions.models import Rule
from core.sessions.models import NotificationPart, Session
from core.tasks.models import Task
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate, Say, Script, say

ALLOW_ALL = [Rule("*", "*", "allow")]


def is_child(request) -> bool:
    return "job" in request.prompts[0]


class Scene:
    """A root session with one background child whose model waits at a gate."""

    def __init__(self, engine: EngineUnderTest, server: ModelServer) -> None:
        self.engine = engine
        self.gate = Gate()
        self.child: Script = server.script("child", is_child)
        self.child.reply(self.gate, Say("First."), Call("read", path="a.txt")).otherwise(
            say("End.")
        )
        self.parent: Script = server.script("scripted", lambda request: not is_child(request))
        self.parent.call(
            "task", description="the job", prompt="job", name="worker", run_in_background=True
        )
        self.parent.say("Started.").otherwise(say("Understood."))
        self.session: Session

    async def start(self) -> Task:
        self.session = await self.engine.session(rules=ALLOW_ALL)
        await self.engine.say(self.session, "start")
        await asyncio.to_thread(self.gate.reached.wait, 20)
        return await self.task()

    async def task(self) -> Task:
        (task,) = await self.engine.engine.tasks()
        return task

    async def ended(self, run: int = 1) -> Task:
        events = self.engine.events

        def over() -> bool:
            return any(e.type == "task.finished" and e.task.run >= run for e in events)  # type: ignore[attr-defined]

        await self.engine.until(over)
        await self.engine.engine.lifecycle.settle()
        await self.engine.engine.wait_idle(self.session.id)
        return await self.task()

    async def notifications(self) -> list[NotificationPart]:
        entries = await self.engine.engine.store.messages(self.session.id)
        return [p for e in entries for p in e.parts if isinstance(p, NotificationPart)]

    async def model_sends(self, to: str, message: str, **more: str) -> str:
        self.parent.steps.clear()
        self.parent.taken = 0
        self.parent.call("send_message", to=to, message=message, **{"summary": "news", **more})
        await self.engine.say(self.session, "tell it")
        part = [
            p for p in await self.engine.tool_parts(self.session.id) if p.tool == "send_message"
        ][-1]
        return part.error or part.output


@pytest.fixture
def scene(engine: EngineUnderTest, model_server: ModelServer, project: Path) -> Scene:
    (project / "a.txt").write_text("apple\n")
    return Scene(engine, model_server)


class TestSendMessageByTargetState:
    async def test_running_queues_it_for_the_next_step(self, scene: Scene) -> None:
        await scene.start()
        answer = await scene.model_sends("worker", "look at pears too")
        assert "next step" in answer
        scene.gate.open()
        await scene.ended()
        assert "look at pears too" in scene.child.requests[1].prompts[-1]
        assert len(await scene.notifications()) == 1

    async def test_finished_is_resumed_with_its_whole_transcript(self, scene: Scene) -> None:
        await scene.start()
        scene.gate.open()
        await scene.ended()
        answer = await scene.model_sends("worker", "one more thing")
        assert "resumed in the background" in answer
        task = await scene.ended(run=2)
        assert (task.run, task.state) == (2, "completed")
        assert scene.child.requests[-1].prompts[0] == "job"
        assert "one more thing" in scene.child.requests[-1].prompts[-1]
        assert len(await scene.notifications()) == 2

    async def test_stopped_by_a_model_is_resumed(self, scene: Scene) -> None:
        task = await scene.start()
        scene.parent.steps.clear()
        scene.parent.taken = 0
        scene.parent.call("task_stop", task_id=task.id)
        await scene.engine.say(scene.session, "stop it")
        assert (await scene.ended()).state == "killed"
        assert "resumed" in await scene.model_sends(task.id, "go on after all")
        assert (await scene.ended(run=2)).state == "completed"

    async def test_stopped_by_a_person_waits_and_says_so(self, scene: Scene) -> None:
        task = await scene.start()
        await scene.engine.engine.stop_task(task.id)
        await scene.ended()
        answer = await scene.model_sends("worker", "please go on")
        assert "only they can resume it" in answer
        assert (await scene.task()).run == 1
        assert await scene.engine.engine.message_task(task.id, "you may go on")
        assert (await scene.ended(run=2)).state == "completed"
        said = "\n".join(scene.child.requests[-1].prompts)
        assert "please go on" in said
        assert "you may go on" in said

    async def test_gone_from_memory_is_restored_from_the_store(self, scene: Scene) -> None:
        await scene.start()
        scene.gate.open()
        await scene.ended()
        scene.engine.engine.registry.live.clear()
        assert "resumed" in await scene.model_sends("worker", "again")
        assert (await scene.ended(run=2)).state == "completed"

    async def test_unknown_is_an_error_that_names_the_known_ones(self, scene: Scene) -> None:
        await scene.start()
        answer = await scene.model_sends("nobody", "hello")
        assert "no task 'nobody'" in answer
        assert "worker" in answer
        scene.gate.open()
        await scene.ended()

    async def test_text_needs_a_summary(self, scene: Scene) -> None:
        await scene.start()
        assert "needs a summary" in await scene.model_sends("worker", "hello", summary="")
        scene.gate.open()
        await scene.ended()

    async def test_another_roots_task_is_unknown(self, scene: Scene) -> None:
        task = await scene.start()
        other = await scene.engine.session()
        with pytest.raises(SpinneyError, match="no task"):
            await scene.engine.engine.messenger.send(other, task.id, "hello", "x")
        scene.gate.open()
        await scene.ended()


class TestTaskOutput:
    async def look(self, scene: Scene, **arguments: object) -> str:
        task = await scene.task()
        scene.parent.steps.clear()
        scene.parent.taken = 0
        scene.parent.call("task_output", task_id=task.id, **arguments)
        await scene.engine.say(scene.session, "look")
        part = [
            p for p in await scene.engine.tool_parts(scene.session.id) if p.tool == "task_output"
        ][-1]
        return part.error or part.output

    async def test_without_blocking_it_tells_the_state_and_the_output_so_far(
        self, scene: Scene
    ) -> None:
        await scene.start()
        assert "status: running" in await self.look(scene, block=False)
        scene.gate.open()
        await scene.ended()

    async def test_blocking_returns_when_the_time_is_up(self, scene: Scene) -> None:
        await scene.start()
        assert "status: running" in await self.look(scene, timeout=0.1)
        scene.gate.open()
        await scene.ended()

    async def test_blocking_that_saw_the_end_leaves_no_notification(self, scene: Scene) -> None:
        task = await scene.start()
        scene.parent.steps.clear()
        scene.parent.taken = 0
        scene.parent.call("task_output", task_id=task.id, timeout=30)
        await scene.engine.engine.prompt(scene.session.id, "wait for it")
        scene.gate.open()
        await scene.ended()
        part = [
            p for p in await scene.engine.tool_parts(scene.session.id) if p.tool == "task_output"
        ][-1]
        assert "status: completed" in part.output
        assert "End." in part.output
        assert await scene.notifications() == []
        assert await scene.engine.engine.queue(scene.session.id) == []


class TestStops:
    async def test_task_stop_of_something_that_ended_says_its_state(self, scene: Scene) -> None:
        task = await scene.start()
        scene.gate.open()
        await scene.ended()
        scene.parent.steps.clear()
        scene.parent.taken = 0
        scene.parent.call("task_stop", shell_id=task.id)
        await scene.engine.say(scene.session, "stop it")
        part = (await scene.engine.tool_parts(scene.session.id))[-1]
        assert part.error is not None
        assert "completed and cannot be stopped" in part.error

    async def test_interrupt_leaves_the_background_alone(self, scene: Scene) -> None:
        await scene.start()
        await scene.engine.engine.interrupt(scene.session.id)
        assert (await scene.task()).state == "running"
        scene.gate.open()
        assert (await scene.ended()).state == "completed"

    async def test_a_stopped_task_keeps_its_partial_result_and_tells_its_parent(
        self, scene: Scene
    ) -> None:
        task = await scene.start()
        await scene.engine.engine.stop_task(task.id)
        task = await scene.ended()
        assert (task.state, task.stopped_by) == ("killed", "person")
        (notification,) = await scene.notifications()
        assert "<status>killed</status>" in notification.text

    async def test_stop_tree_takes_everything_below_along(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        config = engine.engine.paths.config_file
        config.write_text(
            config.read_text() + "\n[agent.digger]\ndescription = 'digs'\nmode = 'all'\n"
            "prompt = 'dig'\ntools = ['task']\n"
        )
        engine.engine.projects.forget()
        gate = Gate()
        model_server.script("low", lambda r: r.prompts[0] == "low job").reply(gate, Say("x"))
        middle = model_server.script("middle", lambda r: r.prompts[0] == "middle job")
        middle.call("task", description="low", prompt="low job", run_in_background=True)
        middle.otherwise(say("Waiting."))
        parent = model_server.script("scripted", lambda r: "job" not in r.prompts[0])
        parent.call(
            "task",
            description="middle",
            prompt="middle job",
            subagent_type="digger",
            run_in_background=True,
        )
        parent.otherwise(say("Fine."))
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "start")
        await asyncio.to_thread(gate.reached.wait, 20)
        tasks = {task.description: task for task in await engine.engine.tasks()}
        await engine.engine.stop_tree(tasks["middle"].id)
        states = {task.description: task.state for task in await engine.engine.tasks()}
        assert states == {"middle": "killed", "low": "killed"}
        await engine.engine.lifecycle.settle()
        await engine.engine.wait_idle(session.id)

    async def test_stop_all_ends_every_task_and_turn(self, scene: Scene) -> None:
        await scene.start()
        await scene.engine.engine.stop_all()
        assert (await scene.task()).state == "killed"


class TestWaitingForOwnTasks:
    async def test_a_child_with_background_tasks_waits_for_them_before_it_reports(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        config = engine.engine.paths.config_file
        config.write_text(
            config.read_text() + "\n[agent.digger]\ndescription = 'digs'\nmode = 'all'\n"
            "prompt = 'dig'\ntools = ['task']\n"
        )
        engine.engine.projects.forget()
        gate = Gate()
        model_server.script("low", lambda r: r.prompts[0] == "low job").reply(
            gate, Say("Low result.")
        )
        middle = model_server.script("middle", lambda r: r.prompts[0] == "middle job")
        middle.call("task", description="low", prompt="low job", run_in_background=True)
        middle.say("Not yet.")
        middle.answer(lambda r: say("Sum: " + ("ok" if "Low result." in r.prompts[-1] else "lost")))
        parent = model_server.script("scripted", lambda r: "job" not in r.prompts[0])
        parent.call("task", description="middle", prompt="middle job", subagent_type="digger")
        parent.say("Good.")
        session = await engine.session(rules=ALLOW_ALL)
        await engine.engine.prompt(session.id, "start")
        await asyncio.to_thread(gate.reached.wait, 20)
        states = {task.description: task.state for task in await engine.engine.tasks()}
        assert states["low"] == "running"
        gate.open()
        await engine.engine.wait_idle(session.id)
        (part,) = await engine.tool_parts(session.id)
        assert part.error is None
        assert part.output.startswith("Sum: ok")


class TestBackgroundShell:
    async def test_it_is_followed_stopped_and_reported_like_any_task(
        self, engine: EngineUnderTest, model_server: ModelServer, project: Path
    ) -> None:
        parent = model_server.script("scripted")
        parent.call("bash", command="echo started; read x < fifo; echo got", run_in_background=True)
        parent.say("It runs.").otherwise(say("Seen."))
        (project / "make").write_text("")
        import os

        os.mkfifo(project / "fifo")
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "start")
        (task,) = await engine.engine.tasks()
        assert (task.kind, task.state) == ("shell", "running")
        (project / "fifo").write_text("go\n")
        await engine.until(lambda: engine.types().count("turn.finished") >= 2)
        (task,) = await engine.engine.tasks()
        assert task.state == "completed"
        assert Path(task.output_file or "").read_text() == "started\ngot\n"
        entries = await engine.engine.store.messages(session.id)
        (told,) = [p for e in entries for p in e.parts if isinstance(p, NotificationPart)]
        assert "<status>completed</status>" in told.text
        assert "got" in told.text
