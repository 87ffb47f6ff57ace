"""The questions that wait for a person: asked, answered, withdrawn, and never lost.

The engine owns them. A window only shows what is stored and answers by id; a request that nobody
shows is still there after a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.bus import Bus
from core.errors import PermissionRefused, SpinneyError
from core.permissions.approvals import approvals_from
from core.permissions.check import Rights, decide
from core.permissions.hashing import arguments_hash
from core.permissions.models import Answer, Ask, Decision, Reason, Request, Suggestion
from core.sessions.models import Session
from core.sessions.store import Store
from core.tasks.models import QueueItem

log = logging.getLogger("spinney.permissions")

RightsOf = Callable[[], Awaitable[Rights]]


@dataclass(frozen=True, slots=True)
class CallInfo:
    """Who wants to do what: the call, its session and the chain of agents above it."""

    session: Session
    task_id: str | None
    message_id: str
    call_id: str
    tool: str
    arguments: dict[str, Any]
    agent_path: Sequence[str]
    directory: Path
    shown_in: str
    title: str = ""


@dataclass(slots=True)
class _Waiter:
    request: Request
    asks: Sequence[Ask]
    rights_of: RightsOf
    answered: asyncio.Future[Answer]


@asynccontextmanager
async def _no_place(_session_id: str) -> AsyncIterator[None]:
    yield


class Broker:
    """Judges calls, puts the open ones to a person, and lets them go on when answered."""

    def __init__(self, store: Store, bus: Bus, *, interactive: bool) -> None:
        self.store = store
        self.bus = bus
        self.interactive = interactive
        self.waiting: Callable[[str], AbstractAsyncContextManager[None]] = _no_place
        self._waiters: dict[str, _Waiter] = {}

    async def authorize(self, call: CallInfo, asks: Sequence[Ask], rights_of: RightsOf) -> None:
        """Return when the call may go on; raise ``PermissionRefused`` when it may not."""
        decision = decide(asks, await rights_of())
        if decision.action == "allow":
            return
        if decision.action == "deny":
            raise PermissionRefused(denied_sentence(decision))
        if not self.interactive:
            raise PermissionRefused(nobody_sentence(decision), allow_hint(decision))
        request = await self._open_request(call, asks, decision)
        answer = request.answer
        if answer is None:
            answer = await self._wait(request, asks, rights_of, call.session.id)
        self._apply(answer)

    async def _open_request(
        self, call: CallInfo, asks: Sequence[Ask], decision: Decision
    ) -> Request:
        """A new request, or the one that this very call left before a restart."""
        wanted = arguments_hash(call.arguments)
        for earlier in await self.store.requests(state=None, session_id=call.session.id):
            same = earlier.call_id == call.call_id and earlier.arguments_hash == wanted
            if same and earlier.state in ("asked", "answered"):
                return earlier
        request = describe(call, asks, decision)
        await self.store.save_request(request)
        return request

    async def _wait(
        self, request: Request, asks: Sequence[Ask], rights_of: RightsOf, session_id: str
    ) -> Answer:
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiters[request.id] = _Waiter(request, asks, rights_of, answered)
        try:
            async with self.waiting(session_id):
                return await answered
        finally:
            self._waiters.pop(request.id, None)

    @staticmethod
    def _apply(answer: Answer) -> None:
        if answer.kind in ("once", "always"):
            return
        said = f" They say: {answer.reason}" if answer.reason else ""
        raise PermissionRefused(
            f"The person refused this.{said}",
            "" if said else "Do not try it again in another way; ask what they want instead.",
            stop=answer.kind == "deny_stop",
        )

    async def answer(self, request_id: str, answer: Answer) -> Request:
        """Close a request with a person's answer. ``always`` also settles every other request that
        it covers now; the other answers touch only this one."""
        request = await self.store.get_request(request_id)
        if request.state == "answered":
            raise SpinneyError("This request was answered already.")
        if request.state == "withdrawn":
            await self._tell_late(request, answer)
            return request
        if answer.kind == "always":
            for approval in approvals_from(request, answer):
                await self.store.add_approval(approval)
        await self._close(request, answer)
        if answer.kind == "always":
            await self._settle_covered()
        return request

    async def _close(self, request: Request, answer: Answer) -> None:
        request.state, request.answer, request.closed = "answered", answer, time.time()
        await self.store.save_request(request)
        waiter = self._waiters.get(request.id)
        if waiter is not None and not waiter.answered.done():
            waiter.answered.set_result(answer)

    async def _settle_covered(self) -> None:
        for waiter in list(self._waiters.values()):
            if waiter.answered.done():
                continue
            try:
                decision = decide(waiter.asks, await waiter.rights_of())
            except SpinneyError:
                log.exception("a request could not be judged again")
                continue
            if decision.action == "allow" and not waiter.answered.done():
                request = await self.store.get_request(waiter.request.id)
                if request.state == "asked":
                    await self._close(request, Answer(kind="once", by="approval"))

    async def _tell_late(self, request: Request, answer: Answer) -> None:
        """The run is over: the model is told what the person said, and nothing is run."""
        said = "allowed" if answer.kind in ("once", "always") else "refused"
        reason = f" They say: {answer.reason}" if answer.reason else ""
        text = (
            f"The person {said} an earlier request ({request.title or request.tool}) after its run "
            f"had ended.{reason} Nothing was run because of it; call the tool again if it is still "
            "needed."
        )
        await self.store.enqueue(
            QueueItem(
                session_id=request.session_id,
                priority="later",
                kind="orphaned-permission",
                text=text,
                key=f"{request.id}:late",
                metadata={"summary": "An answer came after its run had ended"},
            )
        )

    async def withdraw(
        self,
        *,
        why: str,
        session_id: str | None = None,
        call_id: str | None = None,
        request_id: str | None = None,
    ) -> None:
        """Close requests whose run has ended, everywhere they are shown."""
        if request_id is not None:
            open_requests = [await self.store.get_request(request_id)]
        else:
            open_requests = await self.store.requests(state="asked", session_id=session_id)
        for request in open_requests:
            if request.state == "asked" and call_id in (None, request.call_id):
                request.state, request.closed = "withdrawn", time.time()
                request.why = [*request.why, why]
                await self.store.save_request(request)
                waiter = self._waiters.pop(request.id, None)
                if waiter is not None:
                    with contextlib.suppress(asyncio.InvalidStateError):
                        waiter.answered.cancel()


def describe(call: CallInfo, asks: Sequence[Ask], decision: Decision) -> Request:
    """Everything a dialog needs to show about a call that asks."""
    details = [ask.details for ask in asks]
    asked = {(reason.permission, reason.pattern): reason for reason in decision.asked_by}
    return Request(
        session_id=call.session.id,
        shown_in=call.shown_in,
        root_session_id=call.session.root_id,
        task_id=call.task_id,
        project_id=call.session.project_id,
        message_id=call.message_id,
        call_id=call.call_id,
        agent_path=list(call.agent_path),
        directory=str(call.directory),
        tool=call.tool,
        title=call.title or f"Use {call.tool}",
        arguments=call.arguments,
        arguments_hash=arguments_hash(call.arguments),
        permissions=sorted({permission for permission, _ in asked}),
        patterns=[pattern for _, pattern in asked],
        command=next((d["command"] for d in details if "command" in d), None),
        diff=next((d["diff"] for d in details if "diff" in d), None),
        parts=[plain_reason(reason) for reason in decision.reasons],
        why=list(dict.fromkeys(reason.text for reason in decision.asked_by)),
        suggestions=suggestions(asks, asked),
    )


def suggestions(asks: Sequence[Ask], asked: dict[tuple[str, str], Reason]) -> list[Suggestion]:
    """What "always" could remember, once each, for the patterns that asked."""
    found: dict[tuple[str, str], Suggestion] = {}
    for ask in asks:
        if ask.forced:
            continue
        for pattern, always in zip(ask.patterns, ask.always, strict=False):
            if (ask.permission, pattern) in asked and always:
                key = (ask.permission, always)
                found.setdefault(key, Suggestion(permission=ask.permission, pattern=always))
    return list(found.values())


def plain_reason(reason: Reason) -> dict[str, Any]:
    return {
        "permission": reason.permission,
        "pattern": reason.pattern,
        "action": reason.action,
        "text": reason.text,
        "rule": str(reason.rule) if reason.rule else None,
    }


def denied_sentence(decision: Decision) -> str:
    reason = decision.denied_by
    assert reason is not None
    return f"Denied: {reason.text}."


def nobody_sentence(decision: Decision) -> str:
    texts = "; ".join(dict.fromkeys(reason.text for reason in decision.asked_by))
    return f"This needs a person's permission, and nobody is there to ask: {texts}."


def allow_hint(decision: Decision) -> str:
    reason = decision.asked_by[0]
    return f"It could be allowed with --allow '{reason.permission}:{reason.pattern}'."
