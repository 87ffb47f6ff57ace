"""Change one key of a ``config.toml`` and leave the rest as the person wrote it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.config.atomic import locked, write_atomically
from core.errors import ConfigError


@dataclass(frozen=True)
class Change:
    """A change that was written; ``before`` is None where the file was new."""

    path: Path
    key: tuple[str, ...]
    before: bytes | None = field(repr=False)
    after: bytes = field(repr=False)


def set_value(path: Path, key: Sequence[str], value: Any) -> Change:
    """Set ``key`` (``("provider", "local", "base_url")``) to ``value``, creating file and tables;
    None removes it. Comments, order and layout stay."""
    names = tuple(key)
    with locked(path):
        before = path.read_bytes() if path.exists() else None
        after = _changed(path, before or b"", names, value)
        if after != before:
            write_atomically(path, after)
        return Change(path, names, before, after)


def undo(change: Change) -> None:
    """Put back what the file said before; refuses if it has been changed again since."""
    with locked(change.path):
        now = change.path.read_bytes() if change.path.exists() else None
        if now != change.after:
            raise ConfigError(
                f"{change.path.name} has been changed since.", "Edit the file to take it back."
            )
        if change.before is None:
            change.path.unlink()
        else:
            write_atomically(change.path, change.before)


def _changed(path: Path, before: bytes, key: tuple[str, ...], value: Any) -> bytes:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    by_hand = f"Change {'.'.join(key)} in {path} by hand."
    try:
        text = before.decode("utf-8-sig")
        old = tomllib.loads(text)
        document = tomlkit.parse(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, TOMLKitError) as error:
        what = f"{path.name} cannot be changed because it is not valid TOML: {error}."
        raise ConfigError(what, "Mend the file first.") from None
    try:
        _apply(document, key, value, tomlkit.table)
        result = tomlkit.dumps(document)
        wanted = _expected(old, key, value)
        if _without_empty(tomllib.loads(result)) != _without_empty(wanted):
            raise ConfigError(
                f"{path.name} is laid out in a way that Spinney cannot change.", by_hand
            )
    except (TOMLKitError, tomllib.TOMLDecodeError, TypeError, AttributeError) as error:
        what = f"{path.name} could not be changed ({type(error).__name__})."
        raise ConfigError(what, by_hand) from None
    return result.encode()


def _apply(document: Any, key: tuple[str, ...], value: Any, new_table: Any) -> None:
    from tomlkit.items import AoT

    table = document
    for name in key[:-1]:
        if name not in table:
            if value is None:
                return
            table[name] = new_table()
        table = table[name]
    if value is None:
        if key[-1] in table:
            del table[key[-1]]
    elif isinstance(table.get(key[-1]), AoT):
        _change_entries(table[key[-1]], value, new_table)
    else:
        table[key[-1]] = value


def _change_entries(entries: Any, wanted: Sequence[dict[str, Any]], new_table: Any) -> None:
    """Make ``[[name]]`` tables what is wanted: those that stay keep their comments, and in one that
    changes only the keys that do are written."""
    old = [dict(entry.unwrap()) for entry in entries]
    if len(old) > len(wanted):
        staying = list(wanted)
        for at in reversed(range(len(old))):
            if staying and old[at] == staying[-1]:
                staying.pop()
            elif len(entries) > len(wanted):
                del entries[at]
    for at, values in enumerate(wanted):
        if at == len(entries):
            entries.append(new_table())
        for name in [name for name in entries[at] if name not in values]:
            del entries[at][name]
        for name, value in values.items():
            if name not in entries[at] or entries[at][name] != value:
                entries[at][name] = value


def _expected(old: dict[str, Any], key: tuple[str, ...], value: Any) -> dict[str, Any]:
    if len(key) == 1:
        rest = {name: kept for name, kept in old.items() if name != key[0]}
        return rest if value is None else {**rest, key[0]: _plain(value)}
    inner = old.get(key[0])
    if inner is None and value is None:
        return old
    return {**old, key[0]: _expected(inner or {}, key[1:], value)}


def _without_empty(table: dict[str, Any]) -> dict[str, Any]:
    """Without tables that hold nothing: the last key of ``[a.b]`` takes ``a`` along, or does not."""
    kept: dict[str, Any] = {}
    for name, value in table.items():
        kept_value = _without_empty(value) if isinstance(value, dict) else value
        if kept_value != {}:
            kept[name] = kept_value
    return kept


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value
