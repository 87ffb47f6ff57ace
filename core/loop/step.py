"""One step of a turn: one request to the model, its answer stored as it streams, its calls run."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field

from core.agents.prompts import LAST_STEP
from core.errors import ModelError, PermissionRefused, SpinneyError
from core.events import RetryWaiting
from core.llm.types import (
    Delta,
    Finished,
    ModelRequest,
    ReasoningDelta,
    Retrying,
    TextContent,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    ToolCallReady,
    ToolCallStarted,
    UserMessage,
)
from core.loop.calls import Calls
from core.loop.conversation import Conversation, own
from core.loop.run import Run
from core.sessions.models import (
    Message,
    MessageError,
    MessageWithParts,
    ReasoningPart,
    TextPart,
    ToolPart,
)
from core.sessions.store import Store
from core.tools.executor import Executor

Stream = Callable[[ModelRequest], AsyncIterator[Delta]]


@dataclass(slots=True)
class StepResult:
    """What one answer came to. ``refused`` tells that a permission was refused to one of its calls,
    ``stopped`` that the person wants the turn to end because of it."""

    entry: MessageWithParts
    calls: int = 0
    refused: bool = False
    stopped: PermissionRefused | None = None

    @property
    def text(self) -> str:
        return self.entry.text


def build_request(run: Run, *, final: bool) -> ModelRequest:
    """The request for the next step; on the final one the model is told to finish without tools."""
    messages = run.context.render(run.system, run.conversation.messages)
    if final:
        messages = (*messages, UserMessage((TextContent(LAST_STEP),)))
    agent, info = run.agent, run.choice.info
    return ModelRequest(
        provider=run.choice.access,
        model=info.model,
        messages=messages,
        tools=run.schemas,
        tool_choice="none" if final else "auto",
        max_output=fitting(info.output, run.output_room),
        temperature=agent.temperature,
        top_p=agent.top_p,
        effort=agent.effort,
        options={**run.choice.options, **agent.options},
        price=info.price,
        conversation=run.session.id,
        agent=run.header,
    )


def fitting(output: int | None, room: int | None) -> int | None:
    """How long an answer may be: what the model can write, as far as its context has room."""
    return min(output, room) if output and room else output


async def take_step(
    run: Run,
    store: Store,
    executor: Executor,
    stream: Stream,
    storing: list[asyncio.Future[None]],
    *,
    final: bool,
) -> StepResult:
    """Ask the model once and run what it calls.

    Results of calls may still be on their way to the disk then: ``storing`` gets what the end of the
    turn must wait for. The next answer is stored after them, and nothing of it shows before.
    """
    request = build_request(run, final=final)
    answer = Answer(run.conversation, run, store)
    calls = Calls()
    result = StepResult(answer.entry)

    async def execute(part: ToolPart) -> None:
        try:
            outcome = await executor.execute(run, part, storing=storing)
        except PermissionRefused as refusal:
            result.refused = True
            if refusal.stop and result.stopped is None:
                result.stopped = refusal
        else:
            run.tool_count += 1
            result.refused = result.refused or outcome.refused

    # The request need not wait for the disk; whatever comes of it does.
    begun = asyncio.ensure_future(answer.begin())
    try:
        async with aclosing(stream(request)) as deltas:  # type: ignore[type-var]
            async for delta in deltas:
                if not begun.done():
                    await asyncio.shield(begun)
                if isinstance(delta, ToolCallReady):
                    part = await answer.complete_call(delta.index, delta.call)
                    tool = run.tools.get(part.tool)
                    beside = tool is None or tool.read_only or tool.parallel
                    calls.start(lambda part=part: execute(part), beside_others=beside)  # type: ignore[misc]
                elif isinstance(delta, Retrying):
                    await answer.start_over()
                    store.bus.publish(
                        RetryWaiting(
                            run.session.id, delta.attempt, time.time() + delta.delay, delta.reason
                        )
                    )
                else:
                    await answer.take(delta)
        await begun
        await asyncio.gather(answer.finish(), calls.finish())
    except asyncio.CancelledError:
        await calls.cancel()
        await asyncio.wait([begun])
        if not run.leaving:
            await answer.fail(MessageError(kind="interrupted", sentence="Interrupted."))
        raise
    except ModelError as error:
        await begun
        await answer.drop_incomplete_calls()
        await calls.finish()
        await answer.fail(MessageError(kind=error.kind, sentence=error.sentence, hint=error.hint))
        # A call that ran is a fact: the model must learn of it rather than be asked afresh.
        if not calls.tasks or not error.retry:
            raise
    except SpinneyError:
        await calls.cancel()
        await answer.fail(MessageError(kind="failed", sentence="The turn could not go on."))
        raise
    result.calls = len(calls.tasks)
    return result


@dataclass(slots=True)
class Answer:
    """The assistant message that one stream fills."""

    conversation: Conversation
    run: Run
    store: Store
    entry: MessageWithParts = field(init=False)
    _text: TextPart | None = None
    _reasoning: ReasoningPart | None = None
    _calls: dict[int, ToolPart] = field(default_factory=dict)
    _ready: set[int] = field(default_factory=set)
    _finished: Finished | None = None

    def __post_init__(self) -> None:
        run = self.run
        message = Message(
            session_id=run.session.id,
            role="assistant",
            agent=run.agent.name,
            model=run.choice.info.ref,
            parent_id=run.conversation.last.info.id if run.conversation.last else None,
            path={"cwd": str(run.directory), "root": str(run.project)},
        )
        self.entry = MessageWithParts(info=message, parts=[])
        self.conversation.messages.append(self.entry)

    @property
    def message(self) -> Message:
        return self.entry.info

    async def begin(self) -> None:
        await self.store.add_message(self.message)

    async def take(self, delta: Delta) -> None:
        match delta:
            case TextDelta(text):
                self._close_reasoning()
                if self._text is None:
                    self._text = TextPart()
                    await self._add(self._text)
                self.store.append_text(self._text, text)
            case ReasoningDelta(text, provider_data, done):
                if self._reasoning is None:
                    self._reasoning = ReasoningPart()
                    await self._add(self._reasoning)
                if text:
                    self.store.append_text(self._reasoning, text)
                if provider_data is not None:
                    self._reasoning.provider_data = provider_data
                if done:
                    self._close_reasoning()
            case ToolCallStarted(index, call_id, name):
                self._close_reasoning()
                self._text = None
                part = ToolPart(call_id=call_id, tool=name)
                self._calls[index] = part
                await self._add(part)
            case ToolCallDelta():
                pass
            case Finished():
                self._finished = delta
            case _:
                pass

    async def complete_call(self, index: int, call: ToolCall) -> ToolPart:
        """The call is whole: note its arguments. Storing that is the executor's first act."""
        self._close_reasoning()
        self._text = None
        part = self._calls.get(index)
        if part is None:
            part = ToolPart(call_id=call.id, tool=call.name)
            self._calls[index] = part
            self.entry.parts.append(own(part, self.message))
        part.call_id, part.tool, part.raw_input = call.id, call.name, call.arguments
        part.provider_data = call.provider_data
        self._ready.add(index)
        return part

    async def start_over(self) -> None:
        """A failed attempt's words are void; only calls that were complete stay."""
        keep = [self._calls[index] for index in self._ready]
        for part in [part for part in self.entry.parts if part not in keep]:
            self.entry.parts.remove(part)
            await self.store.remove_part(part)
        self._text = self._reasoning = None
        self._calls = {index: self._calls[index] for index in self._ready}

    async def drop_incomplete_calls(self) -> None:
        """Half a call is never executed and never sent back."""
        for index, part in list(self._calls.items()):
            if index not in self._ready:
                self.entry.parts.remove(part)
                del self._calls[index]
                await self.store.remove_part(part)

    async def finish(self) -> None:
        await self.drop_incomplete_calls()
        self._close_reasoning()
        message, finished = self.message, self._finished
        if finished is not None:
            message.finish = finished.reason
            message.usage = finished.usage
            message.cost = finished.cost or 0.0
            message.provider_data = finished.provider_data
            self.run.add_usage(message.usage, message.cost)
        message.completed = time.time()
        await self.store.update_message(message, self._spoken())

    async def fail(self, error: MessageError) -> None:
        """Close the message with what it has."""
        await self.drop_incomplete_calls()
        self._close_reasoning()
        self.message.error = error
        self.message.finish = "error"
        self.message.completed = time.time()
        await self.store.update_message(self.message, self._spoken())

    def _spoken(self) -> list[TextPart | ReasoningPart]:
        return [part for part in self.entry.parts if isinstance(part, (TextPart, ReasoningPart))]

    def _close_reasoning(self) -> None:
        if self._reasoning is not None:
            self._reasoning.ended = time.time()
            self._reasoning = None

    async def _add(self, part: TextPart | ReasoningPart | ToolPart) -> None:
        self.entry.parts.append(own(part, self.message))
        await self.store.save_part(part)
