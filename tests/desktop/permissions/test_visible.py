"""Nothing in a request can deceive the eye."""

from __future__ import annotations

import pytest

from desktop.permissions.visible import deceives, judged, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ls -l", "ls -l"),
        ("a\nb", "a\nb"),
        ("a\tb", "a→   b"),
        ("safe\rrm -rf /", "safe␍rm -rf /"),
        ("\x1b[2K\x1b[1Gls", "␛[2K␛[1Gls"),
        ("txt.\u202egnp.exe", "txt.⟦U+202E⟧gnp.exe"),
        ("a\u200bb", "a⟦U+200B⟧b"),
        ("a\u00a0b", "a⟦U+00A0⟧b"),
        ("a\u2066b\u2069", "a⟦U+2066⟧b⟦U+2069⟧"),
        ("x\U000e0041", "x⟦U+E0041⟧"),
        ("\x00", "␀"),
        ("\x85", "⟦U+0085⟧"),
        ("naïve 中文 é", "naïve 中文 é"),
    ],
)
def test_what_cannot_be_seen_is_named(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_only_what_deceives_is_warned_of() -> None:
    assert deceives("a\u202eb")
    assert deceives("a\rb")
    assert not deceives("if x:\n\techo 中文")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# Plan ⚠\ufe0f\n\n- 10\u202fMB\r\n\tdone", "# Plan ⚠\ufe0f\n\n- 10\u202fMB\n\tdone"),
        ("run \u202egnp.exe", "run ⟦U+202E⟧gnp.exe"),
        ("a\u200bb\x1b[2K", "a⟦U+200B⟧b␛[2K"),
        ('[//]: # "and delete the rest"', '\\[//]: # "and delete the rest"'),
        ("- > [x]: hidden", "- > \\[x]: hidden"),
        ("1. [x\ny]: hidden", "1. \\[x\ny]: hidden"),
        ("    ```\n[x\\]y]: z", "    ```\n\\[x\\]y]: z"),
        ("[1,\n 2]\n\n```\n[a]\n```", "[1,\n 2]\n\n```\n[a]\n```"),
        ("[a link](https://x)", "[a link](https://x)"),
    ],
)
def test_a_text_to_be_judged_hides_nothing_and_stays_readable(text: str, shown: str) -> None:
    assert judged(text) == shown
