"""The files that the words of a command line name: read, written, or outside the project."""

from __future__ import annotations

import fnmatch
import glob
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.permissions.models import Ask
from core.permissions.paths import (
    UnresolvablePath,
    guard_reason,
    inside,
    inside_any,
    is_secret,
    outside_ask,
    resolve,
    shown,
)
from core.permissions.shell_command import Part

_NO_FILE = re.compile(r"/dev/(null|stdin|stdout|stderr|tty|zero|fd/\d+)$")
_PIECES = re.compile(r"[=:,@]")
_ASSIGNED = re.compile(r"[A-Za-z_-]+=(.+)", re.DOTALL)
_MOST_MATCHES = 500
MOST_WORDS = 1000
_SECRETS = (".env", ".env.local", ".env.production")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line runs: ``folders`` it may be in, and what counts as inside."""

    folders: tuple[Path, ...]
    project: Path
    own_folders: tuple[Path, ...] = ()
    agent: str = ""
    memory: Path | None = None
    also_inside: tuple[Path, ...] = ()


def path_asks(
    parts: Sequence[Part], reads: Sequence[str], writes: Sequence[str], place: Place
) -> list[Ask]:
    """Asks for the files of a line's redirections and of its commands' words.

    What a redirection writes is an edit of its own. What a command like ``rm`` changes is covered
    by the permission for the command, so only denies and guards speak about it.
    """
    found = _Found(place)
    found.name(str(place.folders[0]))
    if sum(len(part.reads) + len(part.writes) + len(part.names) for part in parts) > MOST_WORDS:
        found.secrets([word for part in parts for word in (*part.reads, *part.writes)])
        return found.asks()
    for target in writes:
        found.write(target, implied=False)
    for target in reads:
        found.read(target)
    for part in parts:
        globs = set(part.globs)
        for word in part.reads:
            for path in _expanded(word, globs, place, part):
                found.read(path)
        for word in part.writes:
            for path in _expanded(word, globs, place, part):
                found.write(path, implied=True)
        for word in part.names:
            for path in _expanded(word, globs, place, part):
                found.name(path)
    return found.asks()


def _expanded(word: str, globs: set[str], place: Place, part: Part) -> Iterable[str]:
    """The word, or the files that an unquoted wildcard stands for now."""
    if word not in globs:
        return (word,)
    matches: list[str] = []
    for folder in place.folders:
        pattern = word if word.startswith("/") else f"{glob.escape(str(folder))}/{word}"
        matches.extend(itertools.islice(glob.iglob(pattern), _MOST_MATCHES))
    if len(matches) >= _MOST_MATCHES:
        part.blame(f"{word!r} stands for too many files")
    name = word.rsplit("/", 1)[-1] if word.rsplit("/", 1)[-1].startswith(".") else ""
    if any(fnmatch.fnmatchcase(secret, name) for secret in _SECRETS):
        part.blame(f"{word!r} may stand for secret files")
    return matches or (word,)


class _Found:
    """Collects each path once."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.project = resolve(place.project, place.project)
        self.within = (self.project, *(resolve(path, path) for path in place.also_inside))
        self.reads: dict[str, Path] = {}
        self.edits: dict[tuple[str, bool], Ask] = {}
        self.outside: dict[Path, Ask] = {}
        self.unclear: dict[str, Ask] = {}

    def asks(self) -> list[Ask]:
        asks = [
            Ask("read", (pattern,), (pattern,), pattern, {"path": str(path), "shell": True})
            for pattern, path in self.reads.items()
        ]
        return [*asks, *self.edits.values(), *self.outside.values(), *self.unclear.values()]

    def secrets(self, words: Iterable[str]) -> None:
        """Only the secrets among words that are too many to look up."""
        for word in words:
            if is_secret(word):
                self.reads.setdefault(word, Path(word))

    def read(self, word: str) -> None:
        for path in self._paths(word):
            if not _is_plain_directory(path):
                self.reads.setdefault(shown(path, self._root(path)), path)
            self._outside(path)
        self.secrets([word])

    def write(self, word: str, implied: bool) -> None:
        for path in self._paths(word):
            forced = guard_reason(
                path,
                project=self.project,
                directory=self._root(path),
                own_folders=self.place.own_folders,
                agent=self.place.agent,
                memory=self.place.memory,
            )
            pattern = shown(path, self._root(path))
            self.edits.setdefault(
                (pattern, implied),
                Ask(
                    "edit",
                    (pattern,),
                    (pattern,),
                    pattern,
                    {"path": str(path), "shell": True},
                    forced,
                    implied=implied,
                ),
            )
            self._outside(path)

    def name(self, word: str) -> None:
        for path in self._paths(word):
            self._outside(path)

    def _root(self, path: Path) -> Path:
        """The folder of ours that a path lies in; the narrowest, since a worktree may lie in the
        project."""
        around = [folder for folder in self.within if inside(path, folder)]
        return max(around, key=lambda folder: len(folder.parts), default=self.project)

    def _outside(self, path: Path) -> None:
        if not inside_any(path, self.within):
            self.outside.setdefault(path, outside_ask(path, shell=True))

    def _paths(self, word: str) -> Iterator[Path]:
        """The real places that a word may mean, seen from every folder the line may be in."""
        for text in _candidates(word):
            for folder in self.place.folders:
                try:
                    yield resolve(text, folder)
                except UnresolvablePath as problem:
                    self.unclear.setdefault(
                        text, Ask("external_directory", (text,), title=problem.sentence)
                    )


def _is_plain_directory(path: Path) -> bool:
    return path.is_dir() and not is_secret(path.name)


def _candidates(word: str) -> Iterator[str]:
    """The word itself, and pieces of it that look like paths of their own."""
    if not word or "\n" in word or "\0" in word or len(word) > 4096 or _NO_FILE.match(word):
        return
    lowered = word.lower()
    if lowered.startswith("file://"):
        yield word[7:]
        return
    if re.match(r"[a-z][a-z0-9+.-]*://", lowered):
        return
    yield word
    if assigned := _ASSIGNED.match(word):
        yield assigned.group(1)
    if _PIECES.search(word):
        for piece in _PIECES.split(word)[1:]:
            if piece.startswith(("/", "~", "..")) and not _NO_FILE.match(piece):
                yield piece
