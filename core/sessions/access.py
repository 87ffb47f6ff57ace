"""What every part of the store is built on: reading, committing and telling the bus."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel

from core.bus import Bus
from core.paths import Paths
from core.sessions.database import Connection, Write
from core.sessions.live import LiveText

T = TypeVar("T")
R = TypeVar("R", bound=BaseModel)


class Access(ABC):
    """Methods of the store are written against this, so that they work in a batch as well."""

    bus: Bus
    paths: Paths
    live: LiveText
    lease_name: str

    @abstractmethod
    async def _commit(self, write: Write[T]) -> T:
        """Make the change and return when it is on the disk (in a batch: remember it)."""

    @abstractmethod
    async def _read(self, work: Callable[[Connection], T]) -> T:
        """Read in one consistent view of what is stored."""

    async def change(self, write: Write[T]) -> T:
        """For the modules of this package that change several kinds of records at once."""
        return await self._commit(write)

    async def look(self, work: Callable[[Connection], T]) -> T:
        """For the modules of this package that read several kinds of records at once."""
        return await self._read(work)


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
