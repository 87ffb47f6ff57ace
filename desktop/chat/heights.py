"""Heights of ten thousand rows, summed and searched in logarithmic time."""

from __future__ import annotations

from collections.abc import Iterable


class Heights:
    """A Fenwick tree over whole pixels."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._heights: list[int] = []
        self._tree: list[int] = [0]
        self.reset(heights)

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, row: int) -> int:
        return self._heights[row]

    def reset(self, heights: Iterable[int]) -> None:
        self._heights = list(heights)
        tree = [0, *self._heights]
        for index in range(1, len(tree)):
            parent = index + (index & -index)
            if parent < len(tree):
                tree[parent] += tree[index]
        self._tree = tree

    def append(self, height: int) -> None:
        self._heights.append(height)
        index = len(self._heights)
        below, total = index - 1, height
        stop = index - (index & -index)
        while below > stop:
            total += self._tree[below]
            below -= below & -below
        self._tree.append(total)

    def truncate(self, count: int) -> None:
        """Keep the first ``count`` rows."""
        del self._heights[count:]
        del self._tree[count + 1 :]

    def set(self, row: int, height: int) -> int:
        """Change one row; returns by how much."""
        change = height - self._heights[row]
        if change:
            self._heights[row] = height
            index = row + 1
            while index < len(self._tree):
                self._tree[index] += change
                index += index & -index
        return change

    def before(self, row: int) -> int:
        """The height of all rows above ``row``."""
        total = 0
        while row > 0:
            total += self._tree[row]
            row -= row & -row
        return total

    @property
    def total(self) -> int:
        return self.before(len(self._heights))

    def find(self, offset: int) -> tuple[int, int]:
        """The row at ``offset`` and how far into it that is; the last row for anything beyond."""
        if not self._heights:
            return 0, 0
        row, rest = 0, max(0, offset)
        step = 1 << (len(self._heights).bit_length() - 1)
        while step:
            beyond = row + step
            if beyond < len(self._tree) and self._tree[beyond] <= rest:
                row = beyond
                rest -= self._tree[beyond]
            step >>= 1
        if row >= len(self._heights):
            row = len(self._heights) - 1
            return row, self._heights[row]
        return row, rest
