from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from core.errors import ToolError
from core.tools.base import ToolContext
from core.tools.question import QuestionTool
from core.tools.todo import TodoReadTool, TodoWriteTool
from tests.core.tools.conftest import Workbench

ASK, READ, WRITE = QuestionTool(), TodoReadTool(), TodoWriteTool()


class Lists:
    def __init__(self) -> None:
        self.items: dict[str, list[dict[str, Any]]] = {}

    async def read(self, session_id: str) -> list[dict[str, Any]]:
        return self.items.get(session_id, [])

    async def write(self, session_id: str, items: list[dict[str, Any]]) -> None:
        self.items[session_id] = items


class Person:
    def __init__(self, answers: list[list[str]]) -> None:
        self.answers = answers
        self.asked: list[dict[str, Any]] = []

    async def ask(self, context: ToolContext, questions: list[dict[str, Any]]) -> list[list[str]]:
        self.asked = questions
        return self.answers


async def test_a_todo_list_is_kept_for_the_session(bench: Workbench) -> None:
    bench.services.todos = Lists()
    todos = [
        {"content": "one", "status": "completed", "priority": "high"},
        {"content": "two", "status": "in_progress", "activeForm": "doing two"},
    ]
    result = await bench.call(WRITE, todos=todos)
    assert result.output == "[x] one\n[>] two"
    assert result.title == "1 of 2 open"
    assert (await bench.call(READ)).output == "[x] one\n[>] two"
    assert (await bench.call(WRITE, todos=[])).output == "The list is empty."


async def test_a_wrong_todo_is_an_error(bench: Workbench) -> None:
    with pytest.raises(ToolError, match="no todo list"):
        await bench.call(WRITE, todos=[])
    with pytest.raises(ValidationError):
        await bench.call(WRITE, todos=[{"content": "x", "status": "maybe"}])
    with pytest.raises(ValidationError):
        await bench.call(WRITE, todos="x")


async def test_a_person_answers(bench: Workbench) -> None:
    person = Person([["Red"], ["a", "my own"]])
    bench.services.questions = person
    result = await bench.call(
        ASK,
        questions=[
            {"question": "Which?", "header": "Colour", "options": [{"label": "Red"}, "Blue"]},
            {"question": "What?", "options": ["a", "b"], "multiSelect": True},
            {"question": "Why?"},
        ],
    )
    assert result.output == "Which?\n→ Red\n\nWhat?\n→ a, my own\n\nWhy?\n→ (no answer)"
    assert person.asked[1]["multiple"] is True
    assert person.asked[0]["options"][1] == {"label": "Blue", "description": ""}
    single = await bench.call(ASK, question="Sure?", options=["yes", "no"])
    assert single.output == "Sure?\n→ Red"


async def test_questions_that_cannot_be_asked(bench: Workbench) -> None:
    with pytest.raises(ToolError, match="Nobody can be asked"):
        await bench.call(ASK, questions=[{"question": "x"}])
    for wrong in (
        [],
        [{"question": ""}],
        [{"question": "x", "options": ["a", "a"]}],
        [{"question": "x", "custom": False}],
    ):
        with pytest.raises(ValidationError):
            await bench.call(ASK, questions=wrong)
