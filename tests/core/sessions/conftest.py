"""A real store in a temporary folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.bus import Bus
from core.events import Event
from core.paths import Paths
from core.sessions.store import Store


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})


@pytest.fixture
def bus() -> Bus:
    return Bus()


@pytest.fixture
def events(bus: Bus) -> list[Event]:
    heard: list[Event] = []
    bus.subscribe(heard.append)
    return heard


@pytest.fixture
async def store(paths: Paths, bus: Bus) -> AsyncIterator[Store]:
    opened = await Store.open(paths, bus)
    yield opened
    await opened.close()
