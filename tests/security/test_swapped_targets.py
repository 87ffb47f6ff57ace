"""Edits race against somebody who swaps their target for a link to the outside; none escapes."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.permissions.models import Rule
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call

EDITS = [Rule("edit", "*", "allow"), Rule("external_directory", "*", "deny")]
EDITS += [Rule("doom_loop", "*", "allow")]
IN_ONE_ANSWER = 50


@contextlib.contextmanager
def swapping(swap: Callable[[], None]) -> Iterator[list[int]]:
    """Run ``swap`` again and again in a thread; yields how often it ran."""
    stop, count = threading.Event(), [0]

    def work() -> None:
        while not stop.is_set():
            swap()
            count[0] += 1
            stop.wait(0.0005)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield count
    finally:
        stop.set()
        thread.join()


def swap_folder(folder: Path, outside: Path) -> None:
    """An edit may make the folder anew while it is away, which is its right."""
    kept = folder.with_name("kept")
    with contextlib.suppress(OSError):
        os.rename(folder, kept)
        os.symlink(outside, folder)
    if folder.is_symlink():
        os.unlink(folder)
    elif kept.exists():
        shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.rename(kept, folder)


def swap_file(folder: Path, outside: Path) -> None:
    """The file is one moment a plain file and the next a link; it is never missing."""
    link, plain = folder / "link", folder / "plain"
    with contextlib.suppress(OSError):
        os.symlink(outside / "target.txt", link)
        os.replace(link, folder / "target.txt")
        plain.write_text("value inside\n")
        os.replace(plain, folder / "target.txt")


@pytest.mark.parametrize(
    "count", [150, pytest.param(1000, marks=pytest.mark.soak)], ids=["some", "thousand"]
)
@pytest.mark.parametrize("swap", [swap_folder, swap_file], ids=["folder", "file"])
async def test_no_edit_escapes_through_a_target_that_is_swapped(
    swap: Callable[[Path, Path], None],
    count: int,
    alone: EngineUnderTest,
    model_server: ModelServer,
    project: Path,
    tmp_path: Path,
) -> None:
    outside, folder = tmp_path / "outside", project / "sub"
    outside.mkdir()
    folder.mkdir()
    for place in (outside, folder):
        (place / "target.txt").write_text(f"value {place.name}\n")
    script = model_server.script("attack").call("read", file_path="sub/target.txt")
    calls = []
    for number in range(count):
        if number % 3 == 0:
            calls.append(Call("write", file_path="sub/target.txt", content=f"value {number}\n"))
        elif number % 3 == 1:
            new = f"value value{number}"
            arguments = {"file_path": "sub/target.txt", "old_string": "value", "new_string": new}
            calls.append(Call("edit", replace_all=True, **arguments))
        else:
            patch = f"*** Begin Patch\n*** Add File: sub/new{number}.txt\n+x\n*** End Patch"
            calls.append(Call("apply_patch", patch=patch))
    for start in range(0, count, IN_ONE_ANSWER):
        script.reply(*calls[start : start + IN_ONE_ANSWER])
    script.say("Done.")
    session = await alone.session(rules=EDITS)
    with swapping(lambda: swap(folder, outside)) as swapped:
        await alone.say(session, "attack")
    ended = [part.status for part in await alone.tool_parts(session.id)]
    assert len(ended) == count + 1
    assert "completed" in ended
    assert "failed" in ended
    assert swapped[0] > count / 2
    assert [path.name for path in outside.iterdir()] == ["target.txt"]
    assert (outside / "target.txt").read_text() == "value outside\n"
