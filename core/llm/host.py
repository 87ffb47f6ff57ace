"""The model host: a process of its own that talks to providers through litellm.

It is asked over its standard input and answers on its standard output, in frames (see ``frames``).
litellm prints to standard output, so the real descriptors are moved away first and 1 is pointed at
the error output. The host ends when its input closes, whatever it is doing.

Requests: ``start`` (with a request), ``cancel``, ``info`` (what litellm knows about a model).
Answers: ``ready`` once, then per request ``deltas``, and at the end ``error`` or ``done``.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import queue
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Any

from core.llm.frames import CONVERSATIONS_KEPT, Plain, pack, read_frame, write_all


def main(arguments: Sequence[str] = ()) -> int:
    parent = int(arguments[0]) if arguments else os.getppid()
    _end_with_parent(parent)
    reading, writing = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.environ.update(
        LITELLM_LOCAL_MODEL_COST_MAP="True",
        LITELLM_MODE="PRODUCTION",
        AIOHTTP_TRUST_ENV="True",
        # A model may write the same line many times; that is its affair.
        REPEATED_STREAMING_CHUNK_LIMIT="1000000",
    )
    asyncio.run(_serve(reading, writing))
    return 0


def _end_with_parent(parent: int) -> None:
    """Where the system can do it: die with the engine even when this process hangs."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


async def _serve(reading: int, writing: int) -> None:
    loop = asyncio.get_running_loop()
    host = Host(Output(writing))
    requests: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def read() -> None:
        while (frame := read_frame(reading)) is not None:
            loop.call_soon_threadsafe(requests.put_nowait, frame)
        # Nobody is left to answer to; what still runs would only cost money.
        os._exit(0)

    threading.Thread(target=read, name="requests", daemon=True).start()
    await host.warm()
    host.output.send({"ready": True})
    while True:
        host.take(await requests.get())


class Output:
    """Writes frames from a thread of its own, so that a slow reader never holds up a stream."""

    def __init__(self, descriptor: int) -> None:
        self._frames: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._descriptor = descriptor
        threading.Thread(target=self._write, name="answers", daemon=True).start()

    def send(self, document: Any) -> None:
        self._frames.put(pack(document))

    def _write(self) -> None:
        while True:
            try:
                write_all(self._descriptor, self._frames.get())
            except OSError:
                os._exit(0)


class Host:
    """The running requests and the conversations whose beginnings are already here."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self._running: dict[int, asyncio.Task[None]] = {}
        self._conversations: dict[str, list[dict[str, Any]]] = {}

    async def warm(self) -> None:
        """Import and exercise litellm once, then keep its objects out of every later collection."""
        from core.llm import host_call

        await host_call.warm_up()
        gc.collect()
        gc.freeze()

    def take(self, frame: dict[str, Any]) -> None:
        operation, number = frame["op"], frame["id"]
        if operation == "start":
            messages = self._messages(frame)
            if messages is None:
                self.output.send({"id": number, "resend": True})
                return
            task = asyncio.get_running_loop().create_task(
                self._answer(number, frame["request"], messages)
            )
            self._running[number] = task
            task.add_done_callback(lambda _: self._running.pop(number, None))
        elif operation == "cancel":
            if task_running := self._running.get(number):
                task_running.cancel()
        elif operation == "info":
            from core.llm import host_info

            self.output.send({"id": number, "info": host_info.model_infos(frame["models"])})

    async def _answer(
        self, number: int, request: dict[str, Any], messages: list[dict[str, Any]]
    ) -> None:
        from core.llm import host_call

        def send(deltas: list[Plain]) -> None:
            self.output.send({"id": number, "deltas": deltas})

        try:
            failure = await host_call.answer(request, messages, send)
        except asyncio.CancelledError:
            failure = None
        if failure is None:
            self.output.send({"id": number, "done": True})
        else:
            self.output.send({"id": number, "error": failure.plain()})

    def _messages(self, frame: dict[str, Any]) -> list[dict[str, Any]] | None:
        """The whole conversation: what is kept of it plus what came. None when the kept part is
        not what the engine thinks it is."""
        name, known_there, kept = frame["conversation"], frame["known"], frame["kept"]
        new: list[dict[str, Any]] = frame["messages"]
        if not name:
            return new
        known = self._conversations.pop(name, [])
        if known_there != len(known):
            return None
        messages = [*known[:kept], *new]
        self._conversations[name] = messages
        while len(self._conversations) > CONVERSATIONS_KEPT:
            del self._conversations[next(iter(self._conversations))]
        return messages


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main(sys.argv[1:]))
