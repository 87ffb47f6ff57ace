"""``spinney worktree`` from a list to a merge, a discard and back."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from core.cli.main import main
from core.paths import Paths
from core.worktrees.manager import WorktreeManager
from core.worktrees.models import Worktree
from tests.core.worktrees.repositories import contents, repository, sh, write


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "person"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("SPINNEY_HOME", str(tmp_path / "spinney"))
    folder = repository(tmp_path / "sample")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def worktree(checkout: Path) -> Worktree:
    paths = Paths.from_environment()
    paths.create()
    made = asyncio.run(WorktreeManager(paths).create(checkout, "fix two"))
    text = (made.folder / "src/one.py").read_text()
    write(made.folder / "src/one.py", text.replace("line 2\n", "2\n").replace("line 35\n", "35\n"))
    write(made.folder / "new.txt", "new\n")
    return made


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_list_and_diff(worktree: Worktree, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worktree", "list", "--json"]) == 0
    (listed,) = lines(capsys)
    assert (listed["slug"], listed["modified"], listed["untracked"]) == ("fix-two", 1, 1)
    assert main(["worktree", "list"]) == 0
    assert "changed" in capsys.readouterr().out
    assert main(["worktree", "diff", "fix-two"]) == 0
    assert "+new" in capsys.readouterr().out
    assert main(["worktree", "diff", "fix-two", "--json"]) == 0
    files = lines(capsys)
    assert [(f["path"], len(f["hunks"])) for f in files] == [("new.txt", 1), ("src/one.py", 2)]  # type: ignore[arg-type]
    assert main(["worktree", "diff", "fix-two", "--stat"]) == 0
    assert "2 files changed, +3 −2" in capsys.readouterr().out


def test_a_part_is_applied_and_the_rest_discarded_and_restored(
    worktree: Worktree, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worktree", "apply", "fix-two", "--hunk", "src/one.py:2"]) == 0
    text = (checkout / "src/one.py").read_text()
    assert "\n35\n" in text
    assert "line 2\n" in text
    assert not (checkout / "new.txt").exists()
    before = contents(worktree.folder)
    assert main(["worktree", "discard", "fix-two"]) == 0
    assert not worktree.folder.exists()
    capsys.readouterr()
    assert main(["worktree", "list", "--bin", "--json"]) == 0
    (binned,) = lines(capsys)
    assert binned["slug"] == "fix-two"
    assert main(["worktree", "restore", "fix-two"]) == 0
    assert contents(worktree.folder) == before


def test_check_merge_and_undo(
    worktree: Worktree, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(checkout)
    assert main(["worktree", "merge", "fix-two", "--check"]) == 0
    assert contents(checkout) == before
    assert main(["worktree", "merge", "fix-two", "--how", "squash", "-m", "Two fixes"]) == 0
    assert contents(checkout) == contents(worktree.folder)
    assert main(["worktree", "undo"]) == 0
    assert contents(checkout) == before
    write(checkout / "new.txt", "in the way\n")
    capsys.readouterr()
    assert main(["worktree", "merge", "fix-two", "--check"]) == 1
    assert "in the way: new.txt" in capsys.readouterr().out
    assert main(["worktree", "merge", "fix-two"]) == 1
    assert "in the way: new.txt" in capsys.readouterr().err


def test_plan_names_what_can_be_merged(
    worktree: Worktree, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worktree", "plan", "fix-two", "--json"]) == 0
    (found,) = lines(capsys)
    assert found["clean"] is True
    assert main(["worktree", "plan", "fix-two", "--merge"]) == 0
    assert main(["worktree", "prune"]) == 0
    assert main(["worktree", "delete", "fix-two"]) == 0


def test_mistakes_are_sentences(
    checkout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worktree", "diff", "nothing"]) == 1
    assert "There is no worktree 'nothing'" in capsys.readouterr().err
    assert main(["worktree", "restore", "nothing"]) == 1
    (tmp_path / "plain").mkdir()
    assert main(["worktree", "list", "--cwd", str(tmp_path / "plain")]) == 1
    assert "not in a git repository" in capsys.readouterr().err


def test_one_is_made_from_a_chosen_commit_or_with_uncommitted_changes(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sh(checkout, "branch", "older")
    write(checkout / "newer.txt", "newer\n")
    sh(checkout, "add", "--all")
    sh(checkout, "commit", "-qm", "newer")
    write(checkout / "README.md", "uncommitted\n")
    assert main(["worktree", "create", "From before", "--base", "older", "--json"]) == 0
    assert main(["worktree", "create", "As it is", "--with-changes", "--json"]) == 0
    before, now = (Path(str(made["path"])) for made in lines(capsys))
    assert (before.name, now.name) == ("from-before", "as-it-is")
    assert not (before / "newer.txt").exists()
    assert (now / "README.md").read_text() == "uncommitted\n"
    assert main(["worktree", "create", "Both", "--base", "older", "--with-changes"]) == 1
    assert "Choose one of the two." in capsys.readouterr().err


def test_a_hook_keeps_one_from_being_made(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = Paths.from_environment()
    paths.create()
    paths.config_file.write_text(
        "[[hooks]]\nevent = 'worktree-create'\ncommand = 'echo no more trees >&2; exit 2'\n"
    )
    assert main(["worktree", "create", "One more"]) == 1
    assert "no more trees" in capsys.readouterr().err
    assert sh(checkout, "branch", "--list", "spinney/*") == ""


def test_what_is_half_done_is_aborted_and_kept(
    worktree: Worktree, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout / "src/one.py", "other\n")
    sh(checkout, "commit", "-qam", "other")
    sh(worktree.folder, "add", "--all")
    sh(worktree.folder, "commit", "-qm", "ours")
    sh(worktree.folder, "merge", "-q", "main", check=False)
    write(worktree.folder / "src/one.py", "half solved\n")
    assert main(["worktree", "abort", "fix-two", "--json"]) == 0
    (told,) = lines(capsys)
    assert sh(checkout, "show", f"{told['ref']}:src/one.py") == "half solved"
    assert sh(worktree.folder, "status", "--porcelain") == ""
    assert main(["worktree", "abort", "fix-two"]) == 1
    assert "Nothing is half done" in capsys.readouterr().err


def test_a_discard_that_was_cut_off_is_settled_before_anything_else(
    worktree: Worktree, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(worktree.folder)
    manager = WorktreeManager(Paths.from_environment())
    entry = asyncio.run(manager.discard(worktree))
    entry.moving = True
    manager.records.save_entry(entry)
    assert main(["worktree", "restore", "fix-two"]) == 0
    assert contents(worktree.folder) == before
