"""The tray icon with the number of waiting requests, desktop notifications and a quiet sound."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from core.paths import RESOURCES
from desktop.i18n import translate
from desktop.layout import Layout

_GATHER_MS = 700
_ANSWERS = ("request:", "question:")


class Tray(QObject):
    """Silent where there is no tray. ``go`` is called when a person clicks on what was said."""

    def __init__(self, window: QWidget, layout: Layout, go: Callable[[str], None]) -> None:
        super().__init__(window)
        self._window = window
        self._layout = layout
        self._go = go
        self._target = ""
        self._count = 0
        self._waiting: list[tuple[str, str, str]] = []
        self._gather = QTimer(self)
        self._gather.setSingleShot(True)
        self._gather.setInterval(_GATHER_MS)
        self._gather.timeout.connect(self._say)
        self._icon: QSystemTrayIcon | None = None
        self._menu: QMenu | None = None
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._icon = QSystemTrayIcon(application_icon(), self)
            self._icon.setToolTip("Spinney")
            self._icon.activated.connect(self.activated)
            self._icon.messageClicked.connect(lambda: self._raise(self._target))
            self._menu = QMenu()
            self._menu.addAction(translate("Desk", "Show Spinney")).triggered.connect(
                lambda: self._raise("")
            )
            self._menu.addAction(translate("Desk", "Quit")).triggered.connect(window.close)
            self._icon.setContextMenu(self._menu)
            self._icon.show()

    def activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        """A click on the icon shows the window, and in it what waits. The other button has a menu."""
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self._raise("waiting" if self._count else "")

    def show_count(self, count: int) -> None:
        self._count = count
        if self._icon is not None:
            self._icon.setIcon(application_icon(count))
            self._icon.setToolTip(
                translate("Desk", "Spinney: {} waiting for you").format(count)
                if count
                else "Spinney"
            )
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setBadgeNumber(count)

    def say(self, title: str, text: str, target: str = "") -> None:
        """Tell a person who is not looking. Several within a moment become one notification."""
        if self._window.isActiveWindow():
            return
        self._waiting.append((title, text, target))
        self._gather.start()

    def close(self) -> None:
        self._gather.stop()
        if self._icon is not None:
            self._icon.hide()
        if self._menu is not None:
            self._menu.deleteLater()

    def _say(self) -> None:
        waiting, self._waiting = self._waiting, []
        if not waiting or self._window.isActiveWindow():
            return
        # What waits for an answer before what has merely happened.
        waiting.sort(key=lambda said: not said[2].startswith(_ANSWERS))
        title, text, self._target = waiting[0]
        if len(waiting) > 1:
            title, text = (
                "Spinney",
                translate("Desk", "{} things happened. First: {}. {}").format(
                    len(waiting), title.rstrip("."), text
                ),
            )
        if self._icon is not None and self._layout.notifications:
            self._icon.showMessage(title, text, application_icon(), 8000)
        QApplication.alert(self._window, 0)
        if self._layout.sounds:
            QApplication.beep()

    def _raise(self, target: str) -> None:
        self._window.showNormal() if self._window.isMinimized() else self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        if target:
            self._go(target)


def application_icon(count: int = 0) -> QIcon:
    """Our mark, with a number on it when something waits."""
    icon = QIcon()
    for size in (16, 32, 64, 128):
        pixmap = QPixmap(str(RESOURCES / "icons" / f"spinney-{size}.png"))
        if pixmap.isNull():
            continue
        if count:
            _draw_count(pixmap, count)
        icon.addPixmap(pixmap)
    return icon


def _draw_count(pixmap: QPixmap, count: int) -> None:
    side = pixmap.width()
    circle = QRectF(side * 0.4, side * 0.4, side * 0.6, side * 0.6)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#b3261e"))
    painter.drawEllipse(circle)
    font = QFont(QApplication.font())
    font.setPixelSize(max(7, round(side * 0.42)))
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor("white"))
    painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, str(min(count, 99)))
    painter.end()
