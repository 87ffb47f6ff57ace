"""What an unlucky person can meet: two processes at once, power cuts, deleted records and branches."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from core.errors import SpinneyError
from core.git import Git, GitError
from core.paths import Paths
from core.worktrees.manager import WorktreeManager
from core.worktrees.merge import Merging
from core.worktrees.models import How, Worktree, WorktreeError
from tests.core.worktrees.repositories import contents, repository, sh, write
from tests.core.worktrees.test_nothing_lost import crashes, everything


@pytest.fixture
def other(paths: Paths) -> Any:
    """A second Spinney: its locks are its own, only the files are shared."""
    made = WorktreeManager(paths)
    yield made
    made.leave_all()


async def test_two_processes_discard_the_same_worktree_once(
    manager: WorktreeManager, other: WorktreeManager, checkout: Path
) -> None:
    worktree = await manager.create(checkout, "twice")
    everything(worktree.folder, checkout)
    files = contents(worktree.folder)
    same = await other.find(worktree.id)
    results = await asyncio.gather(
        manager.discard(worktree), other.discard(same), return_exceptions=True
    )
    assert sum(isinstance(result, WorktreeError) for result in results) == 1
    (entry,) = manager.bin.entries()
    restored = await other.restore(entry)
    assert (restored.path, contents(restored.folder)) == (worktree.path, files)


async def test_what_another_process_did_meanwhile_is_seen(
    manager: WorktreeManager, other: WorktreeManager, checkout: Path
) -> None:
    worktree = await manager.create(checkout, "stale")
    everything(worktree.folder, checkout)
    files = contents(worktree.folder)
    stale = await other.find(worktree.id)
    entry = await manager.discard(worktree)
    with pytest.raises(WorktreeError, match="in the bin already"):
        await other.discard(stale.model_copy(update={"state": "kept"}))
    with pytest.raises(WorktreeError, match="is in the bin"):
        await Merging(other).merge(stale.model_copy(update={"state": "kept"}), "apply")
    restored = await manager.restore(entry)
    for again in (other.restore, other.empty):
        with pytest.raises(WorktreeError, match="not in the bin any more"):
            await again(entry)
    assert contents(restored.folder) == files
    assert "src" in {path.name for path in checkout.iterdir()}


async def test_nothing_is_binned_cleared_or_emptied_while_another_process_has_it(
    manager: WorktreeManager, other: WorktreeManager, checkout: Path
) -> None:
    worktree = await manager.create(checkout, "held")
    same = await other.find(worktree.id)
    async with manager.at_rest(worktree):
        with pytest.raises(WorktreeError, match="working in the worktree"):
            await other.discard(same)
        assert await other.prune() == []
    entry = await manager.discard(worktree)
    async with manager._held(worktree):
        with pytest.raises(WorktreeError):
            await other.empty(entry)
        assert await other.expire(entry.discarded + 40 * 86400) == []
    assert Path(entry.path).is_dir()


async def test_one_process_at_a_time_brings_changes_back(
    manager: WorktreeManager, other: WorktreeManager, checkout: Path
) -> None:
    worktree = await manager.create(checkout, "one")
    write(worktree.folder / "new.txt", "new")
    first, second = Merging(manager), Merging(other)
    before = contents(checkout)
    async with first._alone(worktree.project):
        with pytest.raises(WorktreeError, match="Another Spinney process"):
            await second.merge(worktree, "apply")
        with pytest.raises(WorktreeError, match="Another Spinney process"):
            await second.undo(checkout)
    assert contents(checkout) == before
    await second.merge(worktree, "apply")
    assert (checkout / "new.txt").exists()


@pytest.mark.parametrize("records_too", [False, True])
async def test_what_lies_in_the_bin_without_an_entry_can_be_restored(
    manager: WorktreeManager, checkout: Path, records_too: bool
) -> None:
    worktree = await manager.create(checkout, "forgotten")
    everything(worktree.folder, checkout)
    files = contents(worktree.folder)
    entry = await manager.discard(worktree)
    manager.records.forget_entry(entry)
    if records_too:
        manager.records.forget(worktree)
    await manager.recover()
    (found,) = manager.bin.entries()
    assert await manager.recover() == []
    assert len(manager.bin.entries()) == 1
    restored = await manager.restore(found)
    assert (restored.path, restored.branch) == (worktree.path, worktree.branch)
    assert contents(restored.folder) == files


async def test_without_a_history_nothing_is_taken_for_unchanged(
    manager: WorktreeManager, checkout: Path
) -> None:
    worktree = await manager.reserve(checkout, "no history")
    await manager.use(worktree, "agent")
    write(worktree.folder / "made.txt", "made")
    sh(worktree.folder, "add", "--all")
    sh(worktree.folder, "commit", "-qm", "made")
    sh(worktree.folder, "reset", "-q", "--hard", "HEAD~1")
    (Path(worktree.admin) / "logs/HEAD").unlink()
    (checkout / ".git/logs/refs/heads" / worktree.branch).unlink()
    ended = await manager.end_use(worktree, "agent")
    assert (ended.kept, ended.in_bin) == (False, True)


async def test_a_folder_that_was_moved_by_hand_is_found_once_git_knows(
    manager: WorktreeManager, checkout: Path
) -> None:
    worktree = await manager.create(checkout, "moved")
    write(worktree.folder / "new.txt", "new")
    elsewhere = checkout.parent / "elsewhere"
    shutil.move(worktree.folder, elsewhere)
    with pytest.raises(WorktreeError, match="git worktree repair") as caught:
        await Merging(manager).merge(worktree)
    assert "is gone" in caught.value.sentence
    sh(elsewhere, "worktree", "repair")
    await Merging(manager).merge(worktree, "squash")
    assert (checkout / "new.txt").read_text() == "new"


async def test_git_that_is_ended_takes_its_locks_along(checkout: Path, tmp_path: Path) -> None:
    """A lock file left in a person's repository would keep them from working."""
    large = repository(tmp_path / "large", {f"d{n % 50}/f{n}.txt": f"{n}\n" for n in range(4000)})
    git = Git(large)
    await git.run("status")
    admins = large / ".git/worktrees"
    index = admins / "cut/index.lock"
    making = asyncio.create_task(
        git.run("worktree", "add", "-b", "cut", str(tmp_path / "cut"), "HEAD")
    )
    for _ in range(100_000):
        if index.exists() or making.done():
            break
        await asyncio.sleep(0)
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    assert not index.exists()
    assert not (tmp_path / "cut").exists()
    assert not (admins / "cut").exists()


