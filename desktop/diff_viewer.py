"""A window for one whole difference, in its colours."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from desktop.chat.diff import diff_lines
from desktop.theme import colours
from desktop.viewer import TextViewer

_MOST = 20_000


class DiffViewer(TextViewer):
    """``text`` is a unified diff of any number of files."""

    def __init__(self, title: str, text: str, parent: QWidget) -> None:
        lines = [line for line in diff_lines(text) if line]
        super().__init__(title, "\n".join(line for _, line in lines), parent)
        self.setObjectName("diffViewer")
        of = colours()
        backs = {"added": of.good_soft, "removed": of.bad_soft, "hunk": of.accent_soft}
        block = self._view.document().firstBlock()
        for kind, _ in lines[:_MOST]:
            if kind in backs:
                look = QTextBlockFormat()
                look.setBackground(QColor(backs[kind]))
                QTextCursor(block).mergeBlockFormat(look)
            block = block.next()

    @property
    def text(self) -> str:
        return self._view.toPlainText()
