"""Every key of a file is found on its line, however it is written."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.config.lines import key_lines, line_of

SAMPLE = r'''# settings
a = 1
b.c."d e" = """
x = 1
\""" ['''
SAMPLE += '''
"""
list = [
  1, # one
  { k = "]", 'q.q' = [2] },
]
[t . u]
v = 'it''s' '''.replace("''s'", "'")
SAMPLE += """
[[h]]
n = 1
[h.sub]
z = 2
[[h]]
n = 2
"esc\\u0061ped" = true
"""


def test_keys_are_found_in_every_notation() -> None:
    tomllib.loads(SAMPLE)
    lines = key_lines(SAMPLE)
    assert lines[("a",)] == 2
    assert lines[("b", "c", "d e")] == 3
    assert lines[("list",)] == 7
    assert lines[("list", 0)] == 8
    assert lines[("list", 1, "q.q", 0)] == 9
    assert lines[("t", "u", "v")] == 12
    assert lines[("h", 0, "n")] == 14
    assert lines[("h", 0, "sub", "z")] == 16
    assert lines[("h", 1, "n")] == 18
    assert lines[("h", 1, "escaped")] == 19


def test_a_missing_key_is_placed_at_its_table() -> None:
    assert line_of(key_lines("x = 1\n[t]\ny = 2\n"), ("t", "absent")) == 2
    assert line_of({}, ("t",)) is None


values = st.recursive(
    st.one_of(st.integers(), st.booleans(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=12,
)


def paths_of(value: Any, prefix: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    found = {prefix} if prefix else set()
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in items:
        found |= paths_of(inner, (*prefix, key))
    return found


@given(st.dictionaries(st.text(max_size=5), values, max_size=4))
@settings(deadline=None)
def test_whatever_a_writer_produces_is_found(document: dict[str, Any]) -> None:
    import tomlkit

    text = tomlkit.dumps(document)
    assert paths_of(tomllib.loads(text)) <= set(key_lines(text))
