"""The order in which the tool calls of one answer run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Calls:
    """Starts calls as they become complete, while the model may still be writing the next one.

    Read-only calls run beside each other but after every write the model put before them; a write
    waits for everything before it. So the outcome is as if all had run one by one.
    """

    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []
        self._last_write: asyncio.Task[None] | None = None

    def start(
        self, run: Callable[[], Coroutine[Any, Any, None]], *, beside_others: bool
    ) -> asyncio.Task[None]:
        """Run the call now or as soon as its turn comes."""
        last_write = [self._last_write] if self._last_write else []
        before = last_write if beside_others else list(self.tasks)

        async def wait_and_run() -> None:
            if before:
                await asyncio.wait(before)
            await run()

        task = asyncio.create_task(wait_and_run())
        self.tasks.append(task)
        if not beside_others:
            self._last_write = task
        return task

    async def finish(self) -> None:
        """Wait for all calls; the first failure is raised once every call has ended."""
        if not self.tasks:
            return
        try:
            await asyncio.wait(self.tasks)
        except asyncio.CancelledError:
            await self.cancel()
            raise
        for task in self.tasks:
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error

    async def cancel(self) -> None:
        """End every call that still runs and wait until each has put its affairs in order."""
        for task in self.tasks:
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks)
