"""A selection that reaches over blocks and messages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position: the message's row, which text of it, which character of that."""

    row: int
    text: int
    character: int


@dataclass(slots=True)
class Selection:
    """From where the mouse went down to where it is."""

    anchor: Place
    focus: Place

    @property
    def start(self) -> Place:
        return min(self.anchor, self.focus)

    @property
    def end(self) -> Place:
        return max(self.anchor, self.focus)

    @property
    def empty(self) -> bool:
        return self.anchor == self.focus

    def within(self, row: int, text: int, length: int) -> tuple[int, int] | None:
        """The selected characters of one text, or None."""
        here, there = Place(row, text, 0), Place(row, text, length)
        if there < self.start or here > self.end:
            return None
        first = self.start.character if (self.start.row, self.start.text) == (row, text) else 0
        last = self.end.character if (self.end.row, self.end.text) == (row, text) else length
        return (first, min(last, length)) if first < last else None
