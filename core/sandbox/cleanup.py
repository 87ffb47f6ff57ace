"""Tidy up after sandboxes that ended badly, and after projects that are no longer used."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sys
import time
from pathlib import Path

from core.paths import Paths

UNUSED_DAYS = 30


async def tidy(paths: Paths, *, unused_days: float = UNUSED_DAYS) -> int:
    """Run once at start: take away names that a crash left held in projects, and drop temporary
    folders and caches that were not used for a month. Returns how many were dropped. Sandboxes that
    run at this moment, of this process or another, are left alone."""
    if not sys.platform.startswith("linux"):
        return 0
    return await asyncio.to_thread(_tidy, paths.cache / "sandbox", unused_days)


def _tidy(folder: Path, unused_days: float) -> int:
    from core.sandbox.placeholders import release_leftovers

    dropped = 0
    if not folder.is_dir():
        return 0
    for state in sorted(folder.iterdir()):
        with contextlib.suppress(OSError):
            if not release_leftovers(state):
                continue
            used = (
                (state / "placeholders").stat().st_mtime if (state / "placeholders").exists() else 0
            )
            if time.time() - used > unused_days * 86_400:
                shutil.rmtree(state, ignore_errors=True)
                dropped += 1
    return dropped
