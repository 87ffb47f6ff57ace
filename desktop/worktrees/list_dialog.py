"""Every worktree of a project and what is in the bin."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from core.errors import SpinneyError
from core.worktrees.manager import WorktreeManager
from core.worktrees.models import BinEntry, Worktree
from desktop import dialogs
from desktop.aio import Scope
from desktop.chat.label import plain_label, text_button
from desktop.chat.words import count
from desktop.permissions.visible import visible
from desktop.theme import GAP, SPACE

Work = Callable[[], Awaitable[None]]
_WHAT = Qt.ItemDataRole.UserRole


class WorktreesDialog(QWidget):
    """A list with a section for the worktrees and one for the bin; ``review`` opens one of them."""

    def __init__(
        self,
        manager: WorktreeManager,
        directory: Path,
        review: Callable[[Worktree], None],
        report: Callable[[BaseException], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("worktreesDialog")
        self.setWindowTitle("Worktrees")
        self._manager, self._directory, self._review = manager, directory, review
        self._scope = Scope(report)
        self.tree = QTreeWidget()
        self.tree.setObjectName("worktreeList")
        self.tree.setAccessibleName("Worktrees and bin")
        self.tree.setHeaderLabels(["Worktree", "Branch", "State"])
        self.tree.setColumnWidth(0, 260)
        self.tree.setColumnWidth(1, 220)
        self.tree.currentItemChanged.connect(lambda *_: self._selected())
        self.tree.itemActivated.connect(lambda *_: self._open())
        self._message = plain_label(role="bad", wrap=True)
        self._message.hide()
        self._buttons = {
            name: text_button(text, act, object_name=f"{name}WorktreeButton")
            for name, text, act in (
                ("review", "Review…", self._open),
                ("discard", "Into the bin", lambda: self._start(self._discard)),
                ("restore", "Restore", lambda: self._start(self._restore)),
                ("delete", "Delete for good…", lambda: self._start(self._delete)),
                ("prune", "Clear away what is merged", lambda: self._start(self._prune)),
            )
        }
        row = QHBoxLayout()
        for name, button in self._buttons.items():
            if name == "prune":
                row.addStretch(1)
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * SPACE, SPACE + GAP, 2 * SPACE, SPACE + GAP)
        column.addWidget(self.tree, 1)
        column.addWidget(self._message)
        column.addLayout(row)
        QShortcut(QKeySequence("Escape"), self, self.close)
        self.resize(760, 460)
        self._selected()
        self._start(self.load)

    async def load(self) -> None:
        worktrees = await self._manager.all(self._directory)
        projects = {worktree.project for worktree in worktrees}
        entries = [
            entry
            for entry in await asyncio.to_thread(self._manager.bin.entries)
            if entry.worktree.project in projects or _of(entry, self._directory)
        ]
        self.tree.clear()
        for title, found in (("Worktrees", worktrees), ("Bin", entries)):
            head = QTreeWidgetItem([f"{title} ({len(found)})"])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.tree.addTopLevelItem(head)
            for one in found:
                head.addChild(await self._row(one))
            head.setExpanded(True)
        self._selected()

    async def _row(self, what: Worktree | BinEntry) -> QTreeWidgetItem:
        worktree = what.worktree if isinstance(what, BinEntry) else what
        if isinstance(what, BinEntry):
            days = max(0, int((time.time() - what.discarded) / 86_400))
            state = f"{what.why}, {count(days, 'day')} ago" if days else f"{what.why}, today"
        else:
            status = await self._manager.status(what)
            state = "in use" if status.in_use else "changed" if status.changed else "unchanged"
            if status.behind:
                state += f", {status.behind} behind"
        item = QTreeWidgetItem([visible(worktree.title or worktree.slug), worktree.branch, state])
        item.setData(0, _WHAT, what)
        return item

    def _current(self) -> Worktree | BinEntry | None:
        item = self.tree.currentItem()
        return item.data(0, _WHAT) if item is not None else None

    def _selected(self) -> None:
        what = self._current()
        for name in ("review", "discard"):
            self._buttons[name].setEnabled(isinstance(what, Worktree))
        for name in ("restore", "delete"):
            self._buttons[name].setEnabled(isinstance(what, BinEntry))

    def _open(self) -> None:
        what = self._current()
        if isinstance(what, Worktree):
            self._review(what)

    async def _discard(self) -> None:
        what = self._current()
        if isinstance(what, Worktree):
            await self._manager.discard(what)
            await self.load()

    async def _restore(self) -> None:
        what = self._current()
        if isinstance(what, BinEntry):
            await self._manager.restore(what)
            await self.load()

    async def _delete(self) -> None:
        what = self._current()
        if not isinstance(what, BinEntry):
            return
        answer = await dialogs.choose(
            self,
            "Delete it for good?",
            f"{what.worktree.slug} and everything in it cannot be brought back afterwards.",
            [("delete", "Delete for good"), ("keep", "Keep it")],
            dangerous=True,
        )
        if answer == "delete":
            await self._manager.empty(what)
            await self.load()

    async def _prune(self) -> None:
        await self._manager.prune(self._directory)
        await self.load()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._scope.cancel()
        super().closeEvent(event)

    def _start(self, work: Work) -> None:
        self._scope.start(self._guarded(work))

    async def _guarded(self, work: Work) -> None:
        self._message.hide()
        try:
            await work()
        except SpinneyError as failure:
            self._message.setText(f"{failure.sentence} {failure.hint}".strip())
            self._message.show()


def _of(entry: BinEntry, directory: Path) -> bool:
    return directory.is_relative_to(entry.worktree.checkout)
