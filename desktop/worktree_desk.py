"""Opens what a person sees of worktrees, and passes their words to the agents in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from core.engine import Engine
from core.errors import NotFound, SpinneyError
from core.tasks.models import Task
from core.worktrees.models import Worktree
from desktop.worktrees.dialog import WorktreeDialog
from desktop.worktrees.list_dialog import WorktreesDialog


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
            raise SpinneyError("This task has no worktree with changes.")
        self.review(found)

    def review(self, worktree: Worktree) -> None:
        dialog = WorktreeDialog(
            worktree,
            self._engine.worktrees.manager,
            self._engine.worktrees.merging,
            self._tell,
            self._report,
            self._window,
        )
        dialog.show()

    def show_all(self, directory: Path) -> None:
        WorktreesDialog(
            self._engine.worktrees.manager, directory, self.review, self._report, self._window
        ).show()

    async def _tell(self, worktree: Worktree, text: str) -> None:
        if not worktree.session_id:
            raise SpinneyError("No agent works in this worktree.", "Write to one in the chat.")
        await self._engine.prompt(worktree.session_id, text)
