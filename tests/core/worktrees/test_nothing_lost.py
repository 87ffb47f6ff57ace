"""Whatever state a worktree is in and however it goes, no byte that existed only there is gone."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from core.errors import SpinneyError
from core.git import Git
from core.paths import Paths
from core.worktrees import records
from core.worktrees.manager import WorktreeManager
from core.worktrees.models import Worktree, WorktreeError
from tests.core.worktrees.repositories import contents, repository, sh, write


@dataclass
class Precious:
    """What exists only in one worktree: its files, and objects that only it refers to."""

    files: dict[str, str] = field(default_factory=dict)
    objects: set[str] = field(default_factory=set)
    moved_to: Path | None = None


def clean(_tree: Path, _checkout: Path) -> None:
    pass


def dirty(tree: Path, _checkout: Path) -> None:
    write(tree / "src/two.py", "two = 2 # changed\n")


def same_size(tree: Path, _checkout: Path) -> None:
    write(tree / "src/two.py", "two = 3\n")


def untracked(tree: Path, _checkout: Path) -> None:
    write(tree / "deep/er/new.txt", "new")


def ignored(tree: Path, _checkout: Path) -> None:
    write(tree / ".env", "SECRET=1")
    write(tree / "build/out.bin", "built")


def moved_in(tree: Path, checkout: Path) -> None:
    """Older than the worktree, and ignored."""
    write(checkout.parent / "older/a.txt", "older than the worktree")
    shutil.move(checkout.parent / "older", tree / "build")


def staged(tree: Path, _checkout: Path) -> None:
    write(tree / "staged.txt", "staged only")
    sh(tree, "add", "staged.txt")
    (tree / "staged.txt").unlink()


def committed(tree: Path, _checkout: Path) -> None:
    write(tree / "commit.txt", "committed")
    sh(tree, "add", "commit.txt")
    sh(tree, "commit", "-qm", "ahead")


def detached(tree: Path, checkout: Path) -> None:
    sh(tree, "checkout", "-q", "--detach")
    committed(tree, checkout)


def taken_back(tree: Path, checkout: Path) -> None:
    committed(tree, checkout)
    sh(tree, "reset", "-q", "--hard", "HEAD~1")


def unpushed(tree: Path, checkout: Path) -> None:
    sh(checkout.parent, "clone", "-q", "--bare", str(checkout), "remote.git")
    sh(checkout, "remote", "add", "origin", str(checkout.parent / "remote.git"))
    sh(tree, "push", "-q", "origin", "HEAD:refs/heads/topic")
    committed(tree, checkout)


def mid_merge(tree: Path, checkout: Path) -> None:
    for folder, text in ((tree, "ours\n"), (checkout, "theirs\n")):
        write(folder / "src/two.py", (folder / "src/two.py").read_text() + text)
        sh(folder, "commit", "-qam", text)
    sh(tree, "merge", "-q", "main", check=False)
    write(tree / "src/two.py", "half resolved")


def hidden_from_git(tree: Path, _checkout: Path) -> None:
    sh(tree, "update-index", "--assume-unchanged", "src/two.py")
    write(tree / "src/two.py", "two = 7\n")
    sh(tree, "update-index", "--skip-worktree", "src/one.py")
    write(tree / "src/one.py", "not to be looked at")


def other_line_ends(tree: Path, _checkout: Path) -> None:
    """The same file to git, other bytes on disk."""
    sh(tree, "config", "core.autocrlf", "input")
    (tree / "src/two.py").write_bytes(b"two = 2\r\n")
    sh(tree, "add", "src/two.py")


def nested(tree: Path, _checkout: Path) -> None:
    repository(tree / "build/inner", {"inner.txt": "inner"})


def locked(tree: Path, checkout: Path) -> None:
    dirty(tree, checkout)
    sh(checkout, "worktree", "unlock", str(tree), check=False)
    sh(checkout, "worktree", "lock", "--reason", "mine", str(tree))


def deleted_by_hand(tree: Path, checkout: Path) -> None:
    committed(tree, checkout)
    write(tree / "staged.txt", "staged")
    sh(tree, "add", "staged.txt")
    shutil.rmtree(tree)


def moved_by_git(tree: Path, checkout: Path) -> None:
    untracked(tree, checkout)
    target = str(checkout.parent / "elsewhere")
    sh(checkout, "worktree", "move", "-f", "-f", str(tree), target)


def moved_by_hand(tree: Path, checkout: Path) -> None:
    untracked(tree, checkout)
    shutil.move(tree, checkout.parent / "elsewhere")


def branch_renamed(tree: Path, checkout: Path) -> None:
    committed(tree, checkout)
    sh(tree, "branch", "-m", "another-name")


def branch_deleted(tree: Path, checkout: Path) -> None:
    """While it is checked out: git itself would refuse, a script does not."""
    committed(tree, checkout)
    untracked(tree, checkout)
    sh(checkout, "update-ref", "-d", f"refs/heads/{sh(tree, 'branch', '--show-current')}")


STATES: list[Callable[[Path, Path], None]] = [
    *(clean, dirty, same_size, untracked, ignored, moved_in, staged, committed, detached),
    *(taken_back, unpushed, mid_merge, hidden_from_git, other_line_ends, nested, locked),
    *(deleted_by_hand, moved_by_git, moved_by_hand, branch_renamed, branch_deleted),
]


def precious(worktree: Worktree, checkout: Path) -> Precious:
    found = Precious()
    tree = worktree.folder
    elsewhere = checkout.parent / "elsewhere"
    if elsewhere.exists():
        tree = found.moved_to = elsewhere
    if tree.exists():
        start = contents(checkout)
        found.files = {n: h for n, h in contents(tree).items() if start.get(n) != h}
    if Path(worktree.admin).is_dir():
        listed = sh(checkout, "--git-dir", worktree.admin, "ls-files", "--stage")
        found.objects = {line.split()[1] for line in listed.splitlines()}
        log = (Path(worktree.admin) / "logs/HEAD").read_text()
        found.objects |= {line.split()[1] for line in log.splitlines()} - {"0" * 40}
    return found


def all_still_there(manager: WorktreeManager, checkout: Path, wanted: Precious) -> None:
    """Somewhere on disk every file, and in the repository, after garbage collection, every object."""
    places = [Path(w.path) for w in manager.records.worktrees()]
    places += [Path(entry.path) for entry in manager.bin.entries()]
    places += [wanted.moved_to] if wanted.moved_to else []
    found = [contents(place) for place in places if place.is_dir()]
    for name, content in wanted.files.items():
        assert any(files.get(name) == content for files in found), f"{name} is lost"
    sh(checkout, "gc", "--quiet", "--prune=now")
    for object_id in wanted.objects:
        sh(checkout, "cat-file", "-e", object_id)


async def end_of_run(manager: WorktreeManager, worktree: Worktree) -> None:
    await manager.end_use(worktree, "agent")


async def discard(manager: WorktreeManager, worktree: Worktree) -> None:
    await manager.let_go(worktree, "agent")
    await manager.discard(worktree)


async def prune(manager: WorktreeManager, worktree: Worktree) -> None:
    await manager.let_go(worktree, "agent")
    await manager.prune()
    await manager.expire()


async def restart(manager: WorktreeManager, _worktree: Worktree) -> None:
    manager.leave_all()
    await manager.recover()
    await manager.prune()


async def end_twice(manager: WorktreeManager, worktree: Worktree) -> None:
    await manager.end_use(worktree, "agent")
    await manager.use(worktree, "agent")
    await manager.end_use(worktree, "agent")
    await manager.prune()


WAYS = [end_of_run, discard, prune, restart, end_twice]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
async def test_no_byte_is_lost(
    manager: WorktreeManager, checkout: Path, state: Callable[..., None], way: Callable[..., Any]
) -> None:
    worktree = await manager.reserve(checkout, state.__name__)
    await manager.use(worktree, "agent")
    state(worktree.folder, checkout)
    wanted = precious(worktree, checkout)
    may_refuse = state in (locked, moved_by_hand, deleted_by_hand)
    with contextlib.suppress(WorktreeError) if may_refuse else contextlib.nullcontext():
        await way(manager, worktree)
    all_still_there(manager, checkout, wanted)
    for entry in manager.bin.entries():
        before = contents(Path(entry.path)) if entry.has_files else None
        restored = await manager.restore(entry)
        if before is not None:
            assert contents(restored.folder) == before
        if entry.head is not None:
            assert sh(restored.folder, "rev-parse", "HEAD") == entry.head
    all_still_there(manager, checkout, wanted)


async def test_only_a_worktree_without_anything_of_its_own_goes_at_the_end(
    manager: WorktreeManager, checkout: Path
) -> None:
    fates = {}
    for state in STATES:
        if state in (locked, mid_merge, unpushed, moved_by_git, moved_by_hand):
            continue
        worktree = await manager.reserve(checkout, state.__name__)
        await manager.use(worktree, "agent")
        state(worktree.folder, checkout)
        await manager.end_use(worktree, "agent")
        fates[state.__name__] = worktree.state
    assert {name for name, fate in fates.items() if fate == "removed"} == {"clean"}
    assert {name for name, fate in fates.items() if fate == "binned"} == {
        *("ignored", "moved_in", "taken_back", "hidden_from_git", "other_line_ends", "nested")
    }


async def test_status_bytes_of_a_binned_worktree_come_back_exactly(
    manager: WorktreeManager, checkout: Path
) -> None:
    worktree = await manager.create(checkout, "everything")
    everything(worktree.folder, checkout)
    files = contents(worktree.folder)
    times = {n: (worktree.folder / n).lstat().st_mtime_ns for n in files}
    status = sh(worktree.folder, "status", "--porcelain=v2", "--ignored")
    entry = await manager.discard(worktree)
    assert not worktree.folder.exists()
    assert await manager.bin.size(entry) > 0
    assert await manager.all(checkout) == []
    sh(checkout, "worktree", "prune", "--expire=now")
    sh(checkout, "gc", "--quiet", "--prune=now")
    restored = await manager.restore(entry)
    assert restored.path == worktree.path
    assert contents(restored.folder) == files
    assert {n: (restored.folder / n).lstat().st_mtime_ns for n in files} == times
    assert sh(restored.folder, "status", "--porcelain=v2", "--ignored") == status
    assert manager.bin.entries() == []


async def test_a_branch_deleted_meanwhile_comes_back_from_the_bin(
    manager: WorktreeManager, checkout: Path
) -> None:
    worktree = await manager.create(checkout, "branch")
    committed(worktree.folder, checkout)
    tip = sh(worktree.folder, "rev-parse", "HEAD")
    entry = await manager.discard(worktree)
    sh(checkout, "update-ref", "-d", f"refs/heads/{worktree.branch}")
    sh(checkout, "gc", "--quiet", "--prune=now")
    await manager.restore(entry)
    assert sh(checkout, "rev-parse", worktree.branch) == tip


async def test_the_bin_is_emptied_after_thirty_days_and_by_a_person_only(
    manager: WorktreeManager, checkout: Path
) -> None:
    kept = await manager.create(checkout, "kept")
    worktree = await manager.create(checkout, "old")
    everything(worktree.folder, checkout)
    entry = await manager.discard(worktree)
    assert await manager.expire(entry.discarded + 29 * 86400) == []
    assert [e.id for e in await manager.expire(entry.discarded + 31 * 86400)] == [entry.id]
    assert not Path(entry.path).exists()
    assert manager.bin.entries() == []
    assert sh(checkout, "for-each-ref", "refs/spinney", "refs/heads/spinney/old") == ""
    assert kept.folder.exists()
    with pytest.raises(SpinneyError):
        await manager.use(worktree, "agent")


async def test_a_record_that_was_tampered_with_does_not_decide_what_is_deleted(
    manager: WorktreeManager, checkout: Path, tmp_path: Path
) -> None:
    write(tmp_path / "keep/precious.txt", "precious")
    worktree = await manager.create(checkout, "tampered")
    entry = await manager.discard(worktree)
    for path in (tmp_path / "keep", Path(entry.path) / ".." / ".." / "keep"):
        forged = entry.model_copy(update={"path": str(path)})
        with pytest.raises(WorktreeError, match="not in the bin"):
            await manager.bin.empty(forged)
    shutil.rmtree(entry.path)
    Path(entry.path).symlink_to(tmp_path / "keep")
    with pytest.raises(WorktreeError, match="is a link"):
        await manager.bin.empty(entry)
    other = await manager.create(checkout, "other")
    other.path = str(tmp_path / "keep")
    other.admin = ""
    await manager.discard(other)
    assert (tmp_path / "keep/precious.txt").read_text() == "precious"


async def test_a_worktree_with_submodules_can_be_binned_and_restored(
    manager: WorktreeManager, tmp_path: Path
) -> None:
    library = repository(tmp_path / "library", {"lib.txt": "lib"})
    checkout = repository(tmp_path / "with")
    allow = ("-c", "protocol.file.allow=always")
    sh(checkout, *allow, "submodule", "--quiet", "add", str(library), "lib")
    sh(checkout, "commit", "-qm", "lib")
    worktree = await manager.create(checkout, "sub")
    sh(worktree.folder, *allow, "submodule", "--quiet", "update", "--init")
    write(worktree.folder / "lib/lib.txt", "changed in the submodule")
    before = contents(worktree.folder)
    entry = await manager.discard(worktree)
    restored = await manager.restore(entry)
    assert contents(restored.folder) == before
    assert "lib.txt" in sh(restored.folder / "lib", "status", "--porcelain")


def everything(tree: Path, checkout: Path) -> None:
    for state in (committed, dirty, untracked, ignored):
        state(tree, checkout)
    write(tree / "staged.txt", "staged")
    sh(tree, "add", "staged.txt")


def crashes(step: int, work: Callable[[], Any]) -> bool:
    """Run ``work`` in a process that dies, without any clean-up, at its n-th step: before or after
    starting git or writing a record. False once it gets through."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    try:
        left = itertools.count(step, -1)

        def tick() -> None:
            if next(left) == 0:
                os._exit(9)

        start, save = Git._start, records.write_record

        async def mortal_start(self: Git, *arguments: Any) -> Any:
            tick()
            result = await start(self, *arguments)
            tick()
            return result

        def mortal_save(*arguments: Any, **options: Any) -> None:
            tick()
            save(*arguments, **options)

        Git._start = mortal_start  # type: ignore[method-assign]
        records.write_record = mortal_save
        asyncio.run(work())
        os._exit(0)
    except BaseException as error:
        os.write(2, repr(error).encode())
        os._exit(1)


