"""One request to a provider through litellm, from our form to its deltas."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any

from core.llm.frames import Plain
from core.llm.host_info import cost_of, entry_for
from core.llm.host_pace import Outbox, Watchdog
from core.llm.host_redirects import stay_with_the_provider
from core.llm.host_stream import reader_for
from core.llm.problems import Failure
from core.llm.types import Finished

log = logging.getLogger("spinney.host")

OPENAI_URL = "https://api.openai.com/v1"

OPENAI_WIRE = frozenset({"openai", "ollama", "lmstudio", "llamacpp", "vllm", "hosted_vllm"})
"""Kinds that speak OpenAI's wire format and go through litellm's ``hosted_vllm`` route.

Its ``openai`` route rewrites every message on each call, which takes 136 ms for a conversation of
400 steps and holds up every other stream; this one puts the same bytes on the wire in 25 ms.
"""

THINKING_ROOM = 20_000
"""The least length of an answer that thinks: the largest budget and room for the answer."""

CACHING = frozenset({"anthropic"})

_REASONING_ONLY = re.compile(r"^(o\d|gpt-5)")


async def answer(
    request: dict[str, Any],
    messages: list[dict[str, Any]],
    send: Callable[[list[Plain]], None],
) -> Failure | None:
    """Stream one answer; returns what went wrong, if anything did."""
    import litellm

    provider = request["provider"]
    outbox = Outbox(send)
    guard = Watchdog(provider["first_byte_timeout"], provider["silence_timeout"])
    try:
        with guard:
            response = await litellm.acompletion(**call_arguments(request, messages))
            reader = reader_for(response, guard, request["text_tools"])
            async for delta in reader.deltas():
                if isinstance(delta, Finished):
                    delta = _priced(delta, request)
                outbox.put(delta)
        outbox.flush()
        return None
    except asyncio.CancelledError:
        outbox.drop()
        if guard.expired is None:
            raise
        return _failure(request, guard.expired, name=guard.expired)
    except Exception as error:
        outbox.drop()
        return _describe(request, error)


def call_arguments(request: dict[str, Any], messages: list[dict[str, Any]]) -> dict[str, Any]:
    """The keyword arguments for litellm. Messages are copied: litellm changes what it is given."""
    provider = request["provider"]
    kind = provider["kind"]
    copies = [dict(message) for message in messages if not _is_empty(message)]
    tools = request["tools"]
    if kind in CACHING:
        copies, tools = mark_for_caching(copies, tools)
    arguments: dict[str, Any] = {
        "model": request["model"],
        "custom_llm_provider": _route(kind),
        "messages": copies,
        "stream": True,
        "stream_options": {"include_usage": True},
        # Without a key litellm would look for one in the environment, perhaps another vendor's.
        "api_key": provider["api_key"] or ("none" if provider["base_url"] else None),
        "api_base": _base_url(kind, provider["base_url"]),
        "extra_headers": provider["headers"] or None,
        "max_retries": 0,
        "num_retries": 0,
        "drop_params": True,
        "no-log": True,
        # Our own watchdog knows the difference between a slow start and silence.
        "timeout": 24 * 3600.0,
    }
    if kind in CACHING:
        del arguments["stream_options"]
    if tools:
        arguments["tools"] = tools
        if request["tool_choice"] != "auto":
            arguments["tool_choice"] = request["tool_choice"]
    arguments.update(_limits(request))
    if request["response_schema"]:
        schema = {"name": "answer", "schema": request["response_schema"], "strict": True}
        arguments["response_format"] = {"type": "json_schema", "json_schema": schema}
    arguments.update(request["options"])
    return {name: value for name, value in arguments.items() if value is not None}


def _is_empty(message: dict[str, Any]) -> bool:
    """Providers refuse messages without content; an interrupted answer may leave one."""
    return (
        message["role"] in ("user", "assistant")
        and not message["content"]
        and not message.get("tool_calls")
    )


def _limits(request: dict[str, Any]) -> dict[str, Any]:
    """Length, sampling and effort, in the words that this provider takes."""
    kind, model = request["provider"]["kind"], request["model"]
    sampling = {"temperature": request["temperature"], "top_p": request["top_p"]}
    if kind == "anthropic":
        entry = entry_for(kind, model) or {}
        length = request["max_output"] or min(entry.get("max_output_tokens") or 8192, 32_000)
        thinks = bool(request["effort"]) and bool(entry.get("supports_reasoning"))
        if thinks or "thinking" in request["options"]:
            # Thinking allows no sampling of one's own and must fit into the length.
            return {"max_tokens": max(length, THINKING_ROOM), "reasoning_effort": request["effort"]}
        return {"max_tokens": length, **sampling}
    if kind == "openai" and request["provider"]["base_url"] in (None, OPENAI_URL):
        if _REASONING_ONLY.match(model):
            sampling = {}
        length_name = "max_completion_tokens"
    else:
        length_name = "max_tokens"
    return {length_name: request["max_output"], "reasoning_effort": request["effort"], **sampling}


def _route(kind: str) -> str:
    if kind in OPENAI_WIRE:
        return "hosted_vllm"
    return {"vertex": "vertex_ai"}.get(kind, kind)


def _base_url(kind: str, base_url: str | None) -> str | None:
    if base_url:
        return base_url.rstrip("/")
    return OPENAI_URL if kind in OPENAI_WIRE else None


def mark_for_caching(
    messages: list[dict[str, Any]], tools: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Tell Anthropic what to cache: the tools, the system prompt and the last two turns.

    The mark on the turn before the last finds what the previous request stored; the one on the
    last stores it for the next. Four marks are the most it takes.
    """
    mark = {"type": "ephemeral"}
    system = [i for i, message in enumerate(messages) if message["role"] == "system"]
    # The results of several tool calls are one turn of the user.
    turns = [
        i
        for i, message in enumerate(messages)
        if message["role"] in ("user", "tool")
        and (i + 1 == len(messages) or messages[i + 1]["role"] == "assistant")
    ]
    for i in (*system[-1:], *turns[-2:]):
        message = messages[i]
        if message["role"] == "tool":
            message["cache_control"] = mark
            continue
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else [*content]
        if blocks and (blocks[-1].get("type") != "text" or blocks[-1]["text"]):
            blocks[-1] = {**blocks[-1], "cache_control": mark}
            message["content"] = blocks
    if tools:
        tools = [*tools[:-1], {**tools[-1], "cache_control": mark}]
    return messages, tools


