"""When schedules are due, whatever happens to the clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from core.errors import ConfigError
from core.schedules.definition import read_schedule, schedules_from
from core.schedules.times import due, next_time, upcoming


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def at(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def times(cron: str, start: str, count: int) -> list[str]:
    found, moment = [], at(start)
    for _ in range(count):
        following = next_time(cron, moment)
        assert following is not None
        moment = following
        found.append(datetime.fromtimestamp(moment).isoformat(timespec="minutes"))
    return found


@pytest.mark.usefixtures("berlin")
def test_a_daily_time_comes_once_a_day_when_the_clock_is_changed() -> None:
    assert times("30 2 * * *", "2026-10-24T12:00", 2) == ["2026-10-25T02:30", "2026-10-26T02:30"]
    spring = times("30 2 * * *", "2026-03-28T12:00", 2)
    assert [entry[:10] for entry in spring] == ["2026-03-29", "2026-03-30"]
    assert times("0 9 * * mon", "2026-11-18T12:00", 1) == ["2026-11-23T09:00"]


@pytest.mark.usefixtures("berlin")
def test_times_never_go_back_in_the_hour_that_comes_twice() -> None:
    moment = at("2026-10-24T23:00")
    for _ in range(60):
        following = next_time("*/10 * * * *", moment)
        assert following is not None
        assert following > moment
        moment = following


def test_several_times_that_passed_are_one_run() -> None:
    schedule = read_schedule({"cron": "0 9 * * *", "prompt": "report"})
    assert due(schedule, at("2026-05-01T09:00"), at("2026-05-01T12:00")) is None
    found = due(schedule, at("2026-05-01T08:59"), at("2026-05-01T09:00:01"))
    assert found is not None
    assert (found.count, found.missed) == (1, False)
    found = due(schedule, at("2026-05-01T09:00"), at("2026-05-04T10:00"))
    assert found is not None
    assert (found.count, found.missed) == (3, True)
    assert found.scheduled == at("2026-05-04T09:00")


def test_years_of_missed_minutes_are_counted_within_bounds() -> None:
    schedule = read_schedule({"cron": "* * * * *", "prompt": "x"})
    began = time.perf_counter()
    found = due(schedule, at("2020-01-01T00:00"), at("2026-01-01T00:00"))
    assert time.perf_counter() - began < 2
    assert found is not None
    assert (found.count, found.missed) == (1000, True)
    assert due(schedule, found.scheduled, at("2026-01-01T00:00")) is None


def test_a_single_time_comes_once() -> None:
    schedule = read_schedule({"at": "2026-05-01 09:00", "prompt": "x"})
    moment = at("2026-05-01T09:00")
    assert upcoming(schedule, moment - 60) == moment
    assert upcoming(schedule, moment) is None
    found = due(schedule, moment - 60, moment + 1)
    assert found is not None
    assert not found.missed
    assert due(schedule, found.scheduled, moment + 1) is None


def test_one_that_is_off_is_never_due() -> None:
    schedule = read_schedule({"cron": "* * * * *", "prompt": "x", "enabled": False})
    assert due(schedule, 0.0, at("2026-05-01T09:00")) is None
    assert upcoming(schedule, 0.0) is None


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"cron": "* * * * *"}, "needs a prompt"),
        ({"prompt": "x"}, "either cron or at"),
        ({"prompt": "x", "cron": "* * * * *", "at": "2026-05-01"}, "either cron or at"),
        ({"prompt": "x", "cron": "* * * * * *"}, "five fields"),
        ({"prompt": "x", "cron": "R * * * *"}, "five fields"),
        ({"prompt": "x", "cron": "61 * * * *"}, "five fields"),
        ({"prompt": "x", "cron": "0 0 30 2 *"}, "never comes true"),
        ({"prompt": "x", "at": "tomorrow"}, "date and time"),
        ({"prompt": "x", "at": 7}, "date and time"),
        ({"prompt": "x", "cron": "@daily", "colour": "red"}, "colour is not known"),
        ({"prompt": "x", "cron": "@daily", "directory": "here"}, "absolute"),
    ],
)
def test_a_schedule_that_cannot_be_read_says_why(entry: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        read_schedule(entry)


def test_a_bad_schedule_costs_only_itself() -> None:
    good = {"cron": "@daily", "prompt": "report", "agent": "plan", "directory": "/work"}
    found = schedules_from([{"prompt": "x"}, good, good])
    assert [(s.name, s.agent, s.directory) for s in found.schedules] == [
        ("report", "plan", Path("/work"))
    ]
    assert len(found.problems) == 2


def test_a_toml_date_is_a_time_too() -> None:
    schedule = read_schedule({"at": datetime(2026, 5, 1, 9), "prompt": "x"})
    assert schedule.at == at("2026-05-01T09:00")
