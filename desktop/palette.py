"""The command palette: every action, session and recent project by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop.i18n import translate
from desktop.theme import SPACE, colours
from desktop.tips import plain_tip

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """``kind`` is shown behind the text; ``act`` is what choosing it does."""

    text: str
    kind: str
    act: Callable[[], object]
    help: str = ""


class CommandPalette(QDialog):
    def __init__(self, entries: Iterable[Entry], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("commandPalette")
        self.setAccessibleName(translate("Actions", "Command Palette"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._entries = list(entries)
        self.field = QLineEdit()
        self.field.setObjectName("paletteField")
        self.field.setPlaceholderText(
            translate("Actions", "Find an action, a session, a file, an agent, a setting…")
        )
        self.field.setAccessibleName(
            translate("Actions", "Find an action, a session, a file, an agent, a setting…")
        )
        self.field.textChanged.connect(self._show)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setObjectName("paletteList")
        self.list.setAccessibleName(translate("Actions", "Found"))
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(_WithKind(self.list))
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.itemClicked.connect(lambda _item: self._choose())
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self._show("")
        width = min(620, parent.width() - 40)
        self.setFixedSize(width, min(440, parent.height() - 80))
        self.move(parent.mapToGlobal(parent.rect().topLeft()).x() + (parent.width() - width) // 2,
                  parent.mapToGlobal(parent.rect().topLeft()).y() + 60)  # fmt: skip
        self.field.setFocus()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                count = max(1, self.list.count())
                self.list.setCurrentRow((self.list.currentRow() + step) % count)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose()
                return True
        return False

    def _show(self, text: str) -> None:
        self.list.clear()
        for entry in find(self._entries, text)[:_SHOWN]:
            item = QListWidgetItem(entry.text)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.text}, {entry.kind}")
            item.setToolTip(plain_tip(entry.help))
            item.setData(Qt.ItemDataRole.UserRole, entry)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is None:
            return
        entry = item.data(Qt.ItemDataRole.UserRole)
        self.close()
        entry.act()


class _WithKind(QStyledItemDelegate):
    """An entry's name on the left and what it is on the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(hint.width(), hint.height() + SPACE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        super().paint(painter, option, index)
        entry = index.data(Qt.ItemDataRole.UserRole)
        painter.save()
        painter.setPen(QColor(colours().muted))
        painter.drawText(
            option.rect.adjusted(0, 0, -SPACE, 0),
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
            entry.kind,
        )
        painter.restore()


def find(entries: Iterable[Entry], text: str) -> list[Entry]:
    """All words must occur; an entry that starts with the text comes first."""
    words = text.lower().split()
    found = [
        entry
        for entry in entries
        if all(word in f"{entry.text} {entry.kind} {entry.help}".lower() for word in words)
    ]
    wanted = text.strip().lower()
    return sorted(
        found,
        key=lambda e: (not e.text.lower().startswith(wanted), e.text.lower().find(wanted) < 0),
    )
