"""The main window: it places things and knows nothing about them."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QByteArray, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QFont, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLabel,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.paths import Paths
from desktop import layout as kept
from desktop.actions import Actions
from desktop.i18n import translate
from desktop.notices import NoticeBar, Said
from desktop.settings import preferences
from desktop.theme import code, set_scheme
from desktop.theme.metrics import choose_mono_family
from desktop.theme.tinting import follow_font

DOCKS = (
    ("sessions", "Sessions", Qt.DockWidgetArea.LeftDockWidgetArea),
    ("tasks", "Tasks", Qt.DockWidgetArea.RightDockWidgetArea),
    ("requests", "Requests", Qt.DockWidgetArea.RightDockWidgetArea),
)


class MainWindow(QMainWindow):
    """Painted empty first; ``place_dock`` and ``place_centre`` fill it afterwards.

    ``painted`` is set with the first paint and ``close_wanted`` when a person (or a signal) wants
    to leave; the window really closes only after ``finish``.
    """

    activated = Signal()

    def __init__(self, paths: Paths) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAccessibleName("Spinney")
        self.setWindowTitle("Spinney")
        self.setDockNestingEnabled(True)
        self.paths = paths
        self.painted = asyncio.Event()
        self.close_wanted = asyncio.Event()
        self.close_forced = False
        self._finished = False
        self._layout_file = paths.data / "window.json"
        self.layout_kept = kept.read(self._layout_file)
        self._base_font = QFont(QApplication.font())
        self._system_family = self._base_font.family()
        self.font_family = ""
        self.preferences, _named = preferences.read(paths.config_file)
        for name in ("scheme", "text_size", "notifications", "sounds"):
            setattr(self.layout_kept, name, getattr(self.preferences, name))

        self.actions_table = Actions(self)
        self.menus = self.actions_table.fill(self.menuBar())
        self.notices = NoticeBar()
        self.centre = QStackedWidget()
        self.middle = QWidget()
        column = QVBoxLayout(self.middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notices)
        column.addWidget(self.centre, 1)
        self.setCentralWidget(self.middle)
        self.docks: dict[str, QDockWidget] = {}
        for name, title, area in DOCKS:
            self._add_dock(name, title, area)
        self.status = QLabel()
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.statusBar().addPermanentWidget(self.status)
        self._initial_state = QByteArray()
        self._restore()

    def place_dock(self, name: str, widget: QWidget) -> None:
        self.docks[name].setWidget(widget)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.activated.emit()

    def add_to_centre(self, *widgets: QWidget) -> None:
        """These belong in the middle: they live and end with the window, shown or not."""
        for widget in widgets:
            if self.centre.indexOf(widget) < 0:
                self.centre.addWidget(widget)

    def place_centre(self, widget: QWidget) -> None:
        """Show ``widget`` in the middle; it is added the first time."""
        self.add_to_centre(widget)
        self.centre.setCurrentWidget(widget)

    def show_notice(self, level: str, sentence: str, hint: str = "") -> None:
        self.notices.say(Said(level, sentence, hint))

    def set_text_size(self, factor: float) -> None:
        factor = min(2.5, max(0.7, factor))
        self.layout_kept.text_size = factor
        sized = QFont(self._base_font)
        sized.setPointSizeF(self._base_font.pointSizeF() * factor)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setFont(sized)
        follow_font(app)

    def set_font_family(self, family: str) -> None:
        """Another font for all text ("" for the system's); ``set_text_size`` makes it seen."""
        self.font_family = family
        self._base_font.setFamily(family or self._system_family)

    def set_scheme(self, choice: str) -> None:
        self.layout_kept.scheme = choice
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        set_scheme(app, choice)
        for name in ("light", "dark", "system"):
            self.actions_table[f"view.{name}"].setChecked(name == choice)

    def reset_layout(self) -> None:
        self.restoreState(self._initial_state, kept.VERSION)

    def keep_layout(self) -> None:
        self.layout_kept.geometry = bytes(self.saveGeometry().data())
        self.layout_kept.state = bytes(self.saveState(kept.VERSION).data())
        kept.write(self._layout_file, self.layout_kept)

    def close_now(self) -> None:
        """Close without asking, as a signal demands."""
        self.close_forced = True
        self.close_wanted.set()

    def finish(self) -> None:
        """Everything has been put away: close for good."""
        self._finished = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._finished:
            event.accept()
        else:
            event.ignore()
            self.close_wanted.set()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.painted.is_set():
            # After this paint has reached the screen, not in the middle of it.
            QTimer.singleShot(0, self.painted.set)

    def _add_dock(self, name: str, title: str, area: Qt.DockWidgetArea) -> None:
        title = translate("Actions", title)
        dock = QDockWidget(title, self)
        dock.setObjectName(f"{name}Dock")
        dock.setAccessibleName(title)
        empty = QWidget()
        empty.setMinimumWidth(220)
        dock.setWidget(empty)
        self.addDockWidget(area, dock)
        self.docks[name] = dock
        action = self.actions_table[f"view.{name}"]
        action.setEnabled(True)
        action.toggled.connect(dock.setVisible)
        dock.visibilityChanged.connect(lambda _visible: action.setChecked(not dock.isHidden()))

    def _restore(self) -> None:
        self.resize(1280, 820)
        self.resizeDocks(
            [self.docks["sessions"], self.docks["tasks"]], [260, 330], Qt.Orientation.Horizontal
        )
        self.resizeDocks(
            [self.docks["tasks"], self.docks["requests"]], [420, 260], Qt.Orientation.Vertical
        )
        self._initial_state = self.saveState(kept.VERSION)
        if self.layout_kept.geometry:
            self.restoreGeometry(QByteArray(self.layout_kept.geometry))
        if self.layout_kept.state:
            self.restoreState(QByteArray(self.layout_kept.state), kept.VERSION)
        self.set_scheme(self.layout_kept.scheme)
        choose_mono_family(self.preferences.code_font)
        code.choose(self.preferences.code_theme)
        if self.preferences.font:
            self.set_font_family(self.preferences.font)
        if self.preferences.font or self.layout_kept.text_size != 1.0:
            self.set_text_size(self.layout_kept.text_size)
