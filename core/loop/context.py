"""From stored messages to a model request.

The same stored messages always give the same bytes: nothing here looks at the clock, and what was
sent once is sent again unchanged, so that providers' prompt caches hold.
"""

from __future__ import annotations

import base64
from pathlib import Path

from core.llm.types import (
    AssistantMessage,
    ChatMessage,
    Content,
    ImageContent,
    ReasoningBlock,
    SystemMessage,
    TextContent,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from core.loop.handover import handover_text
from core.loop.tokens import messages_tokens
from core.sessions.models import (
    Attachment,
    CompactionPart,
    FilePart,
    MessageWithParts,
    NotificationPart,
    ReasoningPart,
    ReviewPart,
    SubtaskPart,
    TextPart,
    ToolPart,
)

INTERRUPTED = "This call was interrupted before it finished. It may have done part of its work."
AT_FORK = "The original agent sees to this call; its result is not known here."
"""The one result of every call that was open when a fork was made, the same for all siblings."""

PRUNED = "[This old output was removed to save space. Run the tool again if it is needed.]"


class ContextBuilder:
    """Renders messages for a model, remembering finished ones.

    ``model`` is the reference of the model that will read them: reasoning goes back only to the
    model that wrote it. ``forked_at`` is the message after which a fork goes its own way: the results
    of its calls are not the fork's to see.
    """

    def __init__(self, attachments: Path, model: str, forked_at: str | None = None) -> None:
        self.attachments = attachments
        self.model = model
        self.forked_at = forked_at
        self._rendered: dict[str, tuple[ChatMessage, ...]] = {}
        self._tokens: dict[str, int] = {}

    def render(self, system: str, messages: list[MessageWithParts]) -> tuple[ChatMessage, ...]:
        rendered: list[ChatMessage] = [SystemMessage(system)] if system else []
        for entry in messages:
            for message in self._render_one(entry):
                last = rendered[-1] if rendered else None
                if isinstance(message, UserMessage) and isinstance(last, UserMessage):
                    rendered[-1] = UserMessage(last.content + message.content)
                else:
                    rendered.append(message)
        return tuple(rendered)

    def forget(self, message_id: str) -> None:
        """A finished message changed after all (its output was pruned, its summary edited)."""
        self._rendered.pop(message_id, None)
        self._tokens.pop(message_id, None)

    def tokens(self, entry: MessageWithParts) -> int:
        """About how many tokens a message takes in a request."""
        known = self._tokens.get(entry.info.id)
        if known is not None:
            return known
        tokens = messages_tokens(self._render_one(entry))
        if entry.info.id in self._rendered:
            self._tokens[entry.info.id] = tokens
        return tokens

    def _render_one(self, entry: MessageWithParts) -> tuple[ChatMessage, ...]:
        known = self._rendered.get(entry.info.id)
        if known is not None:
            return known
        by_person = entry.info.role == "user"
        rendered = self._render_user(entry) if by_person else self._render_assistant(entry)
        if entry.info.completed is not None and all(
            part.status in ("completed", "failed")
            for part in entry.parts
            if isinstance(part, ToolPart)
        ):
            self._rendered[entry.info.id] = rendered
        return rendered

    def _render_user(self, entry: MessageWithParts) -> tuple[ChatMessage, ...]:
        content: list[Content] = []
        for part in entry.parts:
            match part:
                case TextPart(ignored=False) if part.text:
                    content.append(TextContent(part.text))
                case NotificationPart():
                    content.append(TextContent(part.text))
                case CompactionPart() if part.summary:
                    content.append(TextContent(handover_text(part)))
                case FilePart():
                    content.extend(self._render_file(part))
                case SubtaskPart(background=False):
                    content.append(TextContent(f"The following task was run: {part.prompt}"))
                case ReviewPart() if part.target.get("state", "done") == "done":
                    content.append(TextContent(review_text(part)))
                case _:
                    pass
        return (UserMessage(tuple(content)),) if content else ()

    def _render_file(self, part: FilePart) -> list[Content]:
        if part.mime.startswith("image/") and part.file:
            image = self._image(part.mime, part.file)
            return [image] if image else [TextContent(f"[The image {part.name} is gone.]")]
        if part.text is None:
            return []
        lines = f" lines {part.start}-{part.end}" if part.start else ""
        return [TextContent(f'<file path="{part.path or part.name}"{lines}>\n{part.text}\n</file>')]

    def _image(self, mime: str, file: str) -> ImageContent | None:
        try:
            data = (self.attachments / file).read_bytes()
        except OSError:
            return None
        return ImageContent(mime, base64.b64encode(data).decode("ascii"))

    def _render_assistant(self, entry: MessageWithParts) -> tuple[ChatMessage, ...]:
        texts: list[str] = []
        reasoning: list[ReasoningBlock] = []
        calls: list[ToolCall] = []
        results: list[ChatMessage] = []
        same_model = entry.info.model == self.model
        for part in entry.parts:
            match part:
                case TextPart(ignored=False) if part.text:
                    texts.append(part.text)
                case ReasoningPart() if same_model and (part.text or part.provider_data):
                    reasoning.append(ReasoningBlock(part.text, part.provider_data))
                case ToolPart():
                    provider_data = part.provider_data if same_model else None
                    calls.append(
                        ToolCall(part.call_id, part.tool, part.raw_input or "{}", provider_data)
                    )
                    if entry.info.id == self.forked_at:
                        results.append(ToolMessage(part.call_id, (TextContent(AT_FORK),)))
                    else:
                        results.append(ToolMessage(part.call_id, self._tool_result(part)))
                case _:
                    pass
        if not texts and not calls:
            return ()
        answer = AssistantMessage(
            text="".join(texts),
            reasoning=tuple(reasoning),
            tool_calls=tuple(calls),
            provider_data=entry.info.provider_data if same_model else None,
        )
        return (answer, *results)

    def _tool_result(self, part: ToolPart) -> tuple[Content, ...]:
        if part.pruned:
            return (TextContent(PRUNED),)
        if part.status in ("pending", "running"):
            return (TextContent(INTERRUPTED),)
        if part.status == "failed":
            text = part.error or "The tool failed."
            return (TextContent(f"{text}\n\n{part.output}" if part.output else text),)
        content: list[Content] = [TextContent(part.output or "(no output)")]
        content.extend(self._attachments(part.attachments))
        return tuple(content)

    def _attachments(self, attachments: list[Attachment]) -> list[Content]:
        images: list[Content] = []
        for attachment in attachments:
            image = self._image(attachment.mime, attachment.file)
            images.append(image or TextContent(f"[The image {attachment.name} is gone.]"))
        return images


def review_text(part: ReviewPart) -> str:
    """What a model reads of a finished review."""
    lines = [f"A review was made: {part.overall_correctness}. {part.overall_explanation}".strip()]
    for finding in part.findings:
        location = finding.get("code_location") or {}
        lines.append(
            f"- [P{finding.get('priority', '?')}] {finding.get('title', '')} "
            f"({location.get('path', '')}): {finding.get('body', '')}"
        )
    return "\n".join(lines)
