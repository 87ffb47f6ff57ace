"""A command: what runs, how it is run, and its output as it comes."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor

from desktop.chat.cards.base import SHOWN_LINES, ToolCard, error_block, more_button, output_block
from desktop.chat.label import plain_label
from desktop.chat.piece import Stack
from desktop.chat.terminal_text import last_lines, plain
from desktop.chat.text_block import TextBlock
from desktop.chat.words import duration
from desktop.i18n import translate
from desktop.permissions.visible import visible
from desktop.theme import Size, mono_font


class ShellCard(ToolCard):
    symbol = "terminal-window"

    def label(self) -> str:
        return translate("Cards", "run")

    def title(self) -> str:
        return visible(str(self.part.input.get("command", ""))) or self.part.title

    def note(self) -> str:
        words = []
        code = self._exit_code()
        if code not in (None, 0):
            words.append(translate("Cards", "exit {}").format(code))
        if self.part.started and self.part.ended and self.part.ended - self.part.started >= 1:
            words.append(duration(self.part.ended - self.part.started))
        return " · ".join(words)

    def mark(self) -> tuple[str, str, str]:
        if self.part.status == "completed" and self._exit_code() not in (None, 0):
            return ("warning-circle", "warning", translate("Cards", "ended with an error"))
        return super().mark()

    def wants_open(self) -> bool:
        # Whoever answers on the card must have read all of the command, however long it is.
        asked = self.host.request_for(self.part.call_id) is not None
        return (
            asked or self.part.status in ("running", "failed") or self._exit_code() not in (None, 0)
        )

    def fill(self, body: Stack) -> None:
        self._output: TextBlock | None = None
        self._line_ended = self.part.output.endswith("\n")
        command = visible(str(self.part.input.get("command", "")))
        if "\n" in command or len(command) > 60:
            body.add(output_block(command))
        how = self._how()
        if how:
            body.add(plain_label(how, role="faint", size=Size.SMALL, wrap=True))
        if self.part.error:
            body.add(error_block(self.part.error))
        text = plain(self.part.output)
        shown, hidden = last_lines(text, SHOWN_LINES)
        if hidden:
            body.add(
                more_button(
                    translate("Cards", "Show all {:,} lines").format(hidden + SHOWN_LINES),
                    self.host,
                    command,
                    text,
                )
            )
        if shown.strip():
            self._output = output_block(shown)
            body.add(self._output)

    def grow(self, text: str) -> None:
        output = getattr(self, "_output", None)
        if self._body is None or not self.is_open:
            return
        fresh = plain(text)
        if output is None or "\r" in text or output.document.blockCount() > 2 * SHOWN_LINES:
            self.refresh(self._body)
        else:
            output.document.setDefaultFont(mono_font(Size.SMALL))
            cursor = QTextCursor(output.document)
            cursor.movePosition(QTextCursor.MoveOperation.End)
            # The line end that closed the last line is not shown until something follows it.
            cursor.insertText(("\n" if self._line_ended else "") + fresh.removesuffix("\n"))
            self._line_ended = fresh.endswith("\n")
            output.changed()
            self._body.touch()
        self.touch()

    def _exit_code(self) -> int | None:
        for key in ("exit_code", "exit", "returncode"):
            value = self.part.metadata.get(key)
            if isinstance(value, int):
                return value
        return None

    def _how(self) -> str:
        """In the sandbox or outside it, with or without the network, and what the sandbox refused."""
        metadata = self.part.metadata
        sandboxed = metadata.get("sandboxed")
        if not isinstance(sandboxed, bool):
            return ""
        if not sandboxed:
            words = translate("Cards", "Ran without a sandbox")
        elif metadata.get("network"):
            words = translate("Cards", "Ran in the sandbox, with network")
        else:
            words = translate("Cards", "Ran in the sandbox, without network")
        blocked = metadata.get("sandbox_blocked")
        return f"{words}. {visible(str(blocked))}" if blocked else words
