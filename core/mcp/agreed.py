"""What a person agreed to: which servers may start, and their tools as they were.

Definitions are pinned when a server is first seen. What changes or is added later is kept from
models until a person has looked at it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from core.hooks.content import Digests, files_named
from core.mcp.definition import ServerSpec
from core.mcp.offers import OfferedTool

_CONFIRMED = "mcp.confirmed"
_DISABLED = "mcp.disabled"
_SHOWN = "mcp.confirmed.shown"


class Values(Protocol):
    """Where small documents are kept; the session store is one."""

    async def get_value(self, key: str) -> Any: ...

    async def set_value(self, key: str, value: Any) -> None: ...


Pins = dict[str, dict[str, Any]]


class Agreed:
    """Remembers confirmed servers, pinned tools and what is switched off where."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._digests = Digests()
        self._disabled: dict[str, list[str]] = {}

    async def load(self) -> None:
        stored = await self._values.get_value(_DISABLED)
        self._disabled = stored if isinstance(stored, dict) else {}

    async def may_start(self, owner: str, spec: ServerSpec, project: Path | None) -> bool:
        """The person's own servers start; others, and any that run a project's files, once a person
        has confirmed that very content."""
        files = self._files(spec, project)
        if spec.scope == "user" and not files:
            return True
        confirmed = await self._confirmed()
        return confirmed.get(_identity(owner, spec)) == await self._content(spec, files)

    async def confirm(self, owner: str, spec: ServerSpec, project: Path | None) -> None:
        """A person has seen this server's command or address and agrees to it."""
        confirmed = await self._confirmed()
        content = await self._content(spec, self._files(spec, project))
        confirmed[_identity(owner, spec)] = content
        await self._values.set_value(_CONFIRMED, confirmed)
        shown = await self._shown()
        shown[_identity(owner, spec)] = spec.shown
        await self._values.set_value(_SHOWN, shown)

    async def confirmed_as(self, owner: str, spec: ServerSpec) -> str:
        """The command or address that a person agreed to; "" where they never did."""
        return (await self._shown()).get(_identity(owner, spec), "")

    async def _shown(self) -> dict[str, str]:
        stored = await self._values.get_value(_SHOWN)
        return dict(stored) if isinstance(stored, dict) else {}

    async def pins(self, owner: str, spec: ServerSpec) -> Pins | None:
        """The tools that a person knows this server with; None when it was never seen."""
        stored = await self._values.get_value(_pins_key(owner, spec))
        return stored if isinstance(stored, dict) else None

    async def pin(self, owner: str, spec: ServerSpec, pins: Pins) -> None:
        await self._values.set_value(_pins_key(owner, spec), pins)

    def disabled(self, name: str, project: Path | None) -> bool:
        """Whether a person switched this server off, everywhere or in this project."""
        places = ("", str(project)) if project is not None else ("",)
        return any(name in self._disabled.get(place, ()) for place in places)

    async def set_enabled(self, name: str, enabled: bool, project: Path | None) -> None:
        place = str(project) if project is not None else ""
        names = set(self._disabled.get(place, ()))
        names = names - {name} if enabled else names | {name}
        self._disabled = {**self._disabled, place: sorted(names)}
        await self._values.set_value(_DISABLED, self._disabled)

    async def _confirmed(self) -> dict[str, str]:
        stored = await self._values.get_value(_CONFIRMED)
        return dict(stored) if isinstance(stored, dict) else {}

    def _files(self, spec: ServerSpec, project: Path | None) -> tuple[Path, ...]:
        if project is None or spec.transport == "http":
            return ()
        # Words are meant from the server's own folder; what they name counts if it is the project's.
        folder = Path(spec.cwd) if spec.cwd else project
        words = [os.path.join(folder, word) for word in spec.command]
        return files_named([*spec.command, *words], project)

    async def _content(self, spec: ServerSpec, files: Iterable[Path]) -> str:
        digests = [[str(file), await self._digests.of(file)] for file in files]
        return hashlib.sha256(json.dumps([spec.content, digests]).encode()).hexdigest()


def pinned(tools: Iterable[OfferedTool]) -> Pins:
    """Definitions to remember, with what is needed to show a difference later."""
    return {
        tool.name: {
            "hash": tool.digest,
            "description": tool.description,
            "schema": tool.schema,
        }
        for tool in tools
    }


def _identity(owner: str, spec: ServerSpec) -> str:
    # A run's servers belong to the agent's file, whichever run it is.
    place = spec.source if owner.startswith("run ") else owner
    body = json.dumps([place, spec.name])
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _pins_key(owner: str, spec: ServerSpec) -> str:
    return f"mcp.pins/{_identity(owner, spec)}"


def merged(pins: Mapping[str, dict[str, Any]], new: Mapping[str, dict[str, Any]]) -> Pins:
    return {**pins, **new}
