"""The height index answers as a plain list of heights would."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop.chat.heights import Heights

HEIGHTS = st.lists(st.integers(0, 500), max_size=60)


@given(HEIGHTS)
def test_sums_are_those_of_the_list(heights: list[int]) -> None:
    index = Heights(heights)
    assert [index.before(row) for row in range(len(heights) + 1)] == [
        sum(heights[:row]) for row in range(len(heights) + 1)
    ]
    assert index.total == sum(heights)


@given(HEIGHTS, st.lists(st.tuples(st.integers(0, 59), st.integers(0, 900)), max_size=20))
def test_changes_and_appended_rows_are_counted(
    heights: list[int], changes: list[tuple[int, int]]
) -> None:
    index = Heights()
    for height in heights:
        index.append(height)
    for row, height in changes:
        if row < len(heights):
            index.set(row, height)
            heights[row] = height
    assert index.total == sum(heights)
    index.truncate(len(heights) // 2)
    index.append(7)
    assert index.total == sum(heights[: len(heights) // 2]) + 7


@given(st.lists(st.integers(1, 500), min_size=1, max_size=60), st.integers(0, 40_000))
def test_every_pixel_belongs_to_the_row_that_covers_it(heights: list[int], offset: int) -> None:
    row, rest = Heights(heights).find(offset)
    if offset >= sum(heights):
        assert row == len(heights) - 1
    else:
        assert sum(heights[:row]) + rest == offset
        assert 0 <= rest < heights[row]


def test_rows_without_height_are_passed_over() -> None:
    assert Heights([0, 0, 10, 0, 5]).find(10) == (4, 0)
