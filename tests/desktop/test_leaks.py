"""A window that was used and closed leaves nothing behind."""

from __future__ import annotations

import asyncio
import gc
import threading
from pathlib import Path
from typing import Any

import psutil
import shiboken6
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from tests.desktop.conftest import OpenEngine, settle, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer


def living(kind: type[QObject]) -> dict[int, QObject]:
    """Every object of Qt's that Python knows of and that is still there."""
    gc.unfreeze()
    gc.collect()
    return {id(o): o for o in gc.get_objects() if isinstance(o, kind) and shiboken6.isValid(o)}


def on_screen() -> set[QWidget]:
    return {widget for widget in QApplication.topLevelWidgets() if widget.isVisible()}


async def a_whole_life(person: WindowUnderTest) -> None:
    """A bit of everything: a turn with a request, other sessions, every dialog and bar."""
    await person.send("Touch it.")
    await person.answer("allowOnceButton")
    await until(lambda: "Touched." in person.shown_text())
    await person.idle()
    await person.desk.new_session()
    for action in ("chat.find", "view.detail", "view.larger", "view.normal", "view.dark"):
        person.trigger(action)
        await asyncio.sleep(0.02)
    for action in (
        "view.palette",
        "help.shortcuts",
        "help.about",
        "worktree.list",
        "session.rename",
        "session.delete",
    ):
        before = on_screen()
        person.trigger(action)
        await until(lambda before=before: on_screen() - before)
        for opened in on_screen() - before:
            opened.reject() if isinstance(opened, QDialog) else opened.close()
        await asyncio.sleep(0.05)
    person.desk.show_text("A text", "text\n" * 100)
    person.trigger("view.light")


def test_nothing_is_left_of_a_window_that_was_used_and_closed(
    run_async: Any,
    app: QApplication,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            await a_whole_life(person)

    # Twice: what is made once and kept for good (icons, shared hosts, pools) is there the second time.
    for _ in range(2):
        settle(app)
        widgets, timers = living(QWidget), living(QTimer)
        threads = set(threading.enumerate())
        children = {child.pid for child in psutil.Process().children(recursive=True)}
        model_server.script("Touch it.").call("bash", command="touch it").say("Touched.")
        run_async(scenario())
        settle(app)
    left = [o for key, o in living(QWidget).items() if key not in widgets]
    assert not left, f"{len(left)} widgets were left: {[describe(o) for o in left[:12]]}"
    ticking = [o for k, o in living(QTimer).items() if k not in timers and o.isActive()]  # type: ignore[attr-defined]
    assert not ticking, f"timers were left running: {[describe(o) for o in ticking]}"
    alive = [t for t in threading.enumerate() if t not in threads and t.is_alive()]
    assert not alive, f"threads were left: {alive}"
    running = {child.pid for child in psutil.Process().children(recursive=True)} - children
    assert not running, f"processes were left: {running}"


def describe(left: QObject) -> str:
    parent = left.parent()
    return f"{type(left).__name__} {left.objectName()!r} of {type(parent).__name__}"
