"""Which instruction files hold, in which order, and within which bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.agents.folders import UserFolders
from core.instructions import FILE_LIMIT, TOTAL_LIMIT, load_instructions
from core.paths import Paths


@pytest.fixture
def user(tmp_path: Path) -> UserFolders:
    own = tmp_path / "own"
    paths = Paths(own, own, own, own)
    return UserFolders.from_environment(paths, {"HOME": str(tmp_path / "home")})


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def texts(user: UserFolders, project: Path, directory: Path | None = None) -> list[str]:
    found = load_instructions(user, project, directory, trusted=True)
    return [entry.text for entry in found.files]


def test_they_go_from_the_person_through_the_project_down_to_the_folder(
    user: UserFolders, tmp_path: Path
) -> None:
    project = tmp_path / "p"
    write(user.own / "AGENTS.md", "person")
    write(project / "AGENTS.md", "root")
    write(project / "a" / "CLAUDE.md", "a")
    write(project / "a" / "b" / "AGENTS.md", "b")
    write(project / "other" / "AGENTS.md", "other")
    assert texts(user, project, project / "a" / "b") == ["person", "root", "a", "b"]
    assert texts(user, project) == ["person", "root"]


def test_claude_md_counts_only_where_there_is_no_agents_md(
    user: UserFolders, tmp_path: Path
) -> None:
    project = tmp_path / "p"
    write(project / "AGENTS.md", "agents")
    write(project / "CLAUDE.md", "claude")
    write(user.claude / "CLAUDE.md", "person's claude")
    assert texts(user, project) == ["person's claude", "agents"]
    write(user.own / "AGENTS.md", "person's agents")
    assert texts(user, project) == ["person's agents", "agents"]


def test_an_untrusted_project_says_nothing(user: UserFolders, tmp_path: Path) -> None:
    write(user.own / "AGENTS.md", "person")
    write(tmp_path / "p" / "AGENTS.md", "project")
    found = load_instructions(user, tmp_path / "p", trusted=False)
    assert [entry.text for entry in found.files] == ["person"]


def test_a_long_file_is_cut_with_a_note(user: UserFolders, tmp_path: Path) -> None:
    write(tmp_path / "p" / "AGENTS.md", "é" * FILE_LIMIT)
    (entry,) = load_instructions(user, tmp_path / "p", trusted=True).files
    assert entry.truncated
    assert len(entry.text.encode()) <= FILE_LIMIT
    assert "longer than 64 KB" in entry.notes[0]


def test_all_files_together_are_bounded_and_what_is_left_out_is_told(
    user: UserFolders, tmp_path: Path
) -> None:
    folder = tmp_path / "p"
    for name in "abcde":
        write(folder / "AGENTS.md", name * FILE_LIMIT)
        folder = folder / name
    found = load_instructions(user, tmp_path / "p", folder.parent, trusted=True)
    assert sum(len(entry.text) for entry in found.files) <= TOTAL_LIMIT
    assert found.problems


def test_imports_are_noted_and_not_followed(user: UserFolders, tmp_path: Path) -> None:
    write(tmp_path / "p" / "AGENTS.md", "Read this:\n@docs/style.md\nand mail me@here.org\n")
    (entry,) = load_instructions(user, tmp_path / "p", trusted=True).files
    assert "@docs/style.md" in entry.text
    assert "@docs/style.md" in entry.notes[0]


def test_a_link_out_of_the_project_is_refused(user: UserFolders, tmp_path: Path) -> None:
    secret = write(tmp_path / "secret", "KEY")
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "AGENTS.md").symlink_to(secret)
    found = load_instructions(user, tmp_path / "p", trusted=True)
    assert found.files == ()
    assert "outside the project" in found.problems[0].sentence


def test_a_folder_outside_the_project_gets_the_projects_root_only(
    user: UserFolders, tmp_path: Path
) -> None:
    write(tmp_path / "p" / "AGENTS.md", "root")
    write(tmp_path / "q" / "AGENTS.md", "elsewhere")
    assert texts(user, tmp_path / "p", tmp_path / "q") == ["root"]
