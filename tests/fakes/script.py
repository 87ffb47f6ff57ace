"""What the scripted model says: replies made of pieces, and scripts made of replies.

    server.script("fix the bug").say("Let me look.").call("bash", command="ls").say("Done.")

Each ``say``, ``call``, ``calls``, ``fail`` or ``reply`` is one answer to one request. ``reply``
takes any pieces in any order: ``reply(Think("hm"), Say("so"), Call("read", path="a"), Drop())``.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.fakes.model_server import ServerRequest

_call_numbers = itertools.count(1)


@dataclass(frozen=True)
class Say:
    text: str


@dataclass(frozen=True)
class Think:
    """Reasoning; with a signature as Anthropic signs it. ``redacted`` is sent as encrypted data."""

    text: str = ""
    signature: str = "c2lnbmF0dXJl"
    redacted: str | None = None


class Call:
    """One tool call. ``cut`` sends only that many characters of its arguments and never ends it;
    ``raw`` replaces the argument text."""

    def __init__(
        self,
        tool: str,
        /,
        *,
        call_id: str | None = None,
        raw: str | None = None,
        cut: int | None = None,
        **arguments: Any,
    ) -> None:
        self.tool = tool
        self.call_id = call_id or f"call_{next(_call_numbers):06d}"
        self.arguments = json.dumps(arguments) if raw is None else raw
        self.cut = cut


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Drop:
    """The connection goes away here, without an end."""


@dataclass(frozen=True)
class Stall:
    """Nothing more is sent; the connection stays open until the client closes it."""


@dataclass(frozen=True)
class Raw:
    """Bytes put into the stream as they are."""

    data: bytes


@dataclass(frozen=True)
class Failed:
    """An error event in the middle of a stream."""

    type: str = "overloaded_error"
    message: str = "Overloaded"


class Gate:
    """A place in a reply where the server waits until the test opens it."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self._open = threading.Event()
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    def open(self) -> None:
        self._open.set()
        for loop, event in self._waiting:
            loop.call_soon_threadsafe(event.set)

    async def passed(self) -> None:
        event = asyncio.Event()
        self._waiting.append((asyncio.get_running_loop(), event))
        self.reached.set()
        if not self._open.is_set():
            await event.wait()


Piece = Say | Think | Call | Pause | Drop | Stall | Raw | Failed | Gate


@dataclass(frozen=True)
class Tokens:
    """What a reply says that it used; ``input`` leaves out what the cache served."""

    input: int = 100
    output: int = 10
    reasoning: int = 0
    cache_read: int = 0
    cache_write: int = 0


@dataclass(frozen=True)
class Reply:
    """One answer. ``size`` is the length of a delta in characters, ``every`` the time between two.

    With ``status`` other than 200 it is an error whose body says ``message``; ``body`` replaces it.
    """

    pieces: tuple[Piece, ...] = ()
    tokens: Tokens = Tokens()
    size: int = 24
    every: float = 0.0
    finish: str | None = None
    status: int = 200
    message: str = ""
    error_type: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None

    @property
    def calls(self) -> list[Call]:
        return [piece for piece in self.pieces if isinstance(piece, Call)]


Answer = Reply | Callable[["ServerRequest"], Reply]


class Script:
    """The answers to one conversation, in order; then ``otherwise`` for every further request."""

    def __init__(self, name: str, when: Callable[[ServerRequest], bool] | None = None) -> None:
        self.name = name
        self.when = when
        self.steps: list[Answer] = []
        self.taken = 0
        self.requests: list[ServerRequest] = []
        self.last: Answer | None = None

    def reply(self, *pieces: Piece, **options: Any) -> Script:
        self.steps.append(Reply(tuple(pieces), **options))
        return self

    def say(self, text: str, **options: Any) -> Script:
        return self.reply(Say(text), **options)

    def call(self, tool: str, /, say: str = "", **arguments: Any) -> Script:
        return self.reply(*([Say(say)] if say else []), Call(tool, **arguments))

    def calls(self, *calls: tuple[str, dict[str, Any]]) -> Script:
        """Several calls in one answer."""
        return self.reply(*(Call(tool, **arguments) for tool, arguments in calls))

    def fail(
        self,
        status: int,
        message: str = "",
        *,
        retry_after: float | None = None,
        error_type: str = "",
        body: bytes | None = None,
    ) -> Script:
        headers = {} if retry_after is None else {"retry-after": f"{retry_after:g}"}
        self.steps.append(
            Reply(
                status=status,
                message=message or f"scripted failure {status}",
                error_type=error_type,
                headers=headers,
                body=body,
            )
        )
        return self

    def answer(self, function: Callable[[ServerRequest], Reply]) -> Script:
        """One step whose answer depends on the request."""
        self.steps.append(function)
        return self

    def otherwise(self, answer: Answer) -> Script:
        """What is answered when the steps are used up."""
        self.last = answer
        return self

    def next(self, request: ServerRequest) -> Reply:
        self.requests.append(request)
        if self.taken < len(self.steps):
            answer: Answer | None = self.steps[self.taken]
            self.taken += 1
        else:
            answer = self.last
        if answer is None:
            return Reply(
                status=400,
                error_type="invalid_request_error",
                message=f"the script {self.name!r} has no step {self.taken + 1}",
            )
        return answer if isinstance(answer, Reply) else answer(request)


def say(text: str, **options: Any) -> Reply:
    return Reply((Say(text),), **options)
