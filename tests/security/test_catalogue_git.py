"""The threat catalogue: git, through the real engine on repositories that are full of traps."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.engine import Engine
from core.errors import SpinneyError
from core.git import Git
from core.llm.client import ModelClient
from core.paths import Paths
from core.permissions.models import Rule
from core.worktrees.manager import WorktreeManager
from tests.core.test_git import hostile, plain, repository
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call
from tests.security.places import model_calls

__all__ = ["hostile", "repository"]

EDITS = [Rule("edit", "*", "allow"), Rule("bash", "*", "deny")]


@pytest.fixture
async def there(
    tmp_path: Path,
    repository: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[EngineUnderTest]:
    """An engine that works in the repository."""
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    person = tmp_path / "person"
    person.mkdir(exist_ok=True)
    (person / ".gitconfig").write_text("[user]\nname = Ada\nemail = ada@example.test\n")
    monkeypatch.setenv("HOME", str(person))
    paths = home_with_config(tmp_path / "home", model_server, more='permission.edit = "allow"\n')
    async with opened(paths, repository, model_client, interactive=False) as under_test:
        yield under_test


async def work(engine: EngineUnderTest, server: ModelServer) -> list[tuple[str, str]]:
    """Open the folder, edit in it, let an agent edit in a worktree of its own, and clean up."""
    await engine.engine.open_project(engine.project)
    child = server.script("in a tree", lambda request: "in a tree" in request.prompts[0])
    child.call("write", file_path="a.txt", content="changed\n").say("Done.")
    ended = await model_calls(
        engine,
        server,
        Call("read", file_path="a.txt"),
        Call("write", file_path="a.txt", content="mine\n"),
        Call("task", description="work", prompt="in a tree", isolation="worktree"),
        Call("glob", pattern="**/*"),
        rules=EDITS,
    )
    await discard_all(engine.engine)
    return ended


async def discard_all(engine: Engine) -> None:
    manager = engine.worktrees.manager
    for worktree in await manager.all():
        await manager.status(worktree)
        await manager.empty(await manager.discard(worktree))


async def test_e1_no_trap_of_a_repository_goes_off_while_we_work_in_it(
    hostile: tuple[Path, Path], there: EngineUnderTest, model_server: ModelServer
) -> None:
    repository, canaries = hostile
    for trusted in (False, True):
        ended = await work(there, model_server)
        assert [status for status, _ in ended] == ["completed"] * 4, ended
        if not trusted:
            await there.engine.trust(repository)
            model_server.forget()
    assert sorted(path.name for path in canaries.iterdir()) == []


async def test_e2_every_call_of_ours_goes_through_the_hardened_door(
    there: EngineUnderTest,
    model_server: ModelServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A git that notes how it was called, in front of the real one."""
    real = shutil.which("git")
    noted, folder = tmp_path / "noted", tmp_path / "bin"
    noted.mkdir()
    folder.mkdir()
    (folder / "git").write_text(
        f'#!/bin/sh\n(echo "$@"; env) > "$(mktemp {noted}/XXXXXXXX)"\nexec {real} "$@"\n'
    )
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    for name in ("GIT_EXTERNAL_DIFF", "GIT_SSH", "GIT_PROXY_COMMAND", "GIT_CONFIG_PARAMETERS"):
        monkeypatch.setenv(name, "'core.pager=touch canary'")
    ended = await work(there, model_server)
    assert [status for status, _ in ended] == ["completed"] * 4, ended
    calls = [path.read_text() for path in noted.iterdir()]
    assert len(calls) > 5
    for call in calls:
        arguments, *variables = call.splitlines()
        values = dict(line.partition("=")[::2] for line in variables)
        assert not {"GIT_EXTERNAL_DIFF", "GIT_SSH", "GIT_PROXY_COMMAND"} & set(values), arguments
        assert "GIT_CONFIG_PARAMETERS" not in values
        assert values["GIT_TERMINAL_PROMPT"] == "0"
        if "config" in arguments.split():
            continue  # reads the names of the drivers that the others switch off
        count = int(values["GIT_CONFIG_COUNT"])
        settings = {
            values[f"GIT_CONFIG_KEY_{n}"]: values[f"GIT_CONFIG_VALUE_{n}"] for n in range(count)
        }
        assert settings["core.fsmonitor"] == "false"
        assert settings["core.hooksPath"] == os.devnull
        assert settings["safe.bareRepository"] == "explicit"


@pytest.mark.parametrize(
    "branch", ["$(touch${IFS}canary)", ";touch${IFS}canary", "`touch${IFS}canary`", "a'b\"c|touch"]
)
async def test_e3_no_value_of_a_repository_reaches_a_shell(
    branch: str, repository: Path, there: EngineUnderTest, model_server: ModelServer
) -> None:
    plain(repository, "update-ref", f"refs/heads/{branch}", "HEAD")
    plain(repository, "symbolic-ref", "HEAD", f"refs/heads/{branch}")
    plain(repository, "config", "user.email", "$(touch canary)@x;touch canary")
    plain(repository, "config", "user.name", "`touch canary`")
    ended = await work(there, model_server)
    assert [status for status, _ in ended] == ["completed"] * 4, ended
    folders = [repository, repository.parent, there.engine.paths.worktrees]
    assert [f for folder in folders for f in folder.rglob("canary*") if f.is_file()] == []


async def test_e3_a_branch_is_never_taken_for_an_option(repository: Path, tmp_path: Path) -> None:
    git = Git(repository, environ={"PATH": os.environ["PATH"], "HOME": str(tmp_path)})
    manager = WorktreeManager(home_paths(tmp_path))
    for name in ("-h", "--upload-pack=touch canary", "-fno-such", "--exec=touch canary"):
        with pytest.raises(SpinneyError):
            await manager.create(repository, "work", base=name)
    assert "main" in await git.run("branch", "--list")
    assert not list(tmp_path.rglob("canary*"))


@pytest.mark.parametrize("place", ["folder", "link", "checkout", "up"])
async def test_e4_removing_a_worktree_removes_nothing_else(
    place: str, repository: Path, tmp_path: Path
) -> None:
    """Someone changed the record of a worktree so that it names another folder."""
    paths = home_paths(tmp_path)
    manager = WorktreeManager(paths)
    worktree = await manager.create(repository, "work")
    tree = worktree.folder
    keep = tmp_path / "keep"
    keep.mkdir()
    (keep / "precious").write_text("x")
    if place == "link":
        shutil.move(tree, tmp_path / "moved")
        tree.symlink_to(keep)
    else:
        target = {"folder": keep, "checkout": repository, "up": tree / ".." / ".." / ".."}[place]
        worktree = worktree.model_copy(update={"path": str(target)})
        manager.records.save(worktree)
    for attempt in (manager.discard, manager.prune, manager.recover):
        try:
            made = await (attempt(worktree) if attempt == manager.discard else attempt())  # type: ignore[operator]
        except SpinneyError:
            continue
        if attempt == manager.discard:
            await manager.empty(made)
    assert (keep / "precious").read_text() == "x"
    assert (repository / "a.txt").exists()
    assert plain(repository, "rev-parse", "HEAD").returncode == 0
    assert paths.config_file.parent.is_dir()
    manager.leave_all()


def home_paths(tmp_path: Path) -> Paths:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    paths.create()
    return paths
