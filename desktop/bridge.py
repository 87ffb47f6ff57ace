"""Events of the engine for the window, merged so that a screen can keep up.

The bus calls at every event, a hundred times a second and more while agents write. The bridge keeps
the order, joins what supersedes itself (text of one part, states of one task or session) and hands
everything over at most thirty times a second. Nothing runs while nothing happens.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from core.bus import Bus
from core.events import Event, PartDelta, SessionUpdated, TaskProgress

INTERVAL_MS = 33


class Bridge(QObject):
    """``happened`` carries a list of events in the order they happened."""

    happened = Signal(list)

    def __init__(self, bus: Bus, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[Event | _Growing] = []
        self._places: dict[tuple[str, str], int] = {}
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.flush)
        self._unsubscribe = bus.subscribe(self._hear)

    def close(self) -> None:
        self._unsubscribe()
        self._timer.stop()
        self._waiting.clear()

    def flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        self._places.clear()
        self._last = time.monotonic()
        if waiting:
            self.happened.emit(
                [entry.event() if isinstance(entry, _Growing) else entry for entry in waiting]
            )

    def _hear(self, event: Event) -> None:
        if isinstance(event, PartDelta):
            self._grow(event)
        elif isinstance(event, (SessionUpdated, TaskProgress)):
            self._supersede(event)
        else:
            # It may end what a delta or a state belongs to, so later ones must stay behind it.
            self._places.clear()
            self._waiting.append(event)
        if not self._timer.isActive():
            since = (time.monotonic() - self._last) * 1000
            self._timer.start(max(0, round(INTERVAL_MS - since)))

    def _grow(self, event: PartDelta) -> None:
        key = ("part", event.part_id)
        place = self._places.get(key)
        if place is None:
            self._places[key] = len(self._waiting)
            self._waiting.append(_Growing(event))
        else:
            growing = self._waiting[place]
            assert isinstance(growing, _Growing)
            growing.pieces.append(event.text)

    def _supersede(self, event: SessionUpdated | TaskProgress) -> None:
        key = (event.type, event.task.id if isinstance(event, TaskProgress) else event.session.id)
        place = self._places.get(key)
        if place is None:
            self._places[key] = len(self._waiting)
            self._waiting.append(event)
        else:
            self._waiting[place] = event


class _Growing:
    """Deltas of one part, joined when they are handed over."""

    __slots__ = ("first", "pieces")

    def __init__(self, first: PartDelta) -> None:
        self.first = first
        self.pieces = [first.text]

    def event(self) -> PartDelta:
        if len(self.pieces) == 1:
            return self.first
        return PartDelta(
            self.first.session_id, self.first.message_id, self.first.part_id, "".join(self.pieces)
        )
