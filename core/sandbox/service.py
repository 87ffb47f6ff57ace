"""Running an agent's shell commands in the sandbox, and noticing when it was in the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from core.config.settings import Settings
from core.config.trust import main_checkout
from core.errors import ToolError
from core.paths import Paths
from core.sandbox.blocked import looks_blocked
from core.sandbox.command import Sandbox, SandboxedCommand
from core.sandbox.detect import SandboxDetector
from core.sandbox.none import NoSandbox
from core.sandbox.plan import SandboxPlan, plan_for

if TYPE_CHECKING:
    from core.tools.base import ToolContext


@dataclass(frozen=True, slots=True)
class Blocked:
    """What probably stopped a command, and the permission that would let it through."""

    sentence: str
    permission: Literal["network", "unsandboxed"]


@dataclass(frozen=True, slots=True)
class LaunchedCommand:
    """A command in its sandbox; what was put in place for it is taken away beside other work."""

    command: SandboxedCommand
    beside: Callable[[Callable[[], None]], None]

    @property
    def argv(self) -> list[str]:
        return self.command.argv

    @property
    def env(self) -> dict[str, str]:
        return self.command.env

    def cleanup(self) -> list[str]:
        try:
            return self.command.check()
        finally:
            self.beside(self.command.let_go)


@dataclass(frozen=True, slots=True)
class SandboxLauncher:
    """Starts one command by its plan."""

    sandbox: Sandbox
    plan: SandboxPlan
    beside: Callable[[Callable[[], None]], None]

    def wrap(
        self, command: Sequence[str], *, cwd: Path, environment: Mapping[str, str]
    ) -> LaunchedCommand:
        wrapped = self.sandbox.wrap(command, cwd=cwd, plan=self.plan, env=environment)
        return LaunchedCommand(wrapped, self.beside)


class ShellSandbox:
    """Chooses the sandbox for a command by settings, mode and what the person granted."""

    def __init__(self, paths: Paths, detector: SandboxDetector | None = None) -> None:
        self.paths = paths
        self.detector = detector or SandboxDetector()
        self._known: Sandbox | None = None
        self._beside: set[asyncio.Future[None]] = set()

    async def find(self, settings: Settings) -> Sandbox:
        """The sandbox that commands run in under these settings; tried out once."""
        found = await self.detector.sandbox(settings.sandbox)
        if not isinstance(found, NoSandbox):
            self._known = found
        return found

    def launcher(
        self, context: ToolContext, *, network: bool, unsandboxed: bool
    ) -> SandboxLauncher | None:
        """How to start a command of this call; None means unconfined. Raises ``ToolError`` where the
        settings insist on a sandbox and there is none."""
        enabled = context.settings.sandbox.enabled
        if unsandboxed or enabled == "off":
            return None
        if self._known is None:
            if enabled == "on":
                raise ToolError(
                    "The settings allow commands only in a sandbox, and there is none here.",
                    'Install bubblewrap, or set sandbox.enabled to "auto".',
                )
            return None
        worktree = context.session.worktree
        plan = plan_for(
            Path(worktree) if worktree else context.project,
            paths=self.paths,
            settings=context.settings.sandbox,
            project=main_checkout(Path(worktree)) if worktree else context.project,
            network=network,
            read_only=context.session.mode == "plan" or context.session.source == "review",
            worktree=worktree is not None,
        )
        return SandboxLauncher(self._known, plan, self._do_beside)

    def _do_beside(self, work: Callable[[], None]) -> None:
        """Removing a dozen folders takes milliseconds, for which no result need wait."""
        doing = asyncio.ensure_future(asyncio.to_thread(work))
        self._beside.add(doing)
        doing.add_done_callback(self._beside.discard)

    async def close(self) -> None:
        """Wait until nothing of any sandbox is left in a project."""
        await asyncio.gather(*self._beside, return_exceptions=True)

    def blocked(self, output: str, exit_code: int, *, network: bool) -> Blocked | None:
        sentence = looks_blocked(exit_code, output, network)
        if sentence is None:
            return None
        return Blocked(sentence, "network" if "network" in sentence else "unsandboxed")
