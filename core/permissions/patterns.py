"""Matching of rule patterns: over whole strings, and over the words of a command.

In both, ``*`` stands for anything and ``?`` for one character. For commands the unit is the word:
``npm test *`` and ``npm test*`` both mean that command with any further arguments, and neither
matches part of a word.
"""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import dataclass
from functools import lru_cache

FOLDS_CASE = sys.platform in ("darwin", "win32")
"""Whether two spellings of a file name that differ only in case usually mean one file."""


@lru_cache(maxsize=4096)
def compiled(pattern: str, fold_case: bool = False) -> re.Pattern[str]:
    """The regular expression for a pattern that matches over the whole string."""
    pieces = re.split(r"(\*+|\?)", pattern)
    text = "".join(
        ".*" if piece.startswith("*") else "." if piece == "?" else re.escape(piece)
        for piece in pieces
    )
    return re.compile(text, re.DOTALL | (re.IGNORECASE if fold_case else 0))


def matches(pattern: str, subject: str, fold_case: bool = False) -> bool:
    """Whether the pattern describes the whole subject."""
    return pattern == "*" or compiled(pattern, fold_case).fullmatch(subject) is not None


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...] | None:
    """The words of a command written with plain quoting; None where the quotes do not close."""
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class CommandPattern:
    """A command pattern, read once.

    ``words`` must match one by one, a lone ``*`` among them any number of words; ``rest`` says that
    further arguments are welcome; ``spelled`` counts the leading words without a wildcard; ``wild``
    says that there is one somewhere.
    """

    text: str
    words: tuple[str, ...]
    rest: bool
    spelled: int
    wild: bool

    @property
    def everything(self) -> bool:
        return self.text == "*"


@lru_cache(maxsize=4096)
def command_pattern(text: str) -> CommandPattern:
    """Read a command pattern; one whose quotes do not close is split at blanks."""
    stripped = text.strip()
    if "*" not in stripped and "?" not in stripped:
        words = words_of(stripped) or tuple(stripped.split())
        return CommandPattern(stripped, words, False, len(words), False)
    raw = words_of(stripped) or tuple(stripped.split())
    rest = raw[-1].endswith("*")
    if rest:
        last = raw[-1].rstrip("*")
        raw = (*raw[:-1], last) if last else raw[:-1]
    spelled = 0
    for word in raw:
        if "*" in word or "?" in word:
            break
        spelled += 1
    return CommandPattern(stripped, raw, rest, spelled, True)


def matches_command(pattern: CommandPattern, subject: str) -> bool:
    """Whether a pattern describes a command given as text with plain quoting."""
    if pattern.everything or pattern.text == subject:
        return True
    words = words_of(subject)
    return words is not None and _match_words(pattern.words, words, pattern.rest)


def _match_words(pattern: tuple[str, ...], words: tuple[str, ...], rest: bool) -> bool:
    for position, expected in enumerate(pattern):
        if expected == "*":
            tail = pattern[position + 1 :]
            return any(_match_words(tail, words[k:], rest) for k in range(position, len(words) + 1))
        if position >= len(words) or not _match_word(expected, words[position]):
            return False
    return rest or len(words) == len(pattern)


def _match_word(expected: str, word: str) -> bool:
    if "*" in expected or "?" in expected:
        return compiled(expected).fullmatch(word) is not None
    return expected == word
