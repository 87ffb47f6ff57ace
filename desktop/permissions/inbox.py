"""The inbox: everything that waits for a person, identical requests as one line."""

from __future__ import annotations

import time

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QMenu,
    QStackedLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from core.permissions.models import Answer
from desktop.chat.label import plain_label
from desktop.chat.words import duration
from desktop.i18n import translate
from desktop.permissions.book import Group, RequestBook, title_of, who
from desktop.permissions.guarded import Age, GuardedButton
from desktop.permissions.visible import visible
from desktop.theme import GAP, SPACE
from desktop.tips import plain_tip

GROUP = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


class InboxModel(QAbstractListModel):
    """One row for each group of the book, in the order they came."""

    def __init__(self, book: RequestBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book = book
        self._groups: list[Group] = book.groups()
        book.listen(self.refresh)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._groups)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self._groups):
            return None
        group = self._groups[index.row()]
        first = group.first
        if role == Qt.ItemDataRole.DisplayRole:
            times = f"{len(group.requests)} × " if len(group.requests) > 1 else ""
            # The whole command: the title may name only its first part.
            title = visible(first.command or title_of(first) or first.tool)
            return f"{times}{' '.join(title.split())}\n{_askers(group)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            waited = duration(max(0.0, time.time() - first.created))
            what = visible(first.command or title_of(first))
            asking = "\n".join(dict.fromkeys(who(request) for request in group.requests[:20]))
            return plain_tip(
                translate("Requests", "{}\n{}\nin {}\nwaiting for {}").format(
                    what, asking, first.directory, waited
                )
            )
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return translate("Requests", "Requests: {}. {}, from {}").format(
                len(group.requests), title_of(first), who(first)
            )
        if role == GROUP:
            return group
        return None

    def refresh(self) -> None:
        """Take over the book's groups, touching only the rows that changed."""
        fresh = self._book.groups()
        wanted = {group.key for group in fresh}
        for row in range(len(self._groups) - 1, -1, -1):
            if self._groups[row].key not in wanted:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._groups[row]
                self.endRemoveRows()
        for row, group in enumerate(fresh):
            if row < len(self._groups) and self._groups[row].key == group.key:
                if self._groups[row] != group:
                    self._groups[row] = group
                    self.dataChanged.emit(self.index(row), self.index(row))
                continue
            known = next(
                (at for at in range(row, len(self._groups)) if self._groups[at].key == group.key),
                None,
            )
            if known is not None:
                self.beginRemoveRows(QModelIndex(), known, known)
                del self._groups[known]
                self.endRemoveRows()
            self.beginInsertRows(QModelIndex(), row, row)
            self._groups.insert(row, group)
            self.endInsertRows()


def _askers(group: Group) -> str:
    names = list(dict.fromkeys(who(request) for request in group.requests))
    if len(names) == 1:
        return names[0]
    return translate("Requests", "{who} and {count} more").format(
        who=names[0], count=len(names) - 1
    )


class _Narrow(QStyledItemDelegate):
    """Asks for no width of its own, so that long lines end in … instead of behind the edge."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(40, super().sizeHint(option, index).height())


class InboxPanel(QWidget):
    """The list with its buttons. ``answered`` carries ids and one answer; ``opened`` one id."""

    answered = Signal(list, object)
    opened = Signal(str)

    def __init__(self, book: RequestBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._age = Age()
        self.model = InboxModel(book, self)
        self.view = QListView()
        self.view.setObjectName("requestInbox")
        self.view.setAccessibleName(translate("Requests", "Requests"))
        self.view.setModel(self.model)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.setItemDelegate(_Narrow(self.view))
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setWordWrap(False)
        self.view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.view.setSpacing(2)
        self.view.setFrameShape(QListView.Shape.NoFrame)
        self.view.setAlternatingRowColors(True)
        self.view.doubleClicked.connect(self._open)
        self.view.activated.connect(self._open)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, GAP)
        column.setSpacing(GAP)
        column.addWidget(self.view, 1)
        row = QHBoxLayout()
        row.setContentsMargins(SPACE, 0, SPACE, 0)
        self._show = GuardedButton(
            translate("Requests", "Show…"), "inboxShowButton", self._age, self._open
        )
        self._deny = GuardedButton(
            translate("Requests", "Deny"),
            "inboxDenyButton",
            self._age,
            lambda: self._answer("deny"),
        )
        self._once = GuardedButton(
            translate("Requests", "Allow once"),
            "inboxAllowButton",
            self._age,
            lambda: self._answer("once"),
        )
        for button in (self._show, self._deny, self._once):
            row.addWidget(button)
        row.insertStretch(1, 1)
        column.addLayout(row)
        empty = plain_label(translate("Requests", "Nothing waits for you."), role="muted")
        empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(empty)
        self._pages.addWidget(full)
        for signal in (self.model.rowsInserted, self.model.rowsRemoved, self.model.modelReset):
            signal.connect(lambda *_: self._changed())
        self._changed()

    def selected_groups(self) -> list[Group]:
        rows = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        return [self.model.index(row).data(GROUP) for row in rows]

    def _changed(self) -> None:
        # The rows have moved: what is under the mouse is not what was there.
        self._age.restart()
        self._pages.setCurrentIndex(1 if self.model.rowCount() else 0)
        self._selected()

    def _selected(self) -> None:
        groups = self.selected_groups()
        count = sum(len(group.requests) for group in groups)
        for button in (self._show, self._deny, self._once):
            button.setEnabled(bool(groups))
        self._once.setText(
            translate("Requests", "Allow once ({})").format(count)
            if count > 1
            else translate("Requests", "Allow once")
        )
        self._deny.setText(
            translate("Requests", "Deny ({})").format(count)
            if count > 1
            else translate("Requests", "Deny")
        )

    def _answer(self, kind: str) -> None:
        ids = [request.id for group in self.selected_groups() for request in group.requests]
        if ids:
            self.answered.emit(ids, Answer(kind=kind))  # type: ignore[arg-type]

    def _open(self, *_: object) -> None:
        groups = self.selected_groups()
        if groups:
            self.opened.emit(groups[0].first.id)

    def _menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(translate("Requests", "Show")).triggered.connect(lambda: self._open())
        menu.addAction(translate("Requests", "Allow Once")).triggered.connect(
            lambda: self._answer("once")
        )
        menu.addAction(translate("Requests", "Deny")).triggered.connect(
            lambda: self._answer("deny")
        )
        menu.addAction(translate("Requests", "Deny and Stop")).triggered.connect(
            lambda: self._answer("deny_stop")
        )
        menu.popup(self.view.viewport().mapToGlobal(at))
