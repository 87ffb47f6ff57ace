"""Comments on lines of a diff, gathered until they are sent to the agent."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QVBoxLayout, QWidget

from desktop.chat.label import text_button
from desktop.i18n import translate
from desktop.permissions.visible import visible
from desktop.theme import GAP
from desktop.worktrees.choice import Comment

Where = Callable[[], tuple[str, int, str] | None]


class CommentsBox(QWidget):
    """A line to write in and what was written so far; ``send`` asks to send all of it.

    ``where`` tells path, line and code of the line that is meant.
    """

    send = Signal()

    def __init__(self, where: Where, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.comments: list[Comment] = []
        self._where = where
        self._field = QLineEdit()
        self._field.setObjectName("lineComment")
        self._field.returnPressed.connect(self.add)
        self._send = text_button(
            translate("Worktrees", "Send to the agent"),
            self.send.emit,
            object_name="sendCommentsButton",
        )
        self._send.hide()
        self._list = QListWidget()
        self._list.setObjectName("lineComments")
        self._list.setAccessibleName(translate("Worktrees", "Comments; Delete removes one"))
        self._list.setMaximumHeight(90)
        self._list.hide()
        QShortcut(
            QKeySequence("Delete"),
            self._list,
            self._remove,
            context=Qt.ShortcutContext.WidgetShortcut,
        )
        row = QHBoxLayout()
        row.addWidget(self._field, 1)
        row.addWidget(
            text_button(translate("Worktrees", "Add"), self.add, object_name="addCommentButton")
        )
        below = QHBoxLayout()
        below.addWidget(self._list, 1)
        below.addWidget(self._send, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addLayout(row)
        column.addLayout(below)
        self.point_at(None)

    def point_at(self, line: int | None) -> None:
        """Say which line a comment would belong to."""
        text = (
            translate("Worktrees", "Comment on the line of the cursor")
            if line is None
            else translate("Worktrees", "Comment on line {line}").format(line=line)
        )
        self._field.setPlaceholderText(text)
        self._field.setAccessibleName(text)

    def add(self) -> None:
        """Put what was written beside the line of the cursor."""
        text, where = self._field.text().strip(), self._where()
        if not text or where is None:
            return
        path, line, code = where
        self.comments.append(Comment(path, line, code, text))
        self._list.addItem(visible(f"{path}:{line}  {text}"))
        self._field.clear()
        self._show()

    def clear(self) -> None:
        self.comments.clear()
        self._list.clear()
        self._show()

    def _remove(self) -> None:
        row = self._list.currentRow()
        if row >= 0:
            self._list.takeItem(row)
            del self.comments[row]
            self._show()

    def _show(self) -> None:
        self._list.setVisible(bool(self.comments))
        self._send.setVisible(bool(self.comments))
