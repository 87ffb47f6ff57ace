"""The list of work that a team shares."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.permissions.models import Ask
from core.tools.base import Parameters, Tool, ToolContext, ToolResult
from core.tools.describe import describe


class TeamTasksParameters(Parameters):
    action: Literal["list", "add", "claim", "done", "release"] = Field(
        description="What to do with the list."
    )
    titles: list[str] = Field(default_factory=list, description="For add: what is to be done.")
    id: int | None = Field(None, description="The task; for claim the next open one if left out.")
    note: str = Field("", description="For done: what came of it, in a line.")


class TeamTasksTool(Tool[TeamTasksParameters]):
    name = "team_tasks"
    parameters = TeamTasksParameters
    polling = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("team_tasks")

    async def asks(self, args: TeamTasksParameters, context: ToolContext) -> list[Ask]:
        return []

    async def run(self, args: TeamTasksParameters, context: ToolContext) -> ToolResult:
        teams, session = context.services.teams, context.session
        if teams is None:
            raise ToolError("Teams are not available here.")
        match args.action:
            case "add":
                await teams.add(session, args.titles)
                title = f"add {len(args.titles)}"
            case "claim":
                task = await teams.claim(session, args.id)
                return ToolResult(f"You have {task.line()}", title=f"claim {task.title}")
            case "done":
                task = await teams.done(session, args.id, args.note)
                title = f"done: {task.title}"
            case "release":
                task = await teams.release(session, args.id)
                title = f"release {task.title}"
            case _:
                title = "list"
        team = await teams.required(session)
        tasks = await teams.tasks(team)
        members = [f"- {member.name} ({member.agent}, {member.state})" for member in team.members]
        lines = [task.line() for task in tasks] or ["The list is empty."]
        text = "\n".join([*lines, "", f"Team {team.name}, led by lead:", *members])
        return ToolResult(
            text, title=title, metadata={"tasks": [task.model_dump(mode="json") for task in tasks]}
        )
