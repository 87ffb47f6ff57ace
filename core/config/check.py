"""Check a table against the settings, keeping what is good of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from core.config.lines import KeyPath
from core.config.problems import suggestion
from core.config.settings import Settings

Refuse = Callable[[KeyPath, str], None]


def without_invalid(table: dict[str, Any], refuse: Refuse) -> dict[str, Any]:
    """Leave out, and report, every key that the settings do not accept."""
    for _ in range(100):
        try:
            Settings.model_validate(table)
        except ValidationError as error:
            dropped: set[KeyPath] = set()
            for fault in error.errors(include_input=False, include_url=False):
                path = _existing(table, tuple(fault["loc"]))
                if path in dropped:
                    continue
                dropped.add(path)
                refuse(path, _fault_sentence(path, fault["type"], fault["msg"], fault.get("ctx")))
            for path in sorted(dropped, key=_file_order, reverse=True):
                table = _without(table, path)
        else:
            return table
    return {}


def _existing(table: Any, location: KeyPath) -> KeyPath:
    """The part of a fault's location that is really a path in the file."""
    path: KeyPath = ()
    for part in location:
        in_list = isinstance(table, list) and isinstance(part, int) and part < len(table)
        if not in_list and not (isinstance(table, dict) and part in table):
            break
        table = table[part]
        path += (part,)
    return path


def _without(table: Any, path: KeyPath) -> Any:
    if isinstance(table, list):
        index = int(path[0])
        if len(path) == 1:
            return [*table[:index], *table[index + 1 :]]
        return [*table[:index], _without(table[index], path[1:]), *table[index + 1 :]]
    copy = dict(table)
    if len(path) == 1:
        copy.pop(path[0], None)
    elif path and path[0] in copy:
        copy[path[0]] = _without(copy[path[0]], path[1:])
    return copy


_EXPECTED = {
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "string_type": "text in quotes",
    "dict_type": "a table",
    "model_type": "a table",
    "tuple_type": "a list",
}


def _fault_sentence(path: KeyPath, kind: str, message: str, context: Any) -> str:
    """What is wrong with a key. The value itself is never repeated: it may be a secret."""
    name = dotted(path)
    if kind == "extra_forbidden":
        last = str(path[-1])
        if path[0] == "provider" and last in ("api_key", "key", "token"):
            return (
                f"{name}: keys are not kept in files. Store it in the system keyring "
                "(Settings, Providers) or name a variable with api_key_env. This is ignored."
            )
        known = suggestion(last, _fields_at(path[:-1]))
        return f"{name} is not a setting.{known} It is ignored."
    if kind == "literal_error" and context:
        return f"{name} must be {context['expected']}. It is ignored."
    if kind in _EXPECTED:
        return f"{name} must be {_EXPECTED[kind]}. It is ignored."
    return f"{name} cannot be used: {message[0].lower()}{message[1:]}. It is ignored."


def _fields_at(path: KeyPath) -> list[str]:
    """The keys that the settings know in the table at ``path``."""
    kind: Any = Settings
    for part in path:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            known = kind.model_fields.get(str(part))
            kind = known.annotation if known else None
        elif get_origin(kind) is dict:
            kind = get_args(kind)[1]
        else:
            return []
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return list(kind.model_fields)
    return []


def _file_order(path: KeyPath) -> list[tuple[int, str]]:
    return [(part, "") if isinstance(part, int) else (0, part) for part in path]


def dotted(path: KeyPath) -> str:
    return ".".join(str(part) for part in path)
