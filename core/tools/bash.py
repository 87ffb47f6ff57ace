"""Run a shell command."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from pydantic import Field, field_validator

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.environment import find_program
from core.errors import PermissionRefused, ToolError
from core.files import inside
from core.outputs import MAX_CHARACTERS, MAX_LINES, Capture, output_file
from core.permissions.models import Ask
from core.permissions.shell import asks_for_command
from core.process import Launcher, Outcome, child_environment, run
from core.redact import HidingStream
from core.sandbox.service import Blocked
from core.tools.arguments import Arguments
from core.tools.base import Tool, ToolContext, ToolResult
from core.tools.describe import describe
from core.worktrees.isolation import borders_of, refuse_command

SHOWN_CHARACTERS = MAX_CHARACTERS - 2000
SHOWN_LINES = MAX_LINES - 50
"""What is left of the limits when the notes after the output have their room."""

_TELL = 'printf "\\036%s%s\\036" \'"$2"\' "$(pwd -P 2>/dev/null)"'
_SCRIPT = f"""__spinney_line=$1; trap '{_TELL}' EXIT; set --; eval "$__spinney_line\""""
_BASH_SCRIPT = (
    f"""__spinney_line=$1; exec 63>&1; trap '{_TELL} >&63' EXIT; set --; eval "$__spinney_line\""""
)
"""Runs the line and, whatever ends it, tells which folder it ended in; bash can do so
even when the line has sent its output elsewhere."""


class BashArguments(Arguments):
    also: ClassVar[dict[str, str]] = {"cmd": "command"}

    command: str = Field(description="The command line.", min_length=1)
    description: str = Field("", description="What it does, in five to ten words.")
    timeout: float | None = Field(None, gt=0, description="Seconds after which it is ended.")
    run_in_background: bool = Field(False, description="Return at once; you are told when it ends.")
    network: bool = Field(False, description="The command needs the network.")
    unsandboxed: bool = Field(False, description="The command cannot work inside the sandbox.")

    @field_validator("timeout")
    @classmethod
    def _seconds(cls, value: float | None) -> float | None:
        # Other programs count in milliseconds; nobody waits a thousand seconds.
        return value / 1000 if value is not None and value >= 1000 else value


@dataclass(frozen=True, slots=True)
class Prepared:
    """A command line ready for ``core.process.start``; ``marker`` ends its output."""

    command: list[str]
    cwd: Path
    environment: dict[str, str]
    launcher: Launcher | None
    marker: str


@dataclass(frozen=True, slots=True)
class Executed:
    """One run of a command; ``folder`` is where it ended."""

    outcome: Outcome
    capture: Capture
    limit: float
    folder: str | None
    sandboxed: bool
    blocked: Blocked | None


@dataclass(frozen=True, slots=True)
class Again:
    """The person lets a command run once more with this permission."""

    permission: str
    why: str


