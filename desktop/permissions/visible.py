"""Text from outside, with everything that could deceive the eye made visible.

A command may carry characters that reverse the reading order, hide words or move the cursor. They
are shown as what they are, so that what a person reads is what would run.
"""

from __future__ import annotations

import re
import unicodedata

_KEPT = "\n"
_PICTURES = {"\t": "→   ", "\r": "␍", "\x1b": "␛", "\x7f": "␡", "\x00": "␀"}
_SPACES = frozenset(
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u2800\u3164\uffa0\u115f\u1160"
)

_NEEDED = frozenset("\t\u00a0\u202f\u2009\u3000\u200c\u200d\ufe0e\ufe0f")
_DEFINITION = re.compile(
    r"^((?:[^\S\n]|[>*+-]|\d+[.)])*)\[(?=(?:\\.|[^\[\]\\])*\]:)", re.MULTILINE | re.DOTALL
)


def visible(text: str) -> str:
    """The text with control, direction, zero-width and look-alike space characters named."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character in _KEPT:
        return character
    if character in _PICTURES:
        return _PICTURES[character]
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if character in _SPACES or unicodedata.category(character) in (
        "Cc",
        "Cf",
        "Zl",
        "Zp",
        "Co",
        "Cs",
    ):
        return f"⟦U+{code:04X}⟧"
    if 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
        return f"⟦U+{code:04X}⟧"
    return character


def judged(markdown: str) -> str:
    """A longer text that a person decides about, for showing as Markdown: what reverses or hides
    words is named, and nothing is a definition that Markdown would leave out. What letters and
    pictures are made with stays."""
    whole = _DEFINITION.sub(r"\1\\[", markdown.replace("\r\n", "\n"))
    return "".join(c if c in _NEEDED else _shown(c) for c in whole)


def deceives(text: str) -> bool:
    """Whether anything in it had to be made visible, tabs and line ends apart."""
    harmless = text.replace("\t", " ").replace("\n", " ")
    return visible(harmless) != harmless
