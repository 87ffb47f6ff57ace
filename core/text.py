"""Text files in the format they have: encoding, byte order mark and line endings survive an edit.

Tools work on text with ``\\n`` only. ``decode`` remembers what the file looked like and
``TextFile.encode`` puts changed text back into that shape; lines that did not change keep their
own ending even where a file mixes them.
"""

from __future__ import annotations

import codecs
import difflib
from dataclasses import dataclass

from core.errors import ToolError

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class TextFile:
    """Decoded content. ``text`` uses ``\\n``; ``raw`` has the endings of the file.

    ``certain`` is False where the encoding was guessed: bytes that are not UTF-8 were read as
    Latin-1, or kept as they are among text that is.
    """

    text: str
    raw: str
    encoding: str
    errors: str = "strict"
    bom: bytes = b""
    newline: str = "\n"
    mixed: bool = False
    certain: bool = True

    def encode(self, text: str) -> bytes:
        """``text`` (with ``\\n``) as the bytes of this file after the change."""
        text = text.replace("\r\n", "\n")
        if self.mixed:
            text = _keep_endings(self.raw, text, self.newline)
        elif self.newline != "\n":
            text = text.replace("\n", self.newline)
        try:
            return self.bom + text.encode(self.encoding, self.errors)
        except UnicodeEncodeError as error:
            character = error.object[error.start]
            raise ToolError(
                f"The file is {self.encoding} text and cannot hold {character!r}.",
                "Use only characters that this encoding has, or convert the file first.",
            ) from error


def decode(data: bytes) -> TextFile:
    """Read bytes as text: a byte order mark decides, then UTF-8, then Latin-1 as a guess."""
    bom, encoding = next(((b, e) for b, e in _BOMS if data.startswith(b)), (b"", "utf-8"))
    body = data[len(bom) :]
    errors, certain = "strict", True
    try:
        raw = body.decode(encoding)
    except UnicodeDecodeError:
        raw = body.decode("utf-8", "surrogateescape")
        certain = False
        if encoding == "utf-8" and any(c > "\x7f" and not "\udc80" <= c <= "\udcff" for c in raw):
            # Real UTF-8 with some stray bytes: those travel through unchanged.
            errors = "surrogateescape"
        else:
            body, bom, encoding = data, b"", "latin-1"
            raw = body.decode("latin-1")
    pairs = raw.count("\r\n")
    singles = raw.count("\n") - pairs
    return TextFile(
        text=raw.replace("\r\n", "\n") if pairs else raw,
        raw=raw,
        encoding=encoding,
        errors=errors,
        bom=bom,
        newline="\r\n" if pairs > singles else "\n",
        mixed=bool(pairs and singles),
        certain=certain,
    )


def looks_binary(sample: bytes) -> bool:
    """Whether the beginning of a file is something other than text."""
    if any(sample.startswith(bom) for bom, _ in _BOMS):
        return False
    if b"\x00" in sample:
        return True
    control = sum(byte < 32 and byte not in (8, 9, 10, 12, 13, 27) for byte in sample)
    return control > len(sample) * 0.1


def _keep_endings(raw: str, text: str, newline: str) -> str:
    """Give each line of ``text`` the ending its unchanged counterpart in ``raw`` has."""
    old = _lines(raw)
    new = _lines(text)
    endings = [newline] * len(new)
    plain_old = [line.removesuffix("\n").removesuffix("\r") for line in old]
    plain_new = [line.removesuffix("\n") for line in new]
    start = 0
    while start < min(len(old), len(new)) and plain_old[start] == plain_new[start]:
        start += 1
    stop = 0
    while stop < min(len(old), len(new)) - start and plain_old[-1 - stop] == plain_new[-1 - stop]:
        stop += 1
    pairs = [(i, i) for i in range(start)]
    pairs += [(len(old) - 1 - i, len(new) - 1 - i) for i in range(stop)]
    matcher = difflib.SequenceMatcher(
        None, plain_old[start : len(old) - stop], plain_new[start : len(new) - stop], autojunk=False
    )
    for block in matcher.get_matching_blocks():
        pairs += [(start + block.a + i, start + block.b + i) for i in range(block.size)]
    for old_index, new_index in pairs:
        if old[old_index].endswith("\n"):
            endings[new_index] = "\r\n" if old[old_index].endswith("\r\n") else "\n"
    return "".join(
        plain + ending if line.endswith("\n") else plain
        for plain, line, ending in zip(plain_new, new, endings, strict=True)
    )


def _lines(text: str) -> list[str]:
    """Lines with their ending; only ``\\n`` ends one."""
    lines = text.split("\n")
    last = lines.pop()
    return [line + "\n" for line in lines] + ([last] if last else [])


def unified_diff(path: str, before: str, after: str) -> tuple[str, int, int]:
    """The diff a person reads, and how many lines it adds and removes."""
    lines = list(difflib.unified_diff(_lines(before), _lines(after), f"a/{path}", f"b/{path}", n=3))
    additions = sum(line.startswith("+") for line in lines[2:])
    deletions = sum(line.startswith("-") for line in lines[2:])
    shown = "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
    return shown, additions, deletions
