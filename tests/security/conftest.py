"""An engine with nobody in front of it, so that whatever would ask is refused and seen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from core.llm.client import ModelClient
from tests.desktop.conftest import QUIET, app
from tests.desktop.permissions.test_dialog import screen
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.security.places import Listener, listening

__all__ = ["app", "screen"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/security" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_ignore(*QUIET, extend=True))


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    """Exists only if something ran that must not run."""
    return tmp_path / "canary"


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as made:
        yield made


@pytest.fixture
async def alone(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[EngineUnderTest]:
    """A headless engine: an ask is a deny that says so."""
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    (tmp_path / "person").mkdir()
    paths = home_with_config(tmp_path / "home", model_server)
    async with opened(paths, project, model_client, interactive=False) as under_test:
        yield under_test
