"""A turn through the real engine, host and wire."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.llm.client import ModelClient
from core.permissions.models import Answer, Rule
from core.sessions.models import ReasoningPart, TextPart
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Drop, Gate, Say, Think, Tokens

ALLOW_ALL = [Rule("*", "*", "allow")]


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
async def test_a_conversation_with_tools_on_both_wires(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
    wire: str,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    (project / "a.txt").write_text("apple\n")
    script = model_server.script("scripted")
    script.reply(Think("Let me look."), Say("I look."), Call("read", path="a.txt"))
    script.call("bash", command="printf pear > b.txt && cat b.txt")
    script.say("Done: apple and pear.", tokens=Tokens(input=50, output=7))
    paths = home_with_config(tmp_path / "home", model_server, wire)
    async with opened(paths, project, model_client) as under_test:
        session = await under_test.session(rules=ALLOW_ALL)
        answer = await under_test.say(session, "What is in a.txt?")
        assert answer == "Done: apple and pear."
        assert (project / "b.txt").read_text() == "pear"
        read, bash = await under_test.tool_parts(session.id)
        assert (read.status, bash.status) == ("completed", "completed")
        assert "apple" in read.output
        entries = await under_test.engine.store.messages(session.id)
        assert [entry.info.role for entry in entries] == ["user", *["assistant"] * 3]
        assert any(isinstance(part, ReasoningPart) for part in entries[1].parts)
        stored = await under_test.engine.store.get_session(session.id)
        assert stored.usage.input == 250
        assert stored.usage.output == 27
        assert stored.cost == pytest.approx(250e-6 + 54e-6)
        assert stored.title == "What is in a.txt?"
    second, third = script.requests[1:]
    assert "apple" in "".join(second.results.values())
    assert "pear" in "".join(third.results.values())
    assert third.messages[: len(second.messages) - 1] == second.messages[:-1] or wire == "anthropic"


async def test_events_come_in_their_written_order(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    model_server.script("scripted").say("Hello there, this is said in pieces.")
    session = await engine.session()
    await engine.say(session, "hi")
    types = [name for name in engine.types() if name not in ("session.updated", "queue.changed")]
    assert types[0] == "session.created"
    assert types[1] == "turn.started"
    assert types[-1] == "turn.finished"
    first_delta = types.index("message.part.delta")
    assert types.index("message.created") < types.index("message.part.updated") < first_delta
    assert "message.updated" in types[first_delta:]


async def test_wrong_arguments_and_unknown_tools_go_back_to_the_model(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.reply(Call("read", file="x"), Call("reed", path="x"), Call("read", raw='{"path": '))
    script.say("I see.")
    session = await engine.session()
    assert await engine.say(session, "go") == "I see."
    wrong, unknown, broken = await engine.tool_parts(session.id)
    assert wrong.error is not None
    assert "path" in wrong.error
    assert unknown.error is not None
    assert "Did you mean read?" in unknown.error
    assert broken.error is not None
    assert "not valid JSON" in broken.error


async def test_a_stream_that_drops_is_tried_again_and_its_words_are_void(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.reply(Say("This half is lo"), Drop())
    script.say("This is whole.")
    session = await engine.session()
    assert await engine.say(session, "go") == "This is whole."
    entries = await engine.engine.store.messages(session.id)
    texts = [part.text for part in entries[-1].parts if isinstance(part, TextPart)]
    assert texts == ["This is whole."]
    assert "turn.retrying" in engine.types()


async def test_half_a_call_is_never_executed_and_a_finished_one_never_twice(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    script = model_server.script("scripted")
    script.reply(
        Call("bash", command="echo once >> log.txt"),
        Call("bash", cut=12, command="echo half >> log.txt"),
        Drop(),
    )
    script.say("Going on.")
    session = await engine.session(rules=ALLOW_ALL)
    await engine.say(session, "go")
    assert (project / "log.txt").read_text() == "once\n"
    assert [part.status for part in await engine.tool_parts(session.id)] == ["completed"]


async def test_the_last_step_has_no_tools_and_says_so(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.call("list")
    script.call("list", path=".")
    script.say("That is all I have.")
    session = await engine.session(settings={"max_steps": 3})
    answer = await engine.say(session, "go")
    assert answer == "That is all I have."
    assert script.requests[-1].json["tool_choice"] == "none"
    assert "last step" in script.requests[-1].prompts[-1]
    result = await engine.engine.wait_idle(session.id)
    assert result is not None
    assert result.outcome == "limit"


async def test_interrupting_leaves_a_transcript_that_can_go_on(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    script = model_server.script("scripted")
    script.reply(Say("Working on it."), Call("bash", command="touch started; sleep 60"))
    session = await engine.session(rules=ALLOW_ALL)
    await engine.engine.prompt(session.id, "go")
    await engine.until(lambda: (project / "started").exists() or _poke(engine))
    assert await engine.engine.interrupt(session.id)
    (part,) = await engine.tool_parts(session.id)
    assert (part.status, part.error) == ("failed", "Interrupted before it finished.")
    script.say("Where was I?")
    assert await engine.say(session, "go on") == "Where was I?"
    results = script.requests[-1].results
    assert "Interrupted" in "".join(results.values())


def _poke(engine: EngineUnderTest) -> bool:
    """Files make no events; look again shortly."""
    asyncio.get_running_loop().call_later(0.02, engine.engine.bus.publish, engine.events[0])
    return False


async def test_what_is_typed_during_a_turn_enters_between_steps(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    gate = Gate()
    script = model_server.script("scripted")
    script.reply(Say("Looking."), gate, Call("list"))
    script.say("Both done.")
    session = await engine.session()
    await engine.engine.prompt(session.id, "first")
    await asyncio.to_thread(gate.reached.wait, 20)
    await engine.engine.prompt(session.id, "and also this")
    assert [item.text for item in await engine.engine.queue(session.id)] == ["and also this"]
    gate.open()
    await engine.engine.wait_idle(session.id)
    assert script.requests[1].prompts[-1] == "and also this"
    assert await engine.engine.queue(session.id) == []


async def test_a_refused_key_is_a_sentence_and_the_prompt_is_kept(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.fail(401, "bad key")
    session = await engine.session()
    await engine.engine.prompt(session.id, "hello")
    result = await engine.engine.wait_idle(session.id)
    assert result is not None
    assert result.outcome == "failed"
    assert result.error is not None
    assert "key" in result.error
    script.say("Hello again.")
    assert await engine.say(session, "now?") == "Hello again."
    assert script.requests[-1].prompts[0].startswith("hello")


async def test_an_edit_asks_and_every_answer_does_what_it_says(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    script = model_server.script("scripted")
    script.calls(("write", {"path": "new.txt", "content": "text\n"}))
    script.say("Asked.")
    session = await engine.session()
    await engine.engine.prompt(session.id, "write it")
    await engine.until(lambda: "request.asked" in engine.types())
    (request,) = await engine.engine.requests()
    assert request.tool == "write"
    assert request.diff is not None
    assert "+text" in request.diff
    assert not (project / "new.txt").exists()
    await engine.engine.answer(request.id, Answer(kind="once"))
    await engine.engine.wait_idle(session.id)
    assert (project / "new.txt").read_text() == "text\n"

    script.calls(("write", {"path": "other.txt", "content": "text\n"}))
    script.say("All right, I do not.")
    engine.events.clear()
    await engine.engine.prompt(session.id, "another")
    await engine.until(lambda: "request.asked" in engine.types())
    (request,) = await engine.engine.requests()
    await engine.engine.answer(request.id, Answer(kind="deny", reason="Use a folder."))
    await engine.engine.wait_idle(session.id)
    assert "Use a folder." in "".join(script.requests[-1].results.values())
    assert not (project / "other.txt").exists()

    script.calls(("write", {"path": "third.txt", "content": "text\n"}))
    engine.events.clear()
    await engine.engine.prompt(session.id, "third")
    await engine.until(lambda: "request.asked" in engine.types())
    (request,) = await engine.engine.requests()
    await engine.engine.answer(request.id, Answer(kind="deny_stop"))
    result = await engine.engine.wait_idle(session.id)
    assert result is not None
    assert result.outcome == "refused"
