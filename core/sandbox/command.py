"""A command as it is really started, whichever sandbox it runs in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from core.sandbox.plan import SandboxPlan


def _nothing_to_do() -> list[str]:
    return []


@dataclass(frozen=True)
class SandboxedCommand:
    """``argv`` and the complete ``env`` to start it with. Call ``cleanup`` once it has ended: it
    returns sentences about things the command did that had to be undone."""

    argv: list[str]
    env: dict[str, str]
    sandboxed: bool
    cleanup: Callable[[], list[str]] = _nothing_to_do


class Sandbox(Protocol):
    """Something that confines commands. ``sandboxed`` tells whether it really does."""

    @property
    def sandboxed(self) -> bool: ...

    @property
    def sentence(self) -> str: ...

    def wrap(
        self,
        argv: Sequence[str],
        *,
        cwd: Path,
        plan: SandboxPlan,
        env: Mapping[str, str] | None = None,
    ) -> SandboxedCommand: ...
