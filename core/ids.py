"""Identifiers that sort by the moment they were made.

An id is a short prefix that names the kind, ten characters of time, three of a counter and
seven random ones: ``ses_01k3v8q2zr0004c7d9x2m``. Within one process ids never repeat and never
sort before an earlier one, even when the clock steps back.
"""

from __future__ import annotations

import secrets
import threading
import time

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_lock = threading.Lock()
_last_moment = 0
_counter = 0


def _encode(number: int, width: int) -> str:
    characters = []
    for _ in range(width):
        characters.append(_ALPHABET[number & 31])
        number >>= 5
    return "".join(reversed(characters))


def new_id(prefix: str) -> str:
    """Return a fresh id such as ``new_id("ses")``."""
    global _last_moment, _counter
    with _lock:
        moment = max(time.time_ns() // 1_000_000, _last_moment)
        _counter = _counter + 1 if moment == _last_moment else 0
        if _counter >= 32**3:
            moment, _counter = moment + 1, 0
        _last_moment = moment
        counter = _counter
    return f"{prefix}_{_encode(moment, 10)}{_encode(counter, 3)}{_encode(secrets.randbits(35), 7)}"
