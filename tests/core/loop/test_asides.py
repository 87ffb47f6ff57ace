"""What the engine asks a model for itself: titles, summaries, side questions, lines of progress."""

from __future__ import annotations

import asyncio

import pytest

from core.errors import SpinneyError
from core.events import AsideUpdated
from core.loop import asides
from core.loop.asides import Budget, one_line, transcript
from core.permissions.models import Rule
from core.sessions.models import Session
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate, Reply, Say, Script, Tokens, say

ALLOW_ALL = [Rule("*", "*", "allow")]


def configure(engine: EngineUnderTest, keys: str) -> None:
    file = engine.engine.paths.config_file
    file.write_text(keys + "\n" + file.read_text().replace("auto_title = false\n", ""))
    engine.engine.projects.forget()


@pytest.fixture
def titles(model_server: ModelServer) -> Script:
    return model_server.script("titles", lambda r: "its title" in r.system)


@pytest.fixture
def main(model_server: ModelServer, titles: Script) -> Script:
    script = model_server.script("scripted", lambda r: "its title" not in r.system)
    return script.otherwise(say("Done."))


async def titled(engine: EngineUnderTest, session: Session) -> Session:
    await engine.until(
        lambda: any(
            e.type == "session.updated" and e.session.title_set  # type: ignore[attr-defined]
            for e in engine.events
        )
    )
    return await engine.engine.store.get_session(session.id)


class TestTitle:
    async def test_a_session_gets_one_after_its_first_exchange_and_pays_for_it(
        self, engine: EngineUnderTest, main: Script, titles: Script
    ) -> None:
        configure(engine, "auto_title = true")
        titles.reply(Say('"Repair the login."\nMore words.'), tokens=Tokens(50, 7))
        session = await engine.session()
        await engine.say(session, "the login is broken")
        named = await titled(engine, session)
        assert (named.title, named.title_set) == ("Repair the login", True)
        assert named.usage.output == 10 + 7
        assert "the login is broken" in titles.requests[0].prompts[0]
        assert titles.requests[0].tools == []
        assert titles.requests[0].json["temperature"] == 0.5
        await engine.say(session, "and again")
        assert len(titles.requests) == 1
        assert len(await engine.engine.store.messages(session.id)) == 4

    async def test_the_small_model_writes_it_where_there_is_one(
        self, engine: EngineUnderTest, main: Script, titles: Script
    ) -> None:
        configure(engine, 'auto_title = true\nsmall_model = "fake/small"')
        titles.say("Login")
        session = await engine.session()
        await engine.say(session, "the login is broken")
        await titled(engine, session)
        assert titles.requests[0].model == "small"

    async def test_a_title_that_a_person_gave_stands(
        self, engine: EngineUnderTest, main: Script, titles: Script
    ) -> None:
        configure(engine, "auto_title = true")
        gate = Gate()
        titles.reply(gate, Say("Another"))
        session = await engine.session()
        await engine.say(session, "the login is broken")
        await asyncio.to_thread(gate.reached.wait, 10)
        await engine.engine.change_session(session.id, title="Mine", title_set=True)
        gate.open()
        await engine.engine.asides.settle()
        assert (await engine.engine.store.get_session(session.id)).title == "Mine"

    async def test_it_holds_up_neither_the_person_nor_the_end_of_the_program(
        self, engine: EngineUnderTest, main: Script, titles: Script
    ) -> None:
        configure(engine, "auto_title = true")
        gate = Gate()
        titles.reply(gate, Say("Never heard"))
        session = await engine.session()
        await engine.say(session, "first")
        await asyncio.to_thread(gate.reached.wait, 10)
        assert await engine.say(session, "second") == "Done."
        async with asyncio.timeout(5):
            await engine.engine.close()
        gate.open()
        assert not any(task.get_name() == "aside" for task in asyncio.all_tasks())

    async def test_a_failure_leaves_the_session_as_it_was(
        self, engine: EngineUnderTest, main: Script, titles: Script
    ) -> None:
        configure(engine, "auto_title = true")
        titles.fail(401, "no")
        session = await engine.session()
        await engine.say(session, "the login is broken")
        await engine.engine.asides.settle()
        assert (await engine.engine.store.get_session(session.id)).title == "the login is broken"


