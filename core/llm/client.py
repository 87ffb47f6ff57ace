"""Streams answers from models through host processes.

What fails in passing is tried again, in sight of the consumer. A request is never repeated once a
whole tool call of its answer was handed out, because that call may already be running.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core import __version__
from core.errors import ModelError
from core.llm.chatformat import chat_tools
from core.llm.demo import DemoModel
from core.llm.frames import delta_from
from core.llm.hosts import Hosts, Inbox, host_died
from core.llm.problems import Failure, model_error
from core.llm.retry import LOCAL_PATIENCE, is_local, next_delay
from core.llm.types import (
    Delta,
    Finished,
    ModelRequest,
    ReasoningBlock,
    ReasoningDelta,
    Retrying,
    TextDelta,
    ToolCall,
    ToolCallReady,
    Usage,
)

NATIVE_CALLS = frozenset({"anthropic", "bedrock", "vertex", "gemini", "azure"})
"""Kinds whose models never write their calls as text."""

AGENT_HEADER = "x-spinney-agent"
"""Sent with the agent's name to providers whose access has this header, with any value."""


class ModelClient:
    """The engine's way to every model. ``demo`` models answer without a host.

    It belongs to no event loop: it may be used from several, one after another or at once.
    """

    def __init__(self, *, max_hosts: int = 4, log_folder: Path | None = None) -> None:
        self.hosts = Hosts(max_hosts, log_folder)
        self._demo = DemoModel()

    async def warm(self) -> None:
        """Start one host now, so that the first request need not wait for it."""
        await self.hosts.choose()

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        """The answer as it comes. Ending the iteration early closes the provider's connection, and
        so does cancelling the task that iterates (close the iterator with ``aclosing`` to be sure
        when)."""
        if request.provider.kind == "demo":
            async with aclosing(self._demo.stream(request)) as deltas:
                async for delta in deltas:
                    yield delta
            return
        attempt = 1
        while True:
            called = False
            try:
                async with aclosing(self._attempt(request)) as deltas:
                    async for delta in deltas:
                        called = called or isinstance(delta, ToolCallReady)
                        yield delta
                return
            except ModelError as error:
                if called:
                    raise _after_call(error) from error
                delay = next_delay(error, attempt, request.max_attempts)
                if delay is None:
                    raise
                reason = error.sentence
            yield Retrying(attempt, delay, reason)
            await asyncio.sleep(delay)
            attempt += 1

    async def model_infos(
        self, models: list[tuple[str, str]] | None = None
    ) -> list[dict[str, Any]]:
        """What litellm knows about ``(kind, model)`` pairs, or about every chat model."""
        host = await self.hosts.choose()
        async with Inbox(host) as inbox:
            host.process.send(json.dumps({"op": "info", "id": inbox.number, "models": models}))
            frame = await inbox.next()
        return list(frame["info"])

    async def close(self) -> None:
        """End every host; streams that still run fail with a sentence."""
        await self.hosts.close()

    async def _attempt(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        provider = request.provider
        network = (provider.proxy or "", provider.ca_file or "")
        host = await self.hosts.choose(network, request.conversation)
        self.hosts.secrets.update(_secrets(request))
        plain = _plain_request(request)
        host.process.busy += 1
        finished = False
        try:
            async with Inbox(host) as inbox:
                host.start(inbox.number, plain, request.conversation, request.messages)
                while True:
                    frame = await inbox.next()
                    if "deltas" in frame:
                        for delta in map(delta_from, frame["deltas"]):
                            finished = finished or isinstance(delta, Finished)
                            yield delta
                    elif "error" in frame:
                        raise model_error(self._failure(frame["error"]))
                    elif "resend" in frame:
                        host.forget(request.conversation)
                        host.start(inbox.number, plain, request.conversation, request.messages)
                    elif finished:
                        return
                    else:
                        raise host_died("The process that talks to the model gave up the request.")
        finally:
            host.process.busy -= 1
            host.process.idle_since = time.monotonic()
            self.hosts.trim()

    def _failure(self, plain: dict[str, Any]) -> Failure:
        """What the host reports, without the key that a provider may repeat in its complaint."""
        return Failure(**{**plain, "message": self.hosts.redact(plain["message"])})


def _secrets(request: ModelRequest) -> set[str]:
    """What must never stand in a log: the key, and header values long enough to be one."""
    values = {value for value in request.provider.headers.values() if len(value) >= 12}
    return values | ({request.provider.api_key} if request.provider.api_key else set())


def _plain_request(request: ModelRequest) -> dict[str, Any]:
    provider = request.provider
    local = is_local(provider.base_url)
    patience = LOCAL_PATIENCE if local else 1.0
    headers = {"user-agent": f"spinney/{__version__}"}
    headers.update({name.lower(): value for name, value in provider.headers.items()})
    asked = headers.pop(AGENT_HEADER, None) is not None
    if request.agent and asked:
        headers[AGENT_HEADER] = request.agent
    if request.agent and provider.kind == "openai":
        headers.setdefault("x-openai-subagent", request.agent)
    by_text = provider.kind not in NATIVE_CALLS and (local or provider.base_url is not None)
    return {
        "provider": {
            "name": provider.name,
            "kind": provider.kind,
            "base_url": provider.base_url,
            "api_key": provider.api_key,
            "headers": headers,
            "first_byte_timeout": provider.first_byte_timeout * patience,
            "silence_timeout": provider.silence_timeout * patience,
        },
        "model": request.model,
        "tools": chat_tools(request.tools),
        "tool_choice": request.tool_choice,
        "max_output": request.max_output,
        "temperature": request.temperature,
        "top_p": request.top_p,
        "effort": request.effort,
        "response_schema": request.response_schema,
        "options": request.options,
        "price": request.price,
        "local": local,
        "text_tools": [tool.name for tool in request.tools] if by_text else [],
    }


def _after_call(error: ModelError) -> ModelError:
    """An answer that broke off after a whole tool call stands as far as it came."""
    return ModelError(
        error.sentence,
        "The tool calls that were complete stay valid; the rest of the answer is lost.",
        kind=error.kind,
        retry=error.retry,
        retry_after=error.retry_after,
    )


@dataclass(frozen=True)
class Completion:
    """A whole answer."""

    text: str
    tool_calls: tuple[ToolCall, ...]
    usage: Usage
    cost: float | None
    reasoning: tuple[ReasoningBlock, ...] = ()
    finish: str = "stop"


async def complete(client: ModelClient, request: ModelRequest) -> Completion:
    """Wait for the whole answer."""
    text: list[str] = []
    calls: list[ToolCall] = []
    reasoning: list[ReasoningBlock] = []
    thought = ""
    async with aclosing(client.stream(request)) as deltas:
        async for delta in deltas:
            if isinstance(delta, TextDelta):
                text.append(delta.text)
            elif isinstance(delta, ReasoningDelta):
                thought += delta.text
                if delta.done:
                    reasoning.append(ReasoningBlock(thought, delta.provider_data))
                    thought = ""
            elif isinstance(delta, ToolCallReady):
                calls.append(delta.call)
            elif isinstance(delta, Retrying):
                text, calls, reasoning, thought = [], [], [], ""
            elif isinstance(delta, Finished):
                return Completion(
                    "".join(text),
                    tuple(calls),
                    delta.usage,
                    delta.cost,
                    tuple(reasoning),
                    delta.reason,
                )
    raise ModelError("The model's answer ended without an end.", kind="dropped", retry=True)
