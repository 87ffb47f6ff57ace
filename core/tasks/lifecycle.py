"""A task from its start to its terminal state and what comes after it.

Order at the end, which others rely on: the terminal state is stored; whoever waits is released;
slow clean-up runs; the notification goes out, exactly once per run.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from core.loop.runner import Runners
from core.loop.turn import TurnResult
from core.paths import Paths
from core.sessions.store import Store
from core.tasks.models import QueueItem, Task, TaskState
from core.tasks.notifications import nearest_live_owner, notification_for, notification_key
from core.tasks.output import OUTPUT_EVENTS, TaskOutput
from core.tasks.progress import PROGRESS_EVENTS, Progress
from core.tasks.registry import LiveTask, Registry
from core.tasks.slots import Slots

log = logging.getLogger("spinney.tasks")

CleanUp = Callable[[Task], Awaitable[None]]


class Lifecycle:
    """Drives agent tasks through their sessions' runners."""

    def __init__(
        self, store: Store, runners: Runners, registry: Registry, paths: Paths, max_running: int
    ) -> None:
        self.store = store
        self.runners = runners
        self.registry = registry
        self.paths = paths
        self.slots = Slots(max_running)
        self.clean_up: list[CleanUp] = []
        self._closing: set[asyncio.Task[None]] = set()

    async def start(
        self,
        task: Task,
        prompt: QueueItem | None,
        mirror: Callable[[dict[str, Any]], None] | None = None,
    ) -> LiveTask:
        """Register the task and set it going; ``prompt`` is what its session is asked to do."""
        live = LiveTask(task)
        self.registry.add(live)
        task.state = "queued"
        task.ended = task.result = task.error = task.stopped_by = None
        await self.store.save_task(task)
        if prompt is not None:
            await self.store.enqueue(prompt)
        live.driver = asyncio.create_task(self._drive(live, mirror), name=f"task {task.id}")
        return live

    async def _drive(self, live: LiveTask, mirror: Callable[[dict[str, Any]], None] | None) -> None:
        task = live.task
        assert task.session_id is not None
        output = TaskOutput(self.paths, task)
        progress = Progress(self.store, task, mirror)
        unsubscribe = [
            self.store.bus.subscribe(output, OUTPUT_EVENTS),
            self.store.bus.subscribe(progress, PROGRESS_EVENTS),
        ]
        state: TaskState = "failed"
        error: str | None = None
        try:
            await self.slots.acquire(task.id)
            task.started = time.time()
            await self._set_state(task, "running")
            result = await self._work(live)
            state, error = self._judge(task, result)
        except asyncio.CancelledError:
            state = "killed"
            await self._stop_turn(live)
        except Exception as problem:
            log.exception("task %s failed", task.id)
            error = str(problem)
        finally:
            driver = live.driver
            assert driver is not None
            self._closing.add(driver)
            for end in unsubscribe:
                end()
            self.slots.release(task.id)
            output.close()
            if not live.leaving:
                await progress.close()
                await self._end(live, state, error)
            self.registry.remove(live)
            live.ended.set()
            if not live.leaving:
                self._after_end(live)
            self._closing.discard(driver)

    async def _work(self, live: LiveTask) -> TurnResult:
        """Turns in the child's session until it is done and nothing of its own still runs."""
        session_id = live.task.session_id
        assert session_id is not None
        runner = self.runners.of(session_id)
        while True:
            runner.wake()
            await runner.wait_idle()
            result = runner.last or TurnResult("failed", error="The agent did not start.")
            if result.outcome != "done" and result.outcome != "refused":
                return result
            if not await self._await_own_tasks(live, session_id):
                return result

    async def _await_own_tasks(self, live: LiveTask, session_id: str) -> bool:
        """Wait until one of the child's background tasks has ended; True when there is more to do."""
        if await self.store.queue(session_id):
            return True
        running = [
            other
            for other in self.registry.stoppable_under(session_id)
            if other.task.kind == "agent"
        ]
        if not running:
            return False
        async with self.waiting(session_id):
            waits = [asyncio.ensure_future(other.ended.wait()) for other in running]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
        await self.settle()
        return True

    def _judge(self, task: Task, result: TurnResult) -> tuple[TaskState, str | None]:
        task.result = result.text or None
        match result.outcome:
            case "done" | "refused":
                return "completed", None
            case "limit":
                task.stopped_by = "budget"
                return "killed", result.error
            case "interrupted":
                task.stopped_by = task.stopped_by or "person"
                return "killed", None
            case _:
                return "failed", result.error

    async def _stop_turn(self, live: LiveTask) -> None:
        """The driver was cancelled: end the child's turn and keep what it had said."""
        session_id = live.task.session_id
        assert session_id is not None
        runner = self.runners.of(session_id)
        if live.leaving:
            await runner.leave()
            return
        await runner.interrupt()
        if live.task.result is None:
            live.task.result = await self.partial_text(session_id)

    async def partial_text(self, session_id: str) -> str | None:
        """The last thing an agent said."""
        for entry in reversed(await self.store.messages(session_id, limit=20, newest=True)):
            if entry.info.role == "assistant" and entry.text:
                return entry.text
        return None

    async def _end(self, live: LiveTask, state: TaskState, error: str | None) -> None:
        task = live.task
        task.error = error
        if task.result is None and task.session_id is not None:
            task.result = await self.partial_text(task.session_id)
        task.ended = time.time()
        await self._set_state(task, state)

    def _after_end(self, live: LiveTask) -> None:
        closing = asyncio.create_task(
            self._close(live.task.model_copy()), name=f"end of {live.task.id}"
        )
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _close(self, task: Task) -> None:
        for clean in self.clean_up:
            try:
                await clean(task)
            except Exception:
                log.exception("cleaning up after %s failed", task.id)
        if task.background:
            await self.notify(task)

    async def notify(self, task: Task) -> None:
        """Tell the session that started the task, and wake it if it rests."""
        session_id = await nearest_live_owner(self.store, task)
        if await self.store.enqueue(notification_for(task, session_id)):
            self.runners.of(session_id).wake()

    async def settle(self) -> None:
        """Wait for the clean-ups and notifications that are under way."""
        while self._closing:
            await asyncio.wait(set(self._closing))

    async def mark_told(self, task: Task) -> None:
        """Somebody already saw this run's end: no notification will follow, or the one that waits
        is taken back."""
        session_id = await nearest_live_owner(self.store, task)
        await self.store.mark_key_delivered(session_id, notification_key(task))

    async def _set_state(self, task: Task, state: TaskState) -> None:
        task.state = state
        await self.store.save_task(task)

    @contextlib.asynccontextmanager
    async def waiting(self, session_id: str) -> AsyncIterator[None]:
        """While inside, the session's task waits for somebody else and holds no place.

        Calls of one turn may wait side by side: the place comes back when the last one goes on.
        """
        live = self.registry.of_session(session_id)
        if live is None:
            yield
            return
        live.waiters += 1
        if live.waiters == 1:
            self.slots.release(live.task.id)
            await self._set_state(live.task, "waiting")
        try:
            yield
        except asyncio.CancelledError:
            live.waiters -= 1
            raise
        except BaseException:
            await self._go_on(live)
            raise
        else:
            await self._go_on(live)

    async def _go_on(self, live: LiveTask) -> None:
        live.waiters -= 1
        if live.waiters == 0 and live.task.state == "waiting" and not live.leaving:
            await self.slots.acquire(live.task.id, first=True)
            await self._set_state(live.task, "running")

    async def stop(self, live: LiveTask, by: str) -> None:
        """End a live task and wait until its state is stored."""
        live.task.stopped_by = by  # type: ignore[assignment]
        if live.driver is not None:
            live.driver.cancel()
        await live.ended.wait()

    async def leave(self) -> None:
        """The program ends: leave every task to be found interrupted and resumable."""
        drivers = []
        for live in list(self.registry.live.values()):
            live.leaving = True
            if live.driver is not None:
                live.driver.cancel()
                drivers.append(live.driver)
        if drivers:
            await asyncio.wait(drivers)
