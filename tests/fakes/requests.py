"""Short ways to make a request to the scripted server and to collect what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from typing import Any

from core.llm.client import ModelClient
from core.llm.types import (
    ChatMessage,
    Delta,
    ModelRequest,
    ProviderAccess,
    SystemMessage,
    TextContent,
    ToolSchema,
    UserMessage,
)
from tests.fakes.model_server import ModelServer

KEY = "sk-secret-of-the-tests"

BASH = ToolSchema(
    "bash",
    "Run a command.",
    {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]},
)
READ = ToolSchema(
    "read", "Read a file.", {"type": "object", "properties": {"path": {"type": "string"}}}
)


def access(server: ModelServer, wire: str = "openai", **options: Any) -> ProviderAccess:
    url = server.anthropic_url if wire == "anthropic" else server.openai_url
    options.setdefault("api_key", KEY)
    return ProviderAccess(f"my-{wire}", wire, url, **options)


def user(text: str) -> UserMessage:
    return UserMessage((TextContent(text),))


def ask(
    server: ModelServer,
    wire: str,
    model: str,
    messages: Sequence[ChatMessage] = (),
    tools: Sequence[ToolSchema] = (BASH, READ),
    **options: Any,
) -> ModelRequest:
    provider = options.pop("provider", None) or access(server, wire)
    return ModelRequest(
        provider=provider,
        model=model,
        messages=tuple(messages) or (SystemMessage("You are a test."), user("Hello")),
        tools=tuple(tools),
        **options,
    )


async def collect(client: ModelClient, request: ModelRequest) -> list[Delta]:
    async with aclosing(client.stream(request)) as deltas:
        return [delta async for delta in deltas]
