"""How many agents work at once, and who waits in line."""

from __future__ import annotations

import asyncio
from collections import deque


class Slots:
    """A limited number of places, given out in the order they were asked for.

    A holder that waits for a child or a person gives its place back meanwhile, so parents that wait
    for their children never starve them.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._held: set[str] = set()
        self._line: deque[tuple[str, asyncio.Future[None]]] = deque()

    @property
    def free(self) -> int:
        return max(self.count - len(self._held), 0)

    def holds(self, holder: str) -> bool:
        return holder in self._held

    async def acquire(self, holder: str, *, first: bool = False) -> None:
        """Wait for a place; ``first`` goes to the head of the line (a run that continues)."""
        if holder in self._held:
            return
        if self.free and not self._line:
            self._held.add(holder)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (holder, turn)
        if first:
            self._line.appendleft(entry)
        else:
            self._line.append(entry)
        try:
            await turn
        except asyncio.CancelledError:
            if entry in self._line:
                self._line.remove(entry)
            else:
                self.release(holder)
            raise

    def release(self, holder: str) -> None:
        """Give the place back; harmless when none is held."""
        self._held.discard(holder)
        self._hand_out()

    def resize(self, count: int) -> None:
        self.count = count
        self._hand_out()

    def _hand_out(self) -> None:
        while self.free and self._line:
            holder, turn = self._line.popleft()
            if not turn.done():
                self._held.add(holder)
                turn.set_result(None)
