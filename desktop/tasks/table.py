"""Tasks as a table: agent, state, what it does, since when, what it costs."""

from __future__ import annotations

import time
from collections.abc import Iterable

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QWidget

from core.tasks.models import STOPPABLE, Task
from desktop.chat.words import duration, money, tokens
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.states import state_word
from desktop.theme.icons import icon
from desktop.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
TASK = Qt.ItemDataRole.UserRole + 1
SORT = Qt.ItemDataRole.UserRole + 2

COLUMNS = 7

MARKS = {
    "queued": ("hourglass", "muted"),
    "running": ("circle-dashed", "accent"),
    "waiting": ("hand", "warning"),
    "completed": ("check-circle", "good"),
    "failed": ("x-circle", "bad"),
    "killed": ("stop-circle", "muted"),
    "interrupted": ("pause-circle", "warning"),
}
_STATE_ORDER = {state: at for at, state in enumerate(("waiting", "running", "queued"))}


class TaskTableModel(QAbstractTableModel):
    """Rows of the store; the newest first, and those that run before those that have ended."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._tasks: list[Task] = []
        self._rows: dict[str, int] = {}

    def load(self, tasks: Iterable[Task]) -> None:
        self.beginResetModel()
        self._tasks = sorted(tasks, key=lambda task: -task.created)
        self._renumber()
        self.endResetModel()

    def put(self, task: Task) -> None:
        row = self._rows.get(task.id)
        if row is None:
            self.beginInsertRows(QModelIndex(), 0, 0)
            self._tasks.insert(0, task)
            self._renumber()
            self.endInsertRows()
        else:
            self._tasks[row] = task
            self.dataChanged.emit(self.index(row, 0), self.index(row, COLUMNS - 1))

    def forget_sessions(self, session_ids: set[str]) -> None:
        """Their conversations were deleted, and the tasks with them."""
        for row in range(len(self._tasks) - 1, -1, -1):
            task = self._tasks[row]
            if task.session_id in session_ids or task.owner_session_id in session_ids:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._tasks[row]
                self._renumber()
                self.endRemoveRows()

    def get(self, task_id: str) -> Task | None:
        row = self._rows.get(task_id)
        return self._tasks[row] if row is not None else None

    def for_call(self, call_id: str) -> Task | None:
        return next((task for task in self._tasks if call_id and task.call_id == call_id), None)

    def all(self) -> list[Task]:
        return list(self._tasks)

    def running(self) -> list[Task]:
        return [task for task in self._tasks if task.state in STOPPABLE]

    def tick(self) -> None:
        """Time has passed for what runs."""
        for task in self.running():
            at = self.index(self._rows[task.id], 3)
            self.dataChanged.emit(at, at, [Qt.ItemDataRole.DisplayRole])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._tasks)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else COLUMNS

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return _columns()[section] if 0 <= section < COLUMNS else None
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self._tasks):
            return None
        task = self._tasks[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _cell(task, index.column())
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            return self._icon(task)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(_told(task))
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == 0:
            return f"{name_of(task)}, {state_word(task.state)}"
        if role == TASK:
            return task
        if role == SORT:
            return _sort(task, index.column())
        return None

    def _icon(self, task: Task) -> QIcon:
        symbol, role = MARKS[task.state]
        return icon(symbol, role)

    def _renumber(self) -> None:
        self._rows = {task.id: row for row, task in enumerate(self._tasks)}


def _columns() -> tuple[str, ...]:
    return (
        translate("Tasks", "Task"),
        translate("Tasks", "State"),
        translate("Tasks", "Last tool"),
        translate("Tasks", "Time"),
        translate("Tasks", "Tokens"),
        translate("Tasks", "Cost"),
        translate("Tasks", "Worktree"),
    )


def name_of(task: Task) -> str:
    said = task.description or task.command or task.prompt
    line = " ".join(said.split())
    who = task.name or task.agent
    return f"{who} · {line}" if who and task.kind == "agent" else line or task.id


def elapsed(task: Task) -> float:
    if task.started is None:
        return 0.0
    return max(0.0, (task.ended or time.time()) - task.started)


def _cell(task: Task, column: int) -> str:
    match column:
        case 0:
            return name_of(task)
        case 1:
            return state_word(task.state)
        case 2:
            return task.last_tool
        case 3:
            return duration(elapsed(task)) if task.started else ""
        case 4:
            return tokens(task.usage.total) if task.usage.total else ""
        case 5:
            return money(task.cost) if task.cost else ""
        case _:
            return (task.branch or task.worktree or "").removeprefix("spinney/")


def _sort(task: Task, column: int) -> object:
    match column:
        case 0:
            return name_of(task).lower()
        case 1:
            return f"{_STATE_ORDER.get(task.state, 9)}{-task.created:020.3f}"
        case 3:
            return elapsed(task)
        case 4:
            return task.usage.total
        case 5:
            return task.cost
        case _:
            return _cell(task, column)


def _told(task: Task) -> str:
    lines = [
        name_of(task),
        translate("Tasks", "{}, {} tool calls, run {}").format(
            state_word(task.state), task.tool_count, task.run
        ),
    ]
    if task.team:
        lines.append(translate("Tasks", "Member of the team {team}").format(team=task.team))
    if task.agent == "fork":
        lines.append(translate("Tasks", "A fork: a copy of the conversation that started it"))
    if progress := task.metadata.get("progress"):
        lines.append(str(progress))
    if task.worktree:
        lines.append(translate("Tasks", "Worktree {}").format(task.worktree))
    if task.error:
        lines.append(engine_text(task.error))
    return "\n".join(lines)
