"""Forks: a copy of a conversation that carries out one directive.

Everything before the directive is sent byte for byte as the parent would send it (system prompt,
tools, history, model), and every call of the answer that started the fork gets one and the same
result. So siblings share what a provider has cached, and only their last message differs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from core.config.settings import Settings
from core.errors import NotFound, SpinneyError, ToolError
from core.events import Event, MessageUpdated
from core.loop.run import Run
from core.sessions.models import MessageWithParts, Session, TextPart, ToolPart
from core.sessions.store import Store

SOURCE = "fork"
MARKER = "<fork-directive>"
_END = "</fork-directive>"

RULES = (
    "You are now a fork: a copy of the agent above that works beside it in the background. Everything "
    "up to here is what you know. The calls right before this message belong to the original agent, "
    "which sees to them. Carry out the directive below and nothing else, yourself: start no fork, and "
    "do not talk to the person. Report at the end, briefly and in facts: what you found or changed, "
    "in which files, and what is left open."
)


@dataclass(frozen=True, slots=True)
class ForkOrigin:
    """Where a fork comes from, as its session keeps it.

    ``until`` is the last message it shares with ``parent``; ``open`` tells that this message's calls
    were still open, so that placeholders stand for their results. ``system`` is the parent's prompt
    as it was rendered, ``tools`` the names it was offered, ``rules`` what a command limited.
    """

    parent: str
    until: str
    system: str
    tools: tuple[str, ...] = ()
    rules: tuple[tuple[str, str, str], ...] = ()
    open: bool = True

    @classmethod
    def of(cls, session: Session) -> ForkOrigin | None:
        """The origin of a session; None for one that is no fork."""
        stored = session.settings.get("fork")
        if session.source != SOURCE or not isinstance(stored, dict):
            return None
        return cls(
            stored["parent"],
            stored["until"],
            stored["system"],
            tuple(stored.get("tools", ())),
            tuple((rule[0], rule[1], rule[2]) for rule in stored.get("rules", ())),
            bool(stored.get("open", True)),
        )

    def to_settings(self) -> dict[str, Any]:
        return asdict(self)


def effective_settings(settings: Settings, session: Session, *, interactive: bool) -> Settings:
    """The settings as they hold in a session: forks need a person at the desk and the freedom to
    work in the background, which coordinators and teammates organise in their own way."""
    allowed = (
        interactive
        and settings.background_tasks
        and not session.settings.get("coordinator")
        and session.source != "teammate"
    )
    return settings if allowed or not settings.fork else settings.model_copy(update={"fork": False})


def directive(prompt: str, note: str = "") -> str:
    """The one message in which siblings differ; ``note`` is what a fork elsewhere has to know."""
    rules = f"{RULES}\n\n{note}" if note else RULES
    return f"{MARKER}\n{rules}\n\nDirective: {prompt.strip()}\n{_END}"


def holds_directive(messages: Sequence[MessageWithParts]) -> bool:
    """Whether a conversation is that of a fork, whatever its session says."""
    return any(
        isinstance(part, TextPart) and part.text.lstrip().startswith(MARKER)
        for entry in messages
        if entry.info.role == "user"
        for part in entry.parts
    )


def refuse_fork_in_fork(session: Session, messages: Sequence[MessageWithParts]) -> None:
    if session.source == SOURCE or holds_directive(messages):
        raise ToolError(
            "A fork cannot be forked again.",
            "Do the work here, or name a subagent_type for a piece of it.",
        )


def become_fork(session: Session, run: Run, until: str, *, open_calls: bool = True) -> None:
    """Make a child session the fork of the run that starts it, from message ``until`` on."""
    origin = ForkOrigin(
        parent=run.session.id,
        until=until,
        system=run.system,
        tools=tuple(run.tools),
        rules=run.rules,
        open=open_calls,
    )
    session.agent = run.agent.name
    session.model = run.choice.info.ref
    session.mode = "bubble"
    session.source = SOURCE
    session.rules = []
    session.settings = {**session.settings, "fork": origin.to_settings()}


def has_open_calls(entry: MessageWithParts) -> bool:
    return any(
        isinstance(part, ToolPart) and part.status in ("pending", "running") for part in entry.parts
    )


async def until_written(
    store: Store, origin: ForkOrigin, live: Callable[[str], Run | None]
) -> None:
    """Wait until the message that a fork begins after is whole and stored with all its calls.

    A call runs while the model still writes the next one, so the first of several forks would else
    see less than the last.
    """
    written = asyncio.Event()

    def notice(event: Event) -> None:
        assert isinstance(event, MessageUpdated)
        if event.message.id == origin.until and event.message.completed is not None:
            written.set()

    unsubscribe = store.bus.subscribe(notice, ("message.updated",))
    try:
        entry = await store.get_message(origin.until)
        if entry.info.completed is None:
            await written.wait()
    except NotFound:
        raise SpinneyError(
            "The conversation that this fork continues is gone.", "Start a new fork."
        ) from None
    finally:
        unsubscribe()
    run = live(origin.parent)
    if run is None:
        return
    for entry in run.conversation.messages:
        if entry.info.id == origin.until:
            # What a call that only reads was asked is stored no sooner than its result.
            calls = [part for part in entry.parts if isinstance(part, ToolPart)]
            await store.save_parts([c for c in calls if c.status in ("pending", "running")])
