"""Numbers and states of worktrees as people say them."""

from __future__ import annotations

import time

from core.worktrees.bin import KEPT_DAYS
from core.worktrees.models import BinEntry, DiffStat, Status
from desktop.i18n import translate
from desktop.permissions.visible import visible


def files(number: int) -> str:
    if number == 1:
        return translate("Worktrees", "1 file")
    return translate("Worktrees", "{n} files").format(n=f"{number:,}")


def stat_words(stat: DiffStat) -> str:
    return f"{files(stat.files)}  +{stat.additions:,} −{stat.deletions:,}"


def names(paths: tuple[str, ...], most: int = 4) -> str:
    """Some paths, and how many more there are."""
    shown = ", ".join(visible(path) for path in paths[:most])
    if len(paths) <= most:
        return shown
    return translate("Worktrees", "{names} and {n} more").format(names=shown, n=len(paths) - most)


def size_words(size: int) -> str:
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} B"


def status_words(status: Status, *, merged: bool) -> str:
    """What a worktree holds, the most important first."""
    if status.missing:
        return translate("Worktrees", "its folder is gone")
    said = []
    if status.in_use:
        said.append(translate("Worktrees", "an agent works in it"))
    if status.operation is not None:
        said.append(translate("Worktrees", "{what} half done").format(what=status.operation))
    for number, text in (
        (status.conflicts, translate("Worktrees", "{n} in conflict")),
        (status.ahead, translate("Worktrees", "{n} commits ahead")),
        (status.behind, translate("Worktrees", "{n} behind")),
        (status.staged + status.modified, translate("Worktrees", "{n} changed")),
        (status.untracked, translate("Worktrees", "{n} new")),
    ):
        if number:
            said.append(text.format(n=number))
    if merged:
        said.append(translate("Worktrees", "merged"))
    if status.locked and not status.in_use:
        said.append(translate("Worktrees", "locked"))
    return ", ".join(said) or translate("Worktrees", "unchanged")


def bin_words(entry: BinEntry, size: int, now: float | None = None) -> str:
    passed = ((time.time() if now is None else now) - entry.discarded) / 86_400
    left = max(0, KEPT_DAYS - int(passed))
    return translate("Worktrees", "{size}, kept for {n} more days").format(
        size=size_words(size), n=left
    )
