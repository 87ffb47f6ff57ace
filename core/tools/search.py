"""Looking through a folder with ripgrep; what rules forbid to read is never shown.

Nothing in here knows about tool calls: the rules come as an argument.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from core.environment import find_program
from core.errors import ToolError
from core.outputs import Capture
from core.permissions.models import Rule
from core.process import Outcome, start

DEFAULT_RULES = (
    Rule("read", "*.env", "deny"),
    Rule("read", "*.env.*", "deny"),
    Rule("read", "*.env.example", "allow"),
)
MAX_FILES = 50_000
TIMEOUT = 60.0


def ripgrep() -> str:
    """The ``rg`` program: the person's own, or the one that is installed beside Python."""
    found = find_program("rg")
    if found:
        return found
    name = "rg.exe" if os.name == "nt" else "rg"
    folders = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent)]
    folders.append(str(getattr(sys, "_MEIPASS", folders[0])))
    for folder in folders:
        if os.access(os.path.join(folder, name), os.X_OK):
            return os.path.join(folder, name)
    raise ToolError("ripgrep is not installed.", "Install ripgrep so that rg is on the PATH.")


class Hidden:
    """Decides by the read rules which files a search must not show; the last match wins.

    A rule that wants to be asked about certain files hides them too, because a search cannot ask
    for each; one that asks about all files (``*``) does not. ``count`` tells how many were met.
    """

    def __init__(self, rules: Sequence[Rule], prefix: str = "") -> None:
        self._rules = [
            (_whole(rule.pattern), rule.action == "deny" or _is_narrow(rule))
            for rule in (rules or DEFAULT_RULES)
        ]
        self._prefix = f"{prefix.rstrip('/')}/" if prefix else ""
        self.count = 0

    def __call__(self, path: str) -> bool:
        """Whether the file (relative to the searched folder) must not be shown."""
        full = self._prefix + path
        hidden = False
        for pattern, hides in self._rules:
            if pattern.match(full):
                hidden = hides
        self.count += hidden
        return hidden


def _is_narrow(rule: Rule) -> bool:
    return rule.action == "ask" and rule.pattern.strip("*") != ""


def _whole(pattern: str) -> re.Pattern[str]:
    parts = (".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return re.compile("".join(parts) + r"\Z", re.DOTALL)


@lru_cache(maxsize=256)
def glob_pattern(pattern: str) -> re.Pattern[str]:
    """A glob as an expression for paths with forward slashes.

    ``**`` crosses folders, ``*`` and ``?`` do not; ``[…]`` and ``{a,b}`` work; a pattern without a
    slash matches names in any folder.
    """
    pattern = pattern.removeprefix("./")
    anywhere = "/" not in pattern
    pattern = pattern.removeprefix("/")
    out, index, depth = "", 0, 0
    while index < len(pattern):
        character = pattern[index]
        if pattern.startswith("**/", index):
            out += "(?:.*/)?"
            index += 3
            continue
        if pattern.startswith("**", index):
            out += ".*"
            index += 2
            continue
        end = pattern.find("]", index + 2) if character == "[" else -1
        if end > 0:
            inner = pattern[index + 1 : end].replace("\\", "\\\\")
            out += f"[{'^' + inner[1:] if inner[0] in '!^' else inner}]"
            index = end + 1
            continue
        if character == "{" and "}" in pattern[index:]:
            out += "(?:"
            depth += 1
        elif character == "}" and depth:
            out += ")"
            depth -= 1
        elif character == "," and depth:
            out += "|"
        else:
            out += {"*": "[^/]*", "?": "[^/]"}.get(character, re.escape(character))
        index += 1
    try:
        return re.compile(("(?:.*/)?" if anywhere else "") + out + r"\Z", re.DOTALL)
    except re.error as error:
        raise ToolError(f"The pattern {pattern} is not a valid glob: {error}.") from error


async def ripgrep_records(
    arguments: Sequence[str], folder: Path, separator: str, take: Callable[[str], bool]
) -> Outcome:
    """Run ripgrep and hand each record to ``take`` until it returns False (enough)."""
    rest = ""
    enough = False

    def on_output(text: str) -> None:
        nonlocal rest, enough
        if enough:
            return
        *records, rest = (rest + text).split(separator)
        for record in records:
            if not take(record):
                enough = True
                process.terminate(0)
                return

    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    process = await start(
        [ripgrep(), "--no-config", "--color=never", "--no-require-git", *arguments],
        cwd=folder,
        environment=environment,
        on_output=on_output,
        separate_errors=True,
        output=Capture(0),
    )
    outcome = await process.wait(TIMEOUT)
    if rest and not enough:
        take(rest)
    if outcome.timed_out:
        raise ToolError("The search took too long.", "Search a smaller folder.")
    return outcome


async def files_below(
    folder: Path, *, hidden: bool = False, ignored: bool = False, limit: int = MAX_FILES
) -> tuple[list[str], bool]:
    """Files below a folder as ignore files leave them, and whether there were more."""
    found: list[str] = []

    def take(record: str) -> bool:
        if len(found) >= limit:
            return False
        found.append(record.removeprefix("./").replace(os.sep, "/"))
        return True

    arguments = ["--files", "--null", "--glob=!.git"]
    arguments += ["--hidden"] * hidden + ["--no-ignore"] * ignored
    outcome = await ripgrep_records(arguments, folder, "\0", take)
    return found, len(found) >= limit and outcome.exit_code < 0
