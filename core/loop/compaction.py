"""Keeping a conversation within what its model can take: prune old outputs, then summarise.

The transcript that a person reads is never shortened. What the model sees begins anew at the newest
``CompactionPart``; until that is stored, whole, nothing has changed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.agents.builtin import prompt_text
from core.errors import ModelError, NotFound, SpinneyError
from core.events import ContextCompacted, Notice
from core.llm.client import Completion, ModelClient, complete
from core.llm.types import ModelRequest, SystemMessage, TextContent, UserMessage
from core.loop.conversation import own
from core.loop.handover import (
    FIRST_TOKENS,
    RECENT_TOKENS,
    files_in_view,
    keep_prompts,
    open_todos,
    said_by_person,
    transcript,
)
from core.loop.meter import ContextMeter, ContextUse
from core.loop.pruning import prunable, saving
from core.loop.run import Run
from core.loop.tokens import BYTES_PER_TOKEN, cut_to_tokens, text_tokens
from core.sessions.models import CompactionPart, Message, MessageWithParts, Session, ToolPart
from core.sessions.store import Store

log = logging.getLogger("spinney.compaction")

SHARE = 0.9
"""Of what the model can take; beyond it the context is made smaller."""

AFTER_PRUNING = 0.8
"""Pruning is enough when it leaves at most this share of the limit; else it would be back at once."""

MAX_FAILURES = 3
SUMMARY_TOKENS = 8_000
KEEP_OUTPUTS = 40_000
LEAST_OUTPUT = 1_000
ASSUMED_CONTEXT = 100_000
"""How much the summary's writer is given to read where nobody knows what its model can take."""

NOTHING = SpinneyError(
    "There is nothing to compact yet.", "Compacting helps once there is a conversation."
)

BROKEN = SpinneyError("Something broke.", "The log has the details.")

CompactHook = Callable[[Run, CompactionPart], Awaitable[None]]


