"""A task from its start to its terminal state and what comes after it.

Order at the end, which others rely on: the terminal state is stored; whoever waits is released;
slow clean-up runs; the notification goes out, exactly once per run. Only the task's own driver
starts turns in its session, so that every turn has a place among those that may run.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Protocol

from core.errors import SpinneyError, ToolError
from core.loop.limits import Limits
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

Rest = Callable[[LiveTask, TurnResult], Awaitable[bool]]
CleanUp = Callable[[Task], Awaitable[None]]
Mirror = Callable[[dict[str, Any]], None]


class Around(Protocol):
    """What surrounds the run of a task."""

    def task(self, task: Task) -> contextlib.AbstractAsyncContextManager[None]: ...

    async def keeps_going(self, task: Task, text: str) -> bool: ...


STORE_AGAIN = 1.0
"""Seconds after which the end of a task is stored again when the disk had no room for it."""


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
        self.rest: Rest | None = None
        self.around: Around | None = None
        self.store_again = STORE_AGAIN
        self._ending: set[asyncio.Task[None]] = set()
        self._closing: dict[str, tuple[str, asyncio.Task[None]]] = {}
        self._left = asyncio.Event()

    async def start(
        self, task: Task, prompt: QueueItem | None, mirror: Mirror | None = None
    ) -> LiveTask:
        """Register the task and set it going; ``prompt`` is what its session is asked to do."""
        if task.id in self.registry.live:
            raise ToolError(
                f"The task {task.id} runs already.", "Use send_message to tell it something."
            )
        live = LiveTask(task, limits=Limits(budget=task.budget))
        self.registry.add(live)
        task.state = "queued"
        task.ended = task.result = task.error = task.stopped_by = None
        try:
            async with self.store.batch() as batch:
                await batch.save_task(task)
                if prompt is not None:
                    await batch.enqueue(prompt)
        except asyncio.CancelledError:
            # It may be stored by now, so somebody has to bring it to its end.
            task.stopped_by = "parent"
            live.end()
            self._begin(live, mirror)
            raise
        except BaseException:
            self.registry.remove(live)
            live.ended.set()
            raise
        self._begin(live, mirror)
        return live

    def _begin(self, live: LiveTask, mirror: Mirror | None) -> None:
        live.driver = asyncio.create_task(self._drive(live, mirror), name=f"task {live.task.id}")

    def wake(self, session_id: str) -> None:
        """Something was queued for a session. One that belongs to a task is woken by its driver."""
        live = self.registry.of_session(session_id)
        if live is not None and not live.over:
            live.news.set()
        else:
            self.runners.of(session_id).wake()

    async def _drive(self, live: LiveTask, mirror: Mirror | None) -> None:
        task = live.task
        progress = Progress(self.store, task, mirror)
        watching = contextlib.ExitStack()
        state: TaskState = "failed"
        error: str | None = None
        try:
            live.begin()
            output = TaskOutput(self.paths, task)
            watching.callback(output.close)
            watching.callback(self.store.bus.subscribe(output, OUTPUT_EVENTS))
            watching.callback(self.store.bus.subscribe(progress, PROGRESS_EVENTS))
            await self.slots.acquire(task.id)
            task.started = time.time()
            live.limits = Limits(budget=task.budget)
            state, error = self._judge(task, await self._work_in_time(live))
        except asyncio.CancelledError:
            state = "killed"
        except Exception as problem:
            if not isinstance(problem, SpinneyError):
                log.exception("task %s failed", task.id)
            error = str(problem)
        finally:
            live.over = True
            await self._finish(live, state, error, progress, watching)

    async def _work_in_time(self, live: LiveTask) -> TurnResult:
        """Work, for as many minutes as the budget gives."""
        minutes = live.task.budget.minutes if live.task.budget else None
        try:
            async with asyncio.timeout(minutes * 60 if minutes is not None else None):
                if self.around is None:
                    return await self._work(live)
                async with self.around.task(live.task):
                    return await self._work(live)
        except TimeoutError:
            return TurnResult("limit", error=f"The time of {minutes:g} minutes is up.")

    async def _work(self, live: LiveTask) -> TurnResult:
        """Turns in the child's session until it is done and nothing of its own still runs."""
        task = live.task
        assert task.session_id is not None
        runner = self.runners.of(task.session_id)
        result = TurnResult("failed", error="The agent did not start.")
        while True:
            live.news.clear()
            await self.slots.acquire(task.id, first=True)
            if task.state != "running":
                await self._set_state(task, "running")
            runner.last = None
            runner.wake()
            await runner.wait_idle()
            result = runner.last or result
            if result.outcome == "interrupted" and live.again:
                live.again = False
                continue
            if result.outcome not in ("done", "refused"):
                return result
            if await self._await_own_tasks(live, task.session_id):
                continue
            if self.around is not None and await self.around.keeps_going(task, result.text):
                continue
            if self.rest is None or not await self.rest(live, result):
                return result

    async def _await_own_tasks(self, live: LiveTask, session_id: str) -> bool:
        """Wait until one of the child's background tasks has ended; True when there is more to do."""
        while reporting := self._reporting_to(session_id):
            await asyncio.wait(reporting)
        running = await self._own_tasks(session_id)
        if await self.store.queue(session_id) or live.news.is_set():
            return True
        if not running:
            return bool(self._reporting_to(session_id))
        async with self.waiting(session_id):
            waits = [asyncio.ensure_future(other.ended.wait()) for other in running]
            waits.append(asyncio.ensure_future(live.news.wait()))
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
            for other in running:
                if other.ended.is_set():
                    await self.closed(other.task.id)
        return True

    def _reporting_to(self, session_id: str) -> list[asyncio.Task[None]]:
        """Tasks of a session that have ended and whose news is on its way."""
        return [closing for owner, closing in self._closing.values() if owner == session_id]

    async def _own_tasks(self, session_id: str) -> list[LiveTask]:
        """The agents that report to this session: its own, and those of children that are over."""
        found = []
        for other in list(self.registry.live.values()):
            task = other.task
            if task.kind != "agent" or not task.background or other.ended.is_set():
                continue
            if other.resting:
                continue
            owner = self.registry.of_session(task.owner_session_id)
            if task.owner_session_id == session_id or (
                owner is None
                and task.owner_session_id != task.root_session_id
                and await nearest_live_owner(self.store, task) == session_id
            ):
                found.append(other)
        return found

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

    async def _finish(
        self,
        live: LiveTask,
        state: TaskState,
        error: str | None,
        progress: Progress,
        watching: contextlib.ExitStack,
    ) -> None:
        """Bring the task to its end; whatever fails on the way, nobody waits for ever."""
        task = live.task
        task.error = error
        try:
            async with self._to_the_end(live, state):
                await self._stop_turn(live)
                self.slots.release(task.id)
                with contextlib.suppress(OSError):
                    watching.close()
                progress.stop()
                if not live.leaving:
                    await progress.close()
                    task.result = task.result or await self.partial_text(task)
        finally:
            self.slots.release(task.id)

    async def end_shell(self, live: LiveTask, state: TaskState) -> None:
        """The same for a command, which holds no place and has no turn."""
        async with self._to_the_end(live, state):
            pass

    @contextlib.asynccontextmanager
    async def _to_the_end(self, live: LiveTask, state: TaskState) -> AsyncIterator[None]:
        """Store the terminal state after the block, release who waits, and see to the rest."""
        task, driver = live.task, live.driver
        assert driver is not None
        self._ending.add(driver)
        stored = False
        try:
            try:
                yield
            except Exception:
                log.exception("ending task %s failed", task.id)
            task.ended = time.time()
            if not live.leaving:
                await self._set_state(task, state)
                stored = True
        except SpinneyError as problem:
            log.warning("the end of task %s could not be stored: %s", task.id, problem)
        finally:
            task.state = state
            if stored or live.leaving:
                self.registry.remove(live)
            if not live.leaving:
                closing = asyncio.create_task(
                    self._close(live, task.model_copy(), stored), name=f"end of {task.id}"
                )
                self._closing[task.id] = (task.owner_session_id, closing)
            live.ended.set()
            self._ending.discard(driver)

    async def _stop_turn(self, live: LiveTask) -> None:
        """End the child's turn if one still runs."""
        assert live.task.session_id is not None
        runner = self.runners.of(live.task.session_id)
        if live.leaving:
            await runner.leave()
        else:
            await runner.interrupt()

    async def partial_text(self, task: Task) -> str | None:
        """The last thing the agent said in this run."""
        if task.session_id is None or task.started is None:
            return None
        for entry in reversed(await self.store.messages(task.session_id, limit=20, newest=True)):
            said = entry.info.role == "assistant" and entry.text
            if said and entry.info.created >= task.started:
                return entry.text
        return None

    async def _close(self, live: LiveTask, task: Task, stored: bool) -> None:
        """Everything after the end that may take its time."""
        try:
            if not stored:
                await self._until_stored(lambda: self.store.save_task(task))
                self.registry.remove(live)
            for clean in self.clean_up:
                try:
                    await clean(task)
                except Exception:
                    log.exception("cleaning up after %s failed", task.id)
            # Whoever waited for the end reads what became of the worktree from here.
            live.task.worktree, live.task.branch = task.worktree, task.branch
            live.task.metadata = task.metadata
            if task.session_id is not None:
                await self._until_stored(lambda: self._pass_on(task.session_id or ""))
            if task.background:
                await self._until_stored(lambda: self.notify(task, wake=not live.quiet))
        except Exception:
            log.exception("telling of the end of %s failed", task.id)
        finally:
            self._closing.pop(task.id, None)

    async def _until_stored(self, write: Callable[[], Awaitable[None]]) -> None:
        """Write, again and again while the disk has no room, until the program ends."""
        while True:
            try:
                return await write()
            except SpinneyError as problem:
                if not problem.retry or self._left.is_set():
                    raise
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._left.wait(), self.store_again)

    async def _pass_on(self, session_id: str) -> None:
        owner = await self.store.pass_on_news(session_id)
        if owner is not None:
            self.wake(owner)

    async def notify(self, task: Task, *, wake: bool = True) -> None:
        """Tell the session that started the task, and wake it if it rests."""
        item = notification_for(task, task.owner_session_id)
        session_id = await self.store.enqueue_for_owner(item)
        if session_id is not None and wake:
            self.wake(session_id)

    async def closed(self, task_id: str) -> None:
        """Wait until everything that follows the end of a task's run is done."""
        live = self.registry.live.get(task_id)
        if live is not None and live.over:
            await live.ended.wait()
        if task_id in self._closing:
            await asyncio.wait([self._closing[task_id][1]])

    async def settle(self) -> None:
        """Wait for the ends, clean-ups and notifications that are under way."""
        while under_way := {*self._ending, *(closing for _, closing in self._closing.values())}:
            await asyncio.wait(under_way)

    async def mark_told(self, task: Task, session_id: str) -> None:
        """A session already saw this run's end: if it is the one to be told, no notification will
        follow, or the one that waits is taken back."""
        if await nearest_live_owner(self.store, task) == session_id:
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
        if live is None or live.over:
            yield
            return
        live.waiters += 1
        try:
            if live.waiters == 1:
                self.slots.release(live.task.id)
                await self._set_state(live.task, "waiting")
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
        if live.waiters or live.over or live.task.state != "waiting":
            return
        await self.slots.acquire(live.task.id, first=True)
        if live.waiters:
            # Another call of this turn began to wait meanwhile; its child may need the place.
            self.slots.release(live.task.id)
        elif not live.over:
            await self._set_state(live.task, "running")

    async def stop(self, live: LiveTask, by: str) -> None:
        """End a live task and wait until its state is stored."""
        if not live.over:
            live.task.stopped_by = by  # type: ignore[assignment]
            live.end()
        await live.ended.wait()

    async def leave(self) -> None:
        """The program ends: leave every task to be found interrupted and resumable. Those that end
        just now may still do so."""
        self._left.set()
        drivers = []
        for live in list(self.registry.live.values()):
            live.leaving = live.leaving or not live.over
            live.end()
            if live.driver is not None:
                drivers.append(live.driver)
        if drivers:
            await asyncio.wait(drivers)
