from __future__ import annotations

import asyncio
import os
from pathlib import Path

import psutil
import pytest

from core.errors import ToolError
from core.permissions.models import Rule
from core.tools.glob import GlobTool
from core.tools.grep import GrepTool
from core.tools.list import MAX_ENTRIES, ListTool
from core.tools.search import Hidden, glob_pattern
from tests.core.tools.conftest import Workbench

GREP, GLOB, LIST = GrepTool(), GlobTool(), ListTool()


def sample(bench: Workbench) -> None:
    bench.file(".gitignore", "build/\n*.log\n")
    bench.file("src/b.py", "import os\nneedle = 1\n")
    bench.file("src/a.py", "needle = 2\nother = 3\nNEEDLE = 4\n")
    bench.file("src/deep/c.ts", "const needle = 5\n")
    bench.file("build/out.py", "needle = 6\n")
    bench.file("x.log", "needle\n")
    bench.file(".env", "needle=hunter2\n")
    bench.file(".env.example", "needle=\n")
    bench.file(".hidden/d.py", "needle = 7\n")


async def test_matches_come_by_path_with_line_numbers(bench: Workbench) -> None:
    sample(bench)
    result = await bench.call(GREP, pattern="needle")
    assert result.output.split("\n\n", 1)[1] == (
        "src/a.py:\n  1: needle = 2\n\n"
        "src/b.py:\n  2: needle = 1\n\n"
        "src/deep/c.ts:\n  1: const needle = 5"
    )
    assert result.metadata == {"matches": 3, "files": 3, "more": False}


async def test_secrets_stay_hidden_however_they_are_looked_for(bench: Workbench) -> None:
    sample(bench)
    result = await bench.call(GREP, pattern="needle", hidden=True)
    assert "hunter2" not in result.output
    assert ".env.example" in result.output
    assert "rules restrict reading them: 1" in result.output
    assert ".hidden/d.py" in result.output
    with pytest.raises(ToolError, match="may not be read"):
        await bench.call(GREP, pattern="needle", path=".env")
    result = await bench.call(GREP, pattern="needle", include=".env*", hidden=True)
    assert "hunter2" not in result.output
    found = await bench.call(GLOB, pattern=".env*")
    assert found.output == str(bench.project / ".env.example")


async def test_options_of_grep(bench: Workbench) -> None:
    sample(bench)
    found = await bench.call(GREP, pattern="needle", include="*.{ts,tsx}")
    assert found.metadata["matches"] == 1
    found = await bench.call(GREP, pattern="needle", include="src/*.py", ignore_case=True)
    assert found.metadata == {"matches": 3, "files": 2, "more": False}
    found = await bench.call(GREP, pattern="needle = 1", context=1)
    assert "  1- import os\n  2: needle = 1" in found.output
    found = await bench.call(GREP, pattern="needle", files_only=True)
    assert found.output.endswith("src/a.py\nsrc/b.py\nsrc/deep/c.ts")
    found = await bench.call(GREP, pattern="a.b(", literal=True)
    assert found.output == "No matches."
    found = await bench.call(GREP, pattern="needle", path="src/deep/c.ts")
    assert found.metadata["matches"] == 1
    found = await bench.call(GREP, pattern="-needle|--version")
    assert found.output == "No matches."


async def test_a_broken_expression_is_a_sentence(bench: Workbench) -> None:
    sample(bench)
    with pytest.raises(ToolError, match=r"not a valid regular expression: .*unclosed group"):
        await bench.call(GREP, pattern="foo(")
    with pytest.raises(ToolError, match="does not exist"):
        await bench.call(GREP, pattern="x", path="nowhere")


async def test_matches_are_bounded(bench: Workbench) -> None:
    bench.file("a.txt", "needle\n" * 5000)
    bench.file("long.txt", "needle" + "x" * 1_000_000 + "\n")
    result = await bench.call(GREP, pattern="needle", limit=50)
    assert result.metadata["matches"] == 50
    assert "first 50" in result.output
    result = await bench.call(GREP, pattern="needle", path="long.txt")
    assert len(result.output) < 2000


async def test_own_long_outputs_can_be_searched(bench: Workbench) -> None:
    file = bench.paths.outputs / bench.session.root_id / "call.txt"
    file.parent.mkdir(parents=True)
    file.write_text("a\nneedle\n")
    assert await bench.asks(GREP, pattern="needle", path=str(file)) == []
    assert "2: needle" in (await bench.call(GREP, pattern="needle", path=str(file))).output


