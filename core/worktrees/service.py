"""Worktrees as sessions and tasks see them: promised, made before the first turn, ended with the run."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.agents.definition import AgentDefinition
from core.bus import Bus
from core.errors import NotFound, SpinneyError
from core.events import WorktreeChanged
from core.paths import Paths
from core.projects import Projects
from core.sessions.models import Session, Summary
from core.sessions.store import Store
from core.tasks.models import Task
from core.worktrees.changes import Changes, FileChange, Hunk, all_hunks, hunks_of, sides
from core.worktrees.manager import WorktreeManager
from core.worktrees.merge import Merging
from core.worktrees.models import BinEntry, Ended, How, Worktree, WorktreeError
from core.worktrees.repository import checkout_at
from core.worktrees.several import MergedAll, Plan, merge_all_clean, plan_merges

log = logging.getLogger("spinney.worktrees")


def fork_note(worktree: str) -> str:
    """What a fork in a worktree is told: its history speaks of another checkout."""
    return (
        f"You now work in {worktree}, a worktree of your own. Files that you read before were those "
        "of another checkout: read them again before you change them, and use paths in here only."
    )


@dataclass(slots=True)
class SessionWorktrees:
    """Ties the manager to sessions and tasks, so that both always tell where an agent works."""

    store: Store
    bus: Bus
    projects: Projects
    manager: WorktreeManager
    merging: Merging

    @classmethod
    def make(cls, store: Store, bus: Bus, projects: Projects, paths: Paths) -> SessionWorktrees:
        def tell(worktree: Worktree, state: str) -> None:
            bus.publish(WorktreeChanged(worktree.session_id, worktree.path, state))

        manager = WorktreeManager(paths, tell)
        return cls(store, bus, projects, manager, Merging(manager))

    async def promise(
        self, directory: Path, title: str, *, with_changes: bool = False, caller: str = ""
    ) -> tuple[Worktree, Path]:
        """A worktree for a session that is about to be made, and the folder it will work in.
        ``caller`` is the session that starts it."""
        worktree = await self.manager.reserve(
            directory, title, with_changes=with_changes, caller=caller
        )
        top = checkout_at(directory).place.top
        assert top is not None
        inside = os.path.relpath(os.path.realpath(directory), top)
        return worktree, worktree.folder if inside == "." else worktree.folder / inside

    async def be_ready(self, session: Session) -> None:
        """Before a turn: the session's worktree is there and in use. It is made if it was only
        promised and brought back if it was removed; the main checkout never takes its place."""
        if session.worktree is None:
            return
        worktree = await self._of(session)
        if worktree is None:
            raise WorktreeError(
                f"The worktree {session.worktree} of this session is gone for good.",
                "Start a new task.",
            )
        made = await self.manager.use(worktree, session.id)
        if made:
            self.projects.forget(worktree.folder)
        if worktree.path != session.worktree:
            await self._move_session(session, worktree)
        directory = Path(session.directory)
        if directory.is_relative_to(worktree.folder):
            directory.mkdir(parents=True, exist_ok=True)

    async def _move_session(self, session: Session, worktree: Worktree) -> None:
        """The worktree came back to another place; the session follows it."""
        old, new = Path(session.worktree or ""), worktree.folder
        directory = Path(session.directory)
        inside = directory.relative_to(old) if directory.is_relative_to(old) else Path()

        def change(stored: Session) -> None:
            stored.worktree, stored.directory = str(new), str(new / inside)

        await self.store.edit_session(session.id, change)
        change(session)

    async def _of(self, session: Session) -> Worktree | None:
        """The worktree's record, by its place or by the sessions it belongs to."""
        if session.worktree is None:
            return None
        found = await self.manager.of_path(session.worktree)
        if found is not None:
            return found
        for owner in (session, *await self.store.ancestors(session.id)):
            try:
                return await self.manager.find(owner.id)
            except NotFound:
                continue
        return None

    async def end(self, task: Task) -> None:
        """After a run: what had nothing changed goes, what changed is kept and named."""
        if task.session_id is None:
            return
        try:
            session = await self.store.get_session(task.session_id)
        except NotFound:
            return
        worktree = await self._of(session)
        if worktree is None:
            return
        ended = await self.manager.end_use(worktree, session.id)
        if worktree.session_id == session.id:
            await self._note(task, session.id, ended)
        elif not self.manager.in_use(worktree):
            await self._note_for_owner(worktree, ended)

    async def _note_for_owner(self, worktree: Worktree, ended: Ended) -> None:
        """The last one to leave was not the one it belongs to."""
        owner = await self.store.task_for_session(worktree.session_id)
        if owner is not None:
            await self._note(owner, worktree.session_id, ended)

    async def _note(self, task: Task, session_id: str, ended: Ended) -> None:
        worktree = ended.worktree
        task.worktree = worktree.path if ended.kept else None
        task.branch = worktree.branch if ended.kept else None
        facts: dict[str, Any] = {"state": worktree.state, "branch": worktree.branch}
        if ended.kept:
            stat = ended.stat
            facts |= {"files": stat.files, "additions": stat.additions}
            facts |= {"deletions": stat.deletions, "text": str(stat)}
        task.metadata = {**task.metadata, "worktree": facts}

        def change(session: Session) -> None:
            session.settings = {**session.settings, "worktree": facts}
            session.summary = Summary(
                files=ended.stat.files,
                additions=ended.stat.additions,
                deletions=ended.stat.deletions,
            )

        await self.store.edit_session(session_id, change)
        await self.store.save_task(task)

    async def discard(self, task: Task) -> BinEntry | None:
        """Put the worktree of a task that has ended into the bin; None if there was nothing left."""
        if task.session_id is None:
            return None
        session = await self.store.get_session(task.session_id)
        worktree = await self._of(session)
        if worktree is None:
            return None
        if worktree.session_id != session.id:
            raise WorktreeError(
                "This task works in the worktree of the task that started it.",
                "Discard that one instead.",
            )
        if worktree.state in ("reserved", "removed"):
            return None
        if worktree.state == "binned":
            return self.manager.entry_of(worktree)
        return await self.discard_worktree(worktree)

    async def discard_worktree(self, worktree: Worktree) -> BinEntry:
        """Put a worktree into the bin; its task and session no longer name it."""
        entry = await self.manager.discard(worktree)
        await self._mark(worktree)
        return entry

    async def restore(self, entry: BinEntry) -> Worktree:
        """Bring a worktree back from the bin; its task and session name it again."""
        worktree = await self.manager.restore(entry)
        await self._mark(worktree)
        return worktree

    # What a window shows and does; everything a person sees of a worktree is reached from here.

    async def changes(self, worktree: Worktree) -> Changes:
        return await self.merging.changes(worktree)

    async def hunks(self, changes: Changes, file: FileChange, context: int = 3) -> tuple[Hunk, ...]:
        return await hunks_of(changes, file, context)

    async def all_hunks(self, changes: Changes) -> dict[str, tuple[Hunk, ...]]:
        """Those of every file at once."""
        return await all_hunks(changes)

    async def sides(self, changes: Changes, file: FileChange) -> tuple[bytes, bytes]:
        """The file before and after."""
        return await sides(changes, file)

    async def plan(self, worktrees: Sequence[Worktree]) -> Plan:
        """Which of them conflict with which, and in what order they merge."""
        return await plan_merges(self.merging, worktrees)

    async def merge_all_clean(self, plan: Plan, how: How = "merge") -> MergedAll:
        return await merge_all_clean(self.merging, plan, how)

    async def empty(self, entry: BinEntry) -> None:
        """Delete something in the bin for good. Only a person decides that."""
        await self.manager.empty(entry)

    async def _mark(self, worktree: Worktree) -> None:
        kept = worktree.state == "kept"

        def change(session: Session) -> None:
            facts = {"state": worktree.state, "branch": worktree.branch}
            session.settings = {**session.settings, "worktree": facts}
            if kept and session.worktree != worktree.path:
                session.worktree = session.directory = worktree.path

        task = await self.store.task_for_session(worktree.session_id)
        if task is None:
            return
        await self.store.edit_session(worktree.session_id, change)
        task.worktree = worktree.path if kept else None
        task.branch = worktree.branch if kept else None
        await self.store.save_task(task)

    async def tidy(self) -> None:
        """Empty what has been in the bin for too long; done in the background at the start."""
        try:
            for entry in await self.manager.expire():
                self.bus.publish(
                    WorktreeChanged(entry.worktree.session_id, entry.worktree.path, "deleted")
                )
        except (SpinneyError, OSError) as error:
            log.warning("the bin of worktrees could not be tidied: %s", error)

    async def prompt_text(self, session: Session, _agent: AgentDefinition) -> str:
        """What an agent has to know about its worktree."""
        worktree = await self._of(session)
        if worktree is None:
            return ""
        lines = [
            "# Worktree",
            "",
            f"- You are on the branch {worktree.branch}, which began at {worktree.base[:12]}.",
            "- Commit there as you see fit. Do not switch to, move or delete other branches, and do "
            "not use the stash: they are shared with other people's checkouts.",
        ]
        if worktree.carried is not None:
            lines.append(
                "- It began with the uncommitted changes of the checkout it was made from."
            )
        lines += [f"- {note}" for note in worktree.notes]
        return "\n".join(lines)
