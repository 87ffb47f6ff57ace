"""Our messages and tools in the chat-completion form that litellm takes.

Reasoning goes back only to the kind of provider that wrote it: signed thinking blocks to
Anthropic's wire, ``reasoning_content`` to the servers that sent it, nothing to the others.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from core.llm.types import (
    AssistantMessage,
    ChatMessage,
    Content,
    ReasoningBlock,
    SystemMessage,
    TextContent,
    ToolCall,
    ToolMessage,
    ToolSchema,
    UserMessage,
)

THINKING = "thinking"
REDACTED = "redacted_thinking"
REASONING_CONTENT = "reasoning_content"


def chat_message(message: ChatMessage) -> dict[str, Any]:
    if isinstance(message, SystemMessage):
        return {"role": "system", "content": message.text}
    if isinstance(message, UserMessage):
        return {"role": "user", "content": _content(message.content)}
    if isinstance(message, ToolMessage):
        return {
            "role": "tool",
            "tool_call_id": message.call_id,
            "content": _content(message.content),
        }
    return _assistant(message)


def _assistant(message: AssistantMessage) -> dict[str, Any]:
    plain: dict[str, Any] = {"role": "assistant", "content": message.text or None}
    blocks = [block for block in map(_thinking_block, message.reasoning) if block]
    if blocks:
        plain["thinking_blocks"] = blocks
    thought = "".join(
        block.text
        for block in message.reasoning
        if (block.provider_data or {}).get("type") == REASONING_CONTENT
    )
    if thought:
        plain[REASONING_CONTENT] = thought
    if message.tool_calls:
        plain["tool_calls"] = [_tool_call(call) for call in message.tool_calls]
    return plain


def _thinking_block(block: ReasoningBlock) -> dict[str, Any] | None:
    data = block.provider_data or {}
    if data.get("type") == REDACTED:
        return {"type": REDACTED, "data": data["data"]}
    if data.get("type") == THINKING and data.get("signature"):
        return {"type": THINKING, "thinking": block.text, "signature": data["signature"]}
    return None


def _tool_call(call: ToolCall) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": _arguments(call.arguments)},
    }
    if call.provider_data:
        plain["provider_specific_fields"] = call.provider_data
    return plain


def _arguments(text: str) -> str:
    """As the model wrote it, unless that was no JSON object: most providers refuse a conversation
    that holds one, and the call's result already says what was wrong."""
    try:
        if isinstance(json.loads(text or "{}"), dict):
            return text or "{}"
    except ValueError:
        pass
    return json.dumps({"invalid_arguments": text}, ensure_ascii=False)


def _content(content: Sequence[Content]) -> str | list[dict[str, Any]]:
    if all(isinstance(piece, TextContent) for piece in content):
        return "\n".join(piece.text for piece in content if isinstance(piece, TextContent))
    return [_content_piece(piece) for piece in content]


def _content_piece(piece: Content) -> dict[str, Any]:
    if isinstance(piece, TextContent):
        return {"type": "text", "text": piece.text}
    url = f"data:{piece.mime};base64,{piece.data}"
    return {"type": "image_url", "image_url": {"url": url}}


def chat_tools(tools: Iterable[ToolSchema]) -> list[dict[str, Any]]:
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.parameters,
            },
        }
        for tool in tools
    ]
