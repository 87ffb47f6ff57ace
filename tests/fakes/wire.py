"""A scripted reply in the two wire formats, whole and as a stream of server-sent events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.fakes.script import (
    Call,
    Drop,
    Failed,
    Gate,
    Pause,
    Raw,
    Reply,
    Say,
    Stall,
    Think,
    Tokens,
)

Act = bytes | Pause | Drop | Stall | Gate
"""What the connection does next: send these bytes, or something else."""

ENDLESS = (Drop, Stall)


def _pieces(text: str, size: int) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def _event(payload: dict[str, Any] | str, name: str | None = None) -> bytes:
    data = payload if isinstance(payload, str) else json.dumps(payload, ensure_ascii=False)
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {data}\n\n".encode()


def _sent(arguments: str, call: Call) -> str:
    return arguments if call.cut is None else arguments[: call.cut]


# OpenAI: /v1/chat/completions


def openai_usage(tokens: Tokens) -> dict[str, Any]:
    prompt = tokens.input + tokens.cache_read + tokens.cache_write
    return {
        "prompt_tokens": prompt,
        "completion_tokens": tokens.output,
        "total_tokens": prompt + tokens.output,
        "prompt_tokens_details": {"cached_tokens": tokens.cache_read},
        "completion_tokens_details": {"reasoning_tokens": tokens.reasoning},
    }


def _openai_finish(reply: Reply) -> str:
    return reply.finish or ("tool_calls" if reply.calls else "stop")


def openai_stream(reply: Reply, model: str, identity: str, usage: bool) -> Iterator[Act]:
    base = {"id": identity, "object": "chat.completion.chunk", "created": 1, "model": model}

    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return _event({**base, "choices": [choice]})

    yield chunk({"role": "assistant", "content": ""})
    index = -1
    for piece in reply.pieces:
        if isinstance(piece, Say):
            for text in _pieces(piece.text, reply.size):
                yield chunk({"content": text})
        elif isinstance(piece, Think):
            for text in _pieces(piece.text, reply.size):
                yield chunk({"reasoning_content": text})
        elif isinstance(piece, Call):
            index += 1
            head = {"index": index, "id": piece.call_id, "type": "function"}
            yield chunk(
                {"tool_calls": [{**head, "function": {"name": piece.tool, "arguments": ""}}]}
            )
            for text in _pieces(_sent(piece.arguments, piece), reply.size):
                yield chunk({"tool_calls": [{"index": index, "function": {"arguments": text}}]})
        elif isinstance(piece, Raw):
            yield piece.data
        elif isinstance(piece, Failed):
            yield _event({"error": {"type": piece.type, "message": piece.message, "code": 529}})
            return
        else:
            yield piece
            if isinstance(piece, ENDLESS):
                return
    yield chunk({}, _openai_finish(reply))
    if usage:
        yield _event({**base, "choices": [], "usage": openai_usage(reply.tokens)})
    yield _event("[DONE]")


def openai_whole(reply: Reply, model: str, identity: str) -> dict[str, Any]:
    text = "".join(piece.text for piece in reply.pieces if isinstance(piece, Say))
    thought = "".join(piece.text for piece in reply.pieces if isinstance(piece, Think))
    message: dict[str, Any] = {"role": "assistant", "content": text or None}
    if thought:
        message["reasoning_content"] = thought
    if reply.calls:
        message["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.tool, "arguments": call.arguments},
            }
            for call in reply.calls
        ]
    return {
        "id": identity,
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": _openai_finish(reply)}],
        "usage": openai_usage(reply.tokens),
    }


# Anthropic: /v1/messages


def _anthropic_usage(tokens: Tokens, output: int) -> dict[str, Any]:
    return {
        "input_tokens": tokens.input,
        "output_tokens": output,
        "cache_creation_input_tokens": tokens.cache_write,
        "cache_read_input_tokens": tokens.cache_read,
    }


def _anthropic_finish(reply: Reply) -> str:
    names = {"stop": "end_turn", "length": "max_tokens", "tool_calls": "tool_use"}
    if reply.finish:
        return names.get(reply.finish, reply.finish)
    return "tool_use" if reply.calls else "end_turn"


def _named(payload: dict[str, Any]) -> bytes:
    return _event(payload, payload["type"])


def anthropic_stream(reply: Reply, model: str, identity: str) -> Iterator[Act]:
    message = {
        "id": identity,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": _anthropic_usage(reply.tokens, 1),
    }
    yield _named({"type": "message_start", "message": message})
    yield _named({"type": "ping"})
    index = -1

    def block(
        start: dict[str, Any], deltas: list[dict[str, Any]], end: bool = True
    ) -> Iterator[bytes]:
        yield _named({"type": "content_block_start", "index": index, "content_block": start})
        for delta in deltas:
            yield _named({"type": "content_block_delta", "index": index, "delta": delta})
        if end:
            yield _named({"type": "content_block_stop", "index": index})

    for piece in reply.pieces:
        if isinstance(piece, Say):
            index += 1
            yield from block(
                {"type": "text", "text": ""},
                [{"type": "text_delta", "text": t} for t in _pieces(piece.text, reply.size)],
            )
        elif isinstance(piece, Think) and piece.redacted is not None:
            index += 1
            yield from block({"type": "redacted_thinking", "data": piece.redacted}, [])
        elif isinstance(piece, Think):
            index += 1
            deltas = [
                {"type": "thinking_delta", "thinking": t} for t in _pieces(piece.text, reply.size)
            ]
            deltas.append({"type": "signature_delta", "signature": piece.signature})
            yield from block({"type": "thinking", "thinking": "", "signature": ""}, deltas)
        elif isinstance(piece, Call):
            index += 1
            yield from block(
                {"type": "tool_use", "id": piece.call_id, "name": piece.tool, "input": {}},
                [
                    {"type": "input_json_delta", "partial_json": t}
                    for t in ["", *_pieces(_sent(piece.arguments, piece), reply.size)]
                ],
                end=piece.cut is None,
            )
        elif isinstance(piece, Raw):
            yield piece.data
        elif isinstance(piece, Failed):
            error = {"type": piece.type, "message": piece.message}
            yield _named({"type": "error", "error": error})
            return
        else:
            yield piece
            if isinstance(piece, ENDLESS):
                return
    yield _named(
        {
            "type": "message_delta",
            "delta": {"stop_reason": _anthropic_finish(reply), "stop_sequence": None},
            "usage": {"output_tokens": reply.tokens.output},
        }
    )
    yield _named({"type": "message_stop"})


def anthropic_whole(reply: Reply, model: str, identity: str) -> dict[str, Any]:
    content: list[dict[str, Any]] = []
    for piece in reply.pieces:
        if isinstance(piece, Say):
            content.append({"type": "text", "text": piece.text})
        elif isinstance(piece, Think) and piece.redacted is not None:
            content.append({"type": "redacted_thinking", "data": piece.redacted})
        elif isinstance(piece, Think):
            content.append(
                {"type": "thinking", "thinking": piece.text, "signature": piece.signature}
            )
        elif isinstance(piece, Call):
            content.append(
                {
                    "type": "tool_use",
                    "id": piece.call_id,
                    "name": piece.tool,
                    "input": json.loads(piece.arguments),
                }
            )
    return {
        "id": identity,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": _anthropic_finish(reply),
        "stop_sequence": None,
        "usage": _anthropic_usage(reply.tokens, reply.tokens.output),
    }


def error_body(reply: Reply, anthropic: bool) -> bytes:
    if reply.body is not None:
        return reply.body
    kinds = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}
    kind = reply.error_type or kinds.get(reply.status, "api_error")
    if anthropic:
        payload: dict[str, Any] = {
            "type": "error",
            "error": {"type": kind, "message": reply.message},
        }
    else:
        payload = {"error": {"message": reply.message, "type": kind, "param": None, "code": None}}
    return json.dumps(payload).encode()
