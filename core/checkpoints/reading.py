"""Looking at kept states: which files differ, how, and what is in them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from core.errors import SpinneyError
from core.git import Git, GitError

EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
BATCH = 16
BATCH_BYTES = 256 * 1024 * 1024


class CheckpointError(SpinneyError):
    """The state of a folder cannot be kept."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in a state: git's mode (``100644``, ``100755``, ``120000`` for a link) and blob."""

    mode: str
    blob: str


Difference = dict[str, tuple[Entry | None, Entry | None]]


class StateReader:
    """The states in one store, read with git; each is named by its id."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._parsed: dict[str, dict[str, str]] = {}

    def _git(self, root: Path) -> Git:
        return Git(root, git_dir=self.folder)

    async def has(self, state: str) -> bool:
        """Whether a state is still there; old ones are given up."""
        if not (self.folder / "HEAD").exists():
            return False
        result = await self._git(self.folder).result("cat-file", "-e", f"{state}^{{tree}}")
        return result.code == 0

    async def compare(self, old: str, new: str) -> Difference:
        """The files that differ between two states."""
        found: Difference = {}
        if old == new:
            return found
        for prefix, first, second in await self._pairs(old, new):
            text = await self._git(self.folder).run(
                "diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", first, second
            )
            fields = iter(text.split("\0"))
            for head in fields:
                if not head:
                    continue
                mode_1, mode_2, blob_1, blob_2, _ = head.removeprefix(":").split(" ")
                found[prefix + next(fields)] = (_entry(mode_1, blob_1), _entry(mode_2, blob_2))
        return found

    async def lines(self, old: str, new: str) -> dict[str, tuple[int | None, int | None]]:
        """Lines added and removed for each file that differs; None for what is not text."""
        found: dict[str, tuple[int | None, int | None]] = {}
        if old == new:
            return found
        for prefix, first, second in await self._pairs(old, new):
            text = await self._git(self.folder).run(
                "diff-tree", "-r", "-z", "--numstat", "--no-renames", first, second
            )
            for line in text.split("\0"):
                if line:
                    added, removed, path = line.split("\t", 2)
                    counts = (None, None) if added == "-" else (int(added), int(removed))
                    found[prefix + path] = counts
        return found

    async def diff(self, old: str, new: str, limit: int = 2_000_000) -> str:
        """The difference as a text, for showing."""
        pieces: list[str] = []
        for prefix, first, second in await self._pairs(old, new):
            options = [f"--src-prefix=a/{prefix}", f"--dst-prefix=b/{prefix}"]
            try:
                text = await self._git(self.folder).run(
                    "diff-tree", "-r", "-p", "--no-renames", *options, first, second,
                    max_output=limit,
                )  # fmt: skip
            except GitError as error:
                if error.problem != "too_large":
                    raise
                text = "The difference is too large to show.\n"
            pieces.append(text)
        return "".join(pieces)

    async def contents(self, blobs: Iterable[str]) -> dict[str, bytes]:
        """The bytes of some files."""
        wanted = list(dict.fromkeys(blobs))
        found: dict[str, bytes] = {}
        git = self._git(self.folder)
        for start in range(0, len(wanted), BATCH):
            some = wanted[start : start + BATCH]
            result = await git.result(
                "cat-file", "--batch", input="".join(f"{blob}\n" for blob in some),
                max_output=BATCH_BYTES,
            )  # fmt: skip
            found.update(parse_batch(result.stdout))
        missing = [blob for blob in wanted if blob not in found]
        if missing:
            raise CheckpointError(
                "That state is no longer kept.", "Only the newest checkpoints are kept."
            )
        return found

    async def modes(self, state: str) -> dict[str, int]:
        """Unusual permissions in a state."""
        blob = (await self._entries(state)).get("modes")
        if blob is None:
            return {}
        modes: dict[str, int] = json.loads((await self.contents([blob]))[blob])
        return modes

    async def _pairs(self, old: str, new: str) -> list[tuple[str, str, str]]:
        first, second = await self._entries(old), await self._entries(new)
        names = sorted({*first, *second} - {"modes"})
        return [
            (_prefix(name), first.get(name, EMPTY_TREE), second.get(name, EMPTY_TREE))
            for name in names
            if first.get(name) != second.get(name)
        ]

    async def _entries(self, state: str) -> dict[str, str]:
        known = self._parsed.get(state)
        if known is None:
            try:
                text = await self._git(self.folder).run("ls-tree", "-z", state)
            except GitError:
                raise CheckpointError(
                    "That state is no longer kept.", "Only the newest checkpoints are kept."
                ) from None
            known = {}
            for line in filter(None, text.split("\0")):
                head, name = line.split("\t", 1)
                known[name] = head.split(" ")[2]
            self._parsed[state] = known
        return known


def parse_batch(data: bytes) -> dict[str, bytes]:
    """What ``git cat-file --batch`` printed, by name; missing objects are left out."""
    found: dict[str, bytes] = {}
    position = 0
    while position < len(data):
        end = data.index(b"\n", position)
        head = data[position:end].decode("ascii", "replace").split(" ")
        position = end + 1
        if len(head) == 3 and head[2].isdigit():
            size = int(head[2])
            found[head[0]] = data[position : position + size]
            position += size + 1
    return found


def _prefix(name: str) -> str:
    return "" if name == "root" else unquote(name.removeprefix("nested-")) + "/"


def _entry(mode: str, blob: str) -> Entry | None:
    return None if mode == "000000" else Entry(mode, blob)
