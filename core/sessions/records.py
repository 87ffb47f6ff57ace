"""Records as copies for the bus, as JSON for the store, and read back from it."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError

from core.sessions.database import Connection, fetch_all, fetch_one

R = TypeVar("R", bound=BaseModel)


def snapshot(record: R) -> R:
    """A copy that later changes of ``record`` do not reach; long strings are shared, not copied."""
    copied = record.model_copy()
    values = copied.__dict__
    for name, value in values.items():
        if isinstance(value, (dict, list, BaseModel)):
            values[name] = _detached(value)
    return copied


def _detached(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _detached(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_detached(entry) for entry in value]
    if isinstance(value, BaseModel):
        return value if value.model_config.get("frozen") else snapshot(value)
    return value


def read_all(
    connection: Connection, model: type[R], sql: str, bindings: Sequence[Any] = ()
) -> list[R]:
    """The records of a query whose first column is their JSON."""
    return [model.model_validate_json(row[0]) for row in fetch_all(connection, sql, bindings)]


def read_one(
    connection: Connection, model: type[R], sql: str, bindings: Sequence[Any] = ()
) -> R | None:
    row = fetch_one(connection, sql, bindings)
    return model.model_validate_json(row[0]) if row else None


def to_json(record: BaseModel) -> str:
    """The record as it is stored.

    Half an emoji from a model, or an odd value that a tool put into its metadata, is stored as
    well as it can be; it must not cost a person their conversation.
    """
    try:
        return record.model_dump_json()
    except PydanticSerializationError:
        return json_text(record.model_dump())


def json_text(value: Any) -> str:
    """Any value as JSON that SQLite and every reader take."""
    return json.dumps(_storable(value), ensure_ascii=False, default=lambda odd: clean(str(odd)))


def clean(text: str) -> str:
    """The text with lone surrogates, which no file can hold, made visible as U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        # Two halves that arrived one after the other make a whole character.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(str(key)): _storable(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_storable(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
