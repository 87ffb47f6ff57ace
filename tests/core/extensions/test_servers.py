"""MCP servers in real turns: their tools are asked for, found, and gone when their run is over."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from core.events import Notice
from core.permissions.models import Answer, Rule
from core.sessions.models import FilePart
from tests.core.extensions.conftest import Begin, server_toml
from tests.core.mcp.conftest import SCRIPTED, alive
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer

ALLOW_ALL = [Rule("*", "*", "allow")]


async def test_a_servers_tool_is_asked_for_and_its_result_reaches_the_model(
    begin: Begin, model_server: ModelServer
) -> None:
    script = model_server.script("scripted").call("helper_echo", text="hello").say("It said hello.")
    async with begin(server_toml("helper")) as engine:
        session = await engine.session()
        await engine.engine.prompt(session.id, "go")
        await engine.until(lambda: "request.asked" in engine.types())
        (request,) = await engine.engine.requests()
        assert request.permissions == ["helper_echo"]
        await engine.engine.answer(request.id, Answer(kind="once"))
        await engine.engine.wait_idle(session.id)
        (call,) = await engine.tool_parts(session.id)
        assert (call.status, call.output) == ("completed", "hello")
    assert "helper_echo" in script.requests[0].tools


async def test_without_a_person_the_first_request_already_has_the_tools(
    begin: Begin, model_server: ModelServer
) -> None:
    script = model_server.script("scripted").call("helper_echo", text="hi").say("Done.")
    async with begin(server_toml("helper"), interactive=False) as engine:
        session = await engine.session(rules=[Rule("helper_*", "*", "allow", "session")])
        result = await engine.engine.run_to_end(session.id, "go")
        assert (result.outcome, result.text) == ("done", "Done.")
    assert "hi" in "".join(script.requests[1].results.values())


async def test_many_tools_are_searched_for_and_can_be_called_from_the_next_step_on(
    begin: Begin, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.call("tool_search", query="helper_made_7").call("helper_made_7").say("Made.")
    async with begin(server_toml("helper", "tools=60")) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        assert await engine.say(session, "go") == "Made."
        search, call = await engine.tool_parts(session.id)
        assert (search.status, call.status) == ("completed", "completed")
    first, second = (request.tools for request in script.requests[:2])
    assert "tool_search" in first
    assert "helper_made_7" not in first
    assert "helper_made_7" in second


AGENT = """---
name: worker
description: works
mcpServers:
  - own: {{command: {python}, args: ["-I", "{script}", "child={pids}"]}}
requiredMcpServers: [own]
---
Work.
"""


def write_agent(engine: EngineUnderTest, tmp_path: Path, needs: str = "own") -> Path:
    pids = tmp_path / "pids"
    folder = engine.engine.paths.config / "agents"
    folder.mkdir(parents=True, exist_ok=True)
    text = AGENT.format(python=sys.executable, script=SCRIPTED, pids=pids)
    (folder / "worker.md").write_text(text.replace("[own]", f"[{needs}]"))
    return pids


async def test_an_agents_own_server_lives_as_long_as_its_run(
    begin: Begin, model_server: ModelServer, tmp_path: Path
) -> None:
    child = model_server.script("child", when=lambda r: "CHILD-WORK" in json.dumps(r.messages[:2]))
    child.call("own_echo", text="from the child").say("Echoed.")
    root = model_server.script(
        "root", when=lambda r: "CHILD-WORK" not in json.dumps(r.messages[:2])
    )
    root.call("task", description="work", prompt="CHILD-WORK", subagent_type="worker")
    root.say("All done.")
    async with begin('[permission]\nown_echo = "allow"\n') as engine:
        pids = write_agent(engine, tmp_path)
        session = await engine.session(rules=ALLOW_ALL)
        assert await engine.say(session, "go") == "All done."
        started = [int(word) for word in pids.read_text().split()]
        assert len(started) == 2
        assert alive(*started) == []
        assert engine.engine.extensions.servers.statuses() == []
    assert "own_echo" in child.requests[0].tools
    assert "own_echo" not in root.requests[1].tools
    assert "from the child" in "".join(child.requests[1].results.values())


async def test_an_agent_whose_server_is_missing_says_so(
    begin: Begin, model_server: ModelServer, tmp_path: Path
) -> None:
    script = model_server.script("scripted")
    script.call("task", description="work", prompt="go", subagent_type="worker").say("I see.")
    async with begin() as engine:
        write_agent(engine, tmp_path, needs="elsewhere")
        session = await engine.session(rules=ALLOW_ALL)
        assert await engine.say(session, "go") == "I see."
        assert await engine.engine.store.children(session.id) == []
    assert "no MCP server elsewhere" in "".join(script.requests[1].results.values())


async def test_prompts_are_commands_and_resources_are_mentions(
    begin: Begin, model_server: ModelServer, project: Path
) -> None:
    script = model_server.script("scripted").say("Hello.").say("Read.")
    async with begin(server_toml("helper")) as engine:
        session = await engine.session()
        await engine.engine.extensions.use(project)
        await engine.engine.extensions.servers.wait_ready(["helper"], project)
        names = [command.name for command in await engine.engine.commands(project)]
        assert "helper:greet" in names
        await engine.say(session, "/helper:greet Ada warmly")
        await engine.say(session, "What is in @helper:note://one?")
        entries = await engine.engine.store.messages(session.id)
        (file,) = [p for e in entries for p in e.parts if isinstance(p, FilePart)]
        assert file.text == "contents of note://one"
        await engine.engine.prompt(session.id, "/helper:greet")
        await engine.engine.wait_idle(session.id)
        assert any("needs who" in e.sentence for e in engine.events if isinstance(e, Notice))
    assert "Say hello to Ada warmly" in json.dumps(script.requests[0].messages)
    assert "contents of note://one" in json.dumps(script.requests[1].messages)
    assert len(script.requests) == 2


async def test_what_a_server_pushes_becomes_a_prompt_of_the_latest_session(
    begin: Begin, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.call("helper_announce", text="the build is red", level="warning")
    script.say("Announced.").say("I look at the build.")
    async with begin(server_toml("helper", push=True)) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        await engine.engine.prompt(session.id, "go")
        await engine.until(
            lambda: any("<mcp-push" in json.dumps(r.messages) for r in script.requests)
        )
        await engine.engine.wait_idle(session.id)
        entries = await engine.engine.store.messages(session.id)
        (pushed,) = [e.text for e in entries if "<mcp-push" in e.text]
    assert pushed == '<mcp-push server="helper">\nthe build is red\n</mcp-push>'
