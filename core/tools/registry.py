"""Which tools there are, and which of them an agent gets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core.agents.definition import AgentDefinition
from core.tools.apply_patch import ApplyPatchTool
from core.tools.base import Tool
from core.tools.bash import BashTool
from core.tools.edit import EditTool
from core.tools.glob import GlobTool
from core.tools.grep import GrepTool
from core.tools.list import ListTool
from core.tools.question import QuestionTool
from core.tools.read import ReadTool
from core.tools.services import Services
from core.tools.skill import SkillTool
from core.tools.task import TaskTool
from core.tools.task_control import SendMessage, TaskOutput, TaskStop
from core.tools.team_tasks import TeamTasksTool
from core.tools.todo import TodoReadTool, TodoWriteTool
from core.tools.webfetch import WebFetchTool
from core.tools.websearch import WebSearchTool
from core.tools.write import WriteTool

OTHER_NAMES = {
    "multiedit": "edit",
    "strreplace": "edit",
    "applypatch": "apply_patch",
    "ls": "list",
    "shell": "bash",
    "agent": "task",
    "askuserquestion": "question",
    "bashoutput": "task_output",
    "taskoutput": "task_output",
    "killshell": "task_stop",
    "killbash": "task_stop",
    "taskstop": "task_stop",
    "sendmessage": "send_message",
    "patch": "apply_patch",
}
"""Tool names of other programs, in lower case, that differ from ours by more than case."""

NEEDS = {
    "todowrite": "todos",
    "todoread": "todos",
    "question": "questions",
    "skill": "skills",
    "task": "tasks",
    "send_message": "tasks",
    "task_output": "tasks",
    "task_stop": "tasks",
    "team_tasks": "teams",
}
"""Tools that only work with a part of the engine behind them."""


def all_tools() -> dict[str, Tool[Any]]:
    """A fresh set of every tool of this package, by name."""
    tools: list[Tool[Any]] = [
        ReadTool(),
        WriteTool(),
        EditTool(),
        ApplyPatchTool(),
        BashTool(),
        GrepTool(),
        GlobTool(),
        ListTool(),
        WebFetchTool(),
        WebSearchTool(),
        TodoWriteTool(),
        TodoReadTool(),
        QuestionTool(),
        SkillTool(),
        TaskTool(),
        SendMessage(),
        TaskOutput(),
        TaskStop(),
        TeamTasksTool(),
    ]
    return {tool.name: tool for tool in tools}


def our_name(name: str) -> str:
    """A tool's name as we write it: ``Read`` and ``Bash(git *)`` are ``read`` and ``bash``."""
    bare = name.partition("(")[0].strip()
    lower = bare.lower()
    if lower in OTHER_NAMES:
        return OTHER_NAMES[lower]
    return lower if "_" not in bare or lower in NEEDS or lower == "apply_patch" else bare


def pool_for(
    agent: AgentDefinition, tools: Mapping[str, Tool[Any]], services: Services | None = None
) -> list[Tool[Any]]:
    """The tools an agent is offered, in a fixed order: its allow-list less what it disallows.

    ``tools`` may hold tools of MCP servers as well; a name ending in ``*`` stands for all that
    begin so. Without ``services`` nothing is left out for want of the engine's parts.
    """
    allowed = None if agent.tools is None or "*" in agent.tools else _names(agent.tools)
    disallowed = _names(agent.disallowed_tools)
    chosen = []
    for name, tool in tools.items():
        if allowed is not None and not _covers(allowed, name):
            continue
        if _covers(disallowed, name):
            continue
        need = NEEDS.get(name)
        if services is not None and need and getattr(services, need) is None:
            continue
        chosen.append(tool)
    return chosen


def _names(names: Iterable[str]) -> set[str]:
    return {our_name(name) for name in names}


def _covers(names: set[str], name: str) -> bool:
    if name in names or "*" in names:
        return True
    return any(entry.endswith("*") and name.startswith(entry[:-1]) for entry in names)
