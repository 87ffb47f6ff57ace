"""Hooks around worktrees: whether there may be one, who makes it, and whether it may go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.bus import Bus
from core.config.trust import main_checkout
from core.events import Notice
from core.hooks.runner import Heard, HookRunner, Place
from core.projects import project_root
from core.worktrees.models import Worktree, WorktreeError


@dataclass(slots=True)
class WorktreeHooks:
    """Asks the hooks of the project that a worktree belongs to. ``read`` reads that project first,
    so that its hooks are known even where no session has worked yet."""

    hooks: HookRunner
    bus: Bus
    read: Callable[[Path], Awaitable[Any]]

    async def before_making(self, directory: Path, title: str, session_id: str) -> Path | None:
        """The folder that a hook made instead of us, None to make one; raises ``WorktreeError`` with
        the reason of a hook that blocks it or does not work: it may have meant to make its own."""
        place = await self._place(directory, session_id)
        heard = await self.hooks.worktree_create(place, title)
        self._tell(session_id, heard)
        if heard.blocked is not None:
            raise WorktreeError(heard.blocked)
        if heard.failures:
            raise WorktreeError(
                f"No worktree was made: {_first(heard.failures)}",
                "Mend the hook for worktree-create, or take it away.",
            )
        return Path(heard.path) if heard.path and Path(heard.path).is_absolute() else None

    async def before_removing(self, worktree: Worktree) -> str:
        """Why the worktree must stay, which the person is told; nothing when it may go."""
        checkout = Path(worktree.checkout)
        if not checkout.is_dir():
            return ""  # The project is gone, and its hooks with it.
        place = await self._place(checkout, worktree.session_id)
        heard = await self.hooks.worktree_remove(place, worktree.folder)
        self._tell(worktree.session_id, heard)
        why = heard.blocked if heard.blocked is not None else _first(heard.failures)
        if why:
            sentence = f"The worktree {worktree.slug} is kept because of a hook: {why}"
            self.bus.publish(Notice(worktree.session_id, "warning", sentence))
        return why

    async def _place(self, directory: Path, session_id: str) -> Place:
        root = project_root(directory)
        home = main_checkout(root) or root
        await self.read(home)
        return Place(session_id, home, directory)

    def _tell(self, session_id: str, heard: Heard) -> None:
        for notice in heard.notices:
            self.bus.publish(Notice(session_id, "info", notice))


def _first(failures: Sequence[str]) -> str:
    return failures[0] if failures else ""
