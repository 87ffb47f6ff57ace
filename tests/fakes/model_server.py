"""A scripted model server over real HTTP, speaking the OpenAI and the Anthropic wire format.

In a test it runs in a thread of its own: ``with ModelServer() as server: server.script(…)``.
As a process of its own: ``python -m tests.fakes.model_server SETUP.py`` runs ``setup(server)`` of
that file, prints the address as one line and serves until its standard input closes;
``GET /_requests`` returns what was recorded.

Every request is kept with its bytes and times (``time.monotonic``, comparable between processes on
one machine), so that a test can look at the wire. A conversation finds its script by the model's
name, else by the script's name occurring in the system prompt, else in the first user message.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import runpy
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tests.fakes.script import Drop, Gate, Pause, Reply, Script, Stall
from tests.fakes.wire import (
    Act,
    anthropic_stream,
    anthropic_whole,
    error_body,
    openai_stream,
    openai_whole,
)


@dataclass
class ServerRequest:
    """One request as it came over the wire, and what became of it."""

    number: int
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    started: float
    received: float
    script: str | None = None
    first_byte: float | None = None
    ended: float | None = None
    closed_early: bool = False
    done: threading.Event = field(default_factory=threading.Event)

    @cached_property
    def json(self) -> dict[str, Any]:
        value = json.loads(self.body or b"{}")
        assert isinstance(value, dict)
        return value

    @property
    def anthropic(self) -> bool:
        return self.path.partition("?")[0].endswith("/messages")

    @property
    def model(self) -> str:
        return str(self.json.get("model", ""))

    @property
    def messages(self) -> list[dict[str, Any]]:
        return list(self.json.get("messages", []))

    @property
    def system(self) -> str:
        if "system" in self.json:
            return _text(self.json["system"])
        return "\n".join(
            _text(m.get("content")) for m in self.messages if m["role"] in ("system", "developer")
        )

    @property
    def prompts(self) -> list[str]:
        """The texts of the user messages, tool results left out."""
        texts = (_text(m.get("content")) for m in self.messages if m["role"] == "user")
        return [text for text in texts if text]

    @property
    def tools(self) -> list[str]:
        return [t.get("name") or t["function"]["name"] for t in self.json.get("tools") or []]

    @property
    def results(self) -> dict[str, str]:
        """What the tool calls returned, by call id."""
        found: dict[str, str] = {}
        for message in self.messages:
            if message["role"] == "tool":
                found[message["tool_call_id"]] = _text(message["content"])
            elif message["role"] == "user" and isinstance(message["content"], list):
                for block in message["content"]:
                    if block.get("type") == "tool_result":
                        found[block["tool_use_id"]] = _text(block.get("content"))
        return found


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(b["text"] for b in content if isinstance(b, dict) and "text" in b)


class ModelServer:
    """Scripts in, recorded requests out. Safe to use from the test's thread."""

    def __init__(self, port: int = 0) -> None:
        self.scripts: dict[str, Script] = {}
        self.default: Script | None = None
        self.requests: list[ServerRequest] = []
        self.models: list[str] = ["scripted"]
        self.port = port
        self.connections_made = 0
        self._condition = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._connections: set[_Connection] = set()

    # scripting

    def script(self, name: str, when: Callable[[ServerRequest], bool] | None = None) -> Script:
        """A new script; an earlier one of that name is replaced."""
        script = self.scripts[name] = Script(name, when)
        return script

    def script_for(self, request: ServerRequest) -> Script | None:
        names = sorted(self.scripts, key=len, reverse=True)
        for name in names:
            when = self.scripts[name].when
            if when is not None and when(request):
                return self.scripts[name]
        plain = [name for name in names if self.scripts[name].when is None]
        if request.model in plain:
            return self.scripts[request.model]
        first = request.prompts[0] if request.prompts else ""
        for text in (request.system, first):
            for name in plain:
                if name in text:
                    return self.scripts[name]
        return self.default

    # looking

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def openai_url(self) -> str:
        return f"{self.address}/v1"

    @property
    def anthropic_url(self) -> str:
        return self.address

    def wait_for_requests(self, count: int, timeout: float = 20.0) -> list[ServerRequest]:
        """The requests so far, once there are ``count``; for use outside the event loop."""
        with self._condition:
            if not self._condition.wait_for(lambda: len(self.requests) >= count, timeout):
                raise AssertionError(f"{len(self.requests)} of {count} requests came")
            return list(self.requests)

    def forget(self) -> None:
        """Start a new test: no scripts, no requests."""
        self.scripts.clear()
        self.requests.clear()
        self.default = None

    # running

    def start(self) -> ModelServer:
        ready = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve(ready.set)), name="model-server", daemon=True
        )
        self._thread.start()
        assert ready.wait(10)
        return self

    def stop(self) -> None:
        assert self._loop is not None
        assert self._thread is not None
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(10)

    def __enter__(self) -> ModelServer:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    async def _serve(self, ready: Callable[[], object]) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()
        server = await self._loop.create_server(
            lambda: _Connection(self), "127.0.0.1", self.port, backlog=256
        )
        self.port = server.sockets[0].getsockname()[1]
        ready()
        await self._stopping.wait()
        server.close()
        for connection in list(self._connections):
            await connection.shut()
        await server.wait_closed()

    def record(self, request: ServerRequest) -> None:
        with self._condition:
            request.number = len(self.requests)
            self.requests.append(request)
            self._condition.notify_all()

    def answer(self, request: ServerRequest) -> Reply:
        script = self.script_for(request)
        if script is None:
            return Reply(status=400, message=f"no script fits a request for {request.model!r}")
        request.script = script.name
        return script.next(request)


