"""One runner for each session that works: never two turns at once, and nothing queued is forgotten."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from core.errors import SpinneyError
from core.events import Notice, TurnFinished, TurnStarted
from core.loop.run import Run
from core.loop.turn import Loop, TurnResult, open_calls, take_turn
from core.sessions.models import Session
from core.sessions.store import Store

log = logging.getLogger("spinney.loop")

T = TypeVar("T")


class Prepare(Protocol):
    """Makes the run for a session's next turn: agent, model, tools, rights."""

    async def __call__(self, session: Session, run_id: str) -> Run: ...


class SessionRunner:
    """Takes turns in one session while there is something to do.

    ``last`` is how the latest turn ended. Interrupting ends the turn, not the runner: what is
    queued afterwards starts another.
    """

    def __init__(self, session_id: str, runners: Runners) -> None:
        self.session_id = session_id
        self.last: TurnResult | None = None
        self.run: Run | None = None
        self.turns = 0
        self._runners = runners
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._interrupted = False

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """There is something to do; harmless when the runner is already at it."""
        if self._runners.closed:
            return
        self._again = True
        if not self.running:
            self._task = asyncio.create_task(self._work(), name=f"session {self.session_id}")

    async def alone(self, kind: str, work: Callable[[Run], Awaitable[T]]) -> T:
        """Do something other than a turn in this session at rest. What is queued meanwhile waits for
        it, and interrupting the session ends it."""
        if self.running or self._runners.closed:
            raise SpinneyError("The session is busy.", "Wait until it rests, or interrupt it.")
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(
            self._occupy(kind, work, outcome), name=f"{kind} in {self.session_id}"
        )
        try:
            return await asyncio.shield(outcome)
        except asyncio.CancelledError:
            if not outcome.done():
                await self.interrupt()
                raise
            raise SpinneyError("It was interrupted.") from None

    async def _occupy(
        self, kind: str, work: Callable[[Run], Awaitable[T]], outcome: asyncio.Future[T]
    ) -> None:
        store = self._runners.store
        run_id = ""
        try:
            session = await self._session()
            run_id = await store.begin_run(session.id, kind)
            self.run = await self._runners.prepare(session, run_id)
            outcome.set_result(await work(self.run))
        except asyncio.CancelledError:
            outcome.cancel()
            if not self._interrupted:
                raise
            self._interrupted = False
        except Exception as error:
            outcome.set_exception(error)
        finally:
            self.run = None
            if run_id:
                await store.end_run(run_id)
        await self._work()

    async def _session(self) -> Session:
        """The session as it is once everything is in order for work in it to begin."""
        session = await self._runners.store.get_session(self.session_id)
        for begin in self._runners.loop.before_turn:
            session = await begin(session)
        return session

    async def wait_idle(self) -> None:
        while self.running:
            assert self._task is not None
            await asyncio.wait([self._task])

    async def interrupt(self) -> bool:
        """End the running turn; False when none ran."""
        if not self.running or self._task is None:
            return False
        self.ask_to_end()
        await asyncio.wait([self._task])
        return True

    def ask_to_end(self) -> None:
        """The same without waiting for it."""
        if self.running and self._task is not None:
            self._interrupted = True
            self._task.cancel()

    async def leave(self) -> None:
        """The program ends: stop at once and leave everything to be taken up again."""
        if self.run is not None:
            self.run.leaving = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _work(self) -> None:
        while self._again:
            self._again = False
            try:
                if await self.has_work():
                    await self._turn()
            except asyncio.CancelledError:
                if not self._interrupted:
                    raise
                self._interrupted = False
                if self.last is None:
                    self.last = TurnResult("interrupted")
                return
            except Exception as error:
                if not isinstance(error, SpinneyError):
                    log.exception("the turn in %s failed", self.session_id)
                self._report(error)
                return
            if await self._runners.store.queue(self.session_id):
                self._again = True

    async def has_work(self) -> bool:
        """Something is queued, or a restart left calls open that a person has answered since."""
        store = self._runners.store
        if await store.queue(self.session_id):
            return True
        last = await store.messages(self.session_id, limit=1, newest=True)
        return bool(last) and bool(open_calls(last[0]))

    def _report(self, error: Exception) -> None:
        sentence = str(error) if isinstance(error, SpinneyError) else f"Something broke: {error}"
        hint = error.hint if isinstance(error, SpinneyError) else "The log has the details."
        self.last = TurnResult(outcome="failed", error=sentence)
        self._runners.store.bus.publish(Notice(self.session_id, "error", sentence, hint))
        self._finished(self.last)

    async def _turn(self) -> None:
        store = self._runners.store
        session = await self._session()
        run_id = await store.begin_run(session.id, "turn")
        self.turns += 1
        try:
            async with self._runners.around(session):
                await self._run_turn(session, run_id)
        finally:
            leaving = self.run is not None and self.run.leaving
            self.run = None
            if not leaving:
                await store.end_run(run_id)

    async def _run_turn(self, session: Session, run_id: str) -> None:
        self.run = run = await self._runners.prepare(session, run_id)
        bus = self._runners.store.bus
        bus.publish(TurnStarted(session.id, run.agent.name, run.choice.info.ref))
        try:
            self.last = await self._runners.take(run)
        except asyncio.CancelledError:
            self.last = TurnResult("interrupted", usage=run.usage, cost=run.cost)
            if not run.leaving:
                await self._after(run)
                self._finished(self.last)
            raise
        await self._after(run)
        self._finished(self.last)

    async def _after(self, run: Run) -> None:
        for conclude in self._runners.loop.after_turn:
            try:
                await conclude(run)
            except Exception:
                log.exception("what follows a turn in %s failed", self.session_id)

    def _finished(self, result: TurnResult) -> None:
        self._runners.store.bus.publish(
            TurnFinished(
                self.session_id,
                result.outcome,
                result.usage.model_dump(),
                result.cost,
                result.text,
                result.error,
            )
        )


class Runners:
    """All runners of this process. ``around`` gives what surrounds each turn of a session, ``take``
    takes the turn itself."""

    def __init__(self, store: Store, loop: Loop, prepare: Prepare) -> None:
        self.store = store
        self.loop = loop
        self.prepare = prepare
        self.around: Callable[[Session], contextlib.AbstractAsyncContextManager[None]] = (
            lambda _session: contextlib.nullcontext()
        )
        self.take: Callable[[Run], Awaitable[TurnResult]] = lambda run: take_turn(run, loop)
        self.closed = False
        self._runners: dict[str, SessionRunner] = {}

    def of(self, session_id: str) -> SessionRunner:
        runner = self._runners.get(session_id)
        if runner is None:
            runner = self._runners[session_id] = SessionRunner(session_id, self)
        return runner

    def running(self) -> list[SessionRunner]:
        return [runner for runner in self._runners.values() if runner.running]

    def forget(self, session_id: str) -> None:
        runner = self._runners.get(session_id)
        if runner is not None and not runner.running:
            del self._runners[session_id]

    async def leave(self) -> None:
        """Stop all of them for the program's end; none is woken any more."""
        self.closed = True
        await asyncio.gather(*(runner.leave() for runner in self.running()))


OnIdle = Callable[[str], Awaitable[None]]
