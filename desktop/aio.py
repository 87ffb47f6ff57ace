"""Coroutines that belong to something.

A task is started in a scope. The scope keeps it alive, reports its failure at once and cancels
it when the widget that owns the scope is destroyed, so that no coroutine ever wakes up in a window
that is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from PySide6.QtCore import QObject

Result = TypeVar("Result")
Report = Callable[[BaseException], None]


class Scope:
    """The tasks of one owner. ``report`` hears every failure exactly once."""

    def __init__(self, report: Report, owner: QObject | None = None) -> None:
        self._report = report
        self._tasks: set[asyncio.Task[Any]] = set()
        self._named: dict[str, asyncio.Task[Any]] = {}
        self._closed = False
        if owner is not None:
            owner.destroyed.connect(self.cancel)

    def __len__(self) -> int:
        return len(self._tasks)

    def start(
        self, coroutine: Coroutine[Any, Any, Result], *, name: str = ""
    ) -> asyncio.Task[Result] | None:
        """Run it; a task of the same ``name`` that still runs is replaced. None once closed."""
        if self._closed:
            coroutine.close()
            return None
        if name and (before := self._named.get(name)) is not None:
            before.cancel()
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        if name:
            self._named[name] = task
        task.add_done_callback(lambda done: self._done(done, name))
        return task

    def running(self, name: str) -> bool:
        task = self._named.get(name)
        return task is not None and not task.done()

    def cancel(self) -> None:
        """Cancel everything and accept nothing more."""
        self._closed = True
        for task in list(self._tasks):
            if not task.get_loop().is_closed():
                task.cancel()

    async def close(self) -> None:
        """Cancel everything and wait until it has ended."""
        self.cancel()
        current = asyncio.current_task()
        waiting = [task for task in self._tasks if task is not current]
        if waiting:
            await asyncio.wait(waiting)

    def _done(self, task: asyncio.Task[Any], name: str) -> None:
        self._tasks.discard(task)
        if name and self._named.get(name) is task:
            del self._named[name]
        if not task.cancelled() and (failure := task.exception()) is not None:
            self._report(failure)
