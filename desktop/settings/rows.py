"""What the pages of the settings are made of: sections, rows that are bound to a key, tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QStyledItemDelegate,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.engine import Engine
from core.setup.models import OwnSettings
from desktop.chat.label import icon_button, plain_label, text_button
from desktop.i18n import translate
from desktop.settings.preferences import Preferences
from desktop.theme import GAP, SPACE, Size
from desktop.tips import plain_tip

Key = tuple[str, ...]


class Host(Protocol):
    """Who the pages belong to."""

    engine: Engine

    @property
    def folder(self) -> Path: ...

    def start(self, work: Any, *, name: str = "") -> None: ...

    def change(self, key: Key, value: Any, label: str) -> None:
        """Write a setting now; a refusal is shown and the page shown again."""
        ...

    def said(self, sentence: str, *, bad: bool = False) -> None: ...


@dataclass(frozen=True, slots=True)
class Found:
    """A place that the search can lead to."""

    page: Page
    text: str
    words: str
    widget: QWidget


class Choice(QComboBox):
    """A choice that the mouse wheel does not change by accident."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self.setAccessibleName(label)
        self.setMinimumContentsLength(14)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def offer(self, choices: Sequence[tuple[Any, str]]) -> None:
        with QSignalBlocker(self):
            kept = self.currentData()
            self.clear()
            for value, text in choices:
                self.addItem(text, value)
            self.show_value(kept)

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self):
            index = self.findData(value)
            if index < 0 and value not in (None, ""):
                self.addItem(str(value), value)
                index = self.count() - 1
            self.setCurrentIndex(max(0, index))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Page(QScrollArea):
    """One page: a column of sections. ``load`` fills it with what holds now."""

    title = ""
    icon = ""
    name = ""
    follows_logs = False
    """Whether ``load_logs`` is called when hooks ran or servers wrote something."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.found: list[Found] = []
        self._bound: list[Callable[[OwnSettings], None]] = []
        self._grid: QGridLayout | None = None
        self.setObjectName(f"settings_{self.name}")
        self.setAccessibleName(self.title)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(3 * SPACE, 2 * SPACE, 3 * SPACE, 2 * SPACE)
        self.column.setSpacing(SPACE)
        self.column.addWidget(plain_label(self.title, size=Size.TITLE, bold=True))
        self.build()
        self.column.addStretch(1)
        self.setWidget(inside)

    def build(self) -> None:
        """Make the rows; nothing is known yet."""
        raise NotImplementedError

    async def load(self) -> None:
        """Fill in what only the engine knows; the bound rows are filled by ``show_own``."""

    async def load_logs(self) -> None:
        """Show what has been logged since."""

    def show_own(self, own: OwnSettings) -> None:
        for show in self._bound:
            show(own)

    # Building -------------------------------------------------------------------------------------

    def button(self, text: str, work: Callable[[], Any], name: str) -> QPushButton:
        """A button that starts ``work``, a coroutine function."""
        return text_button(text, lambda: self.host.start(work(), name=name), object_name=name)

    def section(self, title: str, help: str = "") -> None:
        self._grid = None
        self.column.addSpacing(SPACE)
        heading = plain_label(title, size=Size.LARGE, bold=True)
        self.column.addWidget(heading)
        self._note(title, help, heading)
        if help:
            self.column.addWidget(plain_label(help, role="muted", wrap=True))

    def add(self, widget: QWidget, text: str = "", words: str = "") -> QWidget:
        """A widget over the whole width; with ``text`` the search finds it."""
        self._grid = None
        self.column.addWidget(widget)
        if text:
            self._note(text, words, widget)
        return widget

    def row(
        self, label: str, control: QWidget, help: str = "", *, reset: QWidget | None = None
    ) -> None:
        """A label, its control, and a line that says what it is for."""
        if self._grid is None:
            self._grid = QGridLayout()
            self._grid.setHorizontalSpacing(2 * SPACE)
            self._grid.setVerticalSpacing(SPACE)
            self._grid.setColumnStretch(1, 1)
            self.column.addLayout(self._grid)
        said = plain_label(label, wrap=True)
        said.setMinimumWidth(150)
        said.setContentsMargins(0, GAP, 0, 0)
        said.setBuddy(control)
        if not control.accessibleName():
            control.setAccessibleName(label)
        if help:
            control.setAccessibleDescription(help)
        at = self._grid.rowCount()
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(said, at, 0, top)
        cell = QWidget()
        column = QVBoxLayout(cell)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        line = QHBoxLayout()
        line.addWidget(control)
        if reset is not None:
            line.addWidget(reset)
        line.addStretch(1)
        column.addLayout(line)
        if help:
            column.addWidget(plain_label(help, role="muted", size=Size.SMALL, wrap=True))
        self._grid.addWidget(cell, at, 1, top)
        self._note(label, help, control)

    def _note(self, text: str, words: str, widget: QWidget) -> None:
        self.found.append(Found(self, text, words, widget))

    # Rows that are bound to a key -----------------------------------------------------------------

    def choice(
        self, label: str, key: Key, choices: Sequence[tuple[Any, str]], help: str = ""
    ) -> Choice:
        control = Choice(label)
        control.offer(choices)
        control.setMinimumWidth(240)
        control.activated.connect(
            lambda _index: self.host.change(key, control.currentData() or None, label)
        )
        self._bind(label, key, control, help, control.show_value)
        return control

    def switch(self, label: str, key: Key, help: str = "", *, default: bool = False) -> QCheckBox:
        control = QCheckBox(translate("Settings", "On"))
        control.setAccessibleName(label)

        def show(value: Any) -> None:
            control.setChecked(default if value is None else bool(value))

        control.clicked.connect(
            lambda checked: self.host.change(key, None if checked == default else checked, label)
        )
        self._bind(label, key, control, help, show)
        return control

    def number(
        self,
        label: str,
        key: Key,
        help: str = "",
        *,
        most: float,
        least: float = 0,
        decimals: int = 0,
        none: str = "",
        suffix: str = "",
        step: float = 1,
    ) -> QSpinBox | QDoubleSpinBox:
        """A number; with ``none`` the least value stands for "not set" and is shown so."""
        control: QSpinBox | QDoubleSpinBox
        if decimals:
            control = QDoubleSpinBox()
            control.setDecimals(decimals)
            control.setRange(least, most)
            control.setSingleStep(step)
        else:
            control = QSpinBox()
            control.setRange(int(least), int(most))
            control.setSingleStep(int(step))
        control.lineEdit().setTextMargins(GAP, 0, 0, 0)
        control.setSpecialValueText(none)
        control.setSuffix(suffix)
        control.setAccessibleName(label)
        control.setMinimumWidth(160)
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        control.wheelEvent = lambda event: event.ignore()  # type: ignore[method-assign]
        settled = QTimer(control)
        settled.setSingleShot(True)
        settled.setInterval(400)

        def write() -> None:
            settled.stop()
            value = control.value()
            self.host.change(key, None if none and value == control.minimum() else value, label)

        settled.timeout.connect(write)
        control.valueChanged.connect(lambda _value: settled.start())

        def show(value: Any) -> None:
            if not settled.isActive():
                control.setValue(control.minimum() if value is None else value)  # type: ignore[arg-type]

        self._bind(label, key, control, help, show)
        return control

    def text(self, label: str, key: Key, help: str = "", *, placeholder: str = "") -> QLineEdit:
        control = QLineEdit()
        control.setPlaceholderText(placeholder)
        control.setMinimumWidth(320)

        def write() -> None:
            if control.isModified():
                control.setModified(False)
                self.host.change(key, control.text().strip() or None, label)

        control.editingFinished.connect(write)

        def show(value: Any) -> None:
            if not control.isModified():
                control.setText("" if value is None else str(value))

        self._bind(label, key, control, help, show)
        return control

    def bind(self, key: Key, show: Callable[[Any], None]) -> None:
        """Call ``show`` with the value of a key whenever it may have changed."""
        self._bound.append(lambda own: show(value_of(own, key)))

    def _bind(
        self, label: str, key: Key, control: QWidget, help: str, show: Callable[[Any], None]
    ) -> None:
        control.setObjectName("setting_" + "_".join(key))
        reset = icon_button(
            "arrow-counter-clockwise",
            translate("Settings", "{name}: back to the default").format(name=label),
            lambda: self.host.change(key, None, label),
        )
        keep = reset.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        reset.setSizePolicy(keep)
        self.row(label, control, help, reset=reset)

        def shown(own: OwnSettings) -> None:
            with QSignalBlocker(control):
                show(value_of(own, key))
            reset.setVisible(key in own.written)

        self._bound.append(shown)


def value_of(own: OwnSettings, key: Key) -> Any:
    """A setting as it holds; None where neither the file nor a default says anything."""
    value: Any = own.settings
    for name in key:
        value = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
        if value is None:
            # The window's own table has no defaults of the engine's.
            return getattr(Preferences(), key[1], None) if key[0] == "desktop" else None
    return value


class Airy(QStyledItemDelegate):
    """Cells with a little room on both sides."""

    def sizeHint(self, option: Any, index: Any) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(hint.width() + 2 * SPACE, hint.height())


class Table(QTableWidget):
    """A plain table of rows that are shown and chosen, not edited."""

    def __init__(self, label: str, columns: Sequence[str], *, stretch: int = 0) -> None:
        super().__init__(0, len(columns))
        self.setAccessibleName(label)
        self.setItemDelegate(Airy(self))
        self.setHorizontalHeaderLabels(list(columns))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)

    def fill(
        self,
        rows: Sequence[Sequence[str]],
        data: Sequence[Any] | None = None,
        *,
        tips: Sequence[str] | None = None,
        shown: int = 10,
    ) -> None:
        """Show these rows; ``data`` goes with each, the height fits up to ``shown`` of them."""
        kept = self.current()
        self.clearSpans()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + SPACE)
        self.setRowCount(len(rows))
        for at, row in enumerate(rows):
            for column, text in enumerate(row):
                item = QTableWidgetItem(text)
                item.setToolTip(plain_tip(tips[at] if tips else text))
                self.setItem(at, column, item)
            if data is not None:
                self.item(at, 0).setData(Qt.ItemDataRole.UserRole, data[at])
                if data[at] == kept and kept is not None:
                    self.selectRow(at)
        height = self.verticalHeader().defaultSectionSize()
        head = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(head + height * max(2, min(shown, len(rows))) + 2 * GAP)

    def say(self, sentence: str) -> None:
        """There are no rows: say so across all columns, and what to do about it."""
        self.fill([(sentence, *[""] * (self.columnCount() - 1))])
        if self.columnCount() > 1:
            self.setSpan(0, 0, 1, self.columnCount())

    def current(self) -> Any:
        item = self.item(self.currentRow(), 0) if self.currentRow() >= 0 else None
        return item.data(Qt.ItemDataRole.UserRole) if item is not None else None


def buttons(*made: QWidget) -> QWidget:
    """Buttons in a row, from the left."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE)
    for button in made:
        row.addWidget(button)
    row.addStretch(1)
    return holder
