"""Hooks are read from our configuration and from other programs' files, with notes."""

from __future__ import annotations

import json
from pathlib import Path

from core.agents.definition import AgentDefinition
from core.agents.folders import UserFolders
from core.config.loader import Loaded, load
from core.config.settings import Settings
from core.hooks.definition import Hook, hooks_from
from core.hooks.matching import concerns
from core.hooks.sources import agent_hooks, configured_hooks, project_hooks, user_hooks
from core.paths import Paths

CLAUDE = {
    "hooks": {
        "PreToolUse": [
            {
                "matcher": "Bash|Edit",
                "hooks": [{"type": "command", "command": "./check.sh", "timeout": 5}],
            },
            {"matcher": "Write", "hooks": [{"type": "prompt", "prompt": "is this good?"}]},
            {
                "matcher": "Bash",
                "hooks": [{"type": "command", "command": "x", "if": "Bash(git *)"}],
            },
        ],
        "Stop": [{"hooks": [{"type": "command", "command": "notify"}]}],
        "SessionEnd": [{"hooks": [{"type": "command", "command": "bye"}]}],
    }
}


def _folders(home: Path) -> UserFolders:
    return UserFolders.from_environment(Paths(home, home, home, home), {"HOME": str(home)})


def test_the_persons_and_the_projects_hooks_keep_apart(tmp_path: Path) -> None:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    paths.create()
    project = tmp_path / "project"
    (project / ".spinney").mkdir(parents=True)
    paths.config_file.write_text('[[hooks]]\nevent = "stop"\ncommand = "mine"\n')
    (project / ".spinney/config.toml").write_text('[[hooks]]\nevent = "stop"\ncommand = "theirs"\n')
    user, theirs = configured_hooks(load(paths, project, True, {}), project)
    assert [(h.command, h.scope) for h in user.hooks] == [("mine", "user")]
    assert [(h.command, h.scope, h.project) for h in theirs.hooks] == [
        ("theirs", "project", project)
    ]
    _, untrusted = configured_hooks(load(paths, project, False, {}), project)
    assert untrusted.hooks == ()


def test_claudes_settings_are_read_where_they_mean_the_same(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/settings.json").write_text(json.dumps(CLAUDE))
    found = project_hooks(Loaded(Settings()), tmp_path, trusted=True)
    assert project_hooks(Loaded(Settings()), tmp_path, trusted=False).hooks == ()
    assert [(h.event, h.command, h.timeout) for h in found.hooks] == [
        ("tool.execute.before", "./check.sh", 5.0),
        ("stop", "notify", 60.0),
    ]
    notes = " ".join(found.notes)
    assert "'if'" in notes
    assert "not a command" in notes
    assert "SessionEnd" in notes


def test_codex_and_opencode_files_are_read_or_noted(tmp_path: Path) -> None:
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".opencode/plugin").mkdir(parents=True)
    (tmp_path / ".opencode/plugin/notify.js").write_text("export default {}")
    (tmp_path / ".codex/hooks.json").write_text(
        '{"hooks": {"PostToolUse": [{"matcher": "apply_patch", "hooks":'
        ' [{"type": "command", "command": "fmt"}]}]}}'
    )
    found = user_hooks(Loaded(Settings()), _folders(tmp_path))
    assert {hook.scope for hook in found.hooks} == {"imported"}
    assert [(h.event, h.matcher) for h in found.hooks] == [("tool.execute.after", "apply_patch")]
    assert concerns(found.hooks[0], "apply_patch", {})
    assert "JavaScript" in found.notes[-1]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/settings.json").write_text("{")
    assert "cannot be read" in user_hooks(Loaded(Settings()), _folders(tmp_path)).notes[0]


def test_a_bad_hook_costs_only_itself(tmp_path: Path) -> None:
    entries = [
        {"event": "stop"},
        {"event": "never", "command": "x"},
        {"event": "stop", "command": "y"},
    ]
    found = hooks_from(entries, source="config.toml", scope="user", project=None)
    assert [h.command for h in found.hooks] == ["y"]
    assert len(found.notes) == 2


def test_a_project_agents_hooks_have_the_projects_standing(tmp_path: Path) -> None:
    agent = AgentDefinition(
        name="a", scope="project", hooks=({"event": "stop", "command": "touch canary"},)
    )
    (found,) = agent_hooks(agent, tmp_path).hooks
    assert (found.scope, found.project) == ("project", tmp_path)
    theirs = agent.model_copy(update={"scope": "user", "source": "/home/a/.claude/agents/a.md"})
    assert agent_hooks(theirs, tmp_path).hooks[0].scope == "imported"


def test_matchers_choose_tools_by_either_programs_names() -> None:
    def about(matcher: str, tool: str) -> bool:
        return concerns(Hook("stop", "x", "s", "user", matcher=matcher), tool, {})

    assert about("Bash|Edit", "edit")
    assert about("bash", "bash")
    assert not about("Read", "bash")
    assert about("mcp__memory__.*", "memory_store")
    assert about("memory_*", "memory_store")
    assert about("*", "anything")
    assert not about("[", "bash")