async def test_git_that_does_not_end_when_asked_is_made_to(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.git.ENDING", 0.2)
    stubborn = tmp_path / "programs/git"
    mark = tmp_path / "pid"
    write(
        stubborn,
        f"#!{sys.executable} -I\nimport os, signal, time\n"
        f"signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"open({str(mark)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)\n",
    ).chmod(0o755)
    git = Git(checkout, environ={**os.environ, "PATH": str(stubborn.parent)})
    with pytest.raises(GitError, match="took longer"):
        await git._start(
            *(_shared(), ["status"], dict(os.environ), checkout, None, 3.0, 1000),
        )
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


def _shared() -> Any:
    from core.git import _shared_here

    return _shared_here()


def change(tree: Path) -> None:
    """One file changed, one deleted, one new, one renamed."""
    write(tree / "src/one.py", (tree / "src/one.py").read_text().replace("line 2\n", "two\n"))
    (tree / "src/two.py").unlink()
    write(tree / "deep/new.txt", "new\n")
    (tree / "README.md").rename(tree / "READ.md")


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize(
    ("how", "stride"),
    [
        pytest.param("apply", 4, id="some steps of apply"),
        *(
            pytest.param(how, 1, marks=pytest.mark.soak)
            for how in ("apply", "rebase", "merge", "squash")
        ),
    ],
)
def test_a_crash_at_any_step_of_merging_loses_nothing(
    paths: Paths, tmp_path: Path, how: How, stride: int
) -> None:
    """Afterwards it can be taken back, done again, or is done; and nobody's files are lost."""
    for step in itertools.count(0, stride):
        checkout = repository(tmp_path / f"sample{step}")
        write(checkout / "mine.txt", "uncommitted\n")

        async def prepare(checkout: Path = checkout) -> Worktree:
            manager = WorktreeManager(paths)
            worktree = await manager.create(checkout, "crash")
            change(worktree.folder)
            return worktree

        worktree = asyncio.run(prepare())
        made, before = contents(worktree.folder), contents(checkout)

        async def work(worktree: Worktree = worktree) -> None:
            await Merging(WorktreeManager(paths)).merge(worktree, how)

        crashed = crashes(step, work)
        for lock in (checkout / ".git").rglob("*.lock"):
            lock.unlink()  # As git tells a person to, once nothing runs any more.

        async def after(
            worktree: Worktree = worktree,
            checkout: Path = checkout,
            made: dict[str, str] = made,
            before: dict[str, str] = before,
        ) -> None:
            manager = WorktreeManager(paths)
            await manager.recover()
            assert contents(worktree.folder) == made
            assert (checkout / "mine.txt").read_text() == "uncommitted\n"
            merging = Merging(manager)
            if await merging.last(worktree.project) is not None:
                await merging.undo(checkout)
            if contents(checkout) == before:
                await merging.merge(worktree, how)
            assert contents(checkout) == made | {"mine.txt": before["mine.txt"]}

        asyncio.run(after())
        if not crashed:
            break
    assert step > 8


async def test_no_room_for_setting_files_aside_changes_nothing(
    manager: WorktreeManager, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worktree = await manager.create(checkout, "full")
    change(worktree.folder)
    before = contents(checkout)

    def full(*_arguments: object, **_options: object) -> None:
        raise OSError(28, "No space left on device")

    for program in ("applying._copy", "snapshot.shutil.copy2"):
        monkeypatch.setattr(f"core.worktrees.{program}", full)
        with pytest.raises(SpinneyError, match="No space left on device") as caught:
            await Merging(manager).merge(worktree, "apply")
        assert "Nothing was changed." in caught.value.hint
        assert contents(checkout) == before
    with pytest.raises(WorktreeError, match="no merge to undo"):
        await Merging(manager).undo(checkout)


async def test_another_commit_and_uncommitted_changes_exclude_each_other(
    manager: WorktreeManager, checkout: Path
) -> None:
    sh(checkout, "branch", "older")
    write(checkout / "README.md", "changed")
    with pytest.raises(SpinneyError, match="Uncommitted changes belong"):
        await manager.create(checkout, "both", base="older", with_changes=True)
    assert await manager.all() == []


@pytest.mark.parametrize("how", ["merge", "squash", "rebase"])
async def test_a_merge_that_stops_half_way_puts_everything_back(
    manager: WorktreeManager, checkout: Path, monkeypatch: pytest.MonkeyPatch, how: How
) -> None:
    worktree = await manager.create(checkout, "half")
    change(worktree.folder)
    write(checkout / "mine.txt", "uncommitted\n")
    before, head = contents(checkout), sh(checkout, "rev-parse", "HEAD")
    run = Git.run

    async def full(self: Git, *arguments: str, **options: Any) -> str:
        if arguments[0] == "merge":
            # As git leaves it when the disk is full: some files written, one of them in part.
            whole = (worktree.folder / "src/one.py").read_text()
            write(checkout / "src/one.py", whole[: len(whole) // 2])
            write(checkout / "deep/new.txt", "")
            (checkout / "src/two.py").unlink()
            raise GitError("no_space", "The disk is full.", "Free some space and try again.")
        return await run(self, *arguments, **options)

    monkeypatch.setattr(Git, "run", full)
    with pytest.raises(WorktreeError, match="The disk is full") as caught:
        await Merging(manager).merge(worktree, how)
    assert "files are as they were" in caught.value.hint
    monkeypatch.undo()
    assert contents(checkout) == before
    assert sh(checkout, "rev-parse", "HEAD") == head
    assert sh(checkout, "status", "--porcelain") == "?? mine.txt"
    await Merging(manager).merge(worktree, how)
    assert (checkout / "deep/new.txt").read_text() == "new\n"


async def test_a_start_lets_be_what_another_process_takes_up_at_that_moment(
    manager: WorktreeManager, checkout: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    worktree = await manager.create(checkout, "taken up")
    await manager.use(worktree, "its agent")
    other = WorktreeManager(paths)
    # As it was a moment before: nobody had it yet.
    monkeypatch.setattr(other, "in_use", lambda _worktree: False)
    assert await other.recover() == []
    (seen,) = await manager.all()
    assert seen.state == "ready"
    assert (Path(seen.admin) / "locked").exists()


@pytest.mark.parametrize("hidden", ["--assume-unchanged", "--skip-worktree"])
async def test_a_change_that_a_person_hides_from_git_survives_a_merge_that_git_refuses(
    manager: WorktreeManager, checkout: Path, hidden: str
) -> None:
    worktree = await manager.create(checkout, "hidden")
    write(worktree.folder / "src/one.py", "theirs\n")
    write(worktree.folder / "src/new.py", "new\n")
    sh(checkout, "update-index", hidden, "src/one.py")
    write(checkout / "src/one.py", "only here\n")
    before = contents(checkout)
    with pytest.raises(WorktreeError):
        await Merging(manager).merge(worktree)
    assert contents(checkout) == before


async def test_what_a_person_saves_while_a_merge_begins_survives_it(
    manager: WorktreeManager, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worktree = await manager.create(checkout, "meanwhile")
    change(worktree.folder)
    run = Git.run

    async def saved_meanwhile(self: Git, *arguments: str, **options: Any) -> str:
        if arguments[0] == "merge":
            write(checkout / "src/one.py", "saved by an editor\n")
            write(checkout / "deep/new.txt", "a file of my own\n")
        return await run(self, *arguments, **options)

    monkeypatch.setattr(Git, "run", saved_meanwhile)
    with pytest.raises(WorktreeError):
        await Merging(manager).merge(worktree)
    assert (checkout / "src/one.py").read_text() == "saved by an editor\n"
    assert (checkout / "deep/new.txt").read_text() == "a file of my own\n"


async def test_records_that_cannot_be_written_are_a_sentence_and_nothing_moves(
    manager: WorktreeManager, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worktree = await manager.create(checkout, "unwritable")
    files = contents(worktree.folder)

    def full(*_arguments: object, **_options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.worktrees.records.write_record", full)
    with pytest.raises(WorktreeError, match="No space left on device") as caught:
        await manager.discard(worktree)
    assert "Free some space" in caught.value.hint
    monkeypatch.undo()
    assert contents(worktree.folder) == files
    assert manager.bin.entries() == []
    await manager.discard(worktree)


async def test_a_folder_for_worktrees_that_cannot_be_made_is_a_sentence(checkout: Path) -> None:
    manager = WorktreeManager(Paths.from_environment({"SPINNEY_HOME": "/proc/spinney"}))
    before = sh(checkout, "for-each-ref")
    with pytest.raises(WorktreeError, match="folder for worktrees /proc/spinney"):
        await manager.create(checkout, "nowhere")
    assert sh(checkout, "for-each-ref") == before
