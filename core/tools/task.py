"""The task tool: hand a piece of work to a subagent."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.permissions.models import Ask
from core.tools.base import Parameters, Tool, ToolContext, ToolResult, plain_schema
from core.tools.describe import describe


class TaskParameters(Parameters):
    description: str = Field(description="What the task is about, in 3 to 5 words.")
    prompt: str = Field(description="The whole task, with everything the agent needs to know.")
    subagent_type: str | None = Field(None, description="The agent to use; general if left out.")
    session_id: str | None = Field(None, description="Resume this earlier task's session.")
    command: str | None = Field(None, description="The command that asked for this task.")
    model: str | None = Field(None, description="A model as provider/model, for this task only.")
    run_in_background: bool = Field(
        False, description="Return at once; a notification tells when it has ended."
    )
    name: str | None = Field(None, description="A name by which send_message can reach it.")
    team_name: str | None = Field(None, description="The team that a named agent joins.")
    mode: str | None = Field(None, description="For teammates: plan makes it present a plan first.")
    isolation: Literal["none", "worktree"] | None = Field(
        None, description="worktree: work in a git worktree of its own."
    )
    cwd: str | None = Field(None, description="A folder of the project to work in.")


class TaskTool(Tool[TaskParameters]):
    name = "task"
    parameters = TaskParameters
    parallel = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        text = describe("task")
        if settings.fork:
            return f"{text}\n\n{describe('task_fork')}"
        return f"{text}\n{describe('task_background')}" if settings.background_tasks else text

    def schema(self, agent: AgentDefinition, settings: Settings) -> dict[str, Any]:
        schema = plain_schema(TaskParameters)
        if not settings.background_tasks or settings.fork:
            schema["properties"].pop("run_in_background")
        return schema

    async def asks(self, args: TaskParameters, context: ToolContext) -> list[Ask]:
        agent = args.subagent_type or self._unnamed(args, context.settings)
        tasks = context.services.tasks
        if context.by_person or (tasks is not None and tasks.asked_by_person(context, agent)):
            # Skipped where the person asked for it, but never over a deny.
            return [Ask("task", (agent,), details={"by_person": True})]
        return [
            Ask("task", (agent,), (agent,), title=f"Start the agent {agent}: {args.description}")
        ]

    @staticmethod
    def _unnamed(args: TaskParameters, settings: Settings) -> str:
        """Who does a task that names nobody."""
        return "fork" if settings.fork and not args.session_id else "general"

    async def run(self, args: TaskParameters, context: ToolContext) -> ToolResult:
        if context.services.tasks is None:
            raise ToolError("Tasks are not available here.")
        return await context.services.tasks.launch(context, args.model_dump())
