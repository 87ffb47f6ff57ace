"""What is known of programs' options, and the scan that finds those that execute or write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Files = Literal["read", "write", "name", "unknown"]


@dataclass(frozen=True, slots=True)
class Program:
    """One program's options as far as they matter here.

    ``risky_*`` run programs, write files or load code or configuration from elsewhere. Long ones
    are recognised abbreviated too, save those in ``safe_long``. ``valued_*`` take a value, which is
    skipped; ``text_*`` take one that is no path. ``single_dash`` holds risky words such as
    ``-exec``. ``only_*`` turn it round: whatever is not named there is risky. ``text_first`` counts
    leading arguments that are text and no paths, unless an option of ``text_given_by`` brought it.
    ``arguments`` bounds how many arguments there may be before one means something else, such as an
    output. ``files`` says what the program does with the files it is given.
    """

    risky_short: str = ""
    risky_long: tuple[str, ...] = ()
    safe_long: frozenset[str] = frozenset()
    valued_short: str = ""
    valued_long: frozenset[str] = frozenset()
    text_short: str = ""
    text_long: frozenset[str] = frozenset()
    single_dash: frozenset[str] = frozenset()
    only_short: str | None = None
    only_long: frozenset[str] | None = None
    only_single_dash: frozenset[str] | None = None
    text_first: int = 0
    text_given_by: frozenset[str] = frozenset()
    arguments: int | None = None
    plus: bool = False
    assignments: bool = False
    at_files: bool = False
    files: Files = "unknown"
    options_end: bool = True

    @property
    def harmless_options(self) -> bool:
        """Whether no option of this program can execute or write, so that any word will do."""
        return not (
            self.risky_short
            or self.risky_long
            or self.single_dash
            or self.only_short is not None
            or self.only_single_dash is not None
            or self.arguments is not None
            or self.plus
            or self.at_files
        ) and self.files in ("read", "name")


@dataclass(slots=True)
class Scan:
    """What the arguments of a command turned out to be."""

    risks: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    """Values of options that may be paths."""

    options: list[str] = field(default_factory=list)
    """The options that were seen: letters for short ones, names for long ones."""


def scan(program: Program, words: Sequence[str]) -> Scan:
    """Go through the arguments of a program."""
    result = Scan()
    waiting: Literal["", "value", "text"] = ""
    ended = False
    for word in words:
        if waiting and not (word.startswith("-") and word != "-" and waiting == "value"):
            if waiting == "value":
                result.values.append(word)
            waiting = ""
            continue
        waiting = ""
        if ended or not word.startswith("-") or word == "-":
            _argument(program, word, result)
        elif word == "--" and program.options_end:
            ended = True
        elif program.only_single_dash is not None or program.single_dash:
            waiting = _single_dash(program, word, result)
        elif word.startswith("--"):
            waiting = _long(program, word, result)
        else:
            waiting = _short(program, word, result)
    if program.arguments is not None and len(result.arguments) > program.arguments:
        result.risks.append(
            f"its further argument {result.arguments[program.arguments]!r} does something else"
        )
    return result


def _argument(program: Program, word: str, result: Scan) -> None:
    result.arguments.append(word)
    if program.plus and word.startswith("+"):
        result.risks.append(f"{word!r} gives it a command to run")
    if program.at_files and word.startswith("@"):
        result.risks.append(f"{word!r} reads more options from a file")
    if program.assignments and "=" in word:
        result.risks.append(f"{word!r} sets a variable that may run programs")


def _long(program: Program, word: str, result: Scan) -> Literal["", "value", "text"]:
    name, equals, value = word[2:].partition("=")
    result.options.append(name)
    risky = _risky_name(program, name)
    if risky:
        result.risks.append(f"--{risky} may run programs, write files or load settings")
    text = _is_option(name, program.text_long)
    if equals:
        if not text:
            result.values.append(value)
        return ""
    if text:
        return "text"
    return "value" if _is_option(name, program.valued_long) else ""


def _risky_name(program: Program, name: str) -> str | None:
    if program.only_long is not None:
        return None if name in program.only_long else name
    if not name or name in program.safe_long:
        return None
    return next((risky for risky in program.risky_long if risky.startswith(name)), None) or next(
        (risky for risky in program.risky_long if name.startswith(risky + "-")), None
    )


def _is_option(name: str, options: frozenset[str]) -> bool:
    return name in options or (
        len(name) > 2 and sum(option.startswith(name) for option in options) == 1
    )


def _short(program: Program, word: str, result: Scan) -> Literal["", "value", "text"]:
    for position, letter in enumerate(word[1:], start=1):
        result.options.append(letter)
        if letter in program.risky_short:
            result.risks.append(f"-{letter} may run programs, write files or load settings")
        if program.only_short is not None and letter not in program.only_short:
            result.risks.append(f"-{letter} is not known to be harmless")
        text = letter in program.text_short
        if text or letter in program.valued_short:
            rest = word[position + 1 :]
            if not rest:
                return "text" if text else "value"
            if not text:
                result.values.append(rest.removeprefix("="))
            return ""
    return ""


def _single_dash(program: Program, word: str, result: Scan) -> Literal["", "value", "text"]:
    """Options of programs whose long names have one dash (find, go)."""
    name, equals, value = word.partition("=")
    plain = "-" + name.lstrip("-")
    result.options.append(plain)
    if program.only_single_dash is not None:
        if plain not in program.only_single_dash:
            result.risks.append(f"{plain} is not known to be harmless")
    elif plain in program.single_dash:
        result.risks.append(f"{plain} may run programs or write files")
    if equals:
        if plain[1:] not in program.text_long:
            result.values.append(value)
        return ""
    if plain[1:] in program.text_long:
        return "text"
    return "value" if plain[1:] in program.valued_long else ""
