"""The tasks on screen: the table, and what the selected one has said so far."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QSortFilterProxyModel, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPlainTextEdit,
    QSplitter,
    QStackedLayout,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from core.tasks.models import STOPPABLE, Task
from desktop.actions import Actions
from desktop.chat.label import icon_button, plain_label
from desktop.chat.terminal_text import plain
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.states import state_word
from desktop.tasks.table import SORT, TASK, TaskTableModel, name_of
from desktop.theme import GAP, SPACE, Size, mono_font

_OUTPUT_BYTES = 64 * 1024
_WIDTHS = (140, 76, 100, 70, 56, 56, 90)
_LEAVING = (6, 4, 2, 5)
"""Columns that go first when there is not enough room."""

_MENU = (
    "task.open",
    "task.folder",
    "task.message",
    "task.background",
    "task.resume",
    "task.review",
    None,
    "task.stop",
    "task.stop_tree",
    "task.discard",
)


class TasksPanel(QWidget):
    """``selected`` is emitted with the selected task or None."""

    selected = Signal(object)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.view = QTableView()
        self.view.setObjectName("taskTable")
        self.view.setAccessibleName(translate("Tasks", "Tasks"))
        self.model = TaskTableModel(self.view)
        self._proxy = QSortFilterProxyModel(self)
        self._proxy.setSourceModel(self.model)
        self._proxy.setSortRole(SORT)
        self.view.setModel(self._proxy)
        self.view.setSortingEnabled(True)
        self.view.sortByColumn(1, Qt.SortOrder.AscendingOrder)
        self.view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.view.setShowGrid(False)
        self.view.setFrameShape(QTableView.Shape.NoFrame)
        self.view.setWordWrap(False)
        self.view.setAlternatingRowColors(True)
        self.view.setTabKeyNavigation(False)
        self.view.verticalHeader().hide()
        self.view.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(40)
        for column, width in enumerate(_WIDTHS[1:], start=1):
            self.view.setColumnWidth(column, width)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        self.view.doubleClicked.connect(lambda _index: actions["task.open"].trigger())
        self.view.selectionModel().currentRowChanged.connect(lambda *_: self._select())
        self._tick = QTimer(self)
        self._tick.setInterval(1000)
        self._tick.timeout.connect(self._second)

        self._title = plain_label(bold=True, size=Size.SMALL)
        self._title.setWordWrap(True)
        self.output = QPlainTextEdit()
        self.output.setObjectName("taskOutput")
        self.output.setAccessibleName(translate("Tasks", "Output of the selected task"))
        self.output.setReadOnly(True)
        self.output.setFont(mono_font(Size.SMALL))
        self.output.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.output.setMaximumBlockCount(5000)
        detail = QWidget()
        below = QVBoxLayout(detail)
        below.setContentsMargins(SPACE, GAP, SPACE, SPACE)
        below.setSpacing(GAP)
        below.addWidget(self._title)
        below.addLayout(self._buttons())
        below.addWidget(self.output, 1)
        self._detail = detail
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.view)
        split.addWidget(detail)
        split.setChildrenCollapsible(False)
        split.setSizes([220, 200])
        empty = plain_label(
            translate(
                "Tasks",
                "No tasks yet. When an agent delegates work or runs a long command, it appears "
                "here.",
            ),
            role="muted",
            wrap=True,
        )
        empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        empty.setMargin(2 * SPACE)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(empty)
        self._pages.addWidget(split)
        for signal in (self.model.rowsInserted, self.model.rowsRemoved, self.model.modelReset):
            signal.connect(lambda *_: self._changed())
        self.setMinimumWidth(230)
        self._changed()
        self._select()

    def current(self) -> Task | None:
        index = self.view.currentIndex()
        if not index.isValid():
            return None
        task = index.siblingAtColumn(0).data(TASK)
        return task if isinstance(task, Task) else None

    def select(self, task_id: str) -> None:
        for row in range(self._proxy.rowCount()):
            task = self._proxy.index(row, 0).data(TASK)
            if isinstance(task, Task) and task.id == task_id:
                self.view.selectRow(row)

    def load(self, tasks: list[Task]) -> None:
        self.model.load(tasks)
        self._watch_clock()

    def put(self, task: Task) -> None:
        self.model.put(task)
        self._watch_clock()
        current = self.current()
        if current is not None and current.id == task.id:
            self._select()

    def refresh_actions(self) -> None:
        """Enable what can be done with the selected task."""
        self._select()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        for name, symbol in (
            ("task.open", "arrow-square-out"),
            ("task.message", "chat-text"),
            ("task.background", "arrow-line-down"),
            ("task.folder", "folder-open"),
            ("task.resume", "play"),
            ("task.review", "git-diff"),
            ("task.stop", "stop"),
            ("task.stop_tree", "tree-structure"),
            ("task.discard", "trash"),
        ):
            action = self._actions[name]
            button = icon_button(symbol, action.toolTip(), action.trigger)
            button.setAccessibleName(action.text())
            action.changed.connect(lambda b=button, a=action: b.setEnabled(a.isEnabled()))
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _changed(self) -> None:
        self._pages.setCurrentIndex(1 if self.model.rowCount() else 0)
        if self.model.rowCount() and not self.view.currentIndex().isValid():
            self.view.selectRow(0)

    def _select(self) -> None:
        task = self.current()
        stoppable = task is not None and task.state in STOPPABLE
        enable = self._actions.enable
        enable("task.open", task is not None and task.session_id is not None)
        enable("task.folder", task is not None)
        enable("task.message", task is not None and task.kind == "agent")
        enable("task.background", stoppable and task is not None and not task.background)
        cut_off = task is not None and task.state in ("interrupted", "killed", "failed")
        enable("task.resume", cut_off and task is not None and task.kind == "agent")
        enable("task.review", task is not None and task.kind == "agent" and _has_worktree(task))
        enable("task.stop", stoppable)
        enable("task.stop_tree", stoppable)
        enable("task.discard", task is not None and (stoppable or task.worktree is not None))
        where = (
            translate("Tasks", " in the background")
            if stoppable and task and task.background
            else ""
        )
        title = f"{name_of(task)} — {state_word(task.state)}{where}" if task else ""
        # What it does right now, where the settings want that summed up every now and then.
        progress = str(task.metadata.get("progress") or "") if task and stoppable else ""
        self._title.setText(f"{title}\n{progress}".strip())
        self._show_output(task)
        self.selected.emit(task)

    def _show_output(self, task: Task | None) -> None:
        text = _output(task) if task is not None else ""
        if text == self.output.toPlainText():
            return
        bar = self.output.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        self.output.setPlainText(text)
        bar.setValue(bar.maximum() if at_end else min(bar.value(), bar.maximum()))

    def _watch_clock(self) -> None:
        """The clock runs only while something runs and somebody can see it."""
        if self.model.running() and self.isVisible():
            if not self._tick.isActive():
                self._tick.start()
        else:
            self._tick.stop()

    def _second(self) -> None:
        self.model.tick()
        task = self.current()
        if task is not None and task.state in STOPPABLE:
            self._show_output(task)
        self._watch_clock()

    def resizeEvent(self, _event: object) -> None:
        room = self.width() - sum(_WIDTHS)
        for column in _LEAVING:
            self.view.setColumnHidden(column, room < 0)
            room += _WIDTHS[column] if room < 0 else 0

    def showEvent(self, _event: object) -> None:
        self._watch_clock()

    def hideEvent(self, _event: object) -> None:
        self._tick.stop()

    def _menu(self, at: QPoint) -> None:
        if self.current() is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in _MENU:
            menu.addAction(self._actions[name]) if name else menu.addSeparator()
        menu.popup(self.view.viewport().mapToGlobal(at))


def _has_worktree(task: Task) -> bool:
    return task.worktree is not None or "worktree" in task.metadata


def _output(task: Task) -> str:
    """The end of the task's output file, or what it left."""
    if task.output_file:
        try:
            with Path(task.output_file).open("rb") as file:
                file.seek(0, 2)
                size = file.tell()
                file.seek(max(0, size - _OUTPUT_BYTES))
                return plain(file.read().decode("utf-8", "replace"))
        except OSError:
            pass
    return task.result or engine_text(task.error or "")
