"""Hooks around worktrees, through the whole engine: they refuse, make their own, and keep."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.events import Notice
from core.permissions.models import Rule
from core.worktrees.models import WorktreeError
from tests.core.extensions.conftest import Begin, hook_toml
from tests.core.worktrees.repositories import repository, sh
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call

ALLOW_ALL = [Rule("*", "*", "allow")]
WRITE = Call("write", file_path="made.txt", content="made by the agent\n")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return repository(tmp_path / "project")


async def delegate(engine: EngineUnderTest, server: ModelServer, *calls: Call) -> str:
    """Have a child do a job in a worktree; what its caller is told."""
    caller = server.script("scripted", lambda request: "job" not in request.prompts[0])
    caller.call("task", description="do a job", prompt="job", isolation="worktree").say("Noted.")
    child = server.script("child", lambda request: "job" in request.prompts[0])
    for call in calls:
        child.reply(call)
    child.say("The job is done.")
    session = await engine.session(rules=ALLOW_ALL)
    await engine.say(session, "start")
    (part,) = [p for p in await engine.tool_parts(session.id) if p.tool == "task"]
    return part.output or part.error or ""


async def test_a_hook_that_blocks_a_worktree_tells_the_model_why(
    begin: Begin, model_server: ModelServer, project: Path, tmp_path: Path
) -> None:
    heard = tmp_path / "heard.json"
    guard = hook_toml("worktree-create", f"cat > {heard}; echo 'no more trees' >&2; exit 2")
    async with begin(guard) as engine:
        assert "no more trees" in await delegate(engine, model_server)
        (caller,) = await engine.engine.store.list_sessions()
        assert await engine.engine.tasks() == []
        assert await engine.engine.worktrees.manager.all() == []
    assert sh(project, "branch", "--list", "spinney/*") == ""
    payload = json.loads(heard.read_text())
    assert payload["event"] == "worktree-create"
    assert payload["session_id"] == caller.id
    assert payload["name"] == "do a job"
    assert payload["project"] == payload["cwd"] == str(project)
    assert payload["hook_event_name"] == "WorktreeCreate"


async def test_a_hook_that_does_not_work_makes_no_worktree(
    begin: Begin, model_server: ModelServer
) -> None:
    async with begin(hook_toml("worktree-create", "exit 1")) as engine:
        assert "No worktree was made" in await delegate(engine, model_server)
        assert await engine.engine.worktrees.manager.all() == []


async def test_a_worktree_that_a_hook_made_is_used_and_kept_though_nothing_changed(
    begin: Begin, model_server: ModelServer, project: Path, tmp_path: Path
) -> None:
    tree = tmp_path / "elsewhere"
    made = f"echo making; git worktree add -q -b theirs {tree} >&2; echo {tree}"
    async with begin(hook_toml("worktree-create", made)) as engine:
        await delegate(engine, model_server, Call("read", file_path=str(tree / "README.md")))
        (worktree,) = await engine.engine.worktrees.manager.all()
        (task,) = await engine.engine.tasks()
        session = await engine.engine.store.get_session(task.session_id or "")
        assert session.directory == str(tree)
        assert (worktree.path, worktree.branch) == (str(tree), "theirs")
        assert (worktree.made_by, worktree.state) == ("hook", "kept")
        assert task.worktree == str(tree)
        assert await engine.engine.worktrees.manager.prune() == []
        # Its own tree, not one that somebody has already.
        with pytest.raises(WorktreeError, match="is there"):
            await engine.engine.worktrees.promise(project, "another")
    assert (tree / ".git").is_file()


async def test_what_a_hook_names_must_be_a_worktree_of_this_repository(
    begin: Begin, project: Path, tmp_path: Path
) -> None:
    other = repository(tmp_path / "other")
    async with begin(hook_toml("worktree-create", f"echo {other}")) as engine:
        with pytest.raises(WorktreeError, match="none of"):
            await engine.engine.worktrees.promise(project, "fix")
        assert await engine.engine.worktrees.manager.all() == []


async def test_a_hook_that_only_talks_leaves_the_making_to_us(
    begin: Begin, model_server: ModelServer
) -> None:
    async with begin(hook_toml("worktree-create", "echo noted")) as engine:
        await delegate(engine, model_server, WRITE)
        (worktree,) = await engine.engine.worktrees.manager.all()
        assert (worktree.made_by, worktree.state) == ("spinney", "kept")


@pytest.mark.parametrize("command", ["echo 'a job looks at it' >&2; exit 2", "exit 1"])
async def test_a_hook_that_refuses_or_fails_keeps_a_worktree(
    begin: Begin, model_server: ModelServer, command: str
) -> None:
    async with begin(hook_toml("worktree-remove", command)) as engine:
        await delegate(engine, model_server)
        manager = engine.engine.worktrees.manager
        (worktree,) = await manager.all()
        assert worktree.state == "kept"
        assert worktree.folder.is_dir()
        assert await manager.prune() == []
        with pytest.raises(WorktreeError, match="stays"):
            await engine.engine.worktrees.discard_worktree(worktree)
        assert worktree.folder.is_dir()
        notices = [event.sentence for event in engine.events if isinstance(event, Notice)]
        assert any("kept because of a hook" in sentence for sentence in notices)


async def test_a_hook_hears_of_a_worktree_before_it_goes(
    begin: Begin, model_server: ModelServer, tmp_path: Path
) -> None:
    heard = tmp_path / "heard.json"
    tree = f'$(sed \'s/.*"path": *"\\([^"]*\\)".*/\\1/\' {heard})'
    script = f"cat > {heard}; ls {tree}/.git"
    async with begin(hook_toml("worktree-remove", script)) as engine:
        await delegate(engine, model_server)
        assert await engine.engine.worktrees.manager.all() == []
    payload = json.loads(heard.read_text())
    assert payload["event"] == "worktree-remove"
    assert not Path(payload["path"]).exists()
