"""When schedules are due; nothing in here looks at a clock.

Cron times are local wall-clock times: "at 02:30 every day" is once a day also when the clock is put
forward or back. (In the hour that comes twice, one that runs every few minutes pauses.)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from core.errors import ConfigError

if TYPE_CHECKING:
    from core.schedules.definition import Schedule

LATE = 120.0
"""Seconds after which a run that is still to come counts as missed."""

_COUNTED = 1_000
_NAMES = frozenset(
    (
        *("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
        *("sun", "mon", "tue", "wed", "thu", "fri", "sat", "l"),
    )
)


@dataclass(frozen=True, slots=True)
class Due:
    """A run to do now. ``scheduled`` is the latest time that has come, ``count`` how many have."""

    scheduled: float
    count: int
    missed: bool


def check_cron(cron: str) -> None:
    """Raise ``ConfigError`` unless the text is a cron expression that comes true one day."""
    from croniter import croniter

    named = cron.startswith("@")
    words = re.findall(r"[a-z]+", cron.lower())
    # croniter also knows seconds, and "r" and "h" for a time of its own choice.
    if not named and (len(cron.split()) != 5 or not all(word in _NAMES for word in words)):
        raise ConfigError(f"{cron!r} is not a cron expression with five fields.")
    if not croniter.is_valid(cron):
        raise ConfigError(f"{cron!r} is not a cron expression with five fields.")
    if next_time(cron, 0.0) is None:
        raise ConfigError(f"{cron!r} never comes true.")


def next_time(cron: str, after: float) -> float | None:
    """The first time after a moment; None when there is none."""
    from croniter import CroniterBadDateError, croniter

    try:
        times = croniter(cron, datetime.fromtimestamp(after))
        while True:
            moment: float = times.get_next(datetime).timestamp()
            # When the clock was put back, the wall-clock time is there a second time.
            if moment > after:
                return moment
    except (CroniterBadDateError, OverflowError, OSError, ValueError):
        return None


def due(schedule: Schedule, handled: float, now: float) -> Due | None:
    """What has come since ``handled``, the last time that was dealt with; several are one run."""
    if not schedule.enabled:
        return None
    if schedule.at is not None:
        if not handled < schedule.at <= now:
            return None
        return Due(schedule.at, 1, now - schedule.at > LATE)
    latest, count = None, 0
    moment = next_time(schedule.cron, handled)
    while moment is not None and moment <= now and count < _COUNTED:
        latest, count = moment, count + 1
        moment = next_time(schedule.cron, moment)
    if latest is None:
        return None
    if count == _COUNTED:
        latest = now
    return Due(latest, count, count > 1 or now - latest > LATE)


def upcoming(schedule: Schedule, now: float) -> float | None:
    """When it is next due; None for never."""
    if not schedule.enabled:
        return None
    if schedule.at is not None:
        return schedule.at if schedule.at > now else None
    return next_time(schedule.cron, now)
