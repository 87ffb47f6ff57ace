"""A real window on a real engine, for tests to use as a person would."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialog, QWidget

from core.engine import Engine
from core.paths import Paths
from desktop.desk import Desk
from desktop.main_window import MainWindow
from desktop.permissions.guard import GUARD_MS
from tests.desktop.conftest import until

Kind = TypeVar("Kind", bound=QWidget)


class WindowUnderTest:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.window = desk.window
        self.failures: list[BaseException] = []

    @property
    def engine(self) -> Engine:
        assert self.desk.engine is not None
        return self.desk.engine

    def find(self, kind: type[Kind], name: str) -> Kind:
        """The visible control of that name, wherever it is."""
        for root in (self.window, *self.window.findChildren(QDialog)):
            for found in root.findChildren(kind, name):
                if found.isVisible():
                    return found
        raise AssertionError(f"there is no visible {name}")

    def visible(self, name: str) -> bool:
        return any(w.isVisible() for w in self.window.findChildren(QWidget, name))

    def click(self, name: str) -> None:
        button = self.find(QAbstractButton, name)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))

    def trigger(self, action: str) -> None:
        assert self.window.actions_table[action].isEnabled(), f"{action} is disabled"
        self.window.actions_table[action].trigger()

    async def send(self, text: str) -> None:
        edit = self.desk.panels.pane.composer.edit
        edit.setFocus()
        QTest.keyClicks(edit, text)
        QTest.keyClick(edit, Qt.Key.Key_Return)
        await asyncio.sleep(0)

    async def answer(self, button: str) -> None:
        """Wait for the dialog, let it grow old enough, and press the button."""
        await until(lambda: self.visible("permissionDialog"))
        await asyncio.sleep((GUARD_MS + 60) / 1000)
        self.click(button)
        await until(lambda: not self.visible("permissionDialog"))

    async def idle(self) -> None:
        assert self.desk.session is not None
        session = self.desk.session.id
        await until(lambda: not self.engine.is_running(session) and not len(self.desk.panels.book))
        await asyncio.sleep(0.1)

    def shown_text(self) -> str:
        from desktop.chat.label import ElidedLabel

        transcript = self.desk.panels.pane.transcript
        pieces = [t.plain_text() for row in transcript._visible.values() for t in row.texts()]  # type: ignore[attr-defined]
        pieces += [label.whole_text() for label in transcript.findChildren(ElidedLabel)]
        return "\n".join(pieces)


@asynccontextmanager
async def opened_window(
    home: Path,
    folder: Path | None = None,
    open_engine: Callable[[Paths], Awaitable[Engine]] | None = None,
) -> AsyncIterator[WindowUnderTest]:
    """Open a window as the program does; afterwards it is closed as the program closes it."""
    window = MainWindow(Paths.from_environment({"SPINNEY_HOME": str(home)}))
    failures: list[BaseException] = []
    desk = Desk(window, failures.append, open_engine)
    under_test = WindowUnderTest(desk)
    under_test.failures = failures
    window.show()
    try:
        await window.painted.wait()
        await desk.open(folder)
        yield under_test
    finally:
        await desk.close()
        window.finish()
        window.deleteLater()
        desk.deleteLater()
    assert not failures, failures
