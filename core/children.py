"""Children of asyncio's own that were told to end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable


async def collect(end: Awaitable[int]) -> None:
    """Wait for the end of a child that has been killed, however often the wait is cancelled.

    Giving up at the second cancel would leave a task behind that nobody waits for.
    """
    ending = asyncio.ensure_future(end)
    cancelled = False
    while not ending.done():
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError
