"""Standing instructions that people write for agents: ``AGENTS.md``, or ``CLAUDE.md`` without one.

The person's own file comes first, then the project's, from its root down to the working folder, so
that what stands closest to the work is read last. Files of a project count only once it is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from core.agents.definition import LoadProblem
from core.agents.folders import UserFolders, check_inside
from core.errors import ConfigError
from core.permissions.shell_text import made_visible, suspicious_text

NAMES = ("AGENTS.md", "CLAUDE.md")
FILE_LIMIT = 64 * 1024
TOTAL_LIMIT = 160 * 1024

_IMPORT = re.compile(r"^\s*@(?P<path>[~./\w][^\s]*)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class InstructionFile:
    """One file as the model gets it. ``notes`` tell the person what was not taken over."""

    path: Path
    text: str
    scope: Literal["user", "project"] = "project"
    truncated: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Instructions:
    """The files in the order in which the model reads them, and those that could not be read."""

    files: tuple[InstructionFile, ...] = ()
    problems: tuple[LoadProblem, ...] = field(default=())

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(note for entry in self.files for note in entry.notes)


def load_instructions(
    user: UserFolders,
    project: Path,
    directory: Path | None = None,
    *,
    trusted: bool,
    not_seen: Collection[str] = (),
) -> Instructions:
    """Read the instructions that hold in ``directory`` (the project's root without one).

    ``not_seen`` names files of a trusted project, by their path in it, that are new or different
    since a person looked at them.
    """
    files: list[InstructionFile] = []
    problems: list[LoadProblem] = []
    room = TOTAL_LIMIT

    def add(path: Path | None, scope: Literal["user", "project"]) -> None:
        nonlocal room
        if path is None:
            return
        if scope == "project" and path.relative_to(project).as_posix() in not_seen:
            sentence = "It is new or was changed since you trusted the project; it is not read."
            problems.append(LoadProblem(str(path), sentence))
            return
        try:
            check_inside(path, project if scope == "project" else None)
            entry = _read(path, scope, min(FILE_LIMIT, room))
        except OSError as error:
            problems.append(LoadProblem(str(path), f"It cannot be read: {error.strerror}."))
            return
        except ConfigError as error:
            problems.append(LoadProblem(str(path), str(error)))
            return
        if entry.text:
            room -= len(entry.text.encode("utf-8"))
            files.append(entry)
        elif entry.truncated:
            problems.append(
                LoadProblem(
                    str(path),
                    f"Left out: all instructions together exceed {TOTAL_LIMIT // 1024} KB.",
                )
            )

    project = project.resolve()
    add(_user_file(user), "user")
    if trusted:
        for folder in _folders(project, directory or project):
            add(_file_in(folder), "project")
    return Instructions(tuple(files), tuple(problems))


def _user_file(user: UserFolders) -> Path | None:
    """The person's own file; without one, the first they wrote for another program."""
    folders = (user.own, user.opencode, user.codex, user.shared)
    candidates = [*(folder / "AGENTS.md" for folder in folders), user.claude / "CLAUDE.md"]
    return next((path for path in candidates if path.is_file()), None)


def _file_in(folder: Path) -> Path | None:
    names = [folder / name for name in NAMES] + [folder / ".claude" / "CLAUDE.md"]
    return next((path for path in names if path.is_file()), None)


def _folders(project: Path, directory: Path) -> list[Path]:
    """The folders from ``project`` down to ``directory``; only the project if it lies elsewhere."""
    project, directory = project.resolve(), directory.resolve()
    if not directory.is_relative_to(project):
        return [project]
    folders = [project]
    for name in directory.relative_to(project).parts:
        folders.append(folders[-1] / name)
    return folders


def _read(path: Path, scope: Literal["user", "project"], limit: int) -> InstructionFile:
    with path.open("rb") as stream:
        raw = stream.read(limit + 1)
    truncated = len(raw) > limit
    text = raw[:limit].decode("utf-8-sig", errors="ignore" if truncated else "replace")
    text = text.replace("\r\n", "\n").strip()
    notes: list[str] = []
    if hidden := suspicious_text(text):
        # What a person cannot see must not reach the model as if they had agreed to it.
        notes.append(f"{path} is not what it looks like: {'; '.join(hidden[:5])}.")
        text = made_visible(text)
    if truncated:
        notes.append(f"{path} is longer than {limit // 1024} KB; the rest is left out.")
    imports = list(dict.fromkeys(match["path"] for match in _IMPORT.finditer(text)))
    if imports:
        notes.append(
            f"{path} refers to {', '.join('@' + name for name in imports)}; "
            "references are shown to the model as written and not read in."
        )
    return InstructionFile(path, text, scope, truncated, tuple(notes))
