"""Output is shown as a terminal would have left it."""

from __future__ import annotations

from desktop.chat.terminal_text import last_lines, plain, shortened_lines


def test_escape_sequences_are_gone() -> None:
    assert plain("\x1b[1;31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07") == "red link"


def test_a_carriage_return_writes_over_the_line() -> None:
    assert plain("10%\r50%\r100%\nok\r\n") == "100%\nok\n"


def test_the_end_is_kept() -> None:
    assert last_lines("a\nb\nc\n", 2) == ("b\nc", 1)


def test_endless_lines_are_cut() -> None:
    assert len(shortened_lines("x" * 10_000)) < 2_100
