"""Collects garbage on the window's own thread.

Python collects cycles in whatever thread happens to allocate, and a widget that is destroyed outside
the thread it lives in takes the whole program down. So while a window is open automatic collection
is off, and due collections are made here, after something has happened and before the next thing.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_PAUSE_MS = 500
_YOUNG, _MIDDLE, _OLD = 5_000, 10, 20


class Collector(QObject):
    """``nudge`` it whenever something happens; it does nothing while nothing does."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self.collect)

    def nudge(self, *_happened: object) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def collect(self) -> None:
        """Collect what is due, the youngest generation most often."""
        young, middle, old = gc.get_count()
        if young < _YOUNG:
            return
        gc.collect(2 if old > _OLD else 1 if middle > _MIDDLE else 0)

    def close(self) -> None:
        self._timer.stop()
        if self._was_enabled:
            gc.enable()
