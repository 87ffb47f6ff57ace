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
import pytest_asyncio

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
        self.documents = documents
        self.pushes = pushes
        self.secrets = secrets

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

    def forget(self) -> None:
        """As if nothing had ever been agreed to."""
        self.documents.kept.clear()
        self.pushes.clear()
        self.secrets.clear()
        self._loaded = False

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a host also share its loop."""
    for item in items:
        if isinstance(item, pytest.Function) and "shared" in item.fixturenames:
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Watched]:
    """One host for all tests of a module: starting one takes half a second."""
    watched = Watched(Documents(), [], {})
    yield watched
    await watched.close()


@pytest_asyncio.fixture(loop_scope="module")
async def servers(shared: Watched) -> AsyncIterator[Watched]:
    """No servers yet, nothing agreed to, nothing heard."""
    yield shared
    for owner in {status.owner for status in shared.statuses()}:
        await shared.set_servers(owner, [])
    shared.forget()


@pytest.fixture
def documents(shared: Watched) -> Documents:
    return shared.documents


@pytest.fixture
def pushes(shared: Watched) -> list[Push]:
    return shared.pushes


@pytest.fixture
def secrets(shared: Watched) -> dict[str, str]:
    return shared.secrets


def alive(*pids: int) -> list[int]:
    found = []
    for pid in pids:
        try:
            if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                found.append(pid)
        except psutil.NoSuchProcess:
            continue
    return found
