"""No sandbox: the command runs as the person would run it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.sandbox.command import SandboxedCommand
from core.sandbox.plan import SandboxPlan


@dataclass(frozen=True)
class NoSandbox:
    """Starts commands unconfined; ``sentence`` says why, for the status bar."""

    sentence: str = "Commands run without a sandbox."

    @property
    def sandboxed(self) -> bool:
        return False

    def wrap(
        self,
        argv: Sequence[str],
        *,
        cwd: Path,
        plan: SandboxPlan,
        env: Mapping[str, str] | None = None,
    ) -> SandboxedCommand:
        return SandboxedCommand(list(argv), dict(os.environ if env is None else env), False)
