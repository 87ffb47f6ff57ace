"""The command ``spinney``: opens the desktop, or runs one of the headless commands.

Nothing heavy is imported here: each command brings what it needs, and the desktop paints first.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

COMMANDS = {
    "exec": "core.cli.exec",
    "review": "core.cli.review",
    "back": "core.cli.back",
    "sessions": "core.cli.sessions",
    "doctor": "core.cli.doctor",
    "permission": "core.cli.permission",
    "approvals": "core.cli.approvals",
    "trust": "core.cli.trust",
    "worktree": "core.cli.worktree",
    "tasks": "core.cli.tasks",
    "agents": "core.cli.agents",
    "commands": "core.cli.definitions:commands",
    "skills": "core.cli.definitions:skills",
    "hooks": "core.cli.extensions:hooks",
    "mcp": "core.cli.extensions:mcp",
    "schedules": "core.cli.extensions:schedules",
}

HELP = """usage: spinney [FOLDER]            open the desktop
       spinney exec PROMPT         run an agent here, without a window
       spinney review [TEXT]       review uncommitted changes, a branch or a commit
       spinney back                go back to a prompt: files, conversation or both
       spinney sessions            list, show, export and import sessions
       spinney tasks               list background work
       spinney agents              list, show or generate agents
       spinney commands, skills    list them, with where each comes from
       spinney hooks, mcp          list what is plugged in here, and agree to it
       spinney schedules           list schedules, or stay open for them
       spinney worktree            review, merge, discard and restore worktrees
       spinney trust [FOLDER]      let a project's own settings act
       spinney approvals           list or revoke what was allowed for good
       spinney permission test     see how rules judge commands
       spinney doctor              say what works on this machine

spinney COMMAND --help tells more about each."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``spinney``; the return value is the exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    first = arguments[0] if arguments else ""
    if first in COMMANDS:
        module, _, function = COMMANDS[first].partition(":")
        command = getattr(importlib.import_module(module), function or "main")
        return int(command(arguments[1:]))
    if first in ("-h", "--help", "help"):
        print(HELP)
        return 0
    if first in ("-V", "--version", "version"):
        from core import __version__

        print(f"spinney {__version__}")
        return 0
    if first.startswith("-") or len(arguments) > 1:
        print(f"spinney: {' '.join(arguments)} is not understood.\n\n{HELP}", file=sys.stderr)
        return 2
    desktop = importlib.import_module("desktop.app")
    return int(desktop.main(first or None))


if __name__ == "__main__":
    sys.exit(main())
