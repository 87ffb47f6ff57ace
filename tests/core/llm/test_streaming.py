"""Answers through the real host process, over real HTTP, in both wire formats."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import textwrap
from contextlib import aclosing
from pathlib import Path

import pytest

from core.llm.client import ModelClient, complete
from core.llm.frames import CONVERSATIONS_KEPT
from core.llm.hosts import until_ready
from core.llm.types import (
    AssistantMessage,
    Finished,
    ImageContent,
    ProviderAccess,
    ReasoningDelta,
    SystemMessage,
    TextContent,
    TextDelta,
    ToolCall,
    ToolCallReady,
    ToolCallStarted,
    ToolMessage,
    Usage,
    UserMessage,
)
from core.paths import ROOT
from tests.fakes.model_server import ModelServer, ServerRequest
from tests.fakes.requests import KEY, access, ask, collect, user
from tests.fakes.script import Call, Gate, Reply, Say, Stall, Think, Tokens

WIRES = ("openai", "anthropic")

both_wires = pytest.mark.parametrize("wire", WIRES)


async def _closed(request: ServerRequest) -> bool:
    return await asyncio.to_thread(request.done.wait, 10) and request.closed_early


@both_wires
async def test_text_reasoning_and_calls_arrive_in_order(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(
        Think("Let me think about this."),
        Say("I will look."),
        Call("bash", call_id="call_a", command="ls -l"),
        Call("read", call_id="call_b", path="a.py"),
    )
    deltas = await collect(model_client, ask(model_server, wire, "m"))
    kinds = [type(delta).__name__ for delta in deltas if not isinstance(delta, TextDelta)]
    assert kinds == [
        "ReasoningDelta",
        "ReasoningDelta",
        "ToolCallStarted",
        "ToolCallDelta",
        "ToolCallReady",
        "ToolCallStarted",
        "ToolCallDelta",
        "ToolCallReady",
        "Finished",
    ]
    ready = [delta.call for delta in deltas if isinstance(delta, ToolCallReady)]
    assert [(c.id, c.name, json.loads(c.arguments)) for c in ready] == [
        ("call_a", "bash", {"command": "ls -l"}),
        ("call_b", "read", {"path": "a.py"}),
    ]
    assert "".join(d.text for d in deltas if isinstance(d, TextDelta)) == "I will look."
    assert isinstance(deltas[-1], Finished)
    assert deltas[-1].reason == "tool_calls"


@both_wires
async def test_usage_counts_what_the_cache_served_apart(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    write = 50 if wire == "anthropic" else 0
    tokens = Tokens(input=100, output=20, cache_read=300, cache_write=write)
    model_server.script("m").say("hi", tokens=tokens)
    price = {"input": 2.0, "output": 10.0, "cache_read": 0.2, "cache_write": 2.5}
    answer = await complete(model_client, ask(model_server, wire, "m", price=price))
    assert answer.text == "hi"
    assert answer.usage == Usage(input=100, output=20, cache_read=300, cache_write=write)
    assert answer.cost == pytest.approx((200 + 200 + 60 + write * 2.5) / 1e6)


async def test_the_price_comes_from_the_table_of_known_models(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("claude-sonnet-4-5").say("hi", tokens=Tokens(1_000_000, 0))
    model_server.script("nobody-knows").say("hi")
    known = await complete(model_client, ask(model_server, "anthropic", "claude-sonnet-4-5"))
    assert known.cost == pytest.approx(3.0, rel=1e-4)
    unknown = await complete(model_client, ask(model_server, "openai", "nobody-knows"))
    assert unknown.cost is None


@both_wires
async def test_a_call_is_ready_before_the_stream_ends(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    gate = Gate()
    model_server.script("m").reply(
        Call("bash", command="ls"), Call("read", path="x"), gate, Say("and more")
    )
    ready = []
    async with aclosing(model_client.stream(ask(model_server, wire, "m"))) as deltas:
        async for delta in deltas:
            if isinstance(delta, ToolCallReady):
                ready.append(delta.call.name)
                # On the OpenAI wire only the next call or the finish says that a call is whole.
                if len(ready) == (2 if wire == "anthropic" else 1):
                    gate.open()
    assert ready == ["bash", "read"]


@both_wires
async def test_cancelling_the_consumer_closes_the_provider_connection(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(Say("one two three"), Stall())
    heard = asyncio.Event()

    async def consume() -> None:
        async for _ in model_client.stream(ask(model_server, wire, "m")):
            heard.set()

    task = asyncio.create_task(consume())
    await asyncio.wait_for(heard.wait(), 20)
    task.cancel()
    await asyncio.wait([task])
    assert await _closed(model_server.requests[0])


@both_wires
async def test_cancelling_before_the_first_byte_closes_the_connection(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    gate = Gate()
    model_server.script("m").reply(gate, Say("never"))
    task = asyncio.create_task(collect(model_client, ask(model_server, wire, "m")))
    assert await asyncio.to_thread(gate.reached.wait, 20)
    task.cancel()
    await asyncio.wait([task])
    assert await _closed(model_server.requests[0])


@both_wires
async def test_leaving_the_iteration_closes_the_connection(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(Say("one"), Stall())
    async with aclosing(model_client.stream(ask(model_server, wire, "m"))) as deltas:
        async for _ in deltas:
            break
    assert await _closed(model_server.requests[0])


@both_wires
async def test_a_whole_conversation_goes_back_as_it_came(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    """Step by step with one conversation name, so that only the new messages cross the pipe."""
    model_server.script("m").reply(
        Think("First.", signature="c2lnLTE="),
        Say("Looking."),
        Call("bash", call_id="call_a", command="ls"),
        Call("read", call_id="call_b", path="é.py"),
    ).say("Done.")
    messages = [SystemMessage("System."), user("Do it")]
    first = await complete(
        model_client, ask(model_server, wire, "m", messages, conversation=f"ses_{wire}")
    )
    messages += [
        AssistantMessage(first.text, first.reasoning, first.tool_calls),
        ToolMessage("call_a", (TextContent("a.py"),)),
        ToolMessage("call_b", (TextContent("print('é')"),)),
    ]
    await complete(model_client, ask(model_server, wire, "m", messages, conversation=f"ses_{wire}"))
    request = model_server.requests[1]
    assert request.system == "System."
    assert request.prompts[0] == "Do it"
    assert request.results == {"call_a": "a.py", "call_b": "print('é')"}
    sent = next(m for m in request.messages if m["role"] == "assistant")
    if wire == "openai":
        assert sent["content"] == "Looking."
        assert sent["reasoning_content"] == "First."
        assert [c["function"] for c in sent["tool_calls"]] == [
            {"name": "bash", "arguments": first.tool_calls[0].arguments},
            {"name": "read", "arguments": first.tool_calls[1].arguments},
        ]
    else:
        thinking, text, *calls = sent["content"]
        assert thinking == {"type": "thinking", "thinking": "First.", "signature": "c2lnLTE="}
        assert text["text"] == "Looking."
        assert [(c["id"], c["input"]) for c in calls] == [
            ("call_a", {"command": "ls"}),
            ("call_b", {"path": "é.py"}),
        ]


async def test_redacted_thinking_goes_back_unchanged(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(
        Think(redacted="ZW5jcnlwdGVk"), Call("bash", call_id="c", command="ls")
    ).say("ok")
    messages = [SystemMessage("S"), user("u")]
    first = await complete(model_client, ask(model_server, "anthropic", "m", messages))
    messages += [
        AssistantMessage("", first.reasoning, first.tool_calls),
        ToolMessage("c", (TextContent("r"),)),
    ]
    await complete(model_client, ask(model_server, "anthropic", "m", messages))
    sent = next(m for m in model_server.requests[1].messages if m["role"] == "assistant")
    assert sent["content"][0] == {"type": "redacted_thinking", "data": "ZW5jcnlwdGVk"}


async def test_signed_thinking_never_goes_to_another_kind_of_provider(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(Think("secret thought"), Say("hi"))
    first = await complete(model_client, ask(model_server, "anthropic", "m"))
    model_server.script("m").say("ok")
    messages = [user("a"), AssistantMessage(first.text, first.reasoning), user("b")]
    await complete(model_client, ask(model_server, "openai", "m", messages))
    assert b"secret thought" not in model_server.requests[-1].body


async def test_a_changed_history_is_sent_anew(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").otherwise(Reply((Say("ok"),)))
    for history in (["a", "b", "c"], ["a", "x"], ["a", "x", "y"], ["z"], []):
        messages = [SystemMessage("S"), *map(user, history), user("end")]
        await complete(
            model_client, ask(model_server, "openai", "m", messages, conversation="changing")
        )
        assert model_server.requests[-1].prompts == [*history, "end"]


async def test_more_conversations_than_a_host_keeps_are_still_whole(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").otherwise(Reply((Say("ok"),)))
    for turn in (1, 2):
        for number in range(CONVERSATIONS_KEPT + 2):
            messages = [user(f"{number}"), *(user(f"{number}.{i}") for i in range(turn))]
            await complete(
                model_client,
                ask(model_server, "openai", "m", messages, conversation=f"many-{number}"),
            )
            expected = [f"{number}", *(f"{number}.{i}" for i in range(turn))]
            assert model_server.requests[-1].prompts == expected


async def test_key_headers_and_agent_arrive_as_each_wire_wants_them(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").otherwise(Reply((Say("ok"),)))
    provider = access(model_server, "openai", headers={"x-team": "blue", "x-spinney-agent": ""})
    await complete(
        model_client, ask(model_server, "openai", "m", provider=provider, agent="review")
    )
    headers = model_server.requests[-1].headers
    assert headers["user-agent"].startswith("spinney/")
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["x-team"] == "blue"
    assert headers["x-openai-subagent"] == "review"
    assert headers["x-spinney-agent"] == "review"
    await complete(model_client, ask(model_server, "anthropic", "m", agent="review"))
    headers = model_server.requests[-1].headers
    assert headers["x-api-key"] == KEY
    assert "x-spinney-agent" not in headers
    assert "x-openai-subagent" not in headers


async def test_limits_and_options_reach_the_provider(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").otherwise(Reply((Say("ok"),)))
    for wire in WIRES:
        await complete(
            model_client,
            ask(model_server, wire, "m", max_output=77, temperature=0.5, tool_choice="required"),
        )
        body = model_server.requests[-1].json
        assert body["max_tokens"] == 77
        assert body["temperature"] == 0.5
        assert body["stream"] is True
        assert body["tool_choice"] == ("required" if wire == "openai" else {"type": "any"})
    await complete(
        model_client, ask(model_server, "openai", "m", effort="high", options={"seed": 7})
    )
    body = model_server.requests[-1].json
    assert body["reasoning_effort"] == "high"
    assert body["seed"] == 7
    assert body["stream_options"] == {"include_usage": True}


async def test_anthropic_caches_system_tools_and_the_last_two_turns(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").otherwise(Reply((Say("ok"),)))
    messages = [SystemMessage("S"), user("one"), AssistantMessage("1"), user("two")]
    messages += [AssistantMessage("2"), user("three")]
    await complete(model_client, ask(model_server, "anthropic", "m", messages))
    body = model_server.requests[-1].json
    marked = [
        message["content"][0]["text"]
        for message in body["messages"]
        if any("cache_control" in block for block in message["content"])
    ]
    assert marked == ["two", "three"]
    assert "cache_control" in body["system"][0]
    assert ["cache_control" in tool for tool in body["tools"]] == [False, True]


@both_wires
async def test_images_reach_the_provider(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").say("a dot")
    dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    content = (TextContent("What is this?"), ImageContent("image/png", dot))
    await complete(model_client, ask(model_server, wire, "m", [UserMessage(content)]))
    assert dot.encode() in model_server.requests[-1].body


@both_wires
async def test_a_structured_answer_is_asked_for_by_schema(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    schema = {
        "type": "object",
        "properties": {"title": {"type": "string"}},
        "required": ["title"],
        "additionalProperties": False,
    }
    name = "claude-3-5-sonnet-20241022" if wire == "anthropic" else "gpt-4o"

    def reply(request: ServerRequest) -> Reply:
        assert b'"title"' in request.body
        if "json_tool_call" in request.tools:
            return Reply((Call("json_tool_call", title="T"),))
        return Reply((Say('{"title": "T"}'),))

    model_server.script(name).answer(reply)
    answer = await complete(
        model_client, ask(model_server, wire, name, tools=(), response_schema=schema)
    )
    assert json.loads(answer.text) == {"title": "T"}
    assert answer.tool_calls == ()


@both_wires
async def test_many_conversations_stream_side_by_side(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    for number in range(12):
        model_server.script(f"conversation-{number:02d}").say(f"I am {number}.", every=0.002)

    async def one(number: int) -> str:
        messages = [SystemMessage(f"conversation-{number:02d}"), user("Who are you?")]
        answer = await complete(
            model_client, ask(model_server, wire, "shared", messages, conversation=f"n{number}")
        )
        return answer.text

    texts = await asyncio.gather(*map(one, range(12)))
    assert texts == [f"I am {number}." for number in range(12)]


@both_wires
async def test_text_is_merged_but_begins_and_ends_at_once(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").say("x" * 300, size=1, every=0.001)
    deltas = await collect(model_client, ask(model_server, wire, "m"))
    texts = [delta.text for delta in deltas if isinstance(delta, TextDelta)]
    assert "".join(texts) == "x" * 300
    assert len(texts[0]) == 1
    assert len(texts) < 100


async def test_an_answer_cut_by_its_length_says_so_and_runs_no_half_call(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(Call("bash", command="rm -rf build", cut=15), finish="length")
    deltas = await collect(model_client, ask(model_server, "openai", "m"))
    assert any(isinstance(delta, ToolCallStarted) for delta in deltas)
    assert not any(isinstance(delta, ToolCallReady) for delta in deltas)
    assert isinstance(deltas[-1], Finished)
    assert deltas[-1].reason == "length"


async def test_a_call_without_arguments_gets_an_empty_object(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    for wire in WIRES:
        model_server.script("m").reply(Call("bash", raw=""))
        answer = await complete(model_client, ask(model_server, wire, "m"))
        assert answer.tool_calls[0].arguments == "{}"


async def test_wrong_arguments_of_a_finished_call_reach_the_tool_as_they_are(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(Call("bash", raw='{"command": '))
    answer = await complete(model_client, ask(model_server, "openai", "m"))
    assert answer.tool_calls[0].arguments == '{"command": '


async def test_reasoning_blocks_are_told_apart(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(
        Think("one", signature="MQ=="), Say("text"), Think("two", signature="Mg==")
    )
    deltas = await collect(model_client, ask(model_server, "anthropic", "m"))
    done = [d.provider_data for d in deltas if isinstance(d, ReasoningDelta) and d.done]
    assert done == [
        {"type": "thinking", "signature": "MQ=="},
        {"type": "thinking", "signature": "Mg=="},
    ]


@both_wires
async def test_the_connection_is_used_again_for_the_next_step(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").otherwise(Reply((Say("ok"),)))
    made = []
    for _ in range(3):
        await complete(model_client, ask(model_server, wire, "m", conversation="one"))
        made.append(model_server.connections_made)
    assert made[0] == made[-1]


async def test_one_host_serves_several_event_loops(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").say("from elsewhere")

    def elsewhere() -> str:
        return asyncio.run(complete(model_client, ask(model_server, "openai", "m"))).text

    assert await asyncio.to_thread(elsewhere) == "from elsewhere"


@both_wires
async def test_broken_or_empty_messages_do_not_make_a_conversation_unusable(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").say("ok")
    messages = [
        user("x"),
        AssistantMessage("", (), (ToolCall("c1", "bash", '{"command": "l'),)),
        ToolMessage("c1", (TextContent("The arguments are not JSON."),)),
        AssistantMessage(""),
        user("y"),
    ]
    await complete(model_client, ask(model_server, wire, "m", messages, max_attempts=1))
    body = model_server.requests[-1].body
    assert b"invalid_arguments" in body
    roles = [message["role"] for message in model_server.requests[-1].messages]
    assert roles.count("assistant") == 1


async def test_thinking_leaves_room_for_itself_and_takes_no_sampling(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("claude-sonnet-4-5").say("ok")
    request = ask(
        model_server,
        "anthropic",
        "claude-sonnet-4-5",
        effort="high",
        max_output=1000,
        temperature=0.3,
    )
    await complete(model_client, request)
    body = model_server.requests[-1].json
    assert body["thinking"]["budget_tokens"] < body["max_tokens"]
    assert "temperature" not in body


async def test_the_other_routes_of_litellm_stream_the_same_deltas(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    for kind in ("deepseek", "groq", "mistral", "openrouter", "xai", "azure"):
        model = "vendor/m" if kind == "openrouter" else "m"
        model_server.script(model).reply(
            Say("Looking."), Call("bash", call_id="call1", command="ls"), Call("read", path="a")
        ).reply(Say("x"), Stall())
        provider = ProviderAccess(kind, kind, model_server.openai_url, KEY)
        options = {"api_version": "2024-10-21"} if kind == "azure" else {}
        request = ask(model_server, "", model, provider=provider, options=options, max_attempts=1)
        answer = await complete(model_client, request)
        assert answer.text == "Looking.", kind
        assert [call.name for call in answer.tool_calls] == ["bash", "read"], kind
        async with aclosing(model_client.stream(request)) as deltas:
            await anext(deltas)
        assert await _closed(model_server.requests[-1]), kind


async def test_hosts_start_as_streams_need_them(
    model_server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.llm.hosts.STREAMS_PER_HOST", 2)
    gate = Gate()
    client = ModelClient(max_hosts=3, log_folder=tmp_path)
    try:
        await client.warm()
        model_server.script("m").otherwise(Reply((Say("a"), gate, Say("b"))))
        request = ask(model_server, "openai", "m")
        tasks = [asyncio.create_task(complete(client, request)) for _ in range(5)]
        await asyncio.to_thread(model_server.wait_for_requests, 5)
        assert len(client.hosts.running) == 2, "one more is started, not one per waiting stream"
        await until_ready(client.hosts.running[1])
        tasks.append(asyncio.create_task(complete(client, request)))
        await asyncio.to_thread(model_server.wait_for_requests, 6)
        assert [host.process.busy for host in client.hosts.running] == [5, 1]
        gate.open()
        answers = await asyncio.gather(*tasks)
        assert {answer.text for answer in answers} == {"ab"}
    finally:
        await client.close()


def test_the_client_works_under_the_loop_of_the_window(model_server: ModelServer) -> None:
    """qasync drives the desktop; the program runs apart because a process has one application."""
    model_server.script("m").say("under Qt")
    program = f"""
        import asyncio, sys
        sys.path.insert(0, {str(ROOT)!r})
        from PySide6.QtWidgets import QApplication
        import qasync
        from core.llm.client import ModelClient, complete
        from core.llm.types import ModelRequest, ProviderAccess, TextContent, UserMessage

        async def main():
            client = ModelClient()
            provider = ProviderAccess("p", "openai", {model_server.openai_url!r}, "k")
            message = UserMessage((TextContent("hi"),))
            print((await complete(client, ModelRequest(provider, "m", (message,)))).text)
            await client.close()

        application = QApplication([])
        with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
            runner.run(main())
    """
    done = subprocess.run(
        [sys.executable, "-I", "-c", textwrap.dedent(program)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_API": "pyside6"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.strip() == "under Qt", done.stderr


async def test_the_configured_proxy_is_used(model_server: ModelServer, tmp_path: Path) -> None:
    client = ModelClient(log_folder=tmp_path)
    try:
        model_server.script("m").otherwise(Reply((Say("through the proxy"),)))
        for wire, url in (
            ("openai", "http://models.invalid/v1"),
            ("anthropic", "http://a.invalid"),
        ):
            provider = ProviderAccess("far", wire, url, KEY, proxy=model_server.address)
            answer = await complete(client, ask(model_server, wire, "m", provider=provider))
            assert answer.text == "through the proxy"
            assert model_server.requests[-1].path.startswith(url)
    finally:
        await client.close()
