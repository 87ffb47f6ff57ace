"""Between a provider's stream and the pipe: a watch on silence, and merging of small deltas."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType

from core.llm.frames import Plain, plain_delta
from core.llm.types import Delta

MERGE_SECONDS = 0.03


class Watchdog:
    """Cancels the task that reads a stream when the provider is silent for too long."""

    def __init__(self, first_byte: float, silence: float) -> None:
        self._first_byte = first_byte
        self._silence = silence
        self.expired: str | None = None

    def __enter__(self) -> Watchdog:
        self._loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        self._heard: float | None = None
        self._timer = self._loop.call_later(self._first_byte, self._check)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        if self.expired is not None:
            self._task.uncancel()

    def heard(self) -> None:
        """Something came. Only a time is noted here: this runs once per line."""
        if self._heard is None:
            self._timer.cancel()
            self._timer = self._loop.call_later(self._silence, self._check)
        self._heard = self._loop.time()

    def _check(self) -> None:
        if self._heard is not None:
            left = self._heard + self._silence - self._loop.time()
            if left > 0:
                self._timer = self._loop.call_later(left, self._check)
                return
        self.expired = "FirstByteTimeout" if self._heard is None else "SilenceTimeout"
        self._task.cancel()


class Outbox:
    """Sends the first delta, calls and ends at once, and merges the text between for 30 ms."""

    def __init__(self, send: Callable[[list[Plain]], None]) -> None:
        self._send = send
        self._pending: list[Plain] = []
        self._timer: asyncio.TimerHandle | None = None
        self._first = True

    def put(self, delta: Delta) -> None:
        plain = plain_delta(delta)
        last = self._pending[-1] if self._pending else None
        if last is not None and _joined(last, plain):
            pass
        else:
            self._pending.append(plain)
        if self._first or plain[0] in "scf" or (plain[0] == "r" and plain[3]):
            self._first = False
            self.flush()
        elif self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(MERGE_SECONDS, self.flush)

    def flush(self) -> None:
        self._stop_timer()
        if self._pending:
            self._send(self._pending)
            self._pending = []

    def drop(self) -> None:
        """The attempt failed: what is left is void."""
        self._stop_timer()
        self._pending = []

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _joined(last: Plain, new: Plain) -> bool:
    """Append a text delta to the one before it where both are of the same kind."""
    if last[0] != new[0]:
        return False
    if new[0] == "t":
        last[1] += new[1]
    elif new[0] == "a" and last[1] == new[1]:
        last[2] += new[2]
    elif new[0] == "r" and not last[3] and last[2] is None and not new[3]:
        last[1] += new[1]
    else:
        return False
    return True
