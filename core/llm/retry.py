"""When a failed request is sent again, and after how long. Pure: nothing here waits."""

from __future__ import annotations

import random
from collections.abc import Callable
from urllib.parse import urlsplit

from core.errors import ModelError

FIRST_DELAY = 1.0
LONGEST_DELAY = 60.0
LONGEST_ASKED_DELAY = 900.0
"""A provider that asks for a longer wait than this is not waited for: the person is told."""

NETWORK_ATTEMPTS = 4
TIMEOUT_ATTEMPTS = 3
LOCAL_PATIENCE = 6.0
"""Servers on this machine may have to load a model first, so their time-outs are this much longer."""


def next_delay(
    error: ModelError,
    attempt: int,
    max_attempts: int,
    jitter: Callable[[], float] = random.random,
) -> float | None:
    """Seconds to wait before attempt ``attempt + 1``, or None to give up.

    The wait doubles from one second with a random quarter added, so that many agents do not come
    back at the same moment. What the provider asked for is honoured, and never cut short.
    """
    if not error.retry or attempt >= _attempts(error.kind, max_attempts):
        return None
    if error.retry_after is not None:
        if error.retry_after > LONGEST_ASKED_DELAY:
            return None
        return max(0.0, error.retry_after) + 0.25 * jitter()
    delay = min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** (attempt - 1))
    return delay * (1.0 + 0.25 * jitter())


def _attempts(kind: str, max_attempts: int) -> int:
    """A dead network or server is found out sooner than an overloaded one gets better."""
    if kind == "network":
        return min(max_attempts, NETWORK_ATTEMPTS)
    if kind == "timeout":
        return min(max_attempts, TIMEOUT_ATTEMPTS)
    return max_attempts


def is_local(base_url: str | None) -> bool:
    """Whether a provider's address is on this machine."""
    host = (urlsplit(base_url).hostname or "") if base_url else ""
    return host in ("localhost", "::1", "0.0.0.0") or host.startswith("127.")
