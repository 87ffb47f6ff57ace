"""The story of the demo tour: what the scripted model says and does next, given what happened.

Pure functions over the conversation. Nothing is remembered between requests: the calls carry the
name of their step in their id, and what the tools really returned decides how the story goes on.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from core.llm.types import (
    AssistantMessage,
    ModelRequest,
    TextContent,
    ToolCall,
    ToolMessage,
    UserMessage,
)

BUG = "if count > DISCOUNT_FROM:"
FIX = "if count >= DISCOUNT_FROM:"
CODE = "teashop/basket.py"
TESTS = "tests/test_basket.py"

_CALL_ID = re.compile(r"demo_(?P<step>[a-z]+)_")
_REFUSED = re.compile(
    r"(?i)refus|denied|den(y|ies)\b|declin|reject|not allowed|interrupted|nobody is there to ask"
)
_numbers = count(1)

HOW_TO_CONFIGURE = (
    "To work with a real model, add a provider in Settings › Providers, or put "
    '`model = "provider/model"` into config.toml and the key into the provider\'s usual '
    "environment variable. A model server on this machine (Ollama, LM Studio, llama.cpp, vLLM) "
    "needs no key."
)


@dataclass(frozen=True)
class Step:
    """What the demo says and which tools it then calls; no calls end the turn."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    thought: str = ""


@dataclass(frozen=True)
class Tools:
    """The tools that were offered, with the names their arguments have."""

    properties: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, request: ModelRequest) -> Tools:
        return cls({t.name: t.parameters.get("properties", {}) for t in request.tools})

    def has(self, name: str) -> bool:
        return name in self.properties

    def call(self, step: str, name: str, **arguments: Any) -> ToolCall:
        known = self.properties[name]
        other = {"path": "file_path", "old_string": "oldString", "new_string": "newString"}
        named = {
            key if key in known else (other[key] if other.get(key) in known else key): value
            for key, value in arguments.items()
        }
        kept = {key: value for key, value in named.items() if key in known}
        if "description" in known and name == "bash":
            kept["description"] = "Run the tests"
        return ToolCall(f"demo_{step}_{next(_numbers):04d}", name, json.dumps(kept))


def next_step(request: ModelRequest) -> Step:
    """The demo's answer to this request."""
    if not request.tools:
        return Step("Demo tour of the teashop" if request.agent == "title" else _off_script())
    results, prompts = _since_prompt(request)
    tools = Tools.of(request)
    if not results and prompts > 1 and not _asks_for_tour(request):
        return Step(_off_script())
    for name, story in _STORY:
        if name in results:
            return story(results, tools)
    return _greet(tools)


def _since_prompt(request: ModelRequest) -> tuple[dict[str, str], int]:
    """What the demo's calls returned since the person's last prompt, by step; and how many prompts
    there were."""
    results: dict[str, str] = {}
    steps: dict[str, str] = {}
    prompts = 0
    for message in request.messages:
        if isinstance(message, UserMessage):
            prompts += 1
            if not _is_reminder(message):
                results = {}
        elif isinstance(message, AssistantMessage):
            for call in message.tool_calls:
                if match := _CALL_ID.match(call.id):
                    steps[call.id] = match["step"]
        elif isinstance(message, ToolMessage) and message.call_id in steps:
            results[steps[message.call_id]] = _text(message)
    return results, prompts


def _text(message: UserMessage | ToolMessage) -> str:
    return "\n".join(piece.text for piece in message.content if isinstance(piece, TextContent))


def _is_reminder(message: UserMessage) -> bool:
    """Notes that the program itself put between two steps do not start anything anew."""
    return _text(message).lstrip().startswith("<")


def _asks_for_tour(request: ModelRequest) -> bool:
    last = next(m for m in reversed(request.messages) if isinstance(m, UserMessage))
    return re.search(r"(?i)\b(tour|demo|again|restart)\b", _text(last)) is not None


def _off_script() -> str:
    return (
        "I am only a scripted demo: I can show the tour (write “tour” to see it again), but I "
        f"cannot answer anything else. {HOW_TO_CONFIGURE}"
    )


