"""Ordinary work goes on inside the sandbox as if it were not there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.sandbox.bubblewrap import Bubblewrap
from core.sandbox.cleanup import tidy
from core.sandbox.detect import SandboxDetector
from core.sandbox.none import NoSandbox
from tests.core.sandbox.conftest import Ground


def test_git_works_as_usual_and_leaves_nothing_behind(
    ground: Ground, listing: Callable[[Path], list[str]]
) -> None:
    result = ground.inside(
        "set -e; echo more >> readme.txt; git add -A; git commit -qm second; git status --short;"
        "git branch side; git checkout -q side; echo side > side.txt; git add .; git commit -qm s;"
        "git checkout -q main; echo m > m.txt; git add .; git commit -qm m;"
        "git rebase -q main side; git checkout -q main; git merge -q side;"
        "echo dirty >> readme.txt; git stash -q; git stash pop -q; git diff --stat; git tag v1;"
        "git reset -q --hard; git log --oneline | wc -l"
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split()[-1] == "4"
    names = [name for name in listing(ground.project) if not name.startswith(".git/")]
    assert names == [".git", "m.txt", "readme.txt", "side.txt"]
    state = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ground.project, capture_output=True, text=True
    )
    assert state.stdout == ""


def test_an_empty_guard_is_not_seen_by_git(ground: Ground) -> None:
    assert ground.inside("git status --porcelain --ignored").stdout == ""


def test_existing_guarded_files_can_be_read(ground: Ground) -> None:
    (ground.project / ".vscode").mkdir()
    (ground.project / ".vscode" / "settings.json").write_text("{}")
    assert ground.inside("cat .vscode/settings.json").stdout == "{}"


def test_several_at_once_keep_their_guards_until_the_last_ends(ground: Ground) -> None:
    plan = ground.plan()
    long = ground.sandbox.wrap(["/bin/true"], cwd=ground.project, plan=plan, env={})
    short = ground.sandbox.wrap(["/bin/true"], cwd=ground.project, plan=plan, env={})
    short.cleanup()
    assert (ground.project / ".spinney").is_dir()
    long.cleanup()
    assert not (ground.project / ".spinney").exists()
    long.cleanup()


def test_leftovers_of_a_crash_are_tidied_by_the_next_command(ground: Ground) -> None:
    plan = ground.plan()
    child = os.fork()
    if child == 0:
        ground.sandbox.wrap(["/bin/true"], cwd=ground.project, plan=plan, env={})
        os._exit(0)
    os.waitpid(child, 0)
    assert (ground.project / ".spinney").is_dir()
    assert ground.inside("touch .spinney/x").returncode != 0
    assert not (ground.project / ".spinney").exists()


async def test_leftovers_of_a_crash_are_tidied_at_the_next_start(ground: Ground) -> None:
    running = ground.sandbox.wrap(["/bin/true"], cwd=ground.project, plan=ground.plan(), env={})
    assert await tidy(ground.paths, unused_days=-1) == 0
    assert (ground.project / ".spinney").is_dir()
    os.close(running.check.__self__.lock)  # type: ignore[attr-defined]  # as a crash would
    assert await tidy(ground.paths) == 0
    assert not (ground.project / ".spinney").exists()
    assert await tidy(ground.paths, unused_days=-1) == 1
    assert not ground.plan().state.exists()


def test_an_empty_folder_of_the_person_stays(ground: Ground) -> None:
    (ground.project / ".vscode").mkdir()
    ground.inside("true")
    assert (ground.project / ".vscode").is_dir()


def test_a_test_suite_runs(ground: Ground) -> None:
    (ground.project / "test_it.py").write_text(
        "import multiprocessing, tempfile, os\n"
        "def test_sum(): assert 1 + 1 == 2\n"
        "def test_files(tmp_path): (tmp_path / 'x').write_text('x')\n"
        "def test_manager():\n"
        "    with multiprocessing.Manager() as manager:\n        assert manager.list([1])[0] == 1\n"
    )
    for network in (False, True):
        line = (
            f"{sys.executable} -m pytest -q -p no:cacheprovider -c /dev/null --rootdir . test_it.py"
        )
        result = ground.inside(line, network=network)
        assert result.returncode == 0, result.stdout + result.stderr


def test_temporary_files_live_on_between_commands_and_are_private(ground: Ground) -> None:
    ground.inside("echo kept > /tmp/note; echo also > $TMPDIR/more")
    assert ground.inside("cat /tmp/note /tmp/more").stdout == "kept\nalso\n"
    assert (ground.plan().temporary / "note").read_text() == "kept\n"
    assert not Path("/tmp/note").exists()


def test_caches_are_the_projects_own(ground: Ground) -> None:
    result = ground.inside("mkdir -p $XDG_CACHE_HOME && touch $XDG_CACHE_HOME/x && echo $GOCACHE")
    assert result.returncode == 0
    assert result.stdout.startswith(str(ground.paths.cache))


def test_plan_mode_can_look_but_not_touch(ground: Ground) -> None:
    assert ground.inside("cat readme.txt; git log --oneline", read_only=True).returncode == 0
    for line in ("touch x", "git commit --allow-empty -qm x", "rm readme.txt"):
        assert ground.inside(line, read_only=True).returncode != 0
    assert ground.inside("echo note > /tmp/x && cat /tmp/x", read_only=True).stdout == "note\n"


@pytest.fixture
def worktree(ground: Ground) -> Path:
    folder = ground.paths.worktrees / "fix"
    subprocess.run(
        ["git", "worktree", "add", "-q", "-b", "spinney/fix", str(folder)],
        cwd=ground.project,
        check=True,
    )
    return folder


def test_a_worktree_commits_to_its_own_branch_only(ground: Ground, worktree: Path) -> None:
    plan = ground.plan(worktree, worktree=True)

    def inside(line: str) -> subprocess.CompletedProcess[str]:
        return ground.run(ground.sandbox, line, plan)

    done = inside(
        "set -e; echo x > new.txt; git add -A; git commit -qm work; git commit -q --amend -m w2;"
        "git rebase -q main; git log --oneline | wc -l"
    )
    assert (done.returncode, done.stdout.strip()) == (0, "2"), done.stderr
    project = ground.project
    for line in (
        f"touch {project}/x",
        f"rm {project}/readme.txt",
        "git branch -f main HEAD",
        "git update-ref refs/heads/main HEAD",
        "git branch other",
        "git config core.fsmonitor x",
        "git config --worktree core.fsmonitor x",
        f"touch {project}/.git/hooks/pre-commit",
        f"echo /tmp > {project}/.git/worktrees/fix/commondir",
        f"echo '[core]' > {project}/.git/worktrees/fix/config.worktree",
        "echo 'gitdir: /tmp' > .git",
        f"ls {ground.paths.database} && cat {ground.paths.config_file}",
    ):
        assert inside(line).returncode != 0, line
    log = subprocess.run(
        ["git", "log", "--oneline", "spinney/fix"], cwd=project, capture_output=True, text=True
    )
    assert "w2" in log.stdout


async def test_without_bubblewrap_commands_run_and_a_sentence_says_so(
    ground: Ground, place: Path
) -> None:
    sandbox = await SandboxDetector(places=(str(place),)).sandbox()
    assert isinstance(sandbox, NoSandbox)
    assert "bubblewrap is not installed" in sandbox.sentence
    assert ground.run(sandbox, "cat readme.txt", ground.plan()).stdout == "hello\n"


async def test_a_bubblewrap_that_fails_is_not_used(place: Path) -> None:
    broken = place / "bwrap"
    broken.write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create a new namespace.' >&2\nexit 1\n"
    )
    broken.chmod(0o755)
    sandbox = await SandboxDetector(places=(str(place),)).sandbox()
    assert not sandbox.sandboxed
    assert "No permissions to create a new namespace" in sandbox.sentence


@pytest.mark.soak
def test_packages_are_installed_with_the_network(ground: Ground) -> None:
    ground.environment = {**os.environ, "HOME": str(ground.home)}
    result = ground.inside(
        f"{sys.executable} -m venv --system-site-packages v && v/bin/python -m pip install -q six",
        network=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    if shutil.which("npm"):
        result = ground.inside("npm init -y && npm install --no-audit is-odd", network=True)
        assert result.returncode == 0, result.stdout + result.stderr
        assert (ground.project / "node_modules" / "is-odd").is_dir()


def test_a_hidden_python_falls_back_to_no_unix_sockets(ground: Ground) -> None:
    ground.sandbox = Bubblewrap(
        ground.sandbox.program, scope=(str(ground.paths.data / "python"), "-c", "")
    )
    (ground.paths.data / "python").touch()
    assert ground.inside("echo works", network=True).stdout == "works\n"


def test_the_root_folder_is_never_made_writable(ground: Ground) -> None:
    assert Path("/") not in ground.plan(Path("/")).writable
