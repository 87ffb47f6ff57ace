"""An example of a package that adds tasks to Spinney.

It needs nothing but the protocol: ``kind``, ``run`` and, if it wants, ``abort``. Its entry points
are in ``spinney_haiku-1.0.dist-info/entry_points.txt``, as a package built from a ``pyproject.toml``
with ``[project.entry-points."spinney.tasks"]`` would have them.
"""

from __future__ import annotations

import asyncio
from typing import Any

from core.events import Notice, TurnFinished


class Haiku:
    """Has a child conversation sum something up in seventeen syllables."""

    kind = "haiku"

    async def run(
        self, session: Any, context: Any, input: str, cancel: asyncio.Event
    ) -> str | None:
        lines = ""
        async for event in context.converse(
            "You are haiku. You write one haiku and nothing else.",
            f"Write a haiku about: {input}",
            cancel,
            tools=("read",),
        ):
            if isinstance(event, TurnFinished):
                lines = event.text
                context.publish(Notice(session.id, "info", f"A haiku took {event.outcome}."))
        return lines or None


class Patient:
    """Waits until it is told to stop, or for ever if it does not listen."""

    kind = "patient"
    aborted = 0

    async def run(
        self, session: Any, context: Any, input: str, cancel: asyncio.Event
    ) -> str | None:
        if input == "fail":
            raise ValueError("no patience today")
        if input == "deaf":
            await asyncio.Event().wait()
        await cancel.wait()
        return "Stopped politely."

    async def abort(self, session: Any, context: Any) -> None:
        Patient.aborted += 1


class Wrong:
    """Has no ``run``."""

    kind = "wrong"