class BashTool(Tool[BashArguments]):
    name = "bash"
    parameters = BashArguments

    def __init__(self) -> None:
        self._folders: dict[str, Path] = {}

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe(
            "bash",
            timeout=f"{settings.shell.timeout:g}",
            maximum=f"{settings.shell.max_timeout:g}",
        )

    def schema(self, agent: AgentDefinition, settings: Settings) -> dict[str, Any]:
        schema = super().schema(agent, settings)
        if not settings.background_tasks:
            schema["properties"].pop("run_in_background", None)
        return schema

    async def asks(self, args: BashArguments, context: ToolContext) -> list[Ask]:
        cwd, _ = self.folder(context)
        if context.session.worktree:
            borders = borders_of(context.session.worktree, context.paths.worktrees, context.project)
            if sentence := refuse_command(borders, args.command, cwd):
                raise ToolError(sentence)
        asks = asks_for_command(
            args.command,
            cwd,
            context.project,
            own_folders=context.paths.own_folders(),
            agent=context.agent.name,
            memory=context.memory.resolve() if context.memory else None,
            also_inside=(context.directory,),
        )
        for permission, wanted in (
            ("network", args.network),
            ("unsandboxed", args.unsandboxed),
        ):
            if wanted:
                details = {"command": args.command}
                title = (
                    f"Run with network: {args.command}"
                    if permission == "network"
                    else f"Run outside the sandbox: {args.command}"
                )
                asks.append(Ask(permission, (args.command,), (args.command,), title, details))
        return asks

    def folder(self, context: ToolContext) -> tuple[Path, str]:
        """Where the session's next command runs, and a note if that is not where it left off."""
        kept = self._folders.get(context.session.id)
        if kept is None:
            return context.directory, ""
        if not kept.is_dir():
            self._folders.pop(context.session.id, None)
            return context.directory, f"{kept} is gone; this ran in {context.directory}."
        return kept, ""

    def prepare(self, args: BashArguments, context: ToolContext, cwd: Path) -> Prepared:
        """Everything needed to start the command, for a background run as well."""
        bash = find_program("bash")
        shell = bash or find_program("sh")
        if shell is None:
            raise ToolError("There is no shell on this machine.", "Install bash.")
        marker = secrets.token_hex(8)
        launcher = None
        if context.services.sandbox is not None:
            launcher = context.services.sandbox.launcher(
                context,
                network="network" in context.granted,
                unsandboxed="unsandboxed" in context.granted,
            )
        return Prepared(
            [shell, "-c", _BASH_SCRIPT if bash else _SCRIPT, shell, args.command, marker],
            cwd,
            child_environment(context.settings, os.environ),
            launcher,
            marker,
        )

    async def run(self, args: BashArguments, context: ToolContext) -> ToolResult:
        if args.run_in_background:
            if context.services.shells is None or not context.settings.background_tasks:
                raise ToolError("Commands cannot run in the background here.")
            ready = self.prepare(args, context, self.folder(context)[0])
            return await context.services.shells.start(
                context, ready, args.command, args.description
            )
        cwd, note = self.folder(context)
        first = await self._execute(args, context, cwd)
        notes = [note] if note else []
        again = await self._again_outside(args, context, first)
        if again is not None:
            notes.append(again.why)
            context.granted |= {again.permission}
            context.progress(output=f"\n[{again.why}]\n")
            first = await self._execute(args, context, cwd)
        notes += self._move(context, cwd, first.folder)
        return _result(args, context, first, notes)

    async def _execute(self, args: BashArguments, context: ToolContext, cwd: Path) -> Executed:
        ready = self.prepare(args, context, cwd)
        limit = min(
            args.timeout or context.settings.shell.timeout, context.settings.shell.max_timeout
        )
        file = output_file(context.paths.outputs, context.session.root_id, context.call_id)
        capture = Capture(SHOWN_CHARACTERS, file)
        shown = _Shown(context.progress)

        def pass_on(text: str) -> None:
            capture.add(text)
            shown.add(text)

        hiding = HidingStream(context.services.redactor, pass_on)
        ending = EndMarker(ready.marker, hiding.add)
        outcome = await run(
            ready.command,
            cwd=cwd,
            environment=ready.environment,
            timeout=limit,
            on_output=ending.add,
            output=Capture(0),
            launcher=ready.launcher,
        )
        ending.finish()
        hiding.finish()
        capture.finish()
        blocked = None
        failed = outcome.exit_code and not outcome.timed_out
        if failed and ready.launcher is not None and context.services.sandbox is not None:
            blocked = context.services.sandbox.blocked(
                capture.shown(SHOWN_LINES),
                outcome.exit_code,
                network="network" in context.granted,
            )
        return Executed(outcome, capture, limit, ending.folder, ready.launcher is not None, blocked)

    async def _again_outside(
        self, args: BashArguments, context: ToolContext, first: Executed
    ) -> Again | None:
        """Ask whether a command that the sandbox seems to have stopped may run a second time with
        what it lacked. It never does so by itself."""
        if first.blocked is None or context.ask is None:
            return None
        permission = first.blocked.permission
        title = (
            f"Run a second time, with network: {args.command}"
            if permission == "network"
            else f"Run a second time, outside the sandbox: {args.command}"
        )
        details = {"command": args.command, "why": first.blocked.sentence}
        try:
            await context.ask([Ask(permission, (args.command,), (args.command,), title, details)])
        except PermissionRefused as refusal:
            if refusal.stop:
                raise
            return None
        where = "with network" if permission == "network" else "outside the sandbox"
        return Again(permission, f"{first.blocked.sentence} It ran a second time {where}.")

    def _move(self, context: ToolContext, cwd: Path, folder: str | None) -> list[str]:
        """Keep the folder the command ended in, if it is one of ours."""
        if folder is None:
            return []
        now = Path(os.path.realpath(folder))  # a command can report any name
        known = [context.directory.resolve()]
        if not context.session.worktree:
            known.append(context.project.resolve())
        if any(inside(now, root) for root in known):
            self._folders[context.session.id] = now
            return []
        self._folders.pop(context.session.id, None)
        return [f"The working folder is {context.directory} again; {now} is outside the project."]


