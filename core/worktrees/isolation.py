"""Keeping an agent in its own worktree: what its tools refuse before anybody is asked.

Reading elsewhere is a matter for the rules. Writing to the main checkout, to another worktree, or
to what all worktrees share is refused here, and by the sandbox a second time: what a command does
cannot always be told from its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.permissions.paths import UnresolvablePath, inside, resolve
from core.permissions.shell import ShellAnalysis, analyse, is_read_only
from core.permissions.shell_command import Part
from core.permissions.shell_parse import parse_line
from core.worktrees.naming import PREFIX
from core.worktrees.repository import other_checkouts

_REDIRECTS = re.compile(
    r"\bGIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|NAMESPACE"
    r"|ALTERNATE_OBJECT_DIRECTORIES)\b"
)
_GLOBALS_WITH_VALUE = frozenset({"-c", "--exec-path", "--namespace", "--config-env"})
_SHARED = {
    "worktree": frozenset({"list", "-h", "--help"}),
    "stash": frozenset({"list", "show", "create"}),
    "reflog": frozenset({"show", "exists", ""}),
}
"""Git commands that change what all worktrees share, and the sub-commands that do not."""

_NEVER = frozenset({"gc", "prune", "repack", "filter-branch", "filter-repo", "maintenance"})
_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class Borders:
    """``tree`` is the agent's own; ``others`` are the folders that it must not change."""

    tree: Path
    others: tuple[Path, ...]

    def foreign(self, path: Path) -> bool:
        """Whether a resolved path lies in somebody else's tree."""
        return not inside(path, self.tree) and any(inside(path, other) for other in self.others)


def borders_of(worktree: str | Path, worktrees_root: Path, project: Path | None = None) -> Borders:
    """The borders of the agent that works in ``worktree``."""
    tree = Path(worktree).resolve()
    others = [folder.resolve() for folder in other_checkouts(tree)]
    if project is not None and project.resolve() != tree:
        others.append(project.resolve())
    return Borders(tree, (*others, worktrees_root.resolve()))


def refuse_path(borders: Borders, path: Path) -> str | None:
    """A sentence when ``path`` (resolved) must not be written by this agent."""
    if not borders.foreign(path):
        return None
    own = next(
        (
            borders.tree / path.relative_to(other)
            for other in borders.others[:-1]
            if path.is_relative_to(other)
        ),
        borders.tree,
    )
    return (
        f"{path} belongs to the main checkout or another one, which this agent must not change. "
        f"Work on {own} in your own worktree instead."
    )


def refuse_command(borders: Borders, line: str, cwd: Path) -> str | None:
    """A sentence when a command line reaches out of the worktree to change something."""
    if _REDIRECTS.search(line):
        return "Commands in a worktree must not point git elsewhere with variables of its own."
    for words in _commands(line, 0):
        if sentence := _refuse_git(borders, words, cwd):
            return sentence
    analysis = analyse(line, cwd, borders.tree)
    if is_read_only(analysis):
        return None
    for place in analysis.places[1:]:
        if borders.foreign(_resolved(str(place), cwd) or place):
            return _leads_out(str(place))
    for word in _written(analysis):
        for place in analysis.places:
            path = _resolved(word, place)
            if path is not None and borders.foreign(path):
                return _leads_out(word)
    return _mentioned(borders, analysis, line)


def _leads_out(word: str) -> str:
    return (
        f"{word} belongs to another checkout, and this command may change it. Work in your own "
        "worktree; to use a file from there, copy or read it first in a command of its own."
    )


def _commands(line: str, depth: int) -> Iterator[list[str]]:
    """The words of every command in a line, and of lines that are words of commands."""
    if depth > _DEEPEST:
        return
    for command in parse_line(line).commands:
        words = [word.value for word in command.words]
        yield words
        for word in words[1:]:
            if "git" in word and re.search(r"\s", word):
                yield from _commands(word, depth + 1)


def _refuse_git(borders: Borders, words: Sequence[str], cwd: Path) -> str | None:
    for position, word in enumerate(words):
        if word == "git" or word.endswith("/git"):
            return _refuse_git_words(borders, list(words[position + 1 :]), cwd)
    return None


def _refuse_git_words(borders: Borders, words: list[str], cwd: Path) -> str | None:
    elsewhere = "git must not be pointed at another folder from a worktree; run it in your own."
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option.startswith(("--git-dir", "--work-tree")):
            return elsewhere
        if option == "-C" or option in _GLOBALS_WITH_VALUE:
            value = words.pop(0) if words else ""
            if option == "-C":
                target = _resolved(value, cwd)
                if target is None or not inside(target, borders.tree):
                    return elsewhere
    if not words:
        return None
    command, arguments = words[0], words[1:]
    first = next((word for word in arguments if not word.startswith("-")), "")
    if command in _NEVER:
        return f"git {command} changes what all worktrees share, so it is not run from one."
    if command in _SHARED and first not in _SHARED[command]:
        if command == "stash":
            return (
                "The stash is shared by all worktrees, so it is not used from one. "
                "Commit on your own branch instead."
            )
        if first or command == "stash":
            return f"git {command} {first} changes what all worktrees share; it is not run here."
    return _refuse_refs(command, arguments, first)


def _refuse_refs(command: str, arguments: Sequence[str], first: str) -> str | None:
    """Branches of other people stay where they are."""
    if command == "update-ref" and not first.startswith(f"refs/heads/{PREFIX}") and first != "HEAD":
        return f"Only branches under {PREFIX} may be moved from a worktree."
    if command == "branch":
        letters = {"-d", "-D", "-f", "-m", "-M", "-c", "-C"}
        words = {"--delete", "--force", "--move", "--copy"}
        risky = any(a in letters | words or re.match(r"-[a-z]*[dDfmM]", a) for a in arguments)
        names = [a for a in arguments if not a.startswith("-")]
        if risky and not all(name.startswith(PREFIX) for name in names[:1]):
            return f"Only branches under {PREFIX} may be changed from a worktree."
    if command in ("push", "fetch", "pull") and first in (".", "./"):
        return "Branches of this repository are not moved by pushing to it or fetching from it."
    return None


def _written(analysis: ShellAnalysis) -> Iterable[str]:
    """Words that a line may write to: redirections, and what its commands name but not just read."""
    yield from analysis.writes
    for part in analysis.parts:
        yield from _written_by(part)


def _written_by(part: Part) -> list[str]:
    program = part.words[0].rsplit("/", 1)[-1] if part.words else ""
    writes = list(part.writes)
    if program == "cp" and not any(w.startswith(("-t", "--target")) for w in part.words):
        writes = writes[-1:]
    reads = set(part.reads)
    return [*writes, *(name for name in part.names if name not in reads)]


def _mentioned(borders: Borders, analysis: ShellAnalysis, line: str) -> str | None:
    """The name of another checkout in text that could not be taken apart, such as a script."""
    understood = {word for part in analysis.parts for word in part.reads}
    for part in analysis.parts:
        if part.words[:1] == ("cp",):
            understood |= set(part.writes) - set(_written_by(part))
    rest = line.replace(str(borders.tree), "")
    if not analysis.opaque:
        for word in sorted(understood, key=len, reverse=True):
            rest = rest.replace(word, "")
    for other in borders.others:
        if re.search(re.escape(str(other)) + r"(?![\w.-])", rest):
            return _leads_out(str(other))
    return None


def _resolved(word: str, folder: Path) -> Path | None:
    try:
        return resolve(word, folder)
    except UnresolvablePath:
        return None
