"""Paths: where they really lead, and which of them guard themselves."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from core.permissions.models import Ask
from core.permissions.paths import (
    UnresolvablePath,
    folded,
    guard_reason,
    inside,
    is_secret,
    resolve,
)

FileAsks = Callable[[str, str | Path], list[Ask]]


def test_dots_and_links_are_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder / "link").symlink_to(tmp_path / "elsewhere")
    assert resolve("src/../src/a.py", folder) == folder / "src/a.py"
    assert resolve("link/new.txt", folder) == tmp_path / "elsewhere/new.txt"
    assert resolve("link/../x", folder) == tmp_path / "x"


def test_parts_that_do_not_exist_yet_are_kept(folder: Path) -> None:
    assert resolve("new/deep/file.txt", folder) == folder / "new/deep/file.txt"


def test_links_that_lead_nowhere_yet_are_followed_too(folder: Path, tmp_path: Path) -> None:
    (folder / "dangling").symlink_to(tmp_path / "not-there/file")
    assert resolve("dangling", folder) == tmp_path / "not-there/file"


def test_a_circle_of_links_is_refused(folder: Path) -> None:
    (folder / "one").symlink_to("two")
    (folder / "two").symlink_to("one")
    with pytest.raises(UnresolvablePath, match="circle"):
        resolve("one/x", folder)


@pytest.mark.parametrize("text", ["", "a\0b", "~nobody-of-that-name/x"])
def test_what_is_no_path_is_refused(text: str, folder: Path) -> None:
    with pytest.raises(UnresolvablePath):
        resolve(text, folder)


def test_the_root_of_a_process_is_the_root() -> None:
    assert resolve("/proc/self/root/etc/hostname", Path("/")) == Path("/etc/hostname")


def test_a_sibling_with_the_same_beginning_is_outside(tmp_path: Path) -> None:
    assert not inside(tmp_path / "project_other/x", tmp_path / "project")
    assert inside(tmp_path / "project/x", tmp_path / "project")
    assert inside(tmp_path / "project", tmp_path / "project")


@pytest.mark.parametrize(
    "name",
    [
        ".git",
        ".GIT",
        ".Git ",
        ".git.",
        ".git::$INDEX_ALLOCATION",
        ".g\u200cit",
        "\uff0egit",
    ],
)
def test_odd_spellings_of_a_guarded_name_are_the_same_name(name: str) -> None:
    assert folded(name) == ".git"


@pytest.mark.parametrize(
    "path",
    [
        ".git/config",
        ".git/hooks/pre-commit",
        ".GIT/config",
        "sub/.git/config",
        ".spinney/config.toml",
        ".spinney/agents/x.md",
        ".claude/settings.json",
        ".opencode/agent/x.md",
        ".codex/config.toml",
        ".vscode/tasks.json",
        ".idea/workspace.xml",
        ".husky/pre-commit",
        ".envrc",
        ".mcp.json",
        "opencode.json",
        ".bashrc",
    ],
)
def test_guarded_files_ask_even_if_they_do_not_exist(path: str, folder: Path) -> None:
    assert guard_reason(folder / path, project=folder)


@pytest.mark.parametrize(
    "path", ["src/a.py", ".gitignore", ".github/workflows/ci.yml", "AGENTS.md"]
)
def test_ordinary_files_are_not_guarded(path: str, folder: Path) -> None:
    assert guard_reason(folder / path, project=folder) is None


def test_plans_are_open_to_the_plan_agent_only(folder: Path) -> None:
    plan = folder / ".spinney/plans/idea.md"
    assert guard_reason(plan, project=folder, agent="plan") is None
    assert guard_reason(plan, project=folder, agent="build")
    assert guard_reason(folder / ".spinney/plans/idea.py", project=folder, agent="plan")
    assert guard_reason(folder / ".spinney/plans/deep/x.md", project=folder, agent="plan")


def test_an_agents_own_memory_is_open_to_it(folder: Path) -> None:
    memory = folder / ".spinney/memory/build"
    assert guard_reason(memory / "notes.md", project=folder, memory=memory) is None
    assert guard_reason(folder / ".spinney/memory/other/x.md", project=folder, memory=memory)


def test_spinneys_own_folders_are_guarded_but_not_a_worktree_in_them(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    tree = home / "data/worktrees/one"
    guard = {"project": project, "own_folders": (home,)}
    assert guard_reason(home / "config.toml", **guard)  # type: ignore[arg-type]
    assert guard_reason(tree / "src/a.py", directory=tree, **guard) is None  # type: ignore[arg-type]
    assert guard_reason(home / "data/worktrees/two/a.py", directory=tree, **guard)  # type: ignore[arg-type]
    assert guard_reason(tree / ".git", directory=tree, **guard)  # type: ignore[arg-type]


def test_another_name_of_a_guarded_file_is_guarded(folder: Path) -> None:
    os.link(folder / ".git/config", folder / "harmless.txt")
    assert guard_reason(folder / "harmless.txt", project=folder)


@pytest.mark.parametrize("name", [".env", ".ENV", "prod.env", ".env.local", "a/.env"])
def test_secrets_are_known_by_name(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize("name", [".env.example", "environment", ".envrc", "env"])
def test_other_names_are_no_secrets(name: str) -> None:
    assert not is_secret(name)


def test_a_path_inside_asks_for_itself_and_one_outside_for_both(
    file_asks: FileAsks, tmp_path: Path
) -> None:
    within = file_asks("edit", "src/a.py")
    assert [(a.permission, a.patterns) for a in within] == [("edit", ("src/a.py",))]
    without = {a.permission: a for a in file_asks("read", tmp_path / "x")}
    assert set(without) == {"read", "external_directory"}
    assert without["external_directory"].always == ((tmp_path / "*").as_posix(),)


def test_a_link_is_judged_by_where_it_leads(
    folder: Path, tmp_path: Path, file_asks: FileAsks
) -> None:
    (folder / "link").symlink_to(tmp_path)
    (folder / "hook").symlink_to(".git/hooks/pre-commit")
    assert {a.permission for a in file_asks("edit", "link/x")} == {"edit", "external_directory"}
    assert file_asks("edit", "hook")[0].forced
