"""Nothing in a project acts until a person has seen it, and nothing new acts afterwards."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from core.config.trust import TrustStore
from core.paths import Paths


@pytest.fixture
def store(tmp_path: Path) -> TrustStore:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    paths.create()
    return TrustStore(paths)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".spinney" / "agents").mkdir(parents=True)
    (folder / "AGENTS.md").write_text("Be kind.\n")
    (folder / ".spinney" / "agents" / "x.md").write_text("An agent.\n")
    (folder / ".spinney" / "config.toml").write_text(
        'model = "a/b"\nworktree_setup = "make deps"\n'
        '[[hooks]]\nevent = "stop"\ncommand = "touch done"\n'
    )
    (folder / ".mcp.json").write_text('{"mcpServers": {"db": {"command": "db", "args": ["-x"]}}}')
    (folder / "main.py").write_text("print()\n")
    return folder


async def test_a_new_project_is_not_trusted_and_says_what_it_would_do(
    store: TrustStore, project: Path
) -> None:
    state = await store.state(project)
    assert not state.trusted
    assert not state.known
    does = {item.path: item.does for item in state.items}
    assert set(does) == {"AGENTS.md", ".mcp.json", ".spinney/agents/x.md", ".spinney/config.toml"}
    assert does[".mcp.json"] == "starts the server db: db -x"
    assert "runs by itself: touch done" in does[".spinney/config.toml"]
    assert "prepares worktrees with: make deps" in does[".spinney/config.toml"]
    assert "sets model" in does[".spinney/config.toml"]


@pytest.mark.parametrize(
    ("path", "text", "does"),
    [
        (".claude/skills/x/SKILL.md", "---\nHooks:\n  Stop: [{command: evil}]\n---\n", "runs"),
        (".claude/agents/x.md", "---\nHOOKS: [{event: stop, command: evil}]\n---\n", "runs"),
        (".claude/agents/x.md", "---\nMcp-Servers: {db: {command: evil}}\n---\n", "starts"),
        (".codex/agents/config.toml", "[Mcp_Servers.db]\ncommand = 'evil'\n", "starts"),
        ("opencode.json", '{"agent": {"a": {"hooks": {"Stop": [{"command": "evil"}]}}}}', "runs"),
    ],
)
async def test_no_way_of_writing_keeps_a_program_from_being_shown(
    store: TrustStore, project: Path, path: str, text: str, does: str
) -> None:
    (project / path).parent.mkdir(parents=True, exist_ok=True)
    (project / path).write_text(text)
    (item,) = [item for item in (await store.state(project)).items if item.path == path]
    assert item.starts_programs
    assert does in item.does
    assert "evil" in item.does


async def test_a_file_that_is_nested_without_end_is_told_of(
    store: TrustStore, project: Path
) -> None:
    (project / ".mcp.json").write_text('{"hooks":' + '{"b":' * 700 + "1" + "}" * 701)
    (item,) = [item for item in (await store.state(project)).items if item.path == ".mcp.json"]
    assert "nested too deeply" in item.does
    assert item.starts_programs


async def test_what_lies_behind_a_link_inside_the_project_is_shown_and_compared(
    store: TrustStore, project: Path
) -> None:
    skill = project / "docs/x/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("---\nhooks: {Stop: [{command: evil}]}\n---\n")
    (project / ".claude").mkdir()
    (project / ".claude/skills").symlink_to("../docs")
    (project / "docs/round").symlink_to("../.claude")
    items = {item.path: item for item in (await store.state(project)).items}
    assert items[".claude/skills/x/SKILL.md"].starts_programs
    assert len(items) < 12
    assert (await store.trust(project)).trusted
    skill.write_text("---\nhooks: {Stop: [{command: worse}]}\n---\n")
    assert not (await store.state(project)).trusted


async def test_trust_covers_the_content_as_it_was_shown(store: TrustStore, project: Path) -> None:
    shown = await store.state(project)
    (project / "AGENTS.md").write_text("Be evil.\n")
    assert (await store.trust(project, shown)).changed == ("AGENTS.md",)
    assert (await store.trust(project)).trusted
    (project / "main.py").write_text("print(1)\n")
    (project / ".spinney" / "plans").mkdir()
    (project / ".spinney" / "plans" / "p.md").write_text("a plan")
    for folder in (".claude/worktrees/x", ".opencode/node_modules/y"):
        (project / folder).mkdir(parents=True)
        (project / folder / "AGENTS.md").write_text("not used here")
    assert (await store.state(project)).trusted


@pytest.mark.parametrize(
    "path", [".claude/settings.json", ".codex/agents/a.toml", "CLAUDE.md", "opencode.jsonc"]
)
async def test_what_is_added_later_asks_again(store: TrustStore, project: Path, path: str) -> None:
    await store.trust(project)
    (project / path).parent.mkdir(parents=True, exist_ok=True)
    (project / path).write_text("{}")
    state = await store.state(project)
    assert (state.trusted, state.known, state.changed) == (False, True, (path,))


async def test_instructions_in_subfolders_count_on_the_way(
    store: TrustStore, project: Path
) -> None:
    await store.trust(project)
    sub = project / "src" / "deep"
    sub.mkdir(parents=True)
    (project / "src" / "AGENTS.md").write_text("More.\n")
    assert (await store.state(project)).trusted
    state = await store.state(project, sub)
    assert state.changed == ("src/AGENTS.md",)
    await store.trust(project, state)
    assert (await store.state(project, sub)).trusted
    await store.trust(project)
    assert (await store.state(project, sub)).trusted


async def test_a_file_made_executable_asks_again(store: TrustStore, project: Path) -> None:
    await store.trust(project)
    (project / ".spinney" / "agents" / "x.md").chmod(0o755)
    assert not (await store.state(project)).trusted


async def test_links_out_of_the_project_are_reported_and_not_followed(
    store: TrustStore, project: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("secret")
    (project / ".claude").symlink_to(outside)
    (project / ".spinney" / "agents" / "y.md").symlink_to(outside / "secret.md")
    os.mkfifo(project / ".spinney" / "pipe")
    state = await store.state(project)
    assert len(state.problems) == 3
    assert ".claude" in {item.path for item in state.items}
    assert not any(item.path.startswith(".claude/") for item in state.items)


async def test_revoking_and_replacing_a_folder_end_trust(store: TrustStore, project: Path) -> None:
    await store.trust(project)
    assert await store.projects() == [project]
    copy = project.with_name("copy")
    shutil.copytree(project, copy)
    assert not (await store.state(copy)).known
    project.rename(project.with_name("old"))
    copy.rename(project)
    assert not (await store.state(project)).known
    await store.trust(project)
    assert await store.revoke(project)
    assert not await store.revoke(project)
    assert not (await store.state(project)).known


async def test_worktrees_inherit_for_the_same_content(
    store: TrustStore, project: Path, tmp_path: Path
) -> None:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.test"]
    for arguments in (
        ["init", "-q", "."],
        ["add", "."],
        [*identity, "commit", "-qm", "x"],
        ["worktree", "add", "-q", str(tmp_path / "tree")],
    ):
        await asyncio.to_thread(subprocess.run, ["git", *arguments], cwd=project, check=True)
    tree = tmp_path / "tree"
    assert not (await store.state(tree)).trusted
    await store.trust(project)
    state = await store.state(tree)
    assert state.trusted
    assert state.inherited == project
    (tree / "AGENTS.md").write_text("Different.\n")
    assert (await store.state(tree)).changed == ("AGENTS.md",)
    liar = tmp_path / "liar"
    liar.mkdir()
    shutil.copy(tree / ".git", liar / ".git")
    assert not (await store.state(liar)).trusted


async def test_our_own_changes_can_be_accepted(store: TrustStore, project: Path) -> None:
    await store.trust(project)
    (project / "AGENTS.md").write_text("Written by /init.\n")
    (project / ".mcp.json").write_text("{}")
    await store.accept(project, [project / "AGENTS.md"])
    assert (await store.state(project)).changed == (".mcp.json",)


async def test_allowing_rules_hold_for_the_confirmed_file_only(
    store: TrustStore, project: Path
) -> None:
    assert (await store.trust(project, may_loosen=True)).may_loosen
    (project / ".spinney" / "config.toml").write_text('[permission]\nbash = "allow"\n')
    assert not (await store.state(project)).may_loosen


async def test_a_damaged_store_trusts_nothing_and_is_kept_aside(
    store: TrustStore, project: Path, tmp_path: Path
) -> None:
    await store.trust(project)
    file = tmp_path / "home" / "data" / "trust.json"
    file.write_text('{"version": 1, "projects": [}')
    assert not (await store.state(project)).known
    assert list(file.parent.glob("trust.json.damaged-*"))
    assert (await store.trust(project)).trusted


async def test_many_at_once_lose_nothing(store: TrustStore, tmp_path: Path) -> None:
    projects = [tmp_path / f"p{n}" for n in range(12)]
    for folder in projects:
        folder.mkdir()
    await asyncio.gather(*(store.trust(folder) for folder in projects))
    assert len(await store.projects()) == 12
