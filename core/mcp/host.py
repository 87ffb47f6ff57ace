"""The MCP host: a process of its own that holds the connections to all servers.

The SDK takes a third of a second and 55 MB to import, and a server that floods or sends huge
documents costs whoever reads it; none of that may touch the window. The engine talks to the host over
pipes with length-framed JSON. The host ends when its input does, and everything it started with it.

From the engine: ``start key spec``, ``stop key``, ``call id key …``, ``cancel id``. To the engine:
``ready key`` with what a server offers, ``offer key`` when that changed, ``ended key why``, ``log``,
``push``, ``result id`` or ``failed id``, ``progress id``.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections.abc import Sequence
from typing import Any

from core.llm.frames import pack, read_frame, write_all

Plain = dict[str, Any]

_LAST_SECONDS = 5.0
_PROGRESS_PAUSE = 0.25


class Host:
    """Carries out what the engine asks; everything happens on one loop."""

    def __init__(self, output: int) -> None:
        self._output = output
        self._servers: dict[str, Any] = {}
        self._lives: dict[str, asyncio.Task[None]] = {}
        self._calls: dict[int, asyncio.Task[None]] = {}
        self.over = asyncio.Event()

    def tell(self, frame: Plain) -> None:
        try:
            write_all(self._output, pack(frame))
        except OSError:
            self.over.set()

    def heard(self, frame: Plain) -> None:
        do = frame.get("do")
        if do == "start":
            self._start(frame["key"], frame["spec"])
        elif do == "stop" and frame["key"] in self._servers:
            self._servers[frame["key"]].stop()
        elif do == "call":
            task = asyncio.get_running_loop().create_task(self._call(frame))
            self._calls[frame["id"]] = task
        elif do == "cancel" and frame["id"] in self._calls:
            self._calls[frame["id"]].cancel()

    def _start(self, key: str, spec: Plain) -> None:
        from core.mcp.host_server import HostedServer

        if key in self._servers:
            self.tell({"ended": key, "why": "It is still ending."})
            return
        server = HostedServer(key, spec, self.tell)
        self._servers[key] = server

        async def live() -> None:
            try:
                await server.live()
            finally:
                self._servers.pop(key, None)
                self._lives.pop(key, None)

        self._lives[key] = asyncio.get_running_loop().create_task(live())

    async def _call(self, frame: Plain) -> None:
        number = frame["id"]
        last = 0.0

        def progress(text: str) -> None:
            nonlocal last
            now = asyncio.get_running_loop().time()
            if now - last >= _PROGRESS_PAUSE:
                last = now
                self.tell({"progress": number, "text": text[:300]})

        try:
            server = self._servers.get(frame["key"])
            if server is None:
                raise ConnectionError("It is not connected.")
            self.tell({"result": number, **await server.call(frame, progress)})
        except TimeoutError:
            self.tell({"failed": number, "why": f"It did not answer in {frame['timeout']:g} s."})
        except Exception as error:
            from core.mcp.host_server import sentence

            self.tell({"failed": number, "why": sentence(error)})
        finally:
            self._calls.pop(number, None)

    async def close(self) -> None:
        for task in self._calls.values():
            task.cancel()
        for server in list(self._servers.values()):
            server.stop()
        lives = list(self._lives.values())
        if lives:
            await asyncio.wait(lives, timeout=_LAST_SECONDS)


async def serve(source: int, output: int) -> None:
    """Obey until the input ends."""
    host = Host(output)
    loop = asyncio.get_running_loop()

    def read() -> None:
        with contextlib.suppress(Exception):
            while (frame := read_frame(source)) is not None:
                loop.call_soon_threadsafe(host.heard, frame)
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(host.over.set)
        # Should the loop be stuck, this process ends all the same, and its children with it.
        timer = threading.Timer(2 * _LAST_SECONDS, os._exit, (1,))
        timer.daemon = True
        timer.start()

    threading.Thread(target=read, name="engine", daemon=True).start()
    host.tell({"up": os.getpid()})
    await host.over.wait()
    await host.close()

    from core.process import shutdown

    await shutdown()


def main(arguments: Sequence[str] = ()) -> int:
    """Run as a child of the engine: requests on standard input, answers on standard output."""
    output = os.dup(1)
    # Whatever the SDK or a library prints must not get between the answers.
    os.dup2(2, 1)
    os.set_inheritable(output, False)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    logging.getLogger("mcp").setLevel(logging.CRITICAL)
    logging.getLogger("client").setLevel(logging.CRITICAL)
    asyncio.run(serve(0, output))
    return 0
