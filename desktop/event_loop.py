"""The asyncio loop that runs on Qt's own."""

from __future__ import annotations

import qasync
from PySide6.QtCore import QAbstractEventDispatcher


class EventLoop(qasync.QEventLoop):  # type: ignore[misc]
    """Leaves no timer behind when it is closed.

    Every ``asyncio.timeout`` that was not needed leaves a timer waiting in the loop. Once the loop
    is garbage another thread may be the one to collect it, cannot stop the timer, and Qt comes back
    to an object that is gone.
    """

    def close(self) -> None:
        super().close()
        dispatcher = QAbstractEventDispatcher.instance()
        if dispatcher is not None:
            for timer in dispatcher.registeredTimers(self._timer):
                self._timer.killTimer(timer.timerId)
