"""What cards of reviews and summaries ask for, done with the engine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from core.engine import Engine
from core.errors import SpinneyError
from core.sessions.models import CompactionPart, ReviewPart
from desktop import dialogs


class CardDesk:
    """One for the window; ``say`` puts a sentence into its message bar."""

    def __init__(
        self, engine: Engine, window: QWidget, say: Callable[[str, str, str], None]
    ) -> None:
        self._engine = engine
        self._window = window
        self._say = say

    async def edit_summary(self, part: CompactionPart) -> None:
        """Let the person mend what the model will remember."""
        text = await dialogs.ask_text(
            self._window,
            "Edit the summary",
            "This is all the model knows of the conversation before it:",
            part.summary,
            long=True,
        )
        if text is not None and text.strip() and text.strip() != part.summary.strip():
            await self._engine.edit_summary(part.session_id, part.id, text.strip())

    async def fix_findings(self, part: ReviewPart, findings: list[str] | None) -> None:
        await self._engine.fix_findings(part.session_id, part.message_id, findings)

    async def dismiss_finding(self, part: ReviewPart, finding: str, dismissed: bool) -> None:
        await self._engine.dismiss_finding(part.session_id, part.message_id, finding, dismissed)

    async def export_review(self, part: ReviewPart) -> None:
        """As JSON or Markdown, by the name that the person gives the file."""
        wanted = await dialogs.pick_new_file(
            self._window, "Export the review (.md or .json)", Path.home() / "review.md"
        )
        if wanted is None:
            return
        form = "json" if wanted.suffix == ".json" else "markdown"
        text = await self._engine.export_review(part.message_id, form)
        await self._write(wanted, text)

    async def _write(self, file: Path, text: str) -> None:
        try:
            await asyncio.to_thread(file.write_text, text, "utf-8")
        except OSError as failure:
            raise SpinneyError(f"{file} cannot be written: {failure.strerror}.") from failure
        self._say("info", f"The review was written to {file}.", "")
