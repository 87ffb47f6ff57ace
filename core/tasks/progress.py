"""What a child is doing, mirrored into its task row and into the call that started it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from core.events import Event, MessageUpdated, PartUpdated
from core.sessions.models import ToolPart
from core.sessions.store import Store
from core.tasks.models import STOPPABLE, Task

PROGRESS_EVENTS = ("message.part.updated", "message.updated")
INTERVAL = 0.25
SHOWN_CALLS = 200


class Progress:
    """A subscriber of the bus for one child session.

    The task row counts calls, tokens and cost; ``mirror`` gets the metadata of the parent's card:
    ``{session_id, summary: [{id, tool, state: {status, title}}]}``. Both are written at most four
    times a second; the end of the task writes the rest.
    """

    def __init__(
        self, store: Store, task: Task, mirror: Callable[[dict[str, Any]], None] | None
    ) -> None:
        self.store = store
        self.task = task
        self.mirror = mirror
        self._calls: dict[str, dict[str, Any]] = {}
        self._counted: set[str] = set()
        self._counted_messages: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._saving: set[asyncio.Task[None]] = set()

    def __call__(self, event: Event) -> None:
        if event.session_id != self.task.session_id:
            return
        if isinstance(event, PartUpdated) and isinstance(event.part, ToolPart):
            self._take_call(event.part)
        elif isinstance(event, MessageUpdated) and event.message.completed is not None:
            message = event.message
            if message.role != "assistant" or message.id in self._counted_messages:
                return
            self._counted_messages.add(message.id)
            self.task.usage = self.task.usage + message.usage
            self.task.cost += message.cost
            self._changed()

    def _take_call(self, part: ToolPart) -> None:
        if part.id not in self._counted:
            self._counted.add(part.id)
            self.task.tool_count += 1
        self.task.last_tool = f"{part.tool} {part.title}".strip()
        self._calls[part.id] = {
            "id": part.id,
            "tool": part.tool,
            "state": {"status": part.status, "title": part.title},
        }
        self._changed()

    def _changed(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(INTERVAL, self.flush)

    def summary(self) -> list[dict[str, Any]]:
        return list(self._calls.values())[-SHOWN_CALLS:]

    def flush(self) -> None:
        """Write what changed since the last time."""
        self.stop()
        if self.mirror is not None:
            self.mirror({"session_id": self.task.session_id, "summary": self.summary()})
        if self.task.state in STOPPABLE:
            saving = asyncio.ensure_future(self.store.save_task(self.task))
            self._saving.add(saving)
            saving.add_done_callback(self._saved)

    def _saved(self, saving: asyncio.Task[None]) -> None:
        """A save that failed needs no word: the end of the task stores the same and more."""
        self._saving.discard(saving)
        if not saving.cancelled():
            saving.exception()

    def stop(self) -> None:
        """Write nothing more by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def close(self) -> None:
        self.stop()
        if self.mirror is not None:
            self.mirror({"session_id": self.task.session_id, "summary": self.summary()})
        if self._saving:
            await asyncio.gather(*self._saving, return_exceptions=True)
