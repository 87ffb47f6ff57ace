"""Keeping long outputs: a bounded piece for the model, the whole of it in a file.

``bound`` cuts a text that is finished. ``Capture`` takes one as it arrives and never holds more
than its head and tail in memory. Files lie under ``outputs/<root session>/``, which all sessions of
that tree may read.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import IO

MAX_CHARACTERS = 30_000
MAX_LINES = 2_000
MAX_FILE = 1 << 30
"""Characters after which a command's output is no longer written to its file either."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """``text`` fits the model; ``file`` holds the whole where something was left out."""

    text: str
    file: Path | None = None


def output_file(outputs: Path, root_session_id: str, name: str) -> Path:
    """Where the output called ``name`` (a call's or task's id) of a session tree is kept."""
    safe = re.sub(r"[^A-Za-z0-9._-]", "_", name).lstrip(".") or "output"
    return outputs / root_session_id / f"{safe}.txt"


def bound(
    text: str,
    file: Path,
    *,
    max_characters: int = MAX_CHARACTERS,
    max_lines: int = MAX_LINES,
) -> Bounded:
    """Cut ``text`` to the limits, head and tail, and write the whole of it to ``file``."""
    if len(text) <= max_characters and text.count("\n") < max_lines:
        return Bounded(text)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with open(file, "w", encoding="utf-8", errors="replace", newline="", opener=private) as whole:
        whole.write(text)
    head, tail = cut(text, text, max_characters, max_lines)
    return Bounded(f"{head}\n{left_out(len(text), len(head) + len(tail), file)}\n{tail}", file)


def private(path: str, flags: int) -> int:
    """Opens a file that only its owner can read, for ``open``."""
    return os.open(path, flags, 0o600)


def cut(head: str, tail: str, max_characters: int, max_lines: int) -> tuple[str, str]:
    """The first and the last part of a text, together within the limits, at line breaks if near."""
    head = "\n".join(head[: max_characters // 2].split("\n")[: max_lines // 2])
    tail = "\n".join(tail[-(max_characters // 2) :].split("\n")[-(max_lines // 2) :])
    line_end = head.rfind("\n", len(head) - 400)
    line_start = tail.find("\n", 0, 400)
    return head[:line_end] if line_end > 0 else head, tail[line_start + 1 :]


def left_out(total: int, shown: int, file: Path | None) -> str:
    """The note in the place of what is missing."""
    note = f"[{total - shown:,} of {total:,} characters left out here"
    if file is None:
        return f"{note}]"
    return f"{note}; all of it is in {file}: use read with offset and limit, or grep, on that file]"


class Capture:
    """Collects text as it comes: all of it up to ``limit`` characters, beyond that head and tail.

    ``file`` gets everything as soon as the limit is passed (and is not made before).
    """

    def __init__(self, limit: int = MAX_CHARACTERS, file: Path | None = None) -> None:
        self.limit = limit
        self.file = file
        self.size = 0
        self.lines = 0
        self._head: list[str] = []
        self._head_size = 0
        self._tail: deque[str] = deque()
        self._tail_size = 0
        self._spool: IO[str] | None = None
        self._file_begun = False
        self._spooled = 0

    @property
    def spooled(self) -> bool:
        """Whether the file exists and holds the output."""
        return self._spooled > 0

    def add(self, text: str) -> None:
        if not text:
            return
        self.size += len(text)
        self.lines += text.count("\n")
        if self.size > self.limit and self.file is not None and not self._file_begun:
            self._begin_file()
        self._write(text)
        if self.limit <= 0:
            return
        room = self.limit - self._head_size
        if room > 0:
            self._head.append(text[:room])
            self._head_size += min(room, len(text))
            text = text[room:]
        if text:
            self._tail.append(text[-self.limit :])
            self._tail_size += len(self._tail[-1])
            while self._tail_size - len(self._tail[0]) >= self.limit:
                self._tail_size -= len(self._tail.popleft())

    def _begin_file(self) -> None:
        """Start the file with what has come so far, which is all still in memory."""
        assert self.file is not None
        self._file_begun = True
        with contextlib.suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._spool = open(  # noqa: SIM115
                self.file, "w", encoding="utf-8", errors="replace", newline="", opener=private
            )
            for piece in self._head:
                self._write(piece)

    def _write(self, text: str) -> None:
        if self._spool is not None and self._spooled < MAX_FILE:
            try:
                self._spool.write(text)
                self._spooled += len(text)
            except OSError:
                # A full disk costs the file, not the command.
                self.finish()

    def finish(self) -> None:
        """No more will come: close the file."""
        spool, self._spool = self._spool, None
        if spool is not None:
            with contextlib.suppress(OSError):
                spool.close()

    @property
    def text(self) -> str:
        """Everything, if it was within the limit; otherwise head and tail with a note between."""
        return self.shown()

    def shown(self, max_lines: int | None = None) -> str:
        """The text within the limits of characters and lines."""
        head = "".join(self._head)
        if self.size <= self.limit and (max_lines is None or self.lines < max_lines):
            return head
        tail = (head + "".join(self._tail))[-self.limit :]
        first, last = cut(head, tail, self.limit, max_lines or self.limit)
        file = self.file if self._spooled else None
        return f"{first}\n{left_out(self.size, len(first) + len(last), file)}\n{last}"

    def keep_whole(self) -> None:
        """Write the file even though the text is within the limit of characters."""
        if self.file is not None and not self._file_begun and self.size:
            self._begin_file()
            self.finish()
