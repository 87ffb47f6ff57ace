"""Changing a memory from outside an agent: what a person edits, and what extraction writes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from core.errors import SpinneyError
from core.memory.recall import _MAX_FILE


def read_memory_file(folder: Path, name: str) -> str:
    """The text of one file of a memory."""
    try:
        return _place(folder, name).read_text("utf-8", "replace")
    except OSError as error:
        raise SpinneyError(f"{name} cannot be read: {error.strerror}.") from error


def write_memory_file(folder: Path, name: str, text: str, redact: Callable[[str], str]) -> Path:
    """Write one file as a whole, without the secrets that the filter knows."""
    file = _place(folder, name)
    data = redact(text).encode("utf-8", "replace")
    if len(data) > _MAX_FILE:
        raise SpinneyError("A file of a memory may have 1 MB at most.")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor, temporary = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".part")
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        os.replace(temporary, file)
    except OSError as error:
        raise SpinneyError(f"{name} cannot be written: {error.strerror}.") from error
    return file


def delete_memory_file(folder: Path, name: str) -> None:
    try:
        _place(folder, name).unlink(missing_ok=True)
    except OSError as error:
        raise SpinneyError(f"{name} cannot be deleted: {error.strerror}.") from error


def _place(folder: Path, name: str) -> Path:
    """Where the file lies; a name that leads out of the folder is refused."""
    file = folder / name
    root = folder.resolve()
    if not name.endswith(".md") or "\0" in name or not file.resolve().is_relative_to(root):
        raise SpinneyError(f"{name} is not a file of this memory.", "Use a name ending in .md.")
    return file
