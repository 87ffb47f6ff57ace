"""Agents in worktrees of their own, through the whole engine: model, tools, tasks and results."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from core.config.trust import TrustStore
from core.events import WorktreeChanged
from core.llm.client import ModelClient
from core.permissions.models import Answer, Rule
from core.sessions.models import NotificationPart, Session, ToolPart
from core.tasks.models import Task
from tests.core.worktrees.repositories import contents, repository, sh, write
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate

ALLOW_ALL = [Rule("*", "*", "allow")]
WRITE = Call("write", file_path="made.txt", content="made by the agent\n")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return repository(tmp_path / "project")


@pytest.fixture
async def engine(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[EngineUnderTest]:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    allowed = 'permission = { bash = "allow", edit = "allow", unsandboxed = "deny" }\n'
    paths = home_with_config(tmp_path / "home", model_server, more=allowed)
    async with opened(paths, project, model_client) as under_test:
        yield under_test


def finished(engine: EngineUnderTest, times: int) -> Callable[[], bool]:
    return lambda: engine.types().count("task.finished") >= times


def parent(server: ModelServer, *calls: Call) -> None:
    script = server.script("scripted", lambda request: "job" not in request.prompts[0])
    script.reply(*calls).say("Noted.").otherwise(script.steps[-1])


def job(**arguments: object) -> Call:
    base = {"description": "do a job", "prompt": "job", "isolation": "worktree"}
    return Call("task", **{**base, **arguments})


def child(server: ModelServer, *calls: Call, says: str = "The job is done.", name: str = "job"):
    script = server.script(f"child {name}", lambda request: name in request.prompts[0])
    for call in calls:
        script.reply(call)
    return script.say(says)


async def start(
    engine: EngineUnderTest,
    server: ModelServer,
    rules: list[Rule] | None = None,
    **arguments: object,
) -> tuple[Session, ToolPart, Task, Session]:
    parent(server, job(**arguments))
    session = await engine.session(rules=ALLOW_ALL if rules is None else rules)
    await engine.say(session, "start")
    (part,) = [p for p in await engine.tool_parts(session.id) if p.tool == "task"]
    (task,) = await engine.engine.tasks()
    return session, part, task, await engine.engine.store.get_session(task.session_id or "")


async def test_an_agent_works_in_its_own_tree_which_is_kept_and_named(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    before = contents(project)
    script = child(model_server, WRITE, Call("bash", command="pwd && git branch --show-current"))
    _, part, task, session = await start(engine, model_server)
    tree = Path(session.worktree or "")
    assert contents(project) == before
    assert (tree / "made.txt").read_text() == "made by the agent\n"
    assert tree.is_relative_to(engine.engine.paths.worktrees)
    (bash,) = [p for p in await engine.tool_parts(session.id) if p.tool == "bash"]
    assert bash.output.split()[:2] == [str(tree), "spinney/do-a-job"]
    assert (task.worktree, task.branch) == (str(tree), "spinney/do-a-job")
    assert f"worktree: {tree}" in part.output
    assert "branch: spinney/do-a-job" in part.output
    assert "changes: 1 file changed, +1 −0" in part.output
    assert session.directory == str(tree)
    assert session.mode == "acceptEdits"
    assert session.summary.additions == 1
    assert session.settings["worktree"]["state"] == "kept"
    system = script.requests[0].system
    assert f"separate git worktree of {project}" in system
    assert "on the branch spinney/do-a-job" in system
    states = [e.state for e in engine.events if isinstance(e, WorktreeChanged)]
    assert states == ["reserved", "creating", "ready", "kept"]


async def test_an_agent_that_changes_nothing_leaves_nothing(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    child(model_server)
    _, part, task, session = await start(engine, model_server)
    assert task.worktree is None
    assert "worktree:" not in part.output
    assert not Path(session.worktree or "").exists()
    assert sh(project, "branch", "--list", "spinney/*") == ""


async def test_a_removed_tree_comes_back_when_the_task_is_resumed(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    script = child(model_server)
    root, _, task, session = await start(engine, model_server)
    assert not Path(session.worktree or "").exists()
    script.reply(WRITE).say("Done again.")
    await engine.engine.prompt(session.id, "job: now write")
    await engine.until(finished(engine, 2))
    await engine.engine.lifecycle.settle()
    assert (Path(session.worktree or "") / "made.txt").exists()
    assert not (project / "made.txt").exists()
    assert (await engine.engine.store.get_task(task.id)).worktree == session.worktree
    await engine.engine.wait_idle(root.id)


async def test_in_the_background_the_notification_names_the_tree(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    child(model_server, WRITE)
    root, part, _, _ = await start(engine, model_server, run_in_background=True)
    assert "async_launched" in part.output
    await engine.until(finished(engine, 1))
    await engine.engine.lifecycle.settle()
    await engine.engine.wait_idle(root.id)
    entries = await engine.engine.store.messages(root.id)
    (told,) = [p for e in entries for p in e.parts if isinstance(p, NotificationPart)]
    assert "<branch>spinney/do-a-job</branch>" in told.text
    assert "<changes>1 file changed, +1 −0</changes>" in told.text


async def test_the_call_beats_the_definition(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    agents = engine.engine.paths.config / "agents"
    agents.mkdir()
    (agents / "loner.md").write_text(
        "---\ndescription: works alone\nmode: subagent\nisolation: worktree\n---\nWork.\n"
    )
    engine.engine.projects.forget()
    child(model_server, WRITE)
    _, _, task, session = await start(engine, model_server, subagent_type="loner", isolation="none")
    assert session.worktree is None
    assert task.worktree is None
    assert (project / "made.txt").exists()


async def test_a_folder_and_a_worktree_exclude_each_other(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    parent(model_server, job(cwd="src"))
    session = await engine.session(rules=ALLOW_ALL)
    await engine.say(session, "start")
    (part,) = await engine.tool_parts(session.id)
    assert "exclude each other" in (part.error or "")


async def test_without_a_repository_the_model_is_told_and_nothing_is_made(
    engine: EngineUnderTest, model_server: ModelServer, tmp_path: Path
) -> None:
    engine.project = tmp_path / "plain"
    engine.project.mkdir()
    parent(model_server, job())
    session = await engine.session(rules=ALLOW_ALL)
    await engine.say(session, "start")
    (part,) = await engine.tool_parts(session.id)
    assert "not in a git repository" in (part.error or "")
    assert await engine.engine.tasks() == []


async def test_tools_refuse_to_reach_out_of_the_tree(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    before = contents(project)
    child(
        model_server,
        Call("write", file_path=str(project / "README.md"), content="x"),
        Call("edit", file_path=str(project / "README.md"), old_string="#", new_string="x"),
        Call("bash", command=f"echo x > {project}/README.md"),
        Call("bash", command=f"git -C {project} commit --allow-empty -m x"),
        Call("bash", command=f"GIT_DIR={project}/.git git commit --allow-empty -m x"),
        Call("bash", command="cd $(dirname $(git rev-parse --git-common-dir)) && touch escaped"),
        Call("bash", command="git commit --allow-empty -m mine"),
    )
    _, _, _, session = await start(engine, model_server)
    parts = await engine.tool_parts(session.id)
    assert [p.status for p in parts[:5]] == ["failed"] * 5
    assert all("checkout" in (p.error or "") or "git" in (p.error or "") for p in parts[:5])
    assert contents(project) == before
    assert sh(project, "rev-list", "--count", "main") == "1"
    assert "Exit code" not in parts[6].output, parts[6].output
    assert sh(project, "rev-list", "--count", "spinney/do-a-job") == "2"


async def test_what_a_command_hides_from_its_text_the_sandbox_refuses(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    before, refs = contents(project), sh(project, "for-each-ref", "refs/heads/main", "refs/tags")
    other = await engine.engine.worktrees.manager.create(project, "other")
    there = contents(other.folder)
    name = str(project).rpartition("/")
    main = f"{name[0]}/$(printf {name[2]})"
    script = (
        f"import os, subprocess\nroot = {name[0]!r} + '/' + {name[2]!r}\n"
        "env = {**os.environ, 'GIT_' + 'DIR': root + '/.git', 'GIT_WORK' + '_TREE': root}\n"
        "subprocess.run(['g' + 'it', 'commit', '--allow-empty', '-m', 'x'], env=env)\n"
        "subprocess.run(['g' + 'it', 'tag', 'escaped'], env=env)\n"
        "for path in (root + '/README.md', root + '/.git/config', root + '/.git/hooks/x'):\n"
        "    try:\n        open(path, 'a').write('x')\n    except OSError as error:\n"
        "        print(error.strerror)\n"
    )
    child(
        model_server,
        Call(
            "bash", command=f"a=GIT; export ${{a}}_DIR={main}/.git; git commit --allow-empty -m x"
        ),
        Call("bash", command=f"ln -s {main} way; echo x > way/README.md; echo x > way/escaped"),
        Call("write", file_path="escape.py", content=script),
        Call("bash", command="python3 -I escape.py"),
        Call("bash", command=f'p={name[0]}; p="$p"/{name[2]}; rm -rf "$p"/src'),
        Call("bash", command="cd ../other* && echo x > README.md && rm -rf src"),
        Call("bash", command="git update-ref refs/heads/ma''in HEAD~0; git checkout -B main"),
    )
    await start(engine, model_server)
    assert contents(project) == before
    assert contents(other.folder) == there
    assert sh(project, "for-each-ref", "refs/heads/main", "refs/tags") == refs
    assert sh(project, "status", "--porcelain") == ""
    assert "x" not in sh(project, "config", "--list", "--local").splitlines()
    assert not (project / ".git/hooks/x").exists()


async def test_a_child_of_an_isolated_agent_works_in_the_same_tree(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    agents = engine.engine.paths.config / "agents"
    agents.mkdir()
    (agents / "lead.md").write_text(
        "---\ndescription: leads\nmode: subagent\ntools: [task, bash]\n---\nLead.\n"
    )
    engine.engine.projects.forget()
    child(model_server, WRITE, name="inner")
    child(model_server, Call("task", description="inner", prompt="inner"), name="job")
    parent(model_server, job(subagent_type="lead"))
    session = await engine.session(rules=ALLOW_ALL)
    await engine.say(session, "start")
    outer, inner = sorted(await engine.engine.tasks(), key=lambda t: t.created)
    assert (Path(outer.worktree or "") / "made.txt").exists()
    assert not (project / "made.txt").exists()
    child_session = await engine.engine.store.get_session(inner.session_id or "")
    assert child_session.worktree == outer.worktree


async def test_discarding_a_task_stops_it_and_bins_its_tree(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    gate = Gate()
    script = child(model_server, WRITE, says="never")
    script.steps[-1] = script.steps[-1].__class__((gate,))
    parent(model_server, job(run_in_background=True))
    root = await engine.session(rules=ALLOW_ALL)
    await engine.say(root, "start")
    await engine.until(gate.reached.is_set)
    (task,) = await engine.engine.tasks()
    tree = Path(task.worktree or "")
    assert (tree / "made.txt").exists()
    entry = await engine.engine.discard_task(task.id)
    gate.open()
    assert entry is not None
    assert not tree.exists()
    (stored,) = await engine.engine.tasks()
    assert (stored.state, stored.worktree) == ("killed", None)
    manager = engine.engine.worktrees.manager
    restored = await manager.restore(entry)
    assert (restored.folder / "made.txt").read_text() == "made by the agent\n"


async def test_the_set_up_command_is_asked_like_any_other(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    setup = 'worktree_setup = "mkdir -p build && echo ready > build/dep"\n'
    paths = home_with_config(tmp_path / "home", model_server, more=setup)
    async with opened(paths, project, model_client) as engine:
        script = child(model_server)
        parent(model_server, job())
        root = await engine.session()
        await engine.engine.prompt(root.id, "start")
        await engine.until(lambda: "request.asked" in engine.types())
        (request,) = await engine.engine.requests()
        assert request.tool == "bash"
        assert request.agent_path[-1] == "do a job"
        await engine.engine.answer(request.id, Answer(kind="once"))
        await engine.engine.wait_idle(root.id)
        (task,) = await engine.engine.tasks()
        (part,) = await engine.tool_parts(task.session_id or "")
        assert part.status == "completed"
        assert "prepared your worktree" in script.requests[0].prompts[-1]
        # What the command made again and again is no change of the agent's.
        assert task.worktree is None
        assert engine.engine.worktrees.manager.bin.entries() == []


async def test_trust_of_the_checkout_holds_in_its_worktrees(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    write(project / "AGENTS.md", "Always say please.\n")
    sh(project, "add", "--all")
    sh(project, "commit", "-qm", "instructions")
    await TrustStore(engine.engine.paths).trust(project)
    script = child(model_server)
    await start(engine, model_server)
    assert "Always say please." in script.requests[0].system


async def test_after_a_crash_the_tree_is_found_and_the_task_goes_on_in_it(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    paths = home_with_config(tmp_path / "home", model_server)
    gate = Gate()
    script = child(model_server, WRITE, says="never")
    script.steps[-1] = script.steps[-1].__class__((gate,))
    parent(model_server, job(run_in_background=True))
    async with opened(paths, project, model_client) as engine:
        root = await engine.session(rules=ALLOW_ALL)
        await engine.say(root, "start")
        await engine.until(gate.reached.is_set)
        (task,) = await engine.engine.tasks()
    gate.open()
    tree = Path(task.worktree or "")
    assert (tree / "made.txt").exists()
    script.say("Went on.")
    async with opened(paths, project, model_client) as engine:
        assert "locked" not in sh(project, "worktree", "list", "--porcelain")
        await engine.engine.resume_task(task.id)
        await engine.until(lambda: "task.finished" in engine.types())
        await engine.engine.lifecycle.settle()
        (task,) = await engine.engine.tasks()
        assert task.state == "completed"
        assert task.worktree == str(tree)
        await engine.engine.wait_idle(root.id)


async def test_a_person_takes_hunks_of_one_file_all_of_another_and_discards_the_rest(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    """Everything a review shows and does is reached from the engine."""
    text = (project / "src/one.py").read_text()
    for old in ("line 2\n", "line 15\n", "line 35\n"):
        text = text.replace(old, f"new {old}")
    child(
        model_server,
        Call("read", file_path="src/one.py"),
        Call("write", file_path="src/one.py", content=text),
        Call("write", file_path="made.txt", content="made\n"),
        Call("write", file_path="unwanted.txt", content="unwanted\n"),
    )
    _, _, task, _ = await start(engine, model_server)
    review = engine.engine.worktrees
    worktree = await review.manager.find(task.worktree or "")
    changes = await review.changes(worktree)
    assert [file.path for file in changes.files] == ["made.txt", "src/one.py", "unwanted.txt"]
    hunks = await review.hunks(changes, changes.file("src/one.py"))
    assert len(hunks) == 3
    old, new = await review.sides(changes, changes.file("src/one.py"))
    assert (old.count(b"new"), new.count(b"new")) == (0, 3)
    selection = {"src/one.py": frozenset({0, 2}), "made.txt": None}
    assert (await review.merging.forecast(worktree, "apply", selection=selection)).clean
    await review.merging.merge(worktree, "apply", selection=selection)
    taken = (project / "src/one.py").read_text()
    assert (taken.count("new line"), "new line 15" in taken) == (2, False)
    assert (project / "made.txt").exists()
    assert not (project / "unwanted.txt").exists()
    entry = await review.discard_worktree(worktree)
    assert (await engine.engine.store.get_task(task.id)).worktree is None
    restored = await review.restore(entry)
    assert (restored.folder / "unwanted.txt").read_text() == "unwanted\n"
    assert (await engine.engine.store.get_task(task.id)).worktree == restored.path
    plan = await review.plan([restored])
    assert [w.id for w in plan.order] == [restored.id]
