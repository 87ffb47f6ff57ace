"""The model hosts that run: starting, choosing, replacing and ending them."""

from __future__ import annotations

import asyncio
import fnmatch
import json
import os
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from core.environment import ALLOWED, PROXIES
from core.errors import ModelError
from core.llm.chatformat import chat_message
from core.llm.frames import CONVERSATIONS_KEPT
from core.llm.hostprocess import HostProcess
from core.llm.types import ChatMessage

STREAMS_PER_HOST = 16
"""Sixteen streams at 100 chunks a second take 15 % of a core on the two main wires, and most of one
on the routes that need litellm's own stream wrapper."""

IDLE_SECONDS = 120.0
START_SECONDS = 60.0

CLOUD_VARIABLES = ("AWS_", "AZURE_", "GOOGLE_", "VERTEX", "CLOUDSDK_")

Network = tuple[str, str]
"""The proxy and the certificate file that a host was started with, "" for none."""

_numbers = count(1)


class Hosts:
    """All hosts of one client. They start on demand, about one per sixteen busy streams."""

    def __init__(self, most: int, log_folder: Path | None) -> None:
        self.running: list[Host] = []
        self.secrets: set[str] = set()
        self._most = most
        self._log_folder = log_folder
        self._closed = False

    async def choose(self, network: Network = ("", ""), conversation: str = "") -> Host:
        """A host that is ready, rather the one that knows the conversation."""
        if self._closed:
            raise ModelError("Spinney is closing.", kind="host")
        host = self._idlest(network, conversation)
        if host is None:
            host = self._start(network)
        elif host.process.busy >= STREAMS_PER_HOST and self._may_start():
            self._start(network)  # for the next one; this request does not wait for it
        await until_ready(host)
        return host

    def _may_start(self) -> bool:
        starting = any(not host.process.ready.is_set() for host in self.running)
        return not starting and len(self.running) < self._most

    def trim(self) -> None:
        """End hosts that a busy time needed and nobody uses now; one stays."""
        now = time.monotonic()
        for host in self.running[1:]:
            idle = host.process.busy == 0 and host.process.ready.is_set()
            if idle and now - host.process.idle_since > IDLE_SECONDS:
                self.running.remove(host)
                host.process.stop()

    async def close(self) -> None:
        self._closed = True
        hosts, self.running = self.running, []
        for host in hosts:
            host.process.stop()
        await asyncio.gather(*(asyncio.to_thread(host.process.join, 3.0) for host in hosts))

    def _idlest(self, network: Network, conversation: str) -> Host | None:
        self.running = [host for host in self.running if host.process.alive]
        fitting = [host for host in self.running if host.network == network]
        ready = [host for host in fitting if host.process.ready.is_set()] or fitting
        for host in ready:
            if conversation in host.conversations and host.process.busy < STREAMS_PER_HOST:
                return host
        return min(ready, key=lambda host: host.process.busy, default=None)

    def _start(self, network: Network) -> Host:
        log_file = self._log_folder / "model-host.log" if self._log_folder else None
        process = HostProcess(
            environment=host_environment(network), log_file=log_file, redact=self.redact
        )
        host = Host(process, network)
        self.running.append(host)
        return host

    def redact(self, text: str) -> str:
        """The text without any key that was sent to a host."""
        for secret in self.secrets:
            text = text.replace(secret, "[key]")
        return text


@dataclass
class Host:
    """A host and what it knows of each conversation: the messages it was sent last."""

    process: HostProcess
    network: Network
    conversations: dict[str, tuple[ChatMessage, ...]] = field(default_factory=dict)

    def start(
        self,
        number: int,
        request: dict[str, Any],
        conversation: str,
        messages: tuple[ChatMessage, ...],
    ) -> None:
        """Send a request. Of its messages only those cross the pipe that the host does not have."""
        known = self.conversations.pop(conversation, ()) if conversation else ()
        kept = _common(known, messages)
        if conversation:
            self.conversations[conversation] = messages
            while len(self.conversations) > CONVERSATIONS_KEPT:
                del self.conversations[next(iter(self.conversations))]
        document = {
            "op": "start",
            "id": number,
            "conversation": conversation,
            "known": len(known),
            "kept": kept,
            "request": request,
            "messages": [chat_message(message) for message in messages[kept:]],
        }
        self.process.send(json.dumps(document, ensure_ascii=False, separators=(",", ":")))

    def forget(self, conversation: str) -> None:
        self.conversations.pop(conversation, None)


def _common(known: tuple[ChatMessage, ...], messages: tuple[ChatMessage, ...]) -> int:
    """How many messages at the beginning are the same."""
    shared = min(len(known), len(messages))
    for position in range(shared):
        ours, theirs = known[position], messages[position]
        if ours is not theirs and ours != theirs:
            return position
    return shared


class Inbox:
    """The frames that answer one request, handed from the reading thread to the asking loop."""

    def __init__(self, host: Host) -> None:
        self.number = next(_numbers)
        self._process = host.process
        self._loop = asyncio.get_running_loop()
        self._frames: deque[dict[str, Any] | None] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._ended = False

    async def __aenter__(self) -> Inbox:
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
            raise host_died("The process that talks to the model ended unexpectedly.")
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


def host_died(sentence: str) -> ModelError:
    return ModelError(
        sentence, "It was started again; send the message again.", kind="host", retry=True
    )


async def until_ready(host: Host) -> None:
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


def host_environment(network: Network) -> dict[str, str]:
    """What a process needs, the configured proxy and certificates, and the variables of the clouds,
    which have credential chains of their own. No other key or address gets in, whatever its name:
    those travel in the request."""
    proxy, ca_file = network
    environment = {name: value for name, value in os.environ.items() if _may_pass(name.upper())}
    if proxy:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
            environment[name] = proxy
    # A proxy cannot reach the servers on this machine.
    bypass = [environment.get("NO_PROXY") or environment.get("no_proxy"), "localhost,127.0.0.1,::1"]
    environment["NO_PROXY"] = environment["no_proxy"] = ",".join(filter(None, bypass))
    if ca_file:
        for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
            environment[name] = ca_file
    return environment


def _may_pass(name: str) -> bool:
    if name.endswith(("_API_KEY", "_API_BASE", "_BASE_URL", "_API_URL")):
        return False
    allowed = name in PROXIES or any(fnmatch.fnmatchcase(name, entry) for entry in ALLOWED)
    return allowed or name.startswith(CLOUD_VARIABLES)
