"""The task tool, followed along the tables of its specification: parameters, routes, precedence,
visibility, results."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.permissions.models import Rule
from core.sessions.models import Session, ToolPart
from core.tasks.models import Task
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate, Say

ALLOW_ALL = [Rule("*", "*", "allow")]


async def launch(
    engine: EngineUnderTest, server: ModelServer, **arguments: object
) -> tuple[Session, ToolPart]:
    """One task call from a root session; returns the session and the call."""
    parent = server.script("scripted", lambda request: "job" not in request.prompts[0])
    parent.reply(Call("task", **{"description": "do a job", "prompt": "job", **arguments}))
    parent.say("Noted.").otherwise(parent.steps[-1])
    session = await engine.session(rules=ALLOW_ALL)
    await engine.say(session, "start")
    (part,) = [p for p in await engine.tool_parts(session.id) if p.tool == "task"]
    return session, part


def child_says(server: ModelServer, text: str = "The job is done."):
    return server.script("child", lambda request: "job" in request.prompts[0]).say(text)


async def only_task(engine: EngineUnderTest) -> Task:
    (task,) = await engine.engine.tasks()
    return task


class TestParameters:
    async def test_description_names_the_task_and_its_session(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        child_says(model_server)
        await launch(engine, model_server, description="find the bug")
        task = await only_task(engine)
        assert task.description == "find the bug"
        child = await engine.engine.store.get_session(task.session_id or "")
        assert child.title == "find the bug (@general subagent)"

    async def test_prompt_becomes_the_childs_user_message(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = child_says(model_server)
        await launch(engine, model_server, prompt="job: count the files")
        assert script.requests[0].prompts == ["job: count the files"]

    async def test_subagent_type_chooses_the_agent(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = child_says(model_server)
        await launch(engine, model_server, subagent_type="explore")
        assert (await only_task(engine)).agent == "explore"
        assert "edit" not in script.requests[0].tools

    async def test_model_beats_the_definition_and_the_caller(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = child_says(model_server)
        await launch(engine, model_server, model="fake/other")
        assert script.requests[0].model == "other"

    async def test_name_lets_messages_find_the_task(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        child_says(model_server)
        session, _ = await launch(engine, model_server, name="finder")
        task = await engine.engine.registry.find(session.root_id, "finder")
        assert task.name == "finder"

    async def test_cwd_is_where_the_child_works(
        self, engine: EngineUnderTest, model_server: ModelServer, project: Path
    ) -> None:
        (project / "inner").mkdir()
        child_says(model_server)
        await launch(engine, model_server, cwd="inner")
        child = await engine.engine.store.get_session((await only_task(engine)).session_id or "")
        assert child.directory == str(project / "inner")

    async def test_cwd_and_worktree_exclude_each_other(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        _, part = await launch(engine, model_server, cwd=".", isolation="worktree")
        assert part.error is not None
        assert "exclude each other" in part.error

    async def test_an_outside_cwd_is_refused(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        _, part = await launch(engine, model_server, cwd="..")
        assert part.error is not None
        assert "outside the project" in part.error


class TestRoutes:
    async def test_omitted_means_general(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        child_says(model_server)
        await launch(engine, model_server)
        assert (await only_task(engine)).agent == "general"

    async def test_an_unknown_agent_is_an_error_that_names_the_others(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        _, part = await launch(engine, model_server, subagent_type="nobody")
        assert part.error is not None
        assert "no agent named 'nobody'" in part.error
        assert "explore" in part.error

    @pytest.mark.parametrize("name", ["fork", "compaction", "title", "summary", "build", "plan"])
    async def test_internal_and_primary_agents_are_refused(
        self, engine: EngineUnderTest, model_server: ModelServer, name: str
    ) -> None:
        _, part = await launch(engine, model_server, subagent_type=name)
        assert part.status == "failed"
        assert await engine.engine.tasks() == []

    async def test_a_denied_agent_is_an_error_never_another_agent(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        parent = model_server.script("scripted")
        parent.call("task", description="x", prompt="job", subagent_type="explore").say("No.")
        session = await engine.session(rules=[Rule("task", "explore", "deny")])
        await engine.say(session, "start")
        (part,) = await engine.tool_parts(session.id)
        assert part.status == "failed"
        assert await engine.engine.tasks() == []
        listed = next(
            tool["function"]["description"]
            for tool in parent.requests[0].json["tools"]
            if tool["function"]["name"] == "task"
        )
        assert "- general:" in listed
        assert "- explore:" not in listed


class TestRights:
    async def test_a_child_has_neither_todos_nor_tasks_of_its_own(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = child_says(model_server)
        await launch(engine, model_server)
        offered = set(script.requests[0].tools)
        assert offered.isdisjoint({"task", "todowrite", "todoread", "question"})

    async def test_agents_start_agents_only_so_deep(
        self, engine: EngineUnderTest, model_server: ModelServer, tmp_path: Path
    ) -> None:
        config = engine.engine.paths.config_file
        config.write_text(
            config.read_text() + "\n[agent.digger]\ndescription = 'digs'\nmode = 'all'\n"
            "prompt = 'dig'\ntools = ['task', 'read']\n"
        )
        engine.engine.projects.forget()
        script = model_server.script("scripted")
        for depth in range(4):
            script.call(
                "task", description=f"level {depth + 1}", prompt="dig", subagent_type="digger"
            )
        script.otherwise(lambda request: Reply_last(request))
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "start")
        tasks = await engine.engine.tasks()
        depths = [(await engine.engine.store.get_session(t.session_id or "")).depth for t in tasks]
        assert sorted(depths) == [1, 2, 3]


def Reply_last(request):
    from tests.fakes.script import say

    return say("Done.")


class TestResults:
    async def test_completed_has_the_text_the_ids_and_the_figures(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = model_server.script("child", lambda request: "job" in request.prompts[0])
        script.call("list").say("Two files.")
        _, part = await launch(engine, model_server)
        task = await only_task(engine)
        assert part.output.startswith("Two files.")
        for line in (
            "status: completed",
            f"task_id: {task.id}",
            f"session_id: {task.session_id}",
            "total_tokens: 220",
            "tool_uses: 1",
            "duration_ms: ",
        ):
            assert line in part.output
        assert part.metadata["session_id"] == task.session_id
        (call,) = part.metadata["summary"]
        assert (call["tool"], call["state"]["status"]) == ("list", "completed")

    async def test_async_launched_returns_at_once_and_says_how_to_follow(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        gate = Gate()
        script = model_server.script("child", lambda request: "job" in request.prompts[0])
        script.reply(gate, Say("Found it."))
        session, part = await launch(engine, model_server, run_in_background=True)
        task = await only_task(engine)
        assert task.state == "running"
        for text in ("async_launched", task.id, task.output_file or "", "do not guess", "job"):
            assert text in part.output
        gate.open()
        await engine.until(lambda: engine.types().count("turn.finished") >= 3)
        entries = await engine.engine.store.messages(session.id)
        (notification,) = [p for e in entries for p in e.parts if p.type == "notification"]
        for text in (
            f"<task-id>{task.id}</task-id>",
            f"<tool-use-id>{part.call_id}</tool-use-id>",
            "<status>completed</status>",
            "<result>Found it.</result>",
            f"<output-file>{task.output_file}</output-file>",
            "<total_tokens>110</total_tokens>",
        ):
            assert text in notification.text
        assert Path(task.output_file or "").read_text() == "Found it.\n\n"

    async def test_a_failure_returns_the_error_the_partial_text_and_the_id(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = model_server.script("child", lambda request: "job" in request.prompts[0])
        script.call("list", say="I found one thing.")
        script.fail(401, "no")
        _, part = await launch(engine, model_server)
        task = await only_task(engine)
        assert task.state == "failed"
        assert part.status == "failed"
        assert part.error is not None
        assert "I found one thing." in part.error
        assert f"session_id: {task.session_id}" in part.error
        assert "key" in part.error


class TestForeground:
    async def test_a_foreground_run_is_sent_to_the_background_without_restarting(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        gate = Gate()
        child = model_server.script("child", lambda request: "job" in request.prompts[0])
        child.reply(Say("Half way. "), gate, Say("All the way."))
        parent = model_server.script("scripted", lambda r: "job" not in r.prompts[0])
        parent.call("task", description="long", prompt="job")
        parent.say("It goes on behind.").say("Told.")
        session = await engine.session(rules=ALLOW_ALL)
        await engine.engine.prompt(session.id, "start")
        await asyncio.to_thread(gate.reached.wait, 20)
        task = await only_task(engine)
        engine.engine.send_to_background(task.id)
        await engine.until(lambda: "turn.finished" in engine.types())
        gate.open()
        await engine.until(lambda: engine.types().count("turn.finished") >= 3)
        assert len(child.requests) == 1
        (part,) = await engine.tool_parts(session.id)
        assert "async_launched" in part.output
        assert "All the way." in parent.requests[-1].prompts[-1]

    async def test_it_goes_to_the_background_by_itself_after_the_set_time(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        config = engine.engine.paths.config_file
        config.write_text("auto_background_after = 0.2\n" + config.read_text())
        engine.engine.projects.forget()
        gate = Gate()
        child = model_server.script("child", lambda request: "job" in request.prompts[0])
        child.reply(gate, Say("Late."))
        _, part = await launch(engine, model_server)
        assert "async_launched" in part.output
        gate.open()
        await engine.until(lambda: engine.types().count("turn.finished") >= 3)

    async def test_interrupting_ends_foreground_children_and_leaves_background_ones(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        front, back = Gate(), Gate()
        model_server.script("front", lambda r: r.prompts[0] == "front job").reply(front, Say("f"))
        model_server.script("back", lambda r: r.prompts[0] == "back job").reply(back, Say("b"))
        parent = model_server.script("scripted", lambda r: "job" not in r.prompts[0])
        parent.reply(
            Call("task", description="back", prompt="back job", run_in_background=True),
            Call("task", description="front", prompt="front job"),
        ).say("Told of the back one.")
        session = await engine.session(rules=ALLOW_ALL)
        await engine.engine.prompt(session.id, "start")
        await asyncio.to_thread(front.reached.wait, 20)
        await asyncio.to_thread(back.reached.wait, 20)
        await engine.engine.interrupt(session.id)
        states = {task.description: task.state for task in await engine.engine.tasks()}
        assert states == {"back": "running", "front": "killed"}
        back.open()
        await engine.until(lambda: engine.types().count("turn.finished") >= 4)
        states = {task.description: task.state for task in await engine.engine.tasks()}
        assert states == {"back": "completed", "front": "killed"}

    async def test_interrupting_a_foreground_child_goes_up_to_its_parent(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        gate = Gate()
        model_server.script("child", lambda r: r.prompts[0] == "job").reply(gate, Say("x"))
        parent = model_server.script("scripted", lambda r: "job" not in r.prompts[0])
        parent.call("task", description="front", prompt="job")
        session = await engine.session(rules=ALLOW_ALL)
        await engine.engine.prompt(session.id, "start")
        await asyncio.to_thread(gate.reached.wait, 20)
        task = await only_task(engine)
        await engine.engine.interrupt(task.session_id or "")
        assert not engine.engine.is_running(session.id)
        assert (await only_task(engine)).state == "killed"


class TestResume:
    async def test_session_id_goes_on_with_the_whole_transcript(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        child = child_says(model_server, "First answer.")
        session, _ = await launch(engine, model_server)
        task = await only_task(engine)
        child.say("Second answer.")
        parent = model_server.scripts["scripted"]
        parent.steps.clear()
        parent.taken = 0
        parent.call("task", description="more", prompt="job again", session_id=task.session_id)
        parent.say("Good.")
        await engine.say(session, "go on")
        assert child.requests[-1].prompts == ["job", "job again"]
        task = await only_task(engine)
        assert (task.run, task.state, task.result) == (2, "completed", "Second answer.")

    async def test_other_peoples_sessions_are_not_accepted(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        child_says(model_server)
        await launch(engine, model_server)
        task = await only_task(engine)
        _, part = await launch(engine, model_server, session_id=task.session_id)
        assert part.error is not None
        assert "no session" in part.error

    async def test_another_agent_cannot_take_it_over(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        child_says(model_server)
        session, _ = await launch(engine, model_server)
        task = await only_task(engine)
        parent = model_server.script("scripted", lambda r: "job" not in r.prompts[0])
        parent.call(
            "task",
            description="x",
            prompt="job",
            session_id=task.session_id,
            subagent_type="explore",
        ).say("No.")
        await engine.say(session, "again")
        part = (await engine.tool_parts(session.id))[-1]
        assert part.error is not None
        assert "belongs to the agent 'general'" in part.error
