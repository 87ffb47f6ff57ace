"""What is wrong with a configuration file, said so that a person can mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """One fault: which file, which line (None: the whole file), which key, and a sentence.

    ``serious`` tells that the whole file could not be used; otherwise only this key was left out.
    """

    path: Path
    line: int | None
    key: str
    sentence: str
    serious: bool = False

    @property
    def place(self) -> str:
        return str(self.path) if self.line is None else f"{self.path}:{self.line}"

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


def suggestion(name: str, known: Iterable[str]) -> str:
    """`` Did you mean …?`` where a known name is close, otherwise nothing."""
    close = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f" Did you mean {close[0]}?" if close else ""
