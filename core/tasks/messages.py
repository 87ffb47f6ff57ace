"""Talking to tasks: messages, looking at output, stopping."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import quoteattr

from core.errors import ToolError
from core.sessions.models import Session
from core.sessions.store import Store
from core.tasks.lifecycle import Lifecycle
from core.tasks.models import PERSON, STOPPABLE, QueueItem, Task
from core.tasks.registry import Registry
from core.tasks.results import metadata_block
from core.tools.base import ToolResult

Sender = Literal["model", "person"]
StopShell = Callable[[Task], Awaitable[None]]

SHOWN_OUTPUT = 20_000


class Messenger:
    """Reaches the tasks under one root; who sends decides what may be resumed."""

    def __init__(
        self, store: Store, registry: Registry, lifecycle: Lifecycle, stop_shell: StopShell
    ) -> None:
        self.store = store
        self.registry = registry
        self.lifecycle = lifecycle
        self.stop_shell = stop_shell
        self._resuming = asyncio.Lock()

    async def send(
        self,
        sender: Session,
        to: str,
        message: str,
        summary: str,
        *,
        by: Sender = "model",
        name: str | None = None,
    ) -> str:
        """Bring a message to a task; returns what happened to it, in a sentence. ``name`` is what
        the receiver calls the sender."""
        check_text(message, summary if by == "model" else "by the person")
        task = await self.registry.find(sender.root_id, to)
        if task.kind == "shell" or task.session_id is None:
            raise ToolError(f"{to} is a shell command; it takes no messages.")
        if task.session_id == sender.id:
            raise ToolError("A task cannot send a message to itself.")
        item = QueueItem(
            session_id=task.session_id,
            priority="next",
            text=message
            if by == "person"
            else from_another(name or sender.agent, sender.id, message),
            source=sender.id,
            metadata={"summary": summary, **({"from": PERSON} if by == "person" else {})},
        )
        # First of all it is stored: whatever becomes of the task, the message is not lost.
        await self.store.enqueue(item)
        before = task.state
        resumed = await self.take_up(task.id, by)
        if resumed is not None:
            return (
                f"{to} had ended ({before}) and was resumed in the background with your message. "
                f"You will be notified when it ends.\n\n{metadata_block(resumed, 'async_launched')}"
            )
        task = await self.registry.find(sender.root_id, task.id)
        if task.state not in STOPPABLE and task.stopped_by == "person" and by == "model":
            return (
                f"The person stopped {to}, and only they can resume it. The message is kept and will "
                "be the first thing it reads."
            )
        return f"The message waits for {to} and is delivered at its next step."

    async def send_to_session(
        self, sender: Session, session_id: str, message: str, summary: str
    ) -> str:
        """Bring a message to another session of the same person's, which was asked about it."""
        check_text(message, summary)
        if session_id == sender.id:
            raise ToolError("A session cannot send a message to itself.")
        other = await self.store.get_session(session_id)
        await self.store.enqueue(
            QueueItem(
                session_id=other.id,
                text=from_another(sender.title or sender.agent, sender.id, message),
                source=sender.id,
                metadata={"summary": summary},
            )
        )
        task = await self.store.task_for_session(other.id)
        if task is not None:
            await self.take_up(task.id, "model")
        else:
            self.lifecycle.wake(other.id)
        return f"The message was put into the queue of the session {other.title or other.id!r}."

    async def take_up(self, task_id: str, by: Sender) -> Task | None:
        """Something waits in the queue of a task's session: a running one hears of it, one that has
        ended runs once more, with its whole transcript and in the background. Returns the task if
        it was resumed."""
        while True:
            live = self.registry.live.get(task_id)
            if live is not None and not live.over:
                live.news.set()
                return None
            await self.lifecycle.closed(task_id)
            async with self._resuming:
                if task_id not in self.registry.live:
                    return await self._resume(await self.store.get_task(task_id), by)

    async def _resume(self, task: Task, by: Sender) -> Task | None:
        if task.state in STOPPABLE or task.session_id is None:
            return None
        if task.stopped_by == "person" and by == "model":
            return None
        if not await self.lifecycle.runners.of(task.session_id).has_work():
            return None
        task.run += 1
        task.background = True
        await self.lifecycle.start(task, None)
        return task

    async def output(
        self, asker: Session, task_id: str, *, block: bool, timeout: float
    ) -> ToolResult:
        """State and output so far; with ``block`` after the end, or when the time is up."""
        task = await self.registry.find(asker.root_id, task_id)
        live = self.registry.live.get(task.id)
        if block and live is not None and task.state in STOPPABLE:
            async with self.lifecycle.waiting(asker.id):
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(live.ended.wait(), timeout)
        if task.state not in STOPPABLE and block:
            await self.lifecycle.mark_told(task, asker.id)
        text = await asyncio.to_thread(read_tail, task.output_file)
        if task.kind == "agent" and task.state not in STOPPABLE and task.result:
            text = task.result
        status = metadata_block(task, task.state, output_file=task.output_file or "")
        error = f"{task.error}\n\n" if task.error else ""
        return ToolResult(
            f"{status}\n\n{error}{text or '(nothing yet)'}",
            title=f"{task.description or task.id}: {task.state}",
            metadata={"task_id": task.id, "state": task.state},
        )

    async def stop(self, asker: Session, task_id: str, *, by: Sender = "model") -> str:
        """Stop one task; it can be resumed later."""
        task = await self.registry.find(asker.root_id, task_id)
        if task.state not in STOPPABLE:
            raise ToolError(f"The task {task_id} is {task.state} and cannot be stopped.")
        if task.session_id is not None and any(
            session.id == task.session_id
            for session in [asker, *await self.store.ancestors(asker.id)]
        ):
            raise ToolError("A task cannot stop itself or one that it works for.")
        await self.stop_task(task, by)
        return f"The task {task_id} was stopped."

    async def stop_task(self, task: Task, by: Sender) -> None:
        live = self.registry.live.get(task.id)
        if live is None:
            raise ToolError(
                f"The task {task.id} runs in another Spinney process.", "Stop it there."
            )
        if task.kind == "shell":
            task.stopped_by = by
            await self.stop_shell(task)
        else:
            await self.lifecycle.stop(live, by)

    async def stop_tree(self, task: Task, by: Sender) -> list[Task]:
        """Stop a task and everything under it, the deepest last so that none can start another."""
        stopped = []
        for member in await self.registry.subtree(task):
            live = self.registry.live.get(member.id)
            if live is not None and live.task.state in STOPPABLE:
                await self.stop_task(live.task, by)
                stopped.append(live.task)
        return stopped


def check_text(message: str, summary: str) -> None:
    if not summary.strip():
        raise ToolError("A message needs a summary.", "Give a few words as summary.")
    if not message.strip():
        raise ToolError("The message is empty.", "Say what the receiver should know or do.")


def from_another(name: str, session_id: str, message: str) -> str:
    """A message as the receiver reads it."""
    return (
        f"<message from={quoteattr(name)} session={quoteattr(session_id)}>\n{message}\n</message>"
    )


def read_tail(file: str | None) -> str:
    """The end of an output file, marked where it was cut."""
    if not file:
        return ""
    path = Path(file)
    try:
        size = path.stat().st_size
        with path.open("rb") as stream:
            stream.seek(max(size - SHOWN_OUTPUT, 0))
            text = stream.read().decode("utf-8", errors="replace")
    except OSError:
        return ""
    return f"[… the beginning is in {file}]\n{text}" if size > SHOWN_OUTPUT else text
