"""Characters that make a command look other than it is."""

from __future__ import annotations

import unicodedata

_PLAIN = frozenset("\n\t ")
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")


def suspicious_text(line: str) -> list[str]:
    """Why a line may not be what a reader sees; empty for ordinary text in any script."""
    if line.isascii() and line.isprintable():
        return []
    reasons: list[str] = []
    for position, character in enumerate(line):
        if character in _PLAIN or (character.isascii() and character.isprintable()):
            continue
        if character in _JOINERS and _joins_symbols(line, position):
            continue
        reason = _reason(character)
        if reason and reason not in reasons:
            reasons.append(reason)
    return reasons


def _joins_symbols(line: str, position: int) -> bool:
    """Whether a joiner or a variation selector belongs to an emoji, where it hides nothing."""
    before = line[position - 1 : position]
    after = line[position + 1 : position + 2]
    if not before or not (before in _JOINERS or unicodedata.category(before) in ("So", "Sk")):
        return False
    joins = line[position] == "\u200d"
    return not joins or (after != "" and unicodedata.category(after) in ("So", "Sk"))


def _reason(character: str) -> str | None:
    category = unicodedata.category(character)
    if character == "\ufffd":
        return "it holds a character that could not be read"
    if category == "Cc":
        return f"it holds the control character U+{ord(character):04X}"
    if category in ("Cf", "Co", "Cn", "Cs"):
        return f"it holds the invisible character U+{ord(character):04X}"
    if category in ("Zs", "Zl", "Zp"):
        return f"it holds the unusual blank U+{ord(character):04X}"
    if character in "\u115f\u1160\u3164\uffa0\u2800":
        return f"it holds the invisible character U+{ord(character):04X}"
    if category in ("Mn", "Me") and 0xFE00 <= ord(character) <= 0xFE0F:
        return f"it holds the invisible character U+{ord(character):04X}"
    return None


def made_visible(text: str) -> str:
    """The text with every character that hides or reorders written as an escape."""
    return "".join(f"\\u{{{ord(c):x}}}" if c not in _PLAIN and _reason(c) else c for c in text)
