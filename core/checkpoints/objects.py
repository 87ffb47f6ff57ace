"""States of a working tree as git objects in a store of our own.

The store never touches the person's repository and borrows nothing from it: its garbage collection
could take what we need. Objects are loose and uncompressed, because writing them is what takes the
time. Content is stored byte for byte: an ``info/attributes`` that outranks every other switches all
conversions off.

A state is a tree with one entry per repository: ``root`` for the folder itself, ``nested-PATH`` for
each repository inside it (git would only note their commit), ``modes`` for unusual permissions.
"""

from __future__ import annotations

import asyncio
import json
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from core.checkpoints.reading import CheckpointError, StateReader
from core.config.atomic import write_atomically
from core.git import Git, GitError, find_repository
from core.ids import new_id

MAX_FILE = 10 * 1024 * 1024
"""Larger files are left out."""

MAX_FILES = 100_000
MAX_BYTES = 2 * 1024**3
"""What one state may add at most; a folder beyond that gets no checkpoints."""

MAX_STATES = 400
MAX_STORE = 4 * 1024**3
KEPT_STATES = 100
MAX_NESTED = 50
TIDY_EVERY = 25

ATTRIBUTES = "* -text -eol -crlf -ident -filter -working-tree-encoding\n"
CONFIG = """[core]
\trepositoryformatversion = 0
\tbare = false
\tfilemode = {filemode}
\tautocrlf = false
\tcompression = 0
\tlooseCompression = 0
\tlogAllRefUpdates = false
[gc]
\tauto = 0
"""
UNVERSIONED_EXCLUDES = "\n".join(
    ("node_modules/", ".venv/", "venv/", "__pycache__/", ".tox/", ".mypy_cache/", ".DS_Store", "")
)
"""Left out of folders without git, where nobody wrote down what is not theirs."""

KEEP_MEMORY = {"MALLOC_TRIM_THRESHOLD_": "268435456", "MALLOC_TOP_PAD_": "67108864"}
"""Without these glibc takes memory from the system and gives it back for every file that git reads,
which makes up a fifth of the time of a first state. Other libraries ignore them."""

USUAL_MODES = frozenset({0o644, 0o755, 0o664, 0o775})


@dataclass(slots=True)
class State:
    """A kept state and what could not be part of it."""

    id: str
    left_out: list[str] = field(default_factory=list)


