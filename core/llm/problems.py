"""What went wrong with a model request, as a sentence and what to do about it.

A failure is described by the HTTP status, the name of the exception and the provider's own words;
the table below turns that into a ``ModelError``. The order matters: the first row that fits wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.errors import ModelError


@dataclass(frozen=True, slots=True)
class Failure:
    """What a host knows about a failed request; plain enough for the pipe."""

    provider: str
    model: str
    message: str
    name: str = ""
    status: int | None = None
    retry_after: float | None = None
    address: str = ""
    local: bool = False

    def plain(self) -> dict[str, Any]:
        return {slot: getattr(self, slot) for slot in self.__slots__}


@dataclass(frozen=True, slots=True)
class Problem:
    """One row: when it fits, and what it says."""

    kind: str
    fits: Callable[[Failure], bool]
    sentence: str
    hint: str
    retry: bool = False


def _says(*words: str) -> Callable[[Failure], bool]:
    pattern = re.compile("|".join(words), re.IGNORECASE)
    return lambda failure: pattern.search(failure.message) is not None


def _status(*codes: int) -> Callable[[Failure], bool]:
    return lambda failure: failure.status in codes


def _named(*names: str) -> Callable[[Failure], bool]:
    return lambda failure: failure.name in names


_too_long = _says(
    r"context[_ ]length",
    r"context window",
    r"maximum context",
    r"prompt is too long",
    r"too many (input )?tokens",
    r"exceeds? the (available )?context",
    r"input length and .max_tokens. exceed",
    r"request_too_large",
)
_no_money = _says(r"credit balance", r"insufficient[_ ]quota", r"billing", r"payment required")
_no_model = _says(
    r"model.{0,80}(not found|does not exist|not exist|unknown|not supported|is not available)",
    r"(no such|unknown|invalid) model",
    r"not_found_error.{0,40}model",
)
_unreachable = _says(
    r"cannot connect",
    r"connection refused",
    r"connect call failed",
    r"all connection attempts failed",
    r"name or service not known",
    r"nodename nor servname",
    r"temporary failure in name resolution",
    r"getaddrinfo failed",
    r"network is unreachable",
    r"no route to host",
)
_bad_certificate = _says(r"certificate verify failed", r"CERTIFICATE_VERIFY_FAILED", r"self.signed")
_filtered = _says(r"content (management )?policy", r"content.filter", r"safety (system|settings)")
_server_at_fault = lambda failure: failure.status is not None and failure.status >= 500  # noqa: E731

PROBLEMS: tuple[Problem, ...] = (
    Problem(
        "timeout",
        _named("FirstByteTimeout"),
        "{provider} did not begin to answer in time.",
        "Send the message again; a slow server may need a longer first_byte_timeout in its "
        "[provider.{provider}] section.",
        retry=True,
    ),
    Problem(
        "timeout",
        _named("SilenceTimeout"),
        "{provider} went silent in the middle of its answer.",
        "Send the message again; a slow server may need a longer silence_timeout in its "
        "[provider.{provider}] section.",
        retry=True,
    ),
    Problem(
        "dropped",
        _named("StreamDropped"),
        "The connection to {provider} was lost in the middle of the answer.",
        "Send the message again to go on.",
        retry=True,
    ),
    Problem(
        "network",
        _bad_certificate,
        "The certificate of {provider} ({address}) could not be verified.",
        "Behind a company proxy, set ca_file in the [network] section to its certificate file.",
    ),
    Problem(
        "network",
        lambda failure: failure.local and _unreachable(failure),
        "No model server answers at {address}.",
        "Start it (for example “ollama serve”), or correct base_url of the provider {provider}.",
    ),
    Problem(
        "network",
        _unreachable,
        "{provider} cannot be reached at {address}.",
        "Check the network connection, the proxy settings and base_url of the provider.",
        retry=True,
    ),
    Problem(
        "context",
        lambda failure: failure.status in (None, 400, 413, 422, 500) and _too_long(failure),
        "The conversation is too long for {model}.",
        "Compact the conversation with /compact, or choose a model with a larger context.",
    ),
    Problem(
        "auth",
        _no_money,
        "{provider} refuses to answer because the account has no credit or quota left.",
        "Check the plan and the billing page of {provider}, or choose another provider.",
    ),
    Problem(
        "auth",
        _status(401),
        "{provider} refused the key.",
        "Check the key of {provider} in Settings › Providers, or the environment variable that "
        "holds it.",
    ),
    Problem(
        "auth",
        _status(403),
        "{provider} does not allow this key to use {model}.",
        "Check what the key may do in the account of {provider}, or choose another model.",
    ),
    Problem(
        "model",
        lambda failure: failure.status in (400, 404, 422) and _no_model(failure),
        "{provider} has no model named {model}.",
        "Choose another model, or correct its name in the configuration.",
    ),
    Problem(
        "model",
        _status(404),
        "{provider} does not know the model {model} or the address {address}.",
        "Check the model's name, and base_url of the provider (it usually ends in /v1).",
    ),
    Problem(
        "content",
        lambda failure: failure.status in (None, 400, 403) and _filtered(failure),
        "{provider} declined the request because of its content rules.",
        "Rephrase the last message, or choose another model.",
    ),
    Problem(
        "rate_limit",
        _status(429),
        "{provider} limits how fast requests may be sent.",
        "Wait a little and send the message again, or run fewer agents at once.",
        retry=True,
    ),
    Problem(
        "overloaded",
        lambda failure: failure.status in (503, 529) or _says("overloaded")(failure),
        "{provider} is overloaded.",
        "Wait a little and send the message again, or choose another model.",
        retry=True,
    ),
    Problem(
        "timeout",
        lambda failure: failure.status in (408, 504) or failure.name == "Timeout",
        "{provider} took too long to answer.",
        "Send the message again.",
        retry=True,
    ),
    Problem(
        "request",
        _status(400, 405, 409, 413, 415, 422),
        "{provider} did not accept the request: {message}",
        "If this goes on, choose another model or look at the options set for this one.",
    ),
    Problem(
        "overloaded",
        _server_at_fault,
        "{provider} had a failure of its own (status {status}).",
        "Wait a little and send the message again.",
        retry=True,
    ),
    Problem(
        "dropped",
        _says(r"disconnected", r"connection (reset|lost|closed)", r"payload", r"incomplete"),
        "The connection to {provider} was lost in the middle of the answer.",
        "Send the message again to go on.",
        retry=True,
    ),
)

_UNEXPECTED = Problem(
    "request",
    lambda _: True,
    "The request to {provider} failed: {message}",
    "The log of the model host has the details.",
)


def model_error(failure: Failure) -> ModelError:
    problem = next((row for row in PROBLEMS if row.fits(failure)), _UNEXPECTED)
    words = {
        "provider": failure.provider,
        "model": failure.model,
        "address": failure.address or failure.provider,
        "status": failure.status,
        "message": _short(failure.message),
    }
    return ModelError(
        problem.sentence.format(**words),
        problem.hint.format(**words),
        kind=problem.kind,
        retry=problem.retry,
        retry_after=failure.retry_after,
    )


def _short(message: str) -> str:
    """The provider's own words without litellm's prefixes, on one line, bounded."""
    said = re.search(r'"message"\s*:\s*"((?:[^"\\]|\\.)*)"', message)
    # What was sent does not belong into a sentence about it.
    message = re.split(r"Received Messages", message, maxsplit=1)[0]
    text = said.group(1).replace('\\"', '"') if said else message
    text = re.sub(r"^(litellm\.)?\w*(Error|Exception)\b:?\s*", "", " ".join(text.split()))
    text = re.sub(r"^\w*(Error|Exception)\b( -|:)?\s*", "", text).rstrip(".")
    return (text[:300] + "…" if len(text) > 300 else text) + "."
