"""Programs whose arguments are little programs themselves: sed, awk, jq, tar, curl.

Each function returns the risks it sees, and the arguments that are files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.permissions.shell_options import Program, scan


@dataclass(slots=True)
class Reading:
    """``risks`` are why a wildcard may not cover the command; ``files`` what it reads, ``names``
    further words that may be paths."""

    risks: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)


_SED = Program(
    only_short="nErzsuel",
    only_long=frozenset(
        {"quiet", "silent", "regexp-extended", "null-data", "separate", "unbuffered", "posix"}
        | {"expression", "line-length", "sandbox"}
    ),
    text_short="l",
)


def read_sed(words: Sequence[str]) -> Reading:
    """Only plain printing, deleting and substituting is taken for harmless."""
    reading = Reading()
    scripts: list[str] = []
    others: list[str] = []
    options: list[str] = []
    pending = iter(words)
    ended = False
    for word in pending:
        if ended or not word.startswith("-") or word == "-":
            others.append(word)
        elif word == "--":
            ended = True
        elif word.startswith("--expression="):
            scripts.append(word.partition("=")[2])
        elif word == "--expression":
            scripts.append(next(pending, ""))
        elif not word.startswith("--") and "e" in word and "i" not in word.partition("e")[0]:
            before, _, script = word.partition("e")
            options.append(before)
            scripts.append(script or next(pending, ""))
        else:
            options.append(word)
    reading.risks.extend(scan(_SED, [o for o in options if o != "-"]).risks)
    if any("i" in o for o in options) or any(o.startswith("--in-place") for o in options):
        reading.writes.extend(others[1:] if not scripts else others)
    if not scripts:
        if not others:
            reading.risks.append("it has no script")
        scripts, others = others[:1], others[1:]
    if not all(sed_script_is_plain(script) for script in scripts):
        reading.risks.append("its script may run programs or write files")
    reading.files.extend(others)
    return reading


_SED_ADDRESS = re.compile(r"\s*(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/I?)", re.DOTALL)
_SED_SECOND = re.compile(r"\s*,\s*(?:[+~]?\d+|\$|/(?:[^/\\\n]|\\.)*/I?)", re.DOTALL)
_SED_SIMPLE = re.compile(r"\s*!*\s*(?:[pdPDgGhHxnN=l]|[qQ]\s*\d*)\s*(?=[;}\n]|$)")
_SED_FLAGS = re.compile(r"[gpiIm0-9]*\s*(?=[;}\n]|$)")
_SED_SPACE = re.compile(r"[\s;]*")


def sed_script_is_plain(script: str) -> bool:
    """Whether a sed script is within a small grammar that neither runs, reads nor writes."""
    position, depth = 0, 0
    while True:
        matched = _SED_SPACE.match(script, position)
        position = matched.end() if matched else position
        if position >= len(script):
            return depth == 0
        if script[position] == "}":
            depth -= 1
            position += 1
            if depth < 0:
                return False
            continue
        if address := _SED_ADDRESS.match(script, position):
            position = address.end()
            if second := _SED_SECOND.match(script, position):
                position = second.end()
            if _open_bracket(address.group()) or (second and _open_bracket(second.group())):
                return False
        if simple := _SED_SIMPLE.match(script, position):
            position = simple.end()
            continue
        while position < len(script) and script[position] in " \t!":
            position += 1
        letter = script[position : position + 1]
        if letter == "{":
            depth += 1
            position += 1
        elif letter in ("s", "y") and letter:
            end = _sed_substitution(script, position)
            if end is None:
                return False
            position = end
        else:
            return False


def _sed_substitution(script: str, position: int) -> int | None:
    """The end of ``s/a/b/flags`` or ``y/a/b/``; None where it is not a plain one."""
    delimiter = script[position + 1 : position + 2]
    if not delimiter or delimiter in "\\\n" or delimiter.isalnum() or delimiter.isspace():
        return None
    cursor = position + 2
    for part in ("pattern", "replacement"):
        start = cursor
        while cursor < len(script) and script[cursor] != delimiter:
            cursor += 2 if script[cursor] == "\\" else 1
        if cursor >= len(script):
            return None
        if part == "pattern" and _open_bracket(script[start:cursor]):
            return None
        cursor += 1
    flags = _SED_FLAGS.match(script, cursor)
    return flags.end() if flags else None


_AWK = Program(only_short="Fv", only_long=frozenset(), text_short="Fv")
_AWK_WORDS = re.compile(r"\b(system|getline|ENVIRON|PROCINFO|ARGV|ARGC|fflush|close)\b|@")
_AWK_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"', re.DOTALL)
_AWK_REGEX = re.compile(r"/(?:[^/\\\n]|\\.)*/")
_AWK_BEFORE_REGEX = frozenset("(,{};!~&|=<>+-*%^?:\n")
_AWK_KEYWORD = re.compile(r"\b(print|printf|return|in|else|do|case)\s*$")


def read_awk(words: Sequence[str]) -> Reading:
    reading = Reading()
    scanned = scan(_AWK, words)
    reading.risks.extend(scanned.risks)
    if not scanned.arguments:
        reading.risks.append("its program is not to be seen")
        return reading
    if not awk_program_is_plain(scanned.arguments[0]):
        reading.risks.append("its program may run programs, write files or read the environment")
    for argument in scanned.arguments[1:]:
        target = argument.partition("=")[2] if re.match(r"[A-Za-z_]\w*=", argument) else argument
        reading.files.append(target)
    return reading


def awk_program_is_plain(program: str) -> bool:
    """Whether an awk program neither runs commands nor writes nor reads more than its files."""
    if _AWK_WORDS.search(program):
        return False
    bare = _awk_without_texts(program)
    if bare is None or ">>" in bare or re.search(r"(?<!\|)\|(?!\|)|\|&", bare):
        return False
    for statement in re.split(r"[;{}\n]", bare):
        printing = re.search(r"\bprintf?\b", statement)
        if printing and re.search(r">(?!=)", _outside_brackets(statement[printing.end() :])):
            return False
    return True


def _awk_without_texts(program: str) -> str | None:
    """The program with strings and regular expressions emptied; None where they do not close."""
    kept: list[str] = []
    position = 0
    while position < len(program):
        character = program[position]
        if character == '"':
            match = _AWK_STRING.match(program, position)
            if match is None:
                return None
            kept.append('""')
            position = match.end()
        elif character == "/" and _awk_regex_may_start("".join(kept)):
            match = _AWK_REGEX.match(program, position)
            if match is None or _open_bracket(match.group()):
                return None
            kept.append("0")
            position = match.end()
        elif (
            character == "/"
            and "".join(kept).rstrip(" \t").endswith(")")
            and ("/" in program[position + 1 :])
        ):
            # After a bracket it may divide, or follow the condition of an "if".
            return None
        else:
            kept.append(character)
            position += 1
    return "".join(kept)


def _open_bracket(regex: str) -> bool:
    """Whether the end of a regular expression lies inside brackets for some implementations."""
    bare = re.sub(r"\\.", "", regex, flags=re.DOTALL)
    return bare.rfind("[") > bare.rfind("]") or "[]" in bare or "[^]" in bare


def _awk_regex_may_start(before: str) -> bool:
    stripped = before.rstrip(" \t")
    if not stripped:
        return True
    if stripped.endswith(("++", "--")):
        return False
    return stripped[-1] in _AWK_BEFORE_REGEX or _AWK_KEYWORD.search(stripped) is not None


def _outside_brackets(text: str) -> str:
    depth, kept = 0, []
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth <= 0:
            kept.append(character)
    return "".join(kept)


_JQ = Program(
    risky_short="fL",
    risky_long=("from-file", "library-path", "run-tests"),
    text_first=1,
    options_end=True,
)
_JQ_REACHES_OUT = re.compile(
    r"(?<![.\w\"])env\b|\$ENV|\b(import|include|modulemeta|get_search_list)\b|\$__prog"
    r"|\binput_filename\b|@sh\s*\|"
)
_JQ_NAMED = {"--arg": 2, "--argjson": 2, "--rawfile": 2, "--slurpfile": 2, "--argfile": 2}


def read_jq(words: Sequence[str]) -> Reading:
    reading = Reading()
    plain: list[str] = []
    position = 0
    while position < len(words):
        word = words[position]
        if word in _JQ_NAMED:
            if word.endswith("file"):
                reading.files.extend(words[position + 2 : position + 3])
            position += 3
        elif word == "--indent":
            position += 2
        else:
            plain.append(word)
            position += 1
    scanned = scan(_JQ, plain)
    reading.risks.extend(scanned.risks)
    if scanned.arguments and _JQ_REACHES_OUT.search(scanned.arguments[0]):
        reading.risks.append("its filter reads the environment or other files")
    reading.files.extend(scanned.arguments[1:])
    return reading


_TAR = Program(
    risky_short="IFPTXVg",
    risky_long=(
        "use-compress-program",
        "to-command",
        "checkpoint-action",
        "rsh-command",
        "rmt-command",
        "info-script",
        "new-volume-script",
        "absolute-names",
        "files-from",
        "exclude-from",
        "remove-files",
        "index-file",
        "listed-incremental",
        "overwrite",
        "recursive-unlink",
        "to-stdout-command",
        "unlink-first",
        "volno-file",
        "transform",
        "xform",
    ),
    safe_long=frozenset({"to-stdout", "totals", "exclude", "checkpoint", "list", "verbose"}),
    valued_short="fCbHKLNVIFTXg",
    valued_long=frozenset({"file", "directory"}),
    text_long=frozenset({"exclude", "strip-components", "owner", "group", "mode", "format"}),
)


def read_tar(words: Sequence[str]) -> Reading:
    """Options may come without a dash; an archive with a colon lies on another machine."""
    reading = Reading()
    dashed = list(words)
    if dashed and not dashed[0].startswith("-"):
        dashed[0] = "-" + dashed[0]
    scanned = scan(_TAR, dashed)
    reading.risks.extend(scanned.risks)
    every = [*scanned.arguments, *scanned.values]
    if any(":" in word for word in every):
        reading.risks.append("it may reach another machine")
    reading.files.extend(every)
    if "x" in scanned.options or "extract" in scanned.options or "get" in scanned.options:
        reading.writes.append(".")
    return reading


def curl_risks(words: Sequence[str]) -> list[str]:
    """What the table cannot say: values that name files."""
    risks = []
    if any(word.startswith("@") for word in words):
        risks.append("it sends the content of a file")
    if any("%output{" in word or "%{stderr}" in word for word in words):
        risks.append("it writes to a file")
    if any(word.lower().startswith(("file:", "scp:", "sftp:", "gopher:")) for word in words):
        risks.append("its address is not one of the web")
    if any("://" in word for word in words[1:] if word.startswith("-")):
        risks.append("an option names another address")
    return risks
