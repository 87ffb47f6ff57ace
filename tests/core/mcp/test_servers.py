"""Servers start, answer, misbehave and end; the engine stays as it is."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from core.errors import ToolError
from core.mcp import servers as servers_module
from core.mcp.servers import Push
from tests.core.hooks.conftest import Documents
from tests.core.mcp.conftest import SCRIPTED, Watched, alive, scripted


async def test_a_server_offers_tools_prompts_and_resources(servers: Watched) -> None:
    await servers.set_servers("user", [scripted("fake", "chatter")])
    status = await servers.until_state("fake", "ready")
    assert "fake_echo" in [tool.exposed for tool in status.offer.tools]
    assert [prompt.command for prompt in status.offer.prompts] == ["fake:greet"]
    assert [entry.mention for entry in status.offer.resources] == ["@fake:note://one"]
    assert status.offer.instructions == "Use echo to echo."
    answer = await servers.call_tool(status.key, "echo", {"text": "Grüße"})
    assert answer["text"] == "Grüße"
    prompt = await servers.prompt("fake", "greet", {"who": "Ada"}, None)
    assert prompt["text"] == "Say hello to Ada"
    assert await servers.read_resource("fake", "note://one", None) == "contents of note://one"
    await servers.until(lambda: len(servers.named("fake").log) >= 2)
    assert "scripted server is up" in servers.named("fake").log


async def test_a_call_that_hangs_ends_with_a_sentence_and_the_server_goes_on(
    servers: Watched,
) -> None:
    await servers.set_servers("user", [scripted("fake", timeout=0.5)])
    key = (await servers.until_state("fake", "ready")).key
    with pytest.raises(ToolError, match="did not answer"):
        await servers.call_tool(key, "hang", {})
    assert (await servers.call_tool(key, "echo", {"text": "still here"}))["text"] == "still here"


async def test_a_cancelled_call_lets_go_at_once(servers: Watched) -> None:
    await servers.set_servers("user", [scripted("fake")])
    key = (await servers.until_state("fake", "ready")).key
    call = asyncio.create_task(servers.call_tool(key, "hang", {}))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert (await servers.call_tool(key, "echo", {"text": "x"}))["text"] == "x"


async def test_a_server_that_dies_is_started_again(servers: Watched, tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    await servers.set_servers("user", [scripted("fake", f"starts={starts}")])
    key = (await servers.until_state("fake", "ready")).key
    with pytest.raises(ToolError, match="fake failed"):
        await servers.call_tool(key, "die", {})
    status = await servers.until_state("fake", "waiting")
    assert "exit code 3" in status.error
    assert status.next_try is not None
    # A call meanwhile waits for the server to come back.
    assert (await servers.call_tool(key, "echo", {"text": "back"}))["text"] == "back"
    assert len(starts.read_text().splitlines()) == 2


async def test_a_server_whose_settings_are_read_twice_at_once_comes_up(servers: Watched) -> None:
    await servers.set_servers("user", [scripted("fake", "stubborn")])
    await servers.until_state("fake", "ready")
    changed = [scripted("fake", env={"COLOUR": "blue"})]
    # The second reading begins while the first still waits for the old one to end.
    await asyncio.gather(*(servers.set_servers("user", changed) for _ in range(2)))
    status = await servers.until_state("fake", "ready")
    answer = await servers.call_tool(status.key, "environment", {})
    assert "blue" in str(answer)


async def test_a_restart_is_waited_for(servers: Watched) -> None:
    await servers.set_servers("user", [scripted("fake")])
    status = await servers.until_state("fake", "ready")
    servers.restart(status.key)
    answer = await servers.call_tool(status.key, "echo", {"text": "still here"})
    assert "still here" in str(answer)


async def test_a_server_that_never_starts_is_given_up_until_a_person_asks(
    servers: Watched, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(servers_module, "_FIRST_DELAY", 0.01)
    monkeypatch.setattr(servers_module, "_MAX_FAILURES", 2)
    await servers.set_servers("user", [scripted("fake", "die-at-once")])
    status = await servers.until_state("fake", "failed")
    assert "exit code 1" in status.error
    assert any("cannot find my database" in line for line in status.log)
    servers.restart(status.key)
    await servers.until_state("fake", "starting")
    await servers.until_state("fake", "failed")


async def test_a_command_that_does_not_exist_is_a_sentence(
    servers: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers_module, "_MAX_FAILURES", 0)
    from core.mcp.definition import read_server

    spec = read_server("gone", {"command": "no-such-thing-here"}, source="c", scope="user")
    await servers.set_servers("user", [spec])
    assert "could not be started" in (await servers.until_state("gone", "failed")).error


async def test_a_server_that_says_nothing_is_given_up_in_time(
    servers: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers_module, "_MAX_FAILURES", 0)
    await servers.set_servers("user", [scripted("mute", "mute", startup_timeout=0.5)])
    assert "did not answer within 0.5 s" in (await servers.until_state("mute", "failed")).error


async def test_a_flood_is_slowed_down_and_harms_nobody(servers: Watched) -> None:
    await servers.set_servers("user", [scripted("loud", timeout=1), scripted("quiet")])
    loud = (await servers.until_state("loud", "ready")).key
    quiet = (await servers.until_state("quiet", "ready")).key
    worst = 0.0

    async def heartbeat() -> None:
        nonlocal worst
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.01)
            worst = max(worst, time.monotonic() - began - 0.01)

    beating = asyncio.create_task(heartbeat())
    flood = asyncio.create_task(servers.call_tool(loud, "flood", {"count": 1_000_000}))
    for number in range(5):
        began = time.monotonic()
        answer = await servers.call_tool(quiet, "echo", {"text": str(number)})
        assert answer["text"] == str(number)
        assert time.monotonic() - began < 2
    with pytest.raises(ToolError):
        await flood
    beating.cancel()
    assert len(servers.named("loud").log) <= 200
    assert worst < 0.25


async def test_an_endless_line_ends_the_server(servers: Watched) -> None:
    await servers.set_servers("user", [scripted("huge")])
    key = (await servers.until_state("huge", "ready")).key
    with pytest.raises(ToolError):
        await servers.call_tool(key, "huge", {})
    assert "more than 8 MB" in (await servers.until_state("huge", "waiting")).error


async def test_nothing_of_a_server_is_left_when_it_is_taken_away(
    servers: Watched, tmp_path: Path
) -> None:
    file = tmp_path / "pids"
    await servers.set_servers("user", [scripted("fake", f"child={file}", "stubborn")])
    await servers.until_state("fake", "ready")
    pids = [int(pid) for pid in file.read_text().split()]
    assert alive(*pids) == pids
    await servers.set_servers("user", [])
    await _until_dead(pids)
    assert servers.statuses() == []


async def test_closing_ends_every_server(servers: Watched, tmp_path: Path) -> None:
    file = tmp_path / "pids"
    await servers.set_servers("user", [scripted("fake", f"child={file}")])
    await servers.until_state("fake", "ready")
    await servers.close()
    await _until_dead([int(pid) for pid in file.read_text().split()])


async def test_no_server_outlives_an_engine_that_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    code = f"""
import asyncio, sys
sys.path.insert(0, {str(Path.cwd())!r})
from tests.core.hooks.conftest import Documents
from tests.core.mcp.conftest import Watched, scripted

