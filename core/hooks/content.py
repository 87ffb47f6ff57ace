"""The files of a project that a command names, and what is in them.

Agreeing to a command means agreeing to these as well: whoever can write them decides what it does.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import shlex
import stat
from collections.abc import Sequence
from pathlib import Path

_MAX_FILE = 20_000_000
_PROJECT_VARIABLE = re.compile(r"\$\{?(?:SPINNEY_PROJECT_DIR|CLAUDE_PROJECT_DIR)\}?")


class Digests:
    """Digests of files, calculated again only when a file has changed."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[int, ...], str]] = {}

    async def of(self, file: Path) -> str:
        try:
            facts = file.stat()
        except OSError:
            return "missing"
        # The change time cannot be set back by touching the file.
        mark = (facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns)
        known = self._known.get(file)
        if known is not None and known[0] == mark:
            return known[1]
        digest = await asyncio.to_thread(_file_digest, file)
        self._known[file] = (mark, digest)
        return digest


def files_named(command: str | Sequence[str], project: Path) -> tuple[Path, ...]:
    """The files inside the project that a shell line or the words of a command name, in order."""
    if isinstance(command, str):
        line = _PROJECT_VARIABLE.sub(lambda _: str(project), command)
        try:
            lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
            lexer.whitespace_split = True
            words = list(lexer)
        except ValueError:
            words = line.split()
    else:
        words = [_PROJECT_VARIABLE.sub(lambda _: str(project), word) for word in command]
    root = os.path.realpath(project)
    found: dict[Path, None] = {}
    for word in words:
        for candidate in dict.fromkeys((word, word.rpartition("=")[2])):
            file = _inside(candidate, root)
            if file is not None:
                found[file] = None
    return tuple(found)


def _inside(word: str, root: str) -> Path | None:
    if not word or "\0" in word:
        return None
    # A link inside the project counts with what it leads to: whoever turns it changes the hook.
    path = os.path.normpath(os.path.join(root, os.path.expanduser(word)))
    try:
        regular = stat.S_ISREG(os.stat(path).st_mode)
        real = os.path.realpath(path)
    except (OSError, ValueError):
        return None
    within = path.startswith(root + os.sep) or real.startswith(root + os.sep)
    return Path(path) if regular and within else None


def _file_digest(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            facts = os.fstat(stream.fileno())
            if facts.st_size > _MAX_FILE:
                return f"{facts.st_ino} {facts.st_size} {facts.st_mtime_ns} {facts.st_ctime_ns}"
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return "unreadable"
