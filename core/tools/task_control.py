"""Talking to tasks that run: send_message, task_output and task_stop."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.permissions.models import Ask
from core.tools.base import Parameters, Tool, ToolContext, ToolResult
from core.tools.describe import describe
from core.tools.services import Tasks


class SendMessageParameters(Parameters):
    to: str = Field(
        description="A task's id or name; * for the whole team; session:ID for another."
    )
    message: str | dict[str, Any] = Field(description="The text, or a structured answer to a plan.")
    summary: str = Field("", description="What it is about, in a few words.")


class TaskOutputParameters(Parameters):
    task_id: str = Field(description="The task to look at.")
    block: bool = Field(True, description="Wait until it has ended or the time is up.")
    timeout: float = Field(30.0, ge=0, le=600, description="Seconds to wait at most.")


class TaskStopParameters(Parameters):
    task_id: str = Field("", description="The task to stop.")
    shell_id: str = Field("", description="Another name for task_id.")

    @model_validator(mode="after")
    def _one_of_them(self) -> TaskStopParameters:
        if not (self.task_id or self.shell_id):
            raise ValueError("task_id is missing")
        return self


class SendMessage(Tool[SendMessageParameters]):
    name = "send_message"
    parameters = SendMessageParameters
    polling = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("send_message")

    async def asks(self, args: SendMessageParameters, context: ToolContext) -> list[Ask]:
        if not args.to.startswith("session:"):
            return []
        return [
            Ask(
                "send_message",
                (args.to,),
                title=f"Send a message to another session: {args.summary}",
                details={"text": str(args.message)},
                forced="A message to another session always asks.",
            )
        ]

    async def run(self, args: SendMessageParameters, context: ToolContext) -> ToolResult:
        text = await tasks_of(context).send(context, args.to, args.message, args.summary)
        return ToolResult(text, title=f"{args.to}: {args.summary}")


class TaskOutput(Tool[TaskOutputParameters]):
    name = "task_output"
    parameters = TaskOutputParameters
    read_only = True
    polling = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("task_output")

    async def asks(self, args: TaskOutputParameters, context: ToolContext) -> list[Ask]:
        return []

    async def run(self, args: TaskOutputParameters, context: ToolContext) -> ToolResult:
        return await tasks_of(context).output(context, args.task_id, args.block, args.timeout)


class TaskStop(Tool[TaskStopParameters]):
    name = "task_stop"
    parameters = TaskStopParameters
    polling = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("task_stop")

    async def asks(self, args: TaskStopParameters, context: ToolContext) -> list[Ask]:
        return []

    async def run(self, args: TaskStopParameters, context: ToolContext) -> ToolResult:
        return ToolResult(await tasks_of(context).stop(context, args.task_id or args.shell_id))


def tasks_of(context: ToolContext) -> Tasks:
    if context.services.tasks is None:
        raise ToolError("Tasks are not available here.")
    return context.services.tasks
