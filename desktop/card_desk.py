"""What cards of reviews and summaries ask for, done with the engine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from core.engine import Engine
from core.errors import SpinneyError
from core.review.models import ReviewTarget, TargetKind
from core.sessions.models import CompactionPart, ReviewPart, Session
from desktop import dialogs
from desktop.chat.review_dialog import ReviewDialog
from desktop.i18n import translate


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
            translate("Cards", "Edit the summary"),
            translate("Cards", "This is all the model knows of the conversation before it:"),
            part.summary,
            long=True,
        )
        if text is not None and text.strip() and text.strip() != part.summary.strip():
            await self._engine.edit_summary(part.session_id, part.id, text.strip())

    async def review(self, session: Session, kind: TargetKind) -> None:
        """Ask what to review, and have it reviewed."""
        choices = await self._engine.review_choices(session.id)
        dialog = ReviewDialog(choices, kind, self._window)
        wanted: list[ReviewTarget] = []
        dialog.accepted.connect(lambda: wanted.append(dialog.target))
        await dialogs.run(dialog)
        if wanted:
            await self._engine.review(session.id, wanted[0])

    async def review_again(self, part: ReviewPart) -> None:
        """The same target once more; what was dismissed stays dismissed."""
        kind, value = part.target.get("kind", "uncommitted"), part.target.get("value", "")
        await self._engine.review(part.session_id, ReviewTarget(kind, value))

    async def fix_findings(
        self, part: ReviewPart, findings: list[str] | None, *, background: bool
    ) -> None:
        await self._engine.fix_findings(
            part.session_id, part.message_id, findings, background=background
        )

    async def dismiss_finding(self, part: ReviewPart, finding: str, dismissed: bool) -> None:
        await self._engine.dismiss_finding(part.session_id, part.message_id, finding, dismissed)

    async def export_review(self, part: ReviewPart) -> None:
        """As JSON or Markdown, by the name that the person gives the file."""
        wanted = await dialogs.pick_new_file(
            self._window,
            translate("Cards", "Export the review (.md or .json)"),
            Path.home() / "review.md",
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
            raise SpinneyError(
                translate("Cards", "{} cannot be written: {}.").format(file, failure.strerror)
            ) from failure
        self._say("info", translate("Cards", "The review was written to {}.").format(file), "")
