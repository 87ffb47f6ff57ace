"""The tools of MCP servers as tools of ours, and a search where there are too many of them."""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.mcp.offers import OfferedTool, ServerStatus, marked, visible
from core.mcp.servers import McpServers
from core.paths import Paths
from core.permissions.models import Ask
from core.sessions.models import Attachment
from core.tools.base import Parameters, Tool, ToolContext, ToolResult

LISTED = 40
"""With more tools than this, models get a search instead of all definitions."""

LOADED = 30
"""How many tools that a search found a session keeps; the ones used longest ago go first."""

_SHOWN = 2_000
_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}


class McpArguments(Parameters):
    """Whatever the server's own schema asks for; the server checks it."""

    model_config = ConfigDict(extra="allow")


class McpTool(Tool[McpArguments]):
    """One tool of one server; its name is its permission."""

    parameters = McpArguments

    def __init__(self, servers: McpServers, server: ServerStatus, tool: OfferedTool, name: str):
        self.name = name  # type: ignore[misc]
        self.server = server.spec.name
        self.tool = tool
        self._servers = servers
        self._key = server.key

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return f"(MCP server {self.server}) {self.tool.description}".strip()

    def schema(self, agent: AgentDefinition, settings: Settings) -> dict[str, Any]:
        return {"type": "object", "properties": {}, **self.tool.schema}

    async def asks(self, args: McpArguments, context: ToolContext) -> list[Ask]:
        details = {"server": self.server, "tool": self.tool.name, "arguments": _plain(args)}
        title = f"{visible(self.tool.name)} of {self.server}"
        return [Ask(self.name, ("*",), ("*",), title, details)]

    async def run(self, args: McpArguments, context: ToolContext) -> ToolResult:
        def show(text: str) -> None:
            context.progress(title=text)

        answer = await self._servers.call_tool(self._key, self.tool.name, _plain(args), show)
        if answer.get("is_error"):
            raise ToolError(answer["text"] or "The tool failed without saying why.")
        attachments = await asyncio.to_thread(_keep_images, answer["images"], context.paths)
        text = answer["text"] or ("" if attachments else "The tool answered nothing.")
        metadata = {"server": self.server, "tool": self.tool.name}
        return ToolResult(text, f"{self.server}: {self.tool.name}", metadata, attachments)


class SearchArguments(Parameters):
    query: str = Field(
        description="Words about what you want to do, or exact tool names divided by commas."
    )
    limit: int = Field(default=8, ge=1, le=20, description="How many tools to load at most.")


