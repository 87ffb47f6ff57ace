"""What can be completed in the composer: ``@`` files and agents, ``/`` commands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_WORD = re.compile(r"(?:^|(?<=\s))([@/])([^\s@]*)$")
_SKIPPED = frozenset(
    {
        ".git",
        "node_modules",
        ".venv",
        "venv",
        "__pycache__",
        ".mypy_cache",
        "dist",
        "build",
        "target",
    }
)
_MOST_FILES = 20_000


@dataclass(frozen=True, slots=True)
class Offer:
    """``insert`` replaces what was typed; ``kind`` is ``file``, ``agent`` or ``command``."""

    insert: str
    label: str
    help: str = ""
    kind: str = "file"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The word before the cursor: its sign, what follows it and where it starts."""

    sign: str
    text: str
    start: int


def wanted(before_cursor: str) -> Wanted | None:
    """What is being completed; a slash counts only as the first thing in a prompt."""
    match = _WORD.search(before_cursor)
    if match is None or (match[1] == "/" and before_cursor[: match.start()].strip()):
        return None
    return Wanted(match[1], match[2], match.start())


def offers(want: Wanted, known: Iterable[Offer], limit: int = 12) -> list[Offer]:
    """The best matches first: the start of a name, then a part of it, then letters in order."""
    ranked: list[tuple[int, int, str, Offer]] = []
    text = want.text.lower()
    for offer in known:
        if (want.sign == "/") != (offer.kind == "command"):
            continue
        rank = _rank(text, offer.label.lower())
        if rank is not None:
            ranked.append((rank, len(offer.label), offer.label, offer))
    ranked.sort(key=lambda entry: entry[:3])
    return [entry[3] for entry in ranked[:limit]]


def _rank(text: str, label: str) -> int | None:
    if not text:
        return 2
    name = label.rsplit("/", 1)[-1]
    if name.startswith(text) or label.startswith(text):
        return 0
    if text in name:
        return 1
    if text in label:
        return 2
    letters = iter(label)
    return 3 if all(letter in letters for letter in text) else None


def project_files(root: Path) -> list[Offer]:
    """The files of a project, as offers. Slow: run it in a thread."""
    found: list[Offer] = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        here = os.path.relpath(folder, root)
        prefix = "" if here == "." else here.replace(os.sep, "/") + "/"
        if prefix:
            found.append(Offer(f"@{prefix}", prefix, "folder"))
        for name in sorted(files):
            found.append(Offer(f"@{prefix}{name}", prefix + name))
        if len(found) >= _MOST_FILES:
            break
    return found


def agent_offers(agents: Sequence[tuple[str, str]]) -> list[Offer]:
    return [Offer(f"@{name}", name, said, "agent") for name, said in agents]


def command_offers(commands: Sequence[tuple[str, str]]) -> list[Offer]:
    return [Offer(f"/{name}", name, said, "command") for name, said in commands]
