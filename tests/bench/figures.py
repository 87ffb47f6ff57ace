"""What measurements of the window share: an application, a loop, a heartbeat and a way to say it."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

import asyncio
import gc
import resource
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from desktop.event_loop import EventLoop
from desktop.theme import apply

_BEAT_MS = 10


def application() -> QApplication:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    app.setQuitOnLastWindowClosed(False)
    apply(app, "light")
    return app


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run it on Qt's loop, with nothing left of what ran before."""
    app = application()
    gc.collect()
    try:
        with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
            runner.run(work)
    finally:
        gc.unfreeze()
        gc.collect()


class Heart:
    """Beats on the event loop and remembers by how much each beat was late, in milliseconds."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.late: list[float] = []
        self._timer = QTimer(parent)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._last = time.perf_counter()
        self._timer.start(_BEAT_MS)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.late.append(max(0.0, (now - self._last) * 1000 - _BEAT_MS))
        self._last = now

    def stop(self) -> list[float]:
        self._timer.stop()
        return self.late


def spread(values: list[float]) -> str:
    at = [percentile(values, share) for share in (0.5, 0.95, 0.99)]
    return f"p50 {at[0]:.1f}, p95 {at[1]:.1f}, p99 {at[2]:.1f}, worst {max(values):.1f} ms"


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def memory() -> float:
    """Resident megabytes of this process."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def say(what: str, figure: str, wanted: str = "", *, held: bool | None = None) -> None:
    """One line of the report; a target that was missed is marked."""
    mark = "" if held is None else "" if held else "   MISSED"
    said = f"   (wanted: {wanted})" if wanted else ""
    print(f"{what:45} {figure}{said}{mark}", flush=True)
