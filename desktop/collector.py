"""Collecting garbage in the window's own thread.

Python collects reference cycles in whichever thread happens to allocate. The store and the tools use
threads, and a widget that is freed in one of them takes the program down. So automatic collection is
off while a window is open, and this does it from the event loop instead.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, Qt, QTimer

INTERVAL = 1_000
"""Milliseconds between two looks at how much there is to collect."""


class Collector(QObject):
    """Runs the collector on Qt's main thread; ``stop`` gives it back to Python."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        gc.collect()
        gc.enable()

    def look(self) -> None:
        """Collect the generations that are due, youngest first."""
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation] > 0:
                gc.collect(generation)
                return
