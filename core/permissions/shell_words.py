"""Reading a command line into words the way bash does, or not at all.

This is a second opinion beside the parser: it knows only plain words, quotes, operators,
redirections and here-documents, and raises ``Unreadable`` for the rest. A line counts as understood
only where both agree on every word. Expansions are skipped where the parser says they end; a word
that holds one has no known value.

Everything works on the UTF-8 bytes of the line seen as Latin-1, so that positions are those of the
parser.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

TokenKind = Literal["word", "operator", "redirect"]

_OPERATORS = (";;&", "&&", "||", ";;", ";&", "|&", ";", "&", "|", "(", ")", "\n")
_REDIRECTS = ("&>>", "<<<", "<<-", "&>", ">>", ">|", ">&", "<>", "<&", "<<", ">", "<")
_META = frozenset(" \t\n|&;()<>")
_GLOB = frozenset("*?[")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\[[^\]]*\])?\+?=")
_NAMED_DESCRIPTOR = re.compile(r"\{[A-Za-z_][A-Za-z0-9_]*\}$")
_NUMBER_PARAMETERS = frozenset("?#$!")


class Unreadable(Exception):
    """The line holds something this reader does not know."""


@dataclass(slots=True)
class Word:
    """One word. ``value`` is what the program gets, unless ``unknown`` says why that is not known.

    ``glob`` marks an unquoted wildcard, ``leading_glob`` one that could bring forth an option,
    ``tilde`` an unquoted tilde in front, ``bare`` a word without any quoting.
    """

    start: int
    end: int
    value: str = ""
    unknown: str = ""
    glob: bool = False
    leading_glob: bool = False
    tilde: bool = False
    bare: bool = True
    assignment: bool = False


@dataclass(slots=True)
class Token:
    kind: TokenKind
    start: int
    end: int
    text: str = ""
    word: Word | None = None
    descriptor: str = ""
    body: str | None = None
    """The text of a here-document; None where it is expanded."""


@dataclass(slots=True)
class _Document:
    token: Token
    delimiter: str
    quoted: bool
    strip_tabs: bool


@dataclass(slots=True)
class Reader:
    """Reads one line. ``expansions`` gives the end of every expansion the parser saw, by its start."""

    text: str
    expansions: Mapping[int, int]
    position: int = 0
    tokens: list[Token] = field(default_factory=list)
    documents: list[_Document] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    """Where expansions start whose text is known."""

    def read(self) -> list[Token]:
        while self.position < len(self.text):
            self._next()
        if self.documents:
            raise Unreadable("a here-document does not end")
        return self.tokens

    def _next(self) -> None:
        text, start = self.text, self.position
        character = text[start]
        if character in " \t":
            self.position += 1
        elif text.startswith("\\\n", start):
            self.position += 2
        elif character == "#":
            end = text.find("\n", start)
            self.position = len(text) if end < 0 else end
        elif text.startswith(("<(", ">("), start):
            self._word()
        else:
            redirect = next((r for r in _REDIRECTS if text.startswith(r, start)), None)
            if redirect:
                self._redirect(redirect, "", start)
                return
            operator = next((o for o in _OPERATORS if text.startswith(o, start)), None)
            if operator:
                self.position += len(operator)
                self.tokens.append(Token("operator", start, self.position, operator))
                if operator == "\n":
                    self._read_documents()
                return
            self._word()

    def _word(self) -> None:
        word = self._read_word()
        text = self.text
        following = text[word.end : word.end + 1]
        if following in ("<", ">") and not text.startswith(("<(", ">("), word.end):
            if word.bare and word.value.isascii() and word.value.isdigit():
                redirect = next(r for r in _REDIRECTS if text.startswith(r, word.end))
                self._redirect(redirect, word.value, word.start)
                return
            if _NAMED_DESCRIPTOR.search(text[word.start : word.end]):
                raise Unreadable("a redirection opens a descriptor by name")
        self.tokens.append(Token("word", word.start, word.end, word=word))

    def _redirect(self, redirect: str, descriptor: str, start: int) -> None:
        self.position = (start + len(descriptor)) + len(redirect)
        self._skip_blanks()
        if self.position >= len(self.text) or self.text[self.position] in "\n|&;)":
            raise Unreadable("a redirection leads nowhere")
        if self.text[self.position] in "<>" and not self.text.startswith(
            ("<(", ">("), self.position
        ):
            raise Unreadable("a redirection leads nowhere")
        word = self._read_word()
        token = Token("redirect", start, word.end, redirect, word, descriptor)
        self.tokens.append(token)
        if redirect in ("<<", "<<-"):
            if word.unknown or "\n" in word.value:
                raise Unreadable("a here-document has an unusual end mark")
            self.documents.append(_Document(token, word.value, not word.bare, redirect == "<<-"))

    def _skip_blanks(self) -> None:
        while self.position < len(self.text):
            if self.text[self.position] in " \t":
                self.position += 1
            elif self.text.startswith("\\\n", self.position):
                self.position += 2
            else:
                return

    def _read_documents(self) -> None:
        for document in self.documents:
            lines: list[str] = []
            while True:
                if self.position >= len(self.text):
                    raise Unreadable("a here-document does not end")
                end = self.text.find("\n", self.position)
                line = self.text[self.position : end if end >= 0 else len(self.text)]
                self.position = end + 1 if end >= 0 else len(self.text)
                plain = line.lstrip("\t") if document.strip_tabs else line
                if plain == document.delimiter:
                    break
                lines.append(line)
            body = "\n".join(lines)
            if document.quoted or not any(c in body for c in "$`\\"):
                document.token.body = body
        self.documents.clear()

    def _read_word(self) -> Word:
        text, start = self.text, self.position
        word = Word(start, start)
        value: list[str] = []
        braces: list[str] = []
        length = len(text)
        if text.startswith("~", start):
            word.tilde = True
        while self.position < length:
            here = self.position
            character = text[here]
            if character in "<>" and here == start and text.startswith("(", here + 1):
                self._expansion(word)
            elif character in _META:
                if character == "(" and here > start:
                    raise Unreadable("a bracket stands inside a word")
                break
            elif character == "\\":
                self._backslash(word, value)
            elif character == "'":
                end = text.find("'", here + 1)
                if end < 0:
                    raise Unreadable("a quote does not close")
                value.append(text[here + 1 : end])
                word.bare = False
                self.position = end + 1
            elif character == '"':
                self._double_quoted(word, value)
            elif character == "$":
                self._dollar(word, value, quoted=False)
            elif character == "`":
                self._expansion(word)
            else:
                if character in _GLOB:
                    word.glob = True
                    if not "".join(value):
                        word.leading_glob = True
                if character in "{}" or (character in ",." and braces):
                    braces.append(character)
                value.append(character)
                self.position += 1
        if self.position == start:
            raise Unreadable("an operator stands where a word should be")
        word.end = self.position
        word.value = "".join(value).encode("latin-1").decode("utf-8", "replace")
        if _may_expand_braces("".join(braces)):
            word.unknown = word.unknown or "braces expand to several words"
        word.assignment = _ASSIGNMENT.match(text[start : word.end]) is not None
        return word

    def _backslash(self, word: Word, value: list[str]) -> None:
        if self.position + 1 >= len(self.text):
            raise Unreadable("the line ends in a backslash")
        following = self.text[self.position + 1]
        word.bare = False
        if following != "\n":
            value.append(following)
        self.position += 2

    def _double_quoted(self, word: Word, value: list[str]) -> None:
        text = self.text
        word.bare = False
        self.position += 1
        while True:
            if self.position >= len(text):
                raise Unreadable("a quote does not close")
            character = text[self.position]
            if character == '"':
                self.position += 1
                return
            if character == "\\":
                following = text[self.position + 1 : self.position + 2]
                if following == "\n":
                    pass
                elif following in ("$", "`", '"', "\\"):
                    value.append(following)
                else:
                    value.append("\\" + following)
                self.position += 2
            elif character == "$" and not self._quoted_document(value):
                self._dollar(word, value, quoted=True)
            elif character == "`":
                self._expansion(word)
            elif character != "$":
                value.append(character)
                self.position += 1

    def _quoted_document(self, value: list[str]) -> bool:
        """Take ``$(cat <<'E' … E)`` for the plain text it is; commit messages are written so."""
        match = _DOCUMENT_AS_TEXT.match(self.text, self.position) if READS_DOCUMENTS else None
        if match is None or self.expansions.get(self.position) != match.end():
            return False
        value.append(match.group("body").rstrip("\n"))
        self.folded.add(self.position)
        self.position = match.end()
        return True

    def _dollar(self, word: Word, value: list[str], quoted: bool) -> None:
        text, here = self.text, self.position
        following = text[here + 1 : here + 2]
        if following == "'" and not quoted:
            word.bare = False
            self._ansi_quoted(word, value)
        elif following == "\\" and text.startswith("\\\n", here + 1):
            raise Unreadable("a line break splits an expansion")
        elif following and following in _NUMBER_PARAMETERS:
            # A count or a status: whatever it is, it is a number.
            value.append("0")
            word.bare = False
            self.position += 2
        elif following == '"' and not quoted:
            word.unknown = "text is translated before it is used"
            self.position += 1
        elif following and (following in "({[_@*-" or following.isalnum()):
            self._expansion(word)
        else:
            value.append("$")
            self.position += 1

    def _expansion(self, word: Word) -> None:
        end = self.expansions.get(self.position)
        if end is None or end <= self.position:
            raise Unreadable("an expansion cannot be read")
        word.unknown = "an expansion decides part of it"
        word.bare = False
        self.position = end

    def _ansi_quoted(self, word: Word, value: list[str]) -> None:
        match = _ANSI_QUOTED.match(self.text, self.position)
        if match is None:
            raise Unreadable("a quote does not close")
        decoded = _ANSI_ESCAPE.sub(_ansi_character, match.group(1))
        if "\0" in decoded:
            raise Unreadable("a quoted text is cut short")
        value.append(decoded)
        self.position = match.end()


READS_DOCUMENTS = sys.platform != "darwin"
"""Bash 3.2, which macOS brings, ends such a text at the first closing bracket."""

_DOCUMENT_AS_TEXT = re.compile(
    r"\$\(cat <<[ ]?(?P<quote>['\"])(?P<mark>\w+)(?P=quote)\n"
    r"(?P<body>(?:(?!(?P=mark)\n)[^\n]*\n)*)(?P=mark)\n[ \t\n]*\)"
)
_ANSI_QUOTED = re.compile(r"\$'((?:[^'\\]|\\.)*)'", re.DOTALL)
_ANSI_ESCAPE = re.compile(
    r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|c(.)|(.))",
    re.DOTALL,
)
_ANSI_LETTERS = {
    "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r",
    "t": "\t", "v": "\v", "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip


def _ansi_character(match: re.Match[str]) -> str:
    octal, byte, short, long, control, letter = match.groups()
    if octal is not None:
        return chr(int(octal, 8) & 0xFF)
    if byte is not None:
        return chr(int(byte, 16))
    if short is not None or long is not None:
        code = int(short or long, 16)
        if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            raise Unreadable("a quoted character does not exist")
        return chr(code).encode("utf-8").decode("latin-1")
    if control is not None:
        return chr(ord(control) & 0x1F)
    return _ANSI_LETTERS.get(letter, "\\" + letter)


def _may_expand_braces(braces: str) -> bool:
    """Whether unquoted braces could make several words of one: a comma or two dots between them."""
    opened = braces.find("{")
    if opened < 0:
        return False
    closed = braces.rfind("}")
    between = braces[opened + 1 : closed] if closed > opened else ""
    return "," in between or ".." in between


def read_tokens(text: str, expansions: Mapping[int, int]) -> tuple[list[Token], set[int]]:
    """The tokens of a line given as Latin-1 text of its UTF-8 bytes, and the places of expansions
    that turned out to be plain text."""
    reader = Reader(text, expansions)
    return reader.read(), reader.folded
