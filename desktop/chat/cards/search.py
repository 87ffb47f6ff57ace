"""What an agent looked at: matches, listings, files, pages. Closed until someone wants to know."""

from __future__ import annotations

from desktop.chat.cards.base import ToolCard
from desktop.chat.words import count
from desktop.i18n import translate


class SearchCard(ToolCard):
    symbol = "magnifying-glass"

    def title(self) -> str:
        arguments = self.part.input
        pattern = arguments.get("pattern") or arguments.get("query") or arguments.get("path") or ""
        where = arguments.get("path") if arguments.get("pattern") else None
        return (
            translate("Cards", "{what} in {where}").format(what=pattern, where=where)
            if where
            else str(pattern) or self.part.title
        )

    def note(self) -> str:
        matches = translate("Cards", "{} match"), translate("Cards", "{} matches")
        files = translate("Cards", "{} file"), translate("Cards", "{} files")
        for key, words in (("matches", matches), ("count", matches), ("files", files)):
            found = self.part.metadata.get(key)
            number = len(found) if isinstance(found, (list, tuple)) else found
            if isinstance(number, int):
                return count(number, *words)
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
        return translate("Cards", "{}, from line {}").format(path, start) if start else str(path)

    def note(self) -> str:
        lines = self.part.metadata.get("lines")
        if not isinstance(lines, int):
            return ""
        return count(lines, translate("Cards", "{} line"), translate("Cards", "{} lines"))


class WebCard(SearchCard):
    symbol = "globe"

    def title(self) -> str:
        return str(self.part.input.get("url") or self.part.input.get("query") or self.part.title)
