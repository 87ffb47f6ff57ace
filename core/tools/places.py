"""From a path as a model wrote it to the real place, the pattern for the rules, and the asks."""

from __future__ import annotations

import difflib
import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.errors import ToolError
from core.files import inside
from core.permissions.models import Ask
from core.permissions.paths import guard_reason
from core.tools.base import ToolContext
from core.worktrees.isolation import borders_of, refuse_path


@dataclass(frozen=True, slots=True)
class Place:
    """Where a path leads. ``pattern`` is what rules are matched against: relative to the folder the
    agent works in, or absolute outside of it. ``own_output`` marks files that we kept for it,
    ``own_memory`` those of its memory."""

    path: Path
    pattern: str
    outside: bool
    own_output: bool
    own_memory: bool = False

    @property
    def shown(self) -> str:
        return self.pattern or "."


def place(context: ToolContext, given: str, *, judge: bool = False) -> Place:
    """The place that ``given`` means. With ``judge`` it is looked up and remembered for the call;
    without, the place that was judged is used even if links have changed since."""
    real = None if judge else context.judged.get(given)
    if real is None:
        real = _resolve(context.directory, given)
        context.judged[given] = real
    remembered = _is_memory(context, real)
    for root in dict.fromkeys((context.directory, context.project)):
        folder = root.resolve()
        if inside(real, folder):
            relative = real.relative_to(folder).as_posix()
            shown = "" if relative == "." else relative
            return Place(real, shown, False, False, remembered)
    outputs = context.paths.outputs.resolve()
    own = any(
        inside(real, outputs / name) for name in (context.session.root_id, context.session.id)
    )
    return Place(real, real.as_posix(), not own and not remembered, own, remembered)


def _is_memory(context: ToolContext, path: Path) -> bool:
    """Whether this is the folder of the agent's memory or a Markdown file in it."""
    if context.memory is None:
        return False
    folder = context.memory.resolve()
    return path == folder or (path.suffix == ".md" and inside(path, folder))


def without_secrets(context: ToolContext, target: Place, text: str) -> str:
    """What is to be written there: secrets are kept out of an agent's memory, nothing else changes."""
    return context.services.redactor(text) if target.own_memory else text


def _resolve(directory: Path, given: str) -> Path:
    if not given.strip() or "\x00" in given:
        raise ToolError("The path is empty or not valid.", "Give the path of a file or folder.")
    try:
        return (directory / Path(given).expanduser()).resolve()
    except (OSError, RuntimeError) as error:
        raise ToolError(f"The path {given} cannot be followed: links lead in a circle.") from error


def asks_for(
    permission: str,
    target: Place,
    *,
    title: str,
    details: Mapping[str, Any] | None = None,
    folder: bool = False,
    pattern: str | None = None,
) -> list[Ask]:
    """What touching ``target`` asks for: the permission itself, and the outside where it is outside."""
    if target.own_output and permission in ("read", "grep", "list", "glob"):
        return []
    facts = {"path": str(target.path), **(details or {})}
    pattern = pattern if pattern is not None else target.shown
    asks = [Ask(permission, (pattern,), (pattern,), title, facts)]
    if target.outside:
        beside = target.path if folder else target.path.parent
        around = f"{beside.as_posix().rstrip('/')}/*"
        exact = around if folder else target.pattern
        note = f"{title} (outside the project)"
        asks.insert(0, Ask("external_directory", (exact,), (around,), note, facts))
    return asks


def asks_to_edit(context: ToolContext, target: Place, *, title: str, diff: str) -> list[Ask]:
    """What writing to ``target`` asks for; files that decide what programs may do always ask."""
    forced = guard_reason(
        target.path,
        project=context.project.resolve(),
        directory=context.directory.resolve(),
        own_folders=context.paths.own_folders(),
        agent=context.agent.name,
        memory=context.memory.resolve() if context.memory and target.own_memory else None,
    )
    asks = asks_for("edit", target, title=title, details={"diff": diff})
    if target.own_memory and forced is None:
        # An agent keeps its memory without asking; only a rule that denies it speaks.
        return [replace(ask, implied=True) for ask in asks]
    return [replace(ask, forced=forced) if ask.permission == "edit" else ask for ask in asks]


def refuse_main_checkout(context: ToolContext, target: Place) -> None:
    """An agent in a worktree of its own never writes to another checkout of the repository."""
    if not context.session.worktree:
        return
    borders = borders_of(context.session.worktree, context.paths.worktrees, context.project)
    if sentence := refuse_path(borders, target.path):
        raise ToolError(sentence)


def file_error(error: OSError, target: Place) -> ToolError:
    """A failed file operation as a sentence."""
    name = target.shown
    if isinstance(error, FileNotFoundError):
        near = _similar(target.path)
        hint = f"Did you mean {' or '.join(near)}?" if near else "Use glob or list to find it."
        return ToolError(f"{name} does not exist.", hint)
    if isinstance(error, IsADirectoryError):
        return ToolError(f"{name} is a folder.", "Use list to see what is in it.")
    if isinstance(error, NotADirectoryError):
        return ToolError(f"A part of the path {name} is a file, not a folder.")
    if isinstance(error, PermissionError):
        return ToolError(f"The system does not permit access to {name}.")
    if error.errno == errno.ENOSPC:
        return ToolError(f"The disk is full; {name} was not changed.")
    if error.errno == errno.ENAMETOOLONG:
        return ToolError(f"The name {name[:80]}… is too long.")
    return ToolError(f"{name}: {error.strerror or error}.")


def _similar(path: Path) -> list[str]:
    """Names near the missing one, in the same folder."""
    try:
        names = sorted(os.listdir(path.parent))[:5000]
    except OSError:
        return []
    wanted = path.name.lower()
    by_lower = {name.lower(): name for name in names}
    near = difflib.get_close_matches(wanted, list(by_lower), n=3, cutoff=0.6)
    near += [name for name in by_lower if wanted in name and name not in near][: 3 - len(near)]
    return [str(path.parent / by_lower[name]) for name in near]
