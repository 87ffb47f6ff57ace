"""Tools of servers behave like our own, few or many."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.mcp.tools import LISTED, LOADED, ToolPool
from tests.core.mcp.conftest import Watched, scripted
from tests.core.tools.conftest import Workbench

AGENT, SETTINGS = AgentDefinition(name="build"), Settings()


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    return Workbench(tmp_path)


async def test_a_servers_tool_asks_under_its_own_name_and_runs(
    servers: Watched, bench: Workbench
) -> None:
    await servers.set_servers("user", [scripted("fake")])
    await servers.until_state("fake", "ready")
    tools = {tool.name: tool for tool in ToolPool(servers).tools("ses", bench.project)}
    echo = tools["fake_echo"]
    assert echo.description(AGENT, SETTINGS) == "(MCP server fake) Echoes a text."
    assert echo.schema(AGENT, SETTINGS)["properties"] == {"text": {"type": "string"}}
    (ask,) = await bench.asks(echo, text="hello")
    assert (ask.permission, ask.patterns) == ("fake_echo", ("*",))
    assert ask.details["arguments"] == {"text": "hello"}
    assert (await bench.call(echo, text="hello")).output == "hello"
    with pytest.raises(ToolError, match="It cannot be done"):
        await bench.call(tools["fake_fail"])
    picture = await bench.call(tools["fake_picture"])
    assert (bench.paths.attachments / picture.attachments[0].file).read_bytes()[:4] == b"\x89PNG"


async def test_with_many_tools_models_get_a_search(servers: Watched, bench: Workbench) -> None:
    await servers.set_servers("user", [scripted(f"s{n}", "tools=20") for n in range(10)])
    await servers.wait_ready([f"s{n}" for n in range(10)], None)
    pool = ToolPool(servers)
    began = time.perf_counter()
    tools = pool.tools("ses", bench.project)
    first = time.perf_counter() - began
    began = time.perf_counter()
    definitions = [
        (tool.name, tool.description(AGENT, SETTINGS), tool.schema(AGENT, SETTINGS))
        for tool in pool.tools("ses", bench.project)
    ]
    again = time.perf_counter() - began
    assert len(servers.tools_for(None)) == 310
    assert [tool.name for tool in tools] == ["tool_search"]
    assert sum(len(str(definition)) for definition in definitions) < 4_000
    # A turn begins with this; both are far below the 20 ms that it may cost.
    assert first < 0.1
    assert again < 0.02
    search = tools[0]
    assert await bench.asks(search, query="colour") == []
    found = await bench.call(search, query="make thing number 7")
    session = bench.session.id
    loaded = [tool.name for tool in pool.tools(session, bench.project)]
    assert loaded[0] == "tool_search"
    assert set(loaded[1:]) == set(found.metadata["found"])
    assert all("made_" in name for name in loaded[1:])
    await bench.call(search, query="s3_echo, s4_echo")
    names = [tool.name for tool in pool.tools(session, bench.project)]
    assert {"s3_echo", "s4_echo"} <= set(names)
    for server in range(10):
        await bench.call(search, query=f"s{server} made", limit=20)
    assert len(pool.tools(session, bench.project)) == LOADED + 1
    assert [tool.name for tool in pool.tools("other", bench.project)] == ["tool_search"]
    with pytest.raises(ToolError, match="No tool matches"):
        await bench.call(search, query="zzz")
    pool.forget(session)
    assert len(pool.tools(session, bench.project)) == 1


async def test_few_tools_are_listed_in_a_stable_order(servers: Watched, bench: Workbench) -> None:
    await servers.set_servers("user", [scripted("b"), scripted("a")])
    await servers.wait_ready(["a", "b"], None)
    pool = ToolPool(servers)
    names = [tool.name for tool in pool.tools("ses", None)]
    assert names == sorted(names)
    assert len(names) <= LISTED
    assert pool.find("a_echo", None) is not None
    assert pool.find("a_nothing", None) is None
    key = servers.named("a").key
    servers.restart(key)
    await servers.until_state("a", "starting")
    assert [tool.name for tool in pool.tools("ses", None)] == names