class EndMarker:
    """Passes output on and takes the folder that ``_SCRIPT`` reports out of it."""

    def __init__(self, marker: str, pass_on: Callable[[str], None]) -> None:
        self._start = f"\x1e{marker}"
        self._pass_on = pass_on
        self._held = ""
        self.folder: str | None = None

    def add(self, text: str) -> None:
        text = self._held + text
        self._held = ""
        at = text.find("\x1e")
        while at >= 0:
            rest = text[at:]
            if rest.startswith(self._start):
                end = rest.find("\x1e", 1)
                if end < 0:
                    break
                self.folder = rest[len(self._start) : end]
                text = text[:at] + rest[end + 1 :]
                at = text.find("\x1e", at)
            elif self._start.startswith(rest):
                break
            else:
                at = text.find("\x1e", at + 1)
        if at >= 0:
            text, self._held = text[:at], text[at:]
        if text:
            self._pass_on(text)

    def finish(self) -> None:
        held, self._held = self._held, ""
        if held and not held.startswith(self._start):
            self._pass_on(held)


class _Shown:
    """Lets the person see output as it comes, up to what the model will get."""

    def __init__(self, progress: Callable[..., None]) -> None:
        self._progress = progress
        self._room = SHOWN_CHARACTERS

    def add(self, text: str) -> None:
        if self._room <= 0:
            return
        self._progress(output=text[: self._room])
        self._room -= len(text)
        if self._room <= 0:
            self._progress(output="\n… more output follows; its end is shown when it is done.\n")


def _result(
    args: BashArguments,
    context: ToolContext,
    done: Executed,
    notes: list[str],
) -> ToolResult:
    outcome, capture, limit = done.outcome, done.capture, done.limit
    if capture.lines >= SHOWN_LINES:
        capture.keep_whole()
    output = capture.shown(SHOWN_LINES).rstrip("\n")
    notes += outcome.notes
    if outcome.timed_out:
        notes.append(
            f"Ended after {limit:g} seconds, its time limit; give a longer timeout or use "
            "run_in_background."
        )
    elif outcome.exit_code < 0:
        notes.append(f"Ended by {outcome.signal_name}.")
    elif outcome.exit_code:
        notes.append(f"Exit code {outcome.exit_code}.")
    # A sandbox ends what it holds by itself; what is left for a moment then is its own process.
    if outcome.left_behind and not outcome.timed_out and not done.sandboxed:
        notes.append(
            "Processes it left running were ended with it; use run_in_background for those."
        )
    metadata: dict[str, Any] = {
        "command": args.command,
        "exit_code": outcome.exit_code,
        "timed_out": outcome.timed_out,
        "seconds": round(outcome.seconds, 3),
    }
    if capture.spooled:
        metadata["output_file"] = str(capture.file)
    metadata["sandboxed"] = done.sandboxed
    metadata["network"] = "network" in context.granted or not done.sandboxed
    if done.blocked is not None:
        metadata["sandbox_blocked"] = done.blocked.sentence
        flag = done.blocked.permission
        notes.append(f"{done.blocked.sentence} Call it again with {flag}: true if it must.")
    if notes:
        output = (output + "\n\n" if output else "") + "\n".join(f"[{note}]" for note in notes)
    return ToolResult(
        output or "(no output)", title=args.description or args.command, metadata=metadata
    )
