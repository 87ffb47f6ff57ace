"""Forks: what goes over the wire, what refuses them, and that they outlive the program."""

from __future__ import annotations

import json
import subprocess
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.errors import SpinneyError
from core.llm.client import ModelClient
from core.loop.context import AT_FORK
from core.loop.fork import MARKER, directive
from core.permissions.models import Answer, Rule
from core.sessions.models import Session
from core.tasks.models import Task
from core.worktrees.service import fork_note
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer, ServerRequest
from tests.fakes.script import Call, Gate, Say, Script, Think, say

ALLOW_ALL = [Rule("*", "*", "allow")]
ON = "fork = true\n"


@pytest.fixture(params=["openai", "anthropic"])
def wire(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def forking(
    tmp_path: Path,
    project: Path,
    wire: str,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[EngineUnderTest]:
    """An engine with forks switched on, on either wire."""
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    paths = home_with_config(tmp_path / "home", model_server, wire, more=ON)
    async with opened(paths, project, model_client) as under_test:
        yield under_test


def is_fork(request: ServerRequest) -> bool:
    return MARKER in request.prompts[-1] or any(MARKER in text for text in request.prompts)


def scripts(server: ModelServer) -> tuple[Script, Script]:
    """One script for the parent and one for all of its forks."""
    forks = server.script("forks", is_fork).otherwise(say("The fork is done."))
    parent = server.script("parent", lambda request: not is_fork(request))
    return parent.otherwise(say("Noted.")), forks


def fork_call(what: str, **more: Any) -> Call:
    return Call("task", description=f"look at {what}", prompt=f"Look at {what}.", **more)


async def forks_of(engine: EngineUnderTest) -> list[Task]:
    return [task for task in await engine.engine.tasks() if task.agent == "fork"]


async def all_done(engine: EngineUnderTest, session: Session) -> None:
    for live in list(engine.engine.registry.live.values()):
        await live.ended.wait()
    await engine.engine.lifecycle.settle()
    await engine.engine.wait_idle(session.id)


def without(requests: Sequence[ServerRequest], text: str) -> bytes:
    """The bytes of the request with this directive once that is taken out; it stands at one place."""
    inside = json.dumps(directive(text), ensure_ascii=False)[1:-1].encode()
    (body,) = [request.body for request in requests if inside in request.body]
    assert body.count(inside) == 1
    return body.replace(inside, b"@")


def unmarked(value: Any) -> Any:
    """Without the marks that only tell a provider what to keep in its cache."""
    if isinstance(value, dict):
        return {key: unmarked(item) for key, item in value.items() if key != "cache_control"}
    if isinstance(value, list):
        return [unmarked(item) for item in value]
    return value


class TestOnTheWire:
    async def test_three_siblings_differ_in_nothing_but_their_directive(
        self, forking: EngineUnderTest, model_server: ModelServer
    ) -> None:
        parent, forks = scripts(model_server)
        parent.reply(
            Think("Three things at once."),
            Say("I look at all three."),
            fork_call("the tests"),
            fork_call("the docs"),
            fork_call("the build"),
            every=0.005,
        )
        session = await forking.session(rules=ALLOW_ALL)
        await forking.say(session, "look around")
        await all_done(forking, session)
        bodies = {
            without(forks.requests, f"Look at {what}.")
            for what in ("the tests", "the docs", "the build")
        }
        assert len(forks.requests) == 3
        assert len(bodies) == 1
        assert list(forks.requests[0].results.values()) == [AT_FORK] * 3

    async def test_a_fork_of_open_parallel_calls_sees_one_placeholder_for_each(
        self, forking: EngineUnderTest, model_server: ModelServer, project: Path
    ) -> None:
        """A call that waits for a person, one that reads and two forks in one answer."""
        (project / "a.txt").write_text("content of a")
        parent, forks = scripts(model_server)
        parent.reply(
            Call("read", path="a.txt"),
            fork_call("one"),
            fork_call("two"),
            Call("bash", command="rm -r build"),
            every=0.005,
        )
        session = await forking.session(rules=[Rule("task", "*", "allow")])
        await forking.engine.prompt(session.id, "go")
        await forking.until(lambda: forking.types().count("task.finished") == 2)
        (request,) = await forking.engine.requests()
        one, two = forks.requests
        assert without([one, two], "Look at one.") == without([one, two], "Look at two.")
        assert list(one.results.values()) == [AT_FORK] * 4
        assert "rm -r build" in str(one.json)
        assert "a.txt" in str(one.json)
        await forking.engine.answer(request.id, Answer(kind="deny"))
        await all_done(forking, session)

    async def test_a_fork_sends_what_its_parent_sent_and_goes_on_from_there(
        self, forking: EngineUnderTest, model_server: ModelServer, project: Path
    ) -> None:
        (project / "a.txt").write_text("content of a")
        parent, forks = scripts(model_server)
        parent.call("read", path="a.txt").reply(Say("Now."), fork_call("it"))
        session = await forking.session(rules=ALLOW_ALL)
        await forking.say(session, "go")
        await all_done(forking, session)
        before = parent.requests[1].json
        (fork,) = (request.json for request in forks.requests)
        for key in before.keys() - {"messages"}:
            assert fork[key] == before[key], key
        shared = len(before["messages"])
        assert unmarked(fork["messages"][:shared]) == unmarked(before["messages"])
        (task,) = [tool for tool in before["tools"] if "subagent_type" in str(tool)]
        assert "run_in_background" not in str(task)

    async def test_what_the_parent_does_meanwhile_is_not_the_forks(
        self, forking: EngineUnderTest, model_server: ModelServer
    ) -> None:
        gate = Gate()
        parent, forks = scripts(model_server)
        parent.reply(fork_call("it")).say("The fork is under way.")
        forks.reply(gate, Call("list", path=".")).say("The fork is done.")
        session = await forking.session(rules=ALLOW_ALL)
        await forking.say(session, "go")
        await forking.say(session, "something quite different")
        gate.open()
        await all_done(forking, session)
        assert "something quite different" not in str(forks.requests[-1].json)
        assert len(forks.requests) == 2


class TestLife:
    async def test_it_is_a_background_task_that_bubbles_its_requests(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        configure(engine)
        parent, forks = scripts(model_server)
        parent.reply(fork_call("it"))
        forks.call("bash", command="rm -r build").say("The fork is done.")
        session = await engine.session(rules=[Rule("task", "*", "allow")])
        await engine.say(session, "go")
        await engine.until(lambda: "request.asked" in engine.types())
        (request,) = await engine.engine.requests()
        assert request.shown_in == session.id
        assert request.agent_path == ["build", "fork", "look at it"]
        await engine.engine.answer(request.id, Answer(kind="deny"))
        await all_done(engine, session)
        (task,) = await forks_of(engine)
        child = await engine.engine.store.get_session(task.session_id or "")
        assert (task.state, task.background, task.result) == (
            "completed",
            True,
            "The fork is done.",
        )
        assert (child.source, child.agent, child.mode) == ("fork", "build", "bubble")
        assert (child.title, child.rules) == ("look at it (@fork subagent)", [])
        (call,) = [p for p in await engine.tool_parts(session.id) if p.tool == "task"]
        assert "async_launched" in call.output
        assert "The fork is done." in parent.requests[-1].prompts[-1]

    async def test_it_knows_the_files_that_its_parent_read(
        self, engine: EngineUnderTest, model_server: ModelServer, project: Path
    ) -> None:
        configure(engine)
        (project / "a.txt").write_text("old\n")
        parent, forks = scripts(model_server)
        parent.call("read", path="a.txt").reply(fork_call("it"))
        forks.call("edit", path="a.txt", old_string="old", new_string="new").say("Changed.")
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "go")
        await all_done(engine, session)
        (call,) = await engine.tool_parts((await forks_of(engine))[0].session_id or "")
        assert call.status == "completed", call.error
        assert (project / "a.txt").read_text() == "new\n"

    async def test_a_named_agent_runs_in_the_background_too(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        configure(engine)
        model_server.script("child", lambda r: r.prompts[0] == "Look at it.").say("Found.")
        parent, _ = scripts(model_server)
        parent.reply(fork_call("it", subagent_type="explore"))
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "go")
        await all_done(engine, session)
        (task,) = await engine.engine.tasks()
        assert (task.agent, task.background) == ("explore", True)

    async def test_a_fork_goes_on_after_a_restart_with_its_whole_context(
        self,
        engine: EngineUnderTest,
        model_server: ModelServer,
        model_client: ModelClient,
        project: Path,
    ) -> None:
        configure(engine)
        gate = Gate()
        parent, forks = scripts(model_server)
        parent.reply(Say("I fork."), fork_call("it"))
        forks.call("list", path=".").reply(gate, Say("never heard"))
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "remember the word heron")
        await engine.until(lambda: len(forks.requests) == 2)
        await engine.engine.close()
        gate.open()
        async with opened(engine.engine.paths, project, model_client) as again:
            (task,) = await forks_of(again)
            assert task.state == "interrupted"
            forks.say("The fork is done after all.")
            await again.engine.resume_task(task.id)
            await all_done(again, session)
            (task,) = await forks_of(again)
            assert (task.state, task.result) == ("completed", "The fork is done after all.")
        first, last = forks.requests[0].json, forks.requests[-1].json
        assert last["messages"][: len(first["messages"])] == first["messages"]
        assert last["tools"] == first["tools"]
        assert "heron" in str(last["messages"])


class TestRefusals:
    async def test_a_fork_cannot_be_forked(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        configure(engine)
        parent, forks = scripts(model_server)
        parent.reply(fork_call("it"))
        forks.reply(fork_call("it again")).say("Did it myself.")
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "go")
        await all_done(engine, session)
        (task,) = await forks_of(engine)
        (call,) = await engine.tool_parts(task.session_id or "")
        assert "cannot be forked again" in (call.error or "")
        with pytest.raises(SpinneyError, match="cannot be forked"):
            await engine.engine.fork(task.session_id or "", "and once more")

    async def test_the_directive_gives_a_fork_away_whatever_its_session_says(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        configure(engine)
        script = model_server.script("scripted").reply(fork_call("it")).say("Then not.")
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, directive("Do it."))
        assert "cannot be forked again" in "".join(script.requests[1].results.values())

    @pytest.mark.parametrize("settings", [{}, {"coordinator": True}])
    async def test_without_a_person_or_as_a_coordinator_there_is_no_fork(
        self,
        settings: dict[str, Any],
        tmp_path: Path,
        project: Path,
        model_server: ModelServer,
        model_client: ModelClient,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
        paths = home_with_config(tmp_path / "home", model_server, more=ON)
        model_server.script("child", lambda r: r.prompts[0] == "Look at it.").say("Found.")
        parent, _ = scripts(model_server)
        parent.reply(fork_call("it"))
        async with opened(paths, project, model_client, interactive=bool(settings)) as under_test:
            session = await under_test.session(rules=ALLOW_ALL, settings=settings)
            await under_test.say(session, "go")
            await all_done(under_test, session)
            assert [task.agent for task in await under_test.engine.tasks()] == ["general"]
            with pytest.raises(SpinneyError, match="only at the desk"):
                await under_test.engine.fork(session.id, "try")

    async def test_a_rule_can_deny_forks(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        configure(engine)
        parent, _ = scripts(model_server)
        parent.reply(fork_call("it"))
        session = await engine.session(rules=[*ALLOW_ALL, Rule("task", "fork", "deny")])
        await engine.say(session, "go")
        assert await engine.engine.tasks() == []


class TestByAPerson:
    async def test_it_begins_after_the_last_message_with_the_results_that_are_known(
        self, engine: EngineUnderTest, model_server: ModelServer, project: Path
    ) -> None:
        (project / "a.txt").write_text("content of a")
        parent, forks = scripts(model_server)
        parent.call("read", path="a.txt").say("I have read it.")
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "read a.txt")
        task = await engine.engine.fork(session.id, "Translate it.")
        await all_done(engine, session)
        assert (await engine.engine.store.get_task(task.id)).result == "The fork is done."
        (request,) = forks.requests
        assert "content of a" in "".join(request.results.values())
        assert request.prompts[-1] == directive("Translate it.")
        assert "The fork is done." in parent.requests[-1].prompts[-1]

    async def test_an_empty_conversation_cannot_be_forked(self, engine: EngineUnderTest) -> None:
        session = await engine.session()
        with pytest.raises(SpinneyError, match="nothing to fork"):
            await engine.engine.fork(session.id, "anything")


async def test_in_a_worktree_the_directive_says_to_read_files_again(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    configure(engine)
    (project / "a.txt").write_text("old\n")
    commit_everything(project)
    parent, forks = scripts(model_server)
    parent.call("read", path="a.txt").reply(fork_call("it", isolation="worktree"))
    session = await engine.session(rules=ALLOW_ALL)
    await engine.say(session, "go")
    await all_done(engine, session)
    (task,) = await forks_of(engine)
    child = await engine.engine.store.get_session(task.session_id or "")
    assert child.worktree is not None
    assert child.mode == "bubble"
    assert fork_note(child.worktree) in forks.requests[0].prompts[-1]
    assert forks.requests[0].system == parent.requests[0].system


class TestCompaction:
    @staticmethod
    def writes_summary(request: ServerRequest) -> bool:
        return "Write the handover." in request.prompts[-1]

    async def test_a_fork_of_a_compacted_conversation_begins_with_its_summary(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        parent, forks = scripts(model_server)
        summaries = model_server.script("the handovers", self.writes_summary)
        summaries.say("SUMMARY of what was said.")
        parent.say("An answer long ago.")
        session = await engine.session()
        await engine.say(session, "an old prompt")
        await engine.engine.compact(session.id)
        await engine.say(session, "a new prompt")
        await engine.engine.fork(session.id, "Go on.")
        await all_done(engine, session)
        said = str(forks.requests[0].messages)
        assert "SUMMARY of what was said." in said
        assert "An answer long ago." not in said
        assert "a new prompt" in said

    async def test_compacting_a_fork_leaves_its_parent_as_it_was(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        parent, forks = scripts(model_server)
        summaries = model_server.script("the handovers", self.writes_summary)
        summaries.say("SUMMARY of the fork.")
        parent.say("An answer long ago.")
        session = await engine.session()
        await engine.say(session, "an old prompt")
        task = await engine.engine.fork(session.id, "Go on.")
        await all_done(engine, session)
        before = await engine.engine.store.messages(session.id)
        await engine.engine.compact(task.session_id or "")
        assert "An answer long ago." in str(summaries.requests[0].messages)
        assert await engine.engine.store.messages(session.id) == before
        forks.when = lambda request: "and then?" in request.prompts[-1]
        await engine.engine.prompt(task.session_id or "", "and then?")
        await engine.until(lambda: bool(engine.engine.registry.live))
        await all_done(engine, session)
        said = str(forks.requests[-1].messages)
        assert "SUMMARY of the fork." in said
        assert "An answer long ago." not in said


def commit_everything(project: Path) -> None:
    git = ["git", "-c", "user.name=T", "-c", "user.email=t@example.com", "-C", str(project)]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "start"]):
        subprocess.run([*git, *command], check=True)


def configure(engine: EngineUnderTest) -> None:
    file = engine.engine.paths.config_file
    file.write_text(ON + file.read_text())
    engine.engine.projects.forget()
