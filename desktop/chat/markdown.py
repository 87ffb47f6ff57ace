"""Markdown as a stack of blocks: text by Qt's own parser with HTML off, code in boxes of its own."""

from __future__ import annotations

from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from desktop.chat.blocks import Block, Splitter, without_images
from desktop.chat.highlight import highlight
from desktop.chat.label import icon_button, plain_label
from desktop.chat.piece import Stack
from desktop.chat.terminal_text import shortened_lines
from desktop.chat.text_block import TextBlock
from desktop.i18n import translate
from desktop.theme import SPACE, Colours, Size, colours, font, mono_font

_LINE_HEIGHT = 132.0
_HEADINGS = {1: 1.32, 2: 1.18, 3: 1.08}


class MarkdownView(Stack):
    """Shows a text that may still be growing; finished blocks are not touched again."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent, spacing=SPACE + 2)
        self._splitter = Splitter()
        self._shown: list[Block] = []
        self.text = ""
        if text:
            self.append(text)

    def set_text(self, text: str) -> None:
        if text.startswith(self.text):
            self.append(text[len(self.text) :])
            return
        self.clear()
        self._splitter, self._shown, self.text = Splitter(), [], ""
        self.append(text)

    def append(self, text: str) -> None:
        if not text:
            return
        self.text += text
        first = self._splitter.append(text)
        blocks = self._splitter.blocks
        for index in range(first, len(blocks)):
            block = blocks[index]
            if index < len(self._shown):
                if self._shown[index] == block:
                    continue
                if self._update(index, block):
                    self._shown[index] = block
                    continue
                self._drop(index)
            self.add(_view_of(block))
            self._shown.append(block)
        if len(self._shown) > len(blocks):
            self._drop(len(blocks))
        self.touch()

    def _update(self, index: int, block: Block) -> bool:
        view = self.children_shown[index]
        if block.kind == "code" and isinstance(view, CodeView):
            view.show_code(block)
            return True
        if block.kind == "text" and isinstance(view, TextBlock):
            fill_markdown(view, block.text)
            return True
        return False

    def _drop(self, index: int) -> None:
        for view in self.children_shown[index:]:
            self.remove(view)
        del self._shown[index:]


class CodeView(Stack):
    """A box of code with its language and a copy button."""

    def __init__(self, block: Block, parent: QWidget | None = None) -> None:
        super().__init__(parent, spacing=0)
        self._text = TextBlock(wrap=False, boxed=True)
        self._text.document.setDefaultFont(mono_font())
        self._block: Block | None = None
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(2, 0, 2, 0)
        row.setSpacing(SPACE)
        self._language = plain_label(role="faint", size=Size.SMALL)
        row.addWidget(self._language, 1)
        row.addWidget(icon_button("copy", translate("Chat", "Copy this code"), self.copy))
        self.add(head)
        self.add(self._text)
        self.show_code(block)

    def show_code(self, block: Block) -> None:
        before = self._block
        self._block = block
        self._language.setText(block.language)
        text = shortened_lines(block.text)
        document = self._text.document
        shown = self._text.plain_text()
        if before is not None and text.startswith(shown) and shown:
            cursor = QTextCursor(document)
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(shown) :])
        elif text != shown:
            document.setPlainText(text)
        if block.closed:
            highlight(document, block.language, colours())
        self._text.changed()
        self.touch()

    def copy(self) -> None:
        if self._block is not None:
            QGuiApplication.clipboard().setText(self._block.text)


def _view_of(block: Block) -> QWidget:
    if block.kind == "code":
        return CodeView(block)
    view = TextBlock()
    view.set_links(True)
    fill_markdown(view, block.text)
    return view


def fill_markdown(view: TextBlock, text: str) -> None:
    document = view.document
    document.setDefaultFont(font())
    document.setMarkdown(
        without_images(shortened_lines(text, 20_000)),
        QTextDocument.MarkdownFeature.MarkdownDialectGitHub
        | QTextDocument.MarkdownFeature.MarkdownNoHTML,
    )
    document.setIndentWidth(24)
    _polish(document, colours(), "`" in text, "|" in text)
    view.trim = _extra_leading(document)
    view.changed()


def fill_plain(view: TextBlock, text: str, *, mono: bool = False) -> None:
    view.document.setDefaultFont(mono_font() if mono else font())
    view.document.setPlainText(text)
    if not mono:
        cursor = QTextCursor(view.document)
        cursor.select(QTextCursor.SelectionType.Document)
        spaced = QTextBlockFormat()
        spaced.setLineHeight(
            _LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        )
        cursor.mergeBlockFormat(spaced)
        view.trim = _extra_leading(view.document)
    view.changed()


def _extra_leading(document: QTextDocument) -> int:
    """What the line height adds below the last line of text; a table ends in its border."""
    if document.rootFrame().childFrames() and not document.lastBlock().text():
        return 0
    return round(QFontMetricsF(document.defaultFont()).height() * (_LINE_HEIGHT - 100) / 100)


def _polish(document: QTextDocument, of: Colours, code: bool, tables: bool) -> None:
    """Qt's defaults, made calmer: smaller headings, tinted code, even lines."""
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    spaced = QTextBlockFormat()
    spaced.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    cursor.mergeBlockFormat(spaced)
    base = QApplication.font().pointSizeF()
    last = document.lastBlock()
    block = document.firstBlock()
    while block.isValid():
        level = block.blockFormat().headingLevel()
        edges = QTextBlockFormat()
        edges.setTopMargin(0 if block == document.firstBlock() else SPACE - 4)
        edges.setBottomMargin(0 if block == last else 2)
        here = QTextCursor(block)
        here.mergeBlockFormat(edges)
        if level:
            here.select(QTextCursor.SelectionType.BlockUnderCursor)
            form = QTextCharFormat()
            form.setProperty(QTextCharFormat.Property.FontSizeAdjustment, 0)
            form.setFontPointSize(base * _HEADINGS.get(level, 1.0))
            form.setFontWeight(QFont.Weight.DemiBold)
            here.mergeCharFormat(form)
        if code:
            _tint_code(block, of)
        block = block.next()
    if tables:
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                table_format = frame.format().toTableFormat()
                table_format.setBorderCollapse(True)
                table_format.setBorder(1)
                table_format.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                table_format.setBorderBrush(QColor(of.border))
                table_format.setCellPadding(5)
                table_format.setCellSpacing(0)
                table_format.setWidth(QTextLength())
                frame.setFormat(table_format)


def _tint_code(block: object, of: Colours) -> None:
    from PySide6.QtGui import QTextBlock

    assert isinstance(block, QTextBlock)
    spans: list[tuple[int, int]] = []
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        if fragment.charFormat().fontFixedPitch():
            spans.append((fragment.position(), fragment.length()))
        iterator += 1
    form = QTextCharFormat()
    form.setBackground(QColor(of.sunken if not of.dark else of.raised))
    form.setFont(mono_font())
    for position, length in spans:
        cursor = QTextCursor(block.document())
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(form)
