"""Cuts Markdown into blocks that can be laid out on their own.

While a message streams only its last block changes, so only that one is parsed again. A fenced code
block is its own block and is ``closed`` when its fence is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_FENCE = re.compile(r"^( {0,3})(`{3,}|~{3,})[ \t]*([^\n`]*)$")
_LIST = re.compile(r"^\s{0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
_IMAGE = re.compile(r"!\[([^\]\n]*)\]\(\s*<?([^)\s>]+)>?[^)\n]*\)")
_CODE_SPAN = re.compile(r"(`+)(?:.+?)\1(?!`)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    kind: Literal["text", "code"]
    text: str
    language: str = ""
    closed: bool = True


def split(text: str) -> list[Block]:
    """All blocks of ``text`` in order; the last one is open if it is code without its fence."""
    blocks: list[Block] = []
    lines: list[str] = []
    fence: re.Match[str] | None = None
    code: list[str] = []

    def flush() -> None:
        while lines and not lines[-1].strip():
            lines.pop()
        if lines:
            blocks.append(Block("text", "\n".join(lines)))
        lines.clear()

    for line in text.split("\n"):
        if fence is not None:
            if _closes(fence[2], line):
                blocks.append(Block("code", "\n".join(code), _language(fence[3])))
                fence = None
            else:
                code.append(_unindent(line, len(fence[1])))
            continue
        opening = _FENCE.match(line)
        if opening is not None:
            flush()
            fence, code = opening, []
        elif not line.strip():
            if lines:
                lines.append(line)
        elif lines and not lines[-1].strip() and not _continues(lines, line):
            flush()
            lines.append(line)
        else:
            lines.append(line)
    if fence is not None:
        blocks.append(Block("code", "\n".join(code), _language(fence[3]), closed=False))
    else:
        flush()
    return blocks


class Splitter:
    """Splits a text that grows. ``append`` returns where the first changed block is."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._tail = ""
        self._settled = 0

    def append(self, text: str) -> int:
        first = self._settled
        self._tail += text
        fresh = split(self._tail)
        del self.blocks[self._settled :]
        self.blocks.extend(fresh)
        if len(fresh) > 1:
            self._settle()
        return first

    def _settle(self) -> None:
        """Blocks before the last one made of whole lines can no longer change: forget their text.
        A line that is still being written may yet turn out to be no fence and no list."""
        lines = self._tail[: self._tail.rfind("\n") + 1]
        complete = split(lines)
        if len(complete) < 2:
            return
        last = complete[-1]
        start = _last_fence(lines) if last.kind == "code" else lines.rfind(last.text)
        if start > 0:
            self._tail = self._tail[start:]
            self._settled += len(complete) - 1


def without_images(text: str) -> str:
    """Images in Markdown become links: nothing is ever fetched because a model wrote its address."""
    if "![" not in text:
        return text
    pieces: list[str] = []
    position = 0
    for span in _CODE_SPAN.finditer(text):
        pieces.append(_IMAGE.sub(_as_link, text[position : span.start()]))
        pieces.append(span.group())
        position = span.end()
    pieces.append(_IMAGE.sub(_as_link, text[position:]))
    return "".join(pieces)


def _as_link(match: re.Match[str]) -> str:
    return f"[image: {match[1] or match[2]}]({match[2]})"


def _closes(opening: str, line: str) -> bool:
    stripped = line.strip()
    return (
        len(stripped) >= len(opening)
        and not line.startswith("    ")
        and set(stripped) == {opening[0]}
    )


def _continues(lines: list[str], line: str) -> bool:
    """After a blank line: still the same list (or its indented content)?"""
    in_list = any(_LIST.match(earlier) for earlier in lines)
    return in_list and (line.startswith((" ", "\t")) or _LIST.match(line) is not None)


def _unindent(line: str, width: int) -> str:
    return line[min(width, len(line) - len(line.lstrip(" "))) :] if width else line


def _language(info: str) -> str:
    words = info.strip().split()
    return words[0].strip("{}.").lower() if words else ""


def _last_fence(text: str) -> int:
    """Where the last code block's opening fence starts."""
    position, opening, fence = 0, -1, ""
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if fence:
            if _closes(fence, line):
                fence = ""
        elif match is not None:
            opening, fence = position, match[2]
        position += len(line) + 1
    return opening
