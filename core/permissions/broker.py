"""The questions that wait for a person: asked, answered, withdrawn, and never lost.

The engine owns them. A window only shows what is stored and answers by id; a request that nobody
shows is still there after a restart.
"""

from __future__ import annotations

import asyncio
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
    """Who wants to do what: the call, its session and the chain of agents above it.

    ``before_asking`` stores the call as it is, so that an answer after a restart finds it whole.
    ``second_opinion`` is asked before a person is: given why it asks, it answers ``allow``, ``deny`` or
    nothing, and a reason.
    """

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
    before_asking: Callable[[], Awaitable[None]] | None = None
    second_opinion: Callable[[Sequence[str]], Awaitable[tuple[str, str]]] | None = None


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
        self._earlier: dict[str, Request] | None = None

    async def authorize(self, call: CallInfo, asks: Sequence[Ask], rights_of: RightsOf) -> None:
        """Return when the call may go on; raise ``PermissionRefused`` when it may not."""
        decision = decide(asks, await rights_of())
        if decision.action == "deny":
            raise PermissionRefused(denied_sentence(decision))
        request = await self._left_behind(call, decision)
        if decision.action == "allow":
            if request is not None and request.state == "asked":
                await self._close(request, Answer(kind="once", by="approval"))
            return
        if request is None and await self._settled_by_hook(call, asks, decision):
            return
        if not self.interactive:
            raise PermissionRefused(nobody_sentence(decision), allow_hint(asks, decision))
        if request is None:
            if call.before_asking is not None:
                await call.before_asking()
            answer = await self._ask(describe(call, asks, decision), asks, rights_of, new=True)
        else:
            answer = await self._ask(request, asks, rights_of, new=False)
        self._apply(answer)
        # A rule may have been tightened while the person thought about it.
        decision = decide(asks, await rights_of())
        if decision.action == "deny":
            raise PermissionRefused(denied_sentence(decision))

    @staticmethod
    async def _settled_by_hook(call: CallInfo, asks: Sequence[Ask], decision: Decision) -> bool:
        """Whether a hook of the person's lets the call go on; one that refuses it ends it. What must
        always be asked is not a hook's to allow."""
        if call.second_opinion is None:
            return False
        why = list(dict.fromkeys(reason.text for reason in decision.asked_by))
        verdict, reason = await call.second_opinion(why)
        if verdict == "deny":
            raise PermissionRefused(f"A hook refused this: {reason}")
        return verdict == "allow" and not any(ask.forced for ask in asks)

    async def _left_behind(self, call: CallInfo, decision: Decision) -> Request | None:
        """The request that this very call left before a restart.

        It holds only for the same call with the same arguments in the same folder, and only for
        what the person was shown. An answer is used up: another call may carry the same id. One
        that was given shortly before a crash is asked for again.
        """
        earlier = await self._read_earlier()
        asked = {reason.pattern for reason in decision.asked_by}
        for request in earlier.values():
            if (
                (request.session_id, request.message_id) == (call.session.id, call.message_id)
                and (request.call_id, request.tool) == (call.call_id, call.tool)
                and request.arguments_hash == arguments_hash(call.arguments)
                and request.directory == str(call.directory)
                and asked <= set(request.patterns)
            ):
                del earlier[request.id]
                stored = await self.store.get_request(request.id)
                return None if stored.state == "withdrawn" else stored
        return None

    async def _read_earlier(self) -> dict[str, Request]:
        """The requests that were open when this process began."""
        if self._earlier is None:
            found = await self.store.requests(state="asked")
            if self._earlier is None:
                self._earlier = {r.id: r for r in found if r.id not in self._waiters}
        return self._earlier

    async def _ask(
        self, request: Request, asks: Sequence[Ask], rights_of: RightsOf, *, new: bool
    ) -> Answer:
        """Put a request to the person and wait; there is no time limit."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        # Someone may answer as soon as it is stored, so the waiter stands ready before.
        self._waiters[request.id] = _Waiter(request, asks, rights_of, answered)
        try:
            if new:
                await self.store.save_request(request)
            else:
                stored = await self.store.get_request(request.id)
                if stored.answer is not None:
                    return stored.answer
                if stored.state == "withdrawn":
                    return Answer(kind="deny", by="withdrawn")
            async with self.waiting(request.session_id):
                return await answered
        finally:
            self._waiters.pop(request.id, None)

    @staticmethod
    def _apply(answer: Answer) -> None:
        if answer.kind in ("once", "always"):
            return
        if answer.by == "withdrawn":
            raise PermissionRefused(f"The request was withdrawn. {answer.reason}".strip())
        said = f" They say: {answer.reason}" if answer.reason else ""
        raise PermissionRefused(
            f"The person refused this.{said}",
            "" if said else "Do not try it again in another way; ask what they want instead.",
            stop=answer.kind == "deny_stop",
        )

    async def answer(self, request_id: str, answer: Answer) -> Request:
        """Close a request with a person's answer. ``always`` also settles every other request that
        it covers now; the other answers touch only this one."""
        await self._read_earlier()
        request = await self.store.get_request(request_id)
        if request.state == "answered":
            raise SpinneyError("This request was answered already.")
        if request.state == "withdrawn":
            await self._tell_late(request, answer)
            return request
        if not await self._close(request, answer):
            raise SpinneyError("This request was answered already.")
        if answer.kind == "always":
            for approval in approvals_from(request, answer):
                await self.store.add_approval(approval)
            await self._settle_covered()
        return request

    async def _close(self, request: Request, answer: Answer) -> bool:
        """Store an answer and let the call go on; False where another answer came first."""
        request.state, request.answer, request.closed = "answered", answer, time.time()
        if not await self.store.save_request(request):
            return False
        waiter = self._waiters.get(request.id)
        if waiter is not None and not waiter.answered.done():
            waiter.answered.set_result(answer)
        return True

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
                if waiter is not None and not waiter.answered.done():
                    waiter.answered.set_result(Answer(kind="deny", reason=why, by="withdrawn"))


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


def allow_hint(asks: Sequence[Ask], decision: Decision) -> str:
    """How a person could allow this beforehand, or that no rule can."""
    forced = {pattern for ask in asks if ask.forced for pattern in ask.patterns}
    rules = [
        f"--allow '{reason.permission}:{reason.pattern}'"
        for reason in decision.asked_by
        if reason.pattern not in forced
    ]
    if len(rules) < len(decision.asked_by):
        return "This always asks a person; no rule can allow it."
    return f"It could be allowed with {' '.join(dict.fromkeys(rules))}."
