"""Ask a model one small thing, to see whether it answers and whether it can call tools."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

from core.errors import ModelError
from core.llm.catalog import ModelChoice
from core.llm.client import Completion, ModelClient, complete
from core.llm.types import ModelRequest, TextContent, ToolSchema, UserMessage
from core.setup.models import Probe

PATIENCE = 60.0
"""Seconds; a server of one's own may have to load the model first."""

_TOOL = ToolSchema(
    "report_ready",
    "Tell the person that you are ready.",
    {
        "type": "object",
        "properties": {"word": {"type": "string", "description": "One friendly word"}},
        "required": ["word"],
    },
)
_QUESTION = "Call the tool report_ready once, with any friendly word."


async def probe(client: ModelClient, choice: ModelChoice, *, patience: float = PATIENCE) -> Probe:
    """One call, and a second one without tools where the first was refused because of them."""
    started = time.monotonic()
    ref = choice.info.ref
    request = ModelRequest(
        provider=choice.access,
        model=choice.info.model,
        messages=(UserMessage((TextContent(_QUESTION),)),),
        tools=(_TOOL,),
        max_output=1024,
        options=choice.options,
        price=choice.info.price,
        max_attempts=1,
    )

    def seconds() -> float:
        return time.monotonic() - started

    try:
        async with asyncio.timeout(patience):
            try:
                answer = await complete(client, request)
            except ModelError as error:
                if error.kind not in ("request", "model"):
                    raise
                plain = replace(request, tools=())
                try:
                    await complete(client, plain)
                except ModelError:
                    raise error from None
                return _without_tools(ref, seconds())
    except TimeoutError:
        return Probe(
            ref, False, False, f"{ref} did not answer within {patience:.0f} seconds.",
            "Try again: a server of your own may still be loading the model.",
            "timeout", seconds(),
        )  # fmt: skip
    except ModelError as error:
        return Probe(ref, False, False, error.sentence, error.hint, error.kind, seconds())
    return _judged(ref, answer, seconds())


def _judged(ref: str, answer: Completion, seconds: float) -> Probe:
    if any(call.name == _TOOL.name for call in answer.tool_calls):
        return Probe(ref, True, True, f"{ref} answers and can call tools.", seconds=seconds)
    return _without_tools(ref, seconds)


def _without_tools(ref: str, seconds: float) -> Probe:
    return Probe(
        ref,
        True,
        False,
        f"{ref} answers, but did not call a tool when asked to.",
        "It can talk, but an agent needs tools to work: choose another model for that.",
        seconds=seconds,
    )
