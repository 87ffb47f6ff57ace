"""Send scheduled prompts when their time comes, in one process only.

Whoever holds the lock fires; other processes watch and take over when the holder is gone. A time is
written down as dealt with before its prompt is sent, so that a crash never sends it twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Protocol

from core.errors import NotFound, SpinneyError
from core.ids import new_id
from core.locks import FileLock
from core.schedules.definition import Schedule
from core.schedules.times import due, upcoming

log = logging.getLogger("spinney.schedules")

LOOK_AGAIN = 60.0
"""Seconds at most between two looks at the clock: it may have been set, or the computer slept."""

_HISTORY = 50
Kind = Literal["due", "missed", "manual"]


class Values(Protocol):
    """Where small documents are kept; the session store is one."""

    async def get_value(self, key: str) -> Any: ...

    async def set_value(self, key: str, value: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class Firing:
    """One sending of a prompt. ``count`` runs have come together in it."""

    id: str
    schedule: Schedule
    kind: Kind
    scheduled: float
    count: int = 1

    @property
    def text(self) -> str:
        """The prompt, and where it is late a line that says so."""
        if self.kind != "missed":
            return self.schedule.prompt
        return f"{self.schedule.prompt}\n\n<schedule-note>{self.note}</schedule-note>"

    @property
    def note(self) -> str:
        when = datetime.fromtimestamp(self.scheduled).strftime("%Y-%m-%d %H:%M")
        if self.count > 1:
            count = "1,000 or more" if self.count >= 1000 else str(self.count)
            return f"{count} runs were missed, the last at {when}; this is one run for all of them."
        return f"This was due at {when} and is run late."


@dataclass(frozen=True, slots=True)
class Run:
    """A line of a schedule's history. ``outcome`` is ``started`` or ``failed``; one that stays at
    ``starting`` was cut off when the program ended."""

    id: str
    kind: Kind
    scheduled: float
    started: float
    count: int = 1
    outcome: str = "starting"
    session_id: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class ScheduleStatus:
    """A schedule for the list; ``history`` has the newest run first."""

    schedule: Schedule
    next: float | None
    history: tuple[Run, ...] = ()


Fire = Callable[[Firing], Awaitable[str]]
"""Sends the prompt and returns the session it went to; raises ``SpinneyError`` when it cannot."""


class Scheduler:
    """Looks at the clock for all schedules. ``tell`` gets sentences for the person."""

    def __init__(
        self,
        *,
        values: Values,
        lock_file: Path,
        fire: Fire,
        tell: Callable[[str], None],
        on_change: Callable[[], None] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._values = values
        self._lock_file = lock_file
        self._fire = fire
        self._tell = tell
        self._on_change = on_change
        self._clock = clock
        self._schedules: dict[str, Schedule] = {}
        self._lock: FileLock | None = None
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._firing: set[asyncio.Task[None]] = set()
        self._writing = asyncio.Lock()
        self._looking = asyncio.Lock()

    @property
    def fires_here(self) -> bool:
        """Whether this process is the one that sends prompts."""
        return self._lock is not None

    def set_schedules(self, schedules: Sequence[Schedule]) -> None:
        """These are the schedules from now on."""
        self._schedules = {schedule.id: schedule for schedule in schedules}
        if self._schedules and self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._watch())
        self._wake.set()

    async def close(self) -> None:
        """Stop looking at the clock; what was sent goes on."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await asyncio.gather(*self._firing, return_exceptions=True)
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    async def statuses(self) -> list[ScheduleStatus]:
        """Every schedule with its next time and what it did."""
        return await self.statuses_of(tuple(self._schedules.values()))

    async def statuses_of(self, schedules: Sequence[Schedule]) -> list[ScheduleStatus]:
        """The same for schedules that this process need not look after."""
        now = self._clock()
        found = []
        for schedule in schedules:
            runs = await self._history(schedule)
            found.append(ScheduleStatus(schedule, upcoming(schedule, now), tuple(reversed(runs))))
        return found

    async def run_now(self, schedule_id: str) -> None:
        """Send a schedule's prompt now, whatever its time; its times stay as they are."""
        schedule = self._schedules.get(schedule_id)
        if schedule is None:
            raise NotFound("That schedule is no longer there.")
        now = self._clock()
        firing = Firing(new_id("sch"), schedule, "manual", now)
        run = Run(firing.id, "manual", now, now)
        await self._note(schedule, run)
        await self._send(firing, run)

    async def look(self) -> float:
        """Send what is due; returns the seconds until the next look. The driver calls this."""
        async with self._looking:
            return await self._look()

    async def _look(self) -> float:
        if not self._schedules:
            return LOOK_AGAIN
        if self._lock is None:
            self._lock_file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = FileLock.acquire(self._lock_file)
            if self._lock is None:
                return LOOK_AGAIN
        now = self._clock()
        wait = LOOK_AGAIN
        for schedule in list(self._schedules.values()):
            await self._look_at(schedule, now)
            following = upcoming(schedule, now)
            if following is not None:
                wait = min(wait, max(0.0, following - self._clock()))
        return wait

    async def _look_at(self, schedule: Schedule, now: float) -> None:
        key = f"schedule/{schedule.id}/handled"
        handled = await self._values.get_value(key)
        if not isinstance(handled, (int, float)) or handled > now:
            # Seen for the first time, or the clock was set back: nothing has been missed.
            await self._values.set_value(key, now)
            return
        found = due(schedule, handled, now)
        if found is None:
            return
        kind: Kind = "missed" if found.missed else "due"
        firing = Firing(new_id("sch"), schedule, kind, found.scheduled, found.count)
        run = Run(firing.id, kind, found.scheduled, self._clock(), found.count)
        await self._note(schedule, run)
        await self._values.set_value(key, found.scheduled)
        if kind == "missed":
            self._tell(f"Schedule “{schedule.name}”: {firing.note}")
        task = asyncio.get_running_loop().create_task(self._send_quietly(firing, run))
        self._firing.add(task)
        task.add_done_callback(self._firing.discard)

    async def _send_quietly(self, firing: Firing, run: Run) -> None:
        try:
            await self._send(firing, run)
        except SpinneyError as error:
            self._tell(f"Schedule “{firing.schedule.name}” could not be run: {error}")
        except Exception:
            log.exception("a schedule could not be run")
            self._tell(f"Schedule “{firing.schedule.name}” could not be run.")

    async def _send(self, firing: Firing, run: Run) -> None:
        try:
            session_id = await self._fire(firing)
        except BaseException as error:
            sentence = str(error) if isinstance(error, SpinneyError) else "It was interrupted."
            await self._note(firing.schedule, replace(run, outcome="failed", error=sentence))
            raise
        await self._note(firing.schedule, replace(run, outcome="started", session_id=session_id))

    async def _note(self, schedule: Schedule, run: Run) -> None:
        async with self._writing:
            runs = [entry for entry in await self._history(schedule) if entry.id != run.id]
            kept = [asdict(entry) for entry in [*runs, run][-_HISTORY:]]
            await self._values.set_value(f"schedule/{schedule.id}/history", kept)
        if self._on_change is not None:
            self._on_change()

    async def _history(self, schedule: Schedule) -> list[Run]:
        """What it did, oldest first."""
        stored = await self._values.get_value(f"schedule/{schedule.id}/history")
        return [Run(**entry) for entry in stored] if isinstance(stored, list) else []

    async def _watch(self) -> None:
        while True:
            self._wake.clear()
            try:
                wait = await self.look()
            except Exception:
                log.exception("the schedules could not be looked at")
                wait = LOOK_AGAIN
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait)
