"""One line between conversation and composer: what is going on right now."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.chat.label import ElidedLabel, icon_label
from desktop.chat.words import duration
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.theme import SPACE
from desktop.theme.tinting import set_icon, tint


class StatusStrip(QWidget):
    """Working since, waiting for the person, or waiting to try again.

    Its timer runs only while there is something to count.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusStrip")
        self.setAccessibleName(translate("Chat", "What is going on"))
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.setSpacing(SPACE)
        self._icon = icon_label("circle-dashed", self, "accent")
        self._label = ElidedLabel()
        row.addWidget(self._icon)
        row.addWidget(self._label, 1)
        self._since = 0.0
        self._who = ""
        self._waiting = 0
        self._question = False
        self._retry: tuple[float, int, str] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._draw)
        self.hide()

    @property
    def text(self) -> str:
        return self._label.whole_text()

    @property
    def since(self) -> float:
        """When the turn began that is shown; 0 when there is none."""
        return self._since

    def working(self, who: str, since: float | None = None) -> None:
        self._since = since or time.time()
        self._who = who
        self._retry = None
        self._start()

    def retrying(self, until: float, attempt: int, reason: str) -> None:
        self._retry = (until, attempt, engine_text(reason))
        self._start()

    def waiting(self, requests: int, *, question: bool = False) -> None:
        """So many requests of this conversation wait for the person, or a question in it."""
        if (requests, question) != (self._waiting, self._question):
            self._waiting, self._question = requests, question
            if self._since:
                self._draw()

    def resumed(self) -> None:
        """The answer is coming after all."""
        if self._retry is not None:
            self._retry = None
            self._draw()

    def idle(self) -> None:
        self._timer.stop()
        self._since = 0.0
        self._retry = None
        self.hide()

    def _start(self) -> None:
        self._since = self._since or time.time()
        self._draw()
        self.show()
        self._timer.start()

    def _draw(self) -> None:
        now = time.time()
        who = self._who or translate("Chat", "The agent")
        if self._retry is not None and (left := self._retry[0] - now) > 0:
            _until, attempt, reason = self._retry
            # The countdown first: in a narrow window the end of a line is cut.
            text = translate("Chat", "Trying again in {} s (attempt {}): {}").format(
                max(1, round(left)), attempt, reason.rstrip(".")
            )
            role, symbol = "warning", "hourglass"
        elif self._waiting:
            text = (
                translate("Chat", "{} is waiting for you: a request to answer (Ctrl+R)").format(who)
                if self._waiting == 1
                else translate(
                    "Chat", "{} is waiting for you: {} requests to answer (Ctrl+R)"
                ).format(who, self._waiting)
            )
            role, symbol = "warning", "hand"
        elif self._question:
            text = translate("Chat", "{agent} is waiting for you: a question to answer").format(
                agent=who
            )
            role, symbol = "warning", "hand"
        else:
            text = translate("Chat", "{} is working · {}").format(who, duration(now - self._since))
            role, symbol = "muted", "circle-dashed"
        self._label.set_text(text)
        tint(self._label, role)
        set_icon(self._icon, symbol, "accent" if role == "muted" else role)
