"""Git and the package managers: programs with sub-commands that differ in what they may do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.permissions.shell_options import Program, scan
from core.permissions.shell_programs import NPM, words_in
from core.permissions.shell_scripts import Reading

GIT_HARMLESS_GLOBALS = frozenset(
    {"--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs", "--no-replace-objects"}
    | {"--glob-pathspecs", "--noglob-pathspecs", "--icase-pathspecs", "--version"}
)
_GIT_GLOBALS_WITH_VALUE = frozenset(
    {"-c", "-C", "--git-dir", "--work-tree", "--exec-path", "--namespace", "--config-env"}
    | {"--super-prefix", "--attr-source"}
)
_GIT_KNOWN = words_in(
    """add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore
    check-mailmap check-ref-format checkout cherry cherry-pick clean clone column commit
    commit-graph commit-tree config count-objects describe diff diff-files diff-index diff-tree
    fetch for-each-ref format-patch fsck gc grep hash-object init log ls-files ls-remote ls-tree
    merge merge-base merge-file merge-tree mv name-rev notes patch-id pull push range-diff
    read-tree rebase reflog remote rerere reset restore rev-list rev-parse revert rm shortlog show
    show-branch show-ref sparse-checkout stash status stripspace submodule switch symbolic-ref tag
    unpack-objects update-index update-ref var verify-commit verify-tag version whatchanged
    worktree write-tree prune repack"""
)
_GIT_READS = words_in(
    """annotate blame cat-file cherry count-objects describe diff diff-files diff-index diff-tree
    for-each-ref grep log ls-files ls-tree merge-base name-rev range-diff rev-list rev-parse
    shortlog show show-branch show-ref status var version whatchanged check-ignore"""
)
_GIT_REMOTE = frozenset({"fetch", "pull", "push", "ls-remote", "clone", "archive", "submodule"})
_GIT_OPTIONS = Program(
    risky_short="O",
    risky_long=(
        "output",
        "output-directory",
        "ext-diff",
        "textconv",
        "upload-pack",
        "receive-pack",
        "exec",
        "open-files-in-pager",
        "no-index",
        "config",
        "config-env",
        "template",
        "separate-git-dir",
        "git-dir",
        "work-tree",
        "paginate",
        "pathspec-from-file",
        "contents",
        "ignore-revs-file",
        "extcmd",
        "tool",
        "server-option",
        "reference",
        "strategy-option",
        "stdin-packs",
        "directory",
        "filters",
        "prefix-command",
        "interactive",
        "remote",
        "index-info",
        "repo",
        "stdin",
    ),
    safe_long=frozenset({"text", "no", "tool-help", "out", "con", "rep"}),
    text_short="mSGnULl",
    text_long=frozenset(
        {"message", "author", "committer", "date", "since", "until", "after", "before", "grep"}
        | {"format", "pretty", "max-count", "skip", "trailer", "cleanup", "diff-filter", "unified"}
        | {
            "abbrev",
            "color",
            "decorate",
            "date-order",
            "sort",
            "contains",
            "points-at",
            "word-diff",
        }
        | {"grep-reflog", "encoding", "diff-algorithm", "stat", "pickaxe-regex", "match", "exclude"}
    ),
    valued_short="F",
    valued_long=frozenset({"file"}),
)
_URL = re.compile(r"^[A-Za-z0-9+.-]+::|://|^[^/\s:]+@[^/\s:]+:|^[A-Za-z0-9.-]+\.[a-z]{2,}:")


def git_without_globals(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The command without git's own leading options, and which of them are risky."""
    risky: list[str] = []
    position = 1
    while position < len(words) and words[position].startswith("-"):
        word = words[position]
        if word not in GIT_HARMLESS_GLOBALS:
            risky.append(word)
        position += 2 if word in _GIT_GLOBALS_WITH_VALUE else 1
    return [words[0], *words[position:]], risky


