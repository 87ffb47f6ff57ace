"""Everything in a message that is neither text nor a tool call."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.sessions.models import (
    AgentPart,
    CompactionPart,
    FilePart,
    MessageError,
    NotificationPart,
    Part,
    PatchPart,
    ReasoningPart,
    ReviewPart,
    SubtaskPart,
)
from desktop.chat.cards.picture import Picture
from desktop.chat.cards.review import ReviewNote
from desktop.chat.host import Host
from desktop.chat.label import ElidedLabel, icon_button, icon_label, text_button
from desktop.chat.markdown import MarkdownView, fill_plain
from desktop.chat.piece import Card, Stack
from desktop.chat.text_block import TextBlock
from desktop.chat.words import count, duration, tokens
from desktop.i18n import translate
from desktop.i18n.engine import engine_text, engine_words
from desktop.states import state_word
from desktop.theme import GAP, SPACE
from desktop.theme.tinting import set_icon, tint
from desktop.tips import plain_tip

_PASSING = ("rate_limit", "overloaded", "network", "timeout", "dropped", "host")
"""Failures that may be over when it is tried again."""


def _fix(kind: str) -> tuple[str, str] | None:
    """The action that helps against this kind of failure, and what its button says."""
    if kind in _PASSING:
        return "chat.retry", translate("Cards", "Try again")
    return {
        "auth": ("settings.providers", translate("Cards", "Set the key…")),
        "model": ("model.choose", translate("Cards", "Choose another model")),
        "context": ("chat.compact", translate("Cards", "Compact the context")),
        "interrupted": ("chat.retry", translate("Cards", "Go on")),
    }.get(kind)


class Folded(Card):
    """A line that opens into more."""

    def __init__(
        self, symbol: str, title: str, *, is_open: bool = False, fill: str = "surface"
    ) -> None:
        super().__init__(fill=fill, border=None, padding=2)
        self.margins = (0, 2, 0, 2)
        self._title = ElidedLabel(title)
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(icon_label(symbol, self))
        self._title.setForegroundRole(self._title.foregroundRole())
        row.addWidget(self._title, 1)
        self._toggle = icon_button("caret-right", translate("Cards", "Show"), self._flip)
        row.addWidget(self._toggle)
        self.add(head)
        self._body: Stack | None = None
        if is_open:
            self._flip()

    def set_title(self, title: str) -> None:
        self._title.set_text(title)

    def build(self, body: Stack) -> None:
        raise NotImplementedError

    @property
    def body(self) -> Stack | None:
        return self._body

    def _flip(self) -> None:
        if self._body is None:
            self._body = Stack(margins=(24, GAP, 0, GAP))
            self.build(self._body)
            self.add(self._body)
        else:
            self.remove(self._body)
            self._body = None
        opened = self._body is not None
        set_icon(self._toggle, "caret-down" if opened else "caret-right")
        self._toggle.setAccessibleName(
            translate("Cards", "Hide") if opened else translate("Cards", "Show")
        )
        self._toggle.setToolTip(
            translate("Cards", "Hide") if opened else translate("Cards", "Show")
        )
        self.touch()


class ReasoningNote(Folded):
    """What the model thought, folded; its time is in the title."""

    def __init__(self, part: ReasoningPart, detail: str) -> None:
        self._part = part
        self._followed = False
        super().__init__("brain", _thought(part), is_open=detail == "everything")

    def build(self, body: Stack) -> None:
        self._view = MarkdownView(self._part.text)
        tint(self._view, "muted")
        body.add(self._view)

    def show_part(self, part: ReasoningPart) -> None:
        self._part = part
        self.set_title(_thought(part, self._followed))
        if self.body is not None:
            self._view.set_text(part.text)

    def grow(self, text: str) -> None:
        if self.body is not None:
            self._view.append(text)

    def followed(self) -> None:
        """Something comes after it: the thinking is over, though its end is not told yet."""
        self._followed = True
        self.set_title(_thought(self._part, True))


def _thought(part: ReasoningPart, followed: bool = False) -> str:
    if part.ended is None and followed:
        return translate("Cards", "Thought")
    if part.ended is None:
        return translate("Cards", "Thinking…")
    spent = part.ended - part.started
    return (
        translate("Cards", "Thought for {}").format(duration(spent))
        if spent >= 1
        else translate("Cards", "Thought")
    )


class CompactionNote(Folded):
    def __init__(self, part: CompactionPart, host: Host) -> None:
        self._part, self._host = part, host
        saved = (
            translate("Cards", ", {} → {} tokens").format(
                tokens(part.tokens_before), tokens(part.tokens_after)
            )
            if part.tokens_before
            else ""
        )
        how = (
            translate("Cards", "Context compacted automatically")
            if part.auto
            else translate("Cards", "Context compacted")
        )
        super().__init__(
            "arrows-in-line-vertical",
            how + saved + (translate("Cards", ", edited") if part.edited else ""),
        )

    def build(self, body: Stack) -> None:
        body.add(MarkdownView(self._part.summary or translate("Cards", "The summary is empty.")))
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(
            text_button(
                translate("Cards", "Edit…"),
                lambda: self._host.edit_summary(self._part),
                object_name="editSummaryButton",
            )
        )
        row.addStretch(1)
        body.add(holder)


class NotificationNote(Folded):
    def __init__(self, part: NotificationPart) -> None:
        self._part = part
        super().__init__(
            "bell",
            part.summary
            or translate("Cards", "A task has ended: {}").format(state_word(part.status)),
        )

    def build(self, body: Stack) -> None:
        block = TextBlock()
        fill_plain(block, self._part.text, mono=True)
        body.add(block)


class ErrorNote(Card):
    """Why a message ended badly, and the button that helps where one exists."""

    def __init__(self, error: MessageError, host: Host) -> None:
        gentle = error.kind in ("interrupted", "aborted", "stopped")
        super().__init__(
            fill="raised" if gentle else "bad_soft", border="border" if gentle else "bad"
        )
        text = TextBlock()
        fill_plain(text, engine_words(error.sentence, error.hint))
        self.add(text)
        self.setAccessibleName(engine_text(error.sentence))
        if (fix := _fix(error.kind)) is not None:
            holder = QWidget()
            row = QHBoxLayout(holder)
            row.setContentsMargins(0, GAP, 0, 0)
            row.addWidget(
                text_button(fix[1], lambda: host.act(fix[0]), object_name="fixErrorButton")
            )
            row.addStretch(1)
            self.add(holder)


class PatchNote(Stack):
    """What a turn changed, and the way to its diff."""

    def __init__(self, part: PatchPart, said: str, host: Host) -> None:
        super().__init__(spacing=GAP)
        holder = line("git-diff", said)
        holder.setToolTip(plain_tip("\n".join(part.files[:40])))
        row = holder.layout()
        assert row is not None
        if part.before and part.after:
            row.addWidget(
                text_button(
                    translate("Cards", "Show the diff"),
                    lambda: host.show_patch(part),
                    object_name="showPatchButton",
                )
            )
        self.add(holder)


def line(symbol: str, text: str) -> QWidget:
    """A quiet line: an icon and a sentence."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE)
    row.addWidget(icon_label(symbol, holder))
    label = ElidedLabel(text)
    row.addWidget(label, 1)
    return holder


def note_for(part: Part, host: Host, detail: str) -> QWidget | None:
    """The widget for a part that is neither text nor a tool call; None when there is nothing to
    show."""
    match part:
        case ReasoningPart():
            return ReasoningNote(part, detail) if detail != "summary" else None
        case FilePart():
            if part.mime.startswith("image/") and part.file:
                return Picture(host.attachment_path(part.file), part.name)
            return line("paperclip", part.name)
        case AgentPart():
            return line("robot", f"@{part.name}")
        case SubtaskPart():
            return line("tree-structure", f"{part.agent} · {part.description}")
        case CompactionPart():
            return CompactionNote(part, host)
        case NotificationPart():
            return NotificationNote(part)
        case ReviewPart():
            return ReviewNote(part, host)
        case PatchPart():
            changed = count(
                len(part.files),
                translate("Cards", "Changed {} file"),
                translate("Cards", "Changed {} files"),
            )
            return PatchNote(part, f"{changed}: +{part.additions} −{part.deletions}", host)
        case _:
            return None
