"""The scripted tour reacts to what its tools really returned."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import ModelError
from core.llm.client import Completion, ModelClient, complete
from core.llm.demo import DELAY_VARIABLE
from core.llm.demo_project import copy_demo_project
from core.llm.types import (
    AssistantMessage,
    ChatMessage,
    ModelRequest,
    ProviderAccess,
    TextContent,
    ToolCall,
    ToolMessage,
    ToolSchema,
)
from tests.fakes.requests import user


def _schema(name: str, *properties: str) -> ToolSchema:
    return ToolSchema(
        name, "", {"type": "object", "properties": {p: {"type": "string"} for p in properties}}
    )


TOOLS = (
    _schema("list", "path"),
    _schema("read", "path"),
    _schema("grep", "pattern", "path"),
    _schema("edit", "path", "old_string", "new_string"),
    _schema("bash", "command", "description"),
)

DEMO = ProviderAccess("demo", "demo")


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> ModelClient:
    monkeypatch.setenv(DELAY_VARIABLE, "0")
    return ModelClient()


def run_tool(call: ToolCall, folder: Path) -> str:
    arguments = json.loads(call.arguments)
    if call.name == "list":
        return "\n".join(str(p.relative_to(folder)) for p in sorted(folder.rglob("*")))
    if call.name == "read":
        lines = (folder / arguments["path"]).read_text().splitlines()
        return "\n".join(f"{number:5}| {line}" for number, line in enumerate(lines, 1))
    if call.name == "grep":
        return "teashop/basket.py:5: DISCOUNT_FROM = 10"
    if call.name == "edit":
        file = folder / arguments["path"]
        text = file.read_text()
        assert text.count(arguments["old_string"]) == 1
        file.write_text(text.replace(arguments["old_string"], arguments["new_string"]))
        return "The file was edited."
    words = arguments["command"].split()
    assert words[1:] == ["-m", "unittest"]
    done = subprocess.run([sys.executable, *words[1:]], cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr


async def converse(
    client: ModelClient,
    messages: list[ChatMessage],
    run: Callable[[ToolCall], str],
    tools: tuple[ToolSchema, ...] = TOOLS,
) -> tuple[list[str], Completion]:
    """Run a turn to its end; returns the tools called and the last answer."""
    called: list[str] = []
    for _ in range(12):
        answer = await complete(client, ModelRequest(DEMO, "tour", tuple(messages), tools))
        messages.append(AssistantMessage(answer.text, answer.reasoning, answer.tool_calls))
        if not answer.tool_calls:
            return called, answer
        for call in answer.tool_calls:
            called.append(call.name)
            messages.append(ToolMessage(call.id, (TextContent(run(call)),)))
    raise AssertionError("the tour does not end")


async def test_the_tour_finds_fixes_and_proves_the_bug(client: ModelClient, tmp_path: Path) -> None:
    folder = copy_demo_project(tmp_path / "project")
    messages: list[ChatMessage] = [user("Show me")]
    called, last = await converse(client, messages, lambda call: run_tool(call, folder))
    assert called == ["list", "read", "read", "grep", "bash", "edit", "bash"]
    assert "All five tests pass" in last.text
    assert "scripted demo" in messages[1].text  # type: ignore[union-attr]
    assert last.cost == 0.0


async def test_a_second_tour_finds_nothing_left_to_fix(client: ModelClient, tmp_path: Path) -> None:
    folder = copy_demo_project(tmp_path / "project")
    messages: list[ChatMessage] = [user("Show me")]
    await converse(client, messages, lambda call: run_tool(call, folder))
    messages.append(user("The tour again, please"))
    called, last = await converse(client, messages, lambda call: run_tool(call, folder))
    assert "edit" not in called
    assert "nothing left to fix" in last.text


async def test_a_refused_edit_ends_the_tour_politely(client: ModelClient, tmp_path: Path) -> None:
    folder = copy_demo_project(tmp_path / "project")

    def run(call: ToolCall) -> str:
        return "The person refused this." if call.name == "edit" else run_tool(call, folder)

    called, last = await converse(client, [user("Show me")], run)
    assert called[-1] == "edit"
    assert "The edit was not allowed" in last.text


async def test_failing_tests_are_reported_as_failing(client: ModelClient, tmp_path: Path) -> None:
    folder = copy_demo_project(tmp_path / "project")

    def run(call: ToolCall) -> str:
        return "Edited." if call.name == "edit" else run_tool(call, folder)

    _, last = await converse(client, [user("Show me")], run)
    assert "still fail" in last.text


async def test_refused_tests_are_not_called_passed(client: ModelClient, tmp_path: Path) -> None:
    folder = copy_demo_project(tmp_path / "project")

    def run(call: ToolCall) -> str:
        return "Denied by a rule." if call.name == "bash" else run_tool(call, folder)

    _, last = await converse(client, [user("Show me")], run)
    assert "were not run" in last.text


async def test_another_folder_is_left_alone(client: ModelClient) -> None:
    called, last = await converse(client, [user("hi")], lambda _: "main.c")
    assert called == ["list"]
    assert "not the sample project" in last.text


async def test_an_agent_that_may_not_edit_says_what_the_fix_would_be(
    client: ModelClient, tmp_path: Path
) -> None:
    folder = copy_demo_project(tmp_path / "project")
    tools = tuple(tool for tool in TOOLS if tool.name != "edit")
    _, last = await converse(client, [user("hi")], lambda call: run_tool(call, folder), tools)
    assert "may not edit" in last.text


async def test_off_script_prompts_get_a_friendly_sentence(
    client: ModelClient, tmp_path: Path
) -> None:
    folder = copy_demo_project(tmp_path / "project")
    messages: list[ChatMessage] = [user("Show me")]
    await converse(client, messages, lambda call: run_tool(call, folder))
    messages.append(user("Write me a compiler"))
    called, last = await converse(client, messages, lambda call: run_tool(call, folder))
    assert called == []
    assert "scripted demo" in last.text
    assert "config.toml" in last.text


def test_the_sample_project_has_exactly_one_failing_test(tmp_path: Path) -> None:
    folder = copy_demo_project(tmp_path / "project")
    done = subprocess.run(
        [sys.executable, "-m", "unittest"], cwd=folder, capture_output=True, text=True
    )
    assert "FAILED (failures=1)" in done.stderr
    assert not list(folder.rglob("*.txt"))


async def test_another_demo_name_is_an_error_that_names_the_tour(client: ModelClient) -> None:
    with pytest.raises(ModelError, match="demo/tour"):
        await complete(client, ModelRequest(DEMO, "opera", (user("hi"),)))
