"""A person decides what comes back from a worktree, sees conflicts first, and can undo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.git import Git, GitError
from core.worktrees.changes import all_hunks, hunks_of, parse_hunks, patch_of, sides, with_hunks
from core.worktrees.manager import WorktreeManager
from core.worktrees.merge import Merging
from core.worktrees.models import How, Worktree, WorktreeError
from core.worktrees.several import merge_all_clean, plan_merges
from tests.core.worktrees.repositories import contents, sh, write


@pytest.fixture
def merging(manager: WorktreeManager) -> Merging:
    return Merging(manager)


@pytest.fixture
async def worktree(manager: WorktreeManager, checkout: Path) -> Worktree:
    """Three changed files: two hunks in one, an addition, a deletion; half of it committed."""
    made = await manager.create(checkout, "change three files")
    lines = (made.folder / "src/one.py").read_text().splitlines()
    lines[1], lines[30] = "line two", "line thirty-one"
    write(made.folder / "src/one.py", "\n".join(lines) + "\n")
    sh(made.folder, "commit", "-qam", "edit one")
    write(made.folder / "src/three.py", "three = 3\n")
    (made.folder / "src/two.py").unlink()
    return made


class TestChanges:
    async def test_every_change_is_listed_committed_or_not(
        self, merging: Merging, worktree: Worktree
    ) -> None:
        changes = await merging.changes(worktree)
        kinds = {file.path: (file.kind, file.additions, file.deletions) for file in changes.files}
        assert kinds == {
            "src/one.py": ("modified", 2, 2),
            "src/three.py": ("added", 1, 0),
            "src/two.py": ("deleted", 0, 1),
        }
        assert str(changes.stat) == "3 files changed, +3 −3"
        assert "+three = 3" in await patch_of(changes)

    async def test_looking_changes_nothing_in_the_worktree(
        self, merging: Merging, worktree: Worktree
    ) -> None:
        before = sh(worktree.folder, "status", "--porcelain=v2")
        await merging.changes(worktree)
        assert sh(worktree.folder, "status", "--porcelain=v2") == before

    async def test_hunks_know_their_lines(self, merging: Merging, worktree: Worktree) -> None:
        changes = await merging.changes(worktree)
        hunks = await hunks_of(changes, changes.file("src/one.py"))
        assert [hunk.old_start for hunk in hunks] == [1, 28]
        added = [line for line in hunks[1].lines if line.kind == "+"]
        assert [(line.text, line.new) for line in added] == [("line thirty-one", 31)]
        old, new = await sides(changes, changes.file("src/one.py"))
        assert with_hunks(old, hunks, frozenset({0, 1})) == new
        assert with_hunks(old, hunks, frozenset()) == old

    async def test_the_hunks_of_all_files_at_once_are_those_of_each(
        self, merging: Merging, worktree: Worktree, checkout: Path
    ) -> None:
        tree = worktree.folder
        (tree / "README.md").rename(tree / "READ.md")
        (tree / "src/one.py").chmod(0o755)
        (tree / "empty.txt").touch()
        (tree / "bytes.bin").write_bytes(b"\0\1\2")
        (tree / ".gitignore").unlink()
        (tree / ".gitignore").symlink_to("src/one.py")
        write(tree / "odd.txt", "diff --git a/x b/x\n@@ -1 +1 @@\n")
        changes = await merging.changes(worktree)
        assert {"type", "renamed", "added", "deleted", "modified"} == {
            f.kind for f in changes.files
        }
        found = await all_hunks(changes)
        assert list(found) == [file.path for file in changes.files]
        for file in changes.files:
            assert found[file.path] == await hunks_of(changes, file), file.path
        clean = await merging.manager.create(checkout, "clean")
        assert await all_hunks(await merging.changes(clean)) == {}

    async def test_odd_names_and_line_ends_survive(
        self, manager: WorktreeManager, merging: Merging, checkout: Path
    ) -> None:
        made = await manager.create(checkout, "odd")
        names = ['tab\there "q".txt', "zeile\nneu.txt", ":(top)x", "-rf", "mit leer ✓.txt"]
        for name in names:
            write(made.folder / name, "no end")
        (made.folder / "src/one.py").write_bytes(b"a\r\nb\rc\x0cd\nlast")
        (made.folder / "bin.dat").write_bytes(bytes(range(256)))
        changes = await merging.changes(made)
        assert {file.path for file in changes.files} == {*names, "src/one.py", "bin.dat"}
        change = changes.file("src/one.py")
        old, new = await sides(changes, change)
        hunks = await hunks_of(changes, change)
        assert with_hunks(old, hunks, frozenset(h.number for h in hunks)) == new
        assert changes.file("bin.dat").binary
        assert await hunks_of(changes, changes.file("bin.dat")) == ()
        (hunk,) = await hunks_of(changes, changes.file(":(top)x"))
        assert hunk.lines[0].raw == b"no end"
        await merging.merge(made, "squash")
        assert contents(checkout) == contents(made.folder)

    async def test_a_rename_is_one_change(
        self, manager: WorktreeManager, merging: Merging, checkout: Path
    ) -> None:
        made = await manager.create(checkout, "rename")
        sh(made.folder, "mv", "src/one.py", "src/uno.py")
        write(made.folder / "src/uno.py", (made.folder / "src/uno.py").read_text() + "end\n")
        (change,) = (await merging.changes(made)).files
        assert (change.kind, change.old_path, change.additions) == ("renamed", "src/one.py", 1)
        await merging.merge(made, "apply", selection={"src/uno.py": frozenset({0})})
        assert not (checkout / "src/one.py").exists()
        assert (checkout / "src/uno.py").read_text().endswith("end\n")

    def test_hunks_of_an_insertion_at_the_top(self) -> None:
        (hunk,) = parse_hunks(b"--- a\n+++ b\n@@ -0,0 +1,2 @@\n+x\n+y\n\\ No newline\n")
        assert with_hunks(b"", (hunk,), frozenset({0})) == b"x\ny"


@pytest.mark.parametrize("how", ["merge", "squash", "rebase", "apply"])
class TestMerging:
    async def test_everything_comes_back(
        self, merging: Merging, worktree: Worktree, checkout: Path, how: How
    ) -> None:
        head = sh(checkout, "rev-parse", "HEAD")
        await merging.merge(worktree, how)
        assert contents(checkout) == contents(worktree.folder)
        parents = sh(checkout, "log", "-1", "--format=%P").split()
        commits = int(sh(checkout, "rev-list", "--count", f"{head}..HEAD"))
        assert {"merge": (2, 3), "squash": (1, 1), "rebase": (1, 2), "apply": (0, 0)}[how] == (
            len(parents),
            commits,
        )

    async def test_and_undo_takes_it_away_again(
        self, merging: Merging, worktree: Worktree, checkout: Path, how: How
    ) -> None:
        write(checkout / "mine.txt", "uncommitted")
        write(checkout / "README.md", "uncommitted too")
        state = (contents(checkout), sh(checkout, "rev-parse", "HEAD"))
        status = sh(checkout, "status", "--porcelain=v2")
        there = contents(worktree.folder)
        await merging.merge(worktree, how)
        await merging.undo(checkout)
        assert (contents(checkout), sh(checkout, "rev-parse", "HEAD")) == state
        assert sh(checkout, "status", "--porcelain=v2") == status
        assert contents(worktree.folder) == there
        with pytest.raises(WorktreeError, match="no merge to undo"):
            await merging.undo(checkout)

    async def test_undo_is_refused_once_something_came_after(
        self, merging: Merging, worktree: Worktree, checkout: Path, how: How
    ) -> None:
        await merging.merge(worktree, how)
        write(checkout / "src/three.py", "changed since\n")
        sh(checkout, "add", "--all")
        sh(checkout, "commit", "-qm", "later")
        before = contents(checkout)
        with pytest.raises(WorktreeError, match="after"):
            await merging.undo(checkout)
        assert contents(checkout) == before

    async def test_a_part_of_it_comes_back(
        self, merging: Merging, worktree: Worktree, checkout: Path, how: How
    ) -> None:
        selection = {"src/one.py": frozenset({1}), "src/three.py": None}
        await merging.merge(worktree, how, selection=selection)
        text = (checkout / "src/one.py").read_text()
        assert "line 2\n" in text
        assert "line thirty-one\n" in text
        assert (checkout / "src/three.py").exists()
        assert (checkout / "src/two.py").exists()

    async def test_it_lands_on_newer_work(
        self, merging: Merging, worktree: Worktree, checkout: Path, how: How
    ) -> None:
        text = (checkout / "src/one.py").read_text().replace("line 15\n", "line fifteen\n")
        write(checkout / "src/one.py", text)
        sh(checkout, "commit", "-qam", "fifteen")
        await merging.merge(worktree, how)
        text = (checkout / "src/one.py").read_text()
        assert "line fifteen" in text
        assert "line two" in text

    async def test_a_conflict_is_foreseen_and_nothing_changes(
        self, merging: Merging, worktree: Worktree, checkout: Path, how: How
    ) -> None:
        text = (checkout / "src/one.py").read_text().replace("line 2\n", "line zwei\n")
        write(checkout / "src/one.py", text)
        sh(checkout, "commit", "-qam", "zwei")
        forecast = await merging.forecast(worktree, how)
        assert forecast.conflicts == ("src/one.py",)
        before = (contents(checkout), sh(checkout, "for-each-ref", "refs/heads"))
        with pytest.raises(WorktreeError, match=r"conflict with the checkout: src/one\.py"):
            await merging.merge(worktree, how)
        assert (contents(checkout), sh(checkout, "for-each-ref", "refs/heads")) == before
        prompt = await merging.conflict_prompt(worktree, forecast)
        assert "git merge main" in prompt
        assert "- src/one.py" in prompt

    async def test_uncommitted_work_in_the_checkout_is_never_overwritten(
        self, merging: Merging, worktree: Worktree, checkout: Path, how: How
    ) -> None:
        write(checkout / "src/three.py", "mine, never committed\n")
        before = contents(checkout)
        with pytest.raises(WorktreeError, match=r"src/three\.py"):
            await merging.merge(worktree, how)
        assert contents(checkout) == before

    async def test_not_while_something_is_half_done(
        self, merging: Merging, worktree: Worktree, checkout: Path, how: How
    ) -> None:
        (checkout / ".git/MERGE_HEAD").write_text(sh(checkout, "rev-parse", "HEAD"))
        with pytest.raises(WorktreeError, match="A merge is in progress"):
            await merging.merge(worktree, how)

    async def test_not_while_an_agent_works_there(
        self, manager: WorktreeManager, merging: Merging, worktree: Worktree, how: How
    ) -> None:
        await manager.use(worktree, "agent")
        with pytest.raises(WorktreeError, match="working in"):
            await merging.merge(worktree, how)


class TestSpecialCases:
    async def test_a_detached_checkout_takes_no_commits_but_changes(
        self, merging: Merging, worktree: Worktree, checkout: Path
    ) -> None:
        sh(checkout, "checkout", "-q", "--detach")
        with pytest.raises(WorktreeError, match="on no branch"):
            await merging.merge(worktree)
        await merging.merge(worktree, "apply")
        assert contents(checkout) == contents(worktree.folder)

    async def test_carried_changes_are_not_the_agents(
        self, manager: WorktreeManager, merging: Merging, checkout: Path
    ) -> None:
        write(checkout / "README.md", "mine\n")
        made = await manager.create(checkout, "carry", with_changes=True)
        write(made.folder / "agent.txt", "agent\n")
        changes = await merging.changes(made)
        assert [file.path for file in changes.files] == ["agent.txt"]
        await merging.merge(made, "squash")
        assert sh(checkout, "show", "--format=", "--name-only", "HEAD") == "agent.txt"
        assert (checkout / "README.md").read_text() == "mine\n"

    async def test_applying_beside_uncommitted_changes_of_the_same_file(
        self, merging: Merging, worktree: Worktree, checkout: Path
    ) -> None:
        text = (checkout / "src/one.py").read_text()
        write(checkout / "src/one.py", text.replace("line 15\n", "mine 15\n"))
        await merging.merge(worktree, "apply")
        text = (checkout / "src/one.py").read_text()
        assert "mine 15" in text
        assert "line two" in text

    @pytest.mark.parametrize("how", ["merge", "squash", "rebase", "apply"])
    async def test_an_ignored_file_of_the_checkout_is_never_overwritten(
        self, manager: WorktreeManager, merging: Merging, checkout: Path, how: How
    ) -> None:
        write(checkout / ".env", "the only copy")
        write(checkout / "build/data/x", "a folder where the agent has a file")
        made = await manager.create(checkout, "ignored")
        write(made.folder / ".env", "from the agent")
        write(made.folder / "build/data", "a file")
        sh(made.folder, "add", "--force", ".env", "build/data")
        sh(made.folder, "commit", "-qm", "ignored files")
        before = contents(checkout)
        forecast = await merging.forecast(made, how)
        assert set(forecast.in_the_way) == {".env", "build/data"}
        with pytest.raises(WorktreeError, match="in the way"):
            await merging.merge(made, how)
        assert contents(checkout) == before

    async def test_a_failed_write_puts_everything_back(
        self,
        merging: Merging,
        worktree: Worktree,
        checkout: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        before = contents(checkout)
        run = Git.run

        async def full_disk(self: Git, *arguments: str, **options: Any) -> str:
            if arguments[0] == "checkout-index":
                write(checkout / "src/three.py", "half writ")
                raise GitError("no_space", "The disk is full.")
            return await run(self, *arguments, **options)

        monkeypatch.setattr(Git, "run", full_disk)
        with pytest.raises(WorktreeError, match=r"disk is full.*put back as it was"):
            await merging.merge(worktree, "apply")
        assert contents(checkout) == before

    async def test_aborting_keeps_what_was_there(
        self, merging: Merging, worktree: Worktree, checkout: Path
    ) -> None:
        sh(worktree.folder, "add", "--all")
        sh(worktree.folder, "commit", "-qm", "all")
        write(checkout / "src/one.py", "other\n")
        sh(checkout, "commit", "-qam", "other")
        sh(worktree.folder, "merge", "main", check=False)
        write(worktree.folder / "src/one.py", "half resolved\n")
        await merging.manager.use(worktree, "its agent")
        with pytest.raises(WorktreeError, match="An agent is working"):
            await merging.abort(worktree)
        await merging.manager.let_go(worktree, "its agent")
        ref = await merging.abort(worktree)
        assert sh(worktree.folder, "show", f"{ref}:src/one.py") == "half resolved"
        assert "line two" in (worktree.folder / "src/one.py").read_text()
        with pytest.raises(WorktreeError, match="Nothing is half done"):
            await merging.abort(worktree)

    async def test_without_a_name_git_says_what_to_do(
        self, merging: Merging, worktree: Worktree, checkout: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sh(checkout, "config", "--unset", "user.name")
        sh(checkout, "config", "--unset", "user.email")
        sh(checkout, "config", "user.useConfigOnly", "true")
        before = contents(checkout)
        with pytest.raises(WorktreeError, match="name and address"):
            await merging.merge(worktree)
        assert contents(checkout) == before


class TestSeveral:
    async def test_who_conflicts_with_whom_and_all_clean_ones_are_merged(
        self, manager: WorktreeManager, merging: Merging, checkout: Path
    ) -> None:
        made = {}
        for name, path, text in (
            ("a", "a.txt", "a\n"),
            ("b", "b.txt", "b\n"),
            ("left", "src/two.py", "left\n"),
            ("right", "src/two.py", "right\n"),
            ("idle", "", ""),
        ):
            made[name] = await manager.create(checkout, name)
            if path:
                write(made[name].folder / path, text)
        plan = await plan_merges(merging, list(made.values()))
        assert set(plan.pairs) == {(made["left"].id, made["right"].id)}
        assert plan.conflicts_of(made["right"]) == {made["left"].id: ("src/two.py",)}
        assert [w.slug for w in plan.order] == ["a", "b", "left", "right"]
        result = await merge_all_clean(merging, plan)
        assert [done.slug for done in result.merged] == ["a", "b", "left"]
        ((left, error),) = result.left
        assert left.slug == "right"
        assert error.paths == ("src/two.py",)
        assert (checkout / "src/two.py").read_text() == "left\n"
        cleared = await manager.prune(checkout)
        assert {w.slug for w in cleared} == {"a", "b", "left", "idle"}
        assert (made["right"].folder / "src/two.py").read_text() == "right\n"
