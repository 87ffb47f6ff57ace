"""A project's hook, server, agent and memory do nothing in real turns before a person trusts it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.permissions.models import Rule
from tests.core.extensions.conftest import Begin, hook_toml
from tests.core.mcp.conftest import SCRIPTED
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Script

ALLOW_ALL = [Rule("*", "*", "allow")]
FAKE, LOOKS = "fake-key-for-tests", "sk-abcdefghijklmnopqrstuvwx"

AGENT = """---
name: helper
description: helps
memory: project
hooks:
  PreToolUse:
    - hooks: [{{type: command, command: "touch {canaries}/agent-hook"}}]
mcpServers:
  - own: {{command: {python}, args: ["-I", "{script}", "canary={canaries}/agent-server"]}}
---
Help.
"""


@pytest.fixture
def canaries(tmp_path: Path, project: Path) -> Path:
    """A project that leaves a file behind for everything of it that acts."""
    folder = tmp_path / "canaries"
    folder.mkdir()
    (project / ".spinney/agents").mkdir(parents=True)
    (project / ".spinney/config.toml").write_text(
        hook_toml("tool.execute.before", f"touch {folder}/hook")
    )
    server = {"command": sys.executable, "args": ["-I", str(SCRIPTED), f"canary={folder}/server"]}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"theirs": server}}))
    text = AGENT.format(canaries=folder, python=sys.executable, script=SCRIPTED)
    (project / ".spinney/agents/helper.md").write_text(text)
    memory = project / ".spinney/memory/helper"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("the canary of the memory")
    return folder


def seen(canaries: Path) -> set[str]:
    return {file.name for file in canaries.iterdir()}


def script_of(server: ModelServer) -> Script:
    script = server.script("scripted")
    for _ in range(6):
        script.call("bash", command="true").say("Done.")
    return script


async def test_nothing_of_a_project_acts_before_it_is_trusted_and_all_of_it_after(
    begin: Begin, model_server: ModelServer, canaries: Path, project: Path
) -> None:
    script = script_of(model_server)
    async with begin(interactive=False) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        await engine.engine.run_to_end(session.id, "go")
        assert seen(canaries) == set()
        assert engine.engine.extensions.servers.statuses() == []

        await engine.engine.trust(project)
        await engine.engine.run_to_end(session.id, "again")
        assert seen(canaries) == {"hook", "server"}
        theirs = await engine.session(agent="helper", rules=ALLOW_ALL)
        await engine.engine.run_to_end(theirs.id, "help")
        assert seen(canaries) == {"hook", "server", "agent-hook", "agent-server"}
    assert "theirs_echo" not in script.requests[0].tools
    assert "theirs_echo" in script.requests[2].tools
    assert "own_echo" not in script.requests[2].tools
    assert "own_echo" in script.requests[4].tools
    assert "canary of the memory" not in script.requests[2].system
    assert "canary of the memory" in script.requests[4].system


async def test_a_hook_whose_script_changed_after_trusting_stops_the_call_instead(
    begin: Begin, model_server: ModelServer, canaries: Path, project: Path
) -> None:
    script = script_of(model_server)
    guard = project / "guard.sh"
    guard.write_text(f"touch {canaries}/first\n")
    (project / ".spinney/config.toml").write_text(hook_toml("tool.execute.before", "sh guard.sh"))
    async with begin() as engine:
        await engine.engine.trust(project)
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "go")
        assert "first" in seen(canaries)
        guard.write_text(f"touch {canaries}/second\n")
        await engine.say(session, "go")
        assert "second" not in seen(canaries)
    assert "has changed" in "".join(script.requests[3].results.values())


def with_worktree(project: Path, folder: Path) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(project)]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "start"]):
        subprocess.run([*git, *words], check=True)
    subprocess.run([*git, "worktree", "add", "-q", str(folder)], check=True)


async def test_in_a_worktree_the_main_checkouts_hooks_act(
    begin: Begin, model_server: ModelServer, canaries: Path, project: Path, tmp_path: Path
) -> None:
    other = tmp_path / "worktree"
    with_worktree(project, other)
    (other / ".spinney/config.toml").write_text(
        hook_toml("tool.execute.before", f"touch {canaries}/of-the-worktree")
    )
    script_of(model_server)
    async with begin() as engine:
        await engine.engine.trust(project)
        session = await engine.engine.create_session(other, rules=ALLOW_ALL)
        await engine.say(session, "go")
        assert seen(canaries) == {"hook", "server"}
        owners = {status.owner for status in engine.engine.extensions.servers.statuses()}
        assert owners == {str(project)}


async def test_trusting_a_project_agrees_to_nothing_that_was_set_up_for_another_program(
    begin: Begin, model_server: ModelServer, canaries: Path, project: Path, tmp_path: Path
) -> None:
    script_of(model_server)
    folder = tmp_path / "person/.claude"
    folder.mkdir()
    entry = {"type": "command", "command": f"touch {canaries}/imported"}
    (folder / "settings.json").write_text(
        json.dumps({"hooks": {"PreToolUse": [{"hooks": [entry]}]}})
    )
    async with begin() as engine:
        await engine.engine.trust(project)
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "go")
        assert "imported" not in seen(canaries)
        (waiting,) = await engine.engine.extensions.hooks.untrusted(project)
        assert waiting.hook.scope == "imported"


async def test_an_agent_reads_and_writes_its_memory_without_asking(
    begin: Begin, model_server: ModelServer, project: Path
) -> None:
    async with begin() as engine:
        folder = engine.engine.paths.config / "memory/keeper"
        agents = engine.engine.paths.config / "agents"
        agents.mkdir(parents=True, exist_ok=True)
        (agents / "keeper.md").write_text(
            "---\nname: keeper\ndescription: keeps\nmemory: user\n---\nKeep."
        )
        script = model_server.script("scripted")
        script.call("write", path=str(folder / "MEMORY.md"), content="Prefers tea.\n").say("Noted.")
        script.say("You like tea.")
        script.call("write", path=str(folder / "keys.md"), content=f"{FAKE}\n{LOOKS}\n")
        new = f"Prefers coffee {FAKE}"
        script.call(
            "edit", path=str(folder / "MEMORY.md"), old_string="Prefers tea", new_string=new
        )
        patch = f"*** Begin Patch\n*** Add File: {folder}/more.md\n+{LOOKS}\n*** End Patch\n"
        script.call("apply_patch", patch=patch).say("Done.")
        script.call("write", path=str(folder / "run.sh"), content="echo\n").say("No.")
        session = await engine.session(agent="keeper")
        assert await engine.say(session, "I like tea") == "Noted."
        assert (folder / "MEMORY.md").read_text() == "Prefers tea.\n"
        await engine.say(await engine.session(agent="keeper"), "what do I like?")
        assert "Prefers tea." in script.requests[2].system
        # Keys are kept out of it, whichever way it is written.
        await engine.say(session, "remember the keys")
        for name in ("keys.md", "MEMORY.md", "more.md"):
            assert "[redacted]" in (folder / name).read_text()
        for file in folder.iterdir():
            text = file.read_text()
            assert FAKE not in text
            assert LOOKS not in text
        assert "Prefers coffee" in (folder / "MEMORY.md").read_text()
        # Only Markdown is memory; anything else there asks like everything of Spinney's own.
        await engine.engine.prompt(session.id, "make a script")
        await engine.until(lambda: "request.asked" in engine.types())
        await engine.engine.interrupt(session.id)
        assert not (folder / "run.sh").exists()


async def test_trusting_for_one_run_lets_the_hooks_and_servers_act_in_it(
    begin: Begin, model_server: ModelServer, canaries: Path, project: Path
) -> None:
    script = script_of(model_server)
    async with begin(interactive=False) as engine:
        session = await engine.engine.start_exec(
            project,
            session_id=None,
            agent=None,
            model=None,
            mode=None,
            rules=ALLOW_ALL,
            max_steps=None,
            trust=True,
        )
        await engine.engine.run_to_end(session.id, "go")
        assert seen(canaries) == {"hook", "server"}
    assert "theirs_echo" in script.requests[0].tools
    async with begin(interactive=False) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        for file in canaries.iterdir():
            file.unlink()
        await engine.engine.run_to_end(session.id, "go")
        assert seen(canaries) == set()


async def test_a_person_sees_what_a_project_gives_its_server_and_no_folder_behind_a_link(
    begin: Begin, project: Path, tmp_path: Path
) -> None:
    server = {"command": "tool", "env": {"NODE_OPTIONS": "--require ./x.js", "TOKEN": LOOKS}}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"theirs": server}}))
    (tmp_path / "notes/private").mkdir(parents=True)
    (tmp_path / "notes/private/diary.md").write_text("mine")
    (project / ".spinney").mkdir(exist_ok=True)
    (project / ".spinney/memory").symlink_to(tmp_path / "notes")
    async with begin(interactive=False) as engine:
        await engine.engine.trust(project)
        plugged = engine.engine.plugged
        (row,) = await plugged.servers(project)
        assert row.variables[0] == "NODE_OPTIONS=--require ./x.js"
        assert LOOKS not in row.variables[1]
        assert await plugged.memories(project) == []
