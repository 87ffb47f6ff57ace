"""Every worktree of a project and what is in the bin."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.errors import NotFound, SpinneyError
from core.worktrees.models import BinEntry, Worktree
from core.worktrees.service import SessionWorktrees
from desktop import dialogs
from desktop.aio import Scope
from desktop.chat.label import plain_label, text_button
from desktop.i18n import translate
from desktop.i18n.engine import engine_text, engine_words
from desktop.permissions.visible import visible
from desktop.theme import GAP, SPACE
from desktop.theme.tinting import tint
from desktop.tips import plain_tip
from desktop.worktrees.words import bin_words, size_words, status_words

Work = Callable[[], Awaitable[None]]
_WHAT = Qt.ItemDataRole.UserRole


class WorktreesDialog(QWidget):
    """A list with a section for the worktrees and one for the bin; ``review`` opens one of them,
    ``compare`` several."""

    def __init__(
        self,
        worktrees: SessionWorktrees,
        directory: Path,
        review: Callable[[Worktree], None],
        compare: Callable[[Sequence[Worktree]], None],
        report: Callable[[BaseException], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("worktreesDialog")
        self.setWindowTitle(translate("Worktrees", "Worktrees"))
        self._worktrees, self._directory = worktrees, directory
        self._review, self._compare = review, compare
        self._scope = Scope(report)
        self._entries: list[BinEntry] = []
        self.tree = QTreeWidget()
        self.tree.setObjectName("worktreeList")
        self.tree.setAccessibleName(translate("Worktrees", "Worktrees and bin"))
        self.tree.setHeaderLabels(
            [
                translate("Worktrees", "Worktree"),
                translate("Worktrees", "Branch"),
                translate("Worktrees", "State"),
            ]
        )
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = self.tree.header()
        header.setStretchLastSection(False)
        for column, mode in enumerate(
            (
                QHeaderView.ResizeMode.Stretch,
                QHeaderView.ResizeMode.Interactive,
                QHeaderView.ResizeMode.Interactive,
            )
        ):
            header.setSectionResizeMode(column, mode)
        self.tree.setColumnWidth(1, 190)
        self.tree.setColumnWidth(2, 250)
        self.tree.itemSelectionChanged.connect(self._selected)
        self.tree.itemActivated.connect(lambda *_: self._open())
        self._message = plain_label(role="bad", wrap=True)
        self._message.setObjectName("worktreesMessage")
        self._message.hide()
        column_layout = QVBoxLayout(self)
        column_layout.setContentsMargins(2 * SPACE, SPACE + GAP, 2 * SPACE, SPACE + GAP)
        column_layout.addWidget(self.tree, 1)
        column_layout.addWidget(self._message)
        column_layout.addLayout(self._bottom())
        QShortcut(QKeySequence("Escape"), self, self.close)
        QShortcut(QKeySequence("F5"), self, self.reload)
        self.resize(820, 480)
        self._selected()
        self.reload()

    def _bottom(self) -> QGridLayout:
        grid = QGridLayout()
        self._buttons = {}
        for row, column, name, text, act in (
            (0, 0, "review", translate("Worktrees", "Review…"), self._open),
            (0, 1, "discard", translate("Worktrees", "Into the bin"), self._start_discard),
            (0, 3, "compare", translate("Worktrees", "Compare and merge…"), self._open_plan),
            (
                *(0, 4, "prune", translate("Worktrees", "Clear away what is merged")),
                lambda: self._start(self._prune),
            ),
            (
                *(1, 0, "restore", translate("Worktrees", "Restore")),
                lambda: self._start(self._restore),
            ),
            (
                *(1, 1, "delete", translate("Worktrees", "Delete for good…")),
                lambda: self._start(self._delete),
            ),
            (
                *(1, 4, "empty", translate("Worktrees", "Empty the bin…")),
                lambda: self._start(self._empty),
            ),
        ):
            button = text_button(text, act, object_name=f"{name}WorktreeButton")
            self._buttons[name] = button
            grid.addWidget(button, row, column)
        grid.setColumnStretch(2, 1)
        self._buttons["compare"].setToolTip(
            translate("Worktrees", "Which conflict with which, and merge all that are clean")
        )
        return grid

    def reload(self) -> None:
        self._scope.start(self._guarded(self.load), name="load")

    async def load(self) -> None:
        manager = self._worktrees.manager
        found = await manager.all(self._directory)
        projects = {worktree.project for worktree in found}
        self._entries = [
            entry
            for entry in await asyncio.to_thread(manager.bin.entries)
            if entry.worktree.project in projects or _of(entry, self._directory)
        ]
        rows = await asyncio.gather(*(self._worktree_row(worktree) for worktree in found))
        sizes = [await manager.bin.size(entry) for entry in self._entries]
        bins = [_bin_row(entry, size) for entry, size in zip(self._entries, sizes, strict=True)]
        self.tree.clear()
        text = translate("Worktrees", "Worktrees ({n})").format(n=len(rows))
        self._section(text, rows)
        text = translate("Worktrees", "Bin ({n}), {size}")
        self._section(text.format(n=len(bins), size=size_words(sum(sizes))), bins)
        self._buttons["compare"].setEnabled(len(rows) > 1)
        self._buttons["prune"].setEnabled(bool(rows))
        self._buttons["empty"].setEnabled(bool(bins))
        self._selected()

    def _section(self, title: str, rows: Sequence[QTreeWidgetItem]) -> None:
        head = QTreeWidgetItem([title])
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.tree.addTopLevelItem(head)
        head.setFirstColumnSpanned(True)
        head.addChildren(list(rows))
        head.setExpanded(True)

    async def _worktree_row(self, worktree: Worktree) -> QTreeWidgetItem:
        try:
            status = await self._worktrees.manager.status(worktree)
            state = status_words(status, merged=worktree.merged is not None)
        except SpinneyError as failure:
            state = engine_text(failure.sentence)
        owner = ""
        if worktree.session_id:
            try:
                owner = (await self._worktrees.store.get_session(worktree.session_id)).title
            except NotFound:
                owner = ""
        return _row(worktree, worktree, state, owner)

    # What is selected ---------------------------------------------------------------------------------

    def _chosen(self) -> list[Worktree | BinEntry]:
        found = [item.data(0, _WHAT) for item in self.tree.selectedItems()]
        return [what for what in found if what is not None]

    def _worktrees_chosen(self) -> list[Worktree]:
        return [what for what in self._chosen() if isinstance(what, Worktree)]

    def _entries_chosen(self) -> list[BinEntry]:
        return [what for what in self._chosen() if isinstance(what, BinEntry)]

    def _selected(self) -> None:
        trees, entries = self._worktrees_chosen(), self._entries_chosen()
        self._buttons["review"].setEnabled(len(trees) == 1)
        self._buttons["discard"].setEnabled(bool(trees))
        for name in ("restore", "delete"):
            self._buttons[name].setEnabled(bool(entries))

    def _open(self) -> None:
        for worktree in self._worktrees_chosen()[:1]:
            self._review(worktree)

    def _open_plan(self) -> None:
        """Those that are selected if they are several, otherwise all that are finished."""
        chosen = self._worktrees_chosen()
        if len(chosen) < 2:
            head = self.tree.topLevelItem(0)
            rows = [head.child(at) for at in range(head.childCount())] if head is not None else []
            everything: list[Worktree] = [row.data(0, _WHAT) for row in rows]
            chosen = [w for w in everything if w.state == "kept" and w.merged is None]
        self._compare(chosen)

    # Doing --------------------------------------------------------------------------------------------

    def _start_discard(self) -> None:
        self._start(self._discard)

    async def _discard(self) -> None:
        for worktree in self._worktrees_chosen():
            await self._worktrees.discard_worktree(worktree)
        await self.load()

    async def _restore(self) -> None:
        for entry in self._entries_chosen():
            await self._worktrees.restore(entry)
        await self.load()

    async def _delete(self) -> None:
        await self._delete_all(self._entries_chosen())

    async def _empty(self) -> None:
        await self._delete_all(list(self._entries))

    async def _delete_all(self, entries: list[BinEntry]) -> None:
        if not entries:
            return
        size = size_words(sum(entry.size or 0 for entry in entries))
        named = ", ".join(visible(entry.worktree.slug) for entry in entries[:8])
        text = translate(
            "Worktrees",
            "{names} ({size}) cannot be brought back afterwards, with all that is in it.",
        )
        answer = await dialogs.choose(
            self,
            translate("Worktrees", "Delete it for good?"),
            text.format(names=named if len(entries) <= 8 else f"{named}, …", size=size),
            [
                ("delete", translate("Worktrees", "Delete for good")),
                ("keep", translate("Worktrees", "Keep it")),
            ],
            dangerous=True,
        )
        if answer == "delete":
            for entry in entries:
                await self._worktrees.empty(entry)
            await self.load()

    async def _prune(self) -> None:
        cleared = await self._worktrees.manager.prune(self._directory)
        await self.load()
        text = (
            translate("Worktrees", "Cleared away: {names}.").format(
                names=", ".join(visible(worktree.slug) for worktree in cleared)
            )
            if cleared
            else translate("Worktrees", "There is nothing to clear away: all hold something.")
        )
        self._message.setText(text)
        tint(self._message, "muted")
        self._message.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Where there is little room, what a worktree is for says more than its branch.
        self.tree.setColumnHidden(1, self.width() < 680)
        super().resizeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._scope.cancel()
        super().closeEvent(event)

    def _start(self, work: Work) -> None:
        self._message.hide()
        self._scope.start(self._guarded(work))

    async def _guarded(self, work: Work) -> None:
        try:
            await work()
        except SpinneyError as failure:
            self._message.setText(engine_words(failure.sentence, failure.hint))
            tint(self._message, "bad")
            self._message.show()


def _row(what: object, worktree: Worktree, state: str, owner: str = "") -> QTreeWidgetItem:
    title = visible(worktree.title or worktree.slug)
    item = QTreeWidgetItem([title, visible(worktree.branch), state])
    lines = [title, visible(worktree.path), f"{visible(worktree.branch)} ← {worktree.base[:12]}"]
    if owner:
        lines.append(translate("Worktrees", "Session: {title}").format(title=visible(owner)))
    lines += map(engine_text, worktree.notes)
    for column, text in enumerate(("\n".join(lines), worktree.branch, state)):
        item.setToolTip(column, plain_tip(text))
    item.setData(0, _WHAT, what)
    return item


def _bin_row(entry: BinEntry, size: int) -> QTreeWidgetItem:
    return _row(entry, entry.worktree, bin_words(entry, size))


def _of(entry: BinEntry, directory: Path) -> bool:
    return directory.is_relative_to(entry.worktree.checkout)
