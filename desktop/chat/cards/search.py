"""What an agent looked at: matches, listings, files, pages. Closed until someone wants to know."""

from __future__ import annotations

from desktop.chat.cards.base import ToolCard
from desktop.chat.words import count


class SearchCard(ToolCard):
    symbol = "magnifying-glass"

    def title(self) -> str:
        arguments = self.part.input
        pattern = arguments.get("pattern") or arguments.get("query") or arguments.get("path") or ""
        where = arguments.get("path") if arguments.get("pattern") else None
        return f"{pattern} in {where}" if where else str(pattern) or self.part.title

    def note(self) -> str:
        for key, word in (("matches", "match"), ("count", "match"), ("files", "file")):
            found = self.part.metadata.get(key)
            number = len(found) if isinstance(found, (list, tuple)) else found
            if isinstance(number, int):
                return count(number, word, "matches" if word == "match" else "")
        return ""

    def fill(self, body: object) -> None:
        from desktop.chat.piece import Stack

        assert isinstance(body, Stack)
        self.fill_output(body)


class ReadCard(SearchCard):
    symbol = "file-text"

    def title(self) -> str:
        arguments = self.part.input
        path = arguments.get("file_path") or arguments.get("path") or self.part.title
        start = arguments.get("offset")
        return f"{path}, from line {start}" if start else str(path)

    def note(self) -> str:
        lines = self.part.metadata.get("lines")
        return count(lines, "line") if isinstance(lines, int) else ""


class WebCard(SearchCard):
    symbol = "globe"

    def title(self) -> str:
        return str(self.part.input.get("url") or self.part.input.get("query") or self.part.title)
