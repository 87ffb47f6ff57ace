"""A review: reviewers that only read, one per piece of the change, and their answers joined."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field

from core.config.settings import Settings
from core.errors import SpinneyError
from core.events import TurnFinished
from core.loop.conversation import own
from core.projects import project_root
from core.review.changes import PIECE_TOKENS, Piece, pieces_of, target_from_text
from core.review.dismissals import dismissed_in
from core.review.excerpts import excerpt
from core.review.export import as_markdown
from core.review.models import Finding, ReviewTarget
from core.review.parse import ReviewAnswer, parse_answer
from core.sessions.models import Message, ReviewPart, Session
from core.tasks.protocol import TaskContext

AGENT = "review"
TOOLS = ("read", "grep", "glob", "list", "bash")
AT_ONCE = 3
DENIED = tuple(
    {"permission": name, "pattern": "*", "action": "deny"}
    for name in ("edit", "task", "webfetch", "websearch", "todowrite", "question", "unsandboxed")
)
"""Holds for a reviewer whatever its definition says: someone may have written their own."""

INCORRECT = "patch is incorrect"


@dataclass(slots=True)
class ReviewTask:
    """Reviews ``target``, or what the input names. ``part`` is what came of it, kept in the session
    from the start, so that progress can be seen there. ``context_of`` tells what a model takes."""

    context_of: Callable[[str | None, Settings], Awaitable[int | None]]
    target: ReviewTarget | None = None
    part: ReviewPart = field(default_factory=ReviewPart)
    kind: str = "review"

    async def run(
        self, session: Session, context: TaskContext, input: str, cancel: asyncio.Event
    ) -> str | None:
        target = self.target or await target_from_text(context.directory, input)
        model = context.settings.review_model or session.model
        most = await self.context_of(model, context.settings)
        pieces = await pieces_of(
            context.directory, target, min(PIECE_TOKENS, most // 3) if most else PIECE_TOKENS
        )
        part = self.part
        part.target = {
            "kind": target.kind,
            "value": target.value,
            "title": target.title,
            "state": "running",
            "done": 0,
            "of": len(pieces),
            "files": sorted({path for piece in pieces for path in piece.files}),
        }
        message = Message(session_id=session.id, role="user", agent=AGENT, model=model)
        message.completed = message.created
        await context.store.add_message(message, [own(part, message)])
        limit = asyncio.Semaphore(AT_ONCE)

        async def look(number: int, piece: Piece) -> ReviewAnswer:
            async with limit:
                answer = await self._look(context, piece, number, len(pieces), model, cancel)
            part.target = {**part.target, "done": part.target["done"] + 1}
            await context.store.save_part(part)
            return answer

        try:
            looking = [look(number, piece) for number, piece in enumerate(pieces, 1)]
            answers = await asyncio.gather(*looking, return_exceptions=True)
            await self._join(context, answers, cancel)
        except BaseException:
            await self._end(context, "interrupted" if cancel.is_set() else "failed")
            raise
        await self._end(context, "interrupted" if cancel.is_set() else "done")
        return as_markdown(part)

    async def abort(self, session: Session, context: TaskContext) -> None:
        """Whatever ended it, the card does not go on turning."""
        if self.part.message_id and self.part.target.get("state") == "running":
            await self._end(context, "interrupted")

    async def _end(self, context: TaskContext, state: str) -> None:
        self.part.target = {**self.part.target, "state": state, "ended": time.time()}
        await context.store.save_part(self.part)

    async def _look(
        self,
        context: TaskContext,
        piece: Piece,
        number: int,
        count: int,
        model: str | None,
        cancel: asyncio.Event,
    ) -> ReviewAnswer:
        """One reviewer. What it writes is not shown as it comes: it is JSON until it is read."""
        title = f"Review: {self.part.target['title']}"
        conversation = context.converse(
            None,
            piece.prompt,
            cancel,
            agent=AGENT,
            model=model,
            title=title if count == 1 else f"{title} ({number} of {count})",
            tools=TOOLS,
            rules=DENIED,
            mode="default",
        )
        ended: TurnFinished | None = None
        async with aclosing(conversation) as events:
            async for event in events:
                if isinstance(event, TurnFinished):
                    ended = event
        if ended is None or (ended.outcome not in ("done", "refused", "limit")):
            why = ended.error if ended and ended.error else "it was ended."
            raise SpinneyError(f"A reviewer could not finish: {why}")
        return parse_answer(ended.text, project_root(context.directory))

    async def _join(
        self,
        context: TaskContext,
        answers: list[ReviewAnswer | BaseException],
        cancel: asyncio.Event,
    ) -> None:
        part = self.part
        good = [answer for answer in answers if isinstance(answer, ReviewAnswer)]
        failed = [answer for answer in answers if isinstance(answer, BaseException)]
        for error in failed:
            if not isinstance(error, SpinneyError) or (not good and not cancel.is_set()):
                raise error
            part.problems.append(str(error))
        known: dict[str, Finding] = {}
        for answer in good:
            part.problems += answer.problems
            for finding in answer.findings:
                known.setdefault(finding.id, finding)
        dismissed = await dismissed_in(context.store, context.session.project_id)
        root = project_root(context.directory)
        for finding in known.values():
            finding.dismissed = finding.id in dismissed
            finding.code = await asyncio.to_thread(excerpt, root, finding.code_location)
        part.findings = [
            finding.plain() for finding in sorted(known.values(), key=lambda f: f.priority)
        ]
        verdicts = [answer.overall_correctness for answer in good if answer.overall_correctness]
        part.overall_correctness = (
            INCORRECT if INCORRECT in verdicts else verdicts[0] if verdicts else ""
        )
        part.overall_explanation = "\n\n".join(
            answer.overall_explanation for answer in good if answer.overall_explanation
        )
        scores = [
            a.overall_confidence_score for a in good if a.overall_confidence_score is not None
        ]
        part.overall_confidence_score = min(scores) if scores else None
