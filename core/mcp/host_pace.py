"""Inside the MCP host: how fast servers are listened to."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

MESSAGES_PER_SECOND = 200
BURST = 2_000
BYTES_PER_SECOND = 16_000_000

Log = Callable[[str], None]


class Pace:
    """Slows the reading down to a rate that the host can bear; a burst is fine."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._messages = float(BURST)
        self._bytes = float(BYTES_PER_SECOND)
        self._last = time.monotonic()
        self._told = 0.0

    async def wait(self, size: int, messages: int = 1) -> None:
        now = time.monotonic()
        passed, self._last = now - self._last, now
        self._messages = min(BURST, self._messages + passed * MESSAGES_PER_SECOND) - messages
        self._bytes = min(BYTES_PER_SECOND, self._bytes + passed * BYTES_PER_SECOND) - size
        behind = max(-self._messages / MESSAGES_PER_SECOND, -self._bytes / BYTES_PER_SECOND)
        if behind > 0:
            if now - self._told > 10:
                self._told = now
                self._log("it sends more than can be read, and is slowed down")
            await asyncio.sleep(behind)
