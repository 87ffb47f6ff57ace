"""Lines twisted in every way we can think of, and really run where they would be allowed.

Whatever is allowed runs in a sandbox whose programs tell that they were started. It must start no
program but the approved one, and change no file.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.cli.permission import judge_line

BWRAP = shutil.which("bwrap")
PROGRAMS = (
    *("ls", "cat", "grep", "find", "sort", "wc", "head", "sed", "awk", "uniq", "git", "tar"),
    *("touch", "tee", "rm", "cp", "mv", "mkdir", "sh", "bash", "env", "xargs", "timeout", "nice"),
    *("id", "date", "dd", "ln", "chmod", "python3", "perl", "nohup", "sleep", "tail", "cut"),
)
STARTS = (
    ("ls *", "ls -la src"),
    ("ls *", "ls"),
    ("cat *", "cat README.md src/a.py"),
    ("cat *", "cat <<'E'\n$(touch canary)\nE"),
    ("grep *", "grep -rn text src"),
    ("grep *", "grep -n 'a|b;c' README.md"),
    ("find *", "find . -maxdepth 1 -name '*.md'"),
    ("sort *", "sort -u names.txt"),
    ("wc *", "wc -l README.md"),
    ("head *", "head -n 1 README.md"),
    ("sed *", "sed -n '1,2p' README.md"),
    ("sed *", "sed 's/a/b/g' README.md"),
    ("awk *", "awk '{print $1}' names.txt"),
    ("awk *", "awk 'NR >= 1 && $1 > 0' names.txt"),
    ("uniq *", "uniq -c names.txt"),
    ("echo *", "echo \"a b\" 'c;d'"),
    ("git status*", "git status --short"),
    ("echo *", 'echo "$(cat <<\'E\'\nit\'s (a) "text" ) $(touch canary) `id` \\\\\nE\n)"'),
)
PAYLOADS = (
    *("; touch canary", "&& touch canary", "|| touch canary", "| tee canary", "& touch canary"),
    *("\ntouch canary", "|& touch canary", " $(touch canary)", " `touch canary`", " > canary"),
    *(" >> canary", " 2> canary", " &> canary", " >| canary", " <> canary", " <(touch canary)"),
    *(" ${x:-$(touch canary)}", " $((a[$(touch canary)]))", " -exec touch canary ;"),
    *(" -exec touch canary \\;", " -o canary", " --output=canary", " --outp=canary", " -ocanary"),
    *(" -fprint canary", " -fls canary", " -delete", " -i", " 'w canary'", " -e 'w canary'"),
    *(" canary", " $'\\x2dexec' touch canary ';'", " {-exec,touch,canary,\\;}", " #\ntouch canary"),
    *(
        " <<E\n$(touch canary)\nE",
        " <<< $(touch canary)",
        " >& canary",
        " -f canary",
        " \\\n;touch canary",
    ),
    *(
        " --files0-from=names.txt",
        " 'BEGIN{system(\"touch canary\")}'",
        " {fd}>canary",
        " >'canary'",
    ),
    *(" | sh", " | xargs touch", "; rm names.txt", ' "$(touch canary)"', ' "`touch canary`"'),
    *("; eval touch canary", " \\; touch canary", " '' ; touch canary", ' "a\nb" ; touch canary'),
)
PREFIXES = (
    *("touch canary; ", "touch canary && ", "$(touch canary) ", "> canary ", "PATH=. ", "A=1 "),
    *(
        "timeout 5 ",
        "nice ",
        "env ",
        "nohup ",
        "command ",
        "exec ",
        "time ",
        "! ",
        "sudo ",
        "xargs ",
    ),
    *("bash -c ", "sh -c ", "eval ", "f() { touch canary; }; f; ", "cd src && ", "\\", "=", "./"),
)


def insert_quotes(line: str, place: int) -> str:
    return line[:place] + "''" + line[place:]


def insert_double_quotes(line: str, place: int) -> str:
    return line[:place] + '""' + line[place:]


def insert_backslash(line: str, place: int) -> str:
    return line[:place] + "\\" + line[place:]


def insert_continuation(line: str, place: int) -> str:
    return line[:place] + "\\\n" + line[place:]


def widen_blanks(line: str, place: int) -> str:
    return line[:place] + line[place:].replace(" ", " \t ", 1)


def insert_unicode(line: str, place: int) -> str:
    odd = "\u200b\u202e\u00a0\u2003\u0455\x1b\x08\r\x0b"
    return line[:place] + odd[place % len(odd)] + line[place:]


def in_brackets(line: str, place: int) -> str:
    return (f"({line})", f"{{ {line}; }}", f"if {line}; then {line}; fi", f"$({line})")[place % 4]


def in_a_shell(line: str, place: int) -> str:
    quoted = line.replace("'", "'\\''")
    return (f"bash -c '{quoted}'", f"sh -c '{quoted}'", f"timeout 5 bash -c '{quoted}'")[place % 3]


def add_payload(line: str, place: int) -> str:
    return line + PAYLOADS[place % len(PAYLOADS)]


def insert_payload(line: str, place: int) -> str:
    cut = line.find(" ", place)
    cut = len(line) if cut < 0 else cut
    return line[:cut] + PAYLOADS[place % len(PAYLOADS)] + line[cut:]


def add_prefix(line: str, place: int) -> str:
    return PREFIXES[place % len(PREFIXES)] + line


def shorten_option(line: str, place: int) -> str:
    cut = line.find("--", place)
    return line if cut < 0 else line[: cut + 6] + line[cut + 7 :]


def drop_character(line: str, place: int) -> str:
    return line[:place] + line[place + 1 :]


def repeat(line: str, place: int) -> str:
    return (f"{line}; {line}", f"{line} | {line}", f"{line}\n{line}", f"{line} && {line}")[
        place % 4
    ]


MUTATIONS: tuple[Callable[[str, int], str], ...] = (
    *(insert_quotes, insert_double_quotes, insert_backslash, insert_continuation, widen_blanks),
    *(insert_unicode, in_brackets, in_a_shell, add_payload, insert_payload, add_prefix, repeat),
    *(shorten_option, drop_character, add_payload, insert_payload),
)


class Workshop:
    """A workspace on the disk and a sandbox in which started programs leave their name."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "workspace"
        self.shims = folder / "shims"
        self.log = folder / "log"
        self.shims.mkdir()
        (self.project / "src").mkdir(parents=True)
        for name in ("README.md", "src/a.py", "names.txt"):
            (self.project / name).write_text("text of a file\nb\na\n")
        for program in PROGRAMS:
            real = shutil.which(program)
            if real:
                shim = self.shims / program
                shim.write_text(f'#!/bin/sh\necho {program} >> {self.log}\nexec {real} "$@"\n')
                shim.chmod(0o755)
        self.before = self.state()

    def state(self) -> dict[str, str]:
        return {
            str(path.relative_to(self.project)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(self.project.rglob("*"))
            if path.is_file()
        }

    def run(self, line: str) -> set[str]:
        """Run a line as the bash tool would; returns the programs it started."""
        assert BWRAP
        self.log.write_text("")
        subprocess.run(
            [
                *(
                    BWRAP,
                    "--ro-bind",
                    "/",
                    "/",
                    "--dev",
                    "/dev",
                    "--proc",
                    "/proc",
                    "--tmpfs",
                    "/run",
                ),
                *("--bind", str(self.project), str(self.project)),
                *("--bind", str(self.log), str(self.log)),
                *("--unshare-all", "--die-with-parent", "--chdir", str(self.project), "--clearenv"),
                *(
                    "--setenv",
                    "PATH",
                    f"{self.shims}:/usr/bin:/bin",
                    "--setenv",
                    "HOME",
                    "/nowhere",
                ),
                *("/bin/bash", "--norc", "--noprofile", "-c", line),
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=20,
            check=False,
        )
        return set(self.log.read_text().split())


def sandbox_works() -> bool:
    if BWRAP is None:
        return False
    tried = subprocess.run(
        [BWRAP, "--ro-bind", "/", "/", "--unshare-all", "true"], capture_output=True, check=False
    )
    return tried.returncode == 0


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    if not sandbox_works():
        pytest.skip("bubblewrap does not work here")
    return Workshop(tmp_path_factory.mktemp("workshop"))


steps = st.lists(st.tuples(st.sampled_from(MUTATIONS), st.integers(0, 400)), min_size=1, max_size=4)


def check_line(workshop: Workshop, approved: str, line: str) -> bool:
    """Whether a line is allowed; if so, it is run and must do only what was approved."""
    if "\0" in line or judge_line(line, approved, workshop.project)["decision"] != "allow":
        return False
    started = workshop.run(line)
    allowed = {approved.split()[0], "timeout", "nice", "env", "nohup", "bash", "sh"}
    if "cat <<" in line:
        allowed.add("cat")
    assert started <= allowed, (line, started)
    assert workshop.state() == workshop.before, line
    return True


@given(start=st.sampled_from(STARTS), twists=steps)
@settings(
    max_examples=400,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_an_allowed_line_never_does_more_than_what_was_approved(
    workshop: Workshop, start: tuple[str, str], twists: list[tuple[Callable[[str, int], str], int]]
) -> None:
    approved, line = start
    for mutate, place in twists:
        line = mutate(line, place % (len(line) + 1))
    check_line(workshop, approved, line)


def test_every_payload_at_every_start_is_caught(workshop: Workshop) -> None:
    for approved, line in STARTS:
        for payload in PAYLOADS:
            check_line(workshop, approved, line + payload)
        for prefix in PREFIXES:
            check_line(workshop, approved, prefix + line)


def test_untwisted_lines_are_allowed_and_harmless(workshop: Workshop) -> None:
    for approved, line in STARTS:
        assert check_line(workshop, approved, line), line
