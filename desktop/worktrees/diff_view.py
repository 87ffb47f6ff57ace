"""The changes of one file, one below the other or side by side, in the colours of its language."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QColor, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from core.worktrees.changes import Hunk, Line
from desktop.chat.highlight import highlight, language_of
from desktop.i18n import translate
from desktop.permissions.visible import visible
from desktop.theme import Size, colours, mono_font
from desktop.worktrees.choice import side_by_side, unified

_MOST = 8_000
_LONGEST = 1_000


class DiffView(QWidget):
    """Shows hunks. ``line_chosen`` tells that the cursor stands on another line."""

    line_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hunks: Sequence[Hunk] = ()
        self._path = ""
        self._beside = False
        self._rows: list[tuple[Hunk, Line | None, Line | None]] = []
        self.left = _Pane("diffBefore", translate("Worktrees", "Before"))
        self.right = _Pane("diffAfter", translate("Worktrees", "Changes"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        row.addWidget(self.left, 1)
        row.addWidget(self.right, 1)
        self.left.hide()
        self.right.cursorPositionChanged.connect(self.line_chosen)
        bars = (self.left.verticalScrollBar(), self.right.verticalScrollBar())
        bars[0].valueChanged.connect(bars[1].setValue)
        bars[1].valueChanged.connect(bars[0].setValue)
        bars = (self.left.horizontalScrollBar(), self.right.horizontalScrollBar())
        bars[0].valueChanged.connect(bars[1].setValue)
        bars[1].valueChanged.connect(bars[0].setValue)

    def show_hunks(self, path: str, hunks: Sequence[Hunk]) -> None:
        self._path, self._hunks = path, hunks
        self._fill()

    def show_sentence(self, text: str) -> None:
        """There is nothing to compare: say why."""
        self._hunks, self._rows = (), []
        self.left.hide()
        self.right.setPlainText(text)

    def set_beside(self, beside: bool) -> None:
        if beside != self._beside:
            self._beside = beside
            if self._hunks:
                self._fill()

    def go_to_hunk(self, number: int) -> None:
        for at, (hunk, before, after) in enumerate(self._rows):
            if hunk.number == number and before is None and after is None:
                self.right.setTextCursor(QTextCursor(self.right.document().findBlockByNumber(at)))
                self.right.centerCursor()
                return

    def current_line(self) -> Line | None:
        """The line the cursor stands on, the new side of it where there are two."""
        at = self.right.textCursor().blockNumber()
        if not 0 <= at < len(self._rows):
            return None
        _hunk, before, after = self._rows[at]
        return after or before

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "_hunks", ()):
            self._fill()

    def _fill(self) -> None:
        self.left.setVisible(self._beside)
        if self._beside:
            rows = side_by_side(self._hunks)
            self._rows = rows[:_MOST]
            self.left.show_lines([(h, b, b is a) for h, b, a in self._rows], self._path, "old")
            self.right.show_lines([(h, a, b is a) for h, b, a in self._rows], self._path, "new")
        else:
            cells = unified(self._hunks)
            rows = [(hunk, line, line) for hunk, line in cells]
            self._rows = rows[:_MOST]
            self.right.show_lines(
                [(h, line, False) for h, line in cells[:_MOST]], self._path, "both"
            )
        if len(rows) > _MOST:
            text = translate("Worktrees", "… and {n} more lines, which are not shown here")
            self.right.appendPlainText(text.format(n=f"{len(rows) - _MOST:,}"))
            self.right.moveCursor(QTextCursor.MoveOperation.Start)


class _Pane(QPlainTextEdit):
    def __init__(self, name: str, said: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(said)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            self.textInteractionFlags()
            | self.textInteractionFlags().TextSelectableByKeyboard
            | self.textInteractionFlags().TextSelectableByMouse
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setFont(mono_font(Size.SMALL))

    def show_lines(
        self, lines: Sequence[tuple[Hunk, Line | None, bool]], path: str, side: str
    ) -> None:
        """``side`` names the numbers to show. An empty line is a heading where a hunk begins."""
        of = colours()
        texts, code, backs = [], [], []
        width = 12 if side == "both" else 7
        shown: set[int] = set()
        for hunk, line, _same in lines:
            if line is None:
                heading = hunk.number not in shown
                shown.add(hunk.number)
                texts.append(visible(hunk.header) if heading else "")
                code.append("")
                backs.append(of.accent_soft if heading else of.raised)
                continue
            text = visible(line.text.expandtabs(4))[:_LONGEST]
            texts.append(f"{_numbers(line, side)} {line.kind} {text}")
            code.append(text)
            backs.append({"+": of.good_soft, "-": of.bad_soft}.get(line.kind, ""))
        self.setPlainText("\n".join(texts))
        highlight(self.document(), language_of(path), of, code="\n".join(code), offset=width)
        block = self.document().firstBlock()
        for back in backs:
            if back:
                form = QTextBlockFormat()
                form.setBackground(QColor(back))
                QTextCursor(block).mergeBlockFormat(form)
            block = block.next()
        self.moveCursor(QTextCursor.MoveOperation.Start)


def _numbers(line: Line, side: str) -> str:
    old, new = (str(line.old or ""), str(line.new or ""))
    if side == "both":
        return f"{old:>4}{new:>5}"
    return f"{old if side == 'old' else new:>4}"
