"""How many tokens a text will take, estimated here, without asking anybody.

A tokenizer per vendor would be large, slow to load and still wrong for most models. Four bytes of
UTF-8 to a token is close for prose, code and Chinese alike; what a provider reports about one
request corrects the estimate of the next (see ``correction``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from core.llm.types import (
    AssistantMessage,
    ChatMessage,
    Content,
    SystemMessage,
    TextContent,
    ToolMessage,
    ToolSchema,
    Usage,
    UserMessage,
)

BYTES_PER_TOKEN = 4
PER_MESSAGE = 8
"""Role, separators and ids around each message."""

PER_IMAGE = 1_600
"""What a screenshot costs with the large vendors, which scale images down to about this."""

LEAST_CORRECTION, MOST_CORRECTION = 0.5, 3.0


def text_tokens(text: str) -> int:
    """About how many tokens a text takes."""
    length = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return -(-length // BYTES_PER_TOKEN)


def message_tokens(message: ChatMessage) -> int:
    """About how many tokens one message of a request takes."""
    match message:
        case SystemMessage(text):
            return PER_MESSAGE + text_tokens(text)
        case UserMessage(content) | ToolMessage(_, content):
            return PER_MESSAGE + sum(_content(item) for item in content)
        case AssistantMessage():
            tokens = PER_MESSAGE + text_tokens(message.text)
            for block in message.reasoning:
                tokens += text_tokens(block.text)
            for call in message.tool_calls:
                tokens += PER_MESSAGE + text_tokens(call.name) + text_tokens(call.arguments)
            return tokens


def messages_tokens(messages: Iterable[ChatMessage]) -> int:
    return sum(message_tokens(message) for message in messages)


def _content(content: Content) -> int:
    return text_tokens(content.text) if isinstance(content, TextContent) else PER_IMAGE


def tools_tokens(schemas: Iterable[ToolSchema]) -> int:
    """About how many tokens the offered tools take."""
    return sum(
        PER_MESSAGE
        + text_tokens(schema.name)
        + text_tokens(schema.description)
        + text_tokens(json.dumps(schema.parameters))
        for schema in schemas
    )


def correction(reported: Usage, estimated: int) -> float | None:
    """By what to multiply estimates, given what a provider reported for a request that had been
    estimated; None when the report says nothing. Bounded, because some reports are nonsense."""
    said = reported.input + reported.cache_read + reported.cache_write
    if said <= 0 or estimated <= 0:
        return None
    return min(MOST_CORRECTION, max(LEAST_CORRECTION, said / estimated))


def cut_to_tokens(text: str, tokens: int) -> str:
    """The beginning and the end of a text that is too long, with a mark between them."""
    if text_tokens(text) <= tokens:
        return text
    mark = "\n[… left out …]\n"
    # By characters, so that nothing is cut in the middle of one; wide ones take more bytes.
    width = max(1.0, len(text.encode("utf-8", "surrogatepass")) / len(text))
    room = max(0, int(tokens * BYTES_PER_TOKEN / width) - len(mark))
    head = room * 2 // 3
    tail = room - head
    return text[:head] + mark + (text[-tail:] if tail else "")
