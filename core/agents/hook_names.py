"""Hooks as agents' files write them, in our form: one entry for each command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.errors import ConfigError

_EVENTS = {
    "pretooluse": "tool.execute.before",
    "posttooluse": "tool.execute.after",
    "permissionrequest": "permission-ask",
    "sessionstart": "session-start",
    "userpromptsubmit": "prompt-submit",
    "subagentstart": "subagent-start",
    "subagentstop": "subagent-stop",
    "stop": "subagent-stop",
    "precompact": "compact-before",
    "postcompact": "compact-after",
    "worktreecreate": "worktree-create",
    "worktreeremove": "worktree-remove",
}

EVENTS = (
    "session-start", "prompt-submit", "tool.execute.before", "tool.execute.after",
    "permission-ask", "subagent-start", "subagent-stop", "compact-before", "compact-after",
    "stop", "worktree-create", "worktree-remove",
)  # fmt: skip


def read_hooks(value: Any) -> tuple[tuple[dict[str, Any], ...], list[str]]:
    """A list of our own entries, or Claude Code's table of events; returns hooks and notes."""
    if value is None:
        return (), []
    if isinstance(value, (list, tuple)):
        return tuple(_own_entry(entry) for entry in value), []
    if not isinstance(value, Mapping):
        raise ConfigError("hooks must be a list or a table of events.")
    hooks: list[dict[str, Any]] = []
    notes: list[str] = []
    for name, groups in value.items():
        event = _event(str(name))
        if event is None:
            notes.append(f"hook event {str(name)!r} does not exist here and is left out")
            continue
        if not isinstance(groups, (list, tuple)):
            raise ConfigError(f"hooks.{name} must be a list.")
        for group in groups:
            hooks += _group(event, group, notes)
    return tuple(hooks), notes


def _event(name: str) -> str | None:
    return name if name in EVENTS else _EVENTS.get(name.lower())


def _own_entry(entry: Any) -> dict[str, Any]:
    if not isinstance(entry, Mapping) or _event(str(entry.get("event"))) is None:
        raise ConfigError("A hook needs an event and a command.")
    return {**{str(k): v for k, v in entry.items()}, "event": _event(str(entry["event"]))}


def _group(event: str, group: Any, notes: list[str]) -> list[dict[str, Any]]:
    if not isinstance(group, Mapping):
        raise ConfigError("A hook must be a table.")
    handlers = group.get("hooks", [group])
    found: list[dict[str, Any]] = []
    for handler in handlers if isinstance(handlers, (list, tuple)) else [handlers]:
        if not isinstance(handler, Mapping) or not isinstance(handler.get("command"), str):
            notes.append("a hook that is not a command is left out")
            continue
        entry: dict[str, Any] = {"event": event, "command": handler["command"]}
        if group.get("matcher"):
            entry["matcher"] = str(group["matcher"])
        if isinstance(handler.get("timeout"), (int, float)):
            entry["timeout"] = handler["timeout"]
        found.append(entry)
    return found
