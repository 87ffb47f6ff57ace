"""The changed files with their hunks; a mark in each box says what is taken."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from core.worktrees.changes import Hunk
from desktop.permissions.visible import visible
from desktop.tips import plain_tip
from desktop.worktrees.choice import Choice

_PATH = Qt.ItemDataRole.UserRole
_HUNK = Qt.ItemDataRole.UserRole + 1
_LETTERS = {"added": "new", "deleted": "deleted", "renamed": "renamed", "copied": "copied"}


class FilesTree(QTreeWidget):
    """``looked_at`` names a file and a hunk (-1 for none); ``chosen`` that the choice has changed."""

    looked_at = Signal(str, int)
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("worktreeFiles")
        self.setAccessibleName("Changed files")
        self.setHeaderHidden(True)
        self.setColumnCount(1)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._choice: Choice | None = None
        self.currentItemChanged.connect(self._looked)
        self.itemChanged.connect(self._ticked)

    def show_choice(self, choice: Choice) -> None:
        """All files, and the hunks of those that can be taken in parts."""
        self.blockSignals(True)
        self.clear()
        self._choice = choice
        for change in choice.changes.files:
            word = _LETTERS.get(change.kind, "")
            counts = "binary" if change.binary else f"+{change.additions} −{change.deletions}"
            item = QTreeWidgetItem([visible("  ".join(filter(None, (change.path, word, counts))))])
            item.setData(0, _PATH, change.path)
            item.setToolTip(0, plain_tip(visible(change.path)))
            self.addTopLevelItem(item)
            if choice.can_split(change.path):
                for hunk in choice.hunks[change.path]:
                    added = sum(line.kind == "+" for line in hunk.lines)
                    removed = sum(line.kind == "-" for line in hunk.lines)
                    place = f"line {_first(hunk)}  +{added} −{removed}  {hunk.heading}"
                    child = QTreeWidgetItem([visible(place)])
                    child.setData(0, _PATH, change.path)
                    child.setData(0, _HUNK, hunk.number)
                    item.addChild(child)
        self.blockSignals(False)
        self._show_ticks()
        self.expandAll()
        if self.topLevelItemCount():
            self.setCurrentItem(self.topLevelItem(0))

    def tick(self, path: str, take: bool, hunk: int | None = None) -> None:
        """Take a file or one of its hunks, or leave it out."""
        item = self._item(path, hunk)
        item.setCheckState(0, Qt.CheckState.Checked if take else Qt.CheckState.Unchecked)

    def _item(self, path: str, hunk: int | None) -> QTreeWidgetItem:
        for at in range(self.topLevelItemCount()):
            item = self.topLevelItem(at)
            if item is not None and item.data(0, _PATH) == path:
                if hunk is None:
                    return item
                for child in (item.child(row) for row in range(item.childCount())):
                    if child.data(0, _HUNK) == hunk:
                        return child
        raise KeyError(path)

    def _looked(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            hunk = item.data(0, _HUNK)
            self.looked_at.emit(item.data(0, _PATH), -1 if hunk is None else hunk)

    def _ticked(self, item: QTreeWidgetItem) -> None:
        if self._choice is None:
            return
        path, hunk = item.data(0, _PATH), item.data(0, _HUNK)
        take = item.checkState(0) == Qt.CheckState.Checked
        if hunk is None:
            self._choice.take_file(path, take)
        else:
            self._choice.take_hunk(path, hunk, take)
        self._show_ticks()
        self.chosen.emit()

    def _show_ticks(self) -> None:
        choice = self._choice
        if choice is None:
            return
        states = {
            True: Qt.CheckState.Checked,
            False: Qt.CheckState.Unchecked,
            None: Qt.CheckState.PartiallyChecked,
        }
        self.blockSignals(True)
        for at in range(self.topLevelItemCount()):
            item = self.topLevelItem(at)
            if item is None:
                continue
            path = item.data(0, _PATH)
            item.setCheckState(0, states[choice.takes_file(path)])
            for row in range(item.childCount()):
                child = item.child(row)
                taken = choice.takes_hunk(path, child.data(0, _HUNK))
                child.setCheckState(0, states[taken])
        self.blockSignals(False)
        self.viewport().update()


def _first(hunk: Hunk) -> int:
    """The first line that changed; a hunk itself begins some lines before it."""
    for line in hunk.lines:
        if line.kind != " ":
            return line.new or line.old or hunk.new_start
    return hunk.new_start
