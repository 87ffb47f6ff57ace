"""Two servers as people install them: ``mcp-server-time`` and ``mcp-server-git``.

Both work without a network, one on nothing and one on a repository, and they are made with the
official SDK by the people who make the protocol. They come with the development dependencies;
``SPINNEY_TEST_MCP_PYTHON`` may name another Python that has them.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from core.mcp.definition import read_server
from core.mcp.tools import ToolPool
from tests.core.mcp.conftest import Watched, alive
from tests.core.tools.conftest import Workbench

PYTHON = os.environ.get("SPINNEY_TEST_MCP_PYTHON", sys.executable)


def _installed() -> bool:
    code = "import mcp_server_time, mcp_server_git"
    return subprocess.run([PYTHON, "-I", "-c", code], capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(not _installed(), reason="mcp-server-time and -git are missing")


async def test_two_servers_from_the_registries_work_side_by_side(
    servers: Watched, tmp_path: Path
) -> None:
    bench = Workbench(tmp_path)
    git = ["git", "-C", str(bench.project), "init", "-q", "-b", "main"]
    assert await (await asyncio.create_subprocess_exec(*git)).wait() == 0
    (bench.project / "new.txt").write_text("new\n")
    entries = {
        "time": {"command": PYTHON, "args": ["-I", "-m", "mcp_server_time"]},
        "git": {"command": [PYTHON, "-I", "-m", "mcp_server_git", "-r", str(bench.project)]},
    }
    specs = [read_server(n, e, source="config.toml", scope="user") for n, e in entries.items()]
    await servers.set_servers("user", specs)
    await servers.wait_ready(["time", "git"], None)
    pool = ToolPool(servers)
    tools = {tool.name: tool for tool in pool.tools("ses", bench.project)}
    converted = await bench.call(
        tools["time_convert_time"],
        source_timezone="Europe/Berlin",
        time="12:00",
        target_timezone="Asia/Tokyo",
    )
    assert "Asia/Tokyo" in converted.output
    status = await bench.call(tools["git_git_status"], repo_path=str(bench.project))
    assert "new.txt" in status.output
    children = [child.pid for child in psutil.Process().children(recursive=True)]
    assert len(alive(*children)) >= 3
    await servers.close()
    async with asyncio.timeout(10):
        while any("mcp_server" in " ".join(_command(pid)) for pid in alive(*children)):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def _command(pid: int) -> list[str]:
    try:
        return psutil.Process(pid).cmdline()
    except psutil.Error:
        return []