async def test_the_newest_files_come_first(bench: Workbench) -> None:
    sample(bench)
    os.utime(bench.project / "src/b.py", (2e9, 2e9))
    result = await bench.call(GLOB, pattern="**/*.py")
    assert [Path(line).name for line in result.output.split("\n")] == ["b.py", "a.py"]
    result = await bench.call(GLOB, pattern="*.{py,ts}", path="src")
    assert result.metadata["count"] == 3
    result = await bench.call(GLOB, pattern=f"{bench.project}/src/*.py")
    assert result.metadata["count"] == 2
    assert (await bench.call(GLOB, pattern="*.rs")).output == "No files found."
    with pytest.raises(ToolError, match="is a file"):
        await bench.call(GLOB, pattern="*", path="src/a.py")


async def test_outside_folders_ask(bench: Workbench, tmp_path: Path) -> None:
    for tool, arguments in ((GREP, {"pattern": "x"}), (GLOB, {"pattern": "x"}), (LIST, {})):
        asks = await bench.asks(tool, path=str(tmp_path), **arguments)
        assert [ask.permission for ask in asks] == ["external_directory", tool.name]
        assert asks[0].patterns == (f"{tmp_path}/*",)


async def test_a_tree_is_shown_as_deep_as_fits(bench: Workbench) -> None:
    sample(bench)
    result = await bench.call(LIST)
    assert result.output == (f"{bench.project}/\n  src/\n    deep/\n      c.ts\n    a.py\n    b.py")
    for folder in range(4):
        for number in range(100):
            bench.file(f"many/{folder}/{number}.txt", "")
    result = await bench.call(LIST)
    assert "    0/ (100 files)" in result.output
    assert len(result.output.splitlines()) < MAX_ENTRIES
    result = await bench.call(LIST, depth=1)
    assert "  many/ (400 files)" in result.output
    result = await bench.call(LIST, ignored=True, hidden=True)
    assert "x.log" in result.output
    with pytest.raises(ToolError, match=r"is a file.*read"):
        await bench.call(LIST, path="x.log")


async def test_a_flat_folder_with_thousands_of_files_is_bounded(bench: Workbench) -> None:
    for number in range(1000):
        bench.file(f"flat/{number}.txt", "")
    result = await bench.call(LIST, path="flat")
    assert "700 more entries" in result.output


async def test_a_cancelled_search_stops(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "bin" / "rg"
    slow.parent.mkdir()
    slow.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nsleep 300\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:{os.environ['PATH']}")
    for tool, arguments in ((GREP, {"pattern": "x"}), (GLOB, {"pattern": "x"}), (LIST, {})):
        call = asyncio.create_task(bench.call(tool, **arguments))
        await asyncio.sleep(0.3)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert not psutil.pid_exists(int((tmp_path / "pid").read_text()))


async def test_pipes_are_not_searched(bench: Workbench) -> None:
    os.mkfifo(bench.project / "pipe")
    with pytest.raises(ToolError, match="neither a file nor a folder"):
        await bench.call(GREP, pattern="x", path="pipe")
    assert (await bench.call(GREP, pattern="x")).output == "No matches."


def test_the_last_rule_decides_what_is_hidden() -> None:
    rules = (Rule("read", "secret/*", "deny"), Rule("read", "secret/open*", "allow"))
    hidden = Hidden(rules, "secret")
    assert hidden("a/b.txt")
    assert not hidden("open.txt")
    assert not Hidden((), "")("a.txt")
    asking = Hidden((Rule("read", "*", "ask"), Rule("read", "keys/*", "ask")))
    assert not asking("a.txt")
    assert asking("keys/a.txt")


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*.py", "a/b/c.py", True),
        ("src/*.py", "src/a/b.py", False),
        ("src/**/*.py", "src/b.py", True),
        ("**/test_*.{py,pyi}", "x/test_a.pyi", True),
        ("[!a]*.txt", "b.txt", True),
        ("[!a]*.txt", "a.txt", False),
        ("./a?.c", "ab.c", True),
        ("a.c", "axc", False),
        ("src/**", "src/x/y", True),
    ],
)
def test_globs_mean_what_people_expect(pattern: str, path: str, fits: bool) -> None:
    assert bool(glob_pattern(pattern).match(path)) is fits


def test_a_broken_glob_is_a_sentence() -> None:
    with pytest.raises(ToolError, match="not a valid glob"):
        glob_pattern("[z-a]")
