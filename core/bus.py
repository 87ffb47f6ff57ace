"""One bus for all events: publish calls every subscriber at once, in order, on the engine's loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable

from core.events import Event

log = logging.getLogger("spinney.bus")

Subscriber = Callable[[Event], None]


class Bus:
    """Delivers events to plain functions.

    A subscriber is called synchronously, so it must be quick; one that raises is logged and stays
    subscribed, and the others still hear the event. ``listen`` is for consumers that may be slow:
    it puts a queue in between.
    """

    def __init__(self) -> None:
        self._all: list[Subscriber] = []
        self._by_type: dict[str, list[Subscriber]] = {}

    def subscribe(
        self, subscriber: Subscriber, types: Iterable[str] = ("*",)
    ) -> Callable[[], None]:
        """Call ``subscriber`` for events of the given types; returns the function that ends it."""
        lists = [self._list_for(name) for name in types]
        for subscribers in lists:
            subscribers.append(subscriber)

        def unsubscribe() -> None:
            for subscribers in lists:
                if subscriber in subscribers:
                    subscribers.remove(subscriber)

        return unsubscribe

    def _list_for(self, name: str) -> list[Subscriber]:
        return self._all if name == "*" else self._by_type.setdefault(name, [])

    def publish(self, event: Event) -> None:
        for subscriber in (*self._by_type.get(event.type, ()), *self._all):
            try:
                subscriber(event)
            except Exception:
                log.exception("a subscriber of %s failed", event.type)

    async def listen(
        self, types: Iterable[str] = ("*",), limit: int = 10_000
    ) -> AsyncIterator[Event]:
        """Yield events as they come. A listener that falls ``limit`` events behind loses the oldest
        deltas first; it never holds up the publisher."""
        queue: asyncio.Queue[Event] = asyncio.Queue()

        def put(event: Event) -> None:
            if queue.qsize() < limit or event.type != "message.part.delta":
                queue.put_nowait(event)

        unsubscribe = self.subscribe(put, types)
        try:
            while True:
                yield await queue.get()
        finally:
            unsubscribe()
