"""Finds ``@`` mentions in a person's text: ``@path``, ``@folder/``, ``@src/a.py#L10-40``, ``@agent`` and
``@"path with spaces"``."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_CODE = re.compile(
    r"^(?P<fence>`{3,}+|~{3,}+)[^\n]*\n.*?(?:^(?P=fence)[^\n]*$|\Z)"
    r"|(?<!`)(?P<ticks>`++)(?:[^\n]|\n(?!\s*\n))*?(?<!`)(?P=ticks)(?!`)",
    re.DOTALL | re.MULTILINE,
)
_MENTION = re.compile(
    r"(?<![\w.%+\-@/\\`])@(?:\"(?P<quoted>[^\"\n]+)\"(?P<quoted_range>#L\d+(?:-L?\d+)?)?"
    r"|(?P<word>[^\s\u3000\xa0@\"'`<>|*?,;()\[\]{}]+))",
    re.ASCII,
)
_RANGE = re.compile(r"#L(?P<start>\d{1,9})(?:-L?(?P<end>\d{1,9}))?$")
TRAILING = ".,;:!?…。，、；：！？）】」』》"


@dataclass(frozen=True)
class Mention:
    """One ``@…`` of the text: where it stands, what it names, and the lines it asks for."""

    start: int
    end: int
    name: str
    first: int | None = None
    last: int | None = None
    quoted: bool = False


def find_mentions(text: str) -> list[Mention]:
    """All that look like mentions. E-mail addresses and anything inside code are none."""
    code = [match.span() for match in _CODE.finditer(text)] if "@" in text else []
    found = []
    for match in _MENTION.finditer(text):
        before = bisect_right(code, (match.start(), len(text)))
        if before and match.start() < code[before - 1][1]:
            continue
        if match["quoted"] is not None:
            raw, quoted = match["quoted"] + (match["quoted_range"] or ""), True
        else:
            raw, quoted = match["word"].rstrip(TRAILING), False
        lines = _RANGE.search(raw)
        name = raw[: lines.start()] if lines else raw
        if not name.strip():
            continue
        first = int(lines["start"]) if lines else None
        last = int(lines["end"]) if lines and lines["end"] else first
        end = match.end() if quoted else match.start() + 1 + len(raw)
        found.append(Mention(match.start(), end, name, first, last, quoted))
    return found
