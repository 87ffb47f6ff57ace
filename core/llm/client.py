"""Streams answers from models through host processes.

Hosts start on demand, about one per eight busy streams. A host that dies is replaced; what it was
doing is tried again or fails with a sentence. A request is never repeated once a whole tool call
of its answer was handed out, because that call may already be running.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from core import __version__
from core.errors import ModelError
from core.llm.chatformat import chat_message, chat_tools
from core.llm.demo import DemoModel
from core.llm.frames import delta_from
from core.llm.hostprocess import HostProcess
from core.llm.problems import Failure, model_error
from core.llm.retry import LOCAL_PATIENCE, is_local, next_delay
from core.llm.types import (
    ChatMessage,
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

log = logging.getLogger("spinney.llm")

STREAMS_PER_HOST = 8
CONVERSATIONS_KEPT = 128
IDLE_SECONDS = 120.0
START_SECONDS = 60.0

NATIVE_CALLS = frozenset({"anthropic", "bedrock", "vertex", "gemini", "azure"})
"""Kinds whose models never write their calls as text."""

AGENT_HEADER = "x-spinney-agent"
"""Sent with the agent's name to providers whose access has this header, with any value."""

CLOUD_VARIABLES = ("AWS_", "AZURE_", "GOOGLE_", "VERTEX", "CLOUDSDK_")

_numbers = count(1)


