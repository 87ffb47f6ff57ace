from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import psutil
import pytest
from pydantic import ValidationError

from core.config.settings import ProviderSettings, Settings, ShellSettings
from core.errors import ToolError
from core.tools.base import ToolContext, ToolResult
from core.tools.bash import BashTool, EndMarker
from tests.core.tools.conftest import Workbench


@pytest.fixture
def bash() -> BashTool:
    return BashTool()


async def test_output_and_exit_code_come_back(bench: Workbench, bash: BashTool) -> None:
    result = await bench.call(bash, command="echo out; echo err >&2; exit 3")
    assert result.output == "out\nerr\n\n[Exit code 3.]"
    assert result.metadata["exit_code"] == 3
    assert "".join(bench.shown) == "out\nerr\n"
    assert (await bench.call(bash, command="true")).output == "(no output)"
    assert "syntax error" in (await bench.call(bash, command="if then")).output


async def test_the_folder_carries_over_within_the_project(bench: Workbench, bash: BashTool) -> None:
    (bench.project / "sub dir").mkdir()
    await bench.call(bash, command="cd 'sub dir' && exec >/dev/null && exit 1")
    assert (await bench.call(bash, command="pwd")).output == str(bench.project / "sub dir")
    result = await bench.call(bash, command="cd /")
    assert "outside the project" in result.output
    assert (await bench.call(bash, command="pwd")).output == str(bench.project)
    await bench.call(bash, command="mkdir gone; cd gone; rmdir ../gone")
    result = await bench.call(bash, command="pwd")
    assert str(bench.project) in result.output


async def test_input_is_empty_and_quotes_and_heredocs_work(
    bench: Workbench, bash: BashTool
) -> None:
    result = await bench.call(bash, command="cat; echo \"it's\" $# '$x'\ncat <<E\nhello\nE")
    assert result.output == "it's 0 $x\nhello"


async def test_a_time_limit_ends_the_whole_tree(bench: Workbench, bash: BashTool) -> None:
    command = "trap '' TERM; (trap '' TERM; sleep 300) & echo $!; sleep 300"
    result = await bench.call(bash, command=command, timeout=0.3)
    assert "time limit" in result.output
    assert result.metadata["timed_out"] is True
    assert not psutil.pid_exists(int(result.output.split()[0]))


async def test_milliseconds_are_understood_and_the_maximum_holds(
    bench: Workbench, bash: BashTool
) -> None:
    assert bash.parameters(command="x", timeout=120_000).timeout == 120
    bench.settings = Settings(shell=ShellSettings(max_timeout=0.2))
    result = await bench.call(bash, command="sleep 30", timeout=60)
    assert result.metadata["timed_out"] is True
    with pytest.raises(ValidationError):
        bash.parameters(command="x", timeout=-1)
    with pytest.raises(ValidationError):
        bash.parameters(command="")


async def test_a_cancelled_command_is_gone_with_its_children(
    bench: Workbench, bash: BashTool
) -> None:
    call = asyncio.create_task(bench.call(bash, command="setsid sleep 300 & echo $!; wait"))
    await bench.something_shown.wait()
    pid = int("".join(bench.shown))
    assert psutil.pid_exists(pid)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert not psutil.pid_exists(pid)


async def test_fifty_megabytes_of_output_stay_in_a_file(bench: Workbench, bash: BashTool) -> None:
    await bench.call(bash, command="true")
    before = psutil.Process().memory_info().rss
    command = "echo begin; yes 0123456789 | head -c 50000000; echo end"
    result = await bench.call(bash, command=command)
    assert psutil.Process().memory_info().rss - before < 30 * 1024**2
    assert len(result.output) < 30_000
    assert result.output.startswith("begin\n")
    assert result.output.endswith("end")
    file = Path(result.metadata["output_file"])
    assert file.stat().st_size == 50_000_010
    assert str(file) in result.output
    assert file.parent == bench.paths.outputs / bench.session.root_id
    assert len("".join(bench.shown)) < 31_000


async def test_many_short_lines_are_bounded_too(bench: Workbench, bash: BashTool) -> None:
    result = await bench.call(bash, command="seq 5000")
    assert result.output.count("\n") < 2000
    assert Path(result.metadata["output_file"]).read_text().count("\n") == 5000


async def test_keys_do_not_reach_commands(
    bench: Workbench, bash: BashTool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "MY_ODD_NAME", "GITHUB_TOKEN", "LC_SECRET", "PLAIN"):
        monkeypatch.setenv(name, "canary")
    bench.settings = Settings(
        provider={"x": ProviderSettings(api_key_env="MY_ODD_NAME")},
        environment={"ADDED": "yes"},
        environment_pass=("MY_*", "PLAIN"),
    )
    output = (await bench.call(bash, command="env")).output
    assert "canary" not in output.replace("PLAIN=canary", "")
    assert "PLAIN=canary" in output
    assert "ADDED=yes" in output


async def test_flags_ask_for_themselves(bench: Workbench, bash: BashTool) -> None:
    asks = await bench.asks(bash, command="curl x", network=True, unsandboxed=True)
    assert [ask.permission for ask in asks][-2:] == ["network", "unsandboxed"]
    assert asks[0].permission == "bash"


async def test_background_goes_to_the_shells(bench: Workbench, bash: BashTool) -> None:
    with pytest.raises(ToolError, match="background"):
        await bench.call(bash, command="sleep 1", run_in_background=True)

    class Shells:
        async def start(
            self, context: ToolContext, ready: object, command: str, description: str
        ) -> ToolResult:
            return ToolResult(f"started {command}")

    bench.services.shells = Shells()
    result = await bench.call(bash, command="sleep 1", run_in_background=True)
    assert result.output == "started sleep 1"


async def test_processes_left_running_end_with_the_command(
    bench: Workbench, bash: BashTool
) -> None:
    started = time.monotonic()
    result = await bench.call(bash, command="env -i setsid sleep 300 & echo $!")
    assert time.monotonic() - started < 3
    assert not psutil.pid_exists(int(result.output.split()[0]))
    assert "run_in_background" in result.output


def test_the_end_marker_is_found_however_it_is_cut() -> None:
    whole = "abc\x1edef\x1emark/some/dir\x1etail"
    for size in range(1, len(whole)):
        out: list[str] = []
        ending = EndMarker("mark", out.append)
        for start in range(0, len(whole), size):
            ending.add(whole[start : start + size])
        ending.finish()
        assert "".join(out) == "abc\x1edeftail"
        assert ending.folder == "/some/dir"


async def test_the_machine_environment_is_never_changed(bench: Workbench, bash: BashTool) -> None:
    before = dict(os.environ)
    await bench.call(bash, command="export A=1")
    assert dict(os.environ) == before
