"""An agent's memory as a section of its prompt, within a size."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.files import inside
from core.memory.folders import INDEX

MAX_CHARACTERS = 25_000
MAX_FILES = 200
_MAX_FILE = 1_000_000


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """One Markdown file; ``path`` is relative to the memory folder."""

    path: str
    size: int
    modified: float


@dataclass(frozen=True, slots=True)
class Memory:
    """``text`` is for the prompt (see ``core.agents.prompts``); ``left_out`` names files for which
    there was no room."""

    folder: Path
    text: str
    files: tuple[MemoryFile, ...] = ()
    left_out: tuple[str, ...] = ()


def list_memory(folder: Path) -> list[MemoryFile]:
    """The Markdown files of a memory, ``MEMORY.md`` first, then the newest first."""
    found: list[MemoryFile] = []
    root = folder.resolve()
    for base, names, files in os.walk(folder, followlinks=False):
        names[:] = sorted(name for name in names if not name.startswith("."))
        for name in files:
            path = Path(base) / name
            if not name.endswith(".md") or name.startswith("."):
                continue
            try:
                facts = path.lstat()
            except OSError:
                continue
            # A link could bring any file into the prompt.
            if stat.S_ISREG(facts.st_mode) and inside(path.resolve(), root):
                shown = path.relative_to(folder).as_posix()
                found.append(MemoryFile(shown, facts.st_size, facts.st_mtime))
        if len(found) > 10 * MAX_FILES:
            break
    found.sort(key=lambda file: (file.path != INDEX, -file.modified, file.path))
    return found[:MAX_FILES]


def recall(
    folder: Path,
    redact: Callable[[str], str],
    *,
    max_characters: int = MAX_CHARACTERS,
) -> Memory:
    """Read the memory for the agent's prompt: whole files while there is room, the first of the rest
    shortened, the others by name. Secrets are taken out."""
    files = list_memory(folder)
    sections: list[str] = []
    left_out: list[str] = []
    room = max_characters
    for file in files:
        text = "" if room <= 0 or file.size > _MAX_FILE else redact(_read(folder / file.path))
        if room <= 0 or file.size > _MAX_FILE:
            left_out.append(file.path)
            continue
        if len(text) > room:
            text = f"{text[:room]}\n[cut here: read the file for the rest]"
            room = 0
        else:
            room -= len(text)
        sections.append(f"## {file.path}\n\n{text.strip()}")
    head = (
        f"Your memory is the folder {folder}. You may read and write Markdown files in it without "
        f"asking; keep {INDEX} short, as an index of the others, and never write down secrets."
    )
    if not files:
        head += " It is empty so far."
    if left_out:
        head += f" Not shown here: {', '.join(left_out)[:2000]}."
    return Memory(folder, "\n\n".join([head, *sections]), tuple(files), tuple(left_out))


def _read(file: Path) -> str:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(file, flags)
    except OSError:
        return "[this file cannot be read]"
    with os.fdopen(descriptor, "rb") as stream:
        return stream.read(_MAX_FILE).decode("utf-8", "replace")
