"""Conversations to show, without a store: plain records and an object that pages through them."""

from __future__ import annotations

import time
from collections.abc import Coroutine
from typing import Any

from core.permissions.models import Request
from core.sessions.models import (
    Message,
    MessageWithParts,
    Part,
    TextPart,
    ToolPart,
)

SESSION = "ses_test"


def message(role: str, *parts: Part, **fields: Any) -> MessageWithParts:
    info = Message(
        session_id=SESSION,
        role=role,
        agent="build",
        completed=time.time(),
        **fields,  # type: ignore[arg-type]
    )
    for part in parts:
        part.message_id, part.session_id = info.id, SESSION
    return MessageWithParts(info=info, parts=list(parts))


def tool(name: str, status: str = "completed", **fields: Any) -> ToolPart:
    return ToolPart(call_id=fields.pop("call_id", "call_1"), tool=name, status=status, **fields)  # type: ignore[arg-type]


def long_conversation(count: int) -> list[MessageWithParts]:
    """Prompts, prose, code and tool calls by turns."""
    texts = (
        "Short answer.",
        "A paragraph that says something. " * 12,
        "Some code:\n\n```python\ndef f(x):\n    return x + 1\n```\n\nand *more* text after it.",
        "- one\n- two\n- three\n\nAnd a line with `code` in it.",
    )
    made = []
    for number in range(count):
        if number % 5 == 0:
            made.append(message("user", TextPart(text=f"Prompt {number}")))
        elif number % 5 == 3:
            made.append(
                message(
                    "assistant",
                    tool("bash", input={"command": f"ls {number}"}, output="a\nb\n"),
                    tool("read", input={"path": "a.py"}, output="x"),
                )
            )
        else:
            made.append(message("assistant", TextPart(text=texts[number % len(texts)])))
    return made


def drive(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine that never has to wait, as those that read from a list."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits for something")


class ListSource:
    """Messages in a list, read like those of the store."""

    def __init__(self, messages: list[MessageWithParts]) -> None:
        self.all = messages
        self.place = {entry.info.id: at for at, entry in enumerate(messages)}
        self.reads = 0

    async def message_index(self, session_id: str) -> list[tuple[str, str, int]]:
        return [(entry.info.id, entry.info.role, len(entry.text)) for entry in self.all]

    async def messages(
        self,
        session_id: str,
        *,
        before: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        newest: bool = False,
    ) -> list[MessageWithParts]:
        self.reads += 1
        first = self.place[after] + 1 if after else 0
        last = self.place[before] if before else len(self.all)
        if limit is not None and newest:
            first = max(first, last - limit)
        elif limit is not None:
            last = min(last, first + limit)
        return self.all[first:last]


class QuietHost:
    """A host that remembers what cards asked of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[Any, ...]]] = []
        self.requests: dict[str, Request] = {}
        self.tasks: dict[str, str] = {}

    def request_for(self, call_id: str) -> Request | None:
        return self.requests.get(call_id)

    def task_state(self, call_id: str) -> str:
        return self.tasks.get(call_id, "")

    def attachment_path(self, file: str) -> str:
        return file

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: self.asked.append((name, arguments))


def request(**fields: Any) -> Request:
    values: dict[str, Any] = {
        "session_id": SESSION,
        "shown_in": SESSION,
        "root_session_id": SESSION,
        "tool": "bash",
        "title": "rm -rf build",
        "command": "rm -rf build",
        "agent_path": ["build"],
        "directory": "/work/project",
        "permissions": ["bash"],
        "patterns": ["rm -rf build"],
        "why": ["bash asks by default"],
        "suggestions": [{"permission": "bash", "pattern": "rm -rf build *"}],
    }
    return Request(**{**values, **fields})
