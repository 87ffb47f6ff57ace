"""Prompts are sent when their time comes, once, by one process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest

from core.errors import NotFound, SpinneyError
from core.schedules import CLOSED_NOTE
from core.schedules.definition import Schedule, read_schedule
from core.schedules.scheduler import Firing, Scheduler
from tests.core.hooks.conftest import Documents

DAILY = read_schedule({"name": "report", "cron": "0 9 * * *", "prompt": "write the report"})


class Clock:
    def __init__(self, text: str) -> None:
        self.now = datetime.fromisoformat(text).timestamp()

    def __call__(self) -> float:
        return self.now

    def set(self, text: str) -> None:
        self.now = datetime.fromisoformat(text).timestamp()


class Desk:
    """A scheduler with a clock that a test sets, and what it sent and said."""

    def __init__(self, folder: Path, documents: Documents, clock: Clock) -> None:
        self.clock = clock
        self.sent: list[Firing] = []
        self.said: list[str] = []
        self.problem: SpinneyError | None = None
        self.something = asyncio.Event()
        self.scheduler = Scheduler(
            values=documents,
            lock_file=folder / "schedules.lock",
            fire=self._fire,
            tell=self.said.append,
            clock=clock,
        )

    async def _fire(self, firing: Firing) -> str:
        if self.problem is not None:
            raise self.problem
        self.sent.append(firing)
        self.something.set()
        return f"ses_{len(self.sent)}"

    def use(self, *schedules: Schedule) -> None:
        """Without the driver's own looks: the test decides when."""
        self.scheduler._schedules = {schedule.id: schedule for schedule in schedules}

    async def look(self) -> float:
        wait = await self.scheduler.look()
        await asyncio.gather(*self.scheduler._firing)
        return wait


@pytest.fixture
def documents() -> Documents:
    return Documents()


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-05-01T08:59:30")


@pytest.fixture
async def desk(tmp_path: Path, documents: Documents, clock: Clock) -> AsyncIterator[Desk]:
    opened = Desk(tmp_path, documents, clock)
    opened.use(DAILY)
    yield opened
    await opened.scheduler.close()


async def test_a_prompt_is_sent_when_its_time_comes_and_not_again(desk: Desk) -> None:
    assert await desk.look() == 30
    assert desk.sent == []
    desk.clock.set("2026-05-01T09:00:00")
    await desk.look()
    await desk.look()
    (firing,) = desk.sent
    assert (firing.text, firing.kind) == ("write the report", "due")
    assert firing.schedule.assistant
    (status,) = await desk.scheduler.statuses()
    assert status.next == datetime(2026, 5, 2, 9).timestamp()
    assert [(run.outcome, run.session_id) for run in status.history] == [("started", "ses_1")]
    assert desk.said == []


async def test_what_was_missed_is_told_and_run_once(
    desk: Desk, tmp_path: Path, documents: Documents
) -> None:
    await desk.look()
    await desk.scheduler.close()
    later = Desk(tmp_path, documents, Clock("2026-05-04T12:00"))
    later.use(DAILY)
    await later.look()
    await later.look()
    (firing,) = later.sent
    assert (firing.kind, firing.count) == ("missed", 4)
    assert "4 runs were missed, the last at 2026-05-04 09:00" in firing.text
    assert "4 runs were missed" in later.said[0]
    await later.scheduler.close()
    assert "only while Spinney is open" in CLOSED_NOTE


async def test_a_new_schedule_has_missed_nothing(desk: Desk) -> None:
    past = read_schedule({"at": "2026-04-01 09:00", "prompt": "too late"})
    desk.use(DAILY, past)
    await desk.look()
    await desk.look()
    assert desk.sent == []


async def test_only_one_process_sends(desk: Desk, tmp_path: Path, documents: Documents) -> None:
    other = Desk(tmp_path, documents, desk.clock)
    other.use(DAILY)
    await desk.look()
    await other.look()
    assert (desk.scheduler.fires_here, other.scheduler.fires_here) == (True, False)
    desk.clock.set("2026-05-01T09:00:01")
    await other.look()
    await desk.look()
    assert (len(desk.sent), len(other.sent)) == (1, 0)
    await desk.scheduler.close()
    desk.clock.set("2026-05-02T09:00:01")
    await other.look()
    assert len(other.sent) == 1
    await other.scheduler.close()


async def test_a_time_is_dealt_with_before_it_is_sent(desk: Desk) -> None:
    await desk.look()
    desk.clock.set("2026-05-01T09:00:00")
    desk.problem = SpinneyError("There is no model.", "Choose one.")
    await desk.look()
    await desk.look()
    (status,) = await desk.scheduler.statuses()
    assert [(run.outcome, run.error) for run in status.history] == [
        ("failed", "There is no model. Choose one.")
    ]
    assert desk.said == ["Schedule “report” could not be run: There is no model. Choose one."]


async def test_run_now_does_not_change_the_times(desk: Desk) -> None:
    await desk.look()
    await desk.scheduler.run_now(DAILY.id)
    desk.clock.set("2026-05-01T09:00:00")
    await desk.look()
    assert [firing.kind for firing in desk.sent] == ["manual", "due"]
    (status,) = await desk.scheduler.statuses()
    assert [run.kind for run in status.history] == ["due", "manual"]
    with pytest.raises(NotFound):
        await desk.scheduler.run_now("gone")


async def test_a_clock_that_is_set_back_sends_nothing_twice(desk: Desk) -> None:
    await desk.look()
    desk.clock.set("2026-05-01T09:00:00")
    await desk.look()
    desk.clock.set("2026-04-01T00:00:00")
    await desk.look()
    assert len(desk.sent) == 1


async def test_the_history_is_bounded(desk: Desk) -> None:
    for _ in range(60):
        await desk.scheduler.run_now(DAILY.id)
    (status,) = await desk.scheduler.statuses()
    assert len(status.history) == 50


async def test_the_driver_wakes_by_itself(tmp_path: Path, documents: Documents) -> None:
    now = datetime(2026, 5, 1, 8, 59, 59, 900_000).timestamp()
    loop = asyncio.get_running_loop()
    began = loop.time()
    desk = Desk(tmp_path, documents, Clock("2026-05-01T00:00"))
    desk.scheduler._clock = lambda: now + loop.time() - began
    desk.scheduler.set_schedules([DAILY])
    await asyncio.wait_for(desk.something.wait(), 5)
    await desk.scheduler.close()
    assert [firing.kind for firing in desk.sent] == ["due"]
