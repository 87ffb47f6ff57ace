"""What a server offers, as the engine and the settings page know it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from core.agents.mapping import PERMISSIONS, TOOLS
from core.mcp.definition import ServerSpec

ToolState = Literal["ready", "new", "changed", "off", "refused"]
ServerState = Literal[
    "disabled", "unconfirmed", "starting", "ready", "waiting", "failed", "stopped"
]

_MAX_NAME = 64
_RESERVED = frozenset((*TOOLS, *PERMISSIONS, "tool_search"))
_COMMAND = re.compile(r"[\w.:/-]{1,100}")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool of a server. ``name`` is the server's, ``exposed`` what models and rules call it.

    ``new`` and ``changed`` ones are kept from models until a person has looked; ``before`` is the
    definition they agreed to. ``off`` ones are left out by the configuration, ``refused`` ones
    cannot be offered, for the reason in ``problem``.
    """

    name: str
    exposed: str
    description: str
    schema: dict[str, Any]
    digest: str
    state: ToolState = "ready"
    before: dict[str, Any] | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PromptArgument:
    name: str
    description: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True)
class OfferedPrompt:
    """A prompt of a server; it is started as the command ``/server:name``."""

    server: str
    name: str
    description: str
    arguments: tuple[PromptArgument, ...] = ()

    @property
    def command(self) -> str:
        return f"{self.server}:{self.name}"


@dataclass(frozen=True, slots=True)
class OfferedResource:
    """A resource of a server; it is attached as ``@server:uri``."""

    server: str
    uri: str
    name: str
    description: str = ""
    mime: str = ""

    @property
    def mention(self) -> str:
        return f"@{self.server}:{self.uri}"


@dataclass(frozen=True, slots=True)
class Offer:
    """Everything a server offers at the moment."""

    tools: tuple[OfferedTool, ...] = ()
    prompts: tuple[OfferedPrompt, ...] = ()
    resources: tuple[OfferedResource, ...] = ()
    instructions: str = ""
    server: str = ""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """A server for the settings page. ``owner`` is ``user``, a project's folder or a run."""

    key: str
    owner: str
    spec: ServerSpec
    state: ServerState
    offer: Offer = field(default_factory=Offer)
    error: str = ""
    next_try: float | None = None
    log: tuple[str, ...] = ()

    @property
    def waiting_tools(self) -> tuple[OfferedTool, ...]:
        """Tools that a person has to look at before models get them."""
        return tuple(tool for tool in self.offer.tools if tool.state in ("new", "changed"))


def read_offer(
    spec: ServerSpec, frame: Mapping[str, Any], pins: Mapping[str, Mapping[str, Any]] | None
) -> Offer:
    """A host's frame as values; ``pins`` are the definitions agreed to (None: first sight)."""
    tools: dict[str, OfferedTool] = {}
    for plain in frame.get("tools", ()):
        tool = _read_tool(spec, plain, pins)
        # A second tool of the same name would be called in the place of the first.
        tools.setdefault(tool.name, tool)
    prompts = tuple(
        OfferedPrompt(
            spec.name,
            plain["name"],
            visible(plain["description"]),
            tuple(PromptArgument(**argument) for argument in plain["arguments"]),
        )
        for plain in frame.get("prompts", ())
        if _COMMAND.fullmatch(plain["name"])
    )
    resources = tuple(
        OfferedResource(
            spec.name,
            visible(plain["uri"]),
            visible(plain["name"]),
            visible(plain["description"]),
            visible(plain["mime"]),
        )
        for plain in frame.get("resources", ())
    )
    instructions = visible(str(frame.get("instructions", "")))
    server = visible(str(frame.get("server", "")))
    return Offer(_with_unique_names(tools.values()), prompts, resources, instructions, server)


def _read_tool(
    spec: ServerSpec, plain: Mapping[str, Any], pins: Mapping[str, Mapping[str, Any]] | None
) -> OfferedTool:
    name = str(plain["name"])
    pinned = pins.get(name) if pins is not None else None
    state: ToolState = "ready"
    if problem := str(plain.get("problem", "")):
        state = "refused"
    elif not spec.offers(name):
        state = "off"
    elif pins is not None and pinned is None:
        state = "new"
    elif pinned is not None and pinned.get("hash") != plain["hash"]:
        state = "changed"
    return OfferedTool(
        name,
        exposed_name(spec.name, name),
        visible(str(plain["description"])),
        dict(plain["schema"]),
        str(plain["hash"]),
        state,
        dict(pinned) if pinned is not None and state == "changed" else None,
        problem,
    )


def exposed_name(server: str, tool: str) -> str:
    """``server_tool`` in the characters and length that providers take, never a tool of ours."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", f"{server}_{tool}")
    if plain in _RESERVED:
        plain = f"{plain}_mcp"
    return plain if len(plain) <= _MAX_NAME else marked(plain, f"{server}\0{tool}")


def marked(name: str, identity: str) -> str:
    """The name with a mark that no other server or tool gets."""
    mark = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{name[: _MAX_NAME - 7]}_{mark}"


def _with_unique_names(tools: Iterable[OfferedTool]) -> tuple[OfferedTool, ...]:
    taken: set[str] = set()
    unique = []
    for tool in tools:
        if tool.exposed in taken:
            tool = replace(tool, exposed=marked(tool.exposed, tool.name))
        taken.add(tool.exposed)
        unique.append(tool)
    return tuple(unique)


def visible(text: str) -> str:
    """Text without characters that a person reviewing it could not see."""
    return _INVISIBLE.sub("", text)
