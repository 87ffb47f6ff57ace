"""How hooks, servers, memories and schedules become rows for a person, and back."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import ConfigError
from core.mcp.offers import OfferedTool
from core.memory.recall import list_memory
from core.schedules.definition import read_schedule
from core.schedules.scheduler import ScheduleStatus
from core.setup.models import ScheduleRow, ScheduleRun, ServerForm, ToolRow

FORM_KEYS = frozenset(
    ("command", "args", "url", "cwd", "env", "headers", "timeout", "push", "type", "transport")
)
"""What a form for a server shows; other keys stay as they were written."""


def server_entry(form: ServerForm) -> dict[str, Any]:
    """A ``[mcp.NAME]`` table for what was entered."""
    entry: dict[str, Any] = {}
    values = {name: value for name, value in form.values if name}
    if form.url:
        entry["url"] = form.url
        if values:
            entry["headers"] = values
    elif form.command:
        entry["command"] = form.command[0]
        if form.command[1:]:
            entry["args"] = list(form.command[1:])
        if form.cwd:
            entry["cwd"] = form.cwd
        if values:
            entry["env"] = values
    if form.timeout is not None:
        entry["timeout"] = form.timeout
    if form.push:
        entry["push"] = True
    return entry


def tool_row(tool: OfferedTool) -> ToolRow:
    difference = ""
    if tool.state in ("new", "changed"):
        before = _lines(tool.before) if tool.before is not None else []
        now = _lines({"description": tool.description, "schema": tool.schema})
        difference = "\n".join(
            line for line in difflib.ndiff(before, now) if not line.startswith("? ")
        )
    return ToolRow(
        *(tool.name, tool.exposed, tool.state, tool.description),
        *(difference, tool.problem, tool.digest),
    )


def _lines(definition: Mapping[str, Any]) -> list[str]:
    schema = json.dumps(definition.get("schema"), indent=2, ensure_ascii=False, sort_keys=True)
    return [*str(definition.get("description") or "").splitlines(), *schema.splitlines()]


def files_of(folder: Path) -> tuple[tuple[str, int, float], ...]:
    """The files of a memory; none where there is no folder yet."""
    if not folder.is_dir():
        return ()
    return tuple((file.path, file.size, file.modified) for file in list_memory(folder))


def schedule_row(place: int, entry: dict[str, Any], status: ScheduleStatus) -> ScheduleRow:
    schedule = status.schedule
    history = tuple(
        ScheduleRun(run.started, run.kind, run.outcome, run.session_id, run.error, run.count)
        for run in status.history
    )
    return ScheduleRow(
        place=place,
        id=schedule.id,
        name=schedule.name,
        when=schedule.cron,
        prompt=schedule.prompt,
        next=status.next,
        enabled=schedule.enabled,
        entry=entry,
        history=history,
    )


def schedule_id(entry: Mapping[str, Any]) -> str:
    """Which schedule an entry is; "" for one that cannot be read."""
    try:
        return read_schedule(entry).id
    except ConfigError:
        return ""
