"""The changed files with their hunks; a mark in each box says what is taken."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from core.worktrees.changes import Hunk
from desktop.i18n import translate
from desktop.permissions.visible import visible
from desktop.theme import colours
from desktop.tips import plain_tip
from desktop.worktrees.choice import Choice

_PATH = Qt.ItemDataRole.UserRole
_HUNK = Qt.ItemDataRole.UserRole + 1


class FilesTree(QTreeWidget):
    """``looked_at`` names a file and a hunk (-1 for none); ``chosen`` that the choice has changed."""

    looked_at = Signal(str, int)
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("worktreeFiles")
        self.setAccessibleName(translate("Worktrees", "Changed files"))
        self.setHeaderHidden(True)
        self.setColumnCount(2)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._choice: Choice | None = None
        self.currentItemChanged.connect(self._looked)
        self.itemChanged.connect(self._ticked)

    def show_choice(self, choice: Choice) -> None:
        """All files, and the hunks of those that can be taken in parts."""
        looked_at = self.currentItem()
        before = looked_at.data(0, _PATH) if looked_at is not None else None
        self.blockSignals(True)
        self.clear()
        self._choice = choice
        folder = ""
        for change in sorted(choice.changes.files, key=lambda change: _parts(change.path)):
            if _parts(change.path)[0] != folder:
                folder = _parts(change.path)[0]
                self.addTopLevelItem(_heading(folder))
            word = _kind_word(change.kind)
            counts = f"+{change.additions} −{change.deletions}"
            if change.binary:
                counts = translate("Worktrees", "binary")
            item = QTreeWidgetItem(
                [visible(_parts(change.path)[1]), "  ".join(filter(None, (word, counts)))]
            )
            item.setData(0, _PATH, change.path)
            item.setToolTip(0, plain_tip(visible(change.path)))
            self.addTopLevelItem(item)
            if choice.can_split(change.path):
                for hunk in choice.hunks[change.path]:
                    added = sum(line.kind == "+" for line in hunk.lines)
                    removed = sum(line.kind == "-" for line in hunk.lines)
                    line = translate("Worktrees", "line {line}").format(line=_first(hunk))
                    place = f"{line}  {hunk.heading}".rstrip()
                    child = QTreeWidgetItem([visible(place), f"+{added} −{removed}"])
                    child.setData(0, _PATH, change.path)
                    child.setData(0, _HUNK, hunk.number)
                    item.addChild(child)
        self.blockSignals(False)
        self._show_ticks()
        self.expandAll()
        items = self._files()
        same = (item for item in items if item.data(0, _PATH) == before)
        if items:
            self.setCurrentItem(next(same, items[0]))

    def tick(self, path: str, take: bool, hunk: int | None = None) -> None:
        """Take a file or one of its hunks, or leave it out."""
        item = self._item(path, hunk)
        item.setCheckState(0, Qt.CheckState.Checked if take else Qt.CheckState.Unchecked)

    def look_at(self, path: str, hunk: int | None = None) -> None:
        self.setCurrentItem(self._item(path, hunk))

    def tick_all(self, take: bool) -> None:
        """Take every file, or leave all of them out."""
        if self._choice is not None:
            for change in self._choice.changes.files:
                self._choice.take_file(change.path, take)
            self._show_ticks()
            self.chosen.emit()

    def _item(self, path: str, hunk: int | None) -> QTreeWidgetItem:
        for item in self._files():
            if item.data(0, _PATH) == path:
                if hunk is None:
                    return item
                for child in (item.child(row) for row in range(item.childCount())):
                    if child.data(0, _HUNK) == hunk:
                        return child
        raise KeyError(path)

    def _files(self) -> list[QTreeWidgetItem]:
        items = [self.topLevelItem(at) for at in range(self.topLevelItemCount())]
        return [item for item in items if item is not None and item.data(0, _PATH) is not None]

    def _looked(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and item.data(0, _PATH) is not None:
            hunk = item.data(0, _HUNK)
            self.looked_at.emit(item.data(0, _PATH), -1 if hunk is None else hunk)

    def _ticked(self, item: QTreeWidgetItem, column: int) -> None:
        if self._choice is None or column:
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
        for item in self._files():
            path = item.data(0, _PATH)
            item.setCheckState(0, states[choice.takes_file(path)])
            for row in range(item.childCount()):
                child = item.child(row)
                taken = choice.takes_hunk(path, child.data(0, _HUNK))
                child.setCheckState(0, states[taken])
        self.blockSignals(False)
        self.viewport().update()


def _parts(path: str) -> tuple[str, str]:
    """The folder of a file and its name; files without one come first."""
    folder, _, name = path.rpartition("/")
    return folder, name


def _heading(folder: str) -> QTreeWidgetItem:
    """A line above the files of a folder, whose names then are short enough to be read."""
    made = QTreeWidgetItem([visible(f"{folder}/")])
    made.setFlags(Qt.ItemFlag.ItemIsEnabled)
    made.setForeground(0, QBrush(QColor(colours().muted)))
    made.setToolTip(0, plain_tip(visible(folder)))
    return made


def _kind_word(kind: str) -> str:
    match kind:
        case "added":
            return translate("Worktrees", "new")
        case "deleted":
            return translate("Worktrees", "deleted")
        case "renamed":
            return translate("Worktrees", "renamed")
        case "copied":
            return translate("Worktrees", "copied")
        case _:
            return ""


def _first(hunk: Hunk) -> int:
    """The first line that changed; a hunk itself begins some lines before it."""
    for line in hunk.lines:
        if line.kind != " ":
            return line.new or line.old or hunk.new_start
    return hunk.new_start
