"""A command as it is really started, whichever sandbox it runs in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from core.sandbox.plan import SandboxPlan


def _nothing_found() -> list[str]:
    return []


def _nothing_held() -> None:
    return None


@dataclass(frozen=True)
class SandboxedCommand:
    """``argv`` and the complete ``env`` to start it with. Once it has ended, ``check`` returns
    sentences about things the command did that had to be undone, and ``let_go`` takes away what was
    put in place for it; ``cleanup`` does both."""

    argv: list[str]
    env: dict[str, str]
    sandboxed: bool
    check: Callable[[], list[str]] = _nothing_found
    let_go: Callable[[], None] = _nothing_held

    def cleanup(self) -> list[str]:
        try:
            return self.check()
        finally:
            self.let_go()


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
