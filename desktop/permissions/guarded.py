"""Buttons that cannot be hit by a click or key that was meant for something else."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QPushButton

from desktop.permissions.guard import GUARD_MS


class Age:
    """How long something has been on screen."""

    def __init__(self) -> None:
        self._timer = QElapsedTimer()
        self._timer.start()

    def restart(self) -> None:
        self._timer.restart()

    @property
    def ready(self) -> bool:
        return self._timer.elapsed() >= GUARD_MS


class GuardedButton(QPushButton):
    """Deaf while what it belongs to is young; Enter never presses it."""

    def __init__(self, text: str, name: str, age: Age, act: Callable[[], object]) -> None:
        super().__init__(text)
        self.setObjectName(name)
        self.setAccessibleName(text)
        self.setAutoDefault(False)
        self.setDefault(False)
        self._age = age
        self._act = act
        self.clicked.connect(self._clicked)

    def _clicked(self, _checked: bool = False) -> None:
        if self._age.ready:
            self._act()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._age.ready:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        elif self._age.ready or event.key() in (
            Qt.Key.Key_Tab,
            Qt.Key.Key_Backtab,
            Qt.Key.Key_Escape,
        ):
            super().keyPressEvent(event)