class ToolSearch(Tool[SearchArguments]):
    """Finds tools of MCP servers and makes them callable from the next step on."""

    name = "tool_search"
    parameters = SearchArguments
    read_only = True

    def __init__(self, pool: ToolPool, tools: tuple[McpTool, ...]) -> None:
        self._pool = pool
        self._tools = tools

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        servers: dict[str, list[str]] = {}
        for tool in self._tools:
            servers.setdefault(tool.server, []).append(tool.name.removeprefix(f"{tool.server}_"))
        text = (
            f"Find tools of connected MCP servers. There are {len(self._tools)}, too many to list "
            "with their parameters; the ones you find can be called from your next step on.\n"
        )
        room = _SHOWN
        for server, names in servers.items():
            line = f"{server} ({len(names)} tools): {', '.join(names)}"
            share = max(80, _SHOWN // len(servers))
            line = line if len(line) <= share else f"{line[:share].rpartition(',')[0]}, …"
            room -= len(line)
            if room < 0:
                text += "and further servers\n"
                break
            text += f"{line}\n"
        return text.strip()

    async def asks(self, args: SearchArguments, context: ToolContext) -> list[Ask]:
        return []

    async def run(self, args: SearchArguments, context: ToolContext) -> ToolResult:
        found = find_tools(self._tools, args.query, args.limit)
        if not found:
            raise ToolError("No tool matches.", "Use other words, or name a tool exactly.")
        self._pool.load(context.session.id, found)
        lines = [f"{tool.name}: {_first_line(tool.tool.description)}" for tool in found]
        output = "These tools can be called from your next step on:\n" + "\n".join(lines)
        return ToolResult(output, args.query, {"found": [tool.name for tool in found]})


class ToolPool:
    """Which MCP tools a session's models get: all of a few, or a search and what it found."""

    def __init__(self, servers: McpServers, *, listed: int = LISTED, loaded: int = LOADED) -> None:
        self._servers = servers
        self._listed = listed
        self._max_loaded = loaded
        self._loaded: dict[str, OrderedDict[str, None]] = {}
        self._known: dict[tuple[Path | None, str | None], tuple[McpTool, ...]] = {}
        self._version = -1

    def tools(
        self, session_id: str, project: Path | None, run: str | None = None
    ) -> list[Tool[Any]]:
        """The tools for a session's next request, if its agent may use them all."""
        return self.listed(session_id, self.every(project, run))

    def listed(self, session_id: str, tools: Sequence[Tool[Any]]) -> list[Tool[Any]]:
        """Of the tools that an agent may use, those for the session's next request, in an order that
        does not change by itself: all of them, or a search and what it found."""
        if len(tools) <= self._listed:
            return list(tools)
        mine = tuple(tool for tool in tools if isinstance(tool, McpTool))
        loaded = self.loaded(session_id)
        return [ToolSearch(self, mine), *(tool for tool in mine if tool.name in loaded)]

    def loaded(self, session_id: str) -> tuple[str, ...]:
        """The names that searches found for the session; when they change, its tools do."""
        return tuple(self._loaded.get(session_id, ()))

    def find(self, name: str, project: Path | None, run: str | None = None) -> Tool[Any] | None:
        """A tool by the name that models and rules use, whether it is loaded or not."""
        return next((tool for tool in self.every(project, run) if tool.name == name), None)

    def load(self, session_id: str, tools: list[McpTool]) -> None:
        """Give these tools to the session's models from now on."""
        loaded = self._loaded.setdefault(session_id, OrderedDict())
        for tool in tools:
            loaded[tool.name] = None
            loaded.move_to_end(tool.name)
        while len(loaded) > self._max_loaded:
            loaded.popitem(last=False)

    def inherit(self, session_id: str, parent_id: str) -> None:
        """A session that goes on from another begins with what that one has found."""
        if session_id not in self._loaded and parent_id in self._loaded:
            self._loaded[session_id] = self._loaded[parent_id].copy()

    def forget(self, session_id: str) -> None:
        """The session is over."""
        self._loaded.pop(session_id, None)

    def every(self, project: Path | None, run: str | None = None) -> tuple[McpTool, ...]:
        """All tools of the servers that a session in this project (and this run) has."""
        if self._version != self._servers.version:
            self._version = self._servers.version
            self._known.clear()
        known = self._known.get((project, run))
        if known is None:
            known = self._known[(project, run)] = self._build(project, run)
        return known

    def _build(self, project: Path | None, run: str | None) -> tuple[McpTool, ...]:
        built: dict[str, McpTool] = {}
        for status, tool in self._servers.tools_for(project, run):
            name = tool.exposed
            if name in built:
                # The person's servers come first and keep their names.
                name = marked(name, f"{status.key}\0{tool.name}")
            built[name] = McpTool(self._servers, status, tool, name)
        return tuple(built[name] for name in sorted(built))


def find_tools(tools: tuple[McpTool, ...], query: str, limit: int) -> list[McpTool]:
    """The tools that fit a query best: exact names, then by how many of its words they hold."""
    names = {name.strip() for name in query.removeprefix("select:").split(",")}
    exact = [tool for tool in tools if tool.name in names or tool.tool.name in names]
    if exact:
        return exact[:limit]
    words = [word for word in re.findall(r"\w+", query.lower()) if len(word) > 1]
    scored = []
    for tool in tools:
        name, text = tool.name.lower(), tool.tool.description.lower()
        score = sum(3 * (word in name) + (word in text) for word in words)
        if score:
            scored.append((-score, tool.name, tool))
    return [tool for _, _, tool in sorted(scored, key=lambda entry: entry[:2])[:limit]]


def _plain(args: McpArguments) -> dict[str, Any]:
    return dict(args.model_extra or {})


def _first_line(text: str) -> str:
    line = text.strip().partition("\n")[0]
    return line if len(line) <= 200 else f"{line[:200]}…"


def _keep_images(images: list[dict[str, Any]], paths: Paths) -> tuple[Attachment, ...]:
    """Put images into the attachments folder, named by their content."""
    kept = []
    for number, image in enumerate(images, 1):
        ending = _ENDINGS.get(image["mime"])
        try:
            data = base64.b64decode(image["data"], validate=True)
        except binascii.Error:
            continue
        if ending is None:
            continue
        stored = f"{hashlib.sha256(data).hexdigest()}.{ending}"
        paths.attachments.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = paths.attachments / stored
        if not file.exists():
            file.write_bytes(data)
        kept.append(Attachment(mime=image["mime"], name=f"image {number}.{ending}", file=stored))
    return tuple(kept)


def shown_definition(definition: dict[str, Any] | None) -> str:
    """A tool's definition as text, for showing what changed."""
    return (
        json.dumps(definition, indent=1, sort_keys=True, ensure_ascii=False) if definition else ""
    )
