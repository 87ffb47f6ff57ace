"""``demo/tour``: a model without key or network that answers from a script (see ``demo_tour``)."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncGenerator, Iterator

from core.errors import ModelError
from core.llm.demo_tour import next_step
from core.llm.types import (
    AssistantMessage,
    Delta,
    Finished,
    ModelInfo,
    ModelRequest,
    ReasoningDelta,
    SystemMessage,
    TextContent,
    TextDelta,
    ToolCallDelta,
    ToolCallReady,
    ToolCallStarted,
    Usage,
)

PROVIDER = "demo"
TOUR = "tour"
DELAY_VARIABLE = "SPINNEY_DEMO_DELAY"

TOUR_INFO = ModelInfo(
    ref=f"{PROVIDER}/{TOUR}",
    provider=PROVIDER,
    model=TOUR,
    context=200_000,
    output=8_000,
    price={"input": 0.0, "output": 0.0},
    images=False,
    source="demo",
)


class DemoModel:
    """Streams the script at a speed that can be read; ``delay`` is the time between two deltas."""

    def __init__(self, delay: float | None = None) -> None:
        self._delay = float(os.environ.get(DELAY_VARIABLE, 0.02)) if delay is None else delay

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        if request.model != TOUR:
            raise ModelError(
                f"There is no demo named {request.model!r}.",
                f"The demo is {TOUR_INFO.ref}.",
                kind="model",
            )
        step = next_step(request)
        for piece in _pieces(step.thought):
            await asyncio.sleep(self._delay)
            yield ReasoningDelta(piece)
        if step.thought:
            yield ReasoningDelta("", done=True)
        for piece in _pieces(step.text):
            await asyncio.sleep(self._delay)
            yield TextDelta(piece)
        for index, call in enumerate(step.calls):
            await asyncio.sleep(self._delay)
            yield ToolCallStarted(index, call.id, call.name)
            yield ToolCallDelta(index, call.arguments)
            yield ToolCallReady(index, call)
        written = len(step.text) + len(step.thought) + sum(len(c.arguments) for c in step.calls)
        usage = Usage(input=_length(request) // 4, output=written // 4)
        yield Finished("tool_calls" if step.calls else "stop", usage, cost=0.0)


def _pieces(text: str) -> Iterator[str]:
    """A few words at a time."""
    return (match.group() for match in re.finditer(r"(?:\S+\s*){1,3}|\s+", text))


def _length(request: ModelRequest) -> int:
    total = 0
    for message in request.messages:
        if isinstance(message, SystemMessage):
            total += len(message.text)
        elif isinstance(message, AssistantMessage):
            total += len(message.text) + sum(len(call.arguments) for call in message.tool_calls)
        else:
            total += sum(len(p.text) for p in message.content if isinstance(p, TextContent))
    return total
