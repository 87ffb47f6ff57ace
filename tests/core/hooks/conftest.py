"""A runner with real scripts and a plain document store."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from core import process
from core.config.settings import Settings
from core.hooks.definition import Hook, HookScope
from core.hooks.log import HookLog
from core.hooks.runner import HookRunner, Place
from core.hooks.trust import HookTrust, UntrustedHook
from core.process import child_environment
from core.redact import Redactor


class Documents:
    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}

    async def get_value(self, key: str) -> Any:
        return self.kept.get(key)

    async def set_value(self, key: str, value: Any) -> None:
        self.kept[key] = value


@pytest.fixture
def documents() -> Documents:
    return Documents()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def place(project: Path) -> Place:
    return Place("ses_1", project, project, "build")


@pytest.fixture
def waiting() -> list[UntrustedHook]:
    return []


@pytest.fixture
async def runner(
    tmp_path: Path, documents: Documents, waiting: list[UntrustedHook]
) -> AsyncIterator[HookRunner]:
    yield HookRunner(
        trust=HookTrust(documents),
        log=HookLog(tmp_path / "logs" / "hooks.jsonl", Redactor()),
        environment=lambda: child_environment(Settings(), os.environ),
        on_untrusted=waiting.append,
    )
    await process.shutdown()


def hook(
    event: str,
    command: str,
    *,
    scope: HookScope = "user",
    project: Path | None = None,
    **more: Any,
) -> Hook:
    return Hook(event, command, source="config.toml", scope=scope, project=project, **more)