def read_git(words: Sequence[str]) -> Reading:
    """The risks and files of a git command given with all its words."""
    reading = Reading()
    plain, risky_globals = git_without_globals(words)
    reading.risks.extend(f"git {option} changes where git looks" for option in risky_globals)
    if len(plain) < 2:
        return reading
    command, arguments = plain[1], plain[2:]
    if command not in _GIT_KNOWN:
        reading.risks.append(f"git {command} may be an alias or another program")
    options = _GIT_OPTIONS
    scanned = scan(options, [a for a in arguments if not (command == "push" and a == "-n")])
    reading.risks.extend(scanned.risks)
    reading.risks.extend(_git_command_risks(command, arguments, scanned.arguments))
    files = scanned.arguments
    if command == "grep" and not {"e", "f"} & set(scanned.options):
        files = files[1:]
    for word in files:
        revision, colon, path = word.partition(":")
        reading.files.append(path if colon and path and not revision.startswith("/") else word)
    reading.names.extend(scanned.values)
    return reading


def _git_command_risks(
    command: str, arguments: Sequence[str], positional: Sequence[str]
) -> list[str]:
    first = positional[0] if positional else ""
    letters = "".join(a[1:] for a in arguments if re.match(r"-[A-Za-z]+$", a))
    risks: list[str] = []
    if command == "config" and not _only_shows_config(arguments):
        risks.append("it changes settings that later commands obey")
    if command == "bisect" and first in ("run", "visualize", "view"):
        risks.append(f"bisect {first} runs a program")
    if command == "rebase" and any(letter in letters for letter in "xi"):
        risks.append("it runs programs for each commit")
    if command == "submodule" and first not in ("", "status", "summary"):
        risks.append("it runs what another repository says")
    if command == "remote" and first not in ("", "show", "get-url"):
        risks.append("it changes where this repository talks to")
    if command in ("init", "clone", "gc", "apply", "am", "update-ref", "hash-object") and any(
        a.startswith("-") for a in arguments
    ):
        risks.append(f"git {command} with options is not known to be harmless")
    if command in _GIT_REMOTE:
        if any(_URL.search(a) for a in arguments) or ":" in first:
            risks.append("it names another repository")
        if any(letter in letters for letter in "u") and command in ("clone", "fetch", "ls-remote"):
            risks.append("-u names a program to run on the other side")
        if command == "clone" and "c" in letters:
            risks.append("-c changes settings")
    if command in ("merge", "rebase", "pull") and "s" in letters:
        risks.append("-s names a program that merges")
    if command == "format-patch" and "o" in letters:
        risks.append("-o writes elsewhere")
    if command == "archive" and "o" in letters:
        risks.append("-o writes a file")
    if command == "worktree" and first not in ("", "list"):
        risks.append("it makes or removes folders")
    if command == "grep" and any(a.startswith(("-O", "-f")) for a in arguments):
        risks.append("it opens a program or reads patterns from a file")
    if command == "bundle" and first != "verify":
        risks.append("it writes a file")
    return risks


def _only_shows_config(arguments: Sequence[str]) -> bool:
    shows = {"--get", "--get-all", "--get-regexp", "--list", "-l", "get", "list"}
    return bool(arguments) and arguments[0] in shows


def git_reads_only(words: Sequence[str]) -> bool:
    """Whether a git command without risks changes nothing."""
    plain, _ = git_without_globals(words)
    return len(plain) > 1 and plain[1] in _GIT_READS


_NPM_RUNS = frozenset({"exec", "x", "dlx", "create", "init", "explore", "edit"})
_NPM_SETS = frozenset({"config", "set", "c", "link", "publish", "adduser", "login", "token"})


def read_npm(words: Sequence[str]) -> Reading:
    """npm, yarn, pnpm and bun; what stands after ``--`` goes to the script."""
    reading = Reading()
    arguments = list(words[1:])
    own = arguments[: arguments.index("--")] if "--" in arguments else arguments
    scanned = scan(NPM, own)
    reading.risks.extend(scanned.risks)
    first = scanned.arguments[0] if scanned.arguments else ""
    if first in _NPM_RUNS:
        reading.risks.append(f"{words[0]} {first} runs a package")
    if first in _NPM_SETS:
        reading.risks.append(f"{words[0]} {first} changes settings or publishes")
    behind = arguments[len(own) + 1 :]
    reading.names.extend([*scanned.arguments[1:], *scanned.values, *behind])
    return reading
