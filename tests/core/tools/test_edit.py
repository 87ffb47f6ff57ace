from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import time
from pathlib import Path

import pytest

from core.errors import ToolError
from core.tools.edit import EditTool
from core.tools.read import ReadTool
from core.tools.write import WriteTool
from tests.core.tools.conftest import Workbench

READ, EDIT, WRITE = ReadTool(), EditTool(), WriteTool()


async def edited(bench: Workbench, name: str, old: str, new: str, **more: bool) -> bytes:
    await bench.call(READ, path=name)
    await bench.call(EDIT, path=name, old_string=old, new_string=new, **more)
    return (bench.project / name).read_bytes()


async def test_text_is_replaced_and_the_diff_is_told(bench: Workbench) -> None:
    path = bench.file("a.py", "one\ntwo\nthree\n")
    path.chmod(0o751)
    await bench.call(READ, path="a.py")
    asks = await bench.asks(EDIT, path="a.py", old_string="two", new_string="2\n2b")
    assert [(ask.permission, ask.patterns) for ask in asks] == [("edit", ("a.py",))]
    assert "-two\n+2\n+2b\n" in asks[0].details["diff"]
    result = await bench.call(EDIT, path="a.py", old_string="two", new_string="2\n2b")
    assert path.read_text() == "one\n2\n2b\nthree\n"
    assert (result.metadata["additions"], result.metadata["deletions"]) == (2, 1)
    assert result.metadata["path"] == str(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o751


async def test_a_second_edit_needs_no_second_read(bench: Workbench) -> None:
    bench.file("a.py", "one\n")
    assert await edited(bench, "a.py", "one", "two") == b"two\n"
    await bench.call(EDIT, filePath="a.py", oldString="two", newString="three")
    assert (bench.project / "a.py").read_bytes() == b"three\n"


async def test_a_file_that_was_not_read_is_refused(bench: Workbench) -> None:
    bench.file("a.py", "one\n")
    with pytest.raises(ToolError, match=r"has not been read.*Read it first"):
        await bench.call(EDIT, path="a.py", old_string="one", new_string="two")
    with pytest.raises(ToolError, match="has not been read"):
        await bench.call(WRITE, path="a.py", content="x")


async def test_a_file_that_changed_since_is_refused_by_content(bench: Workbench) -> None:
    path = bench.file("a.py", "one\n")
    await bench.call(READ, path="a.py")
    os.utime(path)
    await bench.call(EDIT, path="a.py", old_string="one", new_string="two")
    before = path.stat()
    path.write_text("owt\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(ToolError, match="changed since"):
        await bench.call(EDIT, path="a.py", old_string="owt", new_string="x")


async def test_missing_text_brings_the_nearest(bench: Workbench) -> None:
    bench.file("a.py", "def f():\n    return  1\n\n\ndef g():\n    return 2\n")
    await bench.call(READ, path="a.py")
    with pytest.raises(ToolError, match=r"not found(.|\n)*     2\t    return  1"):
        await bench.call(EDIT, path="a.py", old_string="def f():\n    return 1", new_string="x")
    with pytest.raises(ToolError, match="line numbers"):
        await bench.call(EDIT, path="a.py", old_string="     1\tdef f():", new_string="x")
    with pytest.raises(ToolError, match="Read the file again"):
        await bench.call(EDIT, path="a.py", old_string="zzzzzzzzz", new_string="x")


async def test_text_that_is_not_unique_is_refused_with_its_lines(bench: Workbench) -> None:
    bench.file("a.py", "x\ny\nx\nx\n")
    await bench.call(READ, path="a.py")
    with pytest.raises(ToolError, match=r"3 times .*lines 1, 3, 4"):
        await bench.call(EDIT, path="a.py", old_string="x", new_string="z")
    assert await edited(bench, "a.py", "x", "z", replace_all=True) == b"z\ny\nz\nz\n"


async def test_useless_edits_are_refused(bench: Workbench) -> None:
    bench.file("a.py", "x\n")
    await bench.call(READ, path="a.py")
    with pytest.raises(ToolError, match="same"):
        await bench.call(EDIT, path="a.py", old_string="x", new_string="x")
    with pytest.raises(ToolError, match="empty"):
        await bench.call(EDIT, path="a.py", old_string="", new_string="x")
    with pytest.raises(ToolError, match="does not exist"):
        await bench.call(EDIT, path="b.txt", old_string="a", new_string="x")


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        (b"a\r\nb\r\nc\r\n", "a\nb", "a\nB\nB2", b"a\r\nB\r\nB2\r\nc\r\n"),
        (b"a\r\nb\nc\r\nd\r\n", "c", "C\nC2", b"a\r\nb\nC\r\nC2\r\nd\r\n"),
        (b"a\r\nb\nc\r\nd\r\n", "a\nb\nc", "a\nb\nc!", b"a\r\nb\nc!\r\nd\r\n"),
        (b"\xef\xbb\xbfa\nb", "b", "\u00fc", b"\xef\xbb\xbfa\n\xc3\xbc"),
        ("\ufeffa\r\n".encode("utf-16-be"), "a", "ä", "\ufeffä\r\n".encode("utf-16-be")),
        (b"caf\xe9 x\n", "x", "é", b"caf\xe9 \xe9\n"),
        ("grün ".encode() + b"\xff x\n", "grün", "blau", b"blau \xff x\n"),
        (b"a\rb\rc", "b", "B", b"a\rB\rc"),
    ],
)
async def test_encoding_endings_and_final_newline_survive(
    bench: Workbench, before: bytes, old: str, new: str, after: bytes
) -> None:
    bench.file("a.txt", before)
    assert await edited(bench, "a.txt", old, new) == after


