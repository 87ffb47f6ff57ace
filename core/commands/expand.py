"""Fills in a command's template: arguments first, then shell lines.

``$NAME`` stands for an argument that is given as ``NAME=value``, as Codex has it.

Arguments are data. They never become a shell line, and inside a shell line of the template they are
quoted, so that ``/log "; rm -rf ~"`` asks about a commit of that name. What a shell line prints is
data as well: no ``@`` in it is a mention.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

OUTPUT_LIMIT = 30_000

_PLACEHOLDER = re.compile(
    r"\\(?P<escaped>\$(?:ARGUMENTS|[1-9]\d?(?!\d)))"
    r"|\$ARGUMENTS\[(?P<index>\d{1,2})\]"
    r"|(?P<all>\$ARGUMENTS)(?![A-Za-z0-9_])"
    r"|\$(?P<number>[1-9]\d?)(?!\d)"
)
_IN_TEXT = re.compile(_PLACEHOLDER.pattern + r"|\$(?P<named>[A-Z][A-Z0-9_]*)(?![A-Za-z0-9_])")
_GIVEN = re.compile(r"""(?:^|(?<=\s))([A-Z][A-Z0-9_]*)=("[^"]*"|'[^']*'|[^\s"']\S*)""")
_SHELL = re.compile(
    r"(?:^|(?<=\s))!`(?P<line>[^`\n]+)`|^```!\n(?P<block>.*?)\n```[ \t]*$", re.MULTILINE | re.DOTALL
)
_INVOCATION = re.compile(r"\A\s*/(?P<name>[^\W_][\w.:/-]*)(?:\s+(?P<rest>.*))?\Z", re.DOTALL)
_NESTED = ("$(", "`", "<<", "${", "$'", '$"', "#")
"""Signs of a shell line whose quoting cannot be followed with certainty."""


@dataclass(frozen=True)
class TextPiece:
    """Text of the template and its arguments; mentions in it count."""

    text: str


@dataclass(frozen=True)
class ShellPiece:
    """A shell line of the template with its arguments filled in, to be asked about and run."""

    command: str


@dataclass(frozen=True)
class OutputPiece:
    """What a shell line printed; mentions in it do not count."""

    command: str
    text: str


Piece: TypeAlias = TextPiece | ShellPiece


@dataclass(frozen=True)
class Expanded:
    """The finished prompt in its pieces."""

    pieces: tuple[TextPiece | OutputPiece, ...]

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces).strip()

    @property
    def mentionable(self) -> str:
        """The part in which mentions count: everything but the output of shell lines."""
        return "\n".join(piece.text for piece in self.pieces if isinstance(piece, TextPiece))


def parse_invocation(text: str) -> tuple[str, str] | None:
    """``/name and the rest`` as name and arguments; None for text that is no command."""
    match = _INVOCATION.match(text)
    return (match["name"], (match["rest"] or "").strip()) if match else None


def split_arguments(text: str) -> list[str]:
    """Words, with single and double quotes holding words together. A quote that is never closed is
    an ordinary character, as in ``don't``."""
    words: list[str] = []
    current: list[str] = []
    started = False
    position = 0
    while position < len(text):
        character = text[position]
        end = text.find(character, position + 1) if character in "\"'" else -1
        if end > 0 and (not current or started):
            current.append(text[position + 1 : end])
            started = True
            position = end + 1
            continue
        if character.isspace():
            if current or started:
                words.append("".join(current))
            current, started = [], False
        else:
            current.append(character)
        position += 1
    if current or started:
        words.append("".join(current))
    return words


def pieces_of(template: str, arguments: str) -> list[Piece]:
    """The template with its arguments filled in, cut at its shell lines. Without any placeholder the
    arguments are added below the text."""
    named = _named(template, arguments)
    words = split_arguments(arguments)
    highest = max((int(m["number"]) for m in _placeholders(template) if m["number"]), default=0)
    pieces: list[Piece] = []
    position = 0
    for match in _SHELL.finditer(template):
        pieces.append(
            TextPiece(_fill(template[position : match.start()], arguments, words, highest, named))
        )
        line = match["line"] if match["line"] is not None else match["block"]
        pieces.append(ShellPiece(_fill_shell(line.strip(), words, highest)))
        position = match.end()
    pieces.append(TextPiece(_fill(template[position:], arguments, words, highest, named)))
    if (
        arguments.strip()
        and not named
        and not any(not m["escaped"] for m in _placeholders(template))
    ):
        pieces.append(TextPiece(f"\n\n{arguments.strip()}"))
    return [piece for piece in pieces if isinstance(piece, ShellPiece) or piece.text]


