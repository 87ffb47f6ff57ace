"""A unified diff as coloured lines."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextBlockFormat, QTextCursor

from desktop.chat.highlight import highlight, language_of
from desktop.chat.terminal_text import shortened_lines
from desktop.chat.text_block import TextBlock
from desktop.permissions.visible import visible
from desktop.theme import Size, colours, mono_font

_HIDDEN = ("--- ", "+++ ", "diff ", "index ", "Index: ", "====")


def changed_lines(diff: str) -> tuple[int, int]:
    """How many lines the diff adds and removes."""
    added = removed = 0
    for line in diff.split("\n"):
        if line.startswith("+") and not line.startswith("+++ "):
            added += 1
        elif line.startswith("-") and not line.startswith("--- "):
            removed += 1
    return added, removed


def diff_lines(diff: str, *, keep_headers: bool = False) -> list[str]:
    """The lines to show; file headers are left out where the card already names the file."""
    lines = visible(diff.expandtabs(4)).rstrip("\n").split("\n")
    if keep_headers:
        return lines
    return [
        line
        for line in lines
        if not line.startswith(_HIDDEN) and line != "\\ No newline at end of file"
    ]


def diff_block(lines: list[str], path: str = "") -> TextBlock:
    """A block that shows these lines of a diff, highlighted by the language of ``path``."""
    block = TextBlock(wrap=False, boxed=True)
    of = colours()
    document = block.document
    document.setDefaultFont(mono_font(Size.SMALL))
    document.setPlainText(shortened_lines("\n".join(lines), 1000))
    code = "\n".join("" if line.startswith("@@") else line[1:1000] for line in lines)
    if path:
        highlight(document, language_of(path), of, code=code, offset=1)
    line = document.firstBlock()
    while line.isValid():
        text = line.text()
        back = (
            of.good_soft if text.startswith("+")
            else of.bad_soft if text.startswith("-")
            else of.accent_soft if text.startswith("@@")
            else None
        )  # fmt: skip
        if back is not None:
            form = QTextBlockFormat()
            form.setBackground(QColor(back))
            QTextCursor(line).mergeBlockFormat(form)
        line = line.next()
    block.changed()
    return block
