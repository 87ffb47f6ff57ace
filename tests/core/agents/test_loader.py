"""Agents from files of all programs, in the promised order of precedence."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.agents.builtin import builtin
from core.agents.selection import names_tool, tool_allowed
from core.config.settings import ProviderSettings, Settings
from core.errors import ConfigError, NotFound

from .conftest import Desk

MODELS = (
    "anthropic/claude-sonnet-4-20250514",
    "anthropic/claude-sonnet-4-5",
    "anthropic/claude-opus-4-1",
    "openai/gpt-5-codex",
)


def test_a_claude_code_agent_is_taken_over_whole(desk: Desk) -> None:
    desk.copy("claude", desk.project / ".claude" / "agents")
    agent = desk.load(models=MODELS).get("code-reviewer")
    assert agent.mode == "subagent"
    assert agent.tools == ("read", "grep", "glob", "bash")
    assert agent.disallowed_tools == ("write",)
    assert agent.permission == (
        ("bash", "*", "deny"),
        ("bash", "git diff *", "ask"),
        ("bash", "git log *", "ask"),
        ("bash", "rm *", "deny"),
    )
    assert agent.model == "anthropic/claude-sonnet-4-5"
    assert agent.permission_mode == "plan"
    assert agent.steps == 8
    assert agent.background
    assert agent.memory == "project"
    assert agent.skills == ("security-checklist",)
    assert agent.mcp_servers == (
        "github",
        {"linear": {"command": "npx", "args": ["-y", "linear-mcp"]}},
    )
    assert agent.required_mcp_servers == ("github",)
    assert agent.hooks == (
        {
            "event": "tool.execute.before",
            "command": "./scripts/check.sh",
            "matcher": "Bash",
            "timeout": 10,
        },
        {"event": "subagent-stop", "command": "./scripts/done.sh"},
    )
    assert agent.prompt.startswith("You are a senior reviewer.")
    assert agent.scope == "project"
    assert any("sonnet" in note for note in agent.notes)


def test_a_description_that_is_not_valid_yaml_is_read_all_the_same(desk: Desk) -> None:
    desk.copy("claude", desk.user.claude / "agents")
    agent = desk.load().get("test-writer")
    assert agent.description.startswith("Use this agent when tests are missing. Examples:")
    assert agent.description.endswith("not for UI.")
    assert agent.tools == ("read", "write", "edit", "task", "postgres_query")
    assert agent.permission == (
        ("task", "*", "deny"),
        ("task", "general-purpose", "allow"),
        ("task", "general", "allow"),
        ("task", "Explore", "allow"),
        ("task", "explore", "allow"),
    )
    assert any("line by line" in note for note in agent.notes)
    assert any("ExitPlanMode" in note for note in agent.notes)
    assert agent.model is None


def test_files_that_cannot_be_used_are_listed_with_the_reason(desk: Desk) -> None:
    desk.copy("claude", desk.user.claude / "agents")
    desk.copy("codex", desk.user.codex / "agents")
    (desk.user.claude / "agents" / "latin.md").write_bytes(b"---\nname: l\xe9a\n---\n")
    catalog = desk.load()
    problems = {Path(p.path).name: p.sentence for p in catalog.problems}
    assert set(problems) == {"broken.md", "README.md", "half.toml", "torn.toml", "latin.md"}
    assert "line 6" in problems["broken.md"]
    assert "quotes" in problems["broken.md"]
    assert "no front matter" in problems["README.md"]
    assert "developer_instructions" in problems["half.toml"]
    assert "TOML" in problems["torn.toml"]
    assert "UTF-8" in problems["latin.md"]
    assert "broken" not in catalog


def test_an_opencode_markdown_agent_keeps_its_rules_in_order(desk: Desk) -> None:
    desk.copy("opencode", desk.user.opencode)
    catalog = desk.load(models=MODELS)
    agent = catalog.get("docs-writer")
    assert agent.permission == (
        ("bash", "*", "deny"),
        ("github_*", "*", "deny"),
        ("edit", "*", "deny"),
        ("edit", "docs/**/*.md", "allow"),
        ("webfetch", "*", "ask"),
    )
    assert agent.model == "anthropic/claude-sonnet-4-20250514"
    assert agent.temperature == 0.1
    assert agent.options == {"verbosity": "low"}
    assert agent.notes == ("key 'tags' is not known and has no effect",)
    assert not tool_allowed(agent, "bash")
    assert not tool_allowed(agent, "github_search")
    assert tool_allowed(agent, "read")
    nested = catalog.get("docs/glossary")
    assert nested.tools == ("read", "edit")
    assert nested.mode == "primary"


def test_both_of_opencodes_user_folders_are_read(desk: Desk) -> None:
    for folder in (desk.user.opencode, desk.user.home / ".opencode"):
        desk.write(folder / "agents" / "both.md", f"---\ndescription: d\n---\n{folder.name}\n")
    assert desk.load().get("both").prompt == ".opencode"


def test_opencode_json_changes_only_what_it_names(desk: Desk) -> None:
    desk.copy("opencode", desk.project)
    catalog = desk.load(models=MODELS)
    build = catalog.get("build")
    assert build.model == "anthropic/claude-opus-4-1"
    assert build.prompt == builtin("build").prompt
    assert build.permission == (
        ("question", "*", "allow"),
        ("bash", "*", "ask"),
        ("bash", "git push*", "deny"),
        ("bash", "npm test", "allow"),
    )
    auditor = catalog.get("auditor")
    assert auditor.prompt == "Look for injection, leaks and missing checks."
    assert auditor.steps == 12
    assert auditor.permission == (("edit", "*", "deny"),)
    assert not any(tool_allowed(auditor, name) for name in ("write", "edit", "apply_patch"))
    assert "plan" not in catalog
    assert [p.path.split(" ")[-1] for p in catalog.problems] == ["(agent.wrong)"]


def test_a_projects_opencode_file_cannot_pull_in_files_from_outside(desk: Desk) -> None:
    secret = desk.write(desk.user.home / ".ssh" / "id", "PRIVATE")
    desk.write(
        desk.project / "opencode.json", f'{{"agent": {{"x": {{"prompt": "{{file:{secret}}}"}}}}}}'
    )
    catalog = desk.load()
    assert "x" not in catalog
    assert "outside the project" in catalog.problems[0].sentence


def test_a_codex_role_with_a_read_only_sandbox_really_only_reads(desk: Desk) -> None:
    desk.copy("codex", desk.project / ".codex" / "agents")
    agent = desk.load(models=MODELS).get("mapper")
    assert agent.mode == "subagent"
    assert agent.permission_mode == "plan"
    assert agent.permission == (("edit", "*", "deny"),)
    assert agent.model == "openai/gpt-5-codex"
    assert agent.effort == "medium"
    assert agent.prompt.startswith("Stay in exploration mode.")
    assert agent.mcp_servers == ({"docs": {"url": "https://docs.example.com/mcp"}},)


def test_our_own_format_is_read_and_unknown_keys_are_noted(desk: Desk) -> None:
    desk.copy("spinney", desk.user.own / "agents")
    agent = desk.load().get("release-notes")
    assert agent.model == "local/qwen3-coder"
    assert agent.steps == 20
    assert agent.isolation == "worktree"
    assert agent.initial_prompt == "Which release?"
    assert agent.permission == (
        ("bash", "*", "deny"),
        ("bash", "git log *", "allow"),
        ("bash", "git show *", "allow"),
        ("edit", "*", "deny"),
    )
    assert agent.notes == ("key 'nickname' is not known and has no effect",)
    assert names_tool(agent, "task")
    assert not names_tool(agent, "todowrite")


def test_later_sources_win_by_name(desk: Desk) -> None:
    def agent(folder: Path, text: str) -> None:
        desk.write(folder / "helper.md", f"---\nname: helper\ndescription: {text}\n---\n{text}\n")

    places = [
        desk.user.claude / "agents",
        desk.project / ".claude" / "agents",
        desk.user.own / "agents",
        desk.project / ".spinney" / "agents",
    ]
    for number, place in enumerate(places):
        agent(place, f"level {number}")
        assert desk.load().get("helper").prompt == f"level {number}"
    settings = Settings(agent={"helper": {"temperature": 0.2, "permission": {"bash": "deny"}}})
    changed = desk.load(settings).get("helper")
    assert changed.prompt == "level 3"
    assert changed.temperature == 0.2
    assert changed.permission == (("bash", "*", "deny"),)


def test_nothing_of_an_untrusted_project_counts(desk: Desk) -> None:
    desk.copy("claude", desk.project / ".claude" / "agents")
    desk.copy("opencode", desk.project)
    desk.copy("codex", desk.project / ".codex" / "agents")
    desk.copy("spinney", desk.project / ".spinney" / "agents")
    catalog = desk.load(trusted=False)
    assert [agent.source for agent in catalog] == ["built in"] * 9
    assert catalog.problems == ()


def test_a_projects_link_to_a_file_outside_is_refused(desk: Desk) -> None:
    secret = desk.write(desk.user.home / "notes.md", "---\ndescription: x\n---\nprivate\n")
    folder = desk.project / ".spinney" / "agents"
    folder.mkdir(parents=True)
    (folder / "leak.md").symlink_to(secret)
    catalog = desk.load()
    assert "leak" not in catalog
    assert "outside the project" in catalog.problems[0].sentence


def test_a_table_changes_a_built_in_agent_and_appends_its_rules(desk: Desk) -> None:
    settings = Settings(agent={"explore": {"model": "a/b", "permission": {"bash": "deny"}}})
    explore = desk.load(settings).get("explore")
    assert explore.model == "a/b"
    assert explore.permission == (*builtin("explore").permission, ("bash", "*", "deny"))
    assert explore.prompt == builtin("explore").prompt


def test_rules_that_a_project_wrote_can_be_told_from_the_others(desk: Desk) -> None:
    desk.write(
        desk.project / "opencode.json", '{"agent": {"build": {"permission": {"bash": "allow"}}}}'
    )
    desk.copy("spinney", desk.project / ".spinney" / "agents")
    settings = Settings(agent={"build": {"permission": {"webfetch": "deny"}}})
    build = desk.load(settings).get("build")
    assert build.permission == (
        ("question", "*", "allow"),
        ("bash", "*", "allow"),
        ("webfetch", "*", "deny"),
    )
    assert build.project_rules == (1,)
    assert desk.load().get("release-notes").project_rules == (0, 1, 2, 3)
    assert desk.load().get("explore").project_rules == ()


def test_a_table_that_names_tools_keeps_what_the_file_disallowed(desk: Desk) -> None:
    desk.write(
        desk.user.own / "agents" / "careful.md",
        "---\ndescription: d\ntools: Read, Bash, Write\ndisallowedTools: Write\n---\np\n",
    )
    settings = Settings(agent={"careful": {"tools": {"bash": False}}})
    careful = desk.load(settings).get("careful")
    assert careful.disallowed_tools == ("write", "bash")
    assert careful.permission == (("bash", "*", "deny"),)
    assert desk.load(Settings(agent={"careful": {"tools": ["read"]}})).get("careful").tools == (
        "read",
    )


def test_keys_that_were_left_empty_say_nothing(desk: Desk) -> None:
    keys = "tools:\ndisallowedTools:\nmodel:\nmemory:\ncolor: #ff0000\npermissionMode:\nmaxTurns:\n"
    desk.write(
        desk.user.claude / "agents" / "bare.md", f"---\nname: bare\ndescription: d\n{keys}---\np\n"
    )
    catalog = desk.load()
    assert catalog.problems == ()
    assert catalog.get("bare").tools is None
    assert catalog.get("bare").notes == ()


def test_disable_removes_an_agent_built_in_ones_included(desk: Desk) -> None:
    desk.copy("spinney", desk.user.own / "agents")
    settings = Settings(agent={"general": {"disable": True}, "release-notes": {"disable": True}})
    catalog = desk.load(settings)
    assert "general" not in catalog
    assert "release-notes" not in catalog
    assert catalog.problems == ()


def test_a_wrong_table_is_a_problem_and_leaves_the_agent_as_it_was(desk: Desk) -> None:
    catalog = desk.load(Settings(agent={"build": {"permission": {"bash": "maybe"}}}))
    assert catalog.get("build") == builtin("build")
    assert catalog.problems[0].path == "config.toml [agent.build]"
    assert "allow, ask or deny" in catalog.problems[0].sentence


def test_names_of_the_engines_own_agents_are_refused(desk: Desk) -> None:
    desk.write(desk.user.claude / "agents" / "s.md", "---\nname: summary\ndescription: d\n---\nx\n")
    catalog = desk.load()
    assert catalog.get("summary").native
    assert "Spinney itself uses" in catalog.problems[0].sentence


def test_two_files_of_one_folder_with_the_same_name_are_told(desk: Desk) -> None:
    for file in ("a", "b"):
        desk.write(
            desk.user.claude / "agents" / f"{file}.md",
            f"---\nname: twin\ndescription: d\n---\nfrom {file}\n",
        )
    catalog = desk.load()
    assert catalog.get("twin").prompt == "from a"
    assert "a.md in the same folder already defines 'twin'" in catalog.problems[0].sentence


def test_a_plugins_agents_carry_its_name_and_cannot_loosen_anything(desk: Desk) -> None:
    plugin = desk.user.claude / "plugins" / "toolbox-1.2"
    desk.write(plugin / ".claude-plugin" / "plugin.json", '{"name": "toolbox"}')
    desk.write(
        plugin / "agents" / "web" / "fetcher.md",
        "---\nname: fetcher\ndescription: d\npermissionMode: bypassPermissions\nmcpServers: [x]\n---\np\n",
    )
    agent = desk.load().get("toolbox:web:fetcher")
    assert agent.permission_mode is None
    assert agent.mcp_servers == ()
    assert len(agent.notes) == 2


def test_plugins_that_claude_code_recorded_are_found(desk: Desk, tmp_path: Path) -> None:
    place = tmp_path / "cache" / "lint" / "1.0"
    desk.write(place / "agents" / "linter.md", "---\nname: linter\ndescription: d\n---\np\n")
    desk.write(
        desk.user.claude / "plugins" / "installed_plugins.json",
        f'{{"version": 2, "plugins": {{"lint@market": [{{"installPath": "{place}"}}]}}}}',
    )
    assert desk.load().get("lint:linter").prompt == "p"
    desk.write(desk.user.claude / "settings.json", '{"enabledPlugins": {"lint@market": false}}')
    assert "lint:linter" not in desk.load()


def test_an_unknown_agent_is_an_error_that_names_the_available_ones(desk: Desk) -> None:
    with pytest.raises(NotFound) as caught:
        desk.load().get("nobody")
    for name in ("build", "plan", "general", "explore", "review"):
        assert name in str(caught.value)
    assert "compaction" not in str(caught.value)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [("general-purpose", "general"), ("Explore", "explore"), ("worker", "general")],
)
def test_other_programs_names_for_agents_are_understood(desk: Desk, theirs: str, ours: str) -> None:
    assert desk.load().get(theirs).name == ours


def test_an_agent_of_exactly_that_name_comes_before_the_alias(desk: Desk) -> None:
    desk.write(
        desk.user.own / "agents" / "general-purpose.md", "---\ndescription: mine\n---\nmine\n"
    )
    assert desk.load().get("general-purpose").prompt == "mine"


def test_the_default_agent_leads_the_list(desk: Desk) -> None:
    settings = Settings(default_agent="plan")
    catalog = desk.load(settings)
    assert [agent.name for agent in catalog.primary()] == ["plan", "build"]
    assert catalog.default(settings).name == "plan"
    assert desk.load().default(Settings()).name == "build"


@pytest.mark.parametrize(
    ("name", "reason"),
    [("explore", "is a subagent"), ("title", "is hidden"), ("ghost", "does not exist")],
)
def test_a_default_agent_that_cannot_lead_is_an_error(desk: Desk, name: str, reason: str) -> None:
    settings = Settings(default_agent=name)
    with pytest.raises(ConfigError, match=reason):
        desk.load(settings).default(settings)


def test_a_model_nobody_configured_is_inherited_with_a_note(desk: Desk) -> None:
    desk.write(
        desk.user.claude / "agents" / "a.md", "---\nname: a\ndescription: d\nmodel: opus\n---\nx\n"
    )
    desk.write(
        desk.user.opencode / "opencode.json",
        '{"agent": {"b": {"model": {"providerID": "zai", "modelID": "glm-5"}}}}',
    )
    catalog = desk.load()
    for name in ("a", "b"):
        assert catalog.get(name).model is None
        assert any("not configured" in note for note in catalog.get(name).notes)


def test_a_model_as_provider_and_model_id_is_found_among_the_configured(desk: Desk) -> None:
    settings = Settings(
        provider={"zai": ProviderSettings.model_validate({"models": {"glm-5": {}}})},
        agent={"b": {"model": {"provider_id": "zai", "model_id": "glm-5"}}},
    )
    assert desk.load(settings).get("b").model == "zai/glm-5"
