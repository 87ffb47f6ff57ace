"""A checkpoint before each prompt is answered, and what the turn changed once it has ended."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.checkpoints.keeper import Keeper, tree_key
from core.checkpoints.models import Checkpoint, TurnRecord
from core.errors import SpinneyError
from core.loop.handover import said_by_person
from core.loop.run import Run
from core.projects import project_root
from core.sessions.models import (
    CompactionPart,
    MessageWithParts,
    PatchPart,
    Session,
    Summary,
    TextPart,
)

log = logging.getLogger("spinney.checkpoints")

HARMLESS = frozenset(
    {"todowrite", "todoread", "question", "skill", "send_message", "task_output", "task_stop"}
)
"""Tools that are not read-only but leave files alone."""


@dataclass(slots=True)
class TurnCheckpoints:
    """Makes the checkpoints of runs: hooks of the loop. ``_open`` are prompts under way."""

    keeper: Keeper
    _open: dict[str, TurnRecord] = field(default_factory=dict)

    async def before_step(self, run: Run) -> None:
        """Before a request: a prompt that is new to the run gets its checkpoint."""
        prompt = newest_prompt(run.conversation.messages)
        if prompt is None or not may_write(run):
            return
        session_id = run.session.id
        known = self._open.get(session_id)
        if known is not None and known.message_id == prompt.info.id:
            return
        root = project_root(run.directory)
        started = time.time()
        try:
            state = await self.keeper.keep(root)
            if known is not None:
                await self._close(run, known, state)
        except SpinneyError as error:
            self.keeper.say_so(session_id, root, error)
            return
        record = await self.keeper.record_of(root, session_id, prompt.info.id)
        if record is None:
            record = TurnRecord(
                tree=tree_key(root),
                session_id=session_id,
                message_id=prompt.info.id,
                before=state,
                started=started,
            )
        # One taken up again after a restart: what was before the prompt still holds.
        record.after = record.ended = None
        self._open[session_id] = record
        await self.keeper.save(record)

    async def after_turn(self, run: Run) -> None:
        """After a turn, however it ended: note what it changed."""
        record = self._open.pop(run.session.id, None)
        if record is None:
            return
        root = project_root(run.directory)
        try:
            await self._close(run, record, await self.keeper.keep(root))
        except SpinneyError as error:
            log.warning("no checkpoint after a turn in %s: %s", run.session.id, error)
            return
        self.keeper.tidy(root)

    async def _close(self, run: Run, record: TurnRecord, state: str) -> None:
        record.after, record.ended = state, time.time()
        lines = await self.keeper.objects(project_root(run.directory)).lines(record.before, state)
        record.files = len(lines)
        record.additions = sum(added or 0 for added, _ in lines.values())
        record.deletions = sum(removed or 0 for _, removed in lines.values())
        await self.keeper.save(record)
        if not lines:
            return
        store = self.keeper.store
        answers = await store.messages(
            run.session.id, after=record.message_id, limit=1, newest=True
        )
        part = PatchPart(
            message_id=answers[-1].info.id if answers else record.message_id,
            session_id=run.session.id,
            files=sorted(lines),
            additions=record.additions,
            deletions=record.deletions,
            before=record.before,
            after=state,
        )
        await store.save_part(part)
        await self.sum_up(run.session.id)

    async def sum_up(self, session_id: str) -> None:
        """The session's own summary: all files that its turns changed, and the lines."""
        store = self.keeper.store
        patches = [patch for _, patch in await self.patches(session_id)]
        summary = Summary(
            files=len({file for patch in patches for file in patch.files}),
            additions=sum(patch.additions for patch in patches),
            deletions=sum(patch.deletions for patch in patches),
        )

        def change(session: Session) -> None:
            session.summary = summary

        await store.edit_session(session_id, change, touch=False)

    async def patches(self, session_id: str) -> list[tuple[str, PatchPart]]:
        """What the turns of a session changed, oldest first, each with its prompt; without those
        that were undone."""
        store = self.keeper.store
        revert = (await store.get_session(session_id)).revert
        undone = revert.places if revert is not None else set()
        found: list[tuple[str, PatchPart]] = []
        prompt = ""
        for entry in await store.messages(session_id):
            if entry.info.id in undone:
                break
            if entry.info.role == "user":
                prompt = prompt_of(entry) or prompt
            found += [(prompt, part) for part in entry.parts if isinstance(part, PatchPart)]
        return found

    async def prompts(self, session: Session) -> list[Checkpoint]:
        """The prompts of a session that have a checkpoint, oldest first."""
        found = []
        for record in await self.keeper.records(project_root(Path(session.directory))):
            if record.session_id != session.id:
                continue
            try:
                entry = await self.keeper.store.get_message(record.message_id)
            except SpinneyError:
                continue
            found.append(
                Checkpoint(
                    record.message_id,
                    prompt_of(entry),
                    entry.info.created,
                    record.files,
                    record.additions,
                    record.deletions,
                )
            )
        return found


def may_write(run: Run) -> bool:
    """Whether a run has any tool that could change files."""
    return any(not tool.read_only and name not in HARMLESS for name, tool in run.tools.items())


def newest_prompt(messages: Sequence[MessageWithParts]) -> MessageWithParts | None:
    """The latest message to which the run's answers are an answer."""
    for entry in reversed(messages):
        if entry.info.role != "user" or any(isinstance(p, CompactionPart) for p in entry.parts):
            continue
        if not all(isinstance(part, TextPart) and part.synthetic for part in entry.parts):
            return entry
    return None


def prompt_of(entry: MessageWithParts) -> str:
    typed = [p.text for p in entry.parts if isinstance(p, TextPart) and p.ignored]
    return typed[0] if typed else said_by_person(entry)