@dataclass(slots=True)
class Compactor:
    """Watches the context of every run and makes it smaller when it must be.

    ``before`` and ``after`` are called around each compaction (the part has no summary yet, or has
    one); one of ``before`` may raise ``SpinneyError`` to prevent it. ``wanted`` are sessions whose
    running turn is to compact before its next request, with the focus. ``carry_out`` is how a
    compaction inside a turn is run, as the task it is; it raises what ``compact`` raises.
    """

    store: Store
    client: ModelClient
    meter: ContextMeter = field(default_factory=ContextMeter)
    before: list[CompactHook] = field(default_factory=list)
    after: list[CompactHook] = field(default_factory=list)
    wanted: dict[str, str] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    learned: dict[str, int] = field(default_factory=dict)
    carry_out: Callable[[Run, str, bool], Awaitable[object]] | None = None

    def use_of(self, run: Run) -> ContextUse:
        """How full the context of a run is."""
        return self.meter.measure(run, self.limit_of(run))

    def limit_of(self, run: Run) -> int | None:
        """Beyond how many tokens the run is compacted by itself; None for never."""
        configured = run.settings.auto_compact_token_limit
        if configured is not None and configured <= 0:
            return None
        limits = [configured] if configured else []
        limits += [int(SHARE * most) for most in self._known_most(run)]
        return min(limits) if limits else None

    def _known_most(self, run: Run) -> list[int]:
        info = run.choice.info
        return [most for most in (info.context, self.learned.get(info.ref)) if most]

    async def before_step(self, run: Run) -> None:
        """Called before each request, with everything in place that would go into it."""
        focus = self.wanted.pop(run.session.id, None)
        if focus is not None:
            try:
                await self._in_turn(run, focus, auto=False)
            except SpinneyError as error:
                self._tell(run, "warning", error.sentence, error.hint)
            return
        limit = self.limit_of(run)
        tokens = self.meter.measure(run, limit).tokens
        if limit is not None and tokens > limit and not _answered(run.conversation.messages):
            await self._make_room(run, limit, tokens)
            tokens = self.meter.measure(run, limit).tokens
        most = min(self._known_most(run), default=None)
        run.output_room = None if most is None else max(LEAST_OUTPUT, most - tokens)

    async def overflowed(self, run: Run) -> bool:
        """The provider refused the request as too long: compact, and say whether that was done."""
        if self.limit_of(run) is None and run.settings.auto_compact_token_limit is not None:
            return False
        tokens = self.meter.measure(run, None).tokens
        known = self._known_most(run)
        if not known or tokens < min(known):
            self.learned[run.choice.info.ref] = max(tokens, 1_000)
        if self.failures.get(run.session.id, 0) >= MAX_FAILURES:
            return False
        try:
            await self._in_turn(run, "", auto=True)
        except SpinneyError:
            return False
        return True

    async def _in_turn(self, run: Run, focus: str, *, auto: bool) -> None:
        if self.carry_out is None:
            await self.compact(run, focus, auto=auto)
        else:
            await self.carry_out(run, focus, auto)

    async def _make_room(self, run: Run, limit: int, tokens: int) -> None:
        # A fork begins with its parent's messages, and those are not its to shorten.
        own = [e for e in run.conversation.messages if e.info.session_id == run.session.id]
        outputs = prunable(own, min(KEEP_OUTPUTS, limit // 4))
        freed = saving(outputs) * self.meter.correction_for(run)
        if outputs and tokens - freed <= limit * AFTER_PRUNING:
            for part in outputs:
                part.pruned = True
                run.context.forget(part.message_id)
            await self.store.save_parts(outputs)
            return
        if self.failures.get(run.session.id, 0) >= MAX_FAILURES:
            return
        older, _ = split(run.conversation.messages)
        fresh = [entry for entry in older if not _is_compaction(entry)]
        if self.meter.tokens_of(run, fresh) < limit // 10:
            return  # The prompt itself is too long; a summary of the little before it cannot help.
        try:
            await self._in_turn(run, "", auto=True)
        except SpinneyError as error:
            log.warning("compacting %s failed: %s", run.session.id, error)

    async def compact(self, run: Run, focus: str = "", *, auto: bool) -> CompactionPart:
        """Replace what the model sees of the conversation by a summary; raises when that fails, and
        then everything is as it was."""
        older, carried = split(run.conversation.messages)
        if all(_is_compaction(entry) for entry in older):
            raise NOTHING
        part = CompactionPart(
            auto=auto,
            focus=focus,
            tokens_before=self.meter.measure(run, None).tokens,
            carried=[entry.info.id for entry in carried],
        )
        try:
            for hook in self.before:
                await hook(run, part)
            await self.store.edit_session(run.session.id, _compacting(time.time()), touch=False)
            try:
                await self._replace(run, part, older, carried)
            finally:
                await self.store.edit_session(run.session.id, _compacting(None), touch=False)
        except Exception as error:
            if auto:
                self._failed(run, error if isinstance(error, SpinneyError) else BROKEN)
            raise
        limit = self.limit_of(run)
        if auto and limit is not None and part.tokens_after > limit:
            self._failed(run, SpinneyError("What must stay is by itself too long for the model."))
        else:
            self.failures.pop(run.session.id, None)
        self.store.bus.publish(
            ContextCompacted(
                run.session.id, part.summary, part.tokens_before, part.tokens_after, auto
            )
        )
        for hook in self.after:
            await hook(run, part)
        return part

    async def _replace(
        self,
        run: Run,
        part: CompactionPart,
        older: Sequence[MessageWithParts],
        carried: Sequence[MessageWithParts],
    ) -> None:
        part.kept = await self._kept(run, {entry.info.id for entry in carried})
        answer = await self._summarise(run, older, part.focus)
        part.summary = answer.text
        message = Message(
            session_id=run.session.id,
            role="user",
            agent="compaction",
            model=run.choice.info.ref,
            usage=answer.usage,
            cost=answer.cost or 0.0,
        )
        message.completed = time.time()
        entry = MessageWithParts(info=message, parts=[])
        entry.parts.append(own(part, message))
        messages = [entry, *carried]
        part.tokens_after = self.meter.estimate(run, messages)

        def count(session: Session) -> None:
            session.usage = session.usage + answer.usage
            session.cost += answer.cost or 0.0

        async with self.store.batch() as batch:
            await batch.add_message(message, entry.parts)
            await batch.edit_session(run.session.id, count)
        run.add_usage(answer.usage, answer.cost or 0.0)
        run.conversation.messages[:] = messages
        run.context.forget(message.id)

    async def _summarise(
        self, run: Run, older: Sequence[MessageWithParts], focus: str
    ) -> Completion:
        info = run.choice.info
        most = min(self._known_most(run), default=ASSUMED_CONTEXT)
        output = min(info.output or SUMMARY_TOKENS, SUMMARY_TOKENS, most // 5)
        prompt = await self._prompt(run)
        room = int((SHARE * most - output) / self.meter.correction_for(run)) - text_tokens(prompt)
        for attempt in (1, 2, 3):
            request = ModelRequest(
                provider=run.choice.access,
                model=info.model,
                messages=(
                    SystemMessage(prompt),
                    UserMessage((TextContent(task_text(older, focus, max(room, 500))),)),
                ),
                max_output=output,
                options=dict(run.choice.options),
                price=info.price,
                conversation=f"{run.session.id}/compact",
                agent="compact",
            )
            try:
                answer = await complete(self.client, request)
            except ModelError as error:
                if error.kind != "context" or attempt == 3:
                    raise
                room //= 2
                continue
            text = answer.text.strip()
            if not text:
                raise SpinneyError("The model wrote no summary.", "Try again, or another model.")
            return Completion(
                cut_to_tokens(text, max(output * 2, 500)), (), answer.usage, answer.cost
            )
        raise AssertionError("unreachable")

    async def _prompt(self, run: Run) -> str:
        settings = run.settings
        if settings.compact_prompt and settings.compact_prompt.strip():
            return settings.compact_prompt
        if not settings.compact_prompt_file:
            return prompt_text("compaction")
        file = Path(settings.compact_prompt_file)
        try:
            text = await asyncio.to_thread(file.read_text, encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SpinneyError(
                f"The file of compact_prompt_file cannot be read: {error}.",
                "Correct the setting, or remove it.",
            ) from None
        return text if text.strip() else prompt_text("compaction")

    async def _kept(self, run: Run, carried: set[str]) -> list[str]:
        """What stays word for word beside the summary."""
        most = min(self._known_most(run), default=ASSUMED_CONTEXT)
        budget = min(RECENT_TOKENS, most // 6)
        first, recent = await self._prompts(run, budget, carried)
        blocks = keep_prompts(first, recent, budget)
        blocks.append(open_todos(await self.store.todos(run.session.id)))
        blocks.append(files_in_view(run.files.paths(), run.directory))
        return [block for block in blocks if block]

    async def _prompts(self, run: Run, budget: int, carried: set[str]) -> tuple[str, list[str]]:
        """The first prompt of the session and the latest ones, oldest first, those before earlier
        compactions included."""
        index = await self.store.message_index(run.session.id)
        if run.session.revert and (reverted := run.session.revert.hides_from):
            index = index[: next((i for i, row in enumerate(index) if row[0] == reverted), None)]
        by_person = [row for row in index if row[1] == "user" and row[0] not in carried]
        recent: list[str] = []
        room = budget * BYTES_PER_TOKEN
        for message_id, _, _ in reversed(by_person):
            if room <= 0:
                break
            said = said_by_person(await self.store.get_message(message_id))
            if said:
                recent.append(said)
                room -= len(said)
        recent.reverse()
        first = ""
        for message_id, _, _ in by_person[:20]:
            first = said_by_person(await self.store.get_message(message_id))
            if first:
                break
        return cut_to_tokens(first, FIRST_TOKENS) if room <= 0 else first, recent

    def _failed(self, run: Run, error: SpinneyError) -> None:
        count = self.failures[run.session.id] = self.failures.get(run.session.id, 0) + 1
        self._tell(
            run,
            "warning",
            f"The conversation could not be compacted: {error.sentence} It goes on as it was.",
            error.hint,
        )
        if count == MAX_FAILURES:
            self._tell(
                run,
                "error",
                "Compacting this conversation failed three times in a row and is not tried again.",
                "Use /compact, choose a model with a larger context, or start a new session.",
            )

    def _tell(self, run: Run, level: str, sentence: str, hint: str) -> None:
        self.store.bus.publish(Notice(run.session.id, level, sentence, hint))


async def edit_summary(
    store: Store, running: Run | None, session_id: str, part_id: str, summary: str
) -> None:
    """Put a person's words in place of a summary, for a run that is under way as well."""
    if not summary.strip():
        raise SpinneyError("A summary cannot be empty.", "Write what must not be forgotten.")
    entries = running.conversation.messages if running is not None else []
    for entry in (*entries, *await store.messages(session_id)):
        for part in entry.parts:
            if isinstance(part, CompactionPart) and part.id == part_id:
                part.summary, part.edited = summary, True
                if running is not None:
                    running.context.forget(entry.info.id)
                await store.save_part(part)
                return
    raise NotFound("There is no such summary in this session.")


def split(
    messages: Sequence[MessageWithParts],
) -> tuple[list[MessageWithParts], list[MessageWithParts]]:
    """What a summary replaces, and what waits to be answered and therefore stays as it is."""
    position = len(messages)
    while position > 0:
        entry = messages[position - 1]
        if entry.info.role != "user" or _is_compaction(entry):
            break
        position -= 1
    return list(messages[:position]), list(messages[position:])


def task_text(older: Sequence[MessageWithParts], focus: str, room: int) -> str:
    """What the summary's writer is asked to read."""
    text = f"<conversation>\n{transcript(older, room)}\n</conversation>\n\nWrite the handover."
    if focus.strip():
        text += f" The person asks to keep this in view above all: {focus.strip()}"
    return text


def _answered(messages: Sequence[MessageWithParts]) -> bool:
    """Whether the model has had the last word, so that no request follows."""
    last = messages[-1] if messages else None
    if last is None or last.info.role != "assistant":
        return last is None
    return not any(isinstance(part, ToolPart) for part in last.parts)


def _is_compaction(entry: MessageWithParts) -> bool:
    return any(isinstance(part, CompactionPart) for part in entry.parts)


def _compacting(when: float | None) -> Callable[[Session], None]:
    def change(session: Session) -> None:
        session.compacting = when

    return change
