"""One message on screen."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.sessions.models import MessageWithParts, Part, TextPart, ToolPart
from desktop.chat.cards import card_for
from desktop.chat.cards.base import ToolCard
from desktop.chat.cards.notes import ErrorNote, ReasoningNote, line, note_for
from desktop.chat.host import Host
from desktop.chat.label import icon_button, plain_label
from desktop.chat.markdown import MarkdownView, fill_plain
from desktop.chat.piece import Stack
from desktop.chat.prompt_card import PromptCard
from desktop.chat.text_block import TextBlock
from desktop.chat.words import clock, count, money, tokens
from desktop.i18n import translate
from desktop.theme import SPACE, Size

_PROMPT_LINES = 30
_ALWAYS_SHOWN = ("question", "task")


class MessageRow(Stack):
    """Built from a message and kept in step with it part by part.

    ``starts`` says that someone else spoke before, so that the row names its speaker.
    """

    def __init__(self, body: MessageWithParts, host: Host, detail: str, *, starts: bool) -> None:
        super().__init__(spacing=SPACE, margins=(0, SPACE // 2, 0, SPACE // 2))
        self.message_id = body.info.id
        self._host = host
        self._detail = detail
        self._starts = starts
        self._views: dict[str, QWidget] = {}
        self._box: Stack = self
        self._error: ErrorNote | None = None
        self._tools_line: QWidget | None = None
        self.show_message(body)

    def show_message(self, body: MessageWithParts) -> None:
        """Build everything anew."""
        self.clear()
        self._views.clear()
        self._error = None
        self._tools_line = None
        self.body = body
        person = body.info.role == "user" and any(
            isinstance(part, TextPart) and not part.synthetic for part in body.parts
        )
        if person:
            self.margins = (0, 2 * SPACE, 0, SPACE)
            self._box = PromptCard(lambda: self._host.go_back(self.message_id))
            self.add(self._box)
        else:
            self.margins = (0, SPACE // 2, 0, SPACE // 2)
            self._box = self
            if self._starts and body.info.role == "assistant":
                self.margins = (0, SPACE, 0, SPACE // 2)
                self.add(self._heading())
        for part in body.parts:
            self._show_part(part)
        self._show_tools_line()
        self.show_info()

    def show_info(self) -> None:
        """The message itself changed: it failed, or is complete."""
        error = self.body.info.error
        if self._error is not None:
            self.remove(self._error)
            self._error = None
        if error is not None:
            self._error = ErrorNote(error, self._host)
            self.add(self._error)
        self.touch()

    def update_part(self, part_id: str) -> None:
        """A part is new, changed or gone."""
        part = next((known for known in self.body.parts if known.id == part_id), None)
        view = self._views.get(part_id)
        if part is None:
            if view is not None:
                self._box.remove(view)
                del self._views[part_id]
        elif view is None:
            self._show_part(part)
        elif isinstance(part, TextPart) and isinstance(view, MarkdownView):
            view.set_text(part.text)
        elif isinstance(view, (ToolCard, ReasoningNote)):
            view.show_part(part)  # type: ignore[arg-type]
        else:
            at = self._box.children_shown.index(view)
            self._box.remove(view)
            del self._views[part_id]
            self._show_part(part, at)
        self._show_tools_line()
        self.touch()

    def grow_part(self, part_id: str, text: str) -> None:
        """Text arrived at the end of a part."""
        view = self._views.get(part_id)
        if isinstance(view, MarkdownView):
            view.append(text)
        elif isinstance(view, (ToolCard, ReasoningNote)):
            view.grow(text)
        elif view is None:
            self.update_part(part_id)

    def requests_changed(self) -> None:
        for part in self.body.parts:
            view = self._views.get(part.id)
            if isinstance(part, ToolPart) and isinstance(view, ToolCard):
                view.show_part(part)

    def _show_part(self, part: Part, at: int | None = None) -> None:
        view = self._view_of(part)
        if view is not None:
            if at is None and self._box.children_shown:
                before = self._box.children_shown[-1]
                if isinstance(before, ReasoningNote):
                    before.followed()
            self._views[part.id] = view
            self._box.add(view, at)

    def _view_of(self, part: Part) -> QWidget | None:
        if isinstance(part, TextPart):
            if (part.synthetic and self._detail != "everything") or not part.text:
                return None
            if self.body.info.role == "user":
                return _prompt(part.text, self._host)
            return MarkdownView(part.text)
        if isinstance(part, ToolPart):
            waiting = self._host.request_for(part.call_id) is not None
            if self._detail == "summary" and part.tool not in _ALWAYS_SHOWN and not waiting:
                return None
            return card_for(part, self._host, self._detail)
        return note_for(part, self._host, self._detail)

    def _show_tools_line(self) -> None:
        """At the lowest level of detail all tool calls of a message are one line."""
        if self._detail != "summary":
            return
        hidden = [
            part.tool
            for part in self.body.parts
            if isinstance(part, ToolPart) and part.id not in self._views
        ]
        if self._tools_line is not None:
            self.remove(self._tools_line)
            self._tools_line = None
        if hidden:
            names = ", ".join(dict.fromkeys(hidden))
            steps = count(len(hidden), translate("Chat", "{} step"), translate("Chat", "{} steps"))
            self._tools_line = line("wrench", f"{steps}: {names}")
            self.add(self._tools_line)

    def _heading(self) -> QWidget:
        info = self.body.info
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(plain_label(info.agent or translate("Chat", "agent"), bold=True))
        said = [info.model or ""]
        if self._detail == "everything" and info.usage.total:
            said.append(translate("Chat", "{} tokens").format(tokens(info.usage.total)))
            said.append(money(info.cost))
        row.addWidget(plain_label(" · ".join(filter(None, said)), role="faint", size=Size.SMALL))
        row.addStretch(1)
        row.addWidget(plain_label(clock(info.created), role="faint", size=Size.SMALL))
        return holder


def _prompt(text: str, host: Host) -> QWidget:
    """What a person wrote, exactly; a pasted novel is cut and can be opened."""
    lines = text.rstrip().split("\n")
    shown = "\n".join(lines[:_PROMPT_LINES])[:6000]
    view = TextBlock()
    fill_plain(view, shown)
    if len(shown) >= len(text.rstrip()):
        return view
    stack = Stack()
    stack.add(view)
    button = icon_button(
        "dots-three",
        translate("Chat", "Show all of it"),
        lambda: host.show_text(translate("Chat", "Prompt"), text),
    )
    stack.add(button)
    return stack
