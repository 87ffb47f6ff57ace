"""The session tree as Qt wants to see it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import QWidget

from desktop.chat.pickers import modes
from desktop.chat.words import clock, count, money
from desktop.checkpoints.words import changes_text
from desktop.i18n import translate
from desktop.sessions.tree import Node, SessionTree
from desktop.theme import font
from desktop.theme.icons import icon
from desktop.tips import plain_tip

NODE_ID = Qt.ItemDataRole.UserRole + 1
IS_SESSION = Qt.ItemDataRole.UserRole + 2
CHANGED = Qt.ItemDataRole.UserRole + 3
Index = QModelIndex | QPersistentModelIndex

_MARKS = {
    "waiting": ("hand", "warning"),
    "working": ("circle-dashed", "accent"),
    "failed": ("x-circle", "bad"),
    "unread": ("chat-centered-text", "accent"),
}


_SOURCES = {"fork": "git-fork", "teammate": "users-three", "review": "magnifying-glass"}
"""The marks of children that are no ordinary ones."""


def kind_of(node: Node) -> str:
    """What a session is besides a conversation: a fork, a teammate, a review, led by a coordinator."""
    if node.session is None:
        return ""
    if node.session.settings.get("coordinator"):
        return translate("Sessions", "Coordinator")
    match node.session.source:
        case "fork":
            return translate("Sessions", "Fork")
        case "teammate":
            return translate("Sessions", "Teammate")
        case "review":
            return translate("Sessions", "Review")
    return ""


class SessionItemModel(QAbstractItemModel):
    """Translates and nothing else.

    An index carries a number, not the node itself: Qt may still ask of what is gone, and a pointer
    to it would end the program.
    """

    def __init__(self, tree: SessionTree, widget: QWidget) -> None:
        super().__init__(widget)
        self.tree = tree
        self._widget = widget
        self._met: dict[int, Node] = {}
        tree.watch(self)

    # What the tree tells

    def before_insert(self, parent: Node, row: int) -> None:
        self.beginInsertRows(self.index_of(parent), row, row)

    def inserted(self) -> None:
        self.endInsertRows()

    def before_remove(self, parent: Node, row: int) -> None:
        self.beginRemoveRows(self.index_of(parent), row, row)

    def removed(self) -> None:
        self.endRemoveRows()

    def changed(self, node: Node) -> None:
        at = self.index_of(node)
        self.dataChanged.emit(at, at)

    def reset(self) -> None:
        self.beginResetModel()
        self._met.clear()
        self.endResetModel()

    # What Qt asks

    def index_of(self, node: Node) -> QModelIndex:
        return QModelIndex() if node is self.tree.root else self._index(node.row, node)

    def _index(self, row: int, node: Node) -> QModelIndex:
        self._met[id(node)] = node
        return self.createIndex(row, 0, id(node))

    def node_at(self, index: Index) -> Node:
        """The node of an index; an empty one for what is gone."""
        if not index.isValid():
            return self.tree.root
        return self._met.get(index.internalId()) or Node("", "")

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.column() > 0 else len(self.node_at(parent).children)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        children = self.node_at(parent).children
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self._index(row, children[row])

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
            said = [f"{n} {_said(s)}" for s, n in node.sums.items() if n]
            if node.session is not None and node.session.archived is not None:
                said.insert(0, translate("Sessions", "archived"))
            return ", ".join([node.title, *([kind] if (kind := kind_of(node)) else []), *said])
        if role == CHANGED:
            return _changed(node)
        if role == NODE_ID:
            return node.id
        if role == IS_SESSION:
            return node.session is not None
        return None

    def _icon(self, node: Node) -> QIcon:
        if node.mark:
            symbol, role = _MARKS[node.mark]
            return icon(symbol, role)
        if node.project is not None:
            return icon("folder")
        if node.session is None:
            return icon("chat-centered", "faint")
        if node.session.archived is not None:
            return icon("archive", "faint")
        if node.session.settings.get("coordinator"):
            return icon("crown", "faint")
        usual = "robot" if node.session.parent_id else "chat-centered"
        return icon(_SOURCES.get(node.session.source, usual), "faint")

    def _font(self, node: Node) -> QFont | None:
        if node.project is not None or "unread" in node.own:
            return font(bold=True)
        return None


def _said(state: str) -> str:
    """What a mark says of the sessions that bear it."""
    return {
        "waiting": translate("Sessions", "waiting for you"),
        "working": translate("Sessions", "working"),
        "failed": translate("Sessions", "failed"),
        "unread": translate("Sessions", "something new"),
    }[state]


def _changed(node: Node) -> str:
    """How many lines the session added and removed."""
    summary = node.session.summary if node.session is not None else None
    if summary is None or not summary.files:
        return ""
    return f"+{summary.additions} −{summary.deletions}"


def _told(node: Node) -> str:
    lines = [node.title]
    if kind := kind_of(node):
        lines.append(kind)
    if node.project is not None:
        lines.append(node.project.directory)
    if (session := node.session) is not None:
        model = session.model or translate("Sessions", "default model")
        mode = next((text for value, text, _help in modes() if value == session.mode), session.mode)
        lines.append(f"{session.agent} · {model} · {mode}")
        lines.append(
            translate("Sessions", "Changed {}, cost {}").format(
                clock(session.updated), money(session.cost)
            )
        )
        if session.archived is not None:
            when = clock(session.archived)
            lines.append(translate("Sessions", "Archived {when}").format(when=when))
        summary = session.summary
        if changed := changes_text(summary.files, summary.additions, summary.deletions):
            lines.append(changed)
        if session.worktree:
            lines.append(translate("Sessions", "Worktree {}").format(session.worktree))
    lines += [
        count(
            number,
            translate("Sessions", "{} session below"),
            translate("Sessions", "{} sessions below"),
        )
        + f": {_said(state)}"
        for state, number in node.below.items()
    ]
    return "\n".join(lines)
