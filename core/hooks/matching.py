"""Which hooks an event concerns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from core.agents.mapping import tool_name
from core.hooks.definition import Hook
from core.permissions.patterns import matches

_REGULAR = re.compile(r"[\\^$+()\[\]{}]|\.[*+?]")
_SUBJECTS = ("command", "path", "file_path", "url", "pattern", "subagent_type", "name")


def concerns(hook: Hook, subject: str, arguments: Mapping[str, Any] | None = None) -> bool:
    """Whether the hook is about this tool (or agent, or trigger) and these arguments.

    A matcher is a list of names divided by ``|`` or a comma, with ``*`` and ``?``; other programs'
    tool names count as ours. One written as a regular expression must match the whole name.
    """
    if hook.matcher and not _names(hook.matcher, subject):
        return False
    if not hook.pattern:
        return True
    if arguments is None:
        return matches(hook.pattern, subject)
    values = (arguments.get(name) for name in _SUBJECTS)
    return any(isinstance(value, str) and matches(hook.pattern, value) for value in values)


@lru_cache(maxsize=1024)
def _names(matcher: str, subject: str) -> bool:
    if _REGULAR.search(matcher) is not None:
        return _expression(matcher, subject)
    for name in re.split(r"[|,]", matcher):
        wanted = name.strip()
        if matches(wanted, subject) or matches(tool_name(wanted) or wanted, subject):
            return True
    return False


def _expression(matcher: str, subject: str) -> bool:
    try:
        expression = re.compile(matcher)
    except re.error:
        return False
    return any(expression.fullmatch(name) is not None for name in spellings(subject))


@lru_cache(maxsize=1024)
def spellings(tool: str) -> tuple[str, ...]:
    """A tool's name here, and as other programs write it in their matchers."""
    theirs = _THEIRS.get(tool)
    if theirs is not None:
        return (tool, theirs)
    server, _, name = tool.partition("_")
    return (tool, f"mcp__{server}__{name}") if name else (tool,)


_THEIRS = {
    "read": "Read",
    "write": "Write",
    "edit": "Edit",
    "apply_patch": "apply_patch",
    "bash": "Bash",
    "glob": "Glob",
    "grep": "Grep",
    "list": "LS",
    "webfetch": "WebFetch",
    "websearch": "WebSearch",
    "task": "Task",
    "todowrite": "TodoWrite",
    "question": "AskUserQuestion",
    "skill": "Skill",
}


def their_name(tool: str) -> str:
    """The name that hooks written for other programs look for."""
    return spellings(tool)[-1]
