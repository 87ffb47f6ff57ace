"""What a command line wants to do, as asks for the rules.

Every simple command of the line is judged, with its redirections as edits and reads and its paths
as ``external_directory`` where they lead outside. It fails closed: what cannot be read for certain
is asked for as the whole line it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.permissions.models import Ask
from core.permissions.shell_command import Part, judge_words
from core.permissions.shell_git import git_reads_only
from core.permissions.shell_parse import ParsedLine, Redirect, SimpleCommand, parse_line
from core.permissions.shell_paths import MOST_WORDS, Place, path_asks
from core.permissions.shell_programs import READ_ONLY
from core.permissions.shell_wrappers import (
    is_interpreter,
    runs_anything,
    script_of_shell,
    seen_through,
)

_DEEPEST = 6
_INPUT = frozenset({"<", "<<<", "<<", "<<-"})
_DESCRIPTORS = frozenset({">&", "<&"})
_NOWHERE = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/tty"})


@dataclass(slots=True)
class ShellAnalysis:
    """A line taken apart. ``opaque`` says why it must be asked for as a whole; ``reads`` and
    ``writes`` are the files of its redirections; ``places`` the folders it may run in."""

    line: str
    cwd: Path
    project: Path
    parts: list[Part] = field(default_factory=list)
    opaque: list[str] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    places: list[Path] = field(default_factory=list)

    def blame(self, reason: str) -> None:
        if reason not in self.opaque:
            self.opaque.append(reason)


def analyse(line: str, cwd: Path, project: Path) -> ShellAnalysis:
    """Take a command line apart; never raises."""
    analysis = ShellAnalysis(line, cwd, project, places=[cwd])
    _add_line(analysis, parse_line(line), 0)
    if sum(len(part.words) for part in analysis.parts) > MOST_WORDS:
        analysis.blame("it has too many words to look at each")
    return analysis


def _add_line(analysis: ShellAnalysis, parsed: ParsedLine, depth: int) -> None:
    for reason in parsed.opaque:
        analysis.blame(reason)
    for command in parsed.commands:
        _add_command(analysis, command, depth)
    for redirect in parsed.redirects:
        _add_redirect(analysis, redirect)


def _add_command(analysis: ShellAnalysis, command: SimpleCommand, depth: int) -> None:
    if not command.words:
        analysis.blame("it sets a variable for what follows")
        return
    words = command.words
    values = [word.value for word in words]
    if command.assignments:
        part = judge_words(command, words)
        part.aliases.append(part.subject)
        part.subject, part.suggestion = command.text, None
        name = command.assignments[0].value.partition("=")[0]
        part.exact = f"it sets {name} for the command"
        analysis.parts.append(part)
        return
    while not any(word.unknown for word in words):
        start = seen_through(values)
        if start is None:
            break
        words, values = words[start:], values[start:]
    script = None if any(word.unknown for word in words) else script_of_shell(values)
    if script is not None and depth < _DEEPEST:
        inner = parse_line(script)
        _add_line(analysis, inner, depth + 1)
        return
    part = judge_words(command, words)
    if any(r.operator in ("<<", "<<-") and r.body is None for r in command.redirects):
        part.blame("the text given to it is expanded first")
    if _fed_by_input(command, values):
        part.blame(f"{values[0]} runs what it reads")
    _look_inside(part, command, values)
    analysis.parts.append(part)
    if values[0] == "cd":
        _change_folder(analysis, command, part, values)


def _look_inside(part: Part, command: SimpleCommand, values: Sequence[str]) -> None:
    """Let deny rules see the scripts that a program is given which runs anything."""
    if not runs_anything(values[0]) and not is_interpreter(values[0]):
        return
    scripts = [value for value in values[1:] if " " in value]
    scripts += [r.body for r in command.redirects if r.body]
    for script in scripts[:8]:
        for inner in parse_line(script).commands:
            if inner.words:
                judged = judge_words(inner, inner.words)
                part.aliases.extend([judged.subject, *judged.aliases])


def _fed_by_input(command: SimpleCommand, values: Sequence[str]) -> bool:
    reads = command.piped or any(r.operator in _INPUT for r in command.redirects)
    return reads and is_interpreter(values[0]) and (len(values) == 1 or values[1] == "-")


def _change_folder(
    analysis: ShellAnalysis, command: SimpleCommand, part: Part, values: list[str]
) -> None:
    """Later words are seen from the folder that ``cd`` leads to, or from nowhere known."""
    plain = len(values) == 2 and not values[1].startswith("-") and not part.exact
    if len(values) == 1:
        part.names.append("~")
        analysis.blame("cd leaves the project")
    elif not plain or command.words[1].glob or command.words[1].tilde:
        analysis.blame("where cd leads cannot be known")
    else:
        part.names.append(values[1])
        analysis.places.extend([place / values[1] for place in list(analysis.places)][:16])


def _add_redirect(analysis: ShellAnalysis, redirect: Redirect) -> None:
    if redirect.operator in ("<<", "<<-", "<<<"):
        if redirect.operator == "<<<" and redirect.target is None:
            analysis.blame("the text given to it is expanded first")
        return
    target = redirect.target
    if target is None or redirect.glob:
        analysis.blame("where a redirection leads cannot be known")
        return
    if redirect.operator in _DESCRIPTORS and (target.isdigit() or target == "-"):
        return
    if target in _NOWHERE and redirect.operator != "<>":
        return
    if target.startswith(("/dev/tcp/", "/dev/udp/")):
        analysis.blame("a redirection reaches the network")
        return
    (analysis.reads if redirect.operator == "<" else analysis.writes).append(target)


def asks_for_command(
    line: str,
    cwd: Path,
    project: Path,
    *,
    own_folders: Sequence[Path] = (),
    agent: str = "",
    memory: Path | None = None,
    also_inside: Sequence[Path] = (),
) -> list[Ask]:
    """Everything a command line needs permission for.

    ``project`` is the folder that counts as inside, whatever folder the line starts in;
    ``also_inside`` names further ones.
    """
    return asks_of(analyse(line, cwd, project), own_folders, agent, memory, also_inside)


def asks_of(
    analysis: ShellAnalysis,
    own_folders: Sequence[Path] = (),
    agent: str = "",
    memory: Path | None = None,
    also_inside: Sequence[Path] = (),
) -> list[Ask]:
    """The asks of a line that was taken apart."""
    details = {"command": analysis.line, "shell": True}
    place = Place(
        tuple(dict.fromkeys(analysis.places)),
        analysis.project,
        tuple(own_folders),
        agent,
        memory,
        tuple(also_inside),
    )
    asks: list[Ask] = []
    paths = path_asks(analysis.parts, analysis.reads, analysis.writes, place)
    if analysis.opaque:
        aliases = [a for part in analysis.parts for a in (part.subject, *part.aliases)]
        asks.append(
            Ask(
                "bash",
                (analysis.line.strip() or analysis.line,),
                title=analysis.line,
                details={**details, "why": list(analysis.opaque)},
                exact=f"{analysis.opaque[0]}, so it asks as a whole",
                aliases=tuple(dict.fromkeys(aliases)),
            )
        )
        return [*asks, *paths]
    for part in analysis.parts:
        asks.append(
            Ask(
                "bash",
                (part.subject,),
                (part.suggestion,) if part.suggestion else (),
                title=part.subject,
                details=details,
                exact=part.exact,
                spelled=part.spelled,
                aliases=tuple(dict.fromkeys(part.aliases)),
            )
        )
    return [*_distinct(asks), *paths]


def _distinct(asks: list[Ask]) -> list[Ask]:
    """The same command several times in a line is asked for once."""
    kept: dict[tuple[str, str | None, int], Ask] = {}
    for ask in asks:
        kept.setdefault((ask.patterns[0], ask.exact, ask.spelled), ask)
    return list(kept.values())


def is_read_only(analysis: ShellAnalysis) -> bool:
    """Whether it is certain that a line changes nothing."""
    if analysis.opaque or analysis.writes or not analysis.parts:
        return False
    return all(
        part.exact is None
        and not part.writes
        and (
            part.words[0] in READ_ONLY
            or (part.words[0] == "git" and git_reads_only(part.words))
            or part.words[0] == "cd"
        )
        for part in analysis.parts
    )
