"""Compaction, reviews and other tasks, and going back."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Literal

from core.checkpoints.models import Checkpoint, RevertPreview, RevertResult, What
from core.config.settings import Settings
from core.door.answers import AnswerActions
from core.errors import NotFound, SpinneyError
from core.loop.compaction import edit_summary
from core.loop.context_use import by_kind
from core.loop.meter import ContextUse
from core.loop.prepare import NO_MODEL
from core.projects import project_root
from core.review.changes import choices
from core.review.dismissals import set_dismissed
from core.review.export import as_json, as_markdown, background_fix, fix_prompt
from core.review.models import ReviewChoices, ReviewTarget
from core.review.task import ReviewTask
from core.sessions.models import ReviewPart, Session
from core.tasks.models import QueueItem


class ReviewActions(AnswerActions):
    """Looking at what was done, and undoing it."""

    async def compact(self, session_id: str, focus: str = "") -> str | None:
        """Replace what the model sees of the conversation by a summary, and return that.

        A running turn does it before its next request; then there is nothing to return.
        """
        return await self.session_tasks.start(session_id, "compact", focus)

    async def edit_summary(self, session_id: str, part_id: str, summary: str) -> None:
        """Put a person's words in place of a compaction's summary."""
        running = self.runners.of(session_id).run
        await edit_summary(self.store, running, session_id, part_id, summary)

    async def context_use(self, session_id: str) -> ContextUse:
        """How full the model's context is, and with what."""
        run = self.runners.of(session_id).run
        if run is None:
            run = await self.preparer.look(await self.store.get_session(session_id))
        return by_kind(self.compactor.use_of(run), run)

    async def start_task(self, session_id: str, name: str, input: str = "") -> str | None:
        """Run a task of any kind in a session: ``regular``, ``review``, ``compact``, ``subagent``, or
        one that an installed package adds. Returns what it said."""
        return await self.session_tasks.start(session_id, name, input)

    async def review(self, session_id: str, target: ReviewTarget | str = "") -> ReviewPart:
        """Review a change in a child session that only reads; a text names a branch, a commit, or
        what to look at. The part is in the session from the start, with its progress."""
        task = ReviewTask(self._model_takes, target if isinstance(target, ReviewTarget) else None)
        await self.session_tasks.run(
            session_id, task, target if isinstance(target, str) else target.value
        )
        return task.part

    async def review_choices(self, session_id: str) -> ReviewChoices:
        """The branches and commits that a review can be asked for in a session's folder."""
        session = await self.store.get_session(session_id)
        return await choices(Path(session.directory))

    async def dismiss_finding(
        self, session_id: str, message_id: str, finding_id: str, dismissed: bool = True
    ) -> None:
        """Hide a finding here and in later reviews of the project, or show it again."""
        session = await self.store.get_session(session_id)
        part = await self._review_part(message_id)
        await set_dismissed(self.store, session.project_id, part, finding_id, dismissed)

    async def fix_findings(
        self,
        session_id: str,
        message_id: str,
        finding_ids: Collection[str] | None = None,
        *,
        background: bool = False,
    ) -> QueueItem | None:
        """Have the session's agent mend some findings, or all that were not dismissed; or an agent in
        the background, in a worktree of its own."""
        text = fix_prompt(await self._review_part(message_id), finding_ids)
        if not background:
            return await self.prompt(session_id, text)
        parts = background_fix(text)
        return await self.prompt(session_id, parts[0].text, parts=parts)

    async def export_review(self, message_id: str, form: Literal["json", "markdown"]) -> str:
        part = await self._review_part(message_id)
        return as_json(part) if form == "json" else as_markdown(part)

    async def _review_part(self, message_id: str) -> ReviewPart:
        entry = await self.store.get_message(message_id)
        for part in entry.parts:
            if isinstance(part, ReviewPart):
                return part
        raise NotFound("That message holds no review.")

    async def _model_takes(self, model: str | None, settings: Settings) -> int | None:
        """What a model can take, where that is known."""
        if not (wanted := model or settings.model):
            raise NO_MODEL
        return (await self.book.choose(wanted, settings)).info.context

    async def checkpoints(self, session_id: str) -> list[Checkpoint]:
        """The prompts a person can go back to, with what their turns changed."""
        return await self.turn_checkpoints.prompts(await self.store.get_session(session_id))

    async def patch_diff(self, session_id: str, before: str, after: str) -> str:
        """The difference between the two checkpoints of a ``PatchPart`` as a text."""
        session = await self.store.get_session(session_id)
        objects = self.keeper.objects(project_root(Path(session.directory)))
        return await objects.diff(before, after)

    async def session_diff(self, session_id: str) -> str:
        """Everything that the turns of a session changed, turn by turn, as a text."""
        pieces = []
        for prompt, patch in await self.turn_checkpoints.patches(session_id):
            if patch.before and patch.after:
                difference = await self.patch_diff(session_id, patch.before, patch.after)
                pieces.append(f"# {' '.join(prompt.split())[:200]}\n{difference}")
        return "\n".join(pieces)

    async def preview_revert(
        self, session_id: str, message_id: str, what: What = "both"
    ) -> RevertPreview:
        """What going back to just before a prompt would do; nothing is changed."""
        session = await self.store.get_session(session_id)
        return await self.going_back.preview(session, message_id, what)

    async def revert(
        self,
        session_id: str,
        message_id: str,
        what: What = "both",
        *,
        overwrite: Collection[str] = (),
    ) -> RevertResult:
        """Go back to just before a prompt: files, conversation or both.

        Files that someone else changed as well (``conflicts`` of the preview) stay as they are
        unless their paths are in ``overwrite``.
        """
        session = await self._at_rest(session_id)
        return await self.going_back.revert(session, message_id, what, overwrite)

    async def preview_redo(self, session_id: str) -> RevertPreview:
        return await self.going_back.preview_redo(await self.store.get_session(session_id))

    async def redo(self, session_id: str, *, overwrite: Collection[str] = ()) -> RevertResult:
        """Take the latest going back back."""
        return await self.going_back.redo(await self._at_rest(session_id), overwrite)

    async def _at_rest(self, session_id: str) -> Session:
        """The session, if neither it nor anything below it works."""
        if self.is_running(session_id) or self.registry.stoppable_under(session_id):
            raise SpinneyError("The session is working.", "Stop it first, then go back.")
        if await self.store.worked_in_elsewhere(session_id):
            raise SpinneyError(
                "Another Spinney works in this session.", "Stop it there first, then go back."
            )
        return await self.store.get_session(session_id)