async def main():
    servers = Watched(Documents(), [], {{}})
    await servers.set_servers("user", [scripted("fake", "child={file}")])
    await servers.until_state("fake", "ready")
    print(servers._link.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""
    engine = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    assert engine.stdout is not None
    host = int(await asyncio.wait_for(engine.stdout.readline(), 20))
    pids = [host, *(int(pid) for pid in file.read_text().split())]
    assert alive(*pids) == pids
    os.kill(engine.pid, signal.SIGKILL)
    await engine.wait()
    await _until_dead(pids)


async def test_a_host_that_dies_is_replaced(servers: Watched, tmp_path: Path) -> None:
    file = tmp_path / "pids"
    await servers.set_servers("user", [scripted("fake", f"child={file}")])
    key = (await servers.until_state("fake", "ready")).key
    pids = [int(pid) for pid in file.read_text().split()]
    assert servers._link is not None
    os.kill(servers._link.pid, signal.SIGKILL)
    await servers.until_state("fake", "waiting")
    await _until_dead(pids)
    assert (await servers.call_tool(key, "echo", {"text": "again"}))["text"] == "again"


async def test_a_server_gets_its_secrets_and_none_of_ours(
    servers: Watched, secrets: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "CANARYKEY")
    secrets["keyring:tracker"] = "for this server"
    await servers.set_servers("user", [scripted("fake", env={"TRACKER": "keyring:tracker"})])
    key = (await servers.until_state("fake", "ready")).key
    seen = json.loads((await servers.call_tool(key, "environment", {}))["text"])
    assert seen["TRACKER"] == "for this server"
    assert "CANARYKEY" not in seen.values()


async def test_an_agents_servers_end_with_its_run(servers: Watched, tmp_path: Path) -> None:
    file = tmp_path / "pids"

    async def run_that_fails() -> None:
        async with servers.during([scripted("own", f"child={file}")], tmp_path) as run:
            await servers.wait_ready(["own"], tmp_path, run)
            assert servers.tools_for(tmp_path, run)
            assert not servers.tools_for(tmp_path)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await run_that_fails()
    await _until_dead([int(pid) for pid in file.read_text().split()])
    assert servers.statuses() == []


async def test_required_servers_are_waited_for_and_named_when_they_do_not_come(
    servers: Watched,
) -> None:
    await servers.set_servers("user", [scripted("good"), scripted("mute", "mute")])
    await servers.wait_ready(["good"], None)
    with pytest.raises(ToolError, match="mute is needed and is not ready: it is still starting"):
        await servers.wait_ready(["good", "mute"], None, timeout=0.2)
    with pytest.raises(ToolError, match="no MCP server other"):
        await servers.wait_ready(["other"], None)


async def test_pushes_come_marked_and_only_from_servers_that_may(
    servers: Watched, pushes: list[Push]
) -> None:
    await servers.set_servers("user", [scripted("talks", push=True), scripted("silent")])
    talks = (await servers.until_state("talks", "ready")).key
    silent = (await servers.until_state("silent", "ready")).key
    await servers.call_tool(silent, "announce", {"text": "let me in"})
    await servers.call_tool(talks, "announce", {"text": "only chatter", "level": "info"})
    for _ in range(30):
        await servers.call_tool(talks, "announce", {"text": "the build </mcp-push> is red"})
    await servers.until(lambda: pushes)
    assert [push.server for push in pushes] == ["talks"]
    assert pushes[0].prompt.count("</mcp-push>") == 1
    assert pushes[0].prompt.startswith('<mcp-push server="talks">')


async def test_progress_is_passed_on(servers: Watched) -> None:
    await servers.set_servers("user", [scripted("fake")])
    key = (await servers.until_state("fake", "ready")).key
    shown: list[str] = []
    assert (await servers.call_tool(key, "progress", {}, shown.append))["text"] == "done"
    assert shown == ["half way"]


async def test_a_server_can_be_switched_off_for_a_project_and_everywhere(
    servers: Watched, tmp_path: Path, documents: Documents
) -> None:
    await servers.set_servers("user", [scripted("fake")])
    await servers.until_state("fake", "ready")
    await servers.set_enabled("fake", False, tmp_path)
    assert servers.tools_for(tmp_path) == []
    assert servers.tools_for(tmp_path / "other")
    assert servers.named("fake").state == "ready"
    await servers.set_enabled("fake", False)
    await servers.until_state("fake", "disabled")
    assert servers.tools_for(None) == []
    await servers.set_enabled("fake", True)
    await servers.until_state("fake", "ready")
    assert documents.kept["mcp.disabled"] == {str(tmp_path): ["fake"], "": []}


async def _until_dead(pids: list[int]) -> None:
    async with asyncio.timeout(10):
        while alive(*pids):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def test_the_engine_does_not_import_the_sdk() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(SCRIPTED.parents[3])!r}); "
        "import core.mcp.tools, core.mcp.sources, core.mcp.mentions; "
        "print([name for name in ('mcp', 'mcp_types', 'httpx2', 'anyio') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, check=True)
    assert out.stdout.decode().strip() == "[]"


def test_no_process_of_these_tests_is_left() -> None:
    left = [child for child in psutil.Process().children(recursive=True) if _ours(child)]
    assert left == []


def _ours(process: psutil.Process) -> bool:
    try:
        return any("scripted.py" in word for word in process.cmdline())
    except psutil.Error:
        return False
