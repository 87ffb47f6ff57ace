"""Real servers behind a real host."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest

from core.config.settings import Settings
from core.mcp.definition import ServerSpec, read_server
from core.mcp.offers import ServerStatus
from core.mcp.servers import McpServers, Push
from core.process import child_environment
from core.redact import Redactor
from tests.core.hooks.conftest import Documents

SCRIPTED = Path(__file__).parents[2] / "fakes" / "mcp_servers" / "scripted.py"


def scripted(name: str, *choices: str, scope: Any = "user", **more: Any) -> ServerSpec:
    entry = {"command": [sys.executable, "-I", str(SCRIPTED), *choices], **more}
    return read_server(name, entry, source="config.toml", scope=scope)


class Watched(McpServers):
    """Servers whose changes a test can wait for."""

    def __init__(self, documents: Documents, pushes: list[Push], secrets: dict[str, str]) -> None:
        self.news = asyncio.Event()
        self.pushes = pushes

        async def resolve(values: Mapping[str, str]) -> dict[str, str]:
            return {name: secrets.get(value, value) for name, value in values.items()}

        def pushed(push: Push) -> None:
            pushes.append(push)
            self.news.set()

        super().__init__(
            values=documents,
            environment=lambda: child_environment(Settings(), os.environ),
            resolve=resolve,
            redact=Redactor(),
            on_change=lambda key: self.news.set(),
            on_push=pushed,
        )

    def named(self, name: str) -> ServerStatus:
        return next(status for status in self.statuses() if status.spec.name == name)

    async def until(self, condition: Callable[[], object], seconds: float = 20) -> None:
        async with asyncio.timeout(seconds):
            while not condition():
                self.news.clear()
                await self.news.wait()

    async def until_state(self, name: str, state: str) -> ServerStatus:
        await self.until(lambda: self.named(name).state == state)
        return self.named(name)


@pytest.fixture
def documents() -> Documents:
    return Documents()


@pytest.fixture
def pushes() -> list[Push]:
    return []


@pytest.fixture
def secrets() -> dict[str, str]:
    return {}


@pytest.fixture
async def servers(
    documents: Documents, pushes: list[Push], secrets: dict[str, str]
) -> AsyncIterator[Watched]:
    watched = Watched(documents, pushes, secrets)
    yield watched
    await watched.close()


def alive(*pids: int) -> list[int]:
    found = []
    for pid in pids:
        try:
            if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                found.append(pid)
        except psutil.NoSuchProcess:
            continue
    return found
