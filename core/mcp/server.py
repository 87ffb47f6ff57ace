"""One server as the engine keeps it, and what it may say by itself."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.mcp.agreed import Pins
from core.mcp.definition import ServerSpec
from core.mcp.offers import Offer, ServerState, ServerStatus

LOG_LINES = 200


@dataclass(frozen=True, slots=True)
class Push:
    """Something a server wants to say by itself; ``project`` is the project it belongs to."""

    server: str
    text: str
    level: str = ""
    uri: str = ""
    project: Path | None = None

    @property
    def prompt(self) -> str:
        """The text for the queue, marked with where it comes from."""
        text = self.text.replace("</mcp-push", "<\\/mcp-push")
        return f'<mcp-push server="{self.server}">\n{text}\n</mcp-push>'


@dataclass(slots=True)
class Server:
    """A configured server and how it is; ``McpServers`` changes it, its ``task`` looks after it."""

    owner: str
    spec: ServerSpec
    project: Path | None
    state: ServerState = "starting"
    offer: Offer = field(default_factory=Offer)
    pins: Pins | None = None
    seen: dict[str, Any] | None = None
    error: str = ""
    next_try: float | None = None
    log: deque[str] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    starts: int = 0
    """The number of its last start, among the starts of all servers."""
    restarting: bool = False
    ended: asyncio.Future[str] | None = None
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while it is ready, or while nothing will make it ready by itself."""
    tried: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once its first start has come to something, good or bad."""
    task: asyncio.Task[None] | None = None

    @property
    def key(self) -> str:
        return f"{self.owner}\0{self.spec.name}"

    @property
    def life(self) -> str:
        """What the host calls this start of it."""
        return f"{self.key}\0{self.starts}"

    @property
    def status(self) -> ServerStatus:
        return ServerStatus(
            self.key,
            self.owner,
            self.spec,
            self.state,
            self.offer,
            self.error,
            self.next_try,
            tuple(self.log),
        )

    @property
    def explanation(self) -> str:
        """Why it cannot be used at the moment."""
        words = {
            "disabled": "it is switched off.",
            "unconfirmed": "a person has to confirm it first.",
            "starting": "it is still starting.",
        }
        return self.error or words.get(self.state, f"it is {self.state}.")
