"""What checkpoints promise, on real files, real git and the real engine."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from core.checkpoints import objects
from core.checkpoints.models import RevertPreview
from core.errors import SpinneyError
from core.events import Notice
from core.permissions.models import Rule
from core.sessions.models import PatchPart
from tests.core.checkpoints.turns import Turns, disk, put, turns_in
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer

ALLOW_ALL = [Rule("*", "*", "allow")]


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


def paths_of(preview: RevertPreview) -> tuple[list[str], list[str]]:
    return [c.path for c in preview.changes], [c.path for c in preview.conflicts]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


async def test_going_back_restores_files_and_conversation_and_redo_brings_them_again(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    (project / "keep.txt").write_text("kept\n")
    (project / "a.txt").write_text("first\n")
    script = model_server.script("scripted")
    script.call("bash", command="printf 'second\\n' > a.txt; mkdir -p new; echo x > new/b.txt")
    script.say("Done.")
    script.call("bash", command="rm keep.txt").say("Removed.")
    session = await engine.session(rules=ALLOW_ALL)
    await engine.say(session, "change a")
    await engine.say(session, "remove keep")
    changed = disk(project)
    entries = await engine.engine.store.messages(session.id)
    patches = [part for entry in entries for part in entry.parts if isinstance(part, PatchPart)]
    assert [patch.files for patch in patches] == [["a.txt", "new/b.txt"], ["keep.txt"]]
    assert (patches[0].additions, patches[0].deletions) == (2, 1)
    assert patches[0].before is not None
    assert patches[0].after is not None
    diff = await engine.engine.patch_diff(session.id, patches[0].before, patches[0].after)
    assert "-first\n+second\n" in diff
    summary = (await engine.engine.store.get_session(session.id)).summary
    assert (summary.files, summary.additions, summary.deletions) == (3, 2, 2)
    first, second = await engine.engine.checkpoints(session.id)
    assert (first.prompt, first.files, second.prompt) == ("change a", 2, "remove keep")
    preview = await engine.engine.preview_revert(session.id, first.message_id)
    assert [(c.path, c.effect) for c in preview.changes] == [
        ("a.txt", "change"),
        ("keep.txt", "restore"),
        ("new/b.txt", "remove"),
    ]
    assert (preview.conflicts, preview.messages, preview.prompt) == ((), 6, "change a")
    assert disk(project) == changed
    await engine.engine.revert(session.id, first.message_id)
    assert disk(project) == {"a.txt": ("file", b"first\n"), "keep.txt": ("file", b"kept\n")}
    assert not (project / "new").exists()
    assert (await engine.engine.store.get_session(session.id)).summary.files == 0
    await engine.engine.redo(session.id)
    assert disk(project) == changed
    await engine.engine.revert(session.id, second.message_id)
    script.say("Something else.")
    await engine.say(session, "do something else")
    assert script.requests[-1].prompts == ["change a", "do something else"]
    texts = [entry.text for entry in await engine.engine.store.messages(session.id)]
    assert "remove keep" not in texts


async def test_only_files_or_only_the_conversation(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    script = model_server.script("scripted").call("bash", command="echo x > x.txt").say("Done.")
    session = await engine.session(rules=ALLOW_ALL)
    await engine.say(session, "make x")
    (point,) = await engine.engine.checkpoints(session.id)
    await engine.engine.revert(session.id, point.message_id, "conversation")
    assert (project / "x.txt").exists()
    await engine.engine.redo(session.id)
    await engine.engine.revert(session.id, point.message_id, "files")
    assert not (project / "x.txt").exists()
    script.say("I see it is gone.")
    await engine.say(session, "look")
    assert script.requests[-1].prompts == ["make x", "look"]


async def test_files_after_the_conversation_leave_the_conversation_undone(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    script = model_server.script("scripted")
    script.call("bash", command="echo x > x.txt").say("Made x.")
    script.call("bash", command="echo y > y.txt").say("Made y.")
    session = await engine.session(rules=ALLOW_ALL)
    await engine.say(session, "make x")
    await engine.say(session, "make y")
    first, second = await engine.engine.checkpoints(session.id)
    await engine.engine.revert(session.id, second.message_id, "conversation")
    await engine.engine.revert(session.id, first.message_id, "files")
    assert disk(project) == {}
    stored = await engine.engine.store.get_session(session.id)
    assert stored.revert is not None
    assert stored.revert.hides_from == second.message_id
    assert stored.summary.files == 0
    assert await engine.engine.session_diff(session.id) == ""
    await engine.engine.redo(session.id)
    assert set(disk(project)) == {"x.txt", "y.txt"}
    assert "+x" in await engine.engine.session_diff(session.id)
    await engine.engine.revert(session.id, first.message_id, "files")
    script.say("Gone.")
    await engine.say(session, "look")
    assert script.requests[-1].prompts == ["make x", "look"], "make y is undone for good"


async def test_a_working_session_is_not_turned_back(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    model_server.script("scripted").call("bash", command="touch started; sleep 60")
    session = await engine.session(rules=ALLOW_ALL)
    await engine.engine.prompt(session.id, "go")
    async with asyncio.timeout(20):
        while not (project / "started").exists():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    (point,) = await engine.engine.checkpoints(session.id)
    with pytest.raises(SpinneyError, match="working"):
        await engine.engine.revert(session.id, point.message_id)
    await engine.engine.interrupt(session.id)
    # What an interrupted turn had done can be taken back as well.
    preview = await engine.engine.preview_revert(session.id, point.message_id)
    assert paths_of(preview) == (["started"], [])


async def test_what_the_person_changed_since_is_asked_about(root: Path, tmp_path: Path) -> None:
    (root / "both.txt").write_text("one\n")
    async with turns_in(root, tmp_path / "home") as turns:

        def work() -> None:
            (root / "both.txt").write_text("two\n")
            (root / "own.txt").write_text("new\n")

        prompt = await turns.turn(work)
        (root / "both.txt").write_text("three\n")
        session = await turns.session()
        preview = await turns.back.preview(session, prompt, "both")
        assert paths_of(preview) == (["own.txt"], ["both.txt"])
        result = await turns.back.revert(session, prompt, "both")
        assert (result.restored, result.kept) == (("own.txt",), ("both.txt",))
        assert (root / "both.txt").read_text() == "three\n"
        await turns.back.redo(session)
        await turns.back.revert(session, prompt, "both", ["both.txt"])
        assert (root / "both.txt").read_text() == "one\n"


async def test_what_another_session_changed_at_the_same_time_is_asked_about(
    root: Path, tmp_path: Path
) -> None:
    async with turns_in(root, tmp_path / "home") as turns:
        other = await turns.store.create_session(
            (await turns.session()).model_copy(update={"id": "ses_other", "root_id": ""})
        )
        beside = Turns(turns.store, turns.keeper.paths, other, root)
        beside.keeper = turns.keeper
        beside.checkpoints.keeper = turns.keeper
        started = asyncio.Event()
        ended = asyncio.Event()
        keep, calls = turns.keeper.keep, 0

        async def in_step(folder: Path) -> str:
            """The other session's turn lies within this one's."""
            nonlocal calls
            calls += 1
            state = await keep(folder)
            if calls == 1:
                started.set()
                await ended.wait()
            return state

        async def the_other() -> None:
            await started.wait()
            await beside.turn(lambda: (root / "theirs.txt").write_text("theirs\n"))
            ended.set()

        class Waiting:
            """The keeper as this session sees it."""

            def __getattr__(self, name: str) -> object:
                return in_step if name == "keep" else getattr(turns.keeper, name)

        turns.checkpoints.keeper = Waiting()  # type: ignore[assignment]
        work = asyncio.create_task(the_other())
        prompt = await turns.turn(lambda: (root / "mine.txt").write_text("mine\n"))
        await work
        preview = await turns.back.preview(await turns.session(), prompt, "files")
        assert paths_of(preview) == (["mine.txt"], ["theirs.txt"])


async def test_bytes_modes_and_links_come_back_exactly(root: Path, tmp_path: Path) -> None:
    git(root, "init", "-q")
    (root / ".gitattributes").write_text(
        "* text=auto eol=crlf\n*.utf16 working-tree-encoding=UTF-16\n*.id ident\n*.x filter=broken\n"
    )
    git(root, "config", "filter.broken.clean", "false")
    git(root, "config", "filter.broken.required", "true")
    git(root, "config", "core.autocrlf", "true")
    (root / "crlf.txt").write_bytes(b"a\r\nb\nc\r\n")
    (root / "t.utf16").write_bytes("text".encode("utf-16"))
    (root / "v.id").write_bytes(b"$Id: 1234 $\n")
    (root / "f.x").write_bytes(b"\0\1\2")
    (root / "run.sh").write_text("#!/bin/sh\n")
    (root / "run.sh").chmod(0o755)
    (root / "private").write_text("secret\n")
    (root / "private").chmod(0o600)
    os.symlink("crlf.txt", root / "link")
    (root / "odd \n name").write_text("odd\n")
    before = disk(root)
    async with turns_in(root, tmp_path / "home") as turns:

        def work() -> None:
            for path in list(root.iterdir()):
                if path.name != ".git":
                    path.unlink()

        prompt = await turns.turn(work)
        assert disk(root) == {}
        await turns.back.revert(await turns.session(), prompt, "both")
    assert disk(root) == before
    assert stat.S_IMODE((root / "private").stat().st_mode) == 0o600
    assert stat.S_IMODE((root / "run.sh").stat().st_mode) & 0o111


async def test_files_links_and_folders_that_took_each_others_place_come_back(
    root: Path, tmp_path: Path
) -> None:
    before = {
        "a": ("file", b"a\n"),
        "b": ("link", b"a"),
        "c/d": ("file", b"d\n"),
        "e": ("executable", b"e\n"),
        "f": ("link", b"nowhere"),
    }
    after = {
        "a": ("link", b"c"),
        "b": ("file", b"a\n"),
        "c": ("file", b"c\n"),
        "e/g/h": ("file", b"h\n"),
        "f": ("link", b"a"),
    }
    for path, entry in before.items():
        put(root, path, entry)
    async with turns_in(root, tmp_path / "home") as turns:
        prompt = await turns.turn(lambda: [put(root, p, entry) for p, entry in after.items()])
        assert disk(root) == after
        await turns.back.revert(await turns.session(), prompt, "files")
        assert disk(root) == before
        await turns.back.redo(await turns.session())
        assert disk(root) == after


async def test_nothing_is_put_back_through_a_link_that_git_ignores(
    root: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "autostart"
    outside.mkdir()
    put(root, "folder/evil.desktop", ("link", b"../evil"))
    put(root, "folder/plain", ("file", b"plain\n"))
    async with turns_in(root, tmp_path / "home") as turns:

        def work() -> None:
            shutil.rmtree(root / "folder")
            os.symlink(outside, root / "folder")
            (root / ".gitignore").write_text("folder\n")

        prompt = await turns.turn(work)
        result = await turns.back.revert(await turns.session(), prompt, "files")
    assert list(outside.iterdir()) == []
    assert {"folder/evil.desktop", "folder/plain"} <= set(result.kept)


async def test_repositories_inside_are_kept_on_their_own(root: Path, tmp_path: Path) -> None:
    git(root, "init", "-q")
    inner = root / "vendor" / "inner"
    inner.mkdir(parents=True)
    git(inner, "init", "-q")
    (inner / "code.py").write_text("one\n")
    git(inner, "add", ".")
    git(inner, "commit", "-qm", "one")
    async with turns_in(root, tmp_path / "home") as turns:

        def work() -> None:
            (inner / "code.py").write_text("two\n")
            (inner / "more.py").write_text("more\n")

        prompt = await turns.turn(work)
        preview = await turns.back.preview(await turns.session(), prompt, "files")
        assert paths_of(preview) == (["vendor/inner/code.py", "vendor/inner/more.py"], [])
        await turns.back.revert(await turns.session(), prompt, "files")
    assert (inner / "code.py").read_text() == "one\n"
    assert not (inner / "more.py").exists()
    assert git(inner, "status", "--porcelain") == ""


async def test_ignored_and_very_large_files_stay_out_and_that_is_said(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(objects, "MAX_FILE", 1000)
    git(root, "init", "-q")
    (root / ".gitignore").write_text("*.log\nforced.txt\n")
    (root / ".git" / "info" / "exclude").write_text("local.txt\n")
    (root / "forced.txt").write_text("tracked all the same\n")
    git(root, "add", "-f", "forced.txt")
    (root / "big.bin").write_bytes(b"x" * 2000)
    async with turns_in(root, tmp_path / "home") as turns:

        def work() -> None:
            for name in ("a.log", "local.txt", "forced.txt", "small.txt"):
                (root / name).write_text("changed\n")
            (root / "big.bin").write_bytes(b"y" * 2000)

        prompt = await turns.turn(work)
        preview = await turns.back.preview(await turns.session(), prompt, "files")
        assert paths_of(preview) == (["forced.txt", "small.txt"], [])
        told = [event for event in turns.events if isinstance(event, Notice)]
        assert len(told) == 1
        assert "big.bin" in told[0].sentence


async def test_a_folder_beyond_the_bounds_is_left_alone_and_says_so_once(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(objects, "MAX_FILES", 3)
    for number in range(5):
        (root / f"{number}.txt").write_text("x\n")
    async with turns_in(root, tmp_path / "home") as turns:
        prompt = await turns.turn(lambda: (root / "0.txt").write_text("y\n"))
        await turns.turn(lambda: None)
        told = [event for event in turns.events if isinstance(event, Notice)]
        assert [event.level for event in told] == ["warning"]
        assert "No checkpoints are made here" in told[0].sentence
        session = await turns.session()
        with pytest.raises(SpinneyError):
            await turns.back.revert(session, prompt, "files")
        await turns.back.revert(session, prompt, "conversation")


async def test_old_states_are_given_up_and_the_newest_still_work(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(objects, "MAX_STATES", 6)
    monkeypatch.setattr(objects, "KEPT_STATES", 3)
    monkeypatch.setattr(objects, "TIDY_EVERY", 1)
    async with turns_in(root, tmp_path / "home") as turns:
        prompts = []
        for number in range(6):
            text = f"version {number}\n"
            prompts.append(await turns.turn(lambda text=text: (root / "a").write_text(text)))
            await asyncio.gather(*turns.keeper._background)
        session = await turns.session()
        preview = await turns.back.preview(session, prompts[0], "both")
        assert "no longer kept" in preview.problem
        await turns.back.revert(session, prompts[-1], "both")
        assert (root / "a").read_text() == "version 4\n"


async def test_the_store_borrows_nothing_and_survives_the_repository(
    root: Path, tmp_path: Path
) -> None:
    git(root, "init", "-q")
    (root / "a.txt").write_text("one\n")
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    async with turns_in(root, tmp_path / "home") as turns:
        before = git(root, "status", "--porcelain=v2", "--branch")
        prompt = await turns.turn(lambda: (root / "a.txt").write_text("two\n"))
        git(root, "checkout", "-q", "--", "a.txt")
        assert git(root, "status", "--porcelain=v2", "--branch") == before
        (root / "a.txt").write_text("two\n")
        store = turns.keeper.objects(root)
        assert not (store.folder / "objects" / "info" / "alternates").exists()
        shutil.rmtree(root / ".git")
        await turns.back.revert(await turns.session(), prompt, "files")
        assert (root / "a.txt").read_text() == "one\n"


async def test_worktrees_of_one_repository_share_a_store(root: Path, tmp_path: Path) -> None:
    git(root, "init", "-q")
    (root / "a.txt").write_text("one\n")
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    git(root, "worktree", "add", "-q", str(tmp_path / "tree"))
    async with turns_in(root, tmp_path / "home") as turns:
        assert turns.keeper.objects(root) is turns.keeper.objects(tmp_path / "tree")
        assert await turns.keeper.keep(root) == await turns.keeper.keep(tmp_path / "tree")
        (tmp_path / "tree" / "a.txt").write_text("two\n")
        assert await turns.keeper.keep(root) != await turns.keeper.keep(tmp_path / "tree")


async def test_a_damaged_index_is_made_anew(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("one\n")
    async with turns_in(root, tmp_path / "home") as turns:
        first = await turns.keeper.keep(root)
        folder = turns.keeper.objects(root).folder
        for index in (folder / "trees").glob("*.index"):
            index.write_bytes(b"DIRC nonsense")
        assert await turns.keeper.keep(root) == first


async def test_opening_a_project_makes_the_first_one_in_the_background(
    engine: EngineUnderTest, project: Path
) -> None:
    (project / "a.txt").write_text("one\n")
    await engine.engine.open_project(project)
    await asyncio.gather(*engine.engine.keeper._background)
    assert list(engine.engine.paths.checkpoints.glob("*/refs/checkpoints/*"))
