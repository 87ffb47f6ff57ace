"""A turn: what is queued goes in, the model answers and calls tools, until it has nothing more to do.

This is the whole story; each line of it is told in a module of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

from core.errors import ModelError, PermissionRefused
from core.llm.types import AssistantMessage, Usage
from core.loop.inbox import deliver, plain_parts
from core.loop.run import Run
from core.loop.step import StepResult, Stream, take_step
from core.sessions.models import MessageWithParts, Part, Session, ToolPart
from core.sessions.store import Store
from core.tasks.models import QueueItem
from core.tools.executor import Executor

TurnOutcome = Literal["done", "failed", "interrupted", "refused", "limit"]

CUT_OFF = "Your answer was cut off because it was too long. Go on from where it stopped, in smaller pieces."
MAX_CUT_OFF = 3


@dataclass(slots=True)
class TurnResult:
    """How a turn ended. ``text`` is the last thing the model said in it."""

    outcome: TurnOutcome = "done"
    text: str = ""
    error: str | None = None
    error_kind: str | None = None
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0


@dataclass(slots=True)
class Loop:
    """The parts of the engine that a turn works with.

    ``before_turn`` is called before anything of a session is read for it. ``before_step`` is where
    subtasks, compaction and checkpoints come in: each is called before a request and may change the
    conversation. ``after_turn`` is called when a turn has ended, however
    it did, and before that is told. ``on_overflow`` is called once when the provider says
    that a request is too long, and tells whether it is worth trying again. ``keeps_going`` hears what
    the model said last and tells whether something was queued that keeps the turn from ending.
    """

    store: Store
    executor: Executor
    stream: Stream
    before_turn: list[Callable[[Session], Awaitable[Session]]] = field(default_factory=list)
    before_step: list[Callable[[Run], Awaitable[None]]] = field(default_factory=list)
    parts_of: Callable[[Run, QueueItem], Awaitable[list[Part]]] | None = None
    keeps_going: Callable[[Run, str], Awaitable[bool]] | None = None
    after_turn: list[Callable[[Run], Awaitable[None]]] = field(default_factory=list)
    on_overflow: Callable[[Run], Awaitable[bool]] | None = None


async def take_turn(run: Run, loop: Loop) -> TurnResult:
    """Go on until the model is done, a limit is reached, or somebody says stop."""
    result = TurnResult()
    cut_off = 0
    overflowed = False
    storing: list[asyncio.Future[None]] = []
    try:
        await finish_open_calls(run, loop)
        while True:
            await deliver(loop.store, run.conversation, lambda item: _parts_of(run, loop, item))
            for prepare in loop.before_step:
                await prepare(run)
            if nothing_to_answer(run):
                break
            if reason := run.limits.reached():
                result.outcome, result.error = "limit", reason
                break
            final = run.limits.last_step
            try:
                step = await take_step(
                    run, loop.store, loop.executor, loop.stream, storing, final=final
                )
            except ModelError as error:
                if overflowed or not await overcome(run, loop, error):
                    raise
                overflowed = True
                continue
            run.limits.steps_taken += 1
            storing.append(asyncio.create_task(count_usage(run, loop.store, step)))
            result.text = step.text or result.text
            if step.stopped is not None:
                result.outcome, result.error = "refused", str(step.stopped)
                break
            if step.calls:
                result.outcome = "refused" if step.refused else "done"
                continue
            if step.entry.info.finish == "length" and cut_off < MAX_CUT_OFF:
                cut_off += 1
                await run.conversation.add_user_text(CUT_OFF, synthetic=True)
                continue
            if final:
                result.outcome = "limit"
                result.error = f"The limit of {run.limits.max_steps} steps is reached."
            elif loop.keeps_going is not None and await loop.keeps_going(run, result.text):
                continue
            break
    except PermissionRefused as refusal:
        result.outcome, result.error = "refused", str(refusal)
    except ModelError as error:
        result.outcome, result.error, result.error_kind = "failed", str(error), error.kind
    except asyncio.CancelledError:
        result.outcome = "interrupted"
        raise
    finally:
        result.usage, result.cost = run.usage, run.cost
        if storing:
            await asyncio.wait(storing)
    for stored in storing:
        stored.result()
    return result


async def _parts_of(run: Run, loop: Loop, item: QueueItem) -> list[Part]:
    return await loop.parts_of(run, item) if loop.parts_of else plain_parts(item)


def nothing_to_answer(run: Run) -> bool:
    """The model has had the last word, or nobody said anything that is meant for it."""
    rendered = run.context.render("", run.conversation.messages)
    return not rendered or isinstance(rendered[-1], AssistantMessage)


async def overcome(run: Run, loop: Loop, error: ModelError) -> bool:
    """Make a request that was too long for the model shorter; False for every other error."""
    if error.kind != "context" or loop.on_overflow is None:
        return False
    last = run.conversation.last
    if last is not None and last.info.error is not None and not last.parts:
        await run.conversation.drop_last()
    return await loop.on_overflow(run)


async def finish_open_calls(run: Run, loop: Loop) -> None:
    """Calls that a restart left waiting for a person's answer are taken up where they were."""
    last = run.conversation.last
    if last is None or last.info.session_id != run.session.id:
        return  # A fork begins with its parent's messages; their calls are not its own.
    for part in open_calls(last):
        await loop.executor.execute(run, part)


def open_calls(entry: MessageWithParts) -> list[ToolPart]:
    """Calls of a finished answer that still wait to be run."""
    if entry.info.role != "assistant" or entry.info.completed is None:
        return []
    return [p for p in entry.parts if isinstance(p, ToolPart) and p.status == "pending"]


async def count_usage(run: Run, store: Store, step: StepResult) -> None:
    """Add what the step used to its session."""
    message = step.entry.info
    if message.usage == Usage() and not message.cost:
        return

    def add(session: Session) -> None:
        session.usage = session.usage + message.usage
        session.cost += message.cost

    await store.edit_session(run.session.id, add)
