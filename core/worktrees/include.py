"""``.worktreeinclude``: ignored files of the checkout that a new worktree needs as well."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote_to_bytes

from core.git import Git

FILE = ".worktreeinclude"
MOST_FILES = 2_000
MOST_BYTES = 200_000_000


def known_name(path: str) -> str:
    """A path in the form in which records keep it, whatever bytes it is made of."""
    return quote_from_bytes(os.fsencode(path))


def path_of_known(name: str) -> str:
    return os.fsdecode(unquote_to_bytes(name))


async def copy_included(checkout: Git, tree: Path) -> tuple[list[str], list[str]]:
    """Copy what the checkout's file lists and git ignores; returns the paths and notes about files
    that were left out. Links are not followed, and nothing that exists is replaced."""
    top = checkout.place.top
    assert top is not None
    patterns = top / FILE
    if not patterns.is_file() or patterns.is_symlink():
        return [], []
    wanted = await checkout.run(
        "ls-files", "--others", "--ignored", f"--exclude-from={patterns}", "-z", cwd=top
    )
    names = [name for name in wanted.split("\0") if name and not name.endswith("/")]
    if not names:
        return [], []
    ignored = await checkout.result(
        "check-ignore", "-z", "--stdin", "--no-index", input="".join(f"{n}\0" for n in names)
    )
    chosen = sorted(set(ignored.text.split("\0")) & set(names))
    return await asyncio.to_thread(_copy, top, tree, chosen)


def _copy(top: Path, tree: Path, names: list[str]) -> tuple[list[str], list[str]]:
    copied: list[str] = []
    notes: list[str] = []
    room = MOST_BYTES
    for name in names:
        source, target = top / name, tree / name
        if len(copied) >= MOST_FILES:
            notes.append(f"{FILE} lists more than {MOST_FILES} files; the rest was not copied.")
            break
        status = os.lstat(source)
        if not stat.S_ISREG(status.st_mode) or _leads_away(top, source):
            notes.append(f"{name} is listed in {FILE} but is not a plain file; it was not copied.")
            continue
        if status.st_size > room:
            notes.append(f"{name} is too large to be copied into the worktree.")
            continue
        if os.path.lexists(target) or _leads_away(tree, target):
            continue
        room -= status.st_size
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)
        copied.append(name)
    return copied, notes


def _leads_away(root: Path, path: Path) -> bool:
    """Whether a link on the way to ``path`` leads out of ``root``."""
    return not Path(os.path.realpath(path.parent)).is_relative_to(os.path.realpath(root))
