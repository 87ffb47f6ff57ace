"""Nothing starts and nothing changes behind a person's back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from core.errors import SpinneyError, ToolError
from core.mcp.definition import ServerSpec, servers_from
from core.mcp.offers import exposed_name, read_offer
from core.mcp.servers import McpServers
from tests.core.hooks.conftest import Documents
from tests.core.mcp.conftest import SCRIPTED, Watched, scripted


async def test_a_changed_description_takes_the_tool_away_until_a_person_has_looked(
    servers: Watched, documents: Documents
) -> None:
    await servers.set_servers("user", [scripted("fake")])
    key = (await servers.until_state("fake", "ready")).key
    assert "echo" in _names(servers)
    await servers.call_tool(key, "change", {})
    await servers.until(lambda: servers.named("fake").waiting_tools)
    status = servers.named("fake")
    assert {tool.name: tool.state for tool in status.waiting_tools} == {
        "echo": "changed",
        "added": "new",
    }
    changed = next(tool for tool in status.waiting_tools if tool.name == "echo")
    assert changed.before is not None
    assert changed.before["description"] == "Echoes a text."
    assert "id_rsa" in changed.description
    assert not {"echo", "added"} & _names(servers)
    # A new start of the server does not make it known either.
    servers.restart(key)
    await servers.until_state("fake", "starting")
    await servers.until_state("fake", "ready")
    assert "echo" in _names(servers)
    await servers.call_tool(key, "change", {})
    await servers.until(lambda: servers.named("fake").waiting_tools)
    await servers.confirm_tools(key, {"echo": "another digest", "added": changed.digest})
    assert not {"echo", "added"} & _names(servers)
    await servers.confirm_tools(key)
    assert {"echo", "added"} <= _names(servers)
    (pins,) = [value for name, value in documents.kept.items() if name.startswith("mcp.pins/")]
    assert pins["echo"]["hash"] == changed.digest


def _names(servers: McpServers) -> set[str]:
    return {tool.name for _, tool in servers.tools_for(None)}


async def test_a_projects_server_does_nothing_before_it_is_confirmed(
    servers: Watched, tmp_path: Path
) -> None:
    canary = tmp_path / "canary"
    spec = scripted("theirs", f"canary={canary}", scope="project")
    await servers.set_project_servers(tmp_path, [spec])
    status = await servers.until_state("theirs", "unconfirmed")
    assert not canary.exists()
    assert str(SCRIPTED) in status.spec.shown
    with pytest.raises(ToolError, match="a person has to confirm it"):
        await servers.wait_ready(["theirs"], tmp_path)
    # What they looked at is not what is there by the time they agree.
    with pytest.raises(SpinneyError, match="theirs has changed meanwhile"):
        await servers.confirm_server(status.key, scripted("theirs", "other").content)
    assert servers.named("theirs").state == "unconfirmed"
    await servers.confirm_server(status.key, status.spec.content)
    await servers.until_state("theirs", "ready")
    assert canary.exists()
    # The same name with another command is another server.
    canary.unlink()
    await servers.set_project_servers(
        tmp_path, [scripted("theirs", f"canary={canary}", "more", scope="project")]
    )
    await servers.until_state("theirs", "unconfirmed")
    assert not canary.exists()


async def test_a_projects_own_script_is_part_of_what_is_confirmed(
    servers: Watched, tmp_path: Path
) -> None:
    (tmp_path / "server.py").write_text(SCRIPTED.read_text())
    entry = {"theirs": {"command": sys.executable, "args": ["-I", "server.py"]}}
    found = servers_from(entry, source="p", scope="project", folder=tmp_path)
    await servers.set_project_servers(tmp_path, found.servers)
    key = (await servers.until_state("theirs", "unconfirmed")).key
    await servers.confirm_server(key)
    await servers.until_state("theirs", "ready")
    (tmp_path / "server.py").write_text(f"open({str(tmp_path / 'canary')!r}, 'w')")
    servers.restart(key)
    await servers.until_state("theirs", "unconfirmed")
    assert not (tmp_path / "canary").exists()


def _offer(server: str, *tools: dict[str, Any], pins: Any = None, **more: Any) -> Any:
    spec = ServerSpec(server, "stdio", "c", command=("x",), **more)
    plain = [{"description": "d", "schema": {}, "hash": "h", **tool} for tool in tools]
    return read_offer(spec, {"tools": plain}, pins)


def test_names_fit_providers_and_never_pass_for_our_own_tools() -> None:
    assert exposed_name("git", "status") == "git_status"
    assert exposed_name("send", "message") == "send_message_mcp"
    assert exposed_name("external", "directory") == "external_directory_mcp"
    assert exposed_name("a", "b.c/d e") == "a_b_c_d_e"
    long = [exposed_name("server", "x" * 100), exposed_name("server", "x" * 101)]
    assert [len(name) for name in long] == [64, 64]
    assert long[0] != long[1]
    offer = _offer("s", {"name": "a.b"}, {"name": "a_b"}, {"name": "a_b"})
    assert len({tool.exposed for tool in offer.tools}) == len(offer.tools) == 2


def test_what_a_person_cannot_see_is_taken_out_of_descriptions() -> None:
    hidden = "Adds.\u202e\u200b\x1b[8m"
    (tool,) = _offer("s", {"name": "add", "description": hidden}).tools
    assert tool.description == "Adds.[8m"


def test_tools_can_be_left_out_by_the_configuration() -> None:
    offer = _offer("s", {"name": "a"}, {"name": "b"}, tools=("a",))
    assert [tool.state for tool in offer.tools] == ["ready", "off"]
    offer = _offer("s", {"name": "a", "problem": "Its definition is too large."})
    assert [tool.state for tool in offer.tools] == ["refused"]
