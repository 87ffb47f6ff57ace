"""From litellm's stream to our deltas.

For the two wires that matter most, litellm's own wrapper around a stream is left out: it holds the
finish reason back until the connection ends, drops lines that it cannot read, and takes most of
the time that a chunk costs. Its parser underneath is used directly. Everything else goes through
the wrapper.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any

from core.llm.chatformat import REASONING_CONTENT, REDACTED, THINKING
from core.llm.host_pace import Watchdog
from core.llm.textcalls import TextGate
from core.llm.types import (
    Delta,
    Finished,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    ToolCallReady,
    ToolCallStarted,
    Usage,
)

DRAIN_SECONDS = 0.5


class StreamDropped(Exception):
    """The stream ended, or could not be read, before the answer was complete."""


class Reader:
    """Reads chunks and keeps what an answer needs across them: open calls, reasoning, usage."""

    def __init__(
        self, chunks: Any, parser: Any, guard: Watchdog, text_tools: Sequence[str]
    ) -> None:
        self._chunks = chunks
        self._parser = parser
        self._guard = guard
        self._calls: list[_OpenCall] = []
        self._by_index: dict[int, int] = {}
        self._thinking = _OpenReasoning()
        self._gate = TextGate(text_tools) if text_tools else None
        self._usage = Usage()
        self._prompt_tokens = 0
        self._finish: str | None = None

    async def deltas(self) -> AsyncIterator[Delta]:
        """All deltas, ``Finished`` last."""
        async for chunk in self._chunks:
            self._guard.heard()
            for delta in self._read(chunk):
                yield delta
        if self._finish is None:
            raise StreamDropped("the stream ended without a finish reason")
        for delta in self._complete_calls():
            yield delta
        if done := self._thinking.close():
            yield done
        for delta in self._end_of_text():
            yield delta
        reason = "tool_calls" if self._calls and self._finish == "stop" else self._finish
        yield Finished(reason, self._usage)

    def _read(self, chunk: Any) -> list[Delta]:
        if isinstance(chunk, dict):
            return []
        deltas: list[Delta] = []
        if (usage := getattr(chunk, "usage", None)) is not None:
            self._count(usage)
        for choice in chunk.choices[:1]:
            self._read_choice(choice, deltas)
        # Anthropic says when a block ends; its parser forgets the block's type then.
        if (
            self._calls
            and self._parser is not None
            and self._parser.current_content_block_type is None
        ):
            deltas.extend(self._complete_calls())
        return deltas

    def _read_choice(self, choice: Any, deltas: list[Delta]) -> None:
        delta = choice.delta
        self._read_reasoning(delta, deltas)
        content = delta.content
        if content:
            if done := self._thinking.close():
                deltas.append(done)
            deltas.extend(self._complete_calls())
            shown = content if self._gate is None else self._gate.feed(content)
            if shown:
                deltas.append(TextDelta(shown))
        for piece in delta.tool_calls or ():
            if done := self._thinking.close():
                deltas.append(done)
            self._read_call(piece, deltas)
        if choice.finish_reason:
            self._finish = _finish_reason(choice.finish_reason)
            deltas.extend(self._complete_calls())

    def _read_reasoning(self, delta: Any, deltas: list[Delta]) -> None:
        blocks = getattr(delta, "thinking_blocks", None)
        text = getattr(delta, "reasoning_content", None)
        for block in blocks or ():
            if block.get("type") == REDACTED:
                if done := self._thinking.close():
                    deltas.append(done)
                data = {"type": REDACTED, "data": block["data"]}
                deltas.append(ReasoningDelta("", data, done=True))
                continue
            if piece := block.get("thinking"):
                deltas.append(self._thinking.add(piece, THINKING))
            if signature := block.get("signature"):
                deltas.append(self._thinking.sign(signature))
        if text and not blocks:
            deltas.append(self._thinking.add(text, REASONING_CONTENT))

    def _read_call(self, piece: Any, deltas: list[Delta]) -> None:
        function = piece.function
        index = piece.index if piece.index is not None else len(self._calls)
        position = self._by_index.get(index)
        # Some servers send every call with index 0; a new id tells them apart.
        starts = position is None or (
            bool(piece.id) and bool(function.name) and piece.id != self._calls[position].id
        )
        if starts:
            deltas.extend(self._complete_calls())
            position = self._by_index[index] = len(self._calls)
            call = _OpenCall(piece.id or _new_call_id(), function.name or "")
            call.provider_data = getattr(piece, "provider_specific_fields", None) or None
            self._calls.append(call)
            deltas.append(ToolCallStarted(position, call.id, call.name))
        assert position is not None
        if function.arguments:
            call = self._calls[position]
            call.arguments.append(function.arguments)
            deltas.append(ToolCallDelta(position, function.arguments))

    def _complete_calls(self) -> list[Delta]:
        """The calls that cannot grow any more. One whose arguments are cut short stays open."""
        ready: list[Delta] = []
        for position, call in enumerate(self._calls):
            if call.sent:
                continue
            arguments = "".join(call.arguments) or "{}"
            if self._finish in (None, "length") and not _is_json(arguments):
                continue
            call.sent = True
            whole = ToolCall(call.id, call.name, arguments, call.provider_data)
            ready.append(ToolCallReady(position, whole))
        return ready

    def _end_of_text(self) -> list[Delta]:
        """What the gate kept back: calls if that is what it was, otherwise text."""
        if self._gate is None:
            return []
        rest, found = self._gate.end()
        deltas: list[Delta] = [TextDelta(rest)] if rest else []
        if self._calls:
            return deltas
        for position, (name, arguments) in enumerate(found):
            call = ToolCall(_new_call_id(), name, arguments)
            deltas.append(ToolCallStarted(position, call.id, name))
            deltas.append(ToolCallReady(position, call))
            self._calls.append(_OpenCall(call.id, name))
        return deltas

    def _count(self, usage: Any) -> None:
        """Usage may come in parts (input first, output last); the largest figures are the whole."""
        details = getattr(usage, "prompt_tokens_details", None)
        more = getattr(usage, "completion_tokens_details", None)
        read = _int(getattr(usage, "cache_read_input_tokens", 0)) or _int(
            getattr(details, "cached_tokens", 0)
        )
        write = _int(getattr(usage, "cache_creation_input_tokens", 0)) or _int(
            getattr(details, "cache_creation_tokens", 0)
        )
        old = self._usage
        self._prompt_tokens = max(self._prompt_tokens, _int(usage.prompt_tokens))
        read, write = max(old.cache_read, read), max(old.cache_write, write)
        self._usage = Usage(
            input=max(0, self._prompt_tokens - read - write),
            output=max(old.output, _int(usage.completion_tokens)),
            reasoning=max(old.reasoning, _int(getattr(more, "reasoning_tokens", 0))),
            cache_read=read,
            cache_write=write,
        )


class _OpenCall:
    __slots__ = ("arguments", "id", "name", "provider_data", "sent")

    def __init__(self, call_id: str, name: str) -> None:
        self.id = call_id
        self.name = name
        self.arguments: list[str] = []
        self.provider_data: dict[str, Any] | None = None
        self.sent = False


class _OpenReasoning:
    """The block of reasoning that is being written."""

    def __init__(self) -> None:
        self._kind: str | None = None

    def add(self, text: str, kind: str) -> ReasoningDelta:
        self._kind = kind
        return ReasoningDelta(text)

    def sign(self, signature: str) -> ReasoningDelta:
        self._kind = None
        return ReasoningDelta("", {"type": THINKING, "signature": signature}, done=True)

    def close(self) -> ReasoningDelta | None:
        """The end of a block that nobody signs."""
        if self._kind is None:
            return None
        data = {"type": self._kind}
        self._kind = None
        return ReasoningDelta("", data, done=True)


def _new_call_id() -> str:
    return f"call_{secrets.token_hex(8)}"


def reader_for(response: Any, guard: Watchdog, text_tools: Sequence[str]) -> Reader:
    chunks: Any = getattr(response, "completion_stream", None)
    lines = getattr(chunks, "streaming_response", None)
    if lines is None or not hasattr(chunks, "chunk_parser"):
        return Reader(response, None, guard, text_tools)
    if not hasattr(lines, "__aiter__"):
        return Reader(response, None, guard, text_tools)
    chunks.streaming_response = _checked(lines, guard)
    parser = chunks if hasattr(chunks, "current_content_block_type") else None
    return Reader(chunks, parser, guard, text_tools)


async def _checked(lines: AsyncIterator[str], guard: Watchdog) -> AsyncIterator[str]:
    """Only the data lines, each proven to be readable; litellm would skip a broken one in silence."""
    async for line in lines:
        guard.heard()
        if not line.startswith("data:"):
            continue
        data = line[5:].strip()
        if data == "[DONE]":
            break
        try:
            payload = json.loads(data)
        except ValueError:
            raise StreamDropped("the provider sent a line that is not JSON") from None
        yield line
        if isinstance(payload, dict) and payload.get("type") == "message_stop":
            break
    await _drain(lines)


async def _drain(lines: AsyncIterator[str]) -> None:
    """Read the end of the response, so that its connection can be used again. A server that does
    not end it is not waited for."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(DRAIN_SECONDS):
            async for _ in lines:
                pass


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _finish_reason(reason: str) -> str:
    known = {
        "end_turn": "stop",
        "stop_sequence": "stop",
        "eos": "stop",
        "function_call": "tool_calls",
        "tool_use": "tool_calls",
        "max_tokens": "length",
        "refusal": "content_filter",
    }
    reason = known.get(reason, reason)
    return reason if reason in ("stop", "tool_calls", "length", "content_filter") else "stop"


def _int(value: Any) -> int:
    return int(value) if isinstance(value, (int, float)) else 0
