"""Agents as Codex writes them: one TOML file for each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from core.agents.fields import Fields, Reading, read_fields
from core.errors import ConfigError

_SANDBOX = "sandbox_mode"
_REQUIRED = ("name", "description", "developer_instructions")
_SILENT = ("nickname_candidates", "nicknames")


def parse_codex(text: str, reading: Reading) -> Fields:
    """Read one file. A read-only sandbox becomes plan mode; what would grant more is not taken over."""
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"It is not valid TOML: {error}.") from error
    missing = [key for key in _REQUIRED if not str(raw.get(key) or "").strip()]
    if missing:
        raise ConfigError(f"It lacks {', '.join(missing)}.")
    known = {key: value for key, value in raw.items() if key not in (_SANDBOX, *_SILENT)}
    if isinstance(raw.get("features"), Mapping):
        known.pop("features")
    fields = read_fields(known, reading)
    sandbox = raw.get(_SANDBOX)
    if sandbox == "read-only":
        fields.values["permission_mode"] = "plan"
        fields.rules.insert(0, ("edit", "*", "deny"))
    elif sandbox == "danger-full-access":
        fields.notes.append(
            "sandbox_mode 'danger-full-access' is not taken over: a file grants nothing"
        )
    elif sandbox not in (None, "workspace-write"):
        raise ConfigError(f"sandbox_mode {sandbox!r} is not known.")
    return fields
