"""A real engine on a scripted model server: real store, real tools, real host, real HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from core.engine import Engine
from core.events import Event
from core.llm.client import ModelClient
from core.paths import Paths
from core.sessions.models import Session, ToolPart
from tests.fakes.model_server import ModelServer

CONFIG = """
model = "fake/scripted"
auto_title = false

[provider.fake]
kind = "{kind}"
base_url = "{url}"
api_key_env = "FAKE_KEY"

[provider.fake.models.scripted]
context = 200000
price_input = 1.0
price_output = 2.0
"""


def home_with_config(
    folder: Path, server: ModelServer, kind: str = "openai", more: str = ""
) -> Paths:
    """A home of Spinney's own whose only model is the scripted one."""
    paths = Paths.from_environment({"SPINNEY_HOME": str(folder)})
    paths.create()
    url = server.anthropic_url if kind == "anthropic" else server.openai_url
    paths.config_file.write_text(more + CONFIG.format(kind=kind, url=url))
    return paths


class EngineUnderTest:
    """An engine together with what it published."""

    def __init__(self, engine: Engine, project: Path) -> None:
        self.engine = engine
        self.project = project
        self.events: list[Event] = []
        engine.bus.subscribe(self.events.append)

    async def session(self, **options: object) -> Session:
        return await self.engine.create_session(self.project, **options)  # type: ignore[arg-type]

    async def say(self, session: Session, text: str) -> str:
        """Prompt and wait until the session rests; returns what the model said last."""
        await self.engine.prompt(session.id, text)
        result = await self.engine.wait_idle(session.id)
        assert result is not None
        return result.text

    async def tool_parts(self, session_id: str) -> list[ToolPart]:
        entries = await self.engine.store.messages(session_id)
        return [part for entry in entries for part in entry.parts if isinstance(part, ToolPart)]

    def types(self) -> list[str]:
        return [event.type for event in self.events]

    async def until(self, happened: Callable[[], bool], timeout: float = 20.0) -> None:
        """Wait for something to become true as events arrive."""
        changed = asyncio.Event()
        end = self.engine.bus.subscribe(lambda _event: changed.set())
        try:
            async with asyncio.timeout(timeout):
                while not happened():
                    changed.clear()
                    await changed.wait()
        finally:
            end()


@asynccontextmanager
async def opened(
    paths: Paths, project: Path, client: ModelClient, *, interactive: bool = True
) -> AsyncIterator[EngineUnderTest]:
    engine = await Engine.open(paths, origin="exec", interactive=interactive, models_client=client)
    try:
        yield EngineUnderTest(engine, project)
    finally:
        await engine.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
async def engine(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[EngineUnderTest]:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    paths = home_with_config(tmp_path / "home", model_server)
    async with opened(paths, project, model_client) as under_test:
        yield under_test