def _greet(tools: Tools) -> Step:
    greeting = (
        "Hello! I am **a scripted demo**, not a real model: no key, no network, nothing is sent "
        "anywhere. The tools are real, though, and so are the questions you will be asked.\n\n"
        "This sample project is a small tea shop with a bug in it. Let me find and fix it. First "
        "I look around."
    )
    name = next((n for n in ("list", "glob") if tools.has(n)), None)
    if name is None or not tools.has("read"):
        return Step(
            "I am a scripted demo and need the tools to list and read files, which this agent does "
            "not have. Choose the agent “build” and write “tour”."
        )
    arguments = {"path": "."} if name == "list" else {"pattern": "**/*.py"}
    return Step(
        greeting,
        (tools.call("look", name, **arguments),),
        thought="The person opened the demo. I greet them and list the files.",
    )


def _read_code(results: dict[str, str], tools: Tools) -> Step:
    if "teashop" not in results["look"]:
        return Step(
            "This folder is not the sample project, so the tour ends here and nothing was "
            "changed. Open the tour from the Help menu, which makes a fresh copy of it."
        )
    calls = [
        tools.call("code", "read", path=CODE),
        tools.call("tests", "read", path=TESTS),
    ]
    if tools.has("grep"):
        calls.append(tools.call("search", "grep", pattern="DISCOUNT", path="."))
    return Step(
        "A basket, some prices and a test file. I read the basket and its tests, and search for "
        "everything about the discount, all at once.",
        tuple(calls),
    )


def _run_tests_first(results: dict[str, str], tools: Tools) -> Step:
    code = results["code"]
    if FIX in code:
        return _run_tests(
            tools, "The bug is already fixed here. I only run the tests, to be sure.", "after"
        )
    if BUG not in code:
        return Step(f"I could not find the line I expected in {CODE}, so I change nothing.")
    return _run_tests(
        tools,
        "The shop promises that **ten packets or more** cost less, but `basket.py` compares with "
        "`>`, so exactly ten get no discount. The tests should know; I run them before I touch "
        "anything.",
        "before",
    )


def _run_tests(tools: Tools, text: str, step: str) -> Step:
    if not tools.has("bash"):
        return Step(f"{text}\n\nThis agent may not run commands, so the tour ends here.")
    python = "python" if sys.platform == "win32" else "python3"
    return Step(text, (tools.call(step, "bash", command=f"{python} -m unittest"),))


def _edit(results: dict[str, str], tools: Tools) -> Step:
    before = results["before"]
    if "test_ten_packets" in before and "FAIL" in before:
        said = "As expected: `test_ten_packets_get_the_discount` fails."
    elif _REFUSED.search(before):
        said = "You would rather not have the tests run now; that is fine."
    else:
        said = "That did not show what I expected, but the comparison is wrong all the same."
    if not tools.has("edit"):
        return Step(
            f"{said}\n\nThe fix is to write `{FIX}` in `{CODE}`, but this agent may not edit files."
        )
    return Step(
        f"{said} The fix is one character. You will be asked before the file is changed.",
        (tools.call("edit", "edit", path=CODE, old_string=BUG, new_string=FIX),),
    )


def _after_edit(results: dict[str, str], tools: Tools) -> Step:
    if _REFUSED.search(results["edit"]):
        return Step(
            "The edit was not allowed, so the file stays as it was. That is how it works with a real "
            "model too: it is told that you said no, and goes on without.\n\nThank you for taking "
            f"the tour. {HOW_TO_CONFIGURE}"
        )
    return _run_tests(tools, "The file is changed. Now the tests again.", "after")


def _report(results: dict[str, str], tools: Tools) -> Step:
    after = results["after"]
    passed = re.search(r"(?m)^\W*OK\b", after) is not None and "FAILED" not in after
    if passed and "edit" in results:
        said = (
            "All five tests pass. The discount now begins at exactly ten packets, as the shop "
            f"promises; the change is one line in `{CODE}`, and you can go back to before it from "
            "the prompt above."
        )
    elif passed:
        said = "All tests pass; there was nothing left to fix."
    elif _REFUSED.search(after):
        said = "The tests were not run, so I cannot say whether the fix works."
    else:
        said = "The tests still fail, so the bug is not fixed. Look at their output above."
    return Step(f"{said}\n\nThat was the tour. {HOW_TO_CONFIGURE}")


_STORY = (
    ("after", _report),
    ("edit", _after_edit),
    ("before", _edit),
    ("code", _run_tests_first),
    ("look", _read_code),
)
"""The latest step that has a result decides what comes next."""
