"""The sandbox for a command follows settings, mode and what a person granted."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import pytest

from core.config.settings import SandboxSettings, Settings
from core.errors import ToolError
from core.sandbox.detect import SandboxDetector
from core.sandbox.service import ShellSandbox
from tests.core.sandbox.conftest import Ground


def call(ground: Ground, enabled: Literal["auto", "on", "off"], mode: str = "default") -> Any:
    """The part of a tool call that decides about its sandbox."""
    return SimpleNamespace(
        settings=Settings(sandbox=SandboxSettings(enabled=enabled)),
        session=SimpleNamespace(mode=mode, worktree=None, source="user"),
        directory=ground.project,
        project=ground.project,
    )


async def test_a_required_sandbox_that_is_missing_stops_commands(
    ground: Ground, place: Path
) -> None:
    sandbox = ShellSandbox(ground.paths, SandboxDetector(places=(str(place),)))
    required = call(ground, "on")
    assert not (await sandbox.find(required.settings)).sandboxed
    with pytest.raises(ToolError, match="only in a sandbox"):
        sandbox.launcher(required, network=False, unsandboxed=False)
    assert sandbox.launcher(required, network=False, unsandboxed=True) is None
    assert sandbox.launcher(call(ground, "auto"), network=False, unsandboxed=False) is None


async def test_mode_and_grants_decide_about_the_plan(ground: Ground) -> None:
    sandbox = ShellSandbox(ground.paths)
    await sandbox.find(Settings())
    launcher = sandbox.launcher(call(ground, "auto", "plan"), network=False, unsandboxed=False)
    assert launcher is not None
    assert launcher.plan.read_only
    launcher = sandbox.launcher(call(ground, "auto"), network=True, unsandboxed=False)
    assert launcher is not None
    assert launcher.plan.network
    assert sandbox.launcher(call(ground, "off"), network=False, unsandboxed=False) is None
