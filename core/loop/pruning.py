"""Old tool outputs leave the context before anything else does; the transcript keeps them."""

from __future__ import annotations

from collections.abc import Sequence

from core.loop.tokens import text_tokens
from core.sessions.models import MessageWithParts, ToolPart

KEPT_TOOLS = frozenset({"task", "skill", "todowrite", "todoread", "question"})
"""Outputs that cannot be had again, or that stand for a person's word or an agent's work."""

SMALL = 100
"""Outputs of fewer tokens are not worth a gap."""


def prunable(messages: Sequence[MessageWithParts], keep: int) -> list[ToolPart]:
    """The outputs that can go, given that the newest ones up to ``keep`` tokens stay.

    Those of the last answer always stay: the model has not read them yet.
    """
    found: list[ToolPart] = []
    seen = 0
    last_answer = next(
        (entry.info.id for entry in reversed(messages) if entry.info.role == "assistant"), None
    )
    for entry in reversed(messages):
        for part in reversed(entry.parts):
            if not isinstance(part, ToolPart) or part.pruned or part.status != "completed":
                continue
            tokens = text_tokens(part.output)
            seen += tokens
            if (
                entry.info.id != last_answer
                and seen > keep
                and tokens >= SMALL
                and part.tool not in KEPT_TOOLS
            ):
                found.append(part)
    found.reverse()
    return found


def saving(parts: Sequence[ToolPart]) -> int:
    """About how many tokens pruning these would free."""
    return sum(text_tokens(part.output) for part in parts)
