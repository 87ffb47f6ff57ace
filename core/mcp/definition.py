"""What an MCP server is, and reading one from configuration."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from core.errors import ConfigError

ServerScope = Literal["user", "project", "imported"]
Transport = Literal["stdio", "http"]

CALL_TIMEOUT = 120.0
STARTUP_TIMEOUT = 30.0
MAX_TIMEOUT = 3600.0

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_KEYS = {
    *("command", "args", "env", "cwd", "url", "headers", "timeout", "startup_timeout", "enabled"),
    *("type", "transport", "tools", "disabled_tools", "push", "subscribe"),
}


@dataclass(frozen=True, slots=True)
class ServerSpec:
    """How to reach one server.

    Values of ``env`` and ``headers`` may be ``env:NAME`` or ``keyring:NAME``. ``tools`` limits what
    is offered (None: all). ``push`` lets the server put prompts into the queue: its log messages of
    level notice and above, and changes of the resources in ``subscribe``. ``scope`` says who wrote
    it: only what is in the person's own configuration starts without being confirmed.
    """

    name: str
    transport: Transport
    source: str
    scope: ServerScope = "user"
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout: float = CALL_TIMEOUT
    startup_timeout: float = STARTUP_TIMEOUT
    enabled: bool = True
    tools: tuple[str, ...] | None = None
    disabled_tools: tuple[str, ...] = ()
    push: bool = False
    subscribe: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """What is started or asked, for a person to read in full."""
        return self.url if self.transport == "http" else " ".join(self.command)

    @property
    def content(self) -> str:
        """A digest of everything that decides what runs or where requests go."""
        body = [self.transport, self.command, sorted(self.env.items()), self.cwd]
        body += [self.url, sorted(self.headers.items())]
        return hashlib.sha256(json.dumps(body).encode("utf-8", "surrogatepass")).hexdigest()

    def offers(self, tool: str) -> bool:
        return (self.tools is None or tool in self.tools) and tool not in self.disabled_tools


@dataclass(frozen=True, slots=True)
class ReadServers:
    """Servers that can be used, and sentences about what could not be taken over."""

    servers: tuple[ServerSpec, ...] = ()
    notes: tuple[str, ...] = ()


def servers_from(
    table: Mapping[str, Any], *, source: str, scope: ServerScope, folder: Path | None = None
) -> ReadServers:
    """Read ``[mcp.NAME]`` tables (or ``mcpServers`` of other programs, which use the same keys).
    ``folder`` is where servers without a ``cwd`` start. A bad one costs only itself."""
    servers: list[ServerSpec] = []
    notes: list[str] = []
    for name, entry in table.items():
        try:
            spec = read_server(str(name), entry, source=source, scope=scope)
            unknown = sorted(set(entry) - _KEYS)
            if unknown:
                notes.append(f"{source}: {name}: {', '.join(unknown)} means nothing here.")
        except ConfigError as error:
            notes.append(f"{source}: MCP server {name}: {error.sentence}")
            continue
        if folder is not None and spec.transport == "stdio":
            spec = replace(spec, cwd=str(folder / (spec.cwd or "")))
        servers.append(spec)
    return ReadServers(tuple(servers), tuple(notes))


def read_server(name: str, entry: Any, *, source: str, scope: ServerScope) -> ServerSpec:
    """Read one table; raises ``ConfigError`` with a sentence."""
    if not _NAME.fullmatch(name):
        raise ConfigError("a name has letters, digits, - and _ only, at most 40.")
    if not isinstance(entry, Mapping):
        raise ConfigError("it must be a table.")
    kind = str(entry.get("type") or entry.get("transport") or "").lower()
    if kind in ("sse", "ws"):
        raise ConfigError(f"the transport {kind} is not supported; use streamable HTTP.")
    transport: Transport = "http" if entry.get("url") else "stdio"
    common: dict[str, Any] = {
        "timeout": _seconds(entry, "timeout", CALL_TIMEOUT),
        "startup_timeout": _seconds(entry, "startup_timeout", STARTUP_TIMEOUT),
        "enabled": entry.get("enabled", True) is not False,
        "tools": _words(entry["tools"], "tools") if "tools" in entry else None,
        "disabled_tools": _words(entry.get("disabled_tools", ()), "disabled_tools"),
        # What a project's server says must not become a prompt of the person's.
        "push": entry.get("push") is True and scope == "user",
        "subscribe": _words(entry.get("subscribe", ()), "subscribe"),
    }
    if transport == "http":
        url = _text(entry.get("url"), "url")
        if not re.match(r"https?://[^\s/]+", url):
            raise ConfigError("url must begin with http:// or https://.")
        headers = _texts(entry.get("headers", {}), "headers")
        return ServerSpec(name, "http", source, scope, url=url, headers=headers, **common)
    command = entry.get("command")
    words = (command,) if isinstance(command, str) else _words(command or (), "command")
    if not words or not words[0].strip():
        raise ConfigError("it needs a command or a url.")
    words = (*words, *_words(entry.get("args", ()), "args"))
    cwd = _text(entry["cwd"], "cwd") if entry.get("cwd") else None
    env = _texts(entry.get("env", {}), "env")
    return ServerSpec(name, "stdio", source, scope, words, env, cwd, **common)


def _seconds(entry: Mapping[str, Any], key: str, default: float) -> float:
    value = entry.get(key, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value <= 0:
        raise ConfigError(f"{key} must be a number of seconds above 0.")
    return min(float(value), MAX_TIMEOUT)


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise ConfigError(f"{key} must be text.")
    return value


def _words(value: Any, key: str) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ConfigError(f"{key} must be a list of texts.")
    return tuple(_text(item, key) for item in value)


def _texts(value: Any, key: str) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise ConfigError(f"{key} must be a table of texts.")
    return {str(name): _text(item, f"{key}.{name}") for name, item in value.items()}
