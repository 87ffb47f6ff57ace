"""A window for one long text: a whole output, a whole diff."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from desktop.chat.terminal_text import plain, shortened_lines
from desktop.i18n import translate
from desktop.permissions.visible import visible
from desktop.theme import mono_font

_MOST_BYTES = 20_000_000


def text_of(file: Path) -> str:
    """As much of a file as can be shown. Who names it may be a model: neither a pipe that nobody
    writes to nor a device without end must hold up or fill the program."""
    try:
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except ValueError:
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT)) from None
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, translate("Desk", "it is no ordinary file"))
        return stream.read(_MOST_BYTES).decode("utf-8", "replace")


class TextViewer(QWidget):
    def __init__(self, title: str, text: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("textViewer")
        self.setWindowTitle(" ".join(visible(title).split())[:120] or translate("Desk", "Text"))
        self._view = view = QPlainTextEdit()
        view.setReadOnly(True)
        view.setAccessibleName(title[:200])
        view.setFont(mono_font())
        view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        view.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        view.setPlainText(shortened_lines(plain(text), 10_000))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(view)
        QShortcut(QKeySequence("Escape"), self, self.close)
        self.resize(900, 640)

    def go_to_line(self, line: int) -> None:
        block = self._view.document().findBlockByNumber(
            min(max(0, line - 1), self._view.document().blockCount() - 1)
        )
        self._view.setTextCursor(QTextCursor(block))
        self._view.centerCursor()
