"""Worktrees are made where they should be, and end as they should."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.paths import Paths
from core.worktrees.manager import WorktreeManager
from core.worktrees.models import Worktree, WorktreeError
from tests.core.worktrees.repositories import contents, repository, sh, write


async def in_use(manager: WorktreeManager, checkout: Path, title: str = "Fix it") -> Worktree:
    worktree = await manager.reserve(checkout, title)
    await manager.use(worktree, "agent")
    return worktree


class TestMaking:
    async def test_a_worktree_lies_outside_the_repository_on_a_branch_of_its_own(
        self, manager: WorktreeManager, checkout: Path, paths: Paths
    ) -> None:
        worktree = await in_use(manager, checkout, "Fix the Größe of it!")
        assert worktree.slug == "fix-the-groe-of-it"
        assert worktree.folder.is_relative_to(paths.worktrees)
        assert contents(worktree.folder) == contents(checkout)
        assert sh(worktree.folder, "branch", "--show-current") == "spinney/fix-the-groe-of-it"
        assert worktree.base == sh(checkout, "rev-parse", "HEAD")

    async def test_nothing_of_the_checkout_changes(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        write(checkout / "dirty.txt", "mine")
        before = (contents(checkout), sh(checkout, "status", "--porcelain=v2", "--branch"))
        await in_use(manager, checkout)
        assert before == (
            contents(checkout),
            sh(checkout, "status", "--porcelain=v2", "--branch"),
        )

    async def test_the_same_title_many_times_at_once_gives_different_worktrees(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        made = await asyncio.gather(*(in_use(manager, checkout, "Same name") for _ in range(8)))
        assert len({w.slug for w in made}) == len({w.branch for w in made}) == 8
        assert all((w.folder / "README.md").exists() for w in made)

    async def test_a_chosen_base_is_where_it_starts(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        first = sh(checkout, "rev-parse", "HEAD")
        write(checkout / "later.txt", "later")
        sh(checkout, "add", "--all")
        sh(checkout, "commit", "--quiet", "-m", "later")
        worktree = await manager.create(checkout, "old", base="HEAD~1")
        assert worktree.base == first
        assert not (worktree.folder / "later.txt").exists()

    async def test_the_callers_uncommitted_changes_come_along_when_asked_for(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        write(checkout / "src/two.py", "two = 22\n")
        write(checkout / "new.py", "new\n")
        (checkout / "README.md").unlink()
        write(checkout / "build/out", "ignored")
        worktree = await manager.create(checkout, "with", with_changes=True)
        there = contents(worktree.folder)
        assert there == {k: v for k, v in contents(checkout).items() if k != "build/out"}
        assert "new.py" in sh(worktree.folder, "status", "--porcelain")
        without = await manager.create(checkout, "without")
        assert (without.folder / "src/two.py").read_text() == "two = 2\n"

    async def test_ignored_files_listed_in_worktreeinclude_are_copied(
        self, manager: WorktreeManager, checkout: Path, tmp_path: Path
    ) -> None:
        write(checkout / ".worktreeinclude", ".env\nsecret/*.key\nREADME.md\nlink.log\n")
        write(checkout / ".env", "KEY=1")
        write(checkout / "untracked.txt", "not ignored, so not copied")
        write(tmp_path / "outside", "outside")
        (checkout / "link.log").symlink_to(tmp_path / "outside")
        worktree = await manager.create(checkout, "include")
        assert (worktree.folder / ".env").read_text() == "KEY=1"
        assert not (worktree.folder / "untracked.txt").exists()
        assert not (worktree.folder / "link.log").exists()
        assert any("link.log" in note for note in worktree.notes)

    async def test_submodules_and_lfs_are_left_alone_and_noted(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        write(checkout / ".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
        write(checkout / "big.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
        write(checkout / ".gitmodules", '[submodule "lib"]\n\tpath = lib\n\turl = /nowhere\n')
        sh(checkout, "add", "--all")
        sh(checkout, "commit", "--quiet", "-m", "lfs")
        worktree = await manager.create(checkout, "lfs")
        assert (worktree.folder / "big.bin").read_text().startswith("version https://git-lfs")
        assert any("LFS" in note for note in worktree.notes)
        assert any("ubmodule" in note for note in worktree.notes)

    async def test_it_is_locked_while_in_use(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        worktree = await in_use(manager, checkout)
        assert "locked in use by Spinney" in sh(checkout, "worktree", "list", "--porcelain")
        sh(checkout, "worktree", "remove", worktree.path, check=False)
        sh(checkout, "worktree", "prune", "--expire=now")
        assert worktree.folder.exists()
        with pytest.raises(WorktreeError, match="working in"):
            await manager.discard(worktree)


class TestEnd:
    async def test_an_unchanged_worktree_is_removed_with_its_branch(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        worktree = await in_use(manager, checkout)
        ended = await manager.end_use(worktree, "agent")
        assert not ended.kept
        assert not ended.in_bin
        assert not worktree.folder.exists()
        assert sh(checkout, "branch", "--list", "spinney/*") == ""
        assert sh(checkout, "for-each-ref", "refs/spinney") == ""
        assert len(sh(checkout, "worktree", "list").splitlines()) == 1
        assert manager.bin.entries() == []

    async def test_a_changed_one_is_kept_unlocked_with_its_diffstat(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        worktree = await in_use(manager, checkout)
        write(worktree.folder / "src/two.py", "two = 3\nthree = 3\n")
        write(worktree.folder / "new.py", "x\n")
        ended = await manager.end_use(worktree, "agent")
        assert ended.kept
        assert str(ended.stat) == "2 files changed, +3 −1"
        assert "locked" not in sh(checkout, "worktree", "list", "--porcelain")

    async def test_an_edit_that_was_undone_leaves_nothing(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        worktree = await in_use(manager, checkout)
        write(worktree.folder / "src/two.py", "two = 3\n")
        sh(worktree.folder, "checkout", "src/two.py")
        ended = await manager.end_use(worktree, "agent")
        assert not ended.kept
        assert not ended.in_bin

    async def test_files_that_were_copied_in_do_not_keep_it(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        write(checkout / ".worktreeinclude", ".env\n")
        sh(checkout, "add", ".worktreeinclude")
        sh(checkout, "commit", "-qm", "include")
        write(checkout / ".env", "KEY=1")
        worktree = await in_use(manager, checkout)
        ended = await manager.end_use(worktree, "agent")
        assert not ended.kept
        assert not ended.in_bin
        again = await in_use(manager, checkout, "again")
        write(checkout / ".env", "KEY=2")
        assert (await manager.end_use(again, "agent")).in_bin

    async def test_going_on_brings_a_removed_worktree_back(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        worktree = await in_use(manager, checkout)
        await manager.end_use(worktree, "agent")
        assert not worktree.folder.exists()
        await manager.use(worktree, "agent")
        assert contents(worktree.folder) == contents(checkout)
        assert sh(worktree.folder, "branch", "--show-current") == worktree.branch

    async def test_going_on_brings_one_back_from_the_bin(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        worktree = await in_use(manager, checkout)
        write(worktree.folder / "build/out", "only here")
        assert (await manager.end_use(worktree, "agent")).in_bin
        await manager.use(worktree, "agent")
        assert (worktree.folder / "build/out").read_text() == "only here"

    async def test_one_made_by_a_hook_is_always_kept(
        self, manager: WorktreeManager, checkout: Path, tmp_path: Path
    ) -> None:
        sh(checkout, "worktree", "add", "--quiet", "-b", "hooked", str(tmp_path / "hooked"))
        worktree = await manager.register_hook_made(tmp_path / "hooked", "by hook")
        await manager.use(worktree, "agent")
        assert (await manager.end_use(worktree, "agent")).kept
        assert await manager.prune() == []
        assert (tmp_path / "hooked").exists()

    async def test_while_another_agent_works_in_it_nothing_is_judged(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        worktree = await in_use(manager, checkout)
        await manager.use(worktree, "child")
        assert (await manager.end_use(worktree, "agent")).kept
        assert worktree.folder.exists()
        assert manager.in_use(worktree)
        assert not (await manager.end_use(worktree, "child")).kept

    async def test_another_process_cannot_take_or_clean_it(
        self, manager: WorktreeManager, checkout: Path, paths: Paths
    ) -> None:
        worktree = await in_use(manager, checkout)
        other = WorktreeManager(paths)
        assert other.in_use(worktree)
        assert await other.prune() == []
        assert await other.recover() == []
        with pytest.raises(WorktreeError, match="another Spinney process"):
            await other.use(worktree, "somebody")
        with pytest.raises(WorktreeError):
            await other.discard(worktree)


class TestStatus:
    async def test_it_counts_what_is_there(self, manager: WorktreeManager, checkout: Path) -> None:
        worktree = await manager.create(checkout, "status")
        tree = worktree.folder
        write(tree / "a.txt", "a")
        sh(tree, "add", "a.txt")
        sh(tree, "commit", "-qm", "a")
        write(tree / "src/two.py", "changed")
        write(tree / "b.txt", "b")
        sh(tree, "add", "b.txt")
        write(tree / "c.txt", "c")
        write(checkout / "main.txt", "m")
        sh(checkout, "add", "main.txt")
        sh(checkout, "commit", "-qm", "m")
        status = await manager.status(worktree)
        assert (status.ahead, status.behind) == (1, 1)
        assert (status.staged, status.modified, status.untracked) == (1, 1, 1)
        assert status.dirty
        assert status.changed
        assert not status.in_use
        assert not status.missing

    async def test_conflicts_and_half_done_merges_show(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        worktree = await manager.create(checkout, "conflict")
        for folder, text in ((worktree.folder, "ours\n"), (checkout, "theirs\n")):
            write(folder / "src/two.py", text)
            sh(folder, "commit", "-qam", text)
        sh(worktree.folder, "merge", "main", check=False)
        status = await manager.status(worktree)
        assert status.conflicts == 1
        assert status.operation == "merge"


class TestRefusals:
    async def refused(self, manager: WorktreeManager, folder: Path) -> str:
        with pytest.raises(WorktreeError) as caught:
            await manager.create(folder, "never")
        assert manager.records.worktrees() == []
        assert not list(manager.records.root.glob("*/*")) or all(
            not p.name.startswith("never") for p in manager.records.root.glob("*/*")
        )
        return str(caught.value)

    async def test_no_repository(self, manager: WorktreeManager, tmp_path: Path) -> None:
        (tmp_path / "plain").mkdir()
        assert "not in a git repository" in await self.refused(manager, tmp_path / "plain")

    async def test_bare(self, manager: WorktreeManager, checkout: Path, tmp_path: Path) -> None:
        sh(tmp_path, "clone", "--quiet", "--bare", str(checkout), "bare.git")
        assert "bare repository" in await self.refused(manager, tmp_path / "bare.git")

    async def test_no_commits(self, manager: WorktreeManager, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        sh(tmp_path / "empty", "init", "--quiet")
        assert "no commits yet" in await self.refused(manager, tmp_path / "empty")

    async def test_a_rebase_in_progress(self, manager: WorktreeManager, checkout: Path) -> None:
        sh(checkout, "checkout", "-qb", "side")
        write(checkout / "src/two.py", "side\n")
        sh(checkout, "commit", "-qam", "side")
        sh(checkout, "checkout", "-q", "main")
        write(checkout / "src/two.py", "main\n")
        sh(checkout, "commit", "-qam", "main")
        sh(checkout, "rebase", "side", check=False)
        assert "A rebase is in progress" in await self.refused(manager, checkout)

    async def test_a_branch_in_the_way(self, manager: WorktreeManager, checkout: Path) -> None:
        sh(checkout, "branch", "spinney")
        assert "branch named spinney" in await self.refused(manager, checkout)

    async def test_an_unknown_base(self, manager: WorktreeManager, checkout: Path) -> None:
        with pytest.raises(WorktreeError, match="no revision 'nope'"):
            await manager.create(checkout, "x", base="nope")

    async def test_a_full_disk(
        self, manager: WorktreeManager, checkout: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("core.worktrees.repository.SPARE_BYTES", 1 << 60)
        assert "no space left" in await self.refused(manager, checkout)

    async def test_a_checkout_that_fails_half_way_leaves_nothing(
        self, manager: WorktreeManager, checkout: Path
    ) -> None:
        blob = sh(checkout, "rev-parse", "HEAD:src/two.py")
        (checkout / ".git/objects" / blob[:2] / blob[2:]).unlink()
        before = sh(checkout, "for-each-ref")
        assert "could not be made" in await self.refused(manager, checkout)
        assert sh(checkout, "for-each-ref") == before
        assert len(sh(checkout, "worktree", "list").splitlines()) == 1

    async def test_detached_and_shallow_work_and_say_so(
        self, manager: WorktreeManager, checkout: Path, tmp_path: Path
    ) -> None:
        sh(checkout, "checkout", "-q", "--detach")
        worktree = await manager.create(checkout, "detached")
        assert any("on no branch" in note for note in worktree.notes)
        sh(tmp_path, "clone", "-q", "--depth=1", f"file://{checkout}", "shallow")
        worktree = await manager.create(tmp_path / "shallow", "shallow")
        assert any("shallow" in note for note in worktree.notes)

    async def test_two_repositories_of_one_name_do_not_meet(
        self, manager: WorktreeManager, tmp_path: Path
    ) -> None:
        one = await manager.create(repository(tmp_path / "a/app"), "same")
        two = await manager.create(repository(tmp_path / "b/app"), "same")
        assert one.path != two.path
        assert one.slug == two.slug
