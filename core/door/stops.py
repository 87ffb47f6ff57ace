"""The four stops: interrupt, stop task, stop tree, discard."""

from __future__ import annotations

import asyncio
import contextlib

from core.door.projects import ProjectActions
from core.errors import NotFound, SpinneyError
from core.tasks.models import STOPPABLE, Task
from core.worktrees.models import BinEntry


class StopActions(ProjectActions):
    """Ending what runs, in four ways that each leave something else standing."""

    async def interrupt(self, session_id: str) -> bool:
        """End this turn and its foreground children; background work goes on. A foreground child's
        turn is part of its parent's, so interrupting it interrupts that."""
        live = self.registry.of_session(session_id)
        while live is not None and not live.task.background:
            session_id = live.task.owner_session_id
            live = self.registry.of_session(session_id)
        interrupted = await self.runners.of(session_id).interrupt()
        return await self.session_tasks.stop(session_id) or interrupted

    async def stop_task(self, task_id: str) -> None:
        """Stop one task; it can be resumed."""
        live = self._live(task_id)
        await self.messenger.stop_task(live, "person")

    async def stop_tree(self, task_id: str) -> list[Task]:
        """Stop a task and everything under it."""
        return await self.messenger.stop_tree(await self.store.get_task(task_id), "person")

    async def discard_task(self, task_id: str) -> BinEntry | None:
        """Stop a task and everything under it, and put its worktree into the bin."""
        await self.stop_tree(task_id)
        await self.lifecycle.closed(task_id)
        return await self.worktrees.discard(await self.store.get_task(task_id))

    async def stop_everything_in(self, session_id: str) -> None:
        """Interrupt a session and stop every task under it."""
        await self.interrupt(session_id)
        for live in self.registry.stoppable_under(session_id):
            await self.messenger.stop_tree(live.task, "person")

    async def stop_all(self) -> None:
        """Stop every task and every turn of this process."""
        for live in list(self.registry.live.values()):
            if live.task.state in STOPPABLE:
                with contextlib.suppress(SpinneyError):
                    await self.messenger.stop_task(live.task, "person")
        await self.interrupt_all()

    async def interrupt_all(self) -> None:
        await asyncio.gather(*(self.interrupt(r.session_id) for r in self.runners.running()))

    def _live(self, task_id: str) -> Task:
        live = self.registry.live.get(task_id)
        if live is None:
            raise NotFound("That task does not run here.", "It may have ended already.")
        return live.task
