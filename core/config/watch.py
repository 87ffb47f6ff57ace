"""Notice when configuration files change."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from pathlib import Path
from typing import Any

from core.agents.watching import MAXIMUM_FOLDERS, with_subfolders

STEP = 0.5
"""Seconds between looks at what the system has reported, and the longest a watch takes to end."""

_Stamp = tuple[Any, ...] | None


def changes(targets: Iterable[Path], *, step: float = STEP) -> AsyncGenerator[set[Path], None]:
    """Yield the targets that changed, as often as any do; cancel the consuming task to end it.

    A target is a file, or a folder with all that lies in it. Targets need not exist yet. Things
    that happen beside them are not reported. What counts as changed is measured from this call on.
    """
    watched = tuple(dict.fromkeys(targets))
    return _changes(watched, _stamps(watched), step)


async def _changes(
    watched: tuple[Path, ...], before: dict[Path, _Stamp], step: float
) -> AsyncGenerator[set[Path], None]:
    happened = asyncio.Event()
    while True:
        folders = await asyncio.to_thread(_folders, watched)
        async with _watching(folders, happened, step):
            now = await asyncio.to_thread(_stamps, watched)  # what happened while nobody watched
            while now == before and folders == await asyncio.to_thread(_folders, watched):
                await happened.wait()
                happened.clear()
                now = await asyncio.to_thread(_stamps, watched)
            changed = {target for target in watched if now[target] != before[target]}
            before = now
            if changed:
                yield changed


@contextlib.asynccontextmanager
async def _watching(
    folders: set[Path], happened: asyncio.Event, step: float
) -> AsyncIterator[None]:
    """Set ``happened`` whenever the system reports anything in ``folders``."""
    from watchfiles import watch

    stop = threading.Event()
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()

    def follow() -> None:
        try:
            report()
        finally:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(ended.set_result, None)

    def report() -> None:
        milliseconds = int(step * 1000)
        try:
            for _ in watch(
                *folders,
                watch_filter=None,
                debounce=milliseconds,
                step=milliseconds,
                stop_event=stop,
                rust_timeout=60_000,
                raise_interrupt=False,
                recursive=False,
            ):
                if stop.is_set():
                    return
                loop.call_soon_threadsafe(happened.set)
        except (RuntimeError, FileNotFoundError):
            # The loop has closed, or a folder went away between looking and watching.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(happened.set)

    thread = threading.Thread(target=follow, name="config-watch", daemon=True)
    thread.start()
    # The system's watch begins a moment after the thread: look once more when it surely has.
    again = loop.call_later(2 * step, happened.set)
    try:
        yield
    finally:
        again.cancel()
        stop.set()
        await asyncio.shield(ended)
        thread.join()  # it has nothing left to do


def _folders(targets: tuple[Path, ...]) -> set[Path]:
    """What has to be watched: every folder in the targets, and the nearest one to what is missing."""
    found = {_closest_folder(target) for target in targets}
    for target in targets:
        found.update(with_subfolders(target))
    return set(sorted(found)[:MAXIMUM_FOLDERS])


def _closest_folder(target: Path) -> Path:
    folder = target if target.is_dir() else target.parent
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return folder


def _stamps(targets: tuple[Path, ...]) -> dict[Path, _Stamp]:
    return {target: _stamp(target) for target in targets}


def _stamp(target: Path) -> _Stamp:
    try:
        if target.is_dir():
            return tuple(
                (str(folder), *sorted((e.name, *_identity(e.stat())) for e in os.scandir(folder)))
                for folder in sorted(with_subfolders(target))[:MAXIMUM_FOLDERS]
            )
        return _identity(target.stat())
    except OSError:
        return None


def _identity(status: os.stat_result) -> tuple[int, int, int]:
    return (status.st_mtime_ns, status.st_size, status.st_ino)
