"""Turns mentions into parts: files, folders, line ranges, images and agents.

A mention that leads nowhere stays the text it was; one that is refused (outside the project, a secret) stays
text too, and a note tells the person why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.agents.builtin import INTERNAL
from core.agents.catalog import AgentCatalog
from core.errors import SpinneyError
from core.mentions.attachments import IMAGE_TYPES, keep_attachment
from core.mentions.files import folder_listing, is_secret, read_lines, read_whole
from core.mentions.find import TRAILING, Mention, find_mentions
from core.sessions.models import AgentPart, FilePart

MAXIMUM = 50
TEXT_LIMIT = 400 * 1024

_ASCII_RUN = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True)
class Resolved:
    """``parts`` in the order of the text, each thing once; ``notes`` for the person."""

    parts: tuple[FilePart | AgentPart, ...] = ()
    notes: tuple[str, ...] = ()


def resolve_mentions(
    text: str, *, project: Path, directory: Path, agents: AgentCatalog, attachments: Path
) -> Resolved:
    """Parts for all mentions in ``text``. Reads files, so call it in a thread.

    ``directory`` is where the session works (relative paths begin there, then at ``project``);
    ``attachments`` is the folder that images are kept in.
    """
    parts: list[FilePart | AgentPart] = []
    notes: list[str] = []
    seen: set[object] = set()
    room = TEXT_LIMIT
    roots = [folder.resolve() for folder in dict.fromkeys((directory, project))]
    for mention in find_mentions(text):
        if len(parts) == MAXIMUM:
            notes.append(f"Only the first {MAXIMUM} mentions are attached.")
            break
        try:
            part = _resolve(mention, roots, agents, attachments, room)
        except SpinneyError as error:
            notes.append(str(error))
            continue
        if part is None:
            continue
        key = part.name if isinstance(part, AgentPart) else (part.path, part.start, part.end)
        if key not in seen:
            seen.add(key)
            parts.append(part)
            room -= len(part.text or "") if isinstance(part, FilePart) else 0
    return Resolved(tuple(parts), tuple(dict.fromkeys(notes)))


def _resolve(
    mention: Mention, roots: Sequence[Path], agents: AgentCatalog, attachments: Path, room: int
) -> FilePart | AgentPart | None:
    """The part a mention stands for, None for ordinary text such as ``@property``."""
    if not mention.quoted and mention.first is None:
        named = _agent(mention.name, agents)
        if named is not None and (named.can_call or _path(mention.name, roots) is None):
            return AgentPart(name=named.name)
    path = _path(mention.name, roots)
    if path is None and not mention.quoted:
        # Without spaces between words, as in Chinese, the path ends where its characters do.
        ascii_run = _ASCII_RUN.match(mention.name)
        if ascii_run is not None and ascii_run[0] != mention.name:
            shorter = ascii_run[0].rstrip(TRAILING)
            named = _agent(shorter, agents)
            if named is not None and named.can_call:
                return AgentPart(name=named.name)
            path = _path(shorter, roots)
    if path is None:
        return None
    return _file_part(mention, path, roots, attachments, room)


@dataclass(frozen=True)
class _Named:
    name: str
    can_call: bool


def _agent(name: str, agents: AgentCatalog) -> _Named | None:
    for spelling in (name, name.removeprefix("agent-")):
        agent = agents.find(spelling) if spelling else None
        if agent is not None and agent.name not in INTERNAL:
            return _Named(agent.name, agent.can_be_subagent)
    return None


def _path(name: str, roots: Sequence[Path]) -> Path | None:
    """The existing file or folder a name means, links resolved; None if there is none."""
    try:
        given = Path(name).expanduser()
        candidates = [given] if given.is_absolute() else [root / given for root in roots]
        for candidate in candidates:
            if candidate.exists():
                return candidate.resolve()
    except (OSError, ValueError, RuntimeError):
        pass  # too long, a zero byte, a loop of links, no such user: not a path
    return None


def _file_part(
    mention: Mention, path: Path, roots: Sequence[Path], attachments: Path, room: int
) -> FilePart:
    root = next((root for root in roots if path.is_relative_to(root)), None)
    if root is None:
        raise SpinneyError(
            f"@{mention.name} lies outside the project and is left as text.",
            "Ask the agent to read it; you will be asked for permission.",
        )
    shown = path.relative_to(root).as_posix()
    if is_secret(path):
        raise SpinneyError(f"@{mention.name} may hold secrets and is not attached.")
    if path.is_dir():
        return FilePart(
            name=f"{shown}/", mime="inode/directory", path=str(path), text=folder_listing(path)
        )
    mime = IMAGE_TYPES.get(path.suffix.lower())
    if mime is not None:
        kept = keep_attachment(attachments, read_whole(path), path.name, mime)
        return FilePart(name=shown, mime=mime, path=str(path), file=kept.file)
    text, start, end = read_lines(path, mention.first, mention.last, room)
    return FilePart(name=shown, path=str(path), start=start, end=end, text=text)
