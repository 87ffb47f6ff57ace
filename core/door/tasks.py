"""Background work: looking at it, talking to it, sending it behind, taking it up again."""

from __future__ import annotations

from typing import Any

from core.door.sessions import SessionActions
from core.errors import NotFound, SpinneyError
from core.tasks.forking import fork_for_person
from core.tasks.models import STOPPABLE, QueueItem, Task


class TaskActions(SessionActions):
    """What a person can do with tasks."""

    async def tasks(self, **filters: Any) -> list[Task]:
        return await self.store.tasks(**filters)

    def send_to_background(self, task_id: str) -> None:
        """Detach a foreground task; it goes on untouched and reports when it ends."""
        live = self.registry.live.get(task_id)
        if live is None:
            raise NotFound("That task does not run here.", "It may have ended already.")
        self.launcher.detach(live)

    async def message_task(self, task_id: str, text: str) -> str:
        task = await self.store.get_task(task_id)
        owner = await self.store.get_session(task.owner_session_id)
        return await self.messenger.send(owner, task_id, text, "", by="person")

    async def fork(self, session_id: str, prompt: str) -> Task:
        """Let a copy of the conversation work on something in the background."""
        session = await self.store.get_session(session_id)
        if not self.interactive or session.settings.get("coordinator"):
            raise SpinneyError(
                "A conversation can be forked only at the desk, and not by a coordinator."
            )
        run = await self._run_of(session)
        return await fork_for_person(self.store, self.lifecycle, run, prompt)

    async def resume_task(self, task_id: str) -> None:
        """Run a task that had ended or was interrupted once more, from where it was."""
        task = await self.store.get_task(task_id)
        if task.state in STOPPABLE:
            raise SpinneyError(f"The task is {task.state} already.")
        if task.session_id is None:
            raise SpinneyError("A shell command cannot be resumed.", "Run it again instead.")
        item = QueueItem(
            session_id=task.session_id,
            text="You were interrupted. Go on with your task from where you were.",
            metadata={"hidden": True},
        )
        await self.store.enqueue(item)
        await self.messenger.take_up(task_id, "person")
