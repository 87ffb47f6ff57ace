"""Blocking work of a tool in a thread that notices when the call is cancelled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


class Cancelled(Exception):
    """The call is gone; nobody wants the result any more."""


class Cancel:
    """Given to the work, which calls ``check`` from time to time."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        self._event.set()

    def check(self) -> None:
        if self._event.is_set():
            raise Cancelled


async def in_thread(work: Callable[[Cancel], Result]) -> Result:
    """Run ``work`` in a thread; when this is cancelled the work is told to stop."""
    cancel = Cancel()
    try:
        return await asyncio.to_thread(work, cancel)
    except asyncio.CancelledError:
        cancel.set()
        raise


async def to_completion(work: Callable[[], Result]) -> Result:
    """Run short ``work`` that must not be left half done; a cancelled caller waits for its end."""
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        if not running.cancelled():
            running.exception()
        raise
