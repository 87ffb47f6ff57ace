"""Settings under which git runs no code that a repository, or anything it includes, names.

Git has many doors to other programs: hooks, the file-system monitor, filters, diff and merge
drivers, signing, transports, editors, pagers. Each is closed by a setting of the highest precedence,
handed over in the environment (``GIT_CONFIG_COUNT``), where a name cannot be confused with a value.
Drivers have free names, so the names in use are read from every configuration file first.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

FIXED: tuple[tuple[str, str], ...] = (
    ("core.fsmonitor", "false"),
    ("core.hooksPath", os.devnull),
    ("core.sshCommand", "false"),
    ("core.gitProxy", ""),
    ("core.askPass", ""),
    ("core.editor", ":"),
    ("core.pager", "cat"),
    ("core.alternateRefsCommand", "false"),
    ("sequence.editor", ":"),
    ("credential.helper", ""),
    ("diff.external", "true"),
    ("diff.ignoreSubmodules", "dirty"),
    ("diff.submodule", "short"),
    ("status.submoduleSummary", "false"),
    ("submodule.recurse", "false"),
    ("fetch.recurseSubmodules", "false"),
    ("push.recurseSubmodules", "no"),
    ("merge.default", "text"),
    ("merge.verifySignatures", "false"),
    ("pull.twohead", "ort"),
    ("pull.octopus", "octopus"),
    ("commit.gpgSign", "false"),
    ("tag.gpgSign", "false"),
    ("tag.forceSignAnnotated", "false"),
    ("push.gpgSign", "false"),
    ("log.showSignature", "false"),
    ("gpg.program", "false"),
    ("gpg.openpgp.program", "false"),
    ("gpg.x509.program", "false"),
    ("gpg.ssh.program", "false"),
    ("gpg.ssh.defaultKeyCommand", "false"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("gc.recentObjectsHook", ""),
    ("init.templateDir", ""),
    ("interactive.diffFilter", ""),
    ("safe.bareRepository", "explicit"),
    ("protocol.allow", "never"),
    ("core.protectNTFS", "true"),
    ("core.protectHFS", "true"),
    ("advice.detachedHead", "false"),
    ("core.quotePath", "false"),
    ("color.ui", "false"),
    ("color.status", "false"),
    ("color.diff", "false"),
    ("column.ui", "never"),
)

# Plain three-way merge by git itself: a driver must have some command, or git gives up.
_PLAIN_MERGE = "git merge-file -L ours -L base -L theirs %A %O %B"

# What each kind of named section is given instead of its programs.
_DRIVERS: dict[str, tuple[tuple[str, str], ...]] = {
    "filter": (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")),
    "diff": (("command", "true"), ("textconv", "cat"), ("cachetextconv", "false")),
    "merge": (("driver", _PLAIN_MERGE), ("recursive", "text")),
    "hook": (("command", "true"), ("enabled", "false")),
    "submodule": (("ignore", "dirty"), ("update", "none")),
    "branch": (("mergeoptions", ""),),
    "credential": (("helper", ""),),
    "remote": (("uploadpack", "false"), ("receivepack", "false"), ("promisor", "false")),
    "trailer": (("command", "true"), ("cmd", "true")),
    "protocol": (("allow", "never"),),
    "pager": (),
}
_ONLY_IF_SET = {"diff", "branch", "credential", "remote", "trailer", "hook"}


def overrides(keys: Iterable[str]) -> list[tuple[str, str]]:
    """The settings to hand over, given every key that any configuration file sets."""
    settings = dict(FIXED)
    for key in keys:
        section, _, rest = key.partition(".")
        name, separator, variable = rest.rpartition(".")
        section = section.lower()
        if not separator:
            if section == "pager":
                settings[key] = "false"
            continue
        for closed, value in _DRIVERS.get(section, ()):
            if section not in _ONLY_IF_SET or closed == variable.lower():
                settings[f"{section}.{name}.{closed}"] = value
    return list(settings.items())


def as_environment(settings: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Settings in the form in which git takes them from its environment."""
    environment: dict[str, str] = {}
    count = 0
    for key, value in settings:
        environment[f"GIT_CONFIG_KEY_{count}"] = key
        environment[f"GIT_CONFIG_VALUE_{count}"] = value
        count += 1
    environment["GIT_CONFIG_COUNT"] = str(count)
    return environment