CRASHES = [
    pytest.param(clean, end_of_run, id="clean-end_of_run"),
    pytest.param(everything, discard, id="everything-discard"),
    *(
        pytest.param(state, way, id=f"{state.__name__}-{way.__name__}", marks=pytest.mark.soak)
        for state, way in (
            *((clean, discard), (ignored, end_of_run), (ignored, discard)),
            *((everything, end_of_run), (mid_merge, discard), (nested, end_of_run)),
        )
    ),
]


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize(("state", "way"), CRASHES)
def test_a_crash_at_any_step_loses_nothing(
    paths: Paths, tmp_path: Path, state: Callable[..., None], way: Callable[..., Any]
) -> None:
    steps = 0
    checkout = repository(tmp_path / "sample")
    for step in itertools.count():

        async def prepare() -> Worktree:
            manager = WorktreeManager(paths)
            worktree = await manager.reserve(checkout, state.__name__)
            await manager.use(worktree, "agent")
            manager.leave_all()
            return worktree

        worktree = asyncio.run(prepare())
        state(worktree.folder, checkout)
        wanted = precious(worktree, checkout)
        files = contents(worktree.folder)

        async def work(worktree: Worktree = worktree) -> None:
            manager = WorktreeManager(paths)
            await manager.use(worktree, "agent")
            await way(manager, worktree)

        crashed = crashes(step, work)

        async def after(
            worktree: Worktree = worktree,
            wanted: Precious = wanted,
            files: dict[str, str] = files,
        ) -> None:
            manager = WorktreeManager(paths)
            await manager.recover()
            all_still_there(manager, checkout, wanted)
            # Whoever goes on with the task finds everything as it was.
            await manager.use(worktree, "agent")
            assert contents(worktree.folder) == files
            assert manager.entry_of(worktree) is None
            manager.leave_all()

        asyncio.run(after())
        steps += 1
        if not crashed:
            break
    assert steps > 8


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_crash_while_making_or_restoring_leaves_something_to_go_on_from(
    paths: Paths, tmp_path: Path
) -> None:
    checkout = repository(tmp_path / "sample")
    for step in itertools.count():

        async def reserve() -> Worktree:
            return await WorktreeManager(paths).reserve(checkout, "made")

        worktree = asyncio.run(reserve())

        async def make(worktree: Worktree = worktree) -> None:
            await WorktreeManager(paths).use(worktree, "agent")

        crashed = crashes(step, make)

        async def go_on(worktree: Worktree = worktree) -> None:
            manager = WorktreeManager(paths)
            await manager.recover()
            await manager.use(worktree, "agent")
            assert contents(worktree.folder) == contents(checkout)
            write(worktree.folder / "mine.txt", "mine")
            await manager.let_go(worktree, "agent")
            await manager.discard(worktree)

        asyncio.run(go_on())

        async def restore(worktree: Worktree = worktree) -> None:
            manager = WorktreeManager(paths)
            entry = manager.entry_of(worktree)
            assert entry is not None
            await manager.restore(entry)

        crashes(step, restore)

        async def look(worktree: Worktree = worktree) -> None:
            manager = WorktreeManager(paths)
            await manager.recover()
            await manager.use(worktree, "agent")
            assert (worktree.folder / "mine.txt").read_text() == "mine"
            manager.leave_all()

        asyncio.run(look())
        if not crashed:
            break


async def test_trees_without_a_record_are_adopted(manager: WorktreeManager, checkout: Path) -> None:
    worktree = await manager.reserve(checkout, "orphan")
    await manager.use(worktree, "agent")
    committed(worktree.folder, checkout)
    manager.leave_all()
    manager.records.forget(worktree)
    (adopted,) = await manager.recover()
    assert (adopted.path, adopted.branch) == (worktree.path, worktree.branch)
    assert adopted.base == worktree.base
    assert "locked" not in sh(checkout, "worktree", "list", "--porcelain")
    assert await manager.prune() == []
