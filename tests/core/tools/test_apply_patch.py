from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from core import files
from core.errors import ToolError
from core.tools.apply_patch import ApplyPatchTool
from tests.core.tools.conftest import Workbench

PATCH = ApplyPatchTool()


def patch(*lines: str) -> str:
    return "\n".join(("*** Begin Patch", *lines, "*** End Patch"))


async def test_files_are_added_updated_moved_and_deleted(bench: Workbench) -> None:
    bench.file(
        "old.py", "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        pass\n"
    )
    moved = bench.file("tool.sh", "echo a\n")
    moved.chmod(0o755)
    bench.file("gone.txt", "x\n")
    text = patch(
        "*** Add File: new/n.txt",
        "+one",
        "+two",
        "*** Update File: old.py",
        "@@ class A:",
        "@@     def g(self):",
        "-        pass",
        "+        return 2",
        "*** Update File: tool.sh",
        "*** Move to: bin/tool.sh",
        "@@",
        "-echo a",
        "+echo b",
        "*** Delete File: gone.txt",
    )
    asks = await bench.asks(PATCH, patch=text)
    assert {ask.patterns[0] for ask in asks} == {
        "new/n.txt", "old.py", "tool.sh", "bin/tool.sh", "gone.txt",
    }  # fmt: skip
    assert {ask.permission for ask in asks} == {"edit"}
    result = await bench.call(PATCH, patch=text)
    assert (bench.project / "new/n.txt").read_text() == "one\ntwo\n"
    assert (bench.project / "old.py").read_text().endswith("def g(self):\n        return 2\n")
    assert (bench.project / "bin/tool.sh").read_text() == "echo b\n"
    assert stat.S_IMODE((bench.project / "bin/tool.sh").stat().st_mode) == 0o755
    assert not moved.exists()
    assert not (bench.project / "gone.txt").exists()
    assert len(result.metadata["files"]) == 5


async def test_a_unified_diff_works(bench: Workbench) -> None:
    bench.file("a.txt", "".join(f"{i}\n" for i in range(1, 21)) + "x\n" + "same\n" * 3)
    text = (
        "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n"
        "@@ -1,3 +1,4 @@\n 1\n+1b\n 2\n 3\n"
        "@@ -22,3 +23,3 @@ context\n same\n-same\n+changed\n same\n"
        "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+n1\n+n2\n\\ No newline at end of file\n"
    )
    await bench.call(PATCH, patch=text)
    content = (bench.project / "a.txt").read_text()
    assert content.startswith("1\n1b\n2\n3\n")
    assert content.endswith("x\nsame\nchanged\nsame\n")
    assert (bench.project / "new.txt").read_text() == "n1\nn2"


async def test_line_endings_stay_and_loose_space_is_forgiven(bench: Workbench) -> None:
    bench.file("a.txt", b"one  \r\ntwo\r\nthree\r\n")
    await bench.call(PATCH, input=patch("*** Update File: a.txt", " one", "-two", "+2", "+2b"))
    assert (bench.project / "a.txt").read_bytes() == b"one\r\n2\r\n2b\r\nthree\r\n"


async def test_one_hunk_that_does_not_fit_changes_nothing(bench: Workbench) -> None:
    first = bench.file("a.txt", "one\n")
    bench.file("b.txt", "two\n")
    text = patch("*** Update File: a.txt", "-one", "+1", "*** Update File: b.txt", "-missing", "+2")
    with pytest.raises(ToolError, match=r"Hunk 1 does not fit b\.txt"):
        await bench.call(PATCH, patch=text)
    assert first.read_text() == "one\n"


async def test_a_failure_in_the_middle_is_undone(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.file("a.txt", "one\n")
    bench.file("c.txt", "three\n")
    text = patch(
        "*** Update File: a.txt", "-one", "+1",
        "*** Delete File: c.txt",
        "*** Add File: new.txt", "+n",
        "*** Add File: d/e.txt", "+e",
    )  # fmt: skip
    real = files.write_beneath

    def failing(root: Path, relative: str, data: bytes, mode: int | None = None) -> None:
        if str(relative).endswith("e.txt"):
            raise OSError(28, os.strerror(28))
        real(root, relative, data, mode)

    monkeypatch.setattr(files, "write_beneath", failing)
    with pytest.raises(ToolError, match="disk is full"):
        await bench.call(PATCH, patch=text)
    assert (bench.project / "a.txt").read_text() == "one\n"
    assert (bench.project / "c.txt").read_text() == "three\n"
    assert not (bench.project / "new.txt").exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("*** Begin Patch\n*** Add File: x\n+a\n", "no end"),
        (patch("nonsense"), "Expected"),
        (patch("*** Add File: x", "no plus"), "beginning with \\+"),
        (patch("*** Update File: missing.txt", "-a", "+b"), "does not exist"),
        (patch("*** Add File: a.txt", "+x"), "exists already"),
        (patch("*** Update File: a.txt", "@@ nowhere", "-one", "+b"), "not in a.txt"),
        (patch("*** Update File: a.txt", " one"), "changes nothing"),
        (patch("*** Delete File: a.txt", "*** Delete File: ./a.txt"), "twice"),
        (patch(), "changes nothing"),
        ("just text", "changes nothing"),
        ("--- a/a.txt\n+++ b/a.txt\n@@ -1,5 +1,5 @@\n one\n", "shorter"),
        ("@@ -1 +1 @@\n-a\n+b\n", "name the file first"),
    ],
)
async def test_patches_that_cannot_be_applied_say_why(
    bench: Workbench, text: str, sentence: str
) -> None:
    bench.file("a.txt", "one\n")
    with pytest.raises(ToolError, match=sentence):
        await bench.call(PATCH, patch=text)
    assert (bench.project / "a.txt").read_text() == "one\n"


async def test_hunks_without_context_append_and_end_of_file_binds(bench: Workbench) -> None:
    bench.file("a.txt", "x\ny\nx\ny\n")
    text = patch("*** Update File: a.txt", "@@", " x", "-y", "+last", "*** End of File")
    await bench.call(PATCH, patch=text)
    assert (bench.project / "a.txt").read_text() == "x\ny\nx\nlast\n"
    await bench.call(PATCH, patch=patch("*** Update File: a.txt", "@@", "+more"))
    assert (bench.project / "a.txt").read_text() == "x\ny\nx\nlast\nmore\n"
