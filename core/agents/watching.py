"""Notices when definition files change. Nothing runs while nothing changes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from pathlib import Path

MAXIMUM_FOLDERS = 500
MAXIMUM_DEPTH = 6


async def watch_places(
    places: Iterable[Path],
    suffixes: tuple[str, ...],
    *,
    stop: asyncio.Event | None = None,
    debounce: int = 200,
) -> AsyncGenerator[set[Path], None]:
    """Yield what changed in or at ``places``: folders with all that lies in them, or single files.

    Only files with one of ``suffixes`` and folders count. A place that does not exist yet is noticed
    when it appears. Folders are watched one by one and never a whole tree above the places, because
    a project may hold hundreds of thousands of files. Ends when ``stop`` is set; cancelling the
    consuming task ends it at once.
    """
    from watchfiles import Change, awatch

    wanted = [place.absolute() for place in places]
    stop = stop or asyncio.Event()

    def counts(_change: Change, name: str) -> bool:
        path = Path(name)
        if any(place == path or place.is_relative_to(path) for place in wanted):
            return True
        inside = any(path.is_relative_to(place) for place in wanted)
        return inside and (path.suffix in suffixes or not path.suffix)

    while not stop.is_set():
        folders = await asyncio.to_thread(_folders_to_watch, wanted)
        changes = awatch(
            *folders,
            watch_filter=counts,
            stop_event=stop,
            debounce=debounce,
            recursive=False,
            ignore_permission_denied=True,
        )
        async with aclosing(changes):
            async for batch in changes:
                yield {Path(name) for _, name in batch}
                if await asyncio.to_thread(_folders_to_watch, wanted) != folders:
                    break  # folders came or went: watch the ones there are now


def _folders_to_watch(places: list[Path]) -> list[Path]:
    """Every existing folder in the places, and for each place the nearest folder above it."""
    found: dict[Path, None] = {}
    for place in places:
        parent = place.parent
        while not parent.is_dir() and parent != parent.parent:
            parent = parent.parent
        found[parent] = None
        for folder in with_subfolders(place):
            found[folder] = None
    return sorted(found)[:MAXIMUM_FOLDERS]


def with_subfolders(place: Path) -> list[Path]:
    """A folder and those in it, as far down as definitions lie; none where it is no folder."""
    if not place.is_dir():
        return []
    found = [place]
    waiting = [(place, 0)]
    while waiting:
        current, depth = waiting.pop()
        try:
            with os.scandir(current) as entries:
                below = [Path(e.path) for e in entries if e.is_dir(follow_symlinks=False)]
        except OSError:
            continue
        below = [path for path in below if path.name not in (".git", "node_modules")]
        found += below
        if depth < MAXIMUM_DEPTH:
            waiting += [(path, depth + 1) for path in below]
    return found
