"""Hostile projects, programs that leave a canary when they run, and a listener that counts visitors."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call


def program(folder: Path, name: str, canary: Path) -> Path:
    """A program that leaves ``canary`` behind when anybody runs it."""
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / name
    made.write_text(f"#!/bin/sh\ntouch '{canary}'\n")
    made.chmod(0o755)
    return made


class Listener:
    """Counts who connects; says nothing."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.heard: list[bytes] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(1)
                try:
                    self.heard.append(connection.recv(65536))
                except OSError:
                    self.heard.append(b"")

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(5)


@contextmanager
def listening() -> Iterator[Listener]:
    listener = Listener()
    try:
        yield listener
    finally:
        listener.close()


async def model_calls(
    engine: EngineUnderTest, server: ModelServer, *calls: Call, **session: object
) -> list[tuple[str, str]]:
    """Let a hostile model make these calls, one answer each, while nobody answers anything; returns
    how each ended. A call that asks is refused, because a headless engine has nobody to ask."""
    script = server.script("attack")
    for call in calls:
        script.reply(call)
    script.say("Done.")
    made = await engine.session(**session)
    await engine.say(made, "attack")
    parts = await engine.tool_parts(made.id)
    return [(part.status, part.error or part.output or "") for part in parts]
