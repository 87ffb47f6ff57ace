"""A change to a file, shown as its diff."""

from __future__ import annotations

import difflib

from desktop.chat.cards.base import ToolCard, error_block, more_button
from desktop.chat.diff import DiffBlock, changed_lines, diff_lines
from desktop.chat.piece import Stack
from desktop.i18n import translate

_LINES = 60


class EditCard(ToolCard):
    symbol = "pencil-simple"
    opens = True

    def title(self) -> str:
        return self._path() or self.part.title

    def note(self) -> str:
        diff = self._diff()
        if not diff:
            return ""
        added, removed = changed_lines(diff)
        return f"+{added} −{removed}"

    def fill(self, body: Stack) -> None:
        if self.part.error:
            body.add(error_block(self.part.error))
        diff = self._diff()
        if not diff:
            if not self.part.error:
                self.fill_output(body)
            return
        several = len(self.part.metadata.get("files") or ()) > 1
        lines = diff_lines(diff, headers=several)
        if lines:
            body.add(DiffBlock(lines[:_LINES], self._path()))
        if len(lines) > _LINES:
            body.add(
                more_button(
                    translate("Cards", "Show all {:,} lines").format(len(lines)),
                    self.host,
                    self._path(),
                    diff,
                )
            )

    def grow(self, text: str) -> None:
        """What an edit says while it runs is of no use to a reader."""

    def _path(self) -> str:
        for key in ("file_path", "filePath", "path", "file"):
            value = self.part.input.get(key) or self.part.metadata.get(key)
            if isinstance(value, str) and value:
                return value
        return ""

    def _diff(self) -> str:
        value = self.part.metadata.get("diff")
        if isinstance(value, str):
            return value
        patch = self.part.input.get("patch") or self.part.input.get("patch_text")
        if isinstance(patch, str):
            return patch
        old, new = self.part.input.get("old_string"), self.part.input.get("new_string")
        if isinstance(old, str) and isinstance(new, str) and len(old) + len(new) < 40_000:
            return "\n".join(
                difflib.unified_diff(old.split("\n"), new.split("\n"), lineterm="", n=2)
            )
        content = self.part.input.get("content")
        if self.part.tool == "write" and isinstance(content, str) and len(content) < 200_000:
            return "\n".join("+" + line for line in content.split("\n"))
        return ""
