"""From the keys and values of a file to the fields of a definition, whatever program wrote it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pydantic import ValidationError

from core.agents.builtin import RuleTriple
from core.agents.definition import AgentDefinition, DefinitionScope
from core.agents.hook_names import read_hooks
from core.agents.mapping import ModelNames, mode_name
from core.agents.selection import read_disallowed, read_permission, read_tools
from core.errors import ConfigError

CONFIG = "config.toml"
"""How the source of a config table begins; the config's own layers have been checked already."""

Program: TypeAlias = Literal["spinney", "claude", "opencode", "codex"]

_ALIASES = {
    "max_turns": "steps",
    "max_steps": "steps",
    "reasoning_effort": "effort",
    "model_reasoning_effort": "effort",
    "variant": "effort",
    "permissions": "permission",
    "developer_instructions": "prompt",
    "system_prompt": "prompt",
    "instructions": "prompt",
    "allowed_tools": "tools",
    "disabled": "disable",
    "colour": "color",
}

_MODEL_OPTIONS = {
    "text_verbosity": "verbosity",
    "thinking": "thinking",
    "service_tier": "service_tier",
    "seed": "seed",
    "top_k": "top_k",
}
"""Keys that OpenCode hands to the model's provider. It does so with every key it does not know, but
files in real use hold tags and authors too, at which a provider refuses the request."""

_NAME = re.compile(r"[^\W_][\w.-]*(?:[:/][^\W_][\w.-]*)*")


@dataclass
class Fields:
    """What a file says: ``values`` only for the keys it has, ``rules`` in order, ``notes`` on the rest.
    ``also_disallowed`` are tools that a table of switches turned off."""

    values: dict[str, Any] = field(default_factory=dict)
    rules: list[RuleTriple] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    name: str | None = None
    also_disallowed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """What reading a file needs to know: whose format it is and which models there are."""

    program: Program = "spinney"
    models: ModelNames = field(default_factory=ModelNames)
    home: Path | None = None


def read_fields(raw: Mapping[str, Any], reading: Reading) -> Fields:
    """Read all keys, in snake_case or camelCase; raises ``ConfigError`` for a value that is wrong."""
    fields = Fields()
    explicit_rules: list[RuleTriple] = []
    for key, value in raw.items():
        name = _plain_key(str(key))
        if value is None:
            continue  # a key that was left empty says nothing
        if name == "name":
            fields.name = _text(value, "name").strip()
        elif name == "permission":
            explicit_rules = read_permission(value, reading.home)
        elif name == "tools":
            selection = read_tools(value)
            fields.values["tools"] = selection.tools
            fields.also_disallowed = selection.disallowed
            fields.rules += selection.rules
            fields.notes += selection.notes
        elif name == "disallowed_tools":
            selection = read_disallowed(value)
            fields.values["disallowed_tools"] = selection.disallowed
            fields.rules += selection.rules
        elif name == "model":
            as_written = reading.program == "spinney"
            model, note = reading.models.find(value, as_written=as_written)
            fields.values["model"] = model
            fields.notes += [note] if note else []
        elif name == "permission_mode":
            _permission_mode(value, fields)
        elif name == "hooks":
            hooks, notes = read_hooks(value)
            fields.values["hooks"] = hooks
            fields.notes += notes
        elif name == "enabled":
            fields.values["disable"] = not read_flag(value, "enabled")
        elif name in _READERS:
            fields.values[name] = _READERS[name](value, str(key))
        elif reading.program == "opencode" and name in _MODEL_OPTIONS:
            fields.values.setdefault("options", {})[_MODEL_OPTIONS[name]] = value
        else:
            fields.notes.append(f"key {str(key)!r} is not known and has no effect")
    # Explicit rules come after those that the tool lists imply, so that they win.
    fields.rules += explicit_rules
    return fields


