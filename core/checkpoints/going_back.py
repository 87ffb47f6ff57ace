"""Going back to a prompt, and redo.

What lies between the turns of a session was done by someone else: the person, another session, a
program. Going back never undoes that unasked.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from core.checkpoints.keeper import Keeper, tree_key
from core.checkpoints.models import (
    Effect,
    FileChange,
    RevertPreview,
    RevertResult,
    TurnRecord,
    What,
)
from core.checkpoints.reading import CheckpointError, Difference
from core.checkpoints.restore import restore
from core.checkpoints.turns import TurnCheckpoints, prompt_of
from core.errors import SpinneyError
from core.ids import new_id
from core.projects import project_root
from core.sessions.models import MessageWithParts, Revert, Session

NO_FILES = "No checkpoint was made for this prompt, so files stay as they are."


@dataclass(slots=True)
class _Plan:
    """What putting a state back comes to: from what is there now to what was there then."""

    root: Path
    now: str
    then: str
    own: Difference = field(default_factory=dict)
    others: Difference = field(default_factory=dict)

    def tell_apart(self, difference: Difference, by_others: Collection[str]) -> None:
        """Sort what differs (then, now) by whether someone else changed it, or something that lies
        in its way: a file where it needs a folder, or the other way round."""
        touched = {path for path in difference if path in by_others}
        folders = {str(parent) for path in touched for parent in PurePosixPath(path).parents}
        for path, (then, now) in difference.items():
            above = {str(parent) for parent in PurePosixPath(path).parents}
            foreign = path in touched or path in folders or not touched.isdisjoint(above)
            (self.others if foreign else self.own)[path] = (now, then)


@dataclass(slots=True)
class GoingBack:
    """Carries out going back and redo, each after a preview."""

    keeper: Keeper
    turns: TurnCheckpoints

    async def preview(self, session: Session, message_id: str, what: What) -> RevertPreview:
        """What going back to a prompt would do; nothing is changed."""
        entry = await self._prompt(session, message_id)
        later = await self.keeper.store.messages(session.id, after=message_id)
        changes: tuple[FileChange, ...] = ()
        conflicts: tuple[FileChange, ...] = ()
        problem = ""
        if what != "conversation":
            try:
                plan = await self._plan(session, message_id)
                if plan is not None:
                    changes, conflicts = await self._shown(plan)
            except CheckpointError as error:
                problem = str(error)
        return RevertPreview(
            session.id,
            message_id,
            what,
            prompt_of(entry),
            changes,
            conflicts,
            1 + len(later) if what != "files" else 0,
            problem,
        )

    async def revert(
        self,
        session: Session,
        message_id: str,
        what: What,
        overwrite: Collection[str] = (),
    ) -> RevertResult:
        """Go back to a prompt. Files that someone else changed too stay unless ``overwrite`` names
        them. What is there now is kept for ``redo``."""
        await self._prompt(session, message_id)
        plan = await self._plan(session, message_id) if what != "conversation" else None
        if what == "files" and plan is None:
            raise CheckpointError(NO_FILES)
        revert = Revert(
            message_id=message_id,
            what=what,
            redo_checkpoint_id=plan.now if plan else None,
            earlier=session.revert,
        )
        # Stored before anything is written: whatever happens now can be undone with redo.
        await self._set_revert(session, revert)
        started = time.time()
        result = await self._carry_out(plan, overwrite)
        if plan is not None:
            left = await self._note(session, plan, started)
            await self._set_revert(session, revert.model_copy(update={"checkpoint_id": left}))
        await self.turns.sum_up(session.id)
        return result

    async def preview_redo(self, session: Session) -> RevertPreview:
        """What redo would do; nothing is changed."""
        revert = _revert_of(session)
        plan = await self._redo_plan(session, revert)
        changes, conflicts = await self._shown(plan) if plan else ((), ())
        return RevertPreview(session.id, revert.message_id, revert.what, "", changes, conflicts)

    async def redo(self, session: Session, overwrite: Collection[str] = ()) -> RevertResult:
        """Take the latest going back back."""
        revert = _revert_of(session)
        plan = await self._redo_plan(session, revert)
        started = time.time()
        result = await self._carry_out(plan, overwrite)
        if plan is not None:
            await self._note(session, plan, started)
        await self._set_revert(session, revert.earlier)
        await self.turns.sum_up(session.id)
        return result

    async def settle(self, session: Session) -> Session:
        """A new prompt after going back: what was undone in the conversation is gone for good."""
        if session.revert is None:
            return session
        if (first := session.revert.hides_from) is not None:
            await self.keeper.store.remove_messages(session.id, first)
        await self._set_revert(session, None)
        return await self.keeper.store.get_session(session.id)

    async def _set_revert(self, session: Session, revert: Revert | None) -> None:
        def change(stored: Session) -> None:
            stored.revert = revert

        session.revert = (await self.keeper.store.edit_session(session.id, change)).revert

    async def _prompt(self, session: Session, message_id: str) -> MessageWithParts:
        entry = await self.keeper.store.get_message(message_id)
        if entry.info.session_id != session.id or entry.info.role != "user":
            raise SpinneyError("One can only go back to a prompt of this session.")
        return entry

    async def _plan(self, session: Session, message_id: str) -> _Plan | None:
        """From what is there now to what was there before the prompt, own changes and others'."""
        root = project_root(Path(session.directory))
        objects = self.keeper.objects(root)
        records = await self.keeper.records(root)
        order = [row[0] for row in await self.keeper.store.message_index(session.id)]
        since = set(order[order.index(message_id) :])
        mine = [r for r in records if r.session_id == session.id and r.message_id in since]
        if not mine:
            return None
        start = min(record.started for record in mine)
        family = {session.id, *(s.id for s in await self.keeper.store.descendants(session.id))}
        # Turns whose messages are gone count too: what they changed is still there.
        own = [r for r in records if r.session_id in family and r.started >= start]
        foreign = [r for r in records if r.session_id not in family]
        first = min(own, key=lambda record: record.started)
        for record in own:
            if not await objects.has(record.before):
                raise CheckpointError(
                    "The checkpoint of this prompt is no longer kept.",
                    "Only the newest ones are; the conversation can still go back.",
                )
        now = await self.keeper.keep(root)
        plan = _Plan(root, now, first.before)
        others: set[str] = set()
        for left, right in gaps(own, now):
            others.update(await objects.compare(left, right))
        for record in foreign:
            if any(overlaps(record, ours) for ours in own) and await objects.has(record.before):
                others.update(await objects.compare(record.before, record.after or now))
        plan.tell_apart(await objects.compare(plan.then, now), others)
        return plan

    async def _redo_plan(self, session: Session, revert: Revert) -> _Plan | None:
        if revert.redo_checkpoint_id is None:
            return None
        root = project_root(Path(session.directory))
        objects = self.keeper.objects(root)
        now = await self.keeper.keep(root)
        plan = _Plan(root, now, revert.redo_checkpoint_id)
        # Without the state that going back had left (it broke off), nothing can be told apart.
        left = revert.checkpoint_id
        wanted = await objects.compare(plan.then, now)
        plan.tell_apart(wanted, await objects.compare(left, now) if left else wanted)
        return plan

    async def _carry_out(self, plan: _Plan | None, overwrite: Collection[str]) -> RevertResult:
        if plan is None:
            return RevertResult((), ())
        chosen = set(overwrite)
        wanted = {**plan.own, **{p: e for p, e in plan.others.items() if p in chosen}}
        kept = [path for path in plan.others if path not in chosen]
        objects = self.keeper.objects(plan.root)
        contents = await objects.contents(then.blob for _, then in wanted.values() if then)
        modes = await objects.modes(plan.then)
        done, left = await asyncio.to_thread(restore, plan.root, wanted, contents, modes)
        return RevertResult(tuple(sorted(done)), tuple(sorted([*kept, *left])))

    async def _note(self, session: Session, plan: _Plan, started: float) -> str:
        """Record what was just put back as this session's doing; returns the state it left."""
        left = await self.keeper.keep(plan.root)
        await self.keeper.save(
            TurnRecord(
                tree=tree_key(plan.root),
                session_id=session.id,
                message_id=new_id("back"),
                before=plan.now,
                after=left,
                started=started,
                ended=time.time(),
            )
        )
        return left

    async def _shown(self, plan: _Plan) -> tuple[tuple[FileChange, ...], tuple[FileChange, ...]]:
        lines = await self.keeper.objects(plan.root).lines(plan.now, plan.then)

        def show(difference: Difference) -> tuple[FileChange, ...]:
            found = []
            for path, (here, there) in sorted(difference.items()):
                effect: Effect = (
                    "restore" if here is None else "remove" if there is None else "change"
                )
                found.append(FileChange(path, effect, *lines.get(path, (0, 0))))
            return tuple(found)

        return show(plan.own), show(plan.others)


def gaps(records: Sequence[TurnRecord], now: str) -> list[tuple[str, str]]:
    """The pairs of states between which none of these turns ran: whatever changed there was done by
    someone else. A turn that was cut off counts up to the next one."""
    found: list[tuple[str, str]] = []
    ordered = sorted(records, key=lambda record: record.started)
    end_time, end_state = 0.0, ordered[0].before
    for position, record in enumerate(ordered):
        if record.started >= end_time and position > 0 and end_state != record.before:
            found.append((end_state, record.before))
        ended, state = record.ended, record.after
        if ended is None or state is None:
            following = ordered[position + 1] if position + 1 < len(ordered) else None
            ended = following.started if following else time.time()
            state = following.before if following else now
        if ended >= end_time:
            end_time, end_state = ended, state
    if end_state != now:
        found.append((end_state, now))
    return found


def overlaps(one: TurnRecord, other: TurnRecord) -> bool:
    """Whether two turns ran at the same time."""
    return one.started < (other.ended or time.time()) and other.started < (one.ended or time.time())


def _revert_of(session: Session) -> Revert:
    if session.revert is None:
        raise SpinneyError("There is nothing to redo in this session.")
    return session.revert
