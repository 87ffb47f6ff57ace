"""Joins the engine to the window, once the window is on screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desktop.main_window import MainWindow


class Desk:
    """The engine, the panels that show it and the life of both."""

    def __init__(self, window: MainWindow, report: Callable[[BaseException], None]) -> None:
        self._window = window
        self._report = report
        window.actions_table.handle("app.quit", window.close)

    async def open(self, folder: Path | None) -> None:
        self._window.setWindowTitle(f"{folder.name} — Spinney" if folder else "Spinney")

    async def wait_until_closed(self) -> None:
        await self._window.close_wanted.wait()

    async def close(self) -> None:
        self._window.keep_layout()
