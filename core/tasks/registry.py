"""The tasks of this process that are alive, and the way back to those that are not.

The store has every task; what is kept here is only what a row cannot hold: the coroutine that
drives it, and who waits for it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from core.errors import NotFound
from core.loop.limits import Limits
from core.sessions.store import Store
from core.tasks.models import STOPPABLE, Task


@dataclass(slots=True)
class LiveTask:
    """One task that runs here.

    ``ended`` is set once its terminal state is stored, ``detached`` when a person (or the clock)
    sends a foreground run to the background, ``news`` when something was queued for its session.
    ``over`` tells that it ends and takes up nothing more; ``again`` that its turn is cut short only
    to take up something urgent; ``quiet`` that nobody is to be woken by its end; ``at_rest`` is
    set while a teammate waits for mail.
    """

    task: Task
    driver: asyncio.Task[None] | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    detached: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    limits: Limits | None = None
    waiters: int = 0
    begun: bool = False
    over: bool = False
    again: bool = False
    leaving: bool = False
    quiet: bool = False
    at_rest: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def resting(self) -> bool:
        """Nothing is to be expected of it by itself."""
        return self.at_rest.is_set() and not self.news.is_set()

    def begin(self) -> None:
        """The driver's first act. A task that was stopped before it got so far ends here: cancelling
        a coroutine that has not begun would leave nobody to store its state."""
        self.begun = True
        if self.over:
            raise asyncio.CancelledError

    def end(self) -> None:
        """Have the driver end the task; a second call does not disturb it at that."""
        if not self.over:
            self.over = True
            if self.begun and self.driver is not None:
                self.driver.cancel()


class Registry:
    """Looks tasks up by id, name or session."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.live: dict[str, LiveTask] = {}

    def add(self, live: LiveTask) -> None:
        self.live[live.task.id] = live

    def remove(self, live: LiveTask) -> None:
        if self.live.get(live.task.id) is live:
            del self.live[live.task.id]

    def of_session(self, session_id: str) -> LiveTask | None:
        """The live task whose conversation this is."""
        for live in self.live.values():
            if live.task.session_id == session_id:
                return live
        return None

    def owned_by(self, session_id: str) -> list[LiveTask]:
        return [live for live in self.live.values() if live.task.owner_session_id == session_id]

    async def find(self, root_session_id: str, reference: str) -> Task:
        """The task with that id or name under a root; another root's tasks are unknown here."""
        live = self.live.get(reference)
        if live is not None and live.task.root_session_id == root_session_id:
            return live.task
        tasks = await self.store.tasks(root_session_id=root_session_id)
        for task in tasks:
            if reference in (task.id, task.name, task.session_id):
                found = self.live.get(task.id)
                return found.task if found else task
        known = [task.name or task.id for task in tasks[-10:]]
        raise NotFound(
            f"There is no task {reference!r} in this session.",
            f"Known tasks: {', '.join(known)}." if known else "No task was started yet.",
        )

    async def subtree(self, task: Task) -> list[Task]:
        """The task and every task under it, parents first."""
        everything = await self.store.tasks(root_session_id=task.root_session_id)
        found = [task]
        for parent in found:
            if parent.session_id is not None:
                found.extend(t for t in everything if t.owner_session_id == parent.session_id)
        return found

    def stoppable_under(self, session_id: str) -> list[LiveTask]:
        return [live for live in self.owned_by(session_id) if live.task.state in STOPPABLE]

    def stoppable_in(self, root_session_id: str) -> list[LiveTask]:
        """Everything that still works under a root, whoever started it."""
        return [
            live
            for live in self.live.values()
            if live.task.root_session_id == root_session_id and live.task.state in STOPPABLE
        ]
