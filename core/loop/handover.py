"""What a model sees in place of a conversation that was compacted, and what is given to the one
that writes the summary."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.loop.tokens import cut_to_tokens, text_tokens
from core.sessions.models import (
    CompactionPart,
    FilePart,
    MessageWithParts,
    NotificationPart,
    ReviewPart,
    SubtaskPart,
    TextPart,
    ToolPart,
)

PREFIX = (
    "The conversation so far became too long and was replaced by the handover below, which another "
    "model wrote from it. Take it as your own memory: go on from where it stands, do not repeat work "
    "that is done, and read a file again before you change it. What the person said word for word "
    "comes before what the handover says about it."
)

RECENT_TOKENS = 20_000
FIRST_TOKENS = 2_000
MAX_FILES = 20

_MARKS = {"pending": "[ ]", "in_progress": "[>]"}


def handover_text(part: CompactionPart) -> str:
    """The text that stands for everything before a compaction; the same part gives the same bytes."""
    return "\n\n".join([PREFIX, f"<handover>\n{part.summary}\n</handover>", *part.kept])


def said_by_person(entry: MessageWithParts) -> str:
    """What a person said in a message, with the names of what they attached; "" for other messages."""
    if entry.info.role != "user":
        return ""
    texts = [part for part in entry.parts if isinstance(part, TextPart) and part.text]
    lines = [part.text for part in texts if not part.synthetic and not part.ignored]
    if not lines and any(part.ignored and part.text.startswith("/") for part in texts):
        # A command: what it stands for is what was asked.
        lines = [part.text for part in texts if part.synthetic]
    if lines:
        lines += [
            f"[attached: {part.path or part.name}]"
            for part in entry.parts
            if isinstance(part, FilePart)
        ]
    return "\n".join(lines)


def keep_prompts(first: str, recent: Sequence[str], budget: int) -> list[str]:
    """The prompts that stay word for word, as one block: the first one, which usually tells the
    goal, and the newest ones that fit. ``recent`` is oldest first; the one that no longer fits is
    cut."""
    chosen: list[str] = []
    left = budget
    for text in reversed(recent):
        if left <= 0:
            break
        chosen.append(cut_to_tokens(text, left))
        left -= text_tokens(text)
    chosen.reverse()
    blocks = []
    if first and first not in chosen:
        kept = cut_to_tokens(first, min(FIRST_TOKENS, budget))
        blocks.append(f"The person's first message:\n<message>\n{kept}\n</message>")
    if chosen:
        said = "\n".join(f"<message>\n{text}\n</message>" for text in chosen)
        blocks.append(f"The person's latest messages, oldest first:\n{said}")
    return blocks


def open_todos(items: Sequence[dict[str, Any]]) -> str:
    """The todo list as far as it is still open."""
    lines = [
        f"{_MARKS[item['status']]} {item.get('content', '')}"
        for item in items
        if item.get("status") in _MARKS
    ]
    return "The open items of the todo list:\n" + "\n".join(lines) if lines else ""


def files_in_view(paths: Sequence[Path], directory: Path) -> str:
    """The files that were read or written last, the latest first."""
    latest = list(reversed(paths))[:MAX_FILES]
    names = [
        str(path.relative_to(directory)) if path.is_relative_to(directory) else str(path)
        for path in latest
    ]
    if not names:
        return ""
    listed = "\n".join(f"- {name}" for name in names)
    return f"Files read or written last (their content is no longer in view):\n{listed}"


def transcript(messages: Sequence[MessageWithParts], budget: int) -> str:
    """The conversation as plain text within ``budget`` tokens.

    Tool outputs are shortened first, further and further; then the middle of the conversation is
    left out, so that its beginning (an earlier handover, the goal) and its end stay.
    """
    text = ""
    for longest in (4_000, 1_000, 250, 60):
        text = "\n\n".join(filter(None, (_plain(entry, longest) for entry in messages)))
        if text_tokens(text) <= budget:
            return text
    return cut_to_tokens(text, budget)


def _plain(entry: MessageWithParts, longest: int) -> str:
    who = "person" if entry.info.role == "user" else "agent"
    pieces: list[str] = []
    for part in entry.parts:
        match part:
            case TextPart(ignored=False) if part.text:
                pieces.append(f"[{'note' if part.synthetic else who}] {part.text}")
            case CompactionPart() if part.summary:
                pieces.append(f"[earlier handover]\n{handover_text(part)}")
            case NotificationPart():
                pieces.append(f"[note] {part.text}")
            case FilePart():
                content = cut_to_tokens(part.text, longest) if part.text else ""
                pieces.append(f"[attached: {part.path or part.name}]\n{content}".rstrip())
            case SubtaskPart():
                pieces.append(f"[subtask for {part.agent}] {part.prompt}")
            case ReviewPart():
                pieces.append(f"[review] {json.dumps(part.findings, ensure_ascii=False)}")
            case ToolPart():
                arguments = cut_to_tokens(part.raw_input, longest)
                outcome = part.error or "" if part.status == "failed" else part.output
                result = "(removed earlier)" if part.pruned else cut_to_tokens(outcome, longest)
                pieces.append(f"[agent calls {part.tool}] {arguments}\n[result] {result}")
            case _:
                pass
    return "\n".join(pieces)
