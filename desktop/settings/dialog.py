"""The settings: pages on the left, found by words, every change written at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.engine import Engine
from core.errors import SpinneyError
from core.setup.models import OwnSettings
from desktop.actions import Actions
from desktop.aio import Scope
from desktop.chat.label import text_button
from desktop.firstrun.outcome import Outcome
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.settings.about import AboutPage
from desktop.settings.appearance import AppearancePage
from desktop.settings.data import DataPage
from desktop.settings.definitions import DefinitionsPage
from desktop.settings.general import GeneralPage
from desktop.settings.hooks import HooksPage
from desktop.settings.memory import MemoryPage
from desktop.settings.models import ModelsPage
from desktop.settings.notifications import NotificationsPage
from desktop.settings.permissions import PermissionsPage
from desktop.settings.providers import ProvidersPage
from desktop.settings.rows import Found, Key, Page
from desktop.settings.sandbox import SandboxPage
from desktop.settings.schedules import SchedulesPage
from desktop.settings.servers import ServersPage
from desktop.settings.shortcuts import ShortcutsPage
from desktop.theme import SPACE
from desktop.theme.icons import icon
from desktop.theme.metrics import resize_to_fit, scaled
from desktop.theme.tinting import framed

PAGES: tuple[type[Page], ...] = (
    GeneralPage,
    ProvidersPage,
    ModelsPage,
    PermissionsPage,
    SandboxPage,
    DefinitionsPage,
    HooksPage,
    ServersPage,
    MemoryPage,
    SchedulesPage,
    AppearancePage,
    NotificationsPage,
    ShortcutsPage,
    DataPage,
    AboutPage,
)


class SettingsDialog(QDialog):
    """Stays open beside the window. ``engine``, ``folder``, ``start``, ``change`` and ``said`` are
    what its pages work with."""

    def __init__(
        self,
        engine: Engine,
        folder: Callable[[], Path],
        actions: Actions,
        open_agent: Callable[[str], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        framed(self)
        self.setObjectName("settingsDialog")
        self.setAccessibleName(translate("Settings", "Settings"))
        self.setWindowTitle(translate("Settings", "Settings"))
        self.setModal(False)
        self.engine = engine
        self.actions = actions
        self.open_agent = open_agent
        self._folder = folder
        self.scope = Scope(self._failed, self)
        self._loaded: set[Page] = set()
        self._writing = 0
        self._search = QLineEdit()
        self._search.setObjectName("settingsSearch")
        self._search.setPlaceholderText(translate("Settings", "Search settings"))
        self._search.setAccessibleName(translate("Settings", "Search settings"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._show_list)
        self._list = QListWidget()
        self._list.setObjectName("settingsPages")
        self._list.setAccessibleName(translate("Settings", "Pages"))
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setIconSize(QSize(scaled(18), scaled(18)))
        self._list.setWordWrap(True)
        self._list.setSpacing(2)
        self._list.currentItemChanged.connect(lambda item, _before: self._go(item))
        self._list.itemActivated.connect(lambda item: self._go(item, focus=True))
        self._stack = QStackedWidget()
        self.pages: list[Page] = []
        for kind in PAGES:
            page = kind(self)  # type: ignore[arg-type]
            self.pages.append(page)
            self._stack.addWidget(page)
        self.status = Outcome()
        self.status.setObjectName("settingsStatus")
        self._undo = text_button(
            translate("Settings", "Undo"), self.undo, object_name="undoSetting"
        )
        self._undo.setEnabled(False)
        self._file = text_button(
            translate("Settings", "Show config.toml"), self._show_file, object_name="showConfig"
        )
        close = text_button(translate("Settings", "Close"), self.close, object_name="closeSettings")
        left = QVBoxLayout()
        left.setSpacing(SPACE)
        left.addWidget(self._search)
        left.addWidget(self._list, 1)
        side = QWidget()
        side.setLayout(left)
        side.setFixedWidth(max(230, self.fontMetrics().averageCharWidth() * 30))
        right = QVBoxLayout()
        right.setSpacing(SPACE)
        self.faults = Outcome()
        self.faults.setObjectName("settingsFaults")
        right.addWidget(self.faults)
        right.addWidget(self._stack, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(3 * SPACE, 0, 3 * SPACE, 0)
        foot.addWidget(self.status, 1)
        foot.addStretch(0)
        foot.addWidget(self._undo)
        foot.addWidget(self._file)
        foot.addWidget(close)
        right.addLayout(foot)
        row = QHBoxLayout(self)
        row.addWidget(side)
        row.addLayout(right, 1)
        QShortcut(QKeySequence.StandardKey.Undo, self, self.undo)
        QShortcut(QKeySequence.StandardKey.Find, self, self._search.setFocus)
        self._fade = QTimer(self)
        self._fade.setSingleShot(True)
        self._fade.setInterval(6000)
        self._fade.timeout.connect(self.status.clear)
        self._show_list("")
        resize_to_fit(self, 1020, 720)
        self._search.setFocus()

    @property
    def folder(self) -> Path:
        return self._folder()

    # Opening --------------------------------------------------------------------------------------

    def open_at(self, name: str = "", text: str = "") -> None:
        """Show a page by name, and the row of that text."""
        self.show()
        self.raise_()
        self.activateWindow()
        page = next((page for page in self.pages if page.name == name), None)
        if page is not None:
            with QSignalBlocker(self._search):
                self._search.clear()
            self._show_list("", page)
            found = next((entry for entry in page.found if entry.text == text), None)
            if found is not None:
                self._reveal(found)
        self.refresh()

    def refresh(self) -> None:
        """Read everything again: a file or another window may have changed it."""
        self._loaded.clear()
        self.start(self._refresh(), name="refresh")

    def refresh_logs(self) -> None:
        """Hooks ran or servers wrote something: only a page that shows it reads it."""
        page = self._page()
        if page.follows_logs and page in self._loaded:
            self.start(page.load_logs(), name="logs")

    async def _refresh(self) -> None:
        own = await self.engine.setup.own()
        if self._writing:
            return  # what was read is older than what the person just did; it is read again then
        for page in self.pages:
            page.show_own(own)
        self._show_faults(own)
        self._undo.setEnabled(bool(self.engine.setup.last_change))
        await self._load(self._page())

    async def _load(self, page: Page) -> None:
        if page not in self._loaded:
            self._loaded.add(page)
            await page.load()

    def _page(self) -> Page:
        page = self._stack.currentWidget()
        assert isinstance(page, Page)
        return page

    def _show_faults(self, own: OwnSettings) -> None:
        if not own.faults:
            self.faults.clear()
            return
        shown = [f"{fault.place}: {engine_text(fault.sentence)}" for fault in own.faults[:4]]
        if len(own.faults) > 4:
            shown.append(
                translate("Settings", "and {count} more").format(count=len(own.faults) - 4)
            )
        serious = any(fault.serious for fault in own.faults)
        self.faults.say("bad" if serious else "warning", "\n".join(shown))

    # What pages ask -------------------------------------------------------------------------------

    def start(self, work: Any, *, name: str = "") -> None:
        self.scope.start(work, name=name)

    def change(self, key: Key, value: Any, label: str) -> None:
        self.start(self._change(key, value, label))

    async def _change(self, key: Key, value: Any, label: str) -> None:
        self._writing += 1
        try:
            await self.engine.setup.change(key, value, label)
        except SpinneyError as failure:
            self.said(str(failure), bad=True)
            return
        finally:
            self._writing -= 1
            self.refresh()
        self.said(translate("Settings", "Saved: {name}.").format(name=label))

    def said(self, sentence: str, *, bad: bool = False) -> None:
        self.status.say("bad" if bad else "good", sentence)
        self._undo.setEnabled(bool(self.engine.setup.last_change))
        if bad:
            self._fade.stop()
        else:
            self._fade.start()

    def undo(self) -> None:
        self.start(self._take_back(), name="undo")

    async def _take_back(self) -> None:
        try:
            label = await self.engine.setup.undo()
        except SpinneyError as failure:
            self.said(str(failure), bad=True)
        else:
            self.said(translate("Settings", "Taken back: {name}.").format(name=label))

    def _failed(self, failure: BaseException) -> None:
        if isinstance(failure, SpinneyError):
            self.said(str(failure), bad=True)
        else:
            raise failure

    def _show_file(self) -> None:
        self.start(self._open_file(), name="file")

    async def _open_file(self) -> None:
        from desktop.viewer import TextViewer

        text = await self.engine.setup.config_text()
        viewer = TextViewer(
            str(self.engine.paths.config_file),
            text or translate("Settings", "# Nothing is set yet: everything has its default."),
            self,
        )
        viewer.show()

    # Finding --------------------------------------------------------------------------------------

    def entries(self) -> list[Found]:
        """Everything the search (and the command palette) can lead to."""
        return [found for page in self.pages for found in page.found]

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_list"):
            for row in range(self._list.count()):
                item = self._list.item(row)
                entry = item.data(Qt.ItemDataRole.UserRole)
                if isinstance(entry, Page):
                    item.setIcon(icon(entry.icon))

    def _show_list(self, text: str, page: Page | None = None) -> None:
        words = text.lower().split()
        wanted = page or self._page()
        with QSignalBlocker(self._list):
            self._list.clear()
            if words:
                for found in matching(self.entries(), words):
                    item = QListWidgetItem(f"{found.page.title} › {found.text}")
                    item.setData(Qt.ItemDataRole.UserRole, found)
                    self._list.addItem(item)
                if not self._list.count():
                    item = QListWidgetItem(translate("Settings", "Nothing is called that."))
                    item.setFlags(Qt.ItemFlag.NoItemFlags)
                    self._list.addItem(item)
            else:
                for entry in self.pages:
                    item = QListWidgetItem(icon(entry.icon), entry.title)
                    item.setData(Qt.ItemDataRole.UserRole, entry)
                    self._list.addItem(item)
        if words:
            self._list.setCurrentRow(0)
        else:
            self._list.setCurrentRow(self.pages.index(wanted))
        self._go(self._list.currentItem())

    def _go(self, item: QListWidgetItem | None, *, focus: bool = False) -> None:
        target = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        if isinstance(target, Found):
            self._open_page(target.page)
            self._reveal(target, focus=focus)
        elif isinstance(target, Page):
            self._open_page(target)
            if focus:
                target.setFocus()

    def _open_page(self, page: Page) -> None:
        self._stack.setCurrentWidget(page)
        if self.isVisible():
            self.start(self._load(page), name=f"load {page.name}")

    def _reveal(self, found: Found, *, focus: bool = True) -> None:
        found.page.ensureWidgetVisible(found.widget, 0, 120)
        if focus and found.widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            found.widget.setFocus(Qt.FocusReason.OtherFocusReason)


def matching(entries: list[Found], words: list[str]) -> list[Found]:
    """Those that hold all words; where the name itself holds them comes first."""
    hits = [
        entry
        for entry in entries
        if all(w in f"{entry.page.title} {entry.text} {entry.words}".lower() for w in words)
    ]
    unique = list({(entry.page.name, entry.text): entry for entry in hits}.values())
    return sorted(unique, key=lambda e: not all(word in e.text.lower() for word in words))
