"""Programs that run other programs: those that can be seen through, and those that cannot."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.permissions.shell_programs import words_in

SHELLS = words_in("bash sh dash")
OTHER_SHELLS = words_in(
    "zsh ksh mksh ash fish csh tcsh rbash pwsh powershell cmd busybox toybox nu"
)
INTERPRETERS = words_in(
    "python python2 python3 pypy pypy3 node nodejs deno bun ruby perl php lua luajit tclsh "
    "Rscript R julia java dart elixir erl escript swift scala groovy kotlin raku osascript irb "
    "ipython ts-node tsx coffee guile racket sbcl clojure ghci runghc runhaskell"
)
_VERSIONED = re.compile(r"(python|pypy|ruby|perl|php|lua|node)[0-9.]+$")
NEVER_BY_WILDCARD = words_in(
    "sudo doas su runuser pkexec gosu xargs parallel ssh sshpass mosh telnet expect script screen "
    "tmux strace ltrace perf gdb lldb valgrind rr watch entr watchexec nodemon flock unshare "
    "nsenter chroot setpriv capsh firejail bwrap systemd-run at batch crontab xvfb-run "
    "dbus-run-session dbus-launch ssh-agent proot fakeroot torsocks proxychains proxychains4 "
    "unbuffer socat nc ncat netcat vim vi nvim view ex ed emacs emacsclient nano joe micro pico "
    "sqlite3 psql mysql mariadb mongo mongosh redis-cli ldd ld.so open xdg-open start eval source "
    ". trap alias unalias hash enable set shopt bind complete compgen compopt history fc let "
    "declare typeset local export readonly read mapfile readarray unset getopts wait coproc "
    "pushd popd logout disown suspend ulimit umask scp sftp ftp lftp ansible ansible-playbook "
    "vagrant setarch i386 linux32 linux64 daemonize start-stop-daemon dotenv direnv make-shell "
    "fzf peco logrotate run-parts chpst softlimit numactl taskset cpulimit rlwrap git-shell tclsh "
    "aa-exec runcon sg newgrp prlimit tini dumb-init env printenv-exec find2perl select function"
)
"""Programs and builtins that run anything, or change what later commands do."""

PACKAGE_RUNNERS = words_in("npx bunx pnpx uvx")
RUN_SUBCOMMANDS = {
    ("uv", "run"), ("poetry", "run"), ("pipenv", "run"), ("hatch", "run"), ("pdm", "run"),
    ("rye", "run"), ("conda", "run"), ("mamba", "run"), ("bundle", "exec"), ("pipx", "run"),
    ("npm", "exec"), ("npm", "x"), ("pnpm", "exec"), ("pnpm", "dlx"), ("yarn", "exec"),
    ("yarn", "dlx"), ("rbenv", "exec"), ("pyenv", "exec"), ("mise", "exec"), ("asdf", "exec"),
    ("nix", "run"), ("nix", "shell"), ("nix", "develop"), ("cargo", "run"), ("go", "run"),
    ("dotnet", "run"), ("swift", "run"), ("bazel", "run"), ("stack", "exec"), ("cabal", "exec"),
}  # fmt: skip
"""Sub-commands after which the name of another program stands."""

REMOTE_RUNNERS = {
    "docker": words_in("run exec build buildx cp compose create start commit load import plugin"),
    "podman": words_in("run exec build cp compose create start commit load import"),
    "kubectl": words_in("exec run cp debug attach proxy port-forward plugin apply edit create"),
    "nerdctl": words_in("run exec build cp compose"),
    "lxc": words_in("exec file"),
}

_SIMPLE = words_in("nohup command builtin exec chronic env time")
_TIME_OPTIONS = re.compile(r"-p$")
_NICE = re.compile(r"-\d+$|--adjustment=-?\d+$|-n-?\d+$")
_STDBUF = re.compile(r"-[ioe]([0L]|\d+[KMG]?)$|--(input|output|error)=\w+$")
_TIMEOUT = re.compile(
    r"--(preserve-status|foreground|verbose|signal=\w+|kill-after=[\d.]+[smhd]?)$|-v$"
)
_DURATION = re.compile(r"[\d.]+[smhd]?$")


def seen_through(words: Sequence[str]) -> int | None:
    """Where the inner command starts, for wrappers that only run it; None for anything else."""
    program, position = words[0], 1
    if program in _SIMPLE:
        while program == "time" and position < len(words) and _TIME_OPTIONS.match(words[position]):
            position += 1
        return _inner(words, position)
    if program == "nice":
        if words[position : position + 1] == ["-n"]:
            position += 2
        elif position < len(words) and _NICE.match(words[position]):
            position += 1
        return _inner(words, position)
    if program == "stdbuf":
        while position < len(words) and _STDBUF.match(words[position]):
            position += 1
        return _inner(words, position)
    if program == "timeout":
        while position < len(words):
            if words[position] in ("-s", "-k"):
                position += 2
            elif _TIMEOUT.match(words[position]):
                position += 1
            else:
                break
        if position < len(words) and _DURATION.match(words[position]):
            return _inner(words, position + 1)
    return None


def _inner(words: Sequence[str], position: int) -> int | None:
    """The position, if a plain program name stands there."""
    if position >= len(words) or words[position].startswith("-") or "=" in words[position]:
        return None
    return position


_WRAPPER_NAMES = _SIMPLE | {"nice", "stdbuf", "timeout", "ionice", "setsid"}
_HARMLESS_SHELL_OPTIONS = frozenset({"-c", "-ec", "-ce", "-euc", "-uc"})


def script_of_shell(words: Sequence[str]) -> str | None:
    """The script of ``bash -c SCRIPT``; None where it is started in any other way."""
    if words[0] in SHELLS and len(words) == 3 and words[1] in _HARMLESS_SHELL_OPTIONS:
        return words[2]
    return None


def is_interpreter(program: str) -> bool:
    return program in INTERPRETERS or _VERSIONED.match(program) is not None


def runs_anything(program: str) -> bool:
    """Whether a wildcard after this program's name would allow everything."""
    return (
        program in NEVER_BY_WILDCARD
        or program in SHELLS
        or program in OTHER_SHELLS
        or program in _WRAPPER_NAMES
    )


def inner_words_of_any(words: Sequence[str]) -> list[list[str]]:
    """Every tail that may be a command of its own, for deny rules on wrappers of any kind."""
    return [list(words[k:]) for k in range(1, min(len(words), 12)) if _may_be_program(words[k])]


def _may_be_program(word: str) -> bool:
    return re.match(r"[A-Za-z0-9_./][\w./+-]*$", word) is not None and not word.isdigit()


def interpreter_spelled(words: Sequence[str]) -> tuple[int, str | None]:
    """How many words name the script of an interpreter; and why none does."""
    if len(words) == 1:
        return 1, f"{words[0]} reads what it runs from its input"
    first = words[1]
    if first == "-m" and len(words) > 2 and words[0].startswith(("python", "pypy")):
        return 3, None
    if first.startswith("-"):
        return 1, f"{words[0]} {first} may run anything"
    return 2, None


def runner_spelled(words: Sequence[str]) -> int | None:
    """How many words name the program that a package runner starts; None for other programs."""
    start = 1 if words[0] in PACKAGE_RUNNERS else None
    if len(words) > 1 and (words[0], words[1]) in RUN_SUBCOMMANDS:
        start = 2
    if start is None:
        return None
    for position in range(start, len(words)):
        if not words[position].startswith("-"):
            return position + 1
    return len(words) + 1
