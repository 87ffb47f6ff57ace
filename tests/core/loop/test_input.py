"""What a person types: commands, subtasks, mentions and skills, through the real loop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import SpinneyError
from core.events import Notice
from core.permissions.models import Answer, Rule
from core.sessions.models import AgentPart, FilePart, SubtaskPart, TextPart, ToolPart
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Gate, Say, Script, say

ALLOW_ALL = [Rule("*", "*", "allow")]


def command(engine: EngineUnderTest, name: str, text: str) -> None:
    folder = engine.engine.paths.config / "commands"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.md").write_text(text)
    engine.engine.projects.forget()


@pytest.fixture
def child(model_server: ModelServer) -> Script:
    """Answers every subagent, whose system prompt is not the main agent's."""
    script = model_server.script(
        "child", lambda r: r.prompts[0].startswith(("Find", "Review", "Do"))
    )
    return script.otherwise(say("I found 15 test files."))


@pytest.fixture
def parent(model_server: ModelServer, child: Script) -> Script:
    mine = child.when
    assert mine is not None
    return model_server.script("scripted", lambda r: not mine(r)).otherwise(say("Summed up."))


class TestSubtaskExamples:
    """The three conditions under which a command becomes a subtask, and the messages they leave."""

    async def test_automatic_because_the_agent_is_a_subagent(
        self, engine: EngineUnderTest, parent: Script, child: Script
    ) -> None:
        command(
            engine,
            "explore",
            "---\nagent: explore\ndescription: Explore codebase\n---\nFind all $1 in the codebase\n",
        )
        session = await engine.session()
        assert await engine.say(session, "/explore TypeScript files") == "Summed up."
        asked, ran, told, answered = await engine.engine.store.messages(session.id)
        (subtask,) = asked.parts
        assert isinstance(subtask, SubtaskPart)
        assert (subtask.agent, subtask.description, subtask.command, subtask.prompt) == (
            "explore",
            "Explore codebase",
            "/explore",
            "Find all TypeScript files in the codebase",
        )
        assert asked.info.agent == "build"
        assert (ran.info.role, ran.info.agent, ran.info.finish) == (
            "assistant",
            "explore",
            "tool-calls",
        )
        assert (ran.info.parent_id, ran.info.usage.total, ran.info.cost) == (asked.info.id, 0, 0.0)
        assert ran.info.path == {"cwd": session.directory, "root": session.directory}
        (call,) = ran.parts
        assert (call.type, call.tool, call.status, call.title) == (
            "tool",
            "task",
            "completed",
            "Explore codebase",
        )
        assert call.input == {
            "prompt": "Find all TypeScript files in the codebase",
            "description": "Explore codebase",
            "subagent_type": "explore",
            "command": "/explore",
        }
        assert call.output.startswith("I found 15 test files.\n\n<task_metadata>")
        assert call.metadata["session_id"]
        (hint,) = told.parts
        assert isinstance(hint, TextPart)
        assert hint.synthetic
        assert (told.info.role, told.info.agent) == ("user", "build")
        assert answered.text == "Summed up."
        assert len(parent.requests) == 1

    async def test_forced_by_the_command_even_for_a_primary_agent(
        self, engine: EngineUnderTest, parent: Script, child: Script
    ) -> None:
        command(
            engine,
            "check",
            "---\nagent: build\nsubtask: true\ndescription: Review code\n---\nReview the changes in $1\n",
        )
        session = await engine.session()
        await engine.say(session, "/check src/app.ts")
        asked, ran, *_ = await engine.engine.store.messages(session.id)
        (subtask,) = asked.parts
        assert isinstance(subtask, SubtaskPart)
        assert (subtask.agent, subtask.prompt) == ("build", "Review the changes in src/app.ts")
        assert ran.parts[0].status == "completed"

    async def test_disabled_by_the_command_it_is_an_ordinary_prompt_for_that_agent(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = model_server.script("scripted").say("Done.")
        command(
            engine,
            "custom",
            "---\nagent: explore\nsubtask: false\ndescription: Custom\n---\nDo $1\n",
        )
        session = await engine.session()
        await engine.say(session, "/custom something")
        asked, answered = await engine.engine.store.messages(session.id)
        assert not any(isinstance(part, SubtaskPart) for part in asked.parts)
        assert script.requests[0].prompts == ["Do something"]
        assert answered.info.agent == "explore"
        assert "edit" not in script.requests[0].tools

    @pytest.mark.parametrize(
        ("file", "typed", "subtask"),
        [
            (
                {"agent": "explore", "description": "Explore codebase"},
                ("explore", "Find all $1 in the codebase", "/explore TypeScript files"),
                {
                    "agent": "explore",
                    "description": "Explore codebase",
                    "command": "/explore",
                    "prompt": "Find all TypeScript files in the codebase",
                },
            ),
            (
                {"agent": "build", "subtask": True, "description": "Review code"},
                ("review", "Review the changes in $1", "/review src/app.ts"),
                {
                    "agent": "build",
                    "description": "Review code",
                    "command": "/review",
                    "prompt": "Review the changes in src/app.ts",
                },
            ),
            (
                {"agent": "explore", "subtask": False, "description": "Custom task"},
                ("custom", "Do $1", "/custom something"),
                None,
            ),
        ],
        ids=["automatic", "forced", "disabled"],
    )
    @pytest.mark.parametrize("form", ["markdown", "json"])
    async def test_as_opencode_writes_them_with_the_messages_they_leave(
        self,
        engine: EngineUnderTest,
        model_server: ModelServer,
        form: str,
        file: dict[str, Any],
        typed: tuple[str, str, str],
        subtask: dict[str, str] | None,
    ) -> None:
        name, template, text = typed
        if form == "json":
            entry = {"command": {name: {**file, "template": template}}}
            (engine.project / "opencode.json").write_text(json.dumps(entry))
        else:
            folder = engine.project / ".opencode" / "command"
            folder.mkdir(parents=True)
            head = "".join(f"{key}: {json.dumps(value)}\n" for key, value in file.items())
            (folder / f"{name}.md").write_text(f"---\n{head}---\n{template}\n")
        await engine.engine.trust(engine.project, await engine.engine.trust_state(engine.project))
        prompt = subtask["prompt"] if subtask else "Do something"
        child = model_server.script("child", lambda r: r.prompts == [prompt])
        child.otherwise(say("I found 15 test files."))
        parent = model_server.script("parent", lambda r: r.prompts != [prompt])
        parent.otherwise(say("Summed up."))
        session = await engine.session(model="fake/scripted")
        await engine.say(session, text)
        messages = await engine.engine.store.messages(session.id)
        asked = messages[0]
        assert (asked.info.role, asked.info.agent, asked.info.session_id) == (
            "user",
            "build" if subtask else "explore",
            session.id,
        )
        assert asked.info.model == "fake/scripted"
        if subtask is None:
            assert {part.type for part in asked.parts} == {"text"}
            assert child.requests[0].prompts == ["Do something"]
            assert [entry.info.role for entry in messages] == ["user", "assistant"]
            assert messages[1].info.agent == "explore"
            assert not parent.requests
            return
        (part,) = asked.parts
        kept = ("type", "message_id", "session_id", *subtask)
        assert {key: getattr(part, key) for key in kept} == {
            "type": "subtask",
            "message_id": asked.info.id,
            "session_id": session.id,
            **subtask,
        }
        _, ran, told, answered = messages
        assert (ran.info.role, ran.info.parent_id, ran.info.agent, ran.info.finish) == (
            "assistant",
            asked.info.id,
            subtask["agent"],
            "tool-calls",
        )
        assert (ran.info.cost, ran.info.usage.total) == (0, 0)
        (call,) = ran.parts
        assert isinstance(call, ToolPart)
        assert (call.tool, call.status, call.title) == ("task", "completed", subtask["description"])
        assert call.call_id
        assert call.input == {
            "prompt": subtask["prompt"],
            "description": subtask["description"],
            "subagent_type": subtask["agent"],
            "command": subtask["command"],
        }
        assert call.output.startswith("I found 15 test files.\n\n<task_metadata>")
        assert call.metadata["summary"] == []
        below = await engine.engine.store.get_session(call.metadata["session_id"])
        assert below.parent_id == session.id
        assert call.started is not None
        assert call.ended is not None
        assert call.started <= call.ended
        assert (told.info.role, told.info.agent, told.info.model) == (
            "user",
            "build",
            "fake/scripted",
        )
        (hint,) = told.parts
        assert isinstance(hint, TextPart)
        assert hint.synthetic
        assert "task" in hint.text
        assert "go on" in hint.text or "continue" in hint.text
        assert (answered.info.agent, answered.text) == ("build", "Summed up.")
        assert len(child.requests) == len(parent.requests) == 1

    async def test_a_failing_subtask_does_not_end_the_loop(
        self, engine: EngineUnderTest, parent: Script, child: Script
    ) -> None:
        child.fail(401, "no")
        command(engine, "explore", "---\nagent: explore\n---\nFind $1\n")
        session = await engine.session()
        assert await engine.say(session, "/explore it") == "Summed up."
        _, ran, *_ = await engine.engine.store.messages(session.id)
        assert ran.parts[0].status == "failed"
        assert "failed" in "".join(parent.requests[0].results.values())

    async def test_a_denied_agent_stays_denied(
        self, engine: EngineUnderTest, parent: Script, child: Script
    ) -> None:
        command(engine, "explore", "---\nagent: explore\n---\nFind $1\n")
        session = await engine.session(rules=[Rule("task", "explore", "deny")])
        await engine.say(session, "/explore it")
        assert await engine.engine.tasks() == []


class TestCommands:
    async def test_a_shell_line_in_a_template_asks_like_any_other(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = model_server.script("scripted").say("I see.")
        command(engine, "state", "The state is: !`echo all well`\n")
        session = await engine.session()
        await engine.engine.prompt(session.id, "/state")
        await engine.until(lambda: "request.asked" in engine.types())
        (request,) = await engine.engine.requests()
        assert request.command == "echo all well"
        await engine.engine.answer(request.id, Answer(kind="once"))
        await engine.engine.wait_idle(session.id)
        assert script.requests[0].prompts == ["The state is: all well"]

    async def test_a_refused_shell_line_sends_nothing_and_says_so(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        model_server.script("scripted").say("never")
        command(engine, "state", "The state is: !`echo all well`\n")
        session = await engine.session(rules=[Rule("bash", "*", "deny")])
        await engine.engine.prompt(session.id, "/state")
        await engine.engine.wait_idle(session.id)
        assert model_server.requests == []
        (entry,) = await engine.engine.store.messages(session.id)
        assert "was not run" in entry.parts[0].text

    async def test_allowed_tools_limit_and_grant_nothing(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = model_server.script("scripted").say("Looked.")
        command(engine, "look", "---\nallowed-tools: Read, Grep\n---\nLook at $ARGUMENTS\n")
        session = await engine.session()
        await engine.say(session, "/look everything")
        assert set(script.requests[0].tools) == {"read", "grep"}

    async def test_text_that_only_looks_like_a_command_is_sent_as_it_is(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = model_server.script("scripted").say("A path.")
        session = await engine.session()
        await engine.say(session, "/etc/hosts has what?")
        assert script.requests[0].prompts == ["/etc/hosts has what?"]


class TestInTheBackground:
    """``context: fork`` with ``background: true``: nobody waits, the output comes as a hidden prompt."""

    COMMAND = "---\ncontext: fork\nbackground: true\ndescription: Audit\n---\nFind risks in $1\n"

    async def test_the_output_comes_back_as_a_hidden_prompt(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        gate = Gate()
        child = model_server.script("child", lambda r: r.prompts[0].startswith("Find"))
        child.reply(gate, Say("Two <risks>."))
        parent = model_server.script("scripted", lambda r: not r.prompts[0].startswith("Find"))
        parent.say("Hello to you.").say("It found two risks.")
        command(engine, "audit", self.COMMAND)
        session = await engine.session()
        await engine.engine.prompt(session.id, "/audit login")
        await engine.engine.wait_idle(session.id)
        assert parent.requests == []
        assert await engine.say(session, "hello") == "Hello to you."
        gate.open()
        (live,) = engine.engine.registry.live.values()
        await live.ended.wait()
        await engine.engine.lifecycle.settle()
        result = await engine.engine.wait_idle(session.id)
        assert result is not None
        assert result.text == "It found two risks."
        told = (await engine.engine.store.messages(session.id))[-2]
        (part,) = told.parts
        assert isinstance(part, TextPart)
        assert part.synthetic
        assert 'command="/audit"' in part.text
        assert "Two &lt;risks&gt;." in part.text
        assert len(child.requests) == 1

    async def test_a_denied_one_is_told_and_never_tried_again(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = model_server.script("scripted").otherwise(say("Hello."))
        command(engine, "audit", self.COMMAND)
        session = await engine.session(rules=[Rule("task", "*", "deny")])
        await engine.engine.prompt(session.id, "/audit login")
        await engine.engine.wait_idle(session.id)
        await engine.say(session, "hello")
        assert await engine.engine.tasks() == []
        notices = [e for e in engine.events if isinstance(e, Notice)]
        assert len(notices) == 1
        assert "/audit was not run" in notices[0].sentence
        assert script.requests[0].prompts == ["hello"]

    async def test_in_assistant_mode_no_command_and_no_task_blocks(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        model_server.script("child", lambda r: r.prompts[0].startswith("Find")).otherwise(
            say("Found.")
        )
        parent = model_server.script("scripted", lambda r: not r.prompts[0].startswith("Find"))
        parent.call("task", description="look", prompt="Find it").otherwise(say("Noted."))
        command(engine, "audit", "---\ncontext: fork\n---\nFind risks\n")
        session = await engine.session(rules=ALLOW_ALL, settings={"assistant": True})
        await engine.engine.prompt(session.id, "/audit")
        await engine.say(session, "and look for it")
        tasks = await engine.engine.tasks()
        assert [task.background for task in tasks] == [True, True]
        for live in list(engine.engine.registry.live.values()):
            await live.ended.wait()
        await engine.engine.lifecycle.settle()
        await engine.engine.wait_idle(session.id)


class TestBuiltIn:
    async def test_model_changes_the_session_or_asks_which(self, engine: EngineUnderTest) -> None:
        session = await engine.session()
        assert await engine.engine.prompt(session.id, "/model fake/other") is None
        assert (await engine.engine.store.get_session(session.id)).model == "fake/other"
        await engine.engine.prompt(session.id, "/model")
        assert [e.action for e in engine.events if isinstance(e, Notice)][-1] == "model.choose"
        with pytest.raises(SpinneyError):
            await engine.engine.prompt(session.id, "/model nowhere/nothing")

    async def test_clear_starts_an_empty_session_like_this_one(
        self, engine: EngineUnderTest
    ) -> None:
        session = await engine.session(agent="plan", mode="plan")
        await engine.engine.prompt(session.id, "/clear")
        notice = [e for e in engine.events if isinstance(e, Notice)][-1]
        assert notice.action == f"session:{notice.session_id}"
        fresh = await engine.engine.store.get_session(notice.session_id)
        assert fresh.id != session.id
        assert (fresh.agent, fresh.mode) == ("plan", "plan")

    async def test_agents_points_to_where_they_are(self, engine: EngineUnderTest) -> None:
        session = await engine.session()
        await engine.engine.prompt(session.id, "/agents")
        assert [e.action for e in engine.events if isinstance(e, Notice)] == ["settings.agents"]

    async def test_fork_lets_a_copy_work(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        model_server.script("scripted").say("Hello.").say("The fork is done.").say("Noted.")
        session = await engine.session()
        await engine.say(session, "hello")
        await engine.engine.prompt(session.id, "/fork look at the tests")
        (live,) = engine.engine.registry.live.values()
        await live.ended.wait()
        await engine.engine.lifecycle.settle()
        await engine.engine.wait_idle(session.id)
        (task,) = await engine.engine.tasks()
        assert (task.agent, task.command, task.result) == ("fork", "/fork", "The fork is done.")


class TestMentions:
    async def test_files_and_line_ranges_are_attached(
        self, engine: EngineUnderTest, model_server: ModelServer, project: Path
    ) -> None:
        (project / "a.py").write_text("".join(f"line {n}\n" for n in range(1, 20)))
        script = model_server.script("scripted").say("Read.")
        session = await engine.session()
        await engine.say(session, "what is @a.py#L3-4 about?")
        (asked, _) = await engine.engine.store.messages(session.id)
        (part,) = [part for part in asked.parts if isinstance(part, FilePart)]
        assert (part.start, part.end) == (3, 4)
        said = script.requests[0].prompts[0]
        assert "line 3" in said
        assert "line 5" not in said

    async def test_an_agent_is_mentioned_and_its_task_needs_no_permission(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        model_server.script("child", lambda r: r.prompts[0] == "Find it").say("Found.")
        script = model_server.script("scripted", lambda r: r.prompts[0] != "Find it")
        script.call("task", description="find", prompt="Find it", subagent_type="explore")
        script.say("It is there.")
        session = await engine.session(rules=[Rule("task", "*", "ask")])
        assert await engine.say(session, "@explore where is it?") == "It is there."
        (asked, *_) = await engine.engine.store.messages(session.id)
        assert any(isinstance(part, AgentPart) for part in asked.parts)
        assert "subagent_type 'explore'" in script.requests[0].prompts[0]
        assert await engine.engine.requests() == []


class TestSkills:
    async def test_skills_are_listed_loaded_and_carry_their_files(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        folder = engine.engine.paths.config / "skills" / "brewing"
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_text(
            "---\nname: brewing\ndescription: How to brew tea\n---\nBoil water first.\n"
        )
        (folder / "times.txt").write_text("green: 2 minutes\n")
        engine.engine.projects.forget()
        script = model_server.script("scripted")
        script.call("skill", name="brewing").say("Now I know.")
        session = await engine.session()
        assert await engine.say(session, "brew") == "Now I know."
        assert "- brewing: How to brew tea" in script.requests[0].system
        result = "".join(script.requests[1].results.values())
        assert "Boil water first." in result
        assert "times.txt" in result

    async def test_a_skill_in_a_child_has_only_the_tools_it_names(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        folder = engine.engine.paths.config / "skills" / "audit"
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_text(
            "---\nname: audit\ndescription: Audits code\ncontext: fork\nagent: general\n"
            "allowed-tools: Read, Grep\n---\nAUDIT with care.\n"
        )
        engine.engine.projects.forget()
        inside = model_server.script("child", lambda r: "AUDIT with care." in r.prompts[0])
        inside.say("One risk.")
        outside = model_server.script("main", lambda r: "AUDIT with care." not in r.prompts[0])
        outside.call("skill", name="audit", arguments="the login").say("Summed up.")
        session = await engine.session()
        assert await engine.say(session, "audit it") == "Summed up."
        assert set(inside.requests[0].tools) == {"read", "grep"}
        assert "Arguments: the login" in inside.requests[0].prompts[0]
        assert "One risk." in "".join(outside.requests[1].results.values())
        (task,) = await engine.engine.tasks()
        assert (task.agent, task.state) == ("general", "completed")

    async def test_an_agent_has_its_skills_from_the_start(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        config = engine.engine.paths.config
        (config / "skills" / "brewing").mkdir(parents=True)
        (config / "skills" / "brewing" / "SKILL.md").write_text(
            "---\nname: brewing\ndescription: How to brew tea\n---\nBoil water first.\n"
        )
        (config / "agents").mkdir()
        (config / "agents" / "waiter.md").write_text(
            "---\ndescription: Waits\nmode: primary\nskills: [brewing]\n---\nServe.\n"
        )
        engine.engine.projects.forget()
        script = model_server.script("scripted").say("At your service.")
        session = await engine.session(agent="waiter")
        await engine.say(session, "tea")
        assert "Boil water first." in script.requests[0].system

    async def test_a_hidden_agent_is_not_offered_but_works_by_name(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        folder = engine.engine.paths.config / "agents"
        folder.mkdir()
        (folder / "ghost.md").write_text(
            "---\ndescription: Haunts\nmode: subagent\nhidden: true\n---\nBoo.\n"
        )
        engine.engine.projects.forget()
        ghost = model_server.script("ghost", lambda r: "Boo." in r.system).otherwise(say("Boo!"))
        main = model_server.script("main", lambda r: "Boo." not in r.system)
        main.call("task", description="haunt", prompt="Haunt it.", subagent_type="ghost")
        main.otherwise(say("Haunted."))
        offered = [agent.name for agent in (await engine.engine.agents(engine.project)).visible()]
        assert "ghost" not in offered
        session = await engine.session(rules=[Rule("task", "*", "ask")])
        await engine.say(session, "Have @ghost look at it.")
        assert await engine.engine.requests() == []
        assert len(ghost.requests) == 1
        (asked, *_) = await engine.engine.store.messages(session.id)
        assert [part.name for part in asked.parts if isinstance(part, AgentPart)] == ["ghost"]


async def test_a_line_with_an_exclamation_mark_is_run_and_shown_to_the_model(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted").say("I saw it.")
    session = await engine.session()
    await engine.engine.run_line(session.id, "echo seen")
    await engine.engine.wait_idle(session.id)
    assert "seen" in script.requests[0].prompts[0]
