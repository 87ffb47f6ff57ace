"""The language between the engine and a model host: JSON documents, each after its length.

Deltas travel as short lists, first a letter for the kind; several may share a frame.
"""

from __future__ import annotations

import json
import os
import struct
from typing import Any

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

CONVERSATIONS_KEPT = 48
"""Of how many conversations a host keeps the messages; the engine counts along."""

_LENGTH = struct.Struct("!I")

Plain = list[Any]
"""A delta as a JSON list."""


def pack(document: Any) -> bytes:
    return pack_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


def pack_text(text: str) -> bytes:
    # Half a surrogate pair can come from a model or a file name; it must not end the pipe.
    data = text.encode("utf-8", "surrogatepass")
    return _LENGTH.pack(len(data)) + data


def read_frame(descriptor: int) -> Any | None:
    """The next document, or None when the other side has closed the pipe. Blocks."""
    head = _read_exactly(descriptor, _LENGTH.size)
    if head is None:
        return None
    data = _read_exactly(descriptor, _LENGTH.unpack(head)[0])
    return None if data is None else json.loads(data.decode("utf-8", "surrogatepass"))


def _read_exactly(descriptor: int, count: int) -> bytes | None:
    pieces: list[bytes] = []
    while count:
        try:
            piece = os.read(descriptor, min(count, 1 << 20))
        except OSError:
            return None
        if not piece:
            return None
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)


def write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def plain_delta(delta: Delta) -> Plain:
    if isinstance(delta, TextDelta):
        return ["t", delta.text]
    if isinstance(delta, ReasoningDelta):
        return ["r", delta.text, delta.provider_data, delta.done]
    if isinstance(delta, ToolCallStarted):
        return ["s", delta.index, delta.id, delta.name]
    if isinstance(delta, ToolCallDelta):
        return ["a", delta.index, delta.text]
    if isinstance(delta, ToolCallReady):
        call = delta.call
        return ["c", delta.index, call.id, call.name, call.arguments, call.provider_data]
    if isinstance(delta, Finished):
        return ["f", delta.reason, delta.usage.model_dump(), delta.cost, delta.provider_data]
    raise TypeError(f"{delta!r} does not come from a host")


def delta_from(plain: Plain) -> Delta:
    kind, *rest = plain
    if kind == "t":
        return TextDelta(rest[0])
    if kind == "r":
        return ReasoningDelta(rest[0], rest[1], rest[2])
    if kind == "s":
        return ToolCallStarted(rest[0], rest[1], rest[2])
    if kind == "a":
        return ToolCallDelta(rest[0], rest[1])
    if kind == "c":
        return ToolCallReady(rest[0], ToolCall(rest[1], rest[2], rest[3], rest[4]))
    if kind == "f":
        return Finished(rest[0], Usage(**rest[1]), rest[2], rest[3])
    raise ValueError(f"a host sent an unknown delta {kind!r}")
