"""Calls that models write as text are understood; JSON that is only shown stays text."""

from __future__ import annotations

import json

import pytest

from core.llm.client import ModelClient, complete
from core.llm.textcalls import TextGate, find_calls
from tests.fakes.model_server import ModelServer
from tests.fakes.requests import ask, collect

TOOLS = ("bash", "read")
LS = ("bash", {"command": "ls"})

CALLS = {
    "fenced": '```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```',
    "fenced without language": '```\n{"name": "bash", "parameters": {"command": "ls"}}\n```',
    "bare": '{"name": "bash", "arguments": {"command": "ls"}}',
    "bare with text arguments": '{"name": "bash", "arguments": "{\\"command\\": \\"ls\\"}"}',
    "openai shape": '{"type": "function", "function": {"name": "bash", "arguments": {"command": "ls"}}}',
    "hermes": '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>',
    "hermes unclosed": '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}',
    "hermes after prose": 'I look.\n<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>',
    "function tag": '<function=bash>{"command": "ls"}</function>',
    "qwen coder": (
        "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>"
    ),
    "llama": '<|python_tag|>{"name": "bash", "parameters": {"command": "ls"}}<|eom_id|>',
    "mistral": '[TOOL_CALLS] [{"name": "bash", "arguments": {"command": "ls"}}]',
    "mistral new": '[TOOL_CALLS]bash[ARGS]{"command": "ls"}',
}

NO_CALLS = {
    "prose": "Use `bash` to run ls.",
    "shown in prose": 'You would call it so:\n```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```',
    "shown and explained": '```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```\nIt lists.',
    "another tool": '{"name": "rm", "arguments": {}}',
    "one of two unknown": '[{"name": "bash", "arguments": {}}, {"name": "rm", "arguments": {}}]',
    "data": '{"name": "bash", "version": 5}',
    "list of data": "[1, 2, 3]",
    "half": '<tool_call>{"name": "bash", "arguments": {"comm',
    "tag in a sentence": 'The tag <tool_call>{"name": "bash", "arguments": {}}</tool_call> is for calls.',
    "tag at the end of a sentence": 'I write <tool_call>{"name": "bash", "arguments": {}}</tool_call>',
    "text after the tag": '<tool_call>{"name": "bash", "arguments": {}}</tool_call>\nis how.',
    "package file": '```json\n{"name": "bash", "scripts": {"test": "x"}}\n```',
}


@pytest.mark.parametrize("text", CALLS.values(), ids=CALLS.keys())
def test_the_usual_spellings_are_calls(text: str) -> None:
    assert [(name, json.loads(args)) for name, args in find_calls(text, TOOLS)] == [LS]


@pytest.mark.parametrize("text", NO_CALLS.values(), ids=NO_CALLS.keys())
def test_everything_else_stays_text(text: str) -> None:
    assert find_calls(text, TOOLS) == []


def test_several_calls_in_one_message() -> None:
    text = (
        '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>\n'
        '<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>'
    )
    assert [name for name, _ in find_calls(text, TOOLS)] == ["bash", "read"]


@pytest.mark.parametrize("text", [*CALLS.values(), *NO_CALLS.values()])
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_no_text_is_lost_and_no_call_is_shown(text: str, size: int) -> None:
    gate = TextGate(TOOLS)
    shown = "".join(gate.feed(text[i : i + size]) for i in range(0, len(text), size))
    rest, calls = gate.end()
    assert calls == find_calls(text, TOOLS)
    if calls:
        assert rest == ""
        assert "command" not in shown
    else:
        assert shown + rest == text


def test_prose_flows_while_it_is_written() -> None:
    gate = TextGate(TOOLS)
    assert gate.feed("Hello ") == "Hello "
    assert gate.feed("a < b and") == "a < b and"


def test_code_at_the_beginning_flows_too() -> None:
    gate = TextGate(TOOLS)
    assert gate.feed("```py") == ""
    assert gate.feed("thon\nprint") == "```python\nprint"
    assert gate.feed("(1)\n```") == "(1)\n```"
    assert gate.end() == ("", [])


async def test_a_local_model_calls_by_text(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").say("Let me see.\n" + CALLS["hermes"], size=3)
    answer = await complete(model_client, ask(model_server, "openai", "m"))
    assert [(c.name, json.loads(c.arguments)) for c in answer.tool_calls] == [LS]
    assert answer.text.strip() == "Let me see."
    assert answer.finish == "tool_calls"


async def test_a_model_that_calls_natively_is_taken_at_its_word(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").say(CALLS["bare"])
    answer = await complete(model_client, ask(model_server, "anthropic", "m"))
    assert answer.tool_calls == ()
    assert answer.text == CALLS["bare"]


async def test_without_tools_json_is_an_answer(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").say(CALLS["bare"])
    deltas = await collect(model_client, ask(model_server, "openai", "m", tools=()))
    assert "".join(getattr(delta, "text", "") for delta in deltas) == CALLS["bare"]
