"""The models of this installation, looked up by name; what litellm knows is asked for only once."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from core.config.settings import Settings
from core.llm.catalog import Keys, ModelChoice, available, resolve
from core.llm.client import ModelClient
from core.llm.demo import PROVIDER as DEMO
from core.llm.discover import find_local_servers
from core.llm.providers import effective
from core.llm.table import ModelTable, load_table
from core.llm.types import ModelInfo


class ModelBook:
    """Resolves model references and lists what a person can choose."""

    def __init__(self, client: ModelClient, keys: Keys, cache: Path) -> None:
        self.client = client
        self.keys = keys
        self.cache = cache
        self._table: asyncio.Task[ModelTable] | None = None

    async def choose(self, ref: str, settings: Settings) -> ModelChoice:
        """Everything needed to ask the model; raises ``ModelError`` with what is missing."""
        name = ref.partition("/")[0]
        provider = effective(name, settings)
        # A server with an address of its own is not in anybody's table.
        known_elsewhere = provider is not None and provider.base_url is None and name != DEMO
        table = await self.table() if known_elsewhere else ModelTable()
        return await resolve(ref, settings, self.keys, table)

    async def list(self, settings: Settings) -> list[ModelInfo]:
        """Configured models, those of providers with a key, those of servers on this machine, and
        the demo."""
        table, servers = await asyncio.gather(self.table(), find_local_servers())
        listed = available(settings, os.environ, table)
        refs = {info.ref for info in listed}
        local = [info for server in servers for info in server.infos() if info.ref not in refs]
        return [*local, *listed]

    async def table(self) -> ModelTable:
        if self._table is None or (self._table.done() and self._table.exception() is not None):
            self._table = asyncio.create_task(load_table(self.client, self.cache))
        return await asyncio.shield(self._table)

    async def close(self) -> None:
        if self._table is not None and not self._table.done():
            self._table.cancel()
            await asyncio.wait([self._table])