async def test_a_character_the_encoding_lacks_is_a_sentence(bench: Workbench) -> None:
    bench.file("a.txt", b"caf\xe9 x\n")
    with pytest.raises(ToolError, match="latin-1"):
        await edited(bench, "a.txt", "x", "€")


async def test_write_makes_folders_and_keeps_the_format_of_a_file(bench: Workbench) -> None:
    result = await bench.call(WRITE, path="new/deep/a.txt", content="eins\nzwei\n")
    assert (bench.project / "new/deep/a.txt").read_text() == "eins\nzwei\n"
    assert result.metadata["created"] is True
    bench.file("crlf.txt", b"a\r\n")
    await bench.call(READ, path="crlf.txt")
    await bench.call(WRITE, path="crlf.txt", content="a\nb\n")
    assert (bench.project / "crlf.txt").read_bytes() == b"a\r\nb\r\n"
    with pytest.raises(ToolError, match="folder"):
        await bench.call(WRITE, path="new", content="x")
    assert [p.name for p in bench.project.iterdir() if p.name.endswith(".tmp")] == []


async def test_a_link_inside_is_followed_once_and_stays_a_link(bench: Workbench) -> None:
    bench.file("real.txt", "x\n")
    os.symlink("real.txt", bench.project / "link.txt")
    assert await edited(bench, "link.txt", "x", "y") == b"y\n"
    assert (bench.project / "link.txt").is_symlink()


async def test_edits_of_one_file_at_the_same_time_are_all_kept(bench: Workbench) -> None:
    bench.file("a.txt", "".join(f"<{i}>\n" for i in range(20)))
    await bench.call(READ, path="a.txt")
    await asyncio.gather(
        *(
            bench.call(EDIT, path="a.txt", old_string=f"<{i}>", new_string=f"[{i}]")
            for i in range(20)
        )
    )
    assert (bench.project / "a.txt").read_text() == "".join(f"[{i}]\n" for i in range(20))


async def test_the_main_checkout_is_not_written_from_a_worktree(
    bench: Workbench, tmp_path: Path
) -> None:
    bench.directory = tmp_path / "worktree"
    bench.directory.mkdir()
    bench.session.worktree = str(bench.directory)
    with pytest.raises(ToolError, match="main checkout"):
        await bench.call(WRITE, path=str(bench.project / "a.txt"), content="x")
    await bench.call(WRITE, path="a.txt", content="x")
    assert (bench.directory / "a.txt").read_text() == "x"


async def test_files_that_decide_what_programs_may_do_always_ask(bench: Workbench) -> None:
    for name in (".git/hooks/pre-commit", ".spinney/agents/a.md", ".vscode/tasks.json"):
        (asked,) = await bench.asks(WRITE, path=name, content="x")
        assert asked.forced
    (asked,) = await bench.asks(WRITE, path="src/a.py", content="x")
    assert asked.forced is None


async def test_a_cancelled_write_is_finished_or_not_begun(bench: Workbench) -> None:
    for number in range(20):
        call = asyncio.create_task(bench.call(WRITE, path=f"{number}.txt", content="x" * 100_000))
        await asyncio.sleep(number / 5000)
        call.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await call
        before = {p.name: p.stat().st_size for p in bench.project.iterdir()}
        assert set(before.values()) <= {100_000}
        assert not any(name.endswith(".tmp") for name in before)


async def test_looking_for_the_nearest_text_takes_bounded_time(bench: Workbench) -> None:
    bench.file("big.js", "".join(f"  call({i}, 'x' * 50);\n  }}\n" for i in range(50_000)))
    await bench.call(READ, path="big.js")
    began = time.monotonic()
    wanted = "\n".join(["  }", *(f"  cell({i}, 'y' * 50);" for i in range(60))])
    with pytest.raises(ToolError, match="not found"):
        await bench.call(EDIT, path="big.js", old_string=wanted, new_string="x")
    assert time.monotonic() - began < 3
