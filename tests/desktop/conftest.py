"""What every window test shares: one application, no screen, and no leftovers."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication

from core.engine import Engine
from core.llm.client import ModelClient
from core.paths import Paths
from desktop.event_loop import EventLoop
from desktop.theme import apply
from tests.core.worktrees.repositories import repository as make_repository
from tests.fakes.engine import home_with_config
from tests.fakes.model_server import ModelServer

Result = TypeVar("Result")
OpenEngine = Callable[[Paths], Awaitable[Engine]]
RunAsync = Callable[[Coroutine[Any, Any, Result]], Result]

QUIET = (
    # The offscreen platform has no window manager to tell about size limits or the active window.
    "This plugin does not support",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/desktop" in str(item.path).replace(os.sep, "/"):
            item.add_marker(pytest.mark.qt_log_ignore(*QUIET, extend=True))


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application with our look; every window a test opened is gone afterwards."""
    apply(qapp, "light")
    qapp.setQuitOnLastWindowClosed(False)
    yield qapp
    for widget in qapp.topLevelWidgets():
        widget.hide()
        widget.deleteLater()
    settle(qapp)
    gc.unfreeze()
    gc.collect()


def settle(qapp: QApplication) -> None:
    """Let everything that was to be deleted go."""
    for _ in range(3):
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        qapp.processEvents()


@pytest.fixture
def run_async(app: QApplication) -> RunAsync[Any]:
    """Run a coroutine on a fresh Qt event loop; tasks it leaves behind fail the test."""

    def run(coroutine: Coroutine[Any, Any, Result], timeout: float = 60.0) -> Result:
        async def bounded() -> Result:
            failures: list[dict[str, Any]] = []
            asyncio.get_running_loop().set_exception_handler(
                lambda _loop, context: failures.append(context)
            )
            async with asyncio.timeout(timeout):
                result = await coroutine
            left = asyncio.all_tasks() - {asyncio.current_task()}
            assert not left, f"tasks were left running: {left}"
            assert not failures, failures
            return result

        with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
            return runner.run(bounded())

    return run


@pytest.fixture
def no_leaks(app: QApplication) -> Iterator[None]:
    """Fails when a window, a running timer or a thread outlives the test."""
    threads = set(threading.enumerate())
    widgets = set(map(id, app.allWidgets()))
    yield
    settle(app)
    left = [w for w in app.allWidgets() if id(w) not in widgets]
    assert not left, f"widgets were left: {left[:10]}"
    timers = [timer for timer in app.findChildren(QTimer) if timer.isActive()]
    assert not timers, f"timers were left running: {timers}"
    alive = [t for t in threading.enumerate() if t not in threads and t.is_alive() and not t.daemon]
    assert not alive, f"threads were left: {alive}"


async def until(true: Callable[[], object], timeout: float = 20.0) -> None:
    """Wait until something has become true, letting the window live meanwhile."""
    async with asyncio.timeout(timeout):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


# A window with real agents behind it: shared hosts, the scripted server, a home of its own.


@pytest.fixture
def home(tmp_path: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of Spinney's own whose only model is the scripted one."""
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    home_with_config(tmp_path / "home", model_server)
    return tmp_path / "home"


@pytest.fixture
def open_engine(model_client: ModelClient) -> OpenEngine:
    """Opens an engine on model hosts that all tests share, because each takes a second to start."""

    async def open_with_shared_hosts(paths: Paths) -> Engine:
        return await Engine.open(
            paths, origin="desktop", interactive=True, models_client=model_client
        )

    return open_with_shared_hosts


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A project under git."""
    return make_repository(tmp_path / "sample")
