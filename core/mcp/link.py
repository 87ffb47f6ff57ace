"""The engine's side of the MCP host: starting it, talking to it, noticing its death.

Threads do the reading and writing, so that it works the same under any event loop; what arrives is
handed to the engine's loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import IO, Any

from core.errors import ToolError
from core.llm.frames import pack, read_frame, write_all
from core.python_child import python_child

log = logging.getLogger("spinney.mcp")

Plain = dict[str, Any]


class HostGone(ToolError):
    """The host ended while something waited for it."""


class HostLink:
    """One host process. ``on_frame`` hears on the engine's loop what concerns a server, and
    ``on_death`` once when the process has ended without being told to."""

    def __init__(
        self,
        environment: Mapping[str, str],
        on_frame: Callable[[Plain], None],
        on_death: Callable[[], None],
        redact: Callable[[str], str],
    ) -> None:
        self._on_frame = on_frame
        self._on_death = on_death
        self._redact = redact
        self._loop = asyncio.get_running_loop()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Plain]] = {}
        self._progress: dict[int, Callable[[str], None]] = {}
        self._closing = False
        self.alive = True
        self._outgoing: queue.SimpleQueue[Plain | None] = queue.SimpleQueue()
        self._process = subprocess.Popen(
            python_child("core.mcp.host"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=os.path.abspath(os.sep),
            env=dict(environment),
            start_new_session=sys.platform != "win32",
        )
        self._threads = [
            threading.Thread(target=work, name=f"mcp-host-{name}", daemon=True)
            for name, work in (("read", self._read), ("write", self._write), ("log", self._errors))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def start_server(self, key: str, spec: Plain) -> None:
        self._outgoing.put({"do": "start", "key": key, "spec": spec})

    def stop_server(self, key: str) -> None:
        self._outgoing.put({"do": "stop", "key": key})

    async def call(self, request: Plain, progress: Callable[[str], None] | None = None) -> Plain:
        """Have a server do something; raises ``ToolError`` with why it could not."""
        if not self.alive:
            raise HostGone("The MCP servers are being started again.", retry=True)
        number = next(self._numbers)
        future: asyncio.Future[Plain] = self._loop.create_future()
        self._waiting[number] = future
        if progress is not None:
            self._progress[number] = progress
        self._outgoing.put({"do": "call", "id": number, **request})
        try:
            answer = await future
        except asyncio.CancelledError:
            self._outgoing.put({"do": "cancel", "id": number})
            raise
        finally:
            self._waiting.pop(number, None)
            self._progress.pop(number, None)
        if "failed" in answer:
            raise ToolError(str(answer["why"]))
        return answer

    async def close(self) -> None:
        """End the host and with it every server; returns when it is gone."""
        self._closing = True
        self._outgoing.put(None)
        await asyncio.to_thread(self._join)
        # What the threads handed over last may still be waiting in the loop.
        await asyncio.sleep(0)

    def _join(self) -> None:
        try:
            self._process.wait(8)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(2)

    def _received(self, frame: Plain) -> None:
        number = frame.get("result") or frame.get("failed")
        if number is not None:
            future = self._waiting.get(number)
            if future is not None and not future.done():
                future.set_result(frame)
        elif "progress" in frame:
            show = self._progress.get(frame["progress"])
            if show is not None:
                show(frame["text"])
        elif not self._closing:
            self._on_frame(frame)

    def _died(self) -> None:
        self.alive = False
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(HostGone("The connection to the MCP servers broke."))
        if not self._closing:
            self._on_death()

    def _hand_over(self, callback: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(callback, *arguments)

    def _read(self) -> None:
        stream = _pipe(self._process.stdout)
        try:
            while (frame := read_frame(stream.fileno())) is not None:
                self._hand_over(self._received, frame)
        except Exception:
            log.exception("the MCP host sent something unreadable")
        finally:
            self._outgoing.put(None)
            if self._process.poll() is None and not self._closing:
                self._process.kill()
            self._process.wait()
            stream.close()
            self._hand_over(self._died)

    def _write(self) -> None:
        stream = _pipe(self._process.stdin)
        try:
            while (frame := self._outgoing.get()) is not None:
                write_all(stream.fileno(), pack(frame))
        except OSError:
            pass  # it died; the reading thread tells everybody
        finally:
            stream.close()

    def _errors(self) -> None:
        with _pipe(self._process.stderr) as stream:
            while data := stream.read(65536):
                text = self._redact(data[-2000:].decode("utf-8", "replace").strip())
                log.warning("MCP host: %s", text)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
