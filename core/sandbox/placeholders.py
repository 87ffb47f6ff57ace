"""Keep names from coming into being while a command runs.

A mount needs something to be mounted on, so a guarded name that does not exist gets an empty folder
(an empty file inside ``.git``) for as long as any sandbox of that project runs. Empty folders are
invisible to git. The last sandbox to end takes them away again; a lock that several processes share
tells which is the last, and a note of what was made lets a later one tidy up after a crash.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.sandbox.plan import SandboxPlan
from core.sandbox.repository import linked_repositories, names_programs


@dataclass
class Placeholders:
    """Names held for one running command. When it has ended ``check`` and ``let_go`` must be called,
    or ``release``, which is both."""

    lock: int
    folders: tuple[Path, ...] = ()
    files: tuple[Path, ...] = ()
    links: dict[Path, str] = field(default_factory=dict)
    forbidden: tuple[Path, ...] = ()
    plan: SandboxPlan | None = None
    nested: frozenset[str] = frozenset()

    def release(self) -> list[str]:
        try:
            return self.check()
        finally:
            self.let_go()

    def check(self) -> list[str]:
        """Put right what the command changed that it must not; returns sentences about it."""
        if self.lock < 0:
            return []
        notes = [note for path in self.forbidden if (note := _remove_forbidden(path))]
        notes += [
            note for path, target in self.links.items() if (note := _restore_link(path, target))
        ]
        return notes + _disarm_nested(self.plan, self.nested)

    def let_go(self) -> None:
        """Take the names away if no other sandbox of this project runs."""
        lock, self.lock = self.lock, -1
        if lock < 0:
            return
        try:
            _remove_noted(lock)
        finally:
            os.close(lock)


def _remove_noted(lock: int) -> bool:
    """Take the held names away if nobody else holds them; False if somebody does."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    for name in _noted(lock):
        _remove_if_empty(Path(name))
    if os.fstat(lock).st_size:
        os.ftruncate(lock, 0)
    return True


def release_leftovers(state: Path) -> bool:
    """Tidy up what a crash left of one folder's sandboxes; False while one of them runs."""
    try:
        lock = os.open(state / "placeholders", os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return True
    try:
        return _remove_noted(lock)
    finally:
        os.close(lock)


def hold(plan: SandboxPlan) -> Placeholders:
    """Make what is missing and remember links, which cannot be mounted over and are checked later."""
    plan.state.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = os.open(plan.state / "placeholders", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_SH)
        os.utime(lock)  # tells when this folder was last used
        return _hold(plan, lock)
    except BaseException:
        os.close(lock)
        raise


def _hold(plan: SandboxPlan, lock: int) -> Placeholders:
    folders: list[Path] = []
    files: list[Path] = []
    links: dict[Path, str] = {}
    missing = []
    noted = set(_noted(lock))
    for path in plan.guarded:
        if path.is_symlink():
            links[path] = os.readlink(path)
        elif not path.exists() and path.parent.is_dir():
            missing.append(path)
        elif str(path) in noted:
            (files if path in plan.guarded_files else folders).append(path)
    if missing:
        # Written down first: a crash in between must not leave an unknown empty folder behind.
        _note(lock, [str(path) for path in missing])
    for path in missing:
        with contextlib.suppress(FileExistsError):
            if path in plan.guarded_files:
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                files.append(path)
            else:
                path.mkdir(mode=0o700)
                folders.append(path)
    nested = linked_repositories(plan.index) if plan.index is not None else set()
    return Placeholders(
        lock, tuple(folders), tuple(files), links, plan.forbidden, plan, frozenset(nested)
    )


def _noted(lock: int) -> list[str]:
    content = os.pread(lock, 1_000_000, 0).decode(errors="surrogateescape")
    names = []
    for line in content.splitlines():
        with contextlib.suppress(ValueError):
            names.append(str(json.loads(line)))
    return list(dict.fromkeys(names))


def _note(lock: int, names: Sequence[str]) -> None:
    text = "".join(json.dumps(name) + "\n" for name in names)
    os.pwrite(lock, text.encode(), os.fstat(lock).st_size)


def _remove_if_empty(path: Path) -> None:
    with contextlib.suppress(OSError):
        if path.is_symlink():
            return
        if path.is_dir():
            path.rmdir()
        elif path.is_file() and path.stat().st_size == 0:
            path.unlink()


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.blocked-{os.getpid()}-{os.urandom(3).hex()}")


def _remove_forbidden(path: Path) -> str | None:
    if not os.path.lexists(path):
        return None
    with contextlib.suppress(OSError):
        path.rename(_aside(path))
    return f"The command made {path}, which would change where git reads its settings. It was moved aside."


def _disarm_nested(plan: SandboxPlan | None, before: frozenset[str]) -> list[str]:
    """A repository that a command added inside this one would have its settings used by the next
    ``git status``, outside; if they name programs it is put out of action."""
    if plan is None or plan.index is None or plan.checkout is None:
        return []
    notes = []
    for name in sorted(linked_repositories(plan.index) - before):
        entry = plan.checkout / name / ".git"
        if not os.path.lexists(entry):
            continue
        if entry.is_symlink() or not entry.is_dir() or names_programs(entry):
            with contextlib.suppress(OSError):
                entry.rename(_aside(entry))
            notes.append(
                f"The command added the repository {name}, whose settings make git run programs. "
                "Its .git was moved aside."
            )
    return notes


def _restore_link(path: Path, target: str) -> str | None:
    try:
        if path.is_symlink() and os.readlink(path) == target:
            return None
        if os.path.lexists(path):
            path.rename(_aside(path))
        path.symlink_to(target)
    except OSError:
        return f"The command replaced {path}, which is guarded, and it could not be put back."
    return f"The command replaced {path}, which is guarded. It was put back."
