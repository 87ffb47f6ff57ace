"""What fills a model's context, told apart as a person would: for the meter in the window."""

from __future__ import annotations

from dataclasses import replace

from core.loop.meter import ContextUse
from core.loop.run import Run
from core.loop.tokens import PER_IMAGE, PER_MESSAGE, text_tokens
from core.sessions.models import FilePart, MessageWithParts, ToolPart


def by_kind(use: ContextUse, run: Run) -> ContextUse:
    """The same use with the conversation split into messages, tool results and attached files.

    The three are estimated and then scaled to what the conversation takes as a whole, which the
    provider's own counts have corrected.
    """
    whole = use.parts.get("conversation", 0)
    results = files = total = 0
    for entry in run.conversation.messages:
        total += run.context.tokens(entry)
        results += _results(entry)
        files += _files(entry)
    scale = whole / total if total else 0.0
    shares = {"tool results": int(results * scale), "files": int(files * scale)}
    parts = {name: size for name, size in use.parts.items() if name != "conversation"}
    parts["messages"] = max(0, whole - sum(shares.values()))
    return replace(use, parts=parts | shares)


def _results(entry: MessageWithParts) -> int:
    tokens = 0
    for part in entry.parts:
        if isinstance(part, ToolPart):
            said = "" if part.pruned else f"{part.error or ''}{part.output}"
            tokens += PER_MESSAGE + text_tokens(said) + PER_IMAGE * len(part.attachments)
    return tokens


def _files(entry: MessageWithParts) -> int:
    tokens = 0
    for part in entry.parts:
        if isinstance(part, FilePart):
            image = part.mime.startswith("image/") and part.file
            tokens += PER_IMAGE if image else text_tokens(part.text or "")
    return tokens
