"""A repository that names programs everywhere it can: none of them runs through anything we do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.git import Git
from core.worktrees.changes import all_hunks, hunks_of, patch_of, sides
from core.worktrees.manager import WorktreeManager
from core.worktrees.merge import Merging, commit_all
from core.worktrees.models import How
from core.worktrees.several import merge_all_clean, plan_merges
from tests.core.worktrees.repositories import contents, repository, sh, write

HOOKS = (
    *("post-checkout", "post-merge", "pre-commit", "commit-msg", "prepare-commit-msg"),
    *("post-commit", "pre-merge-commit", "pre-rebase", "post-rewrite", "reference-transaction"),
    *("post-index-change", "applypatch-msg", "pre-auto-gc", "fsmonitor-watchman"),
)


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    return tmp_path / "canary"


@pytest.fixture
def hostile(tmp_path: Path, canary: Path) -> Path:
    checkout = repository(tmp_path / "hostile")
    write(
        checkout / ".gitattributes",
        "*.py filter=evil diff=evil merge=evil\n*.md filter=process diff=evil merge=evil\n",
    )
    sh(checkout, "add", "--all")
    sh(checkout, "commit", "-qm", "attributes")
    program = write(checkout / "program.sh", f'#!/bin/sh\necho "$0 $*" >> {canary}\ncat\n')
    program.chmod(0o755)
    sh(checkout, "add", "--all")
    sh(checkout, "commit", "-qm", "program")
    for name in HOOKS:
        hook = write(checkout / ".git/hooks" / name, f"#!/bin/sh\necho {name} >> {canary}\n")
        hook.chmod(0o755)
    run = str(program)
    for key, value in (
        ("core.fsmonitor", run),
        ("core.pager", run),
        ("core.editor", run),
        ("core.sshCommand", run),
        ("sequence.editor", run),
        ("filter.evil.clean", run),
        ("filter.evil.smudge", run),
        ("filter.evil.required", "true"),
        ("filter.process.process", run),
        ("diff.evil.command", run),
        ("diff.evil.textconv", run),
        ("diff.external", run),
        ("merge.evil.driver", f"{run} %O %A %B"),
        ("merge.tool", run),
        ("gpg.program", run),
        ("commit.gpgSign", "true"),
        ("credential.helper", run),
        ("alias.worktree", f"!{run}"),
        ("alias.status", f"!{run}"),
    ):
        sh(checkout, "config", key, value)
    assert not canary.exists()
    return checkout


def edit(tree: Path, text: str) -> None:
    """Without git, which would run the programs."""
    write(tree / "src/one.py", (tree / "src/one.py").read_text().replace("line 2\n", text))
    write(tree / "new.md", "new\n")
    write(tree / "build/ignored", "ignored")


@pytest.mark.parametrize("how", ["merge", "squash", "rebase", "apply"])
async def test_nothing_of_the_repository_runs(
    manager: WorktreeManager, hostile: Path, canary: Path, how: How
) -> None:
    merging = Merging(manager)
    write(hostile / ".worktreeinclude", ".env\n")
    write(hostile / ".env", "x")
    worktree = await manager.reserve(hostile, "hostile", with_changes=how == "apply")
    await manager.use(worktree, "agent")
    assert not canary.exists()
    edit(worktree.folder, "hostile\n")
    assert (await manager.end_use(worktree, "agent")).kept
    await manager.status(worktree)
    changes = await merging.changes(worktree)
    for file in changes.files:
        await hunks_of(changes, file)
        await sides(changes, file)
    await patch_of(changes)
    await all_hunks(changes)
    await merging.forecast(worktree, how)
    await merging.merge(worktree, how)
    assert "hostile\n" in (hostile / "src/one.py").read_text()
    await merging.undo(hostile)
    entry = await manager.discard(worktree)
    await manager.restore(entry)
    other = await manager.create(hostile, "other")
    edit(other.folder, "other\n")
    plan = await plan_merges(merging, [worktree, other])
    assert plan.pairs
    await merge_all_clean(merging, plan)
    await manager.prune()
    idle = await manager.reserve(hostile, "idle")
    await manager.use(idle, "agent")
    await manager.end_use(idle, "agent")
    await manager.bin.empty(await manager.discard(other))
    manager.records.forget_entry(await manager.discard(await manager.create(hostile, "lost")))
    await manager.recover()
    half = await manager.create(hostile, "half", base="HEAD~1")
    edit(half.folder, "half\n")
    await commit_all(Git(half.folder), "half")
    await Git(half.folder).result("merge", "--no-edit", "main")
    await merging.abort(half)
    assert not canary.exists(), canary.read_text()


async def test_files_are_checked_out_as_they_are_stored(
    manager: WorktreeManager, hostile: Path, canary: Path
) -> None:
    worktree = await manager.create(hostile, "plain")
    ours = contents(worktree.folder)
    assert ours == contents(hostile)
    assert not canary.exists()


async def test_a_git_file_that_leads_elsewhere_is_not_followed(
    manager: WorktreeManager, hostile: Path, tmp_path: Path
) -> None:
    """A worktree whose ``.git`` was replaced is not moved, judged or removed by what it says."""
    victim = repository(tmp_path / "victim")
    before = contents(victim)
    worktree = await manager.create(hostile, "swapped")
    (worktree.folder / ".git").unlink()
    (worktree.folder / ".git").write_text(f"gitdir: {victim}/.git\n")
    assert (await manager.status(worktree)).missing
    assert await manager.prune() == []
    await manager.recover()
    assert worktree.folder.exists()
    assert contents(victim) == before
    assert not os.path.lexists(victim / ".git/worktrees")
