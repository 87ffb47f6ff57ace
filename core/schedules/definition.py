"""What a schedule is, and reading one from configuration."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from core.errors import ConfigError
from core.schedules.times import check_cron

_KEYS = {
    *("name", "cron", "at", "prompt", "agent", "model", "session", "directory", "assistant"),
    "enabled",
}


@dataclass(frozen=True, slots=True)
class Schedule:
    """A prompt for a time: ``cron`` (five fields, local time) again and again, or ``at`` once.

    It goes to ``session``, or to a new session in ``directory`` (None: the project opened last).
    ``assistant`` turns assistant mode on for its turns, so that tasks never block input.
    """

    id: str
    name: str
    prompt: str
    cron: str = ""
    at: float | None = None
    agent: str | None = None
    model: str | None = None
    session: str | None = None
    directory: Path | None = None
    assistant: bool = True
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class ReadSchedules:
    """Schedules that can be used, and sentences about those that cannot."""

    schedules: tuple[Schedule, ...] = ()
    problems: tuple[str, ...] = ()


def schedules_from(entries: Iterable[Mapping[str, Any]]) -> ReadSchedules:
    """Read ``[[schedule]]`` entries. A bad one costs only itself."""
    found: dict[str, Schedule] = {}
    problems: list[str] = []
    for number, entry in enumerate(entries, 1):
        try:
            schedule = read_schedule(entry)
            if schedule.id in found:
                raise ConfigError("there is another one like it; give it a name of its own.")
            found[schedule.id] = schedule
        except ConfigError as error:
            problems.append(f"schedule {number}: {error.sentence}")
    return ReadSchedules(tuple(found.values()), tuple(problems))


def read_schedule(entry: Mapping[str, Any]) -> Schedule:
    """Read one entry; raises ``ConfigError`` with a sentence."""
    if unknown := sorted(set(entry) - _KEYS):
        raise ConfigError(f"{', '.join(unknown)} is not known.")
    prompt = _text(entry, "prompt")
    if not prompt:
        raise ConfigError("it needs a prompt.")
    if ("cron" in entry) == ("at" in entry):
        raise ConfigError("it needs either cron or at.")
    cron = " ".join((_text(entry, "cron") or "").split())
    if "cron" in entry:
        check_cron(cron)
    at = _moment(entry["at"]) if "at" in entry else None
    session, directory = _text(entry, "session"), _text(entry, "directory")
    if session and directory:
        raise ConfigError("it goes to a session or to a directory, not to both.")
    folder = Path(directory).expanduser() if directory else None
    if folder is not None and not folder.is_absolute():
        raise ConfigError("directory must be an absolute path.")
    name = _text(entry, "name")
    agent, model = _text(entry, "agent"), _text(entry, "model")
    body = [name] if name else [cron, at, prompt, agent, session, directory]
    digest = hashlib.sha256(json.dumps(body).encode("utf-8", "surrogatepass")).hexdigest()
    return Schedule(
        id=digest[:16],
        name=name or _shortened(prompt),
        prompt=prompt,
        cron=cron,
        at=at,
        agent=agent,
        model=model,
        session=session,
        directory=folder,
        assistant=entry.get("assistant", True) is not False,
        enabled=entry.get("enabled", True) is not False,
    )


def _text(entry: Mapping[str, Any], key: str) -> str | None:
    value = entry.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise ConfigError(f"{key} must be text.")
    return value.strip() or None


def _moment(value: Any) -> float:
    """A date and time, as TOML writes it or as text; local time where it names no zone."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            raise ConfigError("at must be a date and time such as 2026-05-01 09:00.") from None
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    if not isinstance(value, datetime):
        raise ConfigError("at must be a date and time such as 2026-05-01 09:00.")
    try:
        return value.timestamp()
    except (OverflowError, OSError, ValueError):
        raise ConfigError("at is too far away.") from None


def _shortened(prompt: str) -> str:
    line = prompt.partition("\n")[0]
    return line if len(line) <= 60 else f"{line[:60]}…"
