"""The commands that come with Spinney."""

from __future__ import annotations

from functools import cache

from core.commands.definition import CommandDefinition
from core.paths import RESOURCES

REPLACEABLE = ("init", "review")
"""Built-in commands that a file of the same name may replace; the others steer the program itself."""


@cache
def builtin_commands() -> tuple[CommandDefinition, ...]:
    init = (RESOURCES / "prompts" / "commands" / "init.md").read_text(encoding="utf-8").strip()
    return (
        CommandDefinition(
            "init",
            "Look at the project and write or improve its AGENTS.md",
            template=init,
            argument_hint="[what to pay attention to]",
        ),
        CommandDefinition(
            "review",
            "Review uncommitted changes, a branch, a commit, or what you describe",
            kind="review",
            agent="review",
            argument_hint="[branch, commit or description]",
        ),
        CommandDefinition(
            "compact",
            "Replace the conversation so far by a summary",
            kind="compact",
            argument_hint="[what to keep in view]",
        ),
        CommandDefinition(
            "side",
            "Ask something about this conversation without leaving a trace in it",
            kind="side",
            argument_hint="question",
        ),
        CommandDefinition(
            "fork",
            "Let a copy of this conversation work on something in the background",
            kind="fork",
            argument_hint="what to do",
        ),
        CommandDefinition("agents", "Show the agents and edit them", kind="agents"),
        CommandDefinition(
            "model",
            "Choose the model of this session",
            kind="model",
            argument_hint="[provider/model]",
        ),
        CommandDefinition("clear", "Start a new, empty session in this project", kind="clear"),
    )
