"""Colours code in a document, once it is complete."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from PySide6.QtGui import QColor, QTextCharFormat, QTextDocument, QTextLayout

from desktop.theme import Colours
from desktop.theme.code import code_colours

_TOO_LONG = 60_000


def highlight(
    document: QTextDocument,
    language: str,
    of: Colours,
    *,
    code: str | None = None,
    offset: int = 0,
) -> None:
    """Lay colours over the document's text; its text and selection stay as they are.

    ``code`` is what to read where the lines on screen carry ``offset`` more characters at their
    start, as those of a diff do.
    """
    code = document.toPlainText() if code is None else code
    if not language or len(code) > _TOO_LONG:
        return
    lexer = _lexer(language)
    if lexer is None:
        return
    formats = _formats(of.dark)
    block = document.firstBlock()
    ranges: list[Any] = []
    position = 0
    for token, text in lexer.get_tokens(code):
        style = _style(token)
        for index, piece in enumerate(text.split("\n")):
            if index:
                _lay(block, ranges)
                ranges = []
                block = block.next()
                position = 0
                if not block.isValid():
                    document.markContentsDirty(0, document.characterCount())
                    return
            if piece and style:
                made = QTextLayout.FormatRange()
                made.start, made.length = position + offset, len(piece)
                made.format = formats[style]
                ranges.append(made)
            position += len(piece)
    _lay(block, ranges)
    document.markContentsDirty(0, document.characterCount())


def language_of(path: str) -> str:
    """Pygments' name for the language of a file, by its name; "" when it knows none."""
    from pygments.lexers import find_lexer_class_for_filename

    found = find_lexer_class_for_filename(path.rsplit("/", 1)[-1])
    return found.aliases[0] if found is not None and found.aliases else ""


def _lay(block: Any, ranges: list[Any]) -> None:
    if block.isValid() and ranges:
        block.layout().setFormats(ranges)


@lru_cache(maxsize=64)
def _lexer(language: str) -> Any | None:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@lru_cache(maxsize=256)
def _style(token: Any) -> str:
    from pygments.token import Token

    for kind, style in (
        (Token.Comment, "comment"),
        (Token.Keyword.Type, "type"),
        (Token.Keyword, "keyword"),
        (Token.Operator.Word, "keyword"),
        (Token.Literal.String, "string"),
        (Token.Literal.Number, "number"),
        (Token.Name.Function, "name"),
        (Token.Name.Class, "type"),
        (Token.Name.Builtin, "type"),
        (Token.Name.Decorator, "name"),
        (Token.Name.Tag, "keyword"),
        (Token.Name.Attribute, "name"),
        (Token.Operator, "operator"),
        (Token.Error, "error"),
    ):
        if token in kind:
            return style
    return ""


def forget_colours() -> None:
    """The person chose other colours for code."""
    _formats.cache_clear()


@lru_cache(maxsize=2)
def _formats(dark: bool) -> dict[str, QTextCharFormat]:
    made = {}
    for name, value in code_colours(dark).items():
        form = QTextCharFormat()
        form.setForeground(QColor(value))
        if name == "comment":
            form.setFontItalic(True)
        made[name] = form
    return made
