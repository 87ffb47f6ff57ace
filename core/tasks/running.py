"""Starting tasks of any kind in a session, and ending them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from core.agents.definition import LoadProblem
from core.config.settings import Settings
from core.errors import NotFound, SpinneyError
from core.events import Notice
from core.loop.compaction import Compactor
from core.loop.conversation import own
from core.loop.run import Run
from core.loop.runner import Runners
from core.loop.turn import Loop, TurnResult, take_turn
from core.sessions.models import Message, Session, TextPart
from core.sessions.store import Store
from core.tasks.lifecycle import Lifecycle
from core.tasks.models import QueueItem
from core.tasks.protocol import SessionTask, TaskContext, load_tasks, run_task

GRACE = 5.0
"""How long a task that was asked to end may take before it is ended."""


@dataclass(slots=True)
class TurnTask:
    """A turn in a session, a person's (``regular``) or a subagent's: the input is what is queued
    there, delivered as the turn goes on."""

    turn: Run
    loop: Loop
    kind: str = "regular"
    result: TurnResult = field(default_factory=TurnResult)

    async def run(
        self, session: Session, context: TaskContext, input: str, cancel: asyncio.Event
    ) -> str | None:
        self.result = await take_turn(self.turn, self.loop)
        return self.result.text


@dataclass(slots=True)
class CompactTask:
    """A compaction: the input is what to keep in view. ``turn`` is the one inside which it happens,
    by itself or as it was asked for meanwhile; without one the session is at rest."""

    runners: Runners
    compactor: Compactor
    turn: Run | None = None
    auto: bool = False
    kind: str = "compact"

    async def run(
        self, session: Session, context: TaskContext, input: str, cancel: asyncio.Event
    ) -> str | None:
        if self.turn is not None:
            return (await self.compactor.compact(self.turn, input, auto=self.auto)).summary
        runner, wanted = self.runners.of(session.id), self.compactor.wanted
        if runner.running:
            # The turn does it before its next request.
            wanted[session.id] = input
            await _until(runner.wait_idle(), cancel)
            if wanted.pop(session.id, None) is None or cancel.is_set():
                return None
        work = asyncio.ensure_future(
            runner.alone("compact", lambda run: self.compactor.compact(run, input, auto=False))
        )
        await _until(asyncio.shield(work), cancel)
        if not work.done():
            await runner.interrupt()
        return (await work).summary

    async def abort(self, session: Session, context: TaskContext) -> None:
        if self.turn is None:
            self.compactor.wanted.pop(session.id, None)


@dataclass(slots=True)
class SubagentTask:
    """A child conversation with an agent: the input is ``AGENT: what to do``."""

    kind: str = "subagent"

    async def run(
        self, session: Session, context: TaskContext, input: str, cancel: asyncio.Event
    ) -> str | None:
        agent, _, prompt = input.partition(":")
        text: str | None = None
        context.source = f"subagent {agent.strip()}"
        async for event in context.converse(
            None, prompt.strip(), cancel, agent=agent.strip(), title=prompt.strip()[:60]
        ):
            text = getattr(event, "text", text)
        return text


@dataclass(slots=True)
class _Started:
    """A task under way. ``work`` is its own, or None inside a turn: that ends with its session's
    runner."""

    kind: str
    work: asyncio.Task[str | None] | None
    cancel: asyncio.Event


class _Cancel(asyncio.Event):
    """The cancel of a task inside a turn: setting it ends the turn, unless the turn itself does so
    because it is ending already."""

    def __init__(self, end: Callable[[], None]) -> None:
        super().__init__()
        self._end, self._turn = end, asyncio.current_task()

    def set(self) -> None:
        begins = not self.is_set() and asyncio.current_task() is not self._turn
        super().set()
        if begins:
            self._end()


@dataclass(slots=True)
class SessionTasks:
    """All kinds of tasks by name, and those that run, by session."""

    store: Store
    lifecycle: Lifecycle
    runners: Runners
    compactor: Compactor
    settings_for: Callable[[Path], Awaitable[Settings]]
    kinds: dict[str, Callable[[], SessionTask]] = field(default_factory=dict)
    problems: list[LoadProblem] = field(default_factory=list)
    _added: dict[str, SessionTask] | None = None
    _started: dict[str, list[_Started]] = field(default_factory=dict)
    _spawned: dict[str, asyncio.Task[TurnResult]] = field(default_factory=dict)

    def added(self) -> dict[str, SessionTask]:
        """What installed packages bring; looked for once, when it is first needed."""
        if self._added is None:
            self._added, self.problems = load_tasks()
        return self._added

    async def start(self, session_id: str, name: str, input: str = "") -> str | None:
        """Run a task in a session and return what it said."""
        if name == "regular":
            return await self._ask(session_id, input)
        make = self.kinds.get(name)
        if make is not None:
            return await self.run(session_id, make(), input)
        task = self.added().get(name)
        if task is None:
            known = ", ".join(sorted(["regular", *self.kinds, *self.added()]))
            raise NotFound(f"There is no task named {name}.", f"Available: {known}.")
        return await self._in_turn(session_id, name, task, input)

    async def run(
        self, session_id: str, task: SessionTask, input: str, *, name: str | None = None
    ) -> str | None:
        """Run one task of any kind, within reach of ``stop``."""
        session = await self.store.get_session(session_id)
        settings = (await self.settings_for(Path(session.directory))).model_copy(deep=True)
        context = self._context(task, session, settings, f"other {name}" if name else task.kind)
        cancel = asyncio.Event()
        # Noted, so that a start after a crash knows what was cut off.
        run_id = await self.store.begin_run(session_id, task.kind)
        work = asyncio.create_task(run_task(task, context, input, cancel), name=f"{task.kind} task")
        try:
            with self._under_way(session_id, _Started(task.kind, work, cancel)) as started:
                return await asyncio.shield(work)
        except asyncio.CancelledError:
            if not work.done():
                await _end(started)
                raise
            raise SpinneyError("It was interrupted.") from None
        finally:
            await self.store.end_run(run_id)

    async def take_turn(self, turn: Run) -> TurnResult:
        """A session's turn, for its runner."""
        kind = "regular" if turn.session.parent_id is None else "subagent"
        task = TurnTask(turn, self.runners.loop, kind)
        await self._inside(turn, task, "")
        return task.result

    async def compact_in(self, turn: Run, focus: str, auto: bool) -> None:
        """A compaction inside a turn."""
        await self._inside(turn, CompactTask(self.runners, self.compactor, turn, auto), focus)

    async def _inside(self, turn: Run, task: SessionTask, input: str) -> None:
        """Run a task as part of what a session's runner does. It has no asyncio task of its own, so
        that interrupting the session ends it at once; setting its cancel does the same."""
        session = turn.session
        context = self._context(task, session, turn.settings, session.source)
        cancel = _Cancel(self.runners.of(session.id).ask_to_end)
        with self._under_way(session.id, _Started(task.kind, None, cancel)):
            await run_task(task, context, input, cancel)

    def _context(
        self, task: SessionTask, session: Session, settings: Settings, source: str
    ) -> TaskContext:
        return TaskContext(
            kind=task.kind,
            session=session,
            settings=settings,
            store=self.store,
            lifecycle=self.lifecycle,
            source=source,
            publish=self.store.bus.publish,
        )

    @contextlib.contextmanager
    def _under_way(self, session_id: str, started: _Started) -> Iterator[_Started]:
        under_way = self._started.setdefault(session_id, [])
        under_way.append(started)
        try:
            yield started
        finally:
            under_way.remove(started)
            if not under_way:
                self._started.pop(session_id, None)

    async def _ask(self, session_id: str, prompt: str) -> str | None:
        """A prompt, and what the turns that answer it came to."""
        await self.store.enqueue(QueueItem(session_id=session_id, text=prompt, source="person"))
        runner = self.runners.of(session_id)
        runner.wake()
        try:
            await runner.wait_idle()
        except asyncio.CancelledError:
            await runner.interrupt()
            raise
        return runner.last.text if runner.last else None

    async def _in_turn(
        self, session_id: str, name: str, task: SessionTask, input: str
    ) -> str | None:
        """A package's task has the session to itself, and what it says becomes part of it."""

        async def work(_: object) -> str | None:
            typed = f"/{name} {input}".rstrip()
            await self._say(session_id, "user", task.kind, typed)
            said = await self.run(session_id, task, input, name=name)
            if said:
                await self._say(session_id, "assistant", task.kind, said)
            return said

        return await self.runners.of(session_id).alone(name, work)

    async def _say(self, session_id: str, role: str, agent: str, text: str) -> None:
        message = Message(session_id=session_id, role=role, agent=agent)  # type: ignore[arg-type]
        message.completed = time.time()
        await self.store.add_message(message, [own(TextPart(text=text), message)])

    def spawn(self, session_id: str, name: str, input: str) -> asyncio.Task[TurnResult]:
        """Run a task without waiting for it; what goes wrong is told."""

        async def work() -> TurnResult:
            try:
                return TurnResult("done", text=await self.start(session_id, name, input) or "")
            except SpinneyError as error:
                self.store.bus.publish(Notice(session_id, "error", error.sentence, error.hint))
                return TurnResult("failed", error=str(error))

        task = self._spawned[session_id] = asyncio.create_task(work(), name=f"/{name}")
        return task

    async def outcome(self, session_id: str) -> TurnResult:
        """How the task that was spawned last in a session ended."""
        return await self._spawned[session_id]

    def running(self, session_id: str) -> list[str]:
        """The kinds of the tasks that run for a session."""
        return [started.kind for started in self._started.get(session_id, ())]

    async def stop(self, session_id: str) -> bool:
        """Ask every task of a session to end; False when there was none."""
        running = [task for task in self._started.get(session_id, ()) if task.work is not None]
        await asyncio.gather(*(_end(started) for started in running))
        return bool(running)

    async def leave(self) -> None:
        """The program ends."""
        for spawned in self._spawned.values():
            spawned.cancel()
        if self._spawned:
            await asyncio.wait(self._spawned.values())
        under_way = [started for tasks in self._started.values() for started in tasks]
        for started in under_way:
            if started.work is not None:
                started.cancel.set()
                started.work.cancel()
                await asyncio.wait([started.work])


async def _end(started: _Started) -> None:
    started.cancel.set()
    if started.work is None:
        return
    _, left = await asyncio.wait([started.work], timeout=GRACE)
    if left:
        started.work.cancel()
        await asyncio.wait([started.work])


async def _until(work: Awaitable[object], cancel: asyncio.Event) -> None:
    """Wait for something, or until it is to end."""
    waits = [asyncio.ensure_future(work), asyncio.ensure_future(cancel.wait())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
