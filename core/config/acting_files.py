"""Which files of a project could act, and what each of them would do.

These are what a person is shown before trusting a project, and what is compared later.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.agents.markdown import parse_markdown
from core.errors import ConfigError
from core.permissions.shell_text import suspicious_text

FOLDERS = (".spinney", ".claude", ".opencode", ".codex", ".agents")
FILES = (".mcp.json", "opencode.json", "opencode.jsonc", ".worktreeinclude")
INSTRUCTIONS = ("AGENTS.md", "CLAUDE.md")
_NOT_ACTING = frozenset({".spinney/plans", ".spinney/worktrees", ".claude/worktrees"})
_NEVER_ACTING_NAMES = frozenset({"node_modules", "__pycache__", ".git"})

_STARTS, _RUNS, _PREPARES = "starts the server", "runs by itself:", "prepares worktrees with:"

MAX_FILES = 5_000
MAX_FILE_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class ActingFile:
    """One file by its path in the project; ``does`` says in words what it would do."""

    path: str
    does: str
    digest: str
    problem: str = ""

    @property
    def starts_programs(self) -> bool:
        return any(words in self.does for words in (_STARTS, _RUNS, _PREPARES))


def acting_files(project: Path, directory: Path | None = None) -> list[ActingFile]:
    """Every file that could act for work in ``directory`` (the project itself if None).

    Links that lead out of the project are listed with a problem and never followed.
    """
    project = Path(os.path.realpath(project))
    found: list[ActingFile] = []
    for number, path in enumerate(_candidates(project, directory)):
        if number >= MAX_FILES:
            problem = f"There are more than {MAX_FILES} such files; the rest was not looked at."
            found.append(ActingFile("…", "unknown", "too many", problem))
            break
        found.append(_look(project, path))
    return found


def _candidates(project: Path, directory: Path | None) -> Iterator[Path]:
    for folder in _on_the_way(project, directory):
        for name in INSTRUCTIONS:
            if _is_file_or_link(folder / name):
                yield folder / name
    for name in FILES:
        if _is_file_or_link(project / name):
            yield project / name
    for name in FOLDERS:
        if os.path.lexists(project / name):
            yield from _in_folder(project / name, project, ())


def _in_folder(top: Path, project: Path, above: tuple[Path, ...]) -> Iterator[Path]:
    """Everything in a folder that acts, or the file that lies in its place. A link is one of the
    files; what it leads to acts under its name, so that counts too if it is the project's."""
    real = Path(os.path.realpath(top))
    if top.is_symlink() or not top.is_dir():
        yield top
    if not top.is_dir() or not real.is_relative_to(project) or real in above:
        return
    for place, folders, names in os.walk(top):
        inside = Path(place).relative_to(project)
        folders[:] = sorted(
            name
            for name in folders
            if name not in _NEVER_ACTING_NAMES and (inside / name).as_posix() not in _NOT_ACTING
        )
        links = [folder for folder in folders if Path(place, folder).is_symlink()]
        for entry in sorted(names + links):
            if entry in links:
                yield from _in_folder(Path(place, entry), project, (*above, real))
            else:
                yield Path(place, entry)


def _is_file_or_link(path: Path) -> bool:
    """A folder of such a name does nothing (the sandbox holds names with empty folders)."""
    return os.path.lexists(path) and (path.is_symlink() or not path.is_dir())


def _on_the_way(project: Path, directory: Path | None) -> list[Path]:
    folders = [project]
    if directory is not None:
        real = Path(os.path.realpath(directory))
        if real.is_relative_to(project):
            for part in real.relative_to(project).parts:
                folders.append(folders[-1] / part)
    return folders


def _look(project: Path, path: Path) -> ActingFile:
    relative = path.relative_to(project).as_posix()
    if path.is_symlink():
        target = os.readlink(path)
        real = Path(os.path.realpath(path))
        if not real.is_relative_to(project):
            problem = f"{relative} is a link that leads out of the project ({target}); it is not followed."
            return ActingFile(relative, "a link out of the project", _digest(target), problem)
        if not real.is_file():
            return ActingFile(relative, "a link", _digest(target))
    try:
        content, executable = _read(path)
    except OSError as error:
        problem = f"{relative} cannot be read: {error.strerror}."
        return ActingFile(relative, "unknown", f"unreadable {error.errno}", problem)
    if content is None:
        problem = f"{relative} is not a plain file of sensible size; it is not used."
        return ActingFile(relative, "unknown", "special", problem)
    digest = hashlib.sha256(content).hexdigest() + ("x" if executable else "")
    try:
        return ActingFile(relative, describe(relative, content), digest)
    except RecursionError:
        return ActingFile(relative, f"{_RUNS} unknown, it is nested too deeply to be told", digest)


