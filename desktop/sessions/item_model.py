"""The session tree as Qt wants to see it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import QWidget

from desktop.chat.words import clock, count, money
from desktop.sessions.tree import Node, SessionTree
from desktop.theme import font
from desktop.theme.icons import icon
from desktop.tips import plain_tip

NODE_ID = Qt.ItemDataRole.UserRole + 1
IS_SESSION = Qt.ItemDataRole.UserRole + 2
Index = QModelIndex | QPersistentModelIndex

_MARKS = {
    "waiting": ("hand", "warning", "waiting for you"),
    "working": ("circle-dashed", "accent", "working"),
    "failed": ("x-circle", "bad", "failed"),
    "unread": ("chat-centered-text", "accent", "something new"),
}


class SessionItemModel(QAbstractItemModel):
    """Translates and nothing else; a node that was removed is kept, for Qt may still ask of it."""

    def __init__(self, tree: SessionTree, widget: QWidget) -> None:
        super().__init__(widget)
        self.tree = tree
        self._widget = widget
        self._kept: list[Node] = []
        tree.watch(self)

    # What the tree tells

    def before_insert(self, parent: Node, row: int) -> None:
        self.beginInsertRows(self.index_of(parent), row, row)

    def inserted(self) -> None:
        self.endInsertRows()

    def before_remove(self, parent: Node, row: int) -> None:
        self._kept.append(parent.children[row])
        self.beginRemoveRows(self.index_of(parent), row, row)

    def removed(self) -> None:
        self.endRemoveRows()

    def changed(self, node: Node) -> None:
        at = self.index_of(node)
        self.dataChanged.emit(at, at)

    def reset(self) -> None:
        self.beginResetModel()
        self.endResetModel()

    # What Qt asks

    def index_of(self, node: Node) -> QModelIndex:
        return QModelIndex() if node is self.tree.root else self.createIndex(node.row, 0, node)

    def node_at(self, index: Index) -> Node:
        node = index.internalPointer() if index.isValid() else self.tree.root
        assert isinstance(node, Node)
        return node

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.column() > 0 else len(self.node_at(parent).children)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        children = self.node_at(parent).children
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row])

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not index.isValid():
            return QModelIndex()
        above = self.node_at(index).parent
        return QModelIndex() if above is None else self.index_of(above)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        node = self.node_at(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return node.title
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icon(node)
        if role == Qt.ItemDataRole.FontRole:
            return self._font(node)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(_told(node))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = ", ".join(f"{n} {_MARKS[s][2]}" for s, n in node.sums.items() if n)
            return f"{node.title}, {said}" if said else node.title
        if role == NODE_ID:
            return node.id
        if role == IS_SESSION:
            return node.session is not None
        return None

    def _icon(self, node: Node) -> QIcon:
        if node.mark:
            symbol, role, _said = _MARKS[node.mark]
            return icon(symbol, role)
        if node.project is not None:
            return icon("folder")
        if node.session is not None and node.session.parent_id:
            return icon("robot", "faint")
        return icon("chat-centered", "faint")

    def _font(self, node: Node) -> QFont | None:
        if node.project is not None or "unread" in node.own:
            return font(bold=True)
        return None


def _told(node: Node) -> str:
    lines = [node.title]
    if node.project is not None:
        lines.append(node.project.directory)
    if (session := node.session) is not None:
        lines.append(f"{session.agent} · {session.model or 'default model'} · {session.mode}")
        lines.append(f"Changed {clock(session.updated)}, cost {money(session.cost)}")
        if session.worktree:
            lines.append(f"Worktree {session.worktree}")
    lines += [
        f"{count(number, 'session')} below: {_MARKS[state][2]}"
        for state, number in node.below.items()
    ]
    return "\n".join(lines)
