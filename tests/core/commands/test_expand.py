"""Templates are filled in as people expect, and arguments never become code."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.commands.expand import (
    OUTPUT_LIMIT,
    OutputPiece,
    ShellPiece,
    TextPiece,
    expand,
    parse_invocation,
    pieces_of,
    split_arguments,
)
from core.errors import PermissionRefused


async def no_shell(command: str) -> str:
    raise AssertionError(f"no shell line was expected, but {command!r} came")


async def filled(template: str, arguments: str) -> str:
    return (await expand(template, arguments, no_shell)).text


@pytest.mark.parametrize(
    ("template", "arguments", "result"),
    [
        ("Fix $ARGUMENTS now", "the  bug", "Fix the  bug now"),
        ("$1 then $2", "a b c d", "a then b c d"),
        ("$2 before $1", "a b c", "b c before a"),
        ("only $1", "a b c", "only a b c"),
        ("$1 and $2", "a", "a and"),
        ("$1|$2", '"two words" rest', "two words|rest"),
        ("it costs \\$1", "", "it costs $1"),
        ("no placeholder", "", "no placeholder"),
        ("no placeholder", "but this", "no placeholder\n\nbut this"),
        ("first $ARGUMENTS[0], second $ARGUMENTS[1]", "x y z", "first x, second y"),
        ("$1", "$2 and $ARGUMENTS", "$2 and $ARGUMENTS"),
        ("$ARGUMENTSX $100", "a", "$ARGUMENTSX $100\n\na"),
    ],
)
async def test_arguments_are_filled_in(template: str, arguments: str, result: str) -> None:
    assert await filled(template, arguments) == result


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a 'b c' \"d e\"", ["a", "b c", "d e"]),
        ("don't stop", ["don't", "stop"]),
        ("'' x", ["", "x"]),
        ("  ", []),
        ('say "it\'s fine"', ["say", "it's fine"]),
    ],
)
def test_quotes_hold_words_together(text: str, words: list[str]) -> None:
    assert split_arguments(text) == words


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(st.characters(exclude_characters="\"'", exclude_categories=("Cs",)))))
def test_quoted_words_come_back_as_they_were(words: list[str]) -> None:
    assert split_arguments(" ".join(f'"{word}"' for word in words)) == words


@settings(max_examples=200, deadline=None)
@given(st.text(), st.text())
def test_without_shell_lines_in_the_template_no_argument_makes_one(
    template: str, arguments: str
) -> None:
    if "!`" not in template and "```!" not in template:
        assert all(isinstance(piece, TextPiece) for piece in pieces_of(template, arguments))


def test_shell_lines_are_cut_out_of_the_template() -> None:
    pieces = pieces_of("Status:\n!`git status`\nand (not!`this`)\n```!\nls\npwd\n```\nend", "")
    assert pieces == [
        TextPiece("Status:\n"),
        ShellPiece("git status"),
        TextPiece("\nand (not!`this`)\n"),
        ShellPiece("ls\npwd"),
        TextPiece("\nend"),
    ]


async def test_shell_lines_run_in_order_and_their_output_is_put_in() -> None:
    ran: list[str] = []

    async def run(command: str) -> str:
        ran.append(command)
        return f"<{command}> @src/a.py\n"

    expanded = await expand("A !`one` B !`two $1`", "x", run)
    assert ran == ["one", "two x"]
    assert expanded.text == "A <one> @src/a.py B <two x> @src/a.py"
    assert "@src/a.py" not in expanded.mentionable
    assert [p.text for p in expanded.pieces if isinstance(p, OutputPiece)] == [
        "<one> @src/a.py",
        "<two x> @src/a.py",
    ]


async def test_a_refused_shell_line_ends_the_expansion() -> None:
    async def refuse(command: str) -> str:
        raise PermissionRefused("You said no.")

    with pytest.raises(PermissionRefused):
        await expand("!`rm x` and !`ls`", "", refuse)


async def test_long_output_is_shortened() -> None:
    async def run(command: str) -> str:
        return "x" * (OUTPUT_LIMIT * 2)

    text = (await expand("!`yes`", "", run)).text
    assert len(text) < OUTPUT_LIMIT + 100
    assert "shortened" in text


@pytest.mark.parametrize(
    ("line", "arguments", "command"),
    [
        ("git log $ARGUMENTS", "-3 --stat", "git log -3 --stat"),
        ("git log $1", '"; rm -rf ~"', "git log '; rm -rf ~'"),
        ('echo "$1"', "'a\"b$(id)`id`'", 'echo "a\\"b\\$(id)\\`id\\`"'),
        ("echo '$1'", "it's", "echo 'it'\\''s'"),
        ("echo \\$1 $1", "x", "echo $1 x"),
        ("echo $1", "", "echo "),
    ],
)
def test_arguments_in_a_shell_line_stay_arguments(line: str, arguments: str, command: str) -> None:
    assert pieces_of(f"!`{line}`", arguments) == [ShellPiece(command)]


HOSTILE = st.text(alphabet="ab $`\"'\\;&|<>(){}#!~*?\n", min_size=1, max_size=12).filter(
    lambda text: text.strip() == text and '"' not in text
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(
        [
            "printf '%s' $1",
            "printf '%s' \"$1\"",
            "printf '%s' '$1'",
            "printf '%s' \"$(printf '%s' \"$1\")\"",
            "printf '%s' \"${1}\" # comment $1",
            "printf '%s' \"$ARGUMENTS[0]\"",
        ]
    ),
    HOSTILE,
)
def test_a_real_shell_prints_any_argument_and_runs_none(template: str, argument: str) -> None:
    (piece,) = pieces_of(f"!`{template}`", f'"{argument}"')
    assert isinstance(piece, ShellPiece)
    script = f"PATH=/nonexistent; cd /; {piece.command}"
    ran = subprocess.run(
        ["/bin/bash", "--norc", "-c", script],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    single_quoted_and_nested = template == "printf '%s' '$1'" and "$1" in piece.command
    assert not single_quoted_and_nested
    assert ran.stdout == argument
    assert ran.stderr == ""


def test_invocations_are_told_from_text() -> None:
    assert parse_invocation("/review src/app.ts now") == ("review", "src/app.ts now")
    assert parse_invocation("/db:migrate") == ("db:migrate", "")
    assert parse_invocation("/init\nwith a\nlong text") == ("init", "with a\nlong text")
    assert parse_invocation("/ nothing") is None
    assert parse_invocation("see /review") is None


def test_quoting_agrees_with_the_shells_own_idea_of_words() -> None:
    (piece,) = pieces_of("!`run $ARGUMENTS`", "'a b' c\\d $HOME")
    assert isinstance(piece, ShellPiece)
    assert shlex.split(piece.command) == ["run", "a b", "c\\d", "$HOME"]


@pytest.mark.parametrize(
    ("template", "arguments", "result"),
    [
        ("Fix $TICKET in $FILE.", "TICKET=42 FILE=src/a.py", "Fix 42 in src/a.py."),
        ("Mind $FOCUS", 'FOCUS="two words"', "Mind two words"),
        ("Mind $FOCUS", "FOCUS='$1 $OTHER' OTHER=x", "Mind $1 $OTHER"),
        ("It costs $PRICE", "cheap", "It costs $PRICE\n\ncheap"),
        ("See $HOME and $1", "HOME=here", "See here and HOME=here"),
        ("Keep $NOT_GIVEN, use $GIVEN", "GIVEN=this", "Keep $NOT_GIVEN, use this"),
    ],
)
async def test_arguments_can_be_named(template: str, arguments: str, result: str) -> None:
    async def refuse(_line: str) -> str:
        raise AssertionError("no shell line")

    assert (await expand(template, arguments, refuse)).text == result


def test_a_named_argument_makes_no_shell_line_and_changes_none() -> None:
    pieces = pieces_of("$NAME and !`echo $NAME`", "NAME='!`rm -rf ~`'")
    assert [piece.command for piece in pieces if isinstance(piece, ShellPiece)] == ["echo $NAME"]