class ObjectStore(StateReader):
    """States of all working trees of one project."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._ready = False
        self._since_tidy = 0
        self._forced: dict[Path, tuple[int, ...]] = {}

    async def keep(self, root: Path) -> State:
        """Keep the state of a folder as it is now; one call at a time for each folder."""
        await asyncio.to_thread(self._prepare)
        left_out: list[str] = []
        modes: dict[str, int] = {}
        trees: dict[str, str] = {}
        await self._keep_tree(root, "", trees, modes, left_out)
        lines = [
            f"040000 tree {tree}\t{entry_name(prefix)}" for prefix, tree in sorted(trees.items())
        ]
        git = self._git(root)
        if modes:
            text = json.dumps(modes, sort_keys=True)
            blob = (await git.run("hash-object", "-w", "--stdin", input=text)).strip()
            lines.append(f"100644 blob {blob}\tmodes")
        made = (await git.run("mktree", "-z", input="".join(f"{line}\0" for line in lines))).strip()
        await git.run("update-ref", f"refs/checkpoints/{new_id('chk')}", made)
        self._since_tidy += 1
        return State(made, left_out)

    async def _keep_tree(
        self,
        root: Path,
        prefix: str,
        trees: dict[str, str],
        modes: dict[str, int],
        left_out: list[str],
    ) -> None:
        index = self._index(root)
        try:
            trees[prefix] = await self._write_tree(root, prefix, index, modes, left_out, trees)
        except GitError as error:
            if error.problem in ("timeout", "too_large", "no_git", "no_space"):
                raise
            # An index that names objects which are gone, or was cut off half written.
            await asyncio.to_thread(self._forget_index, index)
            trees[prefix] = await self._write_tree(root, prefix, index, modes, left_out, trees)

    async def _write_tree(
        self,
        root: Path,
        prefix: str,
        index: Path,
        modes: dict[str, int],
        left_out: list[str],
        trees: dict[str, str],
    ) -> str:
        git, env = self._git(root), {"GIT_INDEX_FILE": str(index)}
        listed = await git.run(
            "ls-files",
            "-z",
            "--modified",
            "--others",
            "--exclude-standard",
            *self._excludes(root),
            env=env,
            timeout=60.0,
        )
        names = list(dict.fromkeys(name for name in listed.split("\0") if name))
        nested = [name.rstrip("/") for name in names if name.endswith("/")]
        files = [name for name in names if not name.endswith("/")]
        files += await self._tracked_though_ignored(root)
        sorted_out = await asyncio.to_thread(sort_out, root, files)
        unusual = await asyncio.to_thread(self._note_modes, index, files, sorted_out.modes)
        for batch, options in ((sorted_out.too_large, ("--force-remove",)), (sorted_out.added, ())):
            if batch:
                await git.run(
                    "update-index",
                    "--add",
                    "--remove",
                    "--replace",
                    *options,
                    "-z",
                    "--stdin",
                    input="".join(f"{name}\0" for name in batch),
                    env=env | KEEP_MEMORY,
                    timeout=600.0,
                )
        left_out += [prefix + name for name in sorted_out.too_large]
        modes.update((prefix + name, mode) for name, mode in unusual.items())
        for name in nested[:MAX_NESTED]:
            if len(trees) < MAX_NESTED and (root / name / ".git").exists():
                await self._keep_tree(root / name, f"{prefix}{name}/", trees, modes, left_out)
        return (await git.run("write-tree", env=env)).strip()

    async def _tracked_though_ignored(self, root: Path) -> list[str]:
        """Files that the person's repository tracks although a rule ignores them; they count."""
        place = find_repository(root)
        if place is None or place.top != root:
            return []
        try:
            status = (place.git_dir / "index").stat()
        except OSError:
            return []
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        if self._forced.get(root) == stamp:
            return []
        try:
            listed = await Git(root).run(
                "ls-files", "-z", "--cached", "--ignored", "--exclude-standard"
            )
        except GitError:
            return []
        self._forced[root] = stamp
        return [name for name in listed.split("\0") if name]

    def _excludes(self, root: Path) -> list[str]:
        place = find_repository(root)
        if place is None or place.top != root:
            return ["--exclude-from", str(self.folder / "unversioned-excludes")]
        own = place.common_dir / "info" / "exclude"
        return ["--exclude-from", str(own)] if own.is_file() else []

    def _note_modes(
        self, index: Path, listed: Sequence[str], found: dict[str, int]
    ) -> dict[str, int]:
        """The unusual permissions of a folder's files; known for those that changed since last."""
        file = index.with_suffix(".modes")
        try:
            known: dict[str, int] = json.loads(file.read_text())
        except (OSError, ValueError):
            known = {}
        before = dict(known)
        for name in listed:
            mode = found.get(name)
            if mode is None or mode in USUAL_MODES:
                known.pop(name, None)
            else:
                known[name] = mode
        if known != before:
            write_atomically(file, json.dumps(known).encode())
        return known

    # Keeping the store within bounds

    async def tidy(self) -> int:
        """Give up the oldest states when there are too many or they take too much; returns how many
        went. Meant for the background, now and then."""
        if self._since_tidy < TIDY_EVERY:
            return 0
        self._since_tidy = 0
        git = self._git(self.folder)
        refs = (await git.run("for-each-ref", "--format=%(refname)", "refs/checkpoints")).split()
        counted = await git.run("count-objects", "-v")
        size = next(
            (int(line.split()[1]) * 1024 for line in counted.splitlines() if line[:5] == "size:"), 0
        )
        if len(refs) <= MAX_STATES and size <= MAX_STORE:
            return 0
        keep = KEPT_STATES if len(refs) > KEPT_STATES else max(1, len(refs) // 2)
        given_up = sorted(refs)[: len(refs) - keep]
        commands = "".join(f"delete {ref}\n" for ref in given_up)
        await git.run("update-ref", "--stdin", input=commands)
        await git.run("prune", "--expire=now", timeout=600.0)
        self._parsed.clear()
        return len(given_up)

    # The store itself

    def _index(self, root: Path) -> Path:
        return self.folder / "trees" / f"{quote(str(root), safe='')[-150:]}.index"

    @staticmethod
    def _forget_index(index: Path) -> None:
        for file in (index, index.with_name(index.name + ".lock"), index.with_suffix(".modes")):
            file.unlink(missing_ok=True)

    def _prepare(self) -> None:
        if self._ready and (self.folder / "HEAD").exists():
            return
        for name in ("objects/info", "objects/pack", "refs/checkpoints", "info", "trees"):
            (self.folder / name).mkdir(parents=True, exist_ok=True, mode=0o700)
        filemode = "false" if os.name == "nt" else "true"
        for name, text in (
            ("config", CONFIG.format(filemode=filemode)),
            ("info/attributes", ATTRIBUTES),
            ("unversioned-excludes", UNVERSIONED_EXCLUDES),
            ("HEAD", "ref: refs/heads/none\n"),
        ):
            file = self.folder / name
            if not file.exists() or file.read_text() != text:
                write_atomically(file, text.encode())
        # A lock that a crash left behind would stop every further state.
        for lock in (self.folder / "trees").glob("*.lock"):
            lock.unlink(missing_ok=True)
        self._ready = True


@dataclass(slots=True)
class SortedOut:
    """Files to take in, files that are too large, and the permissions of those taken in."""

    added: list[str] = field(default_factory=list)
    too_large: list[str] = field(default_factory=list)
    modes: dict[str, int] = field(default_factory=dict)


def sort_out(root: Path, names: Sequence[str]) -> SortedOut:
    """Look at each file before git reads it: too large and unreadable ones stay out."""
    found = SortedOut()
    total = 0
    if len(names) > MAX_FILES:
        raise CheckpointError(
            f"{root} has more than {MAX_FILES:,} new files.",
            "Ignore what need not be kept in .gitignore to get checkpoints here.",
        )
    base = str(root)
    for name in names:
        try:
            status = os.lstat(f"{base}/{name}")
        except OSError:
            found.added.append(name)  # It is gone, which is a change like others.
            continue
        if stat.S_ISREG(status.st_mode):
            if status.st_size > MAX_FILE or not os.access(f"{base}/{name}", os.R_OK):
                found.too_large.append(name)
                continue
            found.modes[name] = stat.S_IMODE(status.st_mode)
            total += status.st_size
        found.added.append(name)
    if total > MAX_BYTES:
        raise CheckpointError(
            f"The files of {root} are larger than {MAX_BYTES // 1024**3} GB.",
            "Ignore what need not be kept in .gitignore to get checkpoints here.",
        )
    return found


def entry_name(prefix: str) -> str:
    return f"nested-{quote(prefix.rstrip('/'), safe='')}" if prefix else "root"