class _Connection(asyncio.Protocol):
    """One HTTP/1.1 connection, kept alive between requests."""

    def __init__(self, server: ModelServer) -> None:
        self.server = server
        self.buffer = bytearray()
        self.started = 0.0
        self.last_write = 0.0
        self.current: ServerRequest | None = None
        self.task: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.server._connections.add(self)
        self.server.connections_made += 1

    def connection_lost(self, error: Exception | None) -> None:
        self.server._connections.discard(self)
        if self.current is not None and self.current.ended is None:
            self.current.closed_early = True
            self.current.done.set()
        if self.task is not None:
            self.task.cancel()

    async def shut(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.wait([self.task])
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if not self.buffer:
            self.started = time.monotonic()
        self.buffer += data
        if self.task is None or self.task.done():
            self._take_request()

    def _take_request(self) -> None:
        head, separator, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        if not separator:
            return
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, _ = first.split(" ", 2)
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        length = int(headers.get("content-length", "0"))
        if len(rest) < length:
            return
        self.buffer = bytearray(rest[length:])
        received = time.monotonic()
        request = ServerRequest(0, method, path, headers, rest[:length], self.started, received)
        self.current = request
        self.task = asyncio.get_running_loop().create_task(self._respond(request))

    async def _respond(self, request: ServerRequest) -> None:
        path = request.path.partition("?")[0]
        if path == "/_requests":
            self._send_whole(200, json.dumps(_summary(self.server)).encode())
        elif path.endswith("/models"):
            data = [{"id": name, "object": "model"} for name in self.server.models]
            self._send_whole(200, json.dumps({"object": "list", "data": data}).encode())
        elif path.endswith(("/chat/completions", "/messages")):
            self.server.record(request)
            await self._converse(request)
        else:
            self._send_whole(404, b'{"error": {"message": "no such page"}}')
        request.ended = self.last_write
        request.done.set()
        if self.buffer:
            asyncio.get_running_loop().call_soon(self._take_request)

    async def _converse(self, request: ServerRequest) -> None:
        try:
            reply = self.server.answer(request)
        except Exception as error:  # a mistake in a test's script must reach the test
            reply = Reply(status=400, message=f"the script failed: {error!r}")
        identity = f"msg_{request.number}"
        if reply.status != 200:
            self._send_whole(reply.status, error_body(reply, request.anthropic), reply.headers)
        elif not request.json.get("stream"):
            for piece in reply.pieces:
                if isinstance(piece, (Pause, Stall, Drop, Gate)):
                    await self._act(piece, request)
            whole = anthropic_whole if request.anthropic else openai_whole
            payload = whole(reply, request.model, identity)
            self._send_whole(200, json.dumps(payload).encode(), reply.headers)
        else:
            await self._stream(request, reply, identity)

    async def _stream(self, request: ServerRequest, reply: Reply, identity: str) -> None:
        # A reply that begins with waiting has not sent a byte yet, headers included.
        pieces = list(reply.pieces)
        while pieces and isinstance(pieces[0], (Pause, Stall, Drop, Gate)):
            await self._act(pieces.pop(0), request)
        reply = replace(reply, pieces=tuple(pieces))
        if request.anthropic:
            acts = anthropic_stream(reply, request.model, identity)
        else:
            usage = bool((request.json.get("stream_options") or {}).get("include_usage"))
            acts = openai_stream(reply, request.model, identity, usage)
        self._head(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked"})
        for act in acts:
            await self._act(act, request)
            if reply.every and isinstance(act, bytes):
                await asyncio.sleep(reply.every)
        self.transport.write(b"0\r\n\r\n")

    async def _act(self, act: Act, request: ServerRequest) -> None:
        if isinstance(act, bytes):
            if request.first_byte is None:
                request.first_byte = time.monotonic()
            # Before it is written: the client may have acted on it before write returns.
            self.last_write = time.monotonic()
            self.transport.write(b"%x\r\n%s\r\n" % (len(act), act))
        elif isinstance(act, Pause):
            await asyncio.sleep(act.seconds)
        elif isinstance(act, Gate):
            await act.passed()
        elif isinstance(act, Stall):
            await asyncio.get_running_loop().create_future()
        else:
            # Let what was written so far leave before the connection is cut.
            await asyncio.sleep(0.02)
            self.transport.abort()
            await asyncio.get_running_loop().create_future()

    def _head(self, status: int, headers: dict[str, str]) -> None:
        lines = [f"HTTP/1.1 {status} Scripted"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.transport.write("\r\n".join([*lines, "", ""]).encode())

    def _send_whole(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self._head(
            status,
            {
                "content-type": "application/json",
                "content-length": str(len(body)),
                **(headers or {}),
            },
        )
        self.last_write = time.monotonic()
        self.transport.write(body)


def _summary(server: ModelServer) -> list[dict[str, Any]]:
    return [
        {
            "script": r.script,
            "path": r.path,
            "bytes": len(r.body),
            "started": r.started,
            "received": r.received,
            "first_byte": r.first_byte,
            "ended": r.ended,
            "closed_early": r.closed_early,
        }
        for r in server.requests
    ]


def main(setup_file: str) -> None:
    server = ModelServer()
    runpy.run_path(setup_file)["setup"](server)
    with server:
        print(server.address, flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
