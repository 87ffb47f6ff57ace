"""Compaction through the real engine, host and wire: what goes over it, and what stays."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from core.errors import SpinneyError
from core.events import ContextCompacted, Notice
from core.llm.client import ModelClient
from core.llm.types import Usage
from core.loop.context import PRUNED
from core.loop.handover import PREFIX
from core.permissions.models import Rule
from core.sessions.models import CompactionPart, ToolPart
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer, ServerRequest
from tests.fakes.script import Call, Gate, Reply, Say, Tokens

ALLOW_ALL = [Rule("*", "*", "allow")]


def is_compaction(request: ServerRequest) -> bool:
    return request.system.startswith("You write the handover")


def wire_tokens(request: ServerRequest) -> int:
    """What a real provider would count: everything that came, four characters to a token."""
    body = {name: request.json.get(name) for name in ("messages", "system", "tools")}
    return len(json.dumps(body, ensure_ascii=False)) // 4


def counted(*pieces: Any) -> Callable[[ServerRequest], Reply]:
    """An answer that reports what the request really took."""
    return lambda request: Reply(pieces, Tokens(input=wire_tokens(request), output=10))


@asynccontextmanager
async def small_model(
    tmp_path: Path,
    project: Path,
    server: ModelServer,
    client: ModelClient,
    *,
    context: int | None = 24_000,
    settings: str = "",
) -> AsyncIterator[EngineUnderTest]:
    paths = home_with_config(tmp_path / "home", server, more=settings)
    config = paths.config_file.read_text()
    wanted = f"context = {context}" if context else ""
    paths.config_file.write_text(config.replace("context = 200000", wanted))
    async with opened(paths, project, client) as under_test:
        yield under_test


Small = Callable[..., Any]


@pytest.fixture
def small(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> Small:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    return lambda **options: small_model(tmp_path, project, model_server, model_client, **options)


async def compactions(engine: EngineUnderTest, session_id: str) -> list[CompactionPart]:
    entries = await engine.engine.store.messages(session_id)
    return [part for e in entries for part in e.parts if isinstance(part, CompactionPart)]


async def test_compacting_by_hand_replaces_what_the_model_sees_and_nothing_else(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    (project / "a.txt").write_text("apple\n" * 300)
    script = model_server.script("scripted")
    script.call("read", path="a.txt")
    script.call(
        "todowrite", todos=[{"content": "peel it"}, {"content": "eat", "status": "completed"}]
    )
    script.say("It is an apple.")
    script.say("## Request\nKnow the fruit.", tokens=Tokens(input=70, output=30))
    session = await engine.session()
    await engine.say(session, "Which fruit is in a.txt?")
    before = await engine.engine.store.messages(session.id)
    assert await engine.engine.compact(session.id, "the fruit") is not None
    (part,) = await compactions(engine, session.id)
    request = script.requests[-1]
    assert request.tools == []
    assert request.headers["x-openai-subagent"] == "compact"
    assert "keep this in view above all: the fruit" in request.prompts[0]
    assert "apple" in request.prompts[0]
    after = await engine.engine.store.messages(session.id)
    assert after[:-1] == before
    assert (part.summary, part.auto) == ("## Request\nKnow the fruit.", False)
    assert 0 < part.tokens_after < part.tokens_before
    (event,) = [e for e in engine.events if isinstance(e, ContextCompacted)]
    assert (event.summary, event.tokens_after) == (part.summary, part.tokens_after)
    stored = await engine.engine.store.get_session(session.id)
    assert stored.compacting is None
    assert stored.usage.input == 3 * 100 + 70
    script.say("Still an apple.")
    await engine.say(session, "And now?")
    seen = script.requests[-1]
    assert seen.results == {}
    (prompt,) = seen.prompts
    assert prompt.startswith(PREFIX)
    for kept in (
        "Know the fruit.",
        "Which fruit is in a.txt?",
        "[ ] peel it",
        "- a.txt",
        "And now?",
    ):
        assert kept in prompt
    assert "eat" not in prompt.replace("repeat", "")


async def test_a_summary_can_be_edited_and_the_model_reads_the_edited_one(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.say("Hello.").say("They greeted.").say("Yes.")
    session = await engine.session()
    await engine.say(session, "hi")
    assert await engine.engine.compact(session.id) == "They greeted."
    (part,) = await compactions(engine, session.id)
    with pytest.raises(SpinneyError):
        await engine.engine.edit_summary(session.id, part.id, "  ")
    await engine.engine.edit_summary(session.id, part.id, "They greeted in Latin.")
    await engine.say(session, "go on")
    assert "They greeted in Latin." in script.requests[-1].prompts[0]
    (stored,) = await compactions(engine, session.id)
    assert stored.edited


async def test_an_empty_session_has_nothing_to_compact(engine: EngineUnderTest) -> None:
    session = await engine.session()
    with pytest.raises(SpinneyError, match="nothing to compact"):
        await engine.engine.compact(session.id)


async def test_compacting_while_a_turn_runs_happens_before_its_next_request(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    gate = Gate()
    script = model_server.script("scripted")
    script.reply(Say("Looking."), gate, Call("list"))
    script.say("Summary in between.")
    script.say("Done.")
    session = await engine.session()
    await engine.engine.prompt(session.id, "look around")
    await asyncio.to_thread(gate.reached.wait, 20)
    compacting = asyncio.create_task(engine.engine.compact(session.id))
    await asyncio.sleep(0)
    gate.open()
    await engine.engine.wait_idle(session.id)
    await compacting
    assert is_compaction(script.requests[1])
    assert "Summary in between." in script.requests[2].prompts[0]
    assert "look around" in script.requests[2].prompts[0]


@pytest.mark.parametrize("way", ["setting", "file"])
async def test_the_prompt_can_be_overridden(
    small: Small, model_server: ModelServer, tmp_path: Path, way: str
) -> None:
    (tmp_path / "prompt.txt").write_text("Sum up in a haiku.")
    settings = {
        "setting": 'compact_prompt = "Sum up in a haiku."\n',
        "file": f'experimental_compact_prompt_file = "{tmp_path / "prompt.txt"}"\n',
    }[way]
    script = model_server.script("scripted").say("Hello.").say("Five seven five.")
    async with small(settings=settings) as engine:
        session = await engine.session()
        await engine.say(session, "hi")
        await engine.engine.compact(session.id)
    assert script.requests[-1].system == "Sum up in a haiku."


async def test_old_outputs_are_pruned_before_anything_is_summarised(
    small: Small, model_server: ModelServer, project: Path
) -> None:
    for name in "abcdef":
        (project / f"{name}.txt").write_text(f"{name} word\n" * 1800)
    script = model_server.script("scripted")
    for name in "abcdef":
        script.answer(counted(Call("read", path=f"{name}.txt")))
    script.answer(counted(Say("All read.")))
    async with small(context=30_000) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        assert await engine.say(session, "read all") == "All read."
        parts = await engine.tool_parts(session.id)
        assert parts[0].pruned
        assert not parts[-1].pruned
        assert all("word" in part.output for part in parts)
        assert await compactions(engine, session.id) == []
    results = list(script.requests[-1].results.values())
    assert results[0] == PRUNED
    assert "f word" in results[-1]
    assert max(wire_tokens(request) for request in script.requests) < 30_000


async def test_fifty_automatic_compactions_never_exceed_the_limit_and_lose_nothing(
    small: Small, model_server: ModelServer, project: Path
) -> None:
    limit = 14_000
    (project / "big.txt").write_text("some words that fill the context\n" * 620)
    script = model_server.script("scripted", when=lambda request: not is_compaction(request))
    summaries = model_server.script("summaries", when=is_compaction)
    count = [0]

    def summarise(request: ServerRequest) -> Reply:
        count[0] += 1
        tokens = Tokens(input=wire_tokens(request), output=50)
        return Reply((Say(f"Summary number {count[0]}."),), tokens)

    def work(request: ServerRequest) -> Reply:
        tokens = Tokens(input=wire_tokens(request), output=20)
        if count[0] >= 50:
            return Reply((Say("Finished."),), tokens)
        # A different range each time: the same call three times over would be a doom loop.
        start = len(script.requests)
        return Reply((Call("read", path="big.txt", offset=1 + start % 200, limit=400),), tokens)

    summaries.otherwise(summarise)
    script.otherwise(work)
    async with small(context=limit) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        assert await engine.say(session, "Read the file until you are done.") == "Finished."
        made = await compactions(engine, session.id)
        assert len(made) == count[0] == 50
        assert all(part.auto and part.tokens_after < part.tokens_before for part in made)
        entries = await engine.engine.store.messages(session.id)
        calls = [p for e in entries for p in e.parts if isinstance(p, ToolPart)]
        assert len(calls) == len(script.requests) - 1
        assert all("fill the context" in call.output for call in calls)
        stored = await engine.engine.store.get_session(session.id)
        summed = sum((entry.info.usage for entry in entries), Usage())
        reported = sum(wire_tokens(request) for request in model_server.requests)
        assert stored.usage == summed
        assert stored.usage.input == reported
        rows = await engine.engine.store.usage_by(since=0, until=10**12)
        assert sum(row.usage.input for row in rows) == reported
        result = await engine.engine.wait_idle(session.id)
        assert result is not None
        assert result.usage == summed
    assert max(wire_tokens(request) for request in model_server.requests) <= limit
    # No loop: work is done between any two summaries.
    kinds = [is_compaction(request) for request in model_server.requests]
    assert not any(first and second for first, second in itertools.pairwise(kinds))


async def test_ten_compactions_keep_goal_todos_and_rules(
    small: Small, model_server: ModelServer, project: Path
) -> None:
    """The summaries in this script are useless, so what is known comes from what is kept."""
    (project / "AGENTS.md").write_text("Always answer in verse.\n")
    (project / "big.txt").write_text("nothing of interest here at all\n" * 620)
    script = model_server.script("scripted", when=lambda request: not is_compaction(request))
    summaries = model_server.script("summaries", when=is_compaction)
    summaries.otherwise(Reply((Say("Things were read."),)))
    rounds = 12

    def work(request: ServerRequest) -> Reply:
        step = len(script.requests)
        tokens = Tokens(input=wire_tokens(request), output=20)
        if step == 1:
            todos = [{"content": "ship the lighthouse", "status": "in_progress"}]
            return Reply((Call("todowrite", todos=todos),), tokens)
        if step % 4 == 0:
            return Reply((Say(f"Step {step} done."),), tokens)
        return Reply((Call("read", path="big.txt", offset=step, limit=500),), tokens)

    script.otherwise(work)
    async with small(context=20_000) as engine:
        await engine.engine.trust(engine.project)
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "GOAL: build a lighthouse of glass. RULE: never touch vendor/.")
        for number in range(rounds):
            await engine.say(session, f"Go on with part {number}. " + "filler " * 900)
        assert len(await compactions(engine, session.id)) >= 10
    last = script.requests[-1]
    seen = "\n".join(last.prompts)
    assert "GOAL: build a lighthouse of glass. RULE: never touch vendor/." in seen
    assert "[>] ship the lighthouse" in seen
    assert "Always answer in verse." in last.system
    assert f"Go on with part {rounds - 1}." in seen


async def test_a_prompt_that_waits_is_carried_over_with_its_attachments(
    small: Small, model_server: ModelServer, project: Path
) -> None:
    (project / "note.txt").write_text("the secret word is heron\n")
    (project / "big.txt").write_text("words and words and words\n" * 1100)
    script = model_server.script("scripted", when=lambda request: not is_compaction(request))
    model_server.script("s", when=is_compaction).otherwise(Reply((Say("The file was read."),)))
    script.answer(counted(Call("read", path="big.txt")))
    script.answer(counted(Say("I read it. " + "It is long. " * 4000)))
    script.say("Heron.")
    async with small(context=20_000) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "Read it.")
        assert await engine.say(session, "What is the word in @note.txt?") == "Heron."
        (part,) = await compactions(engine, session.id)
        assert len(part.carried) == 1
        seen = "\n".join(script.requests[-1].prompts)
        assert seen.count("What is the word") == 1
        assert "the secret word is heron" in seen
        script.say("Still heron.")
        await engine.say(session, "Sure?")
    again = "\n".join(script.requests[-1].prompts)
    assert "the secret word is heron" in again
    assert again.index("heron") < again.index("Sure?")


async def test_zero_really_turns_it_off(
    small: Small, model_server: ModelServer, project: Path
) -> None:
    (project / "big.txt").write_text("words and words and words\n" * 1100)
    script = model_server.script("scripted")
    script.call("read", path="big.txt").call("read", path="big.txt", offset=2)
    script.fail(400, "This model's maximum context length is 9000 tokens", error_type="invalid")
    async with small(context=9_000, settings="model_auto_compact_token_limit = 0\n") as engine:
        session = await engine.session(rules=ALLOW_ALL)
        await engine.engine.prompt(session.id, "go")
        result = await engine.engine.wait_idle(session.id)
        assert result is not None
        assert (result.outcome, result.error_kind) == ("failed", "context")
        assert (await engine.engine.context_use(session.id)).limit is None
    assert not any(is_compaction(request) for request in script.requests)


async def test_a_request_that_the_provider_finds_too_long_is_compacted_once(
    small: Small, model_server: ModelServer
) -> None:
    too_long = "This model's maximum context length is 4096 tokens"
    script = model_server.script("scripted", when=lambda request: not is_compaction(request))
    model_server.script("s", when=is_compaction).otherwise(Reply((Say("They talked."),)))
    script.say("Hello.").fail(400, too_long).say("Shorter now.")
    script.fail(400, too_long).fail(400, too_long)
    async with small(context=None) as engine:
        session = await engine.session()
        await engine.say(session, "hi")
        assert await engine.say(session, "and?") == "Shorter now."
        assert len(await compactions(engine, session.id)) == 1
        assert not [
            entry
            for entry in await engine.engine.store.messages(session.id)
            if entry.info.error is not None
        ]
        await engine.engine.prompt(session.id, "once more")
        result = await engine.engine.wait_idle(session.id)
        assert result is not None
        assert result.error_kind == "context"


async def test_failing_leaves_the_history_and_three_in_a_row_stop_trying(
    small: Small, model_server: ModelServer, project: Path
) -> None:
    (project / "big.txt").write_text("words and words and words\n" * 700)
    script = model_server.script("scripted", when=lambda request: not is_compaction(request))
    failing = model_server.script("s", when=is_compaction)
    failing.otherwise(Reply((Say("   "),)))

    def work(request: ServerRequest) -> Reply:
        if len(script.requests) > 6:
            return Reply((Say("Enough."),), Tokens(input=wire_tokens(request)))
        start = len(script.requests)
        return Reply(
            (Call("read", path="big.txt", offset=start),), Tokens(input=wire_tokens(request))
        )

    script.otherwise(work)
    async with small(context=12_000) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        assert await engine.say(session, "go") == "Enough."
        assert len(failing.requests) == 3
        assert await compactions(engine, session.id) == []
        told = [event.sentence for event in engine.events if isinstance(event, Notice)]
        assert sum("It goes on as it was." in sentence for sentence in told) == 3
        assert sum("three times in a row" in sentence for sentence in told) == 1
        assert len(script.requests[-1].results) == 6
        failing.otherwise(Reply((Say("By hand it works."),)))
        assert await engine.engine.compact(session.id) is not None


async def test_interrupting_a_compaction_changes_nothing(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    gate = Gate()
    script = model_server.script("scripted").say("Hello.").reply(Say("Half a summ"), gate)
    session = await engine.session()
    await engine.say(session, "hi")
    compacting = asyncio.create_task(engine.engine.compact(session.id))
    await asyncio.to_thread(gate.reached.wait, 20)
    assert (await engine.engine.store.get_session(session.id)).compacting is not None
    await engine.engine.interrupt(session.id)
    with pytest.raises(SpinneyError, match="interrupted"):
        await compacting
    gate.open()
    assert await compactions(engine, session.id) == []
    assert (await engine.engine.store.get_session(session.id)).compacting is None
    script.say("Still here.")
    assert await engine.say(session, "and?") == "Still here."
    assert script.requests[-1].prompts == ["hi", "and?"]


async def test_the_meter_counts_what_was_not_sent_yet_and_follows_reports(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.answer(
        lambda request: Reply((Say("Hello."),), Tokens(input=2 * wire_tokens(request), output=5))
    )
    session = await engine.session()
    empty = await engine.engine.context_use(session.id)
    await engine.say(session, "hi")
    use = await engine.engine.context_use(session.id)
    assert use.tokens == sum(use.parts.values())
    assert use.limit == 180_000
    assert 1.5 < use.parts["tools"] / empty.parts["tools"] < 2.6
    reported = 2 * wire_tokens(script.requests[0])
    assert use.tokens == pytest.approx(reported, rel=0.1)
