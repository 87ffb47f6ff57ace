"""A project folder, and a way to call tools as the executor does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from core import process
from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.files import FileLedger
from core.paths import Paths
from core.permissions.models import Ask
from core.sessions.models import Session
from core.tools.base import Tool, ToolContext, ToolResult
from core.tools.services import Services


class Workbench:
    """One session in one project; ``call`` asks and runs, ``shown`` is what was streamed."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.project.mkdir()
        home = folder / "home"
        self.paths = Paths(home, home / "data", home / "cache", home / "logs")
        self.paths.create()
        self.session = Session(project_id="p", directory=str(self.project))
        self.files = FileLedger()
        self.services = Services()
        self.settings = Settings()
        self.directory = self.project
        self.shown: list[str] = []
        self.something_shown = asyncio.Event()
        self.granted: frozenset[str] = frozenset()
        self.calls = 0

    def context(self) -> ToolContext:
        self.calls += 1
        return ToolContext(
            session=self.session,
            agent=AgentDefinition(name="build"),
            message_id="msg",
            call_id=f"call_{self.calls}",
            directory=self.directory,
            project=self.project,
            settings=self.settings,
            paths=self.paths,
            files=self.files,
            services=self.services,
            progress=self._progress,
            granted=self.granted,
        )

    def _progress(self, title: Any = None, metadata: Any = None, output: str | None = None) -> None:
        if output is not None:
            self.shown.append(output)
            self.something_shown.set()

    async def asks(self, tool: Tool[Any], **arguments: Any) -> list[Ask]:
        return await tool.asks(tool.parameters.model_validate(arguments), self.context())

    async def call(self, tool: Tool[Any], **arguments: Any) -> ToolResult:
        args = tool.parameters.model_validate(arguments)
        context = self.context()
        await tool.asks(args, context)
        return await tool.run(args, context)

    def file(self, name: str, content: str | bytes) -> Path:
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    return Workbench(tmp_path)


@pytest.fixture(autouse=True)
async def _no_server_left() -> AsyncIterator[None]:
    yield
    await process.shutdown()
