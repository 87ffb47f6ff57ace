"""The todo list of a session."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.permissions.models import Ask
from core.tools.base import Parameters, Tool, ToolContext, ToolResult
from core.tools.describe import describe
from core.tools.services import Todos

_MARKS = {"pending": "[ ]", "in_progress": "[>]", "completed": "[x]", "cancelled": "[-]"}


class TodoItem(BaseModel):
    """One entry; what other programs add to theirs is ignored."""

    model_config = ConfigDict(extra="ignore")

    content: str = Field(min_length=1, description="What is to be done.")
    status: Literal["pending", "in_progress", "completed", "cancelled"] = "pending"
    priority: Literal["high", "medium", "low"] = "medium"


class TodoWriteArguments(Parameters):
    todos: list[TodoItem] = Field(description="The whole list as it is now.", max_length=200)


class TodoReadArguments(Parameters):
    pass


def _service(context: ToolContext) -> Todos:
    if context.services.todos is None:
        raise ToolError("There is no todo list here.")
    return context.services.todos


def _result(items: list[dict[str, str]]) -> ToolResult:
    open_items = sum(item.get("status") in ("pending", "in_progress") for item in items)
    lines = [f"{_MARKS.get(item['status'], '[ ]')} {item['content']}" for item in items]
    return ToolResult(
        "\n".join(lines) or "The list is empty.",
        title=f"{open_items} of {len(items)} open",
        metadata={"todos": items},
    )


class TodoWriteTool(Tool[TodoWriteArguments]):
    name = "todowrite"
    parameters = TodoWriteArguments

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("todowrite")

    async def asks(self, args: TodoWriteArguments, context: ToolContext) -> list[Ask]:
        return [Ask("todowrite", ("*",), ("*",), "Change the todo list")]

    async def run(self, args: TodoWriteArguments, context: ToolContext) -> ToolResult:
        items = [item.model_dump() for item in args.todos]
        await _service(context).write(context.session.id, items)
        return _result(items)


class TodoReadTool(Tool[TodoReadArguments]):
    name = "todoread"
    parameters = TodoReadArguments
    read_only = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("todoread")

    async def asks(self, args: TodoReadArguments, context: ToolContext) -> list[Ask]:
        return [Ask("todoread", ("*",), ("*",), "Look at the todo list")]

    async def run(self, args: TodoReadArguments, context: ToolContext) -> ToolResult:
        return _result(await _service(context).read(context.session.id))
