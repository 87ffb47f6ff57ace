"""Inside the MCP host: what servers offer and answer, as bounded plain values."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

import mcp_types as types

MAX_TEXT = 2_000_000
MAX_IMAGE = 7_000_000
MAX_IMAGES = 8
MAX_DESCRIPTION = 8_000
MAX_SCHEMA = 64_000
MAX_DEFINITIONS = 2_000_000
MAX_LISTED = 1_000

Plain = dict[str, Any]


def plain_tools(tools: Iterable[types.Tool]) -> list[Plain]:
    """All tools, as far as their definitions are of a sensible size together."""
    plain, size = [], 0
    for tool in tools:
        entry = plain_tool(tool)
        size += len(entry["description"]) + len(json.dumps(entry["schema"]))
        if size > MAX_DEFINITIONS:
            entry |= {"description": "", "schema": {"type": "object"}}
            entry["problem"] = "The definitions of this server are too large together."
        plain.append(entry)
    return plain


def plain_tool(tool: types.Tool) -> Plain:
    """A tool with a digest of its whole definition; ``problem`` where it cannot be offered."""
    wire = tool.model_dump(by_alias=True, mode="json", exclude_none=True)
    text = json.dumps(wire, sort_keys=True, ensure_ascii=False)
    schema = wire.get("inputSchema") or {"type": "object"}
    plain: Plain = {
        "name": tool.name[:200],
        "description": (tool.description or "")[:MAX_DESCRIPTION],
        "schema": schema,
        "hash": hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
    }
    if len(text) > MAX_SCHEMA:
        plain |= {"schema": {"type": "object"}, "problem": "Its definition is too large."}
    return plain


def plain_prompt(prompt: types.Prompt) -> Plain:
    arguments = [
        {
            "name": argument.name[:200],
            "description": (argument.description or "")[:500],
            "required": bool(argument.required),
        }
        for argument in (prompt.arguments or [])[:50]
    ]
    return {
        "name": prompt.name[:200],
        "description": (prompt.description or prompt.title or "")[:1000],
        "arguments": arguments,
    }


def plain_resource(resource: types.Resource) -> Plain:
    return {
        "uri": str(resource.uri)[:2000],
        "name": resource.name[:200],
        "description": (resource.description or "")[:500],
        "mime": resource.mime_type or "",
    }


def plain_result(result: types.CallToolResult) -> Plain:
    """The result of a tool: text and images."""
    plain = plain_blocks(result.content)
    if not plain["text"] and not plain["images"] and result.structured_content is not None:
        plain["text"] = _cut(json.dumps(result.structured_content, ensure_ascii=False, indent=1))
    return {**plain, "is_error": bool(result.is_error)}


def plain_blocks(blocks: Iterable[Any]) -> Plain:
    texts: list[str] = []
    images: list[Plain] = []
    for block in blocks:
        if isinstance(block, types.TextContent):
            texts.append(block.text)
        elif isinstance(block, types.ImageContent):
            if len(block.data) <= MAX_IMAGE and len(images) < MAX_IMAGES:
                images.append({"mime": block.mime_type, "data": block.data})
            else:
                texts.append("[an image that is too large was left out]")
        elif isinstance(block, types.AudioContent):
            texts.append(f"[audio, {block.mime_type}, left out]")
        elif isinstance(block, types.EmbeddedResource):
            texts.append(_resource_text(block.resource))
        elif isinstance(block, types.ResourceLink):
            texts.append(f"[resource {block.name}: {block.uri}]")
    return {"text": _cut("\n".join(texts)), "images": images}


def plain_contents(contents: Iterable[Any]) -> Plain:
    """What reading a resource gave."""
    return {"text": _cut("\n".join(_resource_text(entry) for entry in contents)), "images": []}


def plain_messages(result: types.GetPromptResult) -> Plain:
    """A prompt's messages as one text; what an assistant is made to say is marked."""
    texts, images = [], []
    for message in result.messages[:200]:
        plain = plain_blocks([message.content])
        marked = message.role == "assistant"
        texts.append(f"<assistant>\n{plain['text']}\n</assistant>" if marked else plain["text"])
        images += plain["images"]
    return {"text": _cut("\n\n".join(texts)), "images": images[:MAX_IMAGES]}


def _resource_text(resource: Any) -> str:
    if isinstance(resource, types.TextResourceContents):
        return resource.text
    size = len(getattr(resource, "blob", "")) * 3 // 4
    return f"[{resource.uri}: {resource.mime_type or 'binary'}, {size:,} bytes, left out]"


def _cut(text: str) -> str:
    if len(text) <= MAX_TEXT:
        return text
    return f"{text[:MAX_TEXT]}\n[{len(text) - MAX_TEXT:,} further characters left out]"
