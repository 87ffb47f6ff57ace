"""Opens what a person sees of worktrees, and passes their words to the agents in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from core.engine import Engine
from core.errors import NotFound, SpinneyError
from core.events import Event, WorktreeChanged
from core.tasks.models import Task
from core.worktrees.models import Worktree
from desktop.i18n import translate
from desktop.worktrees.dialog import WorktreeDialog
from desktop.worktrees.list_dialog import WorktreesDialog
from desktop.worktrees.plan_dialog import PlanDialog


class WorktreeDesk:
    def __init__(
        self, engine: Engine, window: QWidget, report: Callable[[BaseException], None]
    ) -> None:
        self._engine = engine
        self._window = window
        self._report = report

    async def review_task(self, task: Task) -> None:
        """Show what a task changed in its worktree."""
        manager = self._engine.worktrees.manager
        found = await manager.of_path(task.worktree) if task.worktree else None
        if found is None and task.session_id:
            try:
                found = await manager.find(task.session_id)
            except NotFound:
                found = None
        if found is None or found.state in ("reserved", "removed"):
            raise SpinneyError(translate("Worktrees", "This task has no worktree with changes."))
        self.review(found)

    def review(self, worktree: Worktree) -> None:
        WorktreeDialog(
            worktree, self._engine.worktrees, self._tell, self._report, self._window
        ).show()

    def compare(self, worktrees: Sequence[Worktree]) -> None:
        """Several at once: which conflict with which, and merge all that are clean."""
        PlanDialog(
            worktrees, self._engine.worktrees, self.review, self._report, self._window
        ).show()

    def show_all(self, directory: Path) -> None:
        WorktreesDialog(
            self._engine.worktrees,
            directory,
            self.review,
            self.compare,
            self._report,
            self._window,
        ).show()

    def happened(self, events: list[Event]) -> None:
        """Windows that show a worktree follow what becomes of it."""
        changed = [event for event in events if isinstance(event, WorktreeChanged)]
        if not changed:
            return
        paths = {event.path for event in changed}
        sessions = {event.session_id for event in changed if event.session_id}
        for dialog in self._window.findChildren(WorktreeDialog):
            worktree = dialog.worktree
            if worktree.path in paths or worktree.session_id in sessions:
                dialog.reload()
        for listed in self._window.findChildren(WorktreesDialog):
            listed.reload()

    async def _tell(self, worktree: Worktree, text: str) -> None:
        if not worktree.session_id:
            raise SpinneyError(
                translate("Worktrees", "No agent works in this worktree."),
                translate("Worktrees", "Write to one in the chat."),
            )
        await self._engine.prompt(worktree.session_id, text)
