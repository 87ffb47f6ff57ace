"""What every part of the store is built on: reading, committing and telling the bus."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from core.bus import Bus
from core.paths import Paths
from core.sessions.database import Connection, Write
from core.sessions.live import LiveText

T = TypeVar("T")


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
