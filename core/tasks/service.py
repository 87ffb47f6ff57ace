"""The task tools' door into the engine."""

from __future__ import annotations

from typing import Any

from core.loop.runner import Runners
from core.tasks.launch import Launch, Launcher
from core.tasks.messages import Messenger
from core.tasks.teams import Teams
from core.tools.base import ToolContext, ToolResult


class TaskService:
    """What ``task``, ``send_message``, ``task_output`` and ``task_stop`` call."""

    def __init__(
        self, launcher: Launcher, messenger: Messenger, teams: Teams, runners: Runners
    ) -> None:
        self.launcher = launcher
        self.messenger = messenger
        self.teams = teams
        self.runners = runners

    def asked_by_person(self, context: ToolContext, agent: str) -> bool:
        run = self.runners.of(context.session.id).run
        return run is not None and agent in run.mentioned_agents

    async def launch(self, context: ToolContext, arguments: dict[str, Any]) -> ToolResult:
        return await self.launcher.launch(context, Launch(**arguments, by_person=context.by_person))

    async def send(self, context: ToolContext, to: str, message: Any, summary: str) -> str:
        return await self.teams.send(context.session, to, message, summary)

    async def output(
        self, context: ToolContext, task_id: str, block: bool, timeout: float
    ) -> ToolResult:
        return await self.messenger.output(context.session, task_id, block=block, timeout=timeout)

    async def stop(self, context: ToolContext, task_id: str) -> str:
        return await self.messenger.stop(context.session, task_id)