class TestSideQuestion:
    async def test_it_knows_the_conversation_and_leaves_no_trace_in_it(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = model_server.script("scripted").say("I chose SQLite.").say("Because it is small.")
        session = await engine.session()
        await engine.say(session, "choose a database")
        before = await engine.engine.store.messages(session.id)
        pieces: list[str] = []
        answer = await engine.engine.ask_aside(session.id, "why that one?", pieces.append)
        assert answer == "".join(pieces) == "Because it is small."
        assert await engine.engine.store.messages(session.id) == before
        first, side = script.requests
        assert side.json["messages"][:2] == first.json["messages"][:2]
        assert side.json["tools"] == first.json["tools"]
        assert side.json["tool_choice"] == "none"
        assert "why that one?" in side.prompts[-1]
        assert (await engine.engine.store.get_session(session.id)).usage.output == 20

    async def test_it_is_answered_while_a_turn_waits_for_its_tools(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = model_server.script("scripted")
        script.reply(Say("I clean up."), Call("bash", command="rm -r build")).say(
            "About the build."
        )
        session = await engine.session()
        await engine.engine.prompt(session.id, "clean up")
        await engine.until(lambda: "request.asked" in engine.types())
        assert await engine.engine.ask_aside(session.id, "what is that?") == "About the build."
        assert "is not known here" in "".join(script.requests[1].results.values())
        assert engine.engine.is_running(session.id)
        await engine.engine.interrupt(session.id)

    async def test_typed_as_a_command_it_is_told_as_events(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        model_server.script("scripted").say("Yes.").say("Quite so.")
        session = await engine.session()
        await engine.say(session, "hello")
        assert await engine.engine.prompt(session.id, "/side is it so?") is None
        await engine.until(
            lambda: any(isinstance(e, AsideUpdated) and e.done for e in engine.events)
        )
        last = [e for e in engine.events if isinstance(e, AsideUpdated)][-1]
        assert (last.question, last.text, last.error) == ("is it so?", "Quite so.", None)
        assert len(await engine.engine.store.messages(session.id)) == 2

    async def test_it_can_be_cancelled(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        gate = Gate()
        script = model_server.script("scripted").say("Yes.").reply(Say("So far"), gate)
        session = await engine.session()
        await engine.say(session, "hello")
        aside = engine.engine.begin_aside(session.id, "is it so?")
        await asyncio.to_thread(gate.reached.wait, 10)
        told = [e for e in engine.events if isinstance(e, AsideUpdated)]
        assert (told[0].question, told[0].text) == ("is it so?", ""), "it is told when it is asked"
        engine.engine.cancel_aside("another")
        engine.engine.cancel_aside(told[0].aside_id)
        await asyncio.wait([aside])
        gate.open()
        assert script.requests[1].done.wait(10)
        last = [e for e in engine.events if isinstance(e, AsideUpdated)][-1]
        assert (last.done, last.error) == (True, "It was cancelled.")

    async def test_its_time_is_limited(
        self,
        engine: EngineUnderTest,
        model_server: ModelServer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        gate = Gate()
        model_server.script("scripted").say("Yes.").reply(gate)
        session = await engine.session()
        await engine.say(session, "hello")
        monkeypatch.setattr(asides, "SIDE_QUESTION", Budget(tokens=100, seconds=0.2))
        with pytest.raises(SpinneyError, match=r"within .* seconds"):
            await engine.engine.ask_aside(session.id, "well?")
        gate.open()


async def test_a_summary_says_what_was_done(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted").say("It is repaired.").say("The login was repaired.")
    session = await engine.session()
    await engine.say(session, "repair the login")
    assert await engine.engine.summarize(session.id) == "The login was repaired."
    asked = script.requests[1]
    assert "Person: repair the login" in asked.prompts[0]
    assert asked.tools == []
    assert len(await engine.engine.store.messages(session.id)) == 2


async def test_a_long_task_is_followed_by_a_line_of_progress_where_that_is_on(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    configure(engine, "auto_title = false\nprogress_summary_every = 0.05")
    gate = Gate()
    model_server.script("lines", lambda r: "one line" in r.prompts[-1]).otherwise(
        say("Reads the tests of the parser.")
    )
    child = model_server.script("child", lambda r: r.prompts[0] == "Read all")
    child.call("list", path=".").reply(gate, Say("Read."))
    parent = model_server.script("scripted", lambda r: r.prompts[0] == "go")
    parent.call("task", description="read", prompt="Read all").otherwise(say("Done."))
    session = await engine.session(rules=ALLOW_ALL)
    await engine.engine.prompt(session.id, "go")
    await engine.until(
        lambda: any(
            e.type == "task.progress" and e.task.metadata.get("progress")  # type: ignore[attr-defined]
            for e in engine.events
        )
    )
    gate.open()
    await engine.engine.wait_idle(session.id)
    (task,) = await engine.engine.tasks()
    assert task.metadata["progress"] == "Reads the tests of the parser"


def test_a_line_is_the_first_that_says_something_without_ornament() -> None:
    assert one_line('\n "A title." \nmore', 80) == "A title"
    assert one_line("x" * 100, 10) == "x" * 9 + "…"
    assert one_line("\n\n", 10) == ""


async def test_a_transcript_keeps_the_newest_within_its_room(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    model_server.script("scripted").otherwise(Reply((Say("an answer"),)))
    session = await engine.session()
    await engine.say(session, "an old question " * 20)
    await engine.say(session, "a new question")
    text = transcript(await engine.engine.store.messages(session.id), 100)
    assert "a new question" in text
    assert len(text) < 200


async def test_without_a_window_a_side_question_is_answered_and_leaves_no_trace(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted").say("Blue.").say("You asked for a colour.")
    session = await engine.session()
    await engine.say(session, "which colour?")
    engine.engine.interactive = False
    result = await engine.engine.run_to_end(session.id, "/side what was asked?")
    assert (result.outcome, result.text) == ("done", "You asked for a colour.")
    assert len(await engine.engine.store.messages(session.id)) == 2
    assert "<side-question>" in script.requests[1].prompts[-1]
    with pytest.raises(SpinneyError, match="no question"):
        await engine.engine.run_to_end(session.id, "/side")
    with pytest.raises(SpinneyError, match="works only at the desk"):
        await engine.engine.run_to_end(session.id, "/fork do it")