_KEPT = ("HOME", "XDG_CONFIG_HOME", "USER", "LOGNAME", "TMPDIR", "TZ", "SYSTEMROOT", "USERPROFILE")


def base_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment of git: no ``GIT_*`` of the caller's, English messages, nothing that asks."""
    kept = {name: environ[name] for name in _KEPT if name in environ}
    # A relative entry would find programs in the repository.
    folders = [f for f in environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(f)]
    return kept | {
        "PATH": os.pathsep.join(folders),
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "C",
        "TERM": "dumb",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_EDITOR": ":",
        "GIT_SEQUENCE_EDITOR": ":",
        "GIT_PAGER": "cat",
        "GIT_ASKPASS": "",
        "GIT_SSH_COMMAND": "false",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_ATTR_NOSYSTEM": "1",
    }


_DIFF = ("--no-ext-diff", "--no-textconv")
_SAFE_OPTIONS: dict[str, tuple[str, ...]] = {
    "diff": (*_DIFF, "--ignore-submodules=dirty"),
    "diff-index": (*_DIFF, "--ignore-submodules=dirty"),
    "diff-files": (*_DIFF, "--ignore-submodules=dirty"),
    "diff-tree": _DIFF,
    "show": _DIFF,
    "log": _DIFF,
    "format-patch": _DIFF,
    "blame": ("--no-textconv",),
    "grep": ("--no-textconv",),
    "status": ("--ignore-submodules=dirty",),
}

READ_ONLY = frozenset(
    {
        *(
            "diff",
            "diff-index",
            "diff-files",
            "diff-tree",
            "show",
            "log",
            "blame",
            "grep",
            "status",
        ),
        *("rev-parse", "rev-list", "cat-file", "ls-files", "ls-tree", "for-each-ref", "show-ref"),
        *("merge-base", "symbolic-ref", "check-ignore", "check-attr", "var", "count-objects"),
        *("check-ref-format", "name-rev", "describe", "shortlog", "fsck", "verify-pack"),
    }
)
WRITING = frozenset(
    {
        *("add", "rm", "mv", "commit", "checkout", "switch", "restore", "reset", "branch", "tag"),
        *("merge", "merge-tree", "merge-file", "rebase", "cherry-pick", "revert", "stash", "apply"),
        *("worktree", "update-ref", "update-index", "read-tree", "write-tree", "commit-tree"),
        *("hash-object", "mktree", "checkout-index", "init", "clean", "prune", "gc", "repack"),
        *("pack-objects", "unpack-objects", "index-pack", "config", "am", "format-patch", "reflog"),
    }
)

_REFUSED_OPTIONS = (
    *("--ext-diff", "--textconv", "--exec", "--upload-pack", "--receive-pack", "--exec-path"),
    *("--config-env", "--open-files-in-pager", "--gpg-sign", "--edit", "--interactive"),
    *("--recurse-submodules", "--strategy", "--filters", "--template"),
)
_HARMLESS_ALTHOUGH_SHORTER = frozenset({"--text", "--filter"})
_REFUSED_LETTERS = {
    "rebase": ("-x", "-i"),
    "grep": ("-O",),
    "merge": ("-s", "-S"),
    "commit": ("-S",),
}


def safe_arguments(arguments: tuple[str, ...]) -> list[str]:
    """The arguments with the options that keep drivers off; refuses what would let programs in.

    Git accepts any unambiguous beginning of a long option, so beginnings are refused as well.
    """
    command = arguments[0] if arguments else ""
    if command not in READ_ONLY and command not in WRITING:
        raise ValueError(f"git {command} is not used by Spinney")
    for argument in arguments[1:]:
        if argument == "--":
            break
        name = argument.partition("=")[0]
        long = len(name) > 4 and name.startswith("--") and name not in _HARMLESS_ALTHOUGH_SHORTER
        if (long and any(refused.startswith(name) for refused in _REFUSED_OPTIONS)) or (
            argument.startswith(_REFUSED_LETTERS.get(command, ()))
        ):
            raise ValueError(f"git {command} must not be given {name}")
    if command == "stash" and arguments[1:2] == ("show",):
        return ["stash", "show", *_DIFF, *arguments[2:]]
    return [command, *_SAFE_OPTIONS.get(command, ()), *arguments[1:]]
