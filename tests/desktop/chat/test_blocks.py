"""Markdown is cut where blocks end, and growing text gives the same blocks as whole text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop.chat.blocks import Block, Splitter, split, without_images

TEXT = "Hello.\n\n- a\n- b\n\n  more of b\n\nAfter.\n\n```py\nx = 1\n\ny = 2\n```\nEnd"


def test_paragraphs_lists_and_code_are_blocks_of_their_own() -> None:
    assert split(TEXT) == [
        Block("text", "Hello."),
        Block("text", "- a\n- b\n\n  more of b"),
        Block("text", "After."),
        Block("code", "x = 1\n\ny = 2", "py"),
        Block("text", "End"),
    ]


def test_code_without_its_fence_is_open() -> None:
    assert split("```sh\nls\n") == [Block("code", "ls\n", "sh", closed=False)]


def test_a_fence_inside_a_longer_fence_does_not_end_it() -> None:
    assert split("````\n```\na\n```\n````") == [Block("code", "```\na\n```")]


def test_images_become_links_but_not_inside_code() -> None:
    assert without_images("![cat](http://x/y.png) `![a](b)`") == (
        "[image: cat](http://x/y.png) `![a](b)`"
    )


PIECES = st.lists(
    st.sampled_from(
        ["word ", "\n", "\n\n", "```", "```py\n", "- item", "  indented", "# H", "|a|b|"]
    ),
    max_size=40,
)


@given(PIECES)
def test_text_that_grows_ends_as_the_same_blocks(pieces: list[str]) -> None:
    splitter = Splitter()
    for piece in pieces:
        splitter.append(piece)
    assert splitter.blocks == split("".join(pieces))


@given(PIECES)
def test_settled_blocks_never_change(pieces: list[str]) -> None:
    splitter = Splitter()
    for piece in pieces:
        before = list(splitter.blocks)
        first = splitter.append(piece)
        assert splitter.blocks[:first] == before[:first]
