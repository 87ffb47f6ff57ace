"""A project's hook, server, agent and memory do nothing before a person trusts them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from core import process
from core.agents.folders import UserFolders
from core.bus import Bus
from core.config.secrets import KeyLookup
from core.config.settings import Settings
from core.config.trust import TrustStore
from core.hooks.log import HookLog
from core.hooks.runner import HookRunner, Place, Proceed
from core.hooks.sources import agent_hooks, project_hooks, user_hooks
from core.hooks.trust import HookTrust
from core.mcp.servers import McpServers
from core.mcp.sources import agent_servers, project_servers, user_servers
from core.memory.folders import memory_folder
from core.memory.recall import recall
from core.paths import Paths
from core.permissions.check import Rights, decide
from core.permissions.models import Rule
from core.process import child_environment
from core.projects import ProjectContext, Projects
from core.redact import Redactor
from core.sessions.store import Store
from core.tools.bash import BashTool
from tests.core.mcp.conftest import SCRIPTED
from tests.core.tools.conftest import Workbench

AGENT = """---
name: helper
description: helps
memory: project
hooks:
  Stop:
    - hooks: [{{type: command, command: "touch {canaries}/agent-hook"}}]
mcpServers:
  - own: {{command: {python}, args: ["-I", "{script}", "canary={canaries}/agent-server"]}}
---
Help.
"""


@dataclass
class Desk:
    """The parts as the engine puts them together, over a real store."""

    paths: Paths
    project: Path
    canaries: Path
    projects: Projects
    store: Store
    hooks: HookRunner
    servers: McpServers

    @property
    def place(self) -> Place:
        return Place("ses", self.project, self.project, "helper")

    async def read(self) -> ProjectContext:
        self.projects.forget()
        context = await self.projects.context(self.project)
        folders = UserFolders.from_environment(self.paths, {"HOME": str(self.paths.config)})
        self.hooks.set_user_hooks(user_hooks(context.loaded, folders).hooks)
        theirs = project_hooks(context.loaded, self.project, trusted=context.trusted)
        self.hooks.set_project_hooks(self.project, theirs.hooks)
        mine = user_servers(context.loaded, folders).servers
        await self.servers.set_servers("user", mine)
        found = project_servers(
            context.loaded, self.project, trusted=context.trusted, mine=mine
        ).servers
        await self.servers.set_project_servers(self.project, found)
        return context

    def seen(self) -> set[str]:
        return {file.name for file in self.canaries.iterdir()}


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    paths.create()
    project, canaries = tmp_path / "project", tmp_path / "canaries"
    (project / ".spinney/agents").mkdir(parents=True)
    canaries.mkdir()
    (project / ".spinney/config.toml").write_text(
        f'[[hooks]]\nevent = "session-start"\ncommand = "touch {canaries}/hook"\n'
    )
    server = {"command": sys.executable, "args": ["-I", str(SCRIPTED), f"canary={canaries}/server"]}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"theirs": server}}))
    text = AGENT.format(canaries=canaries, python=sys.executable, script=SCRIPTED)
    (project / ".spinney/agents/helper.md").write_text(text)
    (project / ".spinney/memory/helper").mkdir(parents=True)
    (project / ".spinney/memory/helper/MEMORY.md").write_text("canary of the memory")
    store = await Store.open(paths, Bus())
    redact = Redactor()

    def environment() -> dict[str, str]:
        return child_environment(Settings(), os.environ)

    hooks = HookRunner(
        trust=HookTrust(store),
        log=HookLog(paths.logs / "hooks.jsonl", redact),
        environment=environment,
    )
    servers = McpServers(
        values=store,
        environment=environment,
        resolve=KeyLookup({}).header_values,
        redact=redact,
    )
    yield Desk(paths, project, canaries, Projects(paths, TrustStore(paths)), store, hooks, servers)
    await servers.close()
    await store.close()
    await process.shutdown()


async def test_nothing_of_a_project_acts_before_it_is_trusted(desk: Desk) -> None:
    context = await desk.read()
    assert context.agents.find("helper") is None
    await desk.hooks.session_start(desk.place)
    assert desk.servers.statuses() == []
    assert await desk.hooks.untrusted(desk.project) == []
    assert desk.seen() == set()

    await desk.projects.trust.trust(desk.project)
    context = await desk.read()
    helper = context.agents.get("helper")
    own_hooks = agent_hooks(helper, desk.project).hooks
    _, own_servers = agent_servers(helper, desk.project)
    with desk.hooks.during("ses", own_hooks):
        async with desk.servers.during(own_servers.servers, desk.project):
            # Trusted, but nobody has agreed to each command yet.
            await desk.hooks.session_start(desk.place)
            await desk.hooks.stop(desk.place, "done")
            await desk.hooks.subagent_stop(desk.place, "helper", "done")
            assert {status.state for status in desk.servers.statuses()} <= {
                "starting",
                "unconfirmed",
            }
            assert desk.seen() == set()

            await desk.hooks.trust_all(desk.project)
            for status in desk.servers.statuses():
                await desk.servers.confirm_server(status.key)
            await desk.hooks.session_start(desk.place)
            await desk.hooks.subagent_stop(desk.place, "helper", "done")
            await desk.servers.wait_ready(["theirs"], desk.project)
            await desk.servers.wait_ready(["own"], desk.project, "run 1")
    assert desk.seen() == {"hook", "server", "agent-hook", "agent-server"}
    folder = memory_folder(helper, desk.paths, desk.project, trusted=False)
    assert folder is None
    folder = memory_folder(helper, desk.paths, desk.project, trusted=True)
    assert folder is not None
    assert "canary of the memory" in recall(folder, Redactor()).text


async def test_a_harmless_command_that_a_hook_turns_into_another_is_asked(
    desk: Desk, tmp_path: Path
) -> None:
    rewrite = json.dumps({"args": {"command": "rm -rf build"}})
    desk.paths.config_file.write_text(
        f"[[hooks]]\nevent = \"tool.execute.before\"\ncommand = '''echo '{rewrite}' '''\n"
    )
    await desk.read()
    bench_folder = tmp_path / "bench"
    bench_folder.mkdir()
    bench = Workbench(bench_folder)
    rules = (Rule("bash", "ls *", "allow", "user"),)
    rights = Rights(rules=rules, mode="default", project=bench.project, directory=bench.project)
    args = {"command": "ls src"}
    assert decide(await bench.asks(BashTool(), **args), rights).action == "allow"
    answer = await desk.hooks.before_tool(desk.place, "c", "bash", args)
    assert isinstance(answer, Proceed)
    assert answer.changed
    decision = decide(await bench.asks(BashTool(), **answer.args), rights)
    assert decision.action == "ask"
