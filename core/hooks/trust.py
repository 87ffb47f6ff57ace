"""Hooks act only with the content that a person agreed to.

The content is the command and every file inside the project that the command names. It is looked at
again before each run, so a script that an agent changed does not run before a person has seen it. A
person's own hook that names no file of a project is agreed to by being in their configuration.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import shlex
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from core.hooks.definition import Hook

_KEY = "hooks.trusted"
_MAX_FILE = 20_000_000
_PROJECT_VARIABLE = re.compile(r"\$\{?(?:SPINNEY_PROJECT_DIR|CLAUDE_PROJECT_DIR)\}?")


class Values(Protocol):
    """Where small documents are kept; the session store is one."""

    async def get_value(self, key: str) -> Any: ...

    async def set_value(self, key: str, value: Any) -> None: ...


TrustState = Literal["trusted", "new", "changed"]


@dataclass(frozen=True, slots=True)
class UntrustedHook:
    """A hook that waits for a person: ``new`` or ``changed`` since they agreed to it. ``files`` are
    the files of the project that it names; ``content`` is what agreeing is bound to."""

    hook: Hook
    state: TrustState
    content: str
    files: tuple[Path, ...]


class HookTrust:
    """Remembers what a person agreed to, by content."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._agreed: dict[str, str] | None = None
        self._digests: dict[Path, tuple[tuple[int, ...], str]] = {}

    async def look(self, hook: Hook, project: Path) -> UntrustedHook | None:
        """None when the hook may run now; otherwise what a person has to be shown."""
        files = _files_named(hook, project)
        agreed = (await self._load()).get(_identity(hook, project))
        if hook.scope == "user" and not files and agreed is None:
            return None
        content = await self._content(hook, files)
        if agreed == content:
            return None
        return UntrustedHook(hook, "new" if agreed is None else "changed", content, files)

    async def trust(self, seen: UntrustedHook, project: Path) -> None:
        """A person agreed to what they were shown; anything that changed since asks again."""
        agreed = dict(await self._load())
        agreed[_identity(seen.hook, project)] = seen.content
        self._agreed = agreed
        await self._values.set_value(_KEY, agreed)

    async def forget(self, hook: Hook, project: Path) -> None:
        agreed = dict(await self._load())
        if agreed.pop(_identity(hook, project), None) is not None:
            self._agreed = agreed
            await self._values.set_value(_KEY, agreed)

    async def _load(self) -> dict[str, str]:
        if self._agreed is None:
            stored = await self._values.get_value(_KEY)
            self._agreed = dict(stored) if isinstance(stored, dict) else {}
        return self._agreed

    async def _content(self, hook: Hook, files: tuple[Path, ...]) -> str:
        digests = [[str(file), await self._digest(file)] for file in files]
        body = [hook.event, hook.command, hook.matcher, hook.pattern, hook.required, digests]
        return hashlib.sha256(json.dumps(body).encode("utf-8", "surrogatepass")).hexdigest()

    async def _digest(self, file: Path) -> str:
        try:
            facts = file.stat()
        except OSError:
            return "missing"
        # The change time cannot be set back by touching the file.
        mark = (facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns)
        known = self._digests.get(file)
        if known is not None and known[0] == mark:
            return known[1]
        digest = await asyncio.to_thread(_file_digest, file)
        self._digests[file] = (mark, digest)
        return digest


def _identity(hook: Hook, project: Path) -> str:
    """Which hook it is, whatever it says now: its place, and for a changed script the same line."""
    body = json.dumps([hook.source, hook.event, hook.command, str(hook.project or project)])
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _files_named(hook: Hook, project: Path) -> tuple[Path, ...]:
    """The files inside the project that the command names, in order."""
    if isinstance(hook.command, str):
        line = _PROJECT_VARIABLE.sub(lambda _: str(project), hook.command)
        try:
            lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
            lexer.whitespace_split = True
            words = list(lexer)
        except ValueError:
            words = line.split()
    else:
        words = [_PROJECT_VARIABLE.sub(lambda _: str(project), word) for word in hook.command]
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
