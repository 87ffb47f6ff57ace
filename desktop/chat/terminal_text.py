"""What a program printed, as the plain text a terminal would have left on screen."""

from __future__ import annotations

import re

from desktop.i18n import translate

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor movement
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles, links
    r"|\x1b[PX^_][^\x1b]*\x1b\\"
    r"|\x1b[@-Z\\-_]"
    r"|\x1b[ -/]*[0-~]"
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]")


def plain(text: str) -> str:
    """Without escape sequences; a carriage return starts its line again."""
    text = _ESCAPES.sub("", text).replace("\r\n", "\n")
    if "\r" in text:
        text = "\n".join(_overwritten(line) for line in text.split("\n"))
    return _CONTROLS.sub("", text)


def _overwritten(line: str) -> str:
    shown = ""
    for piece in line.split("\r"):
        shown = piece + shown[len(piece) :] if piece else shown
    return shown


def last_lines(text: str, count: int) -> tuple[str, int]:
    """The last ``count`` lines, and how many were left out before them."""
    lines = text.rstrip("\n").split("\n")
    hidden = max(0, len(lines) - count)
    return "\n".join(lines[hidden:]), hidden


def shortened_lines(text: str, width: int = 2000) -> str:
    """No line longer than ``width``: one endless line makes any text layout crawl."""
    if len(text) <= width:
        return text
    return "\n".join(
        line
        if len(line) <= width
        else translate("Chat", "{}… ({:,} more characters)").format(line[:width], len(line) - width)
        for line in text.split("\n")
    )