def define(
    name: str,
    fields: Fields,
    *,
    source: str,
    scope: DefinitionScope,
    base: AgentDefinition | None = None,
    **defaults: Any,
) -> AgentDefinition:
    """A new definition, or ``base`` with the named keys changed and the rules appended."""
    check_name(name)
    values = {**defaults, **fields.values}
    known = (
        {} if base is None else {key: getattr(base, key) for key in AgentDefinition.model_fields}
    )
    if base is not None and "options" in values:
        values["options"] = {**base.options, **values["options"]}
    disallowed = values.get("disallowed_tools", base.disallowed_tools if base else ())
    values["disallowed_tools"] = tuple(dict.fromkeys([*disallowed, *fields.also_disallowed]))
    earlier = base.permission if base else ()
    rules = (*earlier, *fields.rules)
    of_project = base.project_rules if base else ()
    if scope == "project" and not source.startswith(CONFIG):
        of_project = (*of_project, *range(len(earlier), len(rules)))
    notes = (*(base.notes if base else ()), *fields.notes)
    combined = {
        **known,
        **values,
        "name": name,
        "permission": rules,
        "project_rules": of_project,
        "notes": tuple(dict.fromkeys(notes)),
        "source": source if base is None else f"{base.source}, changed by {source}",
        "scope": scope,
    }
    try:
        return AgentDefinition.model_validate(combined)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ConfigError(f"{where}: {first['msg']}.") from error


def check_name(name: str) -> None:
    """Refuse a name that could not be mentioned or written to a file."""
    if len(name) > 64 or not _NAME.fullmatch(name):
        raise ConfigError(
            f"{name!r} cannot be the name of an agent.",
            "Use letters, digits, dots, hyphens and underscores, beginning with a letter or digit.",
        )


def _plain_key(key: str) -> str:
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key).replace("-", "_").lower()
    return _ALIASES.get(snake, snake)


def _permission_mode(value: Any, fields: Fields) -> None:
    text = _text(value, "permission_mode")
    mode = mode_name(text)
    if mode is not None:
        fields.values["permission_mode"] = mode
    elif text.strip().lower() == "auto":
        fields.notes.append("permission mode 'auto' does not exist here; the caller's mode is used")
    else:
        raise ConfigError(f"permission_mode {text!r} is not known.")


def _text(value: Any, key: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    raise ConfigError(f"{key} must be text.")


def _optional_text(value: Any, key: str) -> str | None:
    return None if value is None else _text(value, key).strip() or None


def _stripped(value: Any, key: str) -> str:
    return "" if value is None else _text(value, key).strip()


def read_flag(value: Any, key: str) -> bool:
    """A switch, also where a file has it as text."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    raise ConfigError(f"{key} must be true or false.")


def _number(value: Any, key: str) -> float | None:
    if value is None:
        return None
    try:
        return float(value) if not isinstance(value, bool) else _refuse_number(key)
    except (TypeError, ValueError):
        return _refuse_number(key)


def _refuse_number(key: str) -> float:
    raise ConfigError(f"{key} must be a number.")


def _steps(value: Any, key: str) -> int | None:
    number = _number(value, key)
    if number is None:
        return None
    if number < 1 or number != int(number):
        raise ConfigError(f"{key} must be a whole number above 0.")
    return int(number)


def _choice(*choices: str) -> Callable[[Any, str], str | None]:
    def read(value: Any, key: str) -> str | None:
        text = _stripped(value, key)
        if text not in choices:
            raise ConfigError(f"{key} must be one of {', '.join(choices)}, not {text!r}.")
        return text

    return read


def _texts(value: Any, key: str) -> tuple[str, ...]:
    if value is None:
        return ()
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)):
        raise ConfigError(f"{key} must be a list.")
    return tuple(_text(item, key).strip() for item in items if str(item).strip())


def _servers(value: Any, key: str) -> tuple[Any, ...]:
    """MCP servers: names, tables ``{name: definition}``, or one table of them."""
    if isinstance(value, Mapping):
        return tuple({str(name): definition} for name, definition in value.items())
    if isinstance(value, str):
        return _texts(value, key)
    if isinstance(value, (list, tuple)) and all(isinstance(v, (str, Mapping)) for v in value):
        return tuple(item if isinstance(item, str) else dict(item) for item in value)
    if value is None:
        return ()
    raise ConfigError(f"{key} must be a list of server names or definitions.")


def _table(value: Any, key: str) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ConfigError(f"{key} must be a table.")
    return {str(name): entry for name, entry in value.items()}


_READERS: dict[str, Callable[[Any, str], Any]] = {
    "description": _stripped,
    "mode": _choice("primary", "subagent", "all"),
    "hidden": read_flag,
    "disable": read_flag,
    "prompt": _stripped,
    "initial_prompt": _optional_text,
    "temperature": _number,
    "top_p": _number,
    "effort": _optional_text,
    "options": _table,
    "steps": _steps,
    "background": read_flag,
    "isolation": _choice("none", "worktree", "remote"),
    "color": _optional_text,
    "memory": _choice("user", "project", "local"),
    "skills": _texts,
    "mcp_servers": _servers,
    "required_mcp_servers": _texts,
}
