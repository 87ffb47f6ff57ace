"""``spinney back``: the list, the preview, going back, and redo, each in a process of its own."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from core.llm.client import ModelClient
from core.paths import Paths
from tests.fakes.command import spinney
from tests.fakes.engine import home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate, Say


@pytest.fixture
def paths(tmp_path: Path, model_server: ModelServer) -> Paths:
    return home_with_config(tmp_path / "home", model_server)


def test_going_back_and_redo_from_the_command_line(
    paths: Paths, project: Path, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.reply(
        Call("write", path="made.txt", content="one\n"), Call("write", path="b.txt", content="b\n")
    )
    script.say("Made.")
    done = spinney(paths, project, "exec", "--mode", "acceptEdits", "make it")
    assert done.returncode == 0, done.stderr

    listed = spinney(paths, project, "back").stdout
    assert "1    2 files +2 -0  make it" in listed
    assert "+one" in spinney(paths, project, "back", "--diff").stdout

    (project / "b.txt").write_text("mine\n")
    preview = spinney(paths, project, "back", "--to", "1").stdout
    assert "remove   made.txt  +0 -1" in preview
    assert "kept, someone else changed it: remove   b.txt" in preview
    assert (project / "made.txt").exists(), "nothing is done without --yes"

    done = spinney(paths, project, "back", "--to", "1", "--yes")
    assert "1 files are as they were, 1 were left alone" in done.stdout, done.stderr
    assert not (project / "made.txt").exists()
    assert (project / "b.txt").read_text() == "mine\n"

    done = spinney(paths, project, "back", "--redo", "--yes")
    assert done.returncode == 0, done.stderr
    assert (project / "made.txt").read_text() == "one\n"

    done = spinney(paths, project, "back", "--to", "7")
    assert done.returncode == 1
    assert "no prompt 7" in done.stderr


def test_no_name_of_a_file_can_disturb_the_preview(
    paths: Paths, project: Path, model_server: ModelServer
) -> None:
    names = [b"up\x1b[1A\x1b[2K.txt", b"not utf-8 \xff.txt", "turned \u202e.txt".encode()]
    line = "; ".join(
        f"echo x > \"$(printf '{''.join(f'%c{b:03o}' % 92 for b in n)}')\"" for n in names
    )
    model_server.script("scripted").reply(Call("bash", command=line)).say("Made.")
    done = spinney(paths, project, "exec", "--mode", "bypassPermissions", "make them")
    assert done.returncode == 0, done.stderr
    assert {os.fsdecode(name) for name in names} <= set(os.listdir(project))
    preview = spinney(paths, project, "back", "--to", "1")
    assert preview.returncode == 0, preview.stderr
    assert "remove   up\\x1b[1A\\x1b[2K.txt" in preview.stdout
    assert "remove   not utf-8 \\udcff.txt" in preview.stdout
    assert "remove   turned \\u202e.txt" in preview.stdout


async def test_a_session_that_another_process_works_in_is_left_alone(
    paths: Paths,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    gate = Gate()
    script = model_server.script("scripted")
    script.reply(Call("write", path="made.txt", content="one\n"))
    script.reply(Say("Still"), gate, Say(" here."))
    async with opened(paths, project, model_client) as engine:
        session = await engine.session(mode="acceptEdits")
        await engine.engine.prompt(session.id, "make it")
        await asyncio.to_thread(gate.reached.wait, 30)
        done = await asyncio.to_thread(spinney, paths, project, "back", "--to", "1", "--yes")
        gate.open()
        await engine.engine.wait_idle(session.id)
    assert done.returncode == 1
    assert "Another Spinney works in this session" in done.stderr
    assert (project / "made.txt").exists()
