"""A unified diff as coloured lines."""

from __future__ import annotations

import re
from typing import Literal

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QTextBlockFormat, QTextCursor

from desktop.chat.highlight import highlight, language_of
from desktop.chat.terminal_text import shortened_lines
from desktop.chat.text_block import TextBlock
from desktop.permissions.visible import visible
from desktop.theme import Size, colours, mono_font

Kind = Literal["header", "hunk", "added", "removed", "same"]
Line = tuple[Kind, str]

_HUNK = re.compile(r"^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_SIGNS: dict[str, Kind] = {"+": "added", "-": "removed"}


def diff_lines(diff: str, *, headers: bool = True) -> list[Line]:
    """The lines and what each of them is.

    Hunks are counted, so that a removed line that looks like a file header is still shown as what
    it is. Without any hunk header every line is content.
    """
    lines = visible(diff.expandtabs(4)).rstrip("\n").split("\n")
    found: list[Line] = []
    if not any(_HUNK.match(line) for line in lines):
        return [(_SIGNS.get(line[:1], "same"), line) for line in lines]
    before = after = 0
    for line in lines:
        hunk = _HUNK.match(line) if before <= 0 and after <= 0 else None
        if hunk is not None:
            before, after = int(hunk[1] or 1), int(hunk[2] or 1)
            found.append(("hunk", line))
        elif before <= 0 and after <= 0:
            if headers and not line.startswith("\\"):
                found.append(("header", line))
        else:
            kind = _SIGNS.get(line[:1], "same")
            if not line.startswith("\\"):
                before -= kind != "added"
                after -= kind != "removed"
            found.append((kind, line))
    return found


def changed_lines(diff: str) -> tuple[int, int]:
    """How many lines the diff adds and removes."""
    kinds = [kind for kind, _line in diff_lines(diff)]
    return kinds.count("added"), kinds.count("removed")


class DiffBlock(TextBlock):
    """Shows lines of a diff, highlighted by the language of ``path``, in the colours of the day."""

    def __init__(self, lines: list[Line], path: str = "") -> None:
        super().__init__(wrap=False, boxed=True)
        self._lines = lines
        self._path = path
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_lines"):
            self._fill()

    def _fill(self) -> None:
        of = colours()
        document = self.document
        document.setDefaultFont(mono_font(Size.SMALL))
        document.setPlainText(shortened_lines("\n".join(text for _, text in self._lines), 1000))
        code = "\n".join("" if k in ("hunk", "header") else t[1:1000] for k, t in self._lines)
        if self._path:
            highlight(document, language_of(self._path), of, code=code, offset=1)
        backs = {"added": of.good_soft, "removed": of.bad_soft, "hunk": of.accent_soft}
        block = document.firstBlock()
        for kind, _text in self._lines:
            if kind in backs:
                form = QTextBlockFormat()
                form.setBackground(QColor(backs[kind]))
                QTextCursor(block).mergeBlockFormat(form)
            block = block.next()
        self.changed()
