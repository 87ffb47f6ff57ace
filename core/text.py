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

_COMPARED = 4_000_000
"""Above this product of line counts, changed stretches are taken as changed throughout."""


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
    old, new = _lines(raw), _lines(text)
    plain_old = [line.removesuffix("\n").removesuffix("\r") for line in old]
    plain_new = [line.removesuffix("\n") for line in new]
    endings = [newline] * len(new)
    for old_start, new_start, size in _same_runs(plain_old, plain_new):
        for offset in range(size):
            line = old[old_start + offset]
            if line.endswith("\n"):
                endings[new_start + offset] = "\r\n" if line.endswith("\r\n") else "\n"
    return "".join(
        plain + ending if line.endswith("\n") else plain
        for plain, line, ending in zip(plain_new, new, endings, strict=True)
    )


def _same_runs(old: list[str], new: list[str]) -> list[tuple[int, int, int]]:
    """Runs of equal lines as ``(start in old, start in new, length)``, in order.

    What lies between the common beginning and end is compared only while that is affordable.
    """
    start = _common(old, new)
    rest = min(len(old), len(new)) - start
    stop = _common(old[::-1][:rest], new[::-1][:rest])
    middle_old, middle_new = old[start : len(old) - stop], new[start : len(new) - stop]
    runs = [(0, 0, start)]
    if len(middle_old) * len(middle_new) <= _COMPARED:
        matcher = difflib.SequenceMatcher(None, middle_old, middle_new)
        runs += [(start + b.a, start + b.b, b.size) for b in matcher.get_matching_blocks()]
    runs.append((len(old) - stop, len(new) - stop, stop))
    return [run for run in runs if run[2]]


def _common(first: list[str], second: list[str]) -> int:
    count = 0
    for left, right in zip(first, second, strict=False):
        if left != right:
            break
        count += 1
    return count


def _lines(text: str) -> list[str]:
    """Lines with their ending; only ``\\n`` ends one."""
    lines = text.split("\n")
    last = lines.pop()
    return [line + "\n" for line in lines] + ([last] if last else [])


def unified_diff(path: str, before: str, after: str) -> tuple[str, int, int]:
    """The diff a person reads, and how many lines it adds and removes."""
    old, new = _lines(before), _lines(after)
    out: list[str] = []
    additions = deletions = 0
    for group in _groups(_operations(old, new)):
        first, last = group[0], group[-1]
        out.append(f"@@ -{_span(first[1], last[2])} +{_span(first[3], last[4])} @@\n")
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                out += [f" {line}" for line in old[old_start:old_end]]
                continue
            out += [f"-{line}" for line in old[old_start:old_end]]
            out += [f"+{line}" for line in new[new_start:new_end]]
            deletions += old_end - old_start
            additions += new_end - new_start
    if not out:
        return "", 0, 0
    shown = "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in out
    )
    return f"--- a/{path}\n+++ b/{path}\n{shown}", additions, deletions


_Operation = tuple[str, int, int, int, int]


def _operations(old: list[str], new: list[str]) -> list[_Operation]:
    """How to get from one list of lines to the other, as ``difflib`` writes it."""
    found: list[_Operation] = []
    at_old = at_new = 0
    for old_start, new_start, size in [*_same_runs(old, new), (len(old), len(new), 0)]:
        if at_old < old_start or at_new < new_start:
            found.append(("replace", at_old, old_start, at_new, new_start))
        if size:
            found.append(("equal", old_start, old_start + size, new_start, new_start + size))
        at_old, at_new = old_start + size, new_start + size
    return found


def _groups(operations: list[_Operation], context: int = 3) -> list[list[_Operation]]:
    """Changes with a few equal lines around them."""
    groups: list[list[_Operation]] = []
    for index, (tag, old_start, old_end, new_start, new_end) in enumerate(operations):
        if tag != "equal":
            if not groups:
                groups.append([])
            groups[-1].append((tag, old_start, old_end, new_start, new_end))
            continue
        head = min(context, old_end - old_start) if index else 0
        tail = min(context, old_end - old_start) if index < len(operations) - 1 else 0
        if groups and head + tail >= old_end - old_start:
            groups[-1].append((tag, old_start, old_end, new_start, new_end))
            continue
        if head and groups:
            groups[-1].append((tag, old_start, old_start + head, new_start, new_start + head))
        if tail:
            groups.append([(tag, old_end - tail, old_end, new_end - tail, new_end)])
    return groups


def _span(start: int, end: int) -> str:
    size = end - start
    if size == 1:
        return str(start + 1)
    return f"{start + 1 if size else start},{size}"
