"""The session tree on screen: filter, full-text search and what can be done with a session."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, QSortFilterProxyModel, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop.actions import Actions
from desktop.chat.label import icon_button, plain_label
from desktop.i18n import translate
from desktop.sessions.delegate import SessionDelegate
from desktop.sessions.item_model import IS_SESSION, NODE_ID, SessionItemModel
from desktop.sessions.tree import SessionTree
from desktop.theme import GAP, SPACE, Size

_MENU = (
    "session.rename",
    "session.export",
    "session.archive",
    "session.restore",
    "session.delete",
    None,
    "session.parent",
    "session.child",
)


class SessionsPanel(QWidget):
    """``opened`` carries a session's id, ``searched`` the text to look for everywhere."""

    opened = Signal(str)
    searched = Signal(str)
    new_wanted = Signal(str)
    hit_opened = Signal(str, str)

    def __init__(self, tree: SessionTree, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree = tree
        self._actions = actions
        self.filter = QLineEdit()
        self.filter.setObjectName("sessionFilter")
        self.filter.setPlaceholderText(translate("Sessions", "Filter and search"))
        self.filter.setAccessibleName(translate("Sessions", "Filter sessions and search in them"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._filter)
        self.view = QTreeView()
        self.view.setObjectName("sessionTree")
        self.view.setAccessibleName(translate("Sessions", "Sessions"))
        self.view.setHeaderHidden(True)
        self.view.setUniformRowHeights(True)
        self.view.setFrameShape(QTreeView.Shape.NoFrame)
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.view.setIndentation(16)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        self.model = SessionItemModel(tree, self.view)
        self.proxy = QSortFilterProxyModel(self)
        self.proxy.setRecursiveFilteringEnabled(True)
        self.proxy.setAutoAcceptChildRows(True)
        self.proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.proxy.setSourceModel(self.model)
        self.view.setModel(self.proxy)
        self.view.setItemDelegate(SessionDelegate(self.view))
        self.view.clicked.connect(self._open)
        self.view.activated.connect(self._open)
        self.model.rowsInserted.connect(self._show_new_projects)
        self.model.modelReset.connect(self.expand_projects)
        self.hits = QListWidget()
        self.hits.setObjectName("searchHits")
        self.hits.setAccessibleName(translate("Sessions", "Found in messages"))
        self.hits.setFrameShape(QListWidget.Shape.NoFrame)
        self.hits.setWordWrap(True)
        self.hits.setSpacing(2)
        self.hits.setAlternatingRowColors(True)
        self.hits.itemActivated.connect(self._open_hit)
        self.hits.itemClicked.connect(self._open_hit)
        self._hits_title = plain_label(
            translate("Sessions", "Found in messages"), role="muted", size=Size.SMALL
        )
        self._hits_title.setContentsMargins(SPACE, SPACE, 0, 0)
        self._empty = plain_label(
            translate("Sessions", "No sessions yet. Open a folder and ask for something."),
            role="muted",
            wrap=True,
        )
        self._empty.setObjectName("noSessions")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setMargin(2 * SPACE)
        for signal in (self.model.rowsInserted, self.model.rowsRemoved, self.model.modelReset):
            signal.connect(lambda *_: self._show_empty())
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(250)
        self._pause.timeout.connect(lambda: self.searched.emit(self.filter.text().strip()))
        head = QHBoxLayout()
        head.setContentsMargins(SPACE, SPACE, GAP, GAP)
        head.setSpacing(GAP)
        head.addWidget(self.filter, 1)
        head.addWidget(
            icon_button(
                "plus",
                translate("Sessions", "New session (Ctrl+N)"),
                actions["session.new"].trigger,
            )
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._empty, 3)
        column.addWidget(self.view, 3)
        column.addWidget(self._hits_title)
        column.addWidget(self.hits, 2)
        self.setMinimumWidth(190)
        self.show_hits([])
        self._show_empty()

    def _show_empty(self) -> None:
        self._empty.setVisible(not self.model.rowCount())
        self.view.setVisible(bool(self.model.rowCount()))

    def current_id(self) -> str:
        index = self.view.currentIndex()
        return str(index.data(NODE_ID)) if index.isValid() and index.data(IS_SESSION) else ""

    def select(self, session_id: str) -> None:
        """Show where a session is, without opening it again."""
        node = self.tree.nodes.get(session_id)
        if node is None:
            return
        index = self.proxy.mapFromSource(self.model.index_of(node))
        if index.isValid() and index != self.view.currentIndex():
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)

    def expand_projects(self) -> None:
        for row in range(min(self.proxy.rowCount(), 30)):
            self.view.expand(self.proxy.index(row, 0))

    def show_hits(self, hits: list[tuple[str, str, str, str]]) -> None:
        """``(session id, message id, title, excerpt)`` of each hit of the full-text search."""
        self.hits.clear()
        for session_id, message_id, title, excerpt in hits:
            if not message_id and session_id in self.tree.nodes:
                continue  # Found by its title: the tree shows it already.
            item = QListWidgetItem(f"{title}\n{excerpt}")
            item.setData(Qt.ItemDataRole.UserRole, (session_id, message_id))
            self.hits.addItem(item)
        searching = bool(self.filter.text().strip())
        self.hits.setVisible(bool(self.hits.count()))
        self._hits_title.setVisible(searching)
        self._hits_title.setText(
            translate("Sessions", "Found in messages")
            if self.hits.count()
            else translate("Sessions", "Nothing found in messages")
        )

    def _filter(self, text: str) -> None:
        self.proxy.setFilterFixedString(text.strip())
        if text.strip():
            self.view.expandAll()
            self._pause.start()
        else:
            self._pause.stop()
            self.show_hits([])

    def _open(self, index: QModelIndex) -> None:
        if index.data(IS_SESSION):
            self.opened.emit(str(index.data(NODE_ID)))

    def _open_hit(self, item: QListWidgetItem) -> None:
        session_id, message_id = item.data(Qt.ItemDataRole.UserRole)
        self.hit_opened.emit(session_id, message_id)

    def _show_new_projects(self, parent: QModelIndex, first: int, _last: int) -> None:
        if not parent.isValid():
            self.view.expand(self.proxy.mapFromSource(self.model.index(first, 0)))

    def _menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        if not index.isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if index.data(IS_SESSION):
            self.opened.emit(str(index.data(NODE_ID)))
            for name in _MENU:
                menu.addAction(self._actions[name]) if name else menu.addSeparator()
        else:
            project = str(index.data(NODE_ID))
            menu.addAction(translate("Sessions", "New Session Here")).triggered.connect(
                lambda: self.new_wanted.emit(project)
            )
        menu.popup(self.view.viewport().mapToGlobal(at))