def _read(path: Path) -> tuple[bytes | None, bool]:
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_FILE_BYTES:
            return None, False
        return file.read(MAX_FILE_BYTES), bool(status.st_mode & 0o100)


def _digest(text: str) -> str:
    return hashlib.sha256(os.fsencode(text)).hexdigest()


def describe(relative: str, content: bytes) -> str:
    """What a file would do once the project is trusted, in a few words."""
    name = relative.rsplit("/", 1)[-1]
    if name in INSTRUCTIONS:
        hidden = suspicious_text(content.decode("utf-8-sig", "replace").replace("\r\n", "\n"))
        said = "instructions that every agent here follows"
        return f"{said}; {'; '.join(hidden[:3])}" if hidden else said
    if relative == ".worktreeinclude":
        return "ignored files that are copied into new worktrees"
    settings = _parse(name, content)
    if settings is not None and (
        name.startswith(("config.", "settings.", "opencode.json", ".mcp", "hooks.", "plugin."))
    ):
        return _describe_settings(settings)
    for folder, words in (
        ("/agents/", "an agent"),
        ("/agent/", "an agent"),
        ("/commands/", "a command"),
        ("/command/", "a command"),
        ("/hooks/", "a program that hooks may run"),
        ("/skills/", "a skill: instructions that agents may load"),
        ("/memory/", "memory that is added to an agent's instructions"),
        ("/rules/", "rules that are added to instructions"),
    ):
        if folder in f"/{relative}":
            return "; ".join([words, *_brings_along(name, content)])
    return "; ".join(["a file that agents' settings may use", *_brings_along(name, content)])


def _brings_along(name: str, content: bytes) -> list[str]:
    """What the head of an agent's, a skill's or a command's file would start."""
    head = _parse(name, content) or {}
    if name.endswith(".md"):
        try:
            text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
            head = parse_markdown(text).values
        except ConfigError:
            return []  # nor can it be loaded
    return _programs(head)


def _programs(table: dict[str, Any]) -> list[str]:
    """What a table would start, however deep it says so and however it writes the keys: an agent's
    part of a settings file may, and files are read without regard to case."""
    parts: list[str] = []
    for key, value in table.items():
        plain = str(key).replace("-", "").replace("_", "").lower()
        entries = value if isinstance(value, list) else [value]
        if plain in ("mcp", "mcpservers"):
            for entry in entries:
                if isinstance(entry, dict):
                    parts += [f"{_STARTS} {name}: {_command(one)}" for name, one in entry.items()]
        elif plain == "hooks":
            parts += [f"{_RUNS} {command}" for command in _hook_commands(value)]
        else:
            for entry in entries:
                parts += _programs(entry) if isinstance(entry, dict) else []
    return parts


def _parse(name: str, content: bytes) -> dict[str, Any] | None:
    try:
        text = content.decode("utf-8-sig")
        value = tomllib.loads(text) if name.endswith(".toml") else json.loads(text)
    except (UnicodeDecodeError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _describe_settings(settings: dict[str, Any]) -> str:
    parts = _programs(settings)
    if isinstance(setup := settings.get("worktree_setup"), str):
        parts.append(f"{_PREPARES} {setup}")
    known = {"mcp", "mcpServers", "mcp_servers", "hooks", "worktree_setup", "$schema"}
    if others := sorted(str(key) for key in settings if key not in known):
        parts.append(f"sets {', '.join(others)}")
    return "; ".join(parts) or "settings"


def _command(server: Any) -> str:
    if not isinstance(server, dict):
        return "unknown"
    if url := server.get("url"):
        return str(url)
    command = server.get("command", "")
    words = command if isinstance(command, list) else [command]
    arguments = server.get("args", [])
    return " ".join(
        str(word) for word in [*words, *(arguments if isinstance(arguments, list) else [])]
    )


def _hook_commands(hooks: Any) -> list[str]:
    """Commands anywhere inside a hooks entry, whichever program's layout it has."""
    if isinstance(hooks, dict):
        own = hooks.get("command")
        found = [" ".join(map(str, own)) if isinstance(own, list) else str(own)] if own else []
        return found + [
            c for key, value in hooks.items() if key != "command" for c in _hook_commands(value)
        ]
    if isinstance(hooks, list):
        return [command for hook in hooks for command in _hook_commands(hook)]
    return []
