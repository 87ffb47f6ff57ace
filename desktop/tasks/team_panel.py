"""A team on screen: who is in it and how each stands, the list they share, and what they write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.tasks.models import LEAD, Letter, Task, Team, TeamTask
from desktop.chat.label import icon_button, plain_label
from desktop.chat.pickers import Picker
from desktop.chat.plan_strip import presents_plan
from desktop.chat.words import clock
from desktop.i18n import translate
from desktop.permissions.visible import visible
from desktop.tasks.table import MARKS
from desktop.theme import GAP, SPACE, Size
from desktop.theme.icons import icon
from desktop.tips import plain_tip

KEY = Qt.ItemDataRole.UserRole + 1
EVERYONE = "*"


@dataclass(frozen=True, slots=True)
class Board:
    """All that is shown of one team. ``asking`` are the sessions whose requests wait for the person."""

    team: Team
    tasks: Sequence[TeamTask]
    mail: Sequence[Letter]
    asking: frozenset[str] = frozenset()


class TeamPanel(QWidget):
    """``picked`` names the member that is selected, ``opened`` one whose session is wanted (the lead
    is ""); ``told`` is a message to a member, the lead or everyone; ``list_wanted`` a change of the
    shared list: add, claim, done or release, with the entry or the new title."""

    picked = Signal(str)
    opened = Signal(str)
    told = Signal(str, str)
    list_wanted = Signal(str, int, str)
    team_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("teamPanel")
        self.setAccessibleName(translate("Teams", "Team"))
        self.board: Board | None = None
        self._teams = Picker("teamPicker", translate("Teams", "Which team"))
        self._teams.picked.connect(self.team_wanted)
        self.roster = _list("teamRoster", translate("Teams", "Members"), 2, stretch=1)
        self.roster.itemSelectionChanged.connect(self._pick)
        self.roster.itemActivated.connect(
            lambda item, _at: self.opened.emit(str(item.data(0, KEY)))
        )
        self.tasks = _list("teamTasks", translate("Teams", "Shared tasks"), 2, stretch=0)
        self.tasks.itemSelectionChanged.connect(self._offer)
        self.mail = _list("teamMail", translate("Teams", "Messages"), 2, stretch=1)
        self._new = QLineEdit()
        self._new.setObjectName("newTeamTask")
        self._new.setPlaceholderText(translate("Teams", "Another task for the team"))
        self._new.setAccessibleName(translate("Teams", "Another task for the team"))
        self._new.returnPressed.connect(self._add)
        self._to = QComboBox()
        self._to.setObjectName("teamRecipient")
        self._to.setAccessibleName(translate("Teams", "To whom"))
        self._text = QLineEdit()
        self._text.setObjectName("teamMessage")
        self._text.setPlaceholderText(translate("Teams", "Write to the team"))
        self._text.setAccessibleName(translate("Teams", "Message to the team"))
        self._text.returnPressed.connect(self._tell)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GAP, 0, GAP)
        column.setSpacing(GAP)
        column.addWidget(self._teams)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        for widget in (
            _section(translate("Teams", "Members"), self.roster),
            _section(translate("Teams", "Shared tasks"), self.tasks, self._task_row()),
            _section(translate("Teams", "Messages"), self.mail, self._write_row()),
        ):
            split.addWidget(widget)
        split.setSizes([120, 150, 170])
        column.addWidget(split, 1)

    def show_board(self, board: Board, names: Sequence[str]) -> None:
        """Show a team; ``names`` are all there are under this conversation."""
        changed = self.board is None or self.board.team.name != board.team.name
        self.board = board
        self._teams.offer((name, name, "") for name in names)
        self._teams.show_value(board.team.name)
        self._teams.setVisible(len(names) > 1)
        self._show_roster(board)
        self._show_tasks(board.tasks)
        self._show_mail(board)
        members = [member.name or member.id for member in board.team.members]
        if changed or [self._to.itemData(at) for at in range(2, self._to.count())] != members:
            chosen = self._to.currentData()
            self._to.clear()
            self._to.addItem(translate("Teams", "Everyone"), EVERYONE)
            self._to.addItem(translate("Teams", "Lead"), LEAD)
            for name in members:
                self._to.addItem(name, name)
            self._to.setCurrentIndex(max(0, self._to.findData(chosen)))
        self._offer()

    def sent(self) -> None:
        """The message went out, so that there is room for the next."""
        self._text.clear()

    def _show_roster(self, board: Board) -> None:
        lead = _Line("", (translate("Teams", "Lead"), ""), "crown", "muted")
        works_on = {task.by: task.title for task in board.tasks if task.state == "claimed"}
        lines = [lead]
        for member in board.team.members:
            state, symbol, role = standing(member, board.asking)
            name = member.name or member.id
            on = f" · {works_on[name]}" if name in works_on else ""
            tip = f"{name} (@{member.agent})\n{state}{on}\n{member.description}"
            lines.append(_Line(member.id, (name, f"{state}{on}"), symbol, role, tip))
        _fill(self.roster, lines)

    def _show_tasks(self, tasks: Sequence[TeamTask]) -> None:
        words = {
            "open": (translate("Teams", "open"), "circle", "muted"),
            "claimed": (translate("Teams", "in work"), "circle-dashed", "accent"),
            "done": (translate("Teams", "done"), "check-circle", "good"),
        }
        lines = []
        for task in tasks:
            said, symbol, role = words[task.state]
            who = f"{said} · {task.by}" if task.by else said
            tip = "\n".join(text for text in (task.title, who, task.note) if text)
            lines.append(_Line(str(task.id), (f"{task.id}. {task.title}", who), symbol, role, tip))
        _fill(self.tasks, lines)

    def _show_mail(self, board: Board) -> None:
        bar = self.mail.verticalScrollBar()
        at_end = bar.value() >= bar.maximum()
        lines = []
        for letter in board.mail:
            way = f"{letter.sender} → {letter.receiver}"
            heard = (
                translate("Teams", "read") if letter.heard else translate("Teams", "not read yet")
            )
            said = " ".join((letter.text or letter.summary).split())
            tip = f"{way}, {clock(letter.sent)}, {heard}\n{letter.text or letter.summary}"
            symbol = "check" if letter.heard else "hourglass"
            lines.append(_Line(letter.id, (way, said), symbol, "faint", tip))
        _fill(self.mail, lines)
        if at_end:
            self.mail.scrollToBottom()

    def _task_row(self) -> QHBoxLayout:
        self._claim = self._button(
            "hand-grabbing", translate("Teams", "Keep it for yourself"), "claim"
        )
        self._done = self._button("check", translate("Teams", "Mark it done"), "done")
        self._release = self._button(
            "arrow-u-up-left", translate("Teams", "Give it back to the team"), "release"
        )
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self._new, 1)
        for button in (self._claim, self._done, self._release):
            row.addWidget(button)
        return row

    def _button(self, symbol: str, label: str, what: str) -> QWidget:
        button = icon_button(symbol, label, lambda: self._change(what))
        button.setObjectName(f"{what}TeamTaskButton")
        return button

    def _write_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self._to)
        row.addWidget(self._text, 1)
        send = icon_button("paper-plane-right", translate("Teams", "Send to the team"), self._tell)
        send.setObjectName("sendTeamMessage")
        row.addWidget(send)
        return row

    def _current_task(self) -> TeamTask | None:
        items = self.tasks.selectedItems()
        if not items or self.board is None:
            return None
        key = int(items[0].data(0, KEY))
        return next((task for task in self.board.tasks if task.id == key), None)

    def _offer(self) -> None:
        """What can be done with the selected entry."""
        task = self._current_task()
        self._claim.setEnabled(task is not None and task.state == "open")
        self._done.setEnabled(task is not None and task.state != "done")
        self._release.setEnabled(task is not None and task.state == "claimed")

    def _change(self, what: str) -> None:
        task = self._current_task()
        if task is not None:
            self.list_wanted.emit(what, task.id, "")

    def _add(self) -> None:
        if self._new.text().strip():
            self.list_wanted.emit("add", 0, self._new.text().strip())
            self._new.clear()

    def _tell(self) -> None:
        if self._text.text().strip():
            self.told.emit(str(self._to.currentData()), self._text.text().strip())

    def _pick(self) -> None:
        items = self.roster.selectedItems()
        if items:
            self.picked.emit(str(items[0].data(0, KEY)))


def standing(member: Task, asking: frozenset[str]) -> tuple[str, str, str]:
    """How a member stands, in words, with a mark: one that waits may rest, present a plan or ask."""
    if presents_plan(member):
        return translate("Teams", "presents a plan"), "clipboard-text", "warning"
    if member.state == "waiting" and member.session_id not in asking:
        return translate("Teams", "rests"), "moon", "muted"
    words = {
        "queued": translate("Teams", "queued"),
        "running": translate("Teams", "works"),
        "waiting": translate("Teams", "waits for you"),
        "completed": translate("Teams", "done"),
        "failed": translate("Teams", "failed"),
        "killed": translate("Teams", "stopped"),
        "interrupted": translate("Teams", "interrupted"),
    }
    symbol, role = MARKS[member.state]
    return words[member.state], symbol, role


@dataclass(frozen=True, slots=True)
class _Line:
    key: str
    texts: tuple[str, str]
    symbol: str
    role: str
    tip: str = ""


def _fill(tree: QTreeWidget, lines: Iterable[_Line]) -> None:
    """Show these lines, touching only what changed: what is selected stays selected."""
    wanted = list(lines)
    while tree.topLevelItemCount() > len(wanted):
        tree.takeTopLevelItem(tree.topLevelItemCount() - 1)
    for row, line in enumerate(wanted):
        item = tree.topLevelItem(row)
        if item is None:
            item = QTreeWidgetItem()
            tree.addTopLevelItem(item)
        if item.data(0, KEY) != line.key:
            item.setSelected(False)
        item.setData(0, KEY, line.key)
        item.setIcon(0, icon(line.symbol, line.role))
        for column, text in enumerate(line.texts):
            item.setText(column, visible(text))
            item.setToolTip(column, plain_tip(visible(line.tip or text)))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, visible(", ".join(line.texts)))


def _list(name: str, label: str, columns: int, *, stretch: int) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setObjectName(name)
    tree.setAccessibleName(label)
    tree.setColumnCount(columns)
    tree.setHeaderHidden(True)
    tree.setRootIsDecorated(False)
    tree.setUniformRowHeights(True)
    tree.setAlternatingRowColors(True)
    tree.setFrameShape(QTreeWidget.Shape.NoFrame)
    tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    tree.setTabKeyNavigation(False)
    tree.setMinimumHeight(56)
    header = tree.header()
    header.setStretchLastSection(False)
    for column in range(columns):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
    return tree


def _section(title: str, tree: QTreeWidget, row: QHBoxLayout | None = None) -> QWidget:
    section = QWidget()
    column = QVBoxLayout(section)
    column.setContentsMargins(SPACE, GAP, SPACE, 0)
    column.setSpacing(GAP)
    column.addWidget(plain_label(title, role="muted", size=Size.SMALL, bold=True))
    column.addWidget(tree, 1)
    if row is not None:
        column.addLayout(row)
    return section