async def expand(
    template: str, arguments: str, run_shell: Callable[[str], Awaitable[str]]
) -> Expanded:
    """The whole prompt. ``run_shell`` asks for permission, runs one line and returns its output; what
    it raises (a refusal, a failure) ends the expansion, so that no half-filled prompt is sent."""
    finished: list[TextPiece | OutputPiece] = []
    for piece in pieces_of(template, arguments):
        if isinstance(piece, ShellPiece):
            output = (await run_shell(piece.command)).rstrip("\n")
            if len(output) > OUTPUT_LIMIT:
                output = (
                    f"{output[:OUTPUT_LIMIT]}\n[shortened: the output has {len(output)} characters]"
                )
            finished.append(OutputPiece(piece.command, output))
        else:
            finished.append(piece)
    return Expanded(tuple(finished))


def _placeholders(text: str) -> list[re.Match[str]]:
    return list(_PLACEHOLDER.finditer(text))


def _value(match: re.Match[str], words: Sequence[str], highest: int) -> list[str]:
    """The arguments that one placeholder stands for; the highest number takes all that are left."""
    if match["all"]:
        return list(words)
    if match["index"] is not None:
        return list(words[int(match["index"]) :][:1])
    number = int(match["number"])
    return list(words[number - 1 :] if number == highest else words[number - 1 : number])


def _named(template: str, arguments: str) -> dict[str, str]:
    """The ``NAME=value`` arguments that the text of a template asks for as ``$NAME``."""
    text = _SHELL.sub(" ", template)
    wanted = {match["named"] for match in _IN_TEXT.finditer(text) if match["named"]}
    given = {name: value for name, value in _GIVEN.findall(arguments) if name in wanted}
    return {
        name: value[1:-1] if value[0] in "\"'" and value[0] == value[-1] else value
        for name, value in given.items()
    }


def _fill(
    text: str,
    arguments: str,
    words: Sequence[str],
    highest: int,
    named: Mapping[str, str],
) -> str:
    def replace(match: re.Match[str]) -> str:
        if match["escaped"]:
            return match["escaped"]
        if match["named"]:
            return named.get(match["named"], match[0])
        return arguments.strip() if match["all"] else " ".join(_value(match, words, highest))

    return _IN_TEXT.sub(replace, text)


def _fill_shell(line: str, words: Sequence[str], highest: int) -> str:
    """Fill in a shell line so that the arguments stay arguments, whatever they contain."""
    used = [match for match in _placeholders(line) if not match["escaped"]]
    if not used:
        return _PLACEHOLDER.sub(lambda match: match["escaped"], line)
    if any(sign in line for sign in _NESTED):
        return _with_parameters(line, words, highest)
    result: list[str] = []
    position = 0
    for match in _placeholders(line):
        result.append(line[position : match.start()])
        position = match.end()
        if match["escaped"]:
            result.append(match["escaped"])
        else:
            quote = _open_quote(line[: match.start()])
            result.append(_quoted(_value(match, words, highest), quote))
    return "".join([*result, line[position:]])


def _open_quote(before: str) -> str:
    """The quote that is still open at the end of a piece of a shell line, or nothing."""
    state = ""
    skip = False
    for character in before:
        if skip:
            skip = False
        elif character == "\\" and state != "'":
            skip = True
        elif state:
            state = "" if character == state else state
        elif character in "\"'":
            state = character
    return state


def _quoted(values: Sequence[str], quote: str) -> str:
    if quote == "'":
        return " ".join(values).replace("'", "'\\''")
    if quote == '"':
        return re.sub(r'([\\"$`])', r"\\\1", " ".join(values))
    return " ".join(shlex.quote(value) for value in values)


def _with_parameters(line: str, words: Sequence[str], highest: int) -> str:
    """Hand the arguments over as the shell's own parameters, which are never read as code."""
    positional = [
        " ".join(words[number - 1 :] if number == highest else words[number - 1 : number])
        for number in range(1, max(highest, 1) + 1)
    ]
    parameters = " ".join(shlex.quote(word) for word in positional)

    assignments = [f"ARGUMENTS={shlex.quote(' '.join(words))}"]
    assignments += [
        f"ARGUMENT_{index}={shlex.quote(' '.join(words[index:][:1]))}"
        for index in sorted({int(m["index"]) for m in _placeholders(line) if m["index"]})
    ]

    def replace(match: re.Match[str]) -> str:
        if match["escaped"]:
            return "\\" + match["escaped"]
        return f"$ARGUMENT_{int(match['index'])}" if match["index"] is not None else match[0]

    filled = _PLACEHOLDER.sub(replace, line)
    return f"{'; '.join(assignments)}; set -- {parameters}; {filled}"
