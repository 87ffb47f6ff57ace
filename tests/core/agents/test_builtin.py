"""What the built-in agents may do."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from core.agents.builtin import builtin, builtin_agents
from core.agents.definition import AgentDefinition
from core.permissions.check import Rights, decide
from core.permissions.models import Mode
from core.permissions.rules import DEFAULT_RULES, agent_rules
from core.permissions.shell import asks_for_command


def verdict(agent: AgentDefinition, permission: str, pattern: str) -> str | None:
    """The last rule of the agent's own layer that matches, None where the layers below decide."""
    answer = None
    for name, glob, action in agent.permission:
        if fnmatchcase(permission, name) and fnmatchcase(pattern, glob):
            answer = action
    return answer


def test_the_agents_are_the_promised_ones_with_build_first() -> None:
    agents = {agent.name: agent for agent in builtin_agents()}
    assert list(agents) == [
        "build", "plan", "general", "explore", "review", "fork", "compaction", "title", "summary",
    ]  # fmt: skip
    assert all(agent.native for agent in agents.values())
    assert {n for n, a in agents.items() if a.mode == "primary" and not a.hidden} == {
        "build",
        "plan",
    }
    assert {n for n, a in agents.items() if a.hidden} == {"fork", "compaction", "title", "summary"}
    assert agents["title"].temperature == 0.5
    assert agents["fork"].permission_mode == "bubble"
    assert agents["fork"].background


@pytest.mark.parametrize("name", ["build", "plan"])
def test_agents_that_talk_to_a_person_may_ask_questions(name: str) -> None:
    assert verdict(builtin(name), "question", "*") == "allow"


def test_plan_edits_nothing_but_its_plans() -> None:
    plan = builtin("plan")
    assert verdict(plan, "edit", "core/engine.py") == "deny"
    assert verdict(plan, "edit", ".spinney/plans/login.md") == "allow"
    assert verdict(plan, "edit", ".spinney/config.toml") == "deny"


def test_general_has_no_todo_tools() -> None:
    assert verdict(builtin("general"), "todowrite", "*") == "deny"
    assert verdict(builtin("general"), "todoread", "*") == "deny"


@pytest.mark.parametrize("name", ["explore", "review"])
def test_readers_read_but_not_secrets_and_change_nothing(name: str) -> None:
    agent = builtin(name)
    for permission in ("grep", "glob", "list", "codesearch", "read"):
        assert verdict(agent, permission, "src/app.py") == "allow"
    for permission in (
        "edit",
        "task",
        "todowrite",
        "question",
        "network",
        "unsandboxed",
        "pg_query",
    ):
        assert verdict(agent, permission, "x") == "deny"
    assert verdict(agent, "read", "config/.env") == "deny"
    assert verdict(agent, "read", ".env.production") == "deny"
    assert verdict(agent, "read", ".env.example") == "allow"
    assert verdict(agent, "bash", "git log -3") == "allow"


def decided(name: str, line: str, project: Path, *, sandboxed: bool, mode: Mode) -> str:
    """What becomes of a command, by the real analysis and all layers."""
    agent = builtin(name)
    rights = Rights(
        rules=(*DEFAULT_RULES, *agent_rules(agent.permission, agent.name)),
        mode=mode,
        approvals=(),
        project=project,
        directory=project,
        worktree=False,
        sandboxed=sandboxed,
        agent=name,
        bypass_enabled=True,
    )
    return decide(asks_for_command(line, project, project), rights).action


def test_explore_runs_commands_in_the_read_only_sandbox_and_asks_without_one(
    tmp_path: Path,
) -> None:
    assert builtin("explore").permission_mode == "plan"
    for line in ("git log -3", "ls -la", "rg foo | head"):
        assert decided("explore", line, tmp_path, sandboxed=True, mode="plan") == "allow"
        assert decided("explore", line, tmp_path, sandboxed=False, mode="plan") == "ask"
    for line in ("rm -r x", "echo x > f", "cat .env"):
        assert decided("explore", line, tmp_path, sandboxed=True, mode="plan") == "deny"


@pytest.mark.parametrize("mode", ["default", "dontAsk", "bypassPermissions"])
def test_a_review_needs_nobody_to_answer_and_only_reads_in_every_mode(
    tmp_path: Path, mode: Mode
) -> None:
    looks = ("git diff main", "git show abc123 | head -50", "git status --short", "cat src/a.py")
    for line in (*looks, "git merge-base main HEAD", "find . -name '*.py' | sort"):
        assert decided("review", line, tmp_path, sandboxed=False, mode=mode) == "allow"
    acts = ("make", "git diff --output=x", "git -c core.pager=x log", "find . -delete", "ls > f")
    for line in (*acts, "cat .env", "head $(x)", "sort -o f a", "git commit -m x"):
        assert decided("review", line, tmp_path, sandboxed=False, mode=mode) == "deny"


def test_only_explore_may_look_at_the_web() -> None:
    assert verdict(builtin("explore"), "webfetch", "https://example.com") == "ask"
    assert verdict(builtin("review"), "webfetch", "https://example.com") == "deny"


@pytest.mark.parametrize("name", ["compaction", "title", "summary"])
def test_the_engines_own_agents_may_do_nothing(name: str) -> None:
    for permission in ("read", "bash", "edit", "task", "doom_loop"):
        assert verdict(builtin(name), permission, "x") == "deny"
