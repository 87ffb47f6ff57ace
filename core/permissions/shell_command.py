"""One simple command: what it is called for the rules, and why a wildcard may not cover it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.permissions.paths import is_secret
from core.permissions.shell_git import git_without_globals, read_git, read_npm
from core.permissions.shell_options import Program, scan
from core.permissions.shell_parse import SimpleCommand
from core.permissions.shell_programs import PROGRAMS, UNKNOWN, words_in
from core.permissions.shell_scripts import (
    Reading,
    curl_risks,
    read_awk,
    read_jq,
    read_sed,
    read_tar,
)
from core.permissions.shell_words import Word
from core.permissions.shell_wrappers import (
    REMOTE_RUNNERS,
    inner_words_of_any,
    interpreter_spelled,
    is_interpreter,
    runner_spelled,
    runs_anything,
)

_SPEAKING = words_in(
    "echo printf true false sleep seq expr exit return whoami id uname arch nproc groups type which "
    "basename dirname"
)
"""Programs whose arguments are text, whatever they look like."""

_WITH_SUBCOMMANDS = words_in(
    "git npm yarn pnpm bun cargo go docker podman kubectl gh glab pip pip3 uv poetry pipenv hatch "
    "pdm brew apt apt-get dnf yum pacman make gmake dotnet terraform systemctl helm mvn gradle "
    "rustup conda composer bundle rake just aws gcloud az flutter swift mix rails django-admin "
    "nix bazel svn hg jj ruff vitest nx turbo lerna pre-commit tox nox"
)
_NEVER_SUGGESTED = words_in(
    "rm dd shred mkfs kill killall pkill chmod chown curl wget mv truncate crontab reboot shutdown "
    "mount umount ln tee install rsync base64"
)
_SETTINGS = words_in("config alias plugin plugins extension extensions settings login auth token")
_SHOWING = words_in("list ls get show debug status -l --list --get")
_PROGRAM_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*$|\[$|\.$")


@dataclass(slots=True)
class Part:
    """A command of the line as the rules see it.

    ``exact`` says why only its own text may allow it; ``spelled`` and ``aliases`` are as in ``Ask``.
    ``reads`` and ``writes`` are files, ``names`` other words that may be paths, all as written.
    """

    subject: str
    words: tuple[str, ...] = ()
    exact: str | None = None
    spelled: int = 1
    aliases: list[str] = field(default_factory=list)
    suggestion: str | None = None
    reads: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    globs: list[str] = field(default_factory=list)

    def blame(self, reason: str) -> None:
        self.exact = self.exact or reason


def judge_words(command: SimpleCommand, words: Sequence[Word]) -> Part:
    """Judge the words of a command that no wrapper hides."""
    values = [word.value for word in words]
    unknown = next((word.unknown for word in words if word.unknown), "")
    if unknown:
        part = Part(command.text, tuple(values))
        part.blame("an expansion decides what runs" if words[0].unknown else unknown)
        _add_aliases(part, values)
        return part
    return judge_values(values, words)


def judge_values(values: list[str], words: Sequence[Word] = ()) -> Part:
    program = values[0]
    normal = values
    if program == "git":
        plain, risky = git_without_globals(values)
        normal = values if risky else plain
    part = Part(shlex.join(normal), tuple(normal))
    if "/" in program:
        part.names.append(program)
        program = program.rsplit("/", 1)[1]
        normal, values = [program, *normal[1:]], [program, *values[1:]]
    if not _PROGRAM_NAME.match(program):
        part.blame("its program has an odd name")
    _judge_program(part, normal, values)
    _judge_globs(part, program, words)
    _judge_secrets(part, program)
    _add_aliases(part, list(part.words))
    part.suggestion = _suggestion(part)
    return part


def _judge_program(part: Part, normal: list[str], values: list[str]) -> None:
    program = normal[0]
    if runs_anything(program):
        part.blame(f"{program} can run anything or change what runs later")
    elif is_interpreter(program):
        part.spelled, reason = interpreter_spelled(normal)
        if reason:
            part.blame(reason)
        elif part.spelled == 3:
            _take_inner(part, normal[2:])
    elif (spelled := runner_spelled(normal)) is not None:
        part.spelled = spelled
        if spelled > len(normal) or any(w.startswith("-") for w in normal[1 : spelled - 1]):
            part.blame(f"{program} may run anything")
        else:
            _take_inner(part, normal[spelled - 1 :])
    elif program in REMOTE_RUNNERS:
        part.spelled = 2
        if len(normal) < 2 or normal[1] in REMOTE_RUNNERS[program] or normal[1].startswith("-"):
            part.blame(f"{program} can run anything")
        part.names.extend(normal[2:])
    else:
        _take(part, _read(program, values))
    if program in _WITH_SUBCOMMANDS and program != "git":
        _judge_settings(part, normal)


def _judge_settings(part: Part, words: list[str]) -> None:
    """``pip config set``, ``gh alias set`` and the like change what later commands do."""
    if len(words) > 1 and words[1] in _SETTINGS and (len(words) == 2 or words[2] not in _SHOWING):
        part.blame(f"{words[0]} {words[1]} changes settings that later commands obey")


def _take_inner(part: Part, inner: list[str]) -> None:
    """Judge the program behind a runner as if it stood alone."""
    judged = judge_values(list(inner))
    if judged.exact and "path" not in judged.exact:
        part.blame(judged.exact)
    part.reads.extend(judged.reads)
    part.writes.extend(judged.writes)
    part.names.extend([*judged.names, inner[0]])
    part.aliases.append(judged.subject)
    part.spelled = max(part.spelled, len(part.words) - len(inner) + judged.spelled)


def _take(part: Part, reading: Reading) -> None:
    for risk in reading.risks:
        part.blame(risk)
    part.reads.extend(reading.files)
    part.names.extend(reading.names)
    part.writes.extend(reading.writes)


def _read(program: str, words: list[str]) -> Reading:
    arguments = words[1:]
    if program in ("sed", "gsed"):
        return read_sed(arguments)
    if program in ("awk", "gawk", "mawk", "nawk"):
        return read_awk(arguments)
    if program in ("jq", "gojq", "jaq"):
        return read_jq(arguments)
    if program in ("tar", "gtar", "bsdtar"):
        return read_tar(arguments)
    if program == "git":
        return read_git(words)
    if program in ("npm", "yarn", "pnpm", "bun"):
        return read_npm(words)
    if program in ("pytest", "py.test"):
        arguments = _without_disabled_plugins(arguments)
    reading = _read_by_table(PROGRAMS.get(program, UNKNOWN), arguments)
    if program == "printenv" and not arguments:
        reading.risks.append("it shows the whole environment")
    if program == "ps" and any("e" in a for a in arguments if not a.startswith("-")):
        reading.risks.append("it shows the environment of processes")
    if program == "rsync" and any(":" in argument for argument in arguments):
        reading.risks.append("it reaches another machine")
    if program in ("curl", "wget"):
        reading.risks.extend(curl_risks(words))
        reading.names = [n for n in reading.names if "://" not in n]
    if program in _SPEAKING:
        return Reading(risks=reading.risks)
    if program == "man" and any("/" in argument for argument in arguments):
        reading.risks.append("it formats a file")
    return reading


def _without_disabled_plugins(arguments: list[str]) -> list[str]:
    """pytest's ``-p no:NAME`` loads nothing."""
    kept: list[str] = []
    for argument in arguments:
        if argument.startswith("no:") and kept and kept[-1] == "-p":
            kept.pop()
        elif not argument.startswith("-pno:"):
            kept.append(argument)
    return kept


