"""What ten MCP servers with two hundred tools cost at the start of a turn.

Measured from the prompt to the arrival of the request at the model server, through the real engine,
with all servers up; and the same without any.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import pytest

from tests.core.extensions.conftest import Begin, server_toml
from tests.core.extensions.conftest import begin as begin
from tests.fakes.model_server import ModelServer

pytestmark = pytest.mark.bench

TURNS = 30


async def starts_of_turns(
    begin: Begin, server: ModelServer, more: str, project: Path
) -> tuple[list[float], int]:
    """Milliseconds from each prompt to its request, and how many tools there were."""
    script = server.script("scripted")
    for _ in range(TURNS + 1):
        script.say("Yes.")
    times = []
    async with begin(more) as engine:
        session = await engine.session()
        await engine.engine.extensions.settle(session.id, project)
        tools = len(engine.engine.extensions.tools(session.id, project))
        await engine.say(session, "warm up")
        for number in range(TURNS):
            start = time.monotonic()
            await engine.say(session, f"prompt {number}")
            times.append((script.requests[-1].received - start) * 1000)
    return times, tools


async def test_servers_do_not_slow_the_start_of_a_turn(
    begin: Begin, model_server: ModelServer, project: Path
) -> None:
    without, none = await starts_of_turns(begin, model_server, "", project)
    servers = "".join(server_toml(f"s{number}", "tools=9") for number in range(10))
    with_all, tools = await starts_of_turns(begin, model_server, servers, project)
    few = "".join(server_toml(f"s{number}", "tools=1") for number in range(3))
    listed, some = await starts_of_turns(begin, model_server, few, project)
    first, second, third = map(statistics.median, (without, with_all, listed))
    print(
        f"\nstart of a turn: {first:.1f} ms with {none} tools of servers, {second:.1f} ms with "
        f"{tools} of 10 servers, {third:.1f} ms with {some} of 3 servers, all listed"
    )
    assert (none, tools, some) == (0, 200, 36)
    assert second - first < 20
    assert third - first < 20
