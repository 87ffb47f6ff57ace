"""Characters that make a command look other than it is."""

from __future__ import annotations

import unicodedata

_PLAIN = frozenset("\n\t ")


def suspicious_text(line: str) -> list[str]:
    """Why a line may not be what a reader sees; empty for ordinary text in any script."""
    if line.isascii() and line.isprintable():
        return []
    reasons: list[str] = []
    for character in line:
        if character in _PLAIN or (character.isascii() and character.isprintable()):
            continue
        reason = _reason(character)
        if reason and reason not in reasons:
            reasons.append(reason)
    return reasons


def _reason(character: str) -> str | None:
    category = unicodedata.category(character)
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
