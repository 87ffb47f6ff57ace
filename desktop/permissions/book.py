"""The requests that wait, in the order they came. Knows nothing of Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from core.events import Event, RequestAnswered, RequestAsked
from core.permissions.models import Request
from desktop.i18n import translate
from desktop.i18n.engine import engine_text


@dataclass(frozen=True, slots=True)
class Group:
    """Requests that ask for the same thing, whoever asks."""

    key: tuple[str, ...]
    requests: tuple[Request, ...]

    @property
    def first(self) -> Request:
        return self.requests[0]


class RequestBook:
    """Follows ``request.asked`` and ``request.answered``; listeners are told after each change."""

    def __init__(self) -> None:
        self._requests: dict[str, Request] = {}
        self._on_screen = ""
        self._listeners: list[Callable[[], None]] = []

    def __len__(self) -> int:
        return len(self._requests)

    def __contains__(self, request_id: str) -> bool:
        return request_id in self._requests

    def listen(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def fill(self, requests: Iterable[Request]) -> None:
        """What was already waiting when the window opened."""
        for request in requests:
            if request.state == "asked":
                self._requests[request.id] = request
        self._tell()

    def apply(self, event: Event) -> bool:
        """Follow one event; True when it was about a request."""
        if isinstance(event, RequestAsked) and event.request.state == "asked":
            self._requests[event.request.id] = event.request
        elif isinstance(event, RequestAnswered):
            self._requests.pop(event.request.id, None)
        else:
            return False
        self._tell()
        return True

    @property
    def on_screen(self) -> str:
        """The request that the dialog shows at the moment, "" for none."""
        return self._on_screen

    def set_on_screen(self, request_id: str) -> None:
        if request_id != self._on_screen:
            self._on_screen = request_id
            self._tell()

    def get(self, request_id: str) -> Request | None:
        return self._requests.get(request_id)

    def all(self) -> list[Request]:
        return list(self._requests.values())

    def for_call(self, call_id: str) -> Request | None:
        if not call_id:
            return None
        return next((r for r in self._requests.values() if r.call_id == call_id), None)

    def waiting_in(self, session_id: str) -> list[Request]:
        """Those put in this conversation, bubbled ones included."""
        return [r for r in self._requests.values() if session_id in (r.shown_in, r.session_id)]

    def groups(self) -> list[Group]:
        """Identical requests together, the oldest first."""
        together: dict[tuple[str, ...], list[Request]] = {}
        for request in self._requests.values():
            together.setdefault(same(request), []).append(request)
        return [Group(key, tuple(found)) for key, found in together.items()]

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()


def same(request: Request) -> tuple[str, ...]:
    """Two requests are the same if a person would have to read nothing new in the second."""
    return (
        request.tool,
        request.directory,
        request.command or "",
        request.diff or "",
        request.title,
        *sorted(request.permissions),
        *sorted(request.patterns),
    )


def title_of(request: Request) -> str:
    """What is asked, in the person's language; a command in it stays as it is."""
    if request.command and request.title in request.command:
        return request.title
    return engine_text(request.title, deep=False)


def who(request: Request) -> str:
    """The chain of agents that leads to the one who asks."""
    return " › ".join(request.agent_path) or translate("Requests", "agent")
