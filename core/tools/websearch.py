"""Search the web."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from core import process
from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.permissions.models import Ask
from core.python_child import python_child
from core.tools.arguments import Arguments
from core.tools.base import Tool, ToolContext, ToolResult
from core.tools.describe import describe
from core.tools.webfetch import proxy_for

TIMEOUT = 45.0


class WebSearchArguments(Arguments):
    query: str = Field(min_length=2, description="What to look for.")
    limit: int = Field(8, ge=1, le=20, description="How many results.")


class WebSearchTool(Tool[WebSearchArguments]):
    name = "websearch"
    parameters = WebSearchArguments
    read_only = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("websearch")

    async def asks(self, args: WebSearchArguments, context: ToolContext) -> list[Ask]:
        title = f"Search the web for {args.query}"
        return [Ask("websearch", (args.query,), ("*",), title, {"query": args.query})]

    async def run(self, args: WebSearchArguments, context: ToolContext) -> ToolResult:
        proxy = proxy_for(context.settings, "https", "duckduckgo.com")
        found = await search(args.query, args.limit, proxy, context.settings.network.ca_file)
        blocks = [
            f"{number}. {entry.get('title', '')}\n   {entry.get('href', '')}\n   {entry.get('body', '')}"
            for number, entry in enumerate(found, 1)
        ]
        return ToolResult(
            "\n\n".join(blocks) or "Nothing was found.",
            title=args.query,
            metadata={"results": [{k: e.get(k, "") for k in ("title", "href")} for e in found]},
        )


async def search(
    query: str,
    limit: int,
    proxy: str | None = None,
    ca_file: str | None = None,
    command: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Results as ``{title, href, body}``. The search runs in a process that can be ended."""
    request = {"query": query, "limit": limit, "proxy": proxy, "ca_file": ca_file}
    outcome = await process.run(
        command or python_child("core.tools.websearch_child"),
        cwd=Path("/"),
        environment={},
        timeout=TIMEOUT,
        input=json.dumps(request).encode(),
        separate_errors=True,
    )
    try:
        answer = json.loads(outcome.output.text)
        if "error" in answer:
            raise ToolError(f"The web search failed: {answer['error']}.", retry=True)
        return [dict(entry) for entry in answer["results"]]
    except (ValueError, TypeError, KeyError) as error:
        why = "it took too long" if outcome.timed_out else "the answer cannot be understood"
        raise ToolError(f"The web search failed: {why}.", retry=True) from error
