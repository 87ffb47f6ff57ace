"""Findings that a person did not want to hear of, remembered for the project's later reviews."""

from __future__ import annotations

import time
from typing import Any

from core.errors import NotFound
from core.sessions.models import ReviewPart
from core.sessions.store import Store

MAX_REMEMBERED = 2_000


async def dismissed_in(store: Store, project_id: str) -> dict[str, Any]:
    """The dismissed findings of a project by id."""
    found: dict[str, Any] = await store.get_value(_key(project_id)) or {}
    return found


async def set_dismissed(
    store: Store, project_id: str, part: ReviewPart, finding_id: str, dismissed: bool
) -> None:
    """Dismiss a finding, or take that back; the card and the memory change together."""
    found = [finding for finding in part.findings if finding.get("id") == finding_id]
    if not found:
        raise NotFound("There is no such finding in this review.")
    known = await dismissed_in(store, project_id)
    for finding in found:
        finding["dismissed"] = dismissed
        known.pop(finding_id, None)
        if dismissed:
            path = (finding.get("code_location") or {}).get("path", "")
            known[finding_id] = {"title": finding["title"], "path": path, "when": time.time()}
    kept = dict(list(known.items())[-MAX_REMEMBERED:])
    async with store.batch() as batch:
        await batch.set_value(_key(project_id), kept)
        await batch.save_part(part)


def _key(project_id: str) -> str:
    return f"review.dismissed:{project_id}"