class ModelClient:
    """The engine's way to every model. ``demo`` models answer without a host."""

    def __init__(self, *, max_hosts: int = 4, log_folder: Path | None = None) -> None:
        self._max_hosts = max_hosts
        self._log_folder = log_folder
        self._hosts: list[_Host] = []
        self._demo = DemoModel()
        self._secrets: set[str] = set()
        self._closed = False

    async def warm(self) -> None:
        """Start one host now, so that the first request need not wait for it."""
        host = self._idlest(("", "")) or self._start(("", ""))
        await _until_ready(host)

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
        host = self._idlest(("", "")) or self._start(("", ""))
        await _until_ready(host)
        async with _Inbox(host) as inbox:
            host.process.send(json.dumps({"op": "info", "id": inbox.number, "models": models}))
            frame = await inbox.next()
        return list(frame["info"])

    async def close(self) -> None:
        """End every host; streams that still run fail with a sentence."""
        self._closed = True
        hosts, self._hosts = self._hosts, []
        for host in hosts:
            host.process.stop()
        await asyncio.gather(*(asyncio.to_thread(host.process.join, 3.0) for host in hosts))

    # one attempt

    async def _attempt(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        host = await self._host_for(request)
        if request.provider.api_key:
            self._secrets.add(request.provider.api_key)
        host.process.busy += 1
        finished = False
        try:
            async with _Inbox(host) as inbox:
                host.send_start(inbox.number, request)
                while True:
                    frame = await inbox.next()
                    if "deltas" in frame:
                        for plain in frame["deltas"]:
                            delta = delta_from(plain)
                            finished = finished or isinstance(delta, Finished)
                            yield delta
                    elif "error" in frame:
                        raise model_error(Failure(**frame["error"]))
                    elif "resend" in frame:
                        host.conversations.pop(request.conversation, None)
                        host.send_start(inbox.number, request)
                    elif finished:
                        return
                    else:
                        raise _died("The model host gave up the request.")
        finally:
            host.process.busy -= 1
            host.process.idle_since = time.monotonic()
            self._trim()

    # hosts

    async def _host_for(self, request: ModelRequest) -> _Host:
        if self._closed:
            raise ModelError("Spinney is closing.", kind="host")
        network = (request.provider.proxy or "", request.provider.ca_file or "")
        host = self._idlest(network, request.conversation)
        if host is None:
            host = self._start(network)
        elif host.process.busy >= STREAMS_PER_HOST and len(self._hosts) < self._max_hosts:
            self._start(network)  # for the next one; this request does not wait for it
        await _until_ready(host)
        return host

    def _idlest(self, network: tuple[str, str], conversation: str = "") -> _Host | None:
        self._hosts = [host for host in self._hosts if host.process.alive]
        fitting = [host for host in self._hosts if host.network == network]
        ready = [host for host in fitting if host.process.ready.is_set()] or fitting
        for host in ready:
            if conversation in host.conversations and host.process.busy < STREAMS_PER_HOST:
                return host
        return min(ready, key=lambda host: host.process.busy, default=None)

    def _start(self, network: tuple[str, str]) -> _Host:
        log_file = self._log_folder / "model-host.log" if self._log_folder else None
        process = HostProcess(
            environment=_environment(network), log_file=log_file, redact=self._redact
        )
        host = _Host(process, network)
        self._hosts.append(host)
        return host

    def _trim(self) -> None:
        """End hosts that a busy time needed and nobody uses now; one stays."""
        now = time.monotonic()
        for host in self._hosts[1:]:
            idle = host.process.busy == 0 and host.process.ready.is_set()
            if idle and now - host.process.idle_since > IDLE_SECONDS:
                self._hosts.remove(host)
                host.process.stop()

    def _redact(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "[key]")
        return text


@dataclass
class _Host:
    """A host and what it knows of each conversation: the messages it was sent last."""

    process: HostProcess
    network: tuple[str, str]
    conversations: dict[str, tuple[ChatMessage, ...]] = field(default_factory=dict)

    def send_start(self, number: int, request: ModelRequest) -> None:
        name = request.conversation
        known = self.conversations.pop(name, ()) if name else ()
        kept = _common(known, request.messages)
        if name:
            self.conversations[name] = request.messages
            while len(self.conversations) > CONVERSATIONS_KEPT:
                del self.conversations[next(iter(self.conversations))]
        document = {
            "op": "start",
            "id": number,
            "conversation": name,
            "known": len(known),
            "kept": kept,
            "request": _plain_request(request),
            "messages": [chat_message(message) for message in request.messages[kept:]],
        }
        self.process.send(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


def _common(known: tuple[ChatMessage, ...], messages: tuple[ChatMessage, ...]) -> int:
    """How many messages at the beginning are the same."""
    shared = min(len(known), len(messages))
    for position in range(shared):
        ours, theirs = known[position], messages[position]
        if ours is not theirs and ours != theirs:
            return position
    return shared


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


class _Inbox:
    """The frames that answer one request, handed from the reading thread to the asking loop."""

    def __init__(self, host: _Host) -> None:
        self.number = next(_numbers)
        self._process = host.process
        self._loop = asyncio.get_running_loop()
        self._frames: deque[dict[str, Any] | None] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._ended = False

    async def __aenter__(self) -> _Inbox:
        self._process.listen(self.number, self)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._process.forget(self.number)
        if not self._ended:
            self._process.send(json.dumps({"op": "cancel", "id": self.number}))

    async def next(self) -> dict[str, Any]:
        while not self._frames:
            self._waiter = self._loop.create_future()
            await self._waiter
        frame = self._frames.popleft()
        if frame is None:
            self._ended = True
            raise _died("The process that talks to the model ended unexpectedly.")
        self._ended = "done" in frame or "error" in frame or "info" in frame
        return frame

    def received(self, frame: dict[str, Any]) -> None:
        self._hand_over(frame)

    def host_died(self) -> None:
        self._hand_over(None)

    def _hand_over(self, frame: dict[str, Any] | None) -> None:
        with suppress(RuntimeError):  # the loop that asked may be closed
            self._loop.call_soon_threadsafe(self._put, frame)

    def _put(self, frame: dict[str, Any] | None) -> None:
        self._frames.append(frame)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def _died(sentence: str) -> ModelError:
    return ModelError(
        sentence, "It was started again; send the message again.", kind="host", retry=True
    )


def _after_call(error: ModelError) -> ModelError:
    """An answer that broke off after a whole tool call stands as far as it came."""
    return ModelError(
        error.sentence,
        "The tool calls that were complete stay valid; the rest of the answer is lost.",
        kind=error.kind,
        retry=error.retry,
        retry_after=error.retry_after,
    )


async def _until_ready(host: _Host) -> None:
    if not host.process.ready.is_set():
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()

        def tell() -> None:
            with suppress(RuntimeError):  # the loop that asked may be closed
                loop.call_soon_threadsafe(ready.set)

        host.process.call_when_ready(tell)
        try:
            await asyncio.wait_for(ready.wait(), START_SECONDS)
        except TimeoutError:
            host.process.kill()
    if not host.process.alive:
        raise ModelError(
            "The process that talks to models could not be started.",
            "The file model-host.log in Spinney's log folder says why.",
            kind="host",
            retry=True,
        )


def _environment(network: tuple[str, str]) -> dict[str, str]:
    """The host's environment: ours, because cloud providers have credential chains of their own,
    with the configured proxy and certificates, but without the keys and addresses that litellm
    would pick up unasked: those travel in the request."""
    proxy, ca_file = network
    environment = {name: value for name, value in os.environ.items() if _may_pass(name.upper())}
    if proxy:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
            environment[name] = proxy
        local = "localhost,127.0.0.1,::1"
        bypass = environment.get("NO_PROXY") or environment.get("no_proxy")
        environment["NO_PROXY"] = environment["no_proxy"] = f"{bypass},{local}" if bypass else local
    if ca_file:
        for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
            environment[name] = ca_file
    return environment


def _may_pass(name: str) -> bool:
    if name.startswith(CLOUD_VARIABLES):
        return True
    return not name.startswith(("PYTHON", "LITELLM_")) and not name.endswith(
        ("_API_KEY", "_API_BASE", "_BASE_URL", "_API_URL")
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
