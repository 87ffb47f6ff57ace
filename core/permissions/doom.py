"""Noticing an agent that does the same thing over and over with the same outcome."""

from __future__ import annotations

from typing import Any

from core.permissions.hashing import arguments_hash

REPEATS = 2
"""Identical calls with identical results after which the next one asks."""


class DoomWatch:
    """Remembers the last calls of each session, as hashes."""

    def __init__(self) -> None:
        self._calls: dict[str, list[tuple[str, str, int]]] = {}

    def record(self, session_id: str, tool: str, arguments: dict[str, Any], result: str) -> None:
        """A call has ended with this result."""
        calls = self._calls.setdefault(session_id, [])
        calls.append((tool, arguments_hash(arguments), hash(result)))
        del calls[:-REPEATS]

    def is_looping(self, session_id: str, tool: str, arguments: dict[str, Any]) -> bool:
        """Whether this call would repeat the last ones, which all gave the same result."""
        calls = self._calls.get(session_id, [])
        if len(calls) < REPEATS:
            return False
        first = calls[0]
        return all(call == first for call in calls) and first[:2] == (
            tool,
            arguments_hash(arguments),
        )

    def forget(self, session_id: str) -> None:
        self._calls.pop(session_id, None)
