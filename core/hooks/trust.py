"""Hooks act only with the content that a person agreed to.

The content is the command and every file inside the project that the command names. It is looked at
again before each run, so a script that an agent changed does not run before a person has seen it. A
person's own hook that names no file of a project is agreed to by being in their configuration.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from core.hooks.content import Digests, files_named
from core.hooks.definition import Hook

_KEY = "hooks.trusted"


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
        self._digests = Digests()

    async def look(self, hook: Hook, project: Path) -> UntrustedHook | None:
        """None when the hook may run now; otherwise what a person has to be shown."""
        files = files_named(hook.command, project)
        agreed = (await self._load()).get(_identity(hook, project))
        if hook.scope == "user" and not files and agreed is None:
            return None
        content = await self._content(hook, files)
        if agreed == content:
            return None
        return UntrustedHook(hook, "new" if agreed is None else "changed", content, files)

    async def agreed_to(self, hook: Hook, project: Path) -> bool:
        """Whether a person ever agreed to this hook, as it was then."""
        return _identity(hook, project) in await self._load()

    @staticmethod
    def files(hook: Hook, project: Path) -> tuple[Path, ...]:
        """The files of the project that it names."""
        return files_named(hook.command, project)

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
        digests = [[str(file), await self._digests.of(file)] for file in files]
        body = [hook.event, hook.command, hook.matcher, hook.pattern, hook.required, digests]
        return hashlib.sha256(json.dumps(body).encode("utf-8", "surrogatepass")).hexdigest()


def _identity(hook: Hook, project: Path) -> str:
    """Which hook it is, whatever it says now: its place, and for a changed script the same line."""
    body = json.dumps([hook.source, hook.event, hook.command, str(hook.project or project)])
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:32]
