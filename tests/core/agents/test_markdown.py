"""Front matter: what is written can be read back, what is broken is refused."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.markdown import parse_markdown, read_text_file, render_markdown
from core.errors import ConfigError

TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\x85\u2028\u2029\ufeff")
)
VALUES = st.recursive(
    TEXT | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=10,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(TEXT.filter(bool), VALUES, max_size=5), TEXT)
def test_what_is_rendered_is_read_back_the_same(values: dict[str, object], body: str) -> None:
    document = parse_markdown(render_markdown(values, body))
    assert document.values == values
    assert list(document.values) == list(values)
    assert document.body == body.strip()
    assert document.notes == ()


@settings(max_examples=150, deadline=None)
@given(st.text())
def test_any_text_is_either_read_or_refused_with_a_sentence(text: str) -> None:
    with contextlib.suppress(ConfigError):
        assert isinstance(parse_markdown("---\n" + text + "\n---\n").values, dict)


def test_a_rule_inside_the_text_does_not_end_the_front_matter() -> None:
    document = parse_markdown("---\ndescription: a --- b\n---\nfirst\n\n---\n\nsecond\n")
    assert document.values == {"description": "a --- b"}
    assert document.body == "first\n\n---\n\nsecond"


def test_a_file_without_front_matter_is_all_body() -> None:
    document = parse_markdown("just text\n---\nmore")
    assert document.values == {}
    assert not document.has_front_matter


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---\nname: x\n", "no closing"),
        ("---\na:\n  ? [x]\n  : y\n---\n", "not valid YAML"),
        ("---\n- a\n- b\n---\n", "not a list of keys"),
        ("---\npermission:\n  edit: deny\n  edit: allow\n---\n", "appears twice"),
        ("---\na: &x [1]\nb:\n  - *x\n---\n", "must be in quotes"),
        ("---\npermission:\n  bash: allow: deny\n---\n", "not valid YAML"),
    ],
)
def test_broken_front_matter_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        parse_markdown(text)


def test_a_multi_line_description_that_is_not_yaml_is_kept_whole() -> None:
    document = parse_markdown(
        "---\nname: a\ndescription: Use: when needed\n  user: hello: there\nmodel: opus\n---\nbody"
    )
    assert document.values == {
        "name": "a",
        "description": "Use: when needed\nuser: hello: there",
        "model": "opus",
    }
    assert document.notes


def test_a_generated_description_with_examples_in_one_line_is_kept_whole() -> None:
    document = parse_markdown(
        "---\nname: a\ndescription: Use it: now.\\n\\n<example>\\nuser: hi\\n</example>\n---\nbody"
    )
    assert document.values["description"] == "Use it: now.\n\n<example>\nuser: hi\n</example>"


def test_byte_order_marks_and_windows_line_ends_do_no_harm(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbf---\r\nname: a\r\n---\r\nbody\r\n")
    document = parse_markdown(read_text_file(path))
    assert document.values == {"name": "a"}
    assert document.body == "body"


def test_a_file_that_is_too_large_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "a.md"
    path.write_text("x" * 300_000)
    with pytest.raises(ConfigError, match="larger than 256 KB"):
        read_text_file(path)