def _priced(finished: Finished, request: dict[str, Any]) -> Finished:
    cost = cost_of(finished.usage, request["provider"]["kind"], request["model"], request["price"])
    return Finished(finished.reason, finished.usage, cost, finished.provider_data)


def _describe(request: dict[str, Any], error: BaseException) -> Failure:
    status = getattr(error, "status_code", None)
    name = type(error).__name__
    message = str(error)
    if status is not None:
        status = int(status)
    if name in (
        "ClientPayloadError",
        "RemoteProtocolError",
        "ReadError",
        "ServerDisconnectedError",
    ):
        name, status = "StreamDropped", None
    elif status == 500 and _is_connection_trouble(error):
        # litellm reports a refused connection as a failure of the server.
        status = None
    if isinstance(error, (TypeError, AttributeError, KeyError)):
        log.exception("a request failed in an unexpected way")
    return _failure(request, message, name=name, status=status, retry_after=_retry_after(error))


def _is_connection_trouble(error: BaseException) -> bool:
    return (
        re.search(r"(?i)connect|disconnected|getaddrinfo|name resolution", str(error)) is not None
    )


def _retry_after(error: BaseException) -> float | None:
    response = getattr(error, "response", None)
    for headers in (
        getattr(error, "litellm_response_headers", None),
        getattr(error, "headers", None),
        getattr(response, "headers", None),
    ):
        if not headers:
            continue
        milliseconds = headers.get("retry-after-ms")
        seconds = headers.get("retry-after")
        try:
            if milliseconds is not None:
                return float(milliseconds) / 1000
            if seconds is not None:
                return float(seconds)
        except ValueError:
            return _seconds_until(seconds)
    return None


def _seconds_until(date: str) -> float | None:
    import time
    from email.utils import parsedate_to_datetime

    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - time.time())
    except ValueError:
        return None


def _failure(
    request: dict[str, Any],
    message: str,
    *,
    name: str,
    status: int | None = None,
    retry_after: float | None = None,
) -> Failure:
    provider = request["provider"]
    key = provider["api_key"]
    return Failure(
        provider=provider["name"],
        model=request["model"],
        message=message.replace(key, "[key]") if key else message,
        name=name,
        status=status,
        retry_after=retry_after,
        address=_base_url(provider["kind"], provider["base_url"]) or "",
        local=request["local"],
    )


async def warm_up() -> None:
    """Let litellm do once what it does only at the first call of each wire."""
    import litellm

    stay_with_the_provider()
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.drop_params = True
    litellm.modify_params = True
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "httpx", "openai", "asyncio"):
        logging.getLogger(name).setLevel(logging.ERROR)
    for kind in ("openai", "anthropic"):
        await answer(_nothing(kind), [{"role": "user", "content": "x"}], lambda _: None)


def _nothing(kind: str) -> dict[str, Any]:
    """A request that reaches no server: port 9 of this machine refuses at once."""
    return {
        "provider": {
            "name": kind,
            "kind": kind,
            "base_url": "http://127.0.0.1:9",
            "api_key": "none",
            "headers": {},
            "first_byte_timeout": 5,
            "silence_timeout": 5,
        },
        "model": "warm-up",
        "tools": [
            {
                "type": "function",
                "function": {"name": "x", "parameters": {"type": "object", "properties": {}}},
            }
        ],
        "tool_choice": "auto",
        "max_output": 1,
        "temperature": None,
        "top_p": None,
        "effort": None,
        "response_schema": None,
        "options": {},
        "price": None,
        "local": True,
        "text_tools": [],
    }
