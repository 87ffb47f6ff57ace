"""Paths as the file system sees them: resolving, being inside, and the files that guard themselves.

A path is resolved before it is judged; ``core.files`` then opens what was judged without following
any link, so that a swap in between fails instead of leading elsewhere.
"""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections.abc import Sequence
from pathlib import Path, PurePath

from core.errors import ToolError
from core.permissions.models import Ask
from core.permissions.patterns import FOLDS_CASE, matches

GUARDED_FOLDERS = frozenset(
    {
        ".git",
        ".spinney",
        ".claude",
        ".opencode",
        ".codex",
        ".cursor",
        ".gemini",
        ".agents",
        ".continue",
        ".roo",
        ".cline",
        ".vscode",
        ".idea",
        ".devcontainer",
        ".husky",
        ".githooks",
        ".direnv",
    }
)
GUARDED_FILES = frozenset(
    {
        ".envrc",
        ".mcp.json",
        "opencode.json",
        "opencode.jsonc",
        ".gitconfig",
        ".gitmodules",
        ".claude.json",
        ".aider.conf.yml",
        ".pre-commit-config.yaml",
        ".bashrc",
        ".bash_profile",
        ".bash_login",
        ".bash_logout",
        ".bash_aliases",
        ".profile",
        ".zshrc",
        ".zshenv",
        ".zprofile",
        ".zlogin",
        ".inputrc",
    }
)
SECRET_PATTERNS = ("*.env", "*.env.*")
SECRET_EXCEPTIONS = ("*.env.example",)
_MISSING = (errno.ENOENT, errno.ENOTDIR)
_LINK_LIMIT = 40


class UnresolvablePath(ToolError):
    """A path whose real place cannot be found out; it is refused rather than guessed at."""


def resolve(path: str | os.PathLike[str], base: Path) -> Path:
    """The real, absolute place of a path, links followed; parts that do not exist yet are kept.

    Anything that hides the truth (a loop of links, a folder that may not be searched, a NUL) is an
    ``UnresolvablePath``.
    """
    text = os.fspath(path)
    if not text or "\0" in text:
        raise UnresolvablePath(f"{text!r} is not a path.")
    try:
        written = Path(text).expanduser()
    except RuntimeError as error:
        raise UnresolvablePath(f"{text!r} names a home folder that is not known.") from error
    pending = list(reversed(PurePath(base, written).parts))
    current = Path(pending.pop())
    links = 0
    while pending:
        part = pending.pop()
        if part == "..":
            current = current.parent
            continue
        candidate = current / part
        try:
            mode = os.lstat(candidate).st_mode
            if not stat.S_ISLNK(mode):
                current = candidate
                continue
            links += 1
            target = Path(os.readlink(candidate))
        except OSError as error:
            if error.errno in _MISSING:
                current = candidate
                continue
            raise UnresolvablePath(
                f"Where {text!r} leads cannot be found out: {error.strerror}.",
                "Use a path that can be followed.",
            ) from error
        if links > _LINK_LIMIT:
            raise UnresolvablePath(f"{text!r} runs in a circle of links.")
        parts = list(reversed(target.parts))
        if target.is_absolute():
            current = Path(parts.pop())
        pending.extend(parts)
    return current


def inside(path: PurePath, folder: PurePath) -> bool:
    """Whether a resolved path is a resolved folder or lies in it, compared part by part."""
    if path.is_relative_to(folder):
        return True
    if not FOLDS_CASE:
        return False
    return PurePath(*map(folded, path.parts)).is_relative_to(PurePath(*map(folded, folder.parts)))


def inside_any(path: PurePath, folders: Sequence[PurePath]) -> bool:
    return any(inside(path, folder) for folder in folders)


def shown(path: Path, project: Path) -> str:
    """A resolved path as rules see it: relative to the project inside it, absolute outside."""
    try:
        return path.relative_to(project).as_posix()
    except ValueError:
        return path.as_posix()


def folded(name: str) -> str:
    """A file name with the differences removed that some file systems do not make: case, Unicode
    composition, invisible characters, trailing dots and blanks, NTFS stream suffixes."""
    plain = unicodedata.normalize("NFKC", name)
    if not plain.isascii():
        plain = "".join(c for c in plain if unicodedata.category(c) not in ("Cf", "Cc", "Mn"))
    plain = plain.split(":", 1)[0] if not plain.startswith(":") else plain
    return plain.rstrip(". ").casefold()


def is_secret(path: str) -> bool:
    """Whether the default rules deny reading a file of this name."""
    name = path.casefold()
    return any(matches(p, name) for p in SECRET_PATTERNS) and not any(
        matches(p, name) for p in SECRET_EXCEPTIONS
    )


def guard_reason(
    path: Path,
    *,
    project: Path,
    directory: Path | None = None,
    own_folders: Sequence[Path] = (),
    agent: str = "",
    memory: Path | None = None,
) -> str | None:
    """Why writing a resolved path always asks; None for an ordinary file.

    ``own_folders`` are Spinney's (a worktree in which the agent works lies in one of them and is
    not meant). Exempt are plans for the plan agent and ``memory``, the agent's own memory folder.
    """
    if memory is not None and inside(path, memory):
        return None
    if agent == "plan" and path.suffix == ".md" and path.parent == project / ".spinney" / "plans":
        return None
    root = directory if directory is not None and inside(path, directory) else project
    for folder in own_folders:
        if inside(path, folder) and not (inside(root, folder) and inside(path, root)):
            return f"{path} belongs to Spinney itself, which no rule may open to agents"
    parts = path.relative_to(root).parts if path.is_relative_to(root) else path.parts
    for part in parts:
        plain = folded(part)
        if plain in GUARDED_FOLDERS or plain in GUARDED_FILES or plain == "git~1":
            return f"{part} decides what programs and agents may do, so changing it always asks"
    same = _same_file_as_guarded(path, root)
    return f"{path} is the same file as {same}, which always asks" if same else None


def _same_file_as_guarded(path: Path, root: Path) -> Path | None:
    """The guarded folder or file that a path is in truth, whatever its name."""
    guarded: dict[tuple[int, int], Path] = {}
    for name in (*GUARDED_FOLDERS, *GUARDED_FILES):
        identity = _identity(root / name)
        if identity:
            guarded[identity] = root / name
    own = _identity(path)
    if own and _has_other_names(path):
        for name in ("config", "hooks/pre-commit", "hooks/post-checkout", "info/attributes"):
            identity = _identity(root / ".git" / name)
            if identity:
                guarded[identity] = root / ".git" / name
    if not guarded:
        return None
    for candidate in (path, *path.parents):
        if candidate == root:
            return None
        identity = _identity(candidate)
        if identity in guarded:
            return guarded[identity]
    return None


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_dev, status.st_ino)


def _has_other_names(path: Path) -> bool:
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_nlink > 1


def outside_ask(target: Path, title: str = "", shell: bool = False) -> Ask:
    """The ask for a resolved path outside the project; what is worth remembering is its folder."""
    folder = target if target.is_dir() else target.parent
    remembered = (folder / "*").as_posix()
    details: dict[str, object] = {"path": str(target)}
    if shell:
        details["shell"] = True
    return Ask("external_directory", (target.as_posix(),), (remembered,), title, details)