def _read_by_table(program: Program, arguments: list[str]) -> Reading:
    scanned = scan(program, arguments)
    files = scanned.arguments
    if program.text_first and program.text_given_by.isdisjoint(scanned.options):
        files = files[program.text_first :]
    reading = Reading(risks=scanned.risks, names=list(scanned.values))
    if program.files == "read":
        reading.files.extend([*files, *scanned.values])
    elif program.files == "write":
        reading.writes.extend([*files, *scanned.values])
    else:
        reading.names.extend(files)
    for word in arguments:
        if word.startswith("-") and not word.startswith("--"):
            # A path may be glued to a letter: -I/etc.
            slash = min((k for k in (word.find("/"), word.find("..")) if k > 0), default=-1)
            if slash > 0 and not set(program.text_short) & set(word[1:slash]):
                reading.names.append(word[slash:])
    return reading


def _judge_globs(part: Part, program: str, words: Sequence[Word]) -> None:
    known = PROGRAMS.get(program)
    for word in words[1:]:
        if not word.glob:
            continue
        part.globs.append(word.value)
        if program in _SPEAKING:
            part.names.append(word.value)
        if word.leading_glob and (known is None or not known.harmless_options):
            part.blame(f"{word.value!r} may expand to an option")


def _judge_secrets(part: Part, program: str) -> None:
    """Secret files in the words of a program of which it is not known what it does with them."""
    if program in PROGRAMS and PROGRAMS[program].files == "name":
        return
    secret = next((name for name in [*part.names, *part.writes] if _names_secret(name)), None)
    if secret:
        part.blame(f"it names the secret file {secret!r}")
    if program in ("cp", "mv", "ln", "dd", "rsync", "install"):
        part.reads.extend(name for name in part.writes if _names_secret(name))


def _names_secret(word: str) -> bool:
    return any(is_secret(piece) for piece in re.split(r"[=:,@]", word) if piece)


def _add_aliases(part: Part, values: list[str]) -> None:
    """Other spellings, for deny and ask rules: without a path, without options in front, and what a
    wrapper of any kind may start."""
    program = values[0]
    if "/" in program:
        program = program.rsplit("/", 1)[1]
        part.aliases.append(shlex.join([program, *values[1:]]))
    if program == "git":
        plain, _ = git_without_globals(["git", *values[1:]])
        part.aliases.append(shlex.join(plain))
    if runs_anything(program) or program in ("find", "fd", "docker", "podman"):
        part.aliases.extend(shlex.join(inner) for inner in inner_words_of_any(values))
    if runner_spelled([program, *values[1:]]) is not None:
        part.aliases.extend(shlex.join(inner) for inner in inner_words_of_any(values))


def _suggestion(part: Part) -> str | None:
    """The pattern a person would sensibly remember; None where none is worth it."""
    words = list(part.words)
    program = words[0].rsplit("/", 1)[-1]
    if runs_anything(program) or "\n" in part.subject:
        return None
    if part.exact or program in _NEVER_SUGGESTED:
        return part.subject if len(part.subject) <= 200 else None
    count = max(part.spelled, 1)
    if program in _WITH_SUBCOMMANDS and len(words) > count:
        count = max(count, 2)
        if len(words) > 2 and words[1] in ("run", "run-script", "stash", "remote", "compose"):
            count = 3
    leading = words[:count]
    if program in _WITH_SUBCOMMANDS and count > 1 and leading[-1].startswith("-"):
        return part.subject
    return f"{shlex.join(leading)} *"
