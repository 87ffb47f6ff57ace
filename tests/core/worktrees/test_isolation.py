"""An agent in a worktree cannot change anything outside of it through its tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.paths import Paths
from core.worktrees.isolation import Borders, borders_of, refuse_command, refuse_path
from core.worktrees.manager import WorktreeManager
from core.worktrees.models import Worktree


@pytest.fixture
async def worktree(manager: WorktreeManager, checkout: Path) -> Worktree:
    return await manager.create(checkout, "mine")


@pytest.fixture
async def other(manager: WorktreeManager, checkout: Path) -> Worktree:
    return await manager.create(checkout, "other")


@pytest.fixture
def borders(worktree: Worktree, other: Worktree, paths: Paths) -> Borders:
    return borders_of(worktree.path, paths.worktrees)


REFUSED = [
    "echo x > {main}/README.md",
    "rm -rf {main}",
    "rm {other}/README.md",
    "cd {main} && make",
    "cd {main}; git commit -am x",
    "cp README.md {main}/README.md",
    "mv README.md {other}/",
    "tee {main}/x < README.md",
    "sed -i s/a/b/ {main}/src/two.py",
    "touch {main}/src/../src/x",
    "python3 -c \"open('{main}/x', 'w')\"",
    "python3 {main}/tool.py",
    "X={main}; rm -rf $X/src",
    "for f in {main}/*; do rm $f; done",
    "git -C {main} commit -am x",
    "git -C .. status",
    "git --git-dir={main}/.git reset --hard",
    "git --work-tree {main} checkout .",
    "GIT_DIR={main}/.git git commit -m x",
    "env GIT_WORK_TREE={main} git checkout .",
    "export GIT_INDEX_FILE=/tmp/x; git add .",
    "bash -c 'git -C {main} reset --hard'",
    "sudo git -C {main} clean -fdx",
    "xargs git -C {main} add < list",
    "git worktree remove {other}",
    "git worktree prune",
    "git branch -D main",
    "git branch -f main HEAD",
    "git update-ref refs/heads/main HEAD",
    "git push . HEAD:main",
    "git fetch . HEAD:main",
    "git stash",
    "git stash pop",
    "git gc --prune=now",
    "git reflog expire --all",
]
ALLOWED = [
    "make test",
    "git status",
    "git commit -am 'my work'",
    "git log --oneline main",
    "git -C src log",
    "git merge main",
    "git branch -m spinney/better",
    "git stash list",
    "git worktree list",
    "git diff main...HEAD",
    "cat {main}/README.md",
    "cat {main}/README.md > copy.md",
    "cp {main}/.env .env",
    "diff {main}/README.md README.md",
    "grep -r word {main}/src",
    "rm -rf build",
    "echo x > {tree}/new.txt",
    "python3 script.py",
    "cd src && ls",
    "cd {tree} && make",
    "rm /tmp/some-file",
]


def test_commands_that_reach_out_are_refused_and_others_left_to_the_rules(
    borders: Borders, worktree: Worktree, other: Worktree, checkout: Path
) -> None:
    def refused(line: str) -> bool:
        line = line.format(main=checkout, other=other.path, tree=worktree.path)
        return refuse_command(borders, line, worktree.folder) is not None

    assert [line for line in REFUSED if not refused(line)] == []
    assert [line for line in ALLOWED if refused(line)] == []


def test_paths_of_other_trees_are_refused_and_the_own_one_is_named(
    borders: Borders, worktree: Worktree, other: Worktree, checkout: Path, paths: Paths
) -> None:
    sentence = refuse_path(borders, checkout / "src/two.py")
    assert sentence is not None
    assert str(worktree.folder / "src/two.py") in sentence
    assert refuse_path(borders, other.folder / "x")
    assert refuse_path(borders, paths.worktrees / "another-project" / "x")
    assert refuse_path(borders, worktree.folder / "src/two.py") is None
    assert refuse_path(borders, Path("/tmp/elsewhere")) is None


def test_a_link_out_of_the_tree_does_not_help(
    borders: Borders, worktree: Worktree, checkout: Path
) -> None:
    (worktree.folder / "link").symlink_to(checkout)
    assert refuse_command(borders, "echo x > link/README.md", worktree.folder)
    assert refuse_command(borders, "rm link/README.md", worktree.folder)
