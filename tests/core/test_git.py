"""Git works for us on any repository and never runs what the repository names."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from pathlib import Path

import pytest

from core.git import Git, GitError, Head, _end, find_repository, valid_branch_name
from core.git_hardening import safe_arguments


def plain(folder: Path, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Git as anybody would run it."""
    environment = {
        **os.environ,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.test",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.test",
        "GIT_ALLOW_PROTOCOL": "file",
    }
    return subprocess.run(
        ["git", *arguments],
        cwd=folder,
        check=check,
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / "person"
    folder.mkdir()
    (folder / ".gitconfig").write_text("[user]\nname = Ada\nemail = ada@example.test\n")
    return {"HOME": str(folder), "PATH": os.environ["PATH"]}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    plain(folder, "init", "-q", "-b", "main", ".")
    (folder / "a.txt").write_text("one\ntwo\nthree\n")
    plain(folder, "add", ".")
    plain(folder, "commit", "-qm", "first")
    return folder


HOOKS = (
    *("applypatch-msg", "pre-applypatch", "post-applypatch", "pre-commit", "pre-merge-commit"),
    *("prepare-commit-msg", "commit-msg", "post-commit", "pre-rebase", "post-checkout"),
    *("post-merge", "pre-push", "pre-auto-gc", "post-rewrite", "fsmonitor-watchman"),
    *("post-index-change", "reference-transaction"),
)


def booby_trap(repository: Path, canaries: Path) -> None:
    """Set every trap we know of; each leaves a file named after itself."""
    canaries.mkdir()

    def trap(name: str, then: str = "") -> str:
        return f"touch '{canaries}/{name}'; {then}"

    config = repository / ".git" / "config"
    sections = [
        ("core", "fsmonitor", trap("fsmonitor", "false")),
        ("core", "sshCommand", trap("ssh")),
        ("core", "editor", trap("editor", "true")),
        ("core", "pager", trap("pager", "cat")),
        ("core", "askPass", trap("askpass")),
        ("core", "alternateRefsCommand", trap("alternate-refs")),
        ("core", "gitProxy", trap("proxy")),
        ("sequence", "editor", trap("sequence-editor", "true")),
        ("pager", "log", trap("pager-log", "cat")),
        ("pager", "status", trap("pager-status", "cat")),
        ("credential", "helper", "!" + trap("credential")),
        ('credential "https://x.test"', "helper", "!" + trap("credential-url")),
        ("diff", "external", trap("diff-external")),
        ('diff "evil"', "command", trap("diff-command")),
        ('diff "evil"', "textconv", trap("textconv", "cat")),
        ('merge "evil"', "driver", trap("merge-driver", "cat %B > %A")),
        ("merge", "default", "evil"),
        ('filter "evil"', "clean", trap("clean", "cat")),
        ('filter "evil"', "smudge", trap("smudge", "cat")),
        ('filter "evil"', "required", "true"),
        ('filter "a=b"', "clean", trap("clean-odd-name", "cat")),
        ('filter "a=b"', "smudge", trap("smudge-odd-name", "cat")),
        ('filter "proc"', "process", trap("process")),
        ("commit", "gpgSign", "true"),
        ("tag", "gpgSign", "true"),
        ("gpg", "program", str(canaries.parent / "gpg")),
        ('gpg "ssh"', "program", str(canaries.parent / "gpg")),
        ('gpg "ssh"', "defaultKeyCommand", trap("ssh-key-command")),
        ("gc", "recentObjectsHook", trap("gc-hook")),
        ("interactive", "diffFilter", trap("diff-filter", "cat")),
        ('branch "main"', "mergeOptions", "--gpg-sign --edit"),
        ('hook "evil"', "command", trap("config-hook")),
        ('hook "evil"', "event", "pre-commit"),
        ('remote "origin"', "url", f"ext::sh -c touch% {canaries}/ext-remote"),
        ('remote "origin"', "uploadpack", trap("upload-pack")),
        ('remote "origin"', "promisor", "true"),
        ("protocol", "allow", "always"),
        ('protocol "ext"', "allow", "always"),
        ("submodule", "recurse", "true"),
        ("status", "submoduleSummary", "true"),
        ("diff", "submodule", "log"),
        ('trailer "x"', "command", trap("trailer")),
    ]
    escaped = [
        (section, key, value.replace("\\", "\\\\").replace('"', '\\"'))
        for section, key, value in sections
    ]
    with config.open("a") as file:
        for section, key, value in escaped:
            file.write(f'[{section}]\n\t{key} = "{value}"\n')
        file.write("[INCLUDEIF \"onbranch:**\"]\n\tpath = 'more'\n".replace("'", '"'))
    smudge, clean = trap("smudge-included", "cat"), trap("clean-included", "cat")
    (repository / ".git" / "more").write_text(
        f'[filter "inc"]\n\tsmudge = "{smudge}"\n\tclean = "{clean}"\n'
    )
    gpg = canaries.parent / "gpg"
    gpg.write_text(f"#!/bin/sh\ntouch '{canaries}/gpg'\nexit 1\n")
    gpg.chmod(0o755)
    hooks = repository / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in HOOKS:
        hook = hooks / name
        hook.write_text(f"#!/bin/sh\ntouch '{canaries}/hook-{name}'\nexit 0\n")
        hook.chmod(0o755)
    info = repository / ".git" / "info"
    info.mkdir(exist_ok=True)
    (info / "attributes").write_text("*.bin filter=evil\n")
    (repository / ".gitattributes").write_text(
        "*.txt diff=evil merge=evil filter=evil\n*.odd filter=a=b\n"
        "*.inc filter=inc\n*.proc filter=proc\n"
    )


@pytest.fixture
def hostile(repository: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A repository with history worth merging, a hostile nested repository, and every trap set."""
    for name in ("x.odd", "x.inc", "x.proc", "x.bin"):
        (repository / name).write_text("content\n")
    nested = repository / "nested"
    nested.mkdir()
    plain(nested, "init", "-q", "-b", "main", ".")
    (nested / "n.txt").write_text("n\n")
    plain(nested, "add", ".")
    plain(nested, "commit", "-qm", "nested")
    plain(repository, "add", ".")
    plain(repository, "commit", "-qm", "second")
    plain(repository, "checkout", "-q", "-b", "side")
    (repository / "a.txt").write_text("one\ntwo\nthree\nside\n")
    plain(repository, "commit", "-qam", "side")
    plain(repository, "checkout", "-q", "main")
    (repository / "a.txt").write_text("zero\none\ntwo\nthree\n")
    plain(repository, "commit", "-qam", "main")
    canaries = tmp_path / "canaries"
    booby_trap(repository, canaries)
    clean = f"touch '{canaries}/nested-filter'; cat"
    plain(nested, "config", "core.fsmonitor", f"touch '{canaries}/nested-fsmonitor'; false")
    plain(nested, "config", "filter.nested.clean", clean)
    (nested / ".gitattributes").write_text("* filter=nested\n")
    (nested / "n.txt").write_text("changed\n")
    (repository / "a.txt").write_text("zero\none\ntwo changed\nthree\n")
    return repository, canaries


def test_the_traps_are_live(hostile: tuple[Path, Path]) -> None:
    repository, canaries = hostile
    for arguments in (
        ("status",),
        ("-c", "filter.proc.process=", "status"),
        ("--no-pager", "diff", "a.txt"),
        ("--no-pager", "log", "-p", "-1", "a.txt"),
        ("add", "a.txt"),
        ("stash",),
        ("worktree", "add", "-q", "../other", "side"),
    ):
        plain(repository, *arguments, check=False)
    names = {path.name for path in canaries.iterdir()}
    assert {"fsmonitor", "clean", "diff-command", "nested-fsmonitor", "hook-post-checkout"} <= names
    assert {"textconv", "smudge", "clean-odd-name", "clean-included", "process"} <= names


async def test_no_trap_goes_off_in_anything_we_do(
    hostile: tuple[Path, Path], home: dict[str, str], tmp_path: Path
) -> None:
    repository, canaries = hostile
    git = Git(repository, environ=home)
    for path in repository.glob("x.*"):
        path.write_text("changed\n")
    steps: list[tuple[str, ...]] = [
        ("status", "--porcelain=v2", "--branch", "--untracked-files=all"),
        ("status",),
        ("diff",),
        ("diff", "--stat", "HEAD"),
        ("diff-index", "-p", "HEAD"),
        ("log", "-p", "-3"),
        ("show", "HEAD"),
        ("blame", "a.txt"),
        ("grep", "one"),
        ("ls-files", "-s"),
        ("cat-file", "-p", "HEAD:a.txt"),
        ("add", "-A"),
        ("commit", "-qm", "third"),
        ("commit", "-q", "--amend", "-m", "third again"),
        ("tag", "-a", "v1", "-m", "version"),
        ("stash", "list"),
        ("checkout", "-q", "side"),
        ("checkout", "-q", "main"),
        ("worktree", "add", "-q", "-b", "spinney/w", str(tmp_path / "w"), "HEAD"),
        ("worktree", "move", str(tmp_path / "w"), str(tmp_path / "w2")),
        ("worktree", "list", "--porcelain"),
        ("worktree", "remove", "--force", str(tmp_path / "w2")),
        ("merge-tree", "--write-tree", "main", "side"),
        ("merge", "--no-ff", "-m", "merged", "side"),
        ("reset", "-q", "--hard", "HEAD~1"),
        ("rebase", "side"),
        ("cherry-pick", "--allow-empty", "side"),
        ("revert", "--no-edit", "HEAD"),
    ]
    for step in steps:
        result = await git.result(*step)
        assert result.code in (0, 1), (step, result.stderr)
        assert list(canaries.iterdir()) == [], step
        if step[0] in ("cherry-pick", "rebase") and result.code:
            await git.result(step[0], "--abort")
    (repository / "a.txt").write_text("stashed\n")
    for step in (("stash", "push", "-q"), ("stash", "show", "-p"), ("stash", "pop", "-q")):
        await git.run(*step)
        assert list(canaries.iterdir()) == [], step
    old = (repository / "x.odd").read_text()
    (repository / "p.patch").write_text(f"--- a/x.odd\n+++ b/x.odd\n@@ -1 +1 @@\n-{old}+patched\n")
    await git.run("apply", "--index", "p.patch")
    await git.run("gc", "--quiet")
    assert list(canaries.iterdir()) == []


async def test_merging_still_merges_and_diffs_still_show(
    hostile: tuple[Path, Path], home: dict[str, str]
) -> None:
    repository, _ = hostile
    git = Git(repository, environ=home)
    assert "+two changed" in await git.run("diff", "a.txt")
    await git.run("add", "a.txt")
    await git.run("commit", "-qm", "mine")
    await git.run("merge", "-q", "-m", "merged", "side")
    text = (repository / "a.txt").read_text()
    assert text == "zero\none\ntwo changed\nthree\nside\n"
    assert (await git.run("log", "-1", "--format=%an")).strip() == "Ada"


async def test_a_setting_cannot_point_git_at_files_elsewhere(
    repository: Path, home: dict[str, str], tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "a.txt").write_text("precious\n")
    plain(repository, "config", "core.worktree", str(elsewhere))
    git = Git(repository, environ=home)
    await git.run("checkout", "-q", "-f", "HEAD")
    await git.run("reset", "-q", "--hard")
    assert (elsewhere / "a.txt").read_text() == "precious\n"


async def test_a_repository_hidden_in_a_subfolder_is_found_but_harmless(
    repository: Path, home: dict[str, str], tmp_path: Path
) -> None:
    hidden = repository / "sub"
    plain(repository, "init", "-q", "--bare", str(hidden))
    plain(hidden, "config", "core.fsmonitor", f"touch '{tmp_path}/canary'; false")
    with pytest.raises(GitError) as caught:
        await Git(hidden, environ=home).run("status")
    assert caught.value.problem == "bare"
    assert not (tmp_path / "canary").exists()


async def test_names_are_never_taken_for_options_or_commands(
    repository: Path, home: dict[str, str], tmp_path: Path
) -> None:
    canary = tmp_path / "canary"
    git = Git(repository, environ=home)
    for name in ("$(touch canary)", "-h", "--exec=x", "; touch canary", "a..b", "x.lock", "", "@"):
        assert not valid_branch_name(name)
    assert valid_branch_name("spinney/fix-1")
    weird = f"x;touch${{IFS}}{canary.name}"
    await git.run("branch", weird)
    assert weird in await git.run("for-each-ref", "--format=%(refname:short)")
    assert not canary.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("push",),
        ("-c", "x=y", "status"),
        ("difftool",),
        ("rebase", "--exec", "touch x"),
        ("rebase", "-x", "touch x"),
        ("diff", "--ext-diff"),
        ("diff", "--ext-d"),
        ("cat-file", "--textconv", "HEAD:a"),
        ("grep", "--open-files-in-pager=touch"),
        (),
    ],
)
def test_commands_and_options_that_run_programs_are_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="git"):
        safe_arguments(arguments)


async def test_the_head_is_read_without_git(repository: Path, home: dict[str, str]) -> None:
    git = Git(repository, environ=home)
    commit = (await git.run("rev-parse", "HEAD")).strip()
    assert await git.head() == Head("main", commit)
    await git.run("checkout", "-q", "--detach")
    assert await git.head() == Head(None, commit)


async def test_a_worktree_knows_its_repository(
    repository: Path, home: dict[str, str], tmp_path: Path
) -> None:
    await Git(repository, environ=home).run("worktree", "add", "-q", "-b", "w", str(tmp_path / "w"))
    place = find_repository(tmp_path / "w")
    assert place is not None
    assert place.top == tmp_path / "w"
    assert place.common_dir == repository / ".git"
    (tmp_path / "w" / "new.txt").write_text("x")
    tree = Git(tmp_path / "w", environ=home)
    await tree.run("add", "-A")
    await tree.run("commit", "-qm", "in the worktree")
    assert (await tree.head()).branch == "w"
    assert (await Git(repository, environ=home).head()).branch == "main"


async def test_each_kind_of_trouble_is_a_sentence(
    repository: Path, home: dict[str, str], tmp_path: Path
) -> None:
    async def problem(folder: Path, *arguments: str) -> str:
        with pytest.raises(GitError) as caught:
            await Git(folder, environ=home).run(*arguments)
        assert caught.value.sentence.endswith(".")
        assert "\n" not in caught.value.sentence
        return caught.value.problem

    empty = tmp_path / "empty"
    empty.mkdir()
    assert await problem(empty, "status") == "no_repository"
    await Git(empty, environ=home).run("init", "-q", "-b", "main")
    assert await problem(empty, "log") == "no_commits"
    assert await problem(empty, "rev-parse", "--verify", "-q", "HEAD") == "failed"
    assert await problem(repository, "show", "nowhere") == "unknown_revision"
    assert await problem(repository, "branch", "main") == "exists"
    (repository / ".git" / "index.lock").touch()
    assert await problem(repository, "add", ".") == "busy"
    (repository / ".git" / "index.lock").unlink()
    (repository / "a.txt").write_text("other\n")
    plain(repository, "checkout", "-q", "-b", "side")
    plain(repository, "commit", "-qam", "side")
    plain(repository, "checkout", "-q", "main")
    (repository / "a.txt").write_text("mine\n")
    assert await problem(repository, "checkout", "side") == "dirty"
    plain(repository, "commit", "-qam", "mine")
    assert await problem(repository, "rebase", "side") == "conflict"
    assert await problem(repository, "rebase", "side") == "in_progress"
    place = find_repository(repository)
    assert place is not None
    assert place.operation() == "rebase"


async def test_writes_to_one_repository_wait_for_each_other(
    repository: Path, home: dict[str, str]
) -> None:
    gits = [Git(repository, environ=home) for _ in range(12)]
    await asyncio.gather(
        *(g.run("commit", "-q", "--allow-empty", "-m", str(n)) for n, g in enumerate(gits))
    )
    assert (await gits[0].run("rev-list", "--count", "HEAD")).strip() == "13"


async def test_a_call_that_takes_too_long_or_prints_too_much_ends(
    repository: Path, home: dict[str, str]
) -> None:
    git = Git(repository, environ=home)
    with pytest.raises(GitError) as caught:
        await git.run("cat-file", "--batch", input=b"HEAD\n" * 20_000, max_output=100_000)
    assert caught.value.problem == "too_large"
    os.mkfifo(repository / "pipe")
    started = time.monotonic()
    with pytest.raises(GitError) as caught:
        await git.run("hash-object", "--no-filters", "pipe", timeout=0.3)
    assert caught.value.problem == "timeout"
    assert time.monotonic() - started < 5


async def test_odd_bytes_come_back_unharmed(repository: Path, home: dict[str, str]) -> None:
    git = Git(repository, environ=home)
    name = b"caf\xe9 \xff.txt"
    (Path(os.fsdecode(bytes(repository) + b"/" + name))).write_bytes(b"\x00\xff\n")
    await git.run("add", "-A")
    listed = await git.run("ls-files", "-z")
    assert os.fsencode(listed).split(b"\0")[1] == name
    blob = await git.result("cat-file", "-p", ":" + os.fsdecode(name))
    assert blob.stdout == b"\x00\xff\n"


async def test_a_private_store_serves_a_folder_that_is_no_repository(
    tmp_path: Path, home: dict[str, str]
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "f.txt").write_text("x\n")
    store = tmp_path / "store.git"
    git = Git(folder, git_dir=store, environ=home)
    await git.run("init", "-q", cwd=tmp_path)
    await git.run("add", "-A")
    await git.run("commit", "-qm", "kept")
    assert (await git.run("ls-tree", "--name-only", "HEAD")).split() == ["f.txt"]
    assert not (folder / ".git").exists()


async def test_a_helper_that_ignores_being_asked_ends_with_git() -> None:
    line = "(trap '' TERM; echo ready; exec sleep 300) & echo $!; wait"
    child = await asyncio.create_subprocess_exec(
        "sh", "-c", line, stdout=asyncio.subprocess.PIPE, start_new_session=True
    )
    assert child.stdout is not None
    words = sorted([(await child.stdout.readline()).decode().strip() for _ in range(2)])
    assert words[1] == "ready"
    await _end(child)
    # It is gone once nobody holds the pipe any more.
    assert await asyncio.wait_for(child.stdout.read(), 10) == b""
    assert child.returncode is not None
