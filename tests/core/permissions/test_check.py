"""One decision for a whole call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.permissions.check import Rights, bubbled, decide
from core.permissions.models import Approval, Ask, Mode, Rule
from core.permissions.rules import DEFAULT_RULES
from core.permissions.shell import asks_for_command

MakeRights = Callable[..., Rights]
EDIT = Ask("edit", ("src/a.py",))
BASH = Ask("bash", ("ls",))
READ = Ask("read", ("src/a.py",))


def test_any_deny_denies_and_all_allow_allows(rights: MakeRights) -> None:
    assert decide([READ], rights()).action == "allow"
    assert decide([READ, EDIT], rights()).action == "ask"
    assert decide([READ, EDIT, Ask("read", (".env",))], rights()).action == "deny"
    assert decide([], rights()).action == "allow"


def test_one_ask_covers_only_the_patterns_that_need_it(rights: MakeRights) -> None:
    decision = decide([READ, EDIT, BASH], rights())
    assert [reason.pattern for reason in decision.asked_by] == ["src/a.py", "ls"]


def test_a_deny_names_its_rule(rights: MakeRights) -> None:
    rule = Rule("edit", "src/*", "deny", "user", "config.toml:7")
    denied = decide([EDIT], rights(rule)).denied_by
    assert denied is not None
    assert denied.rule == rule
    assert "config.toml:7" in denied.text


@pytest.mark.parametrize(
    ("mode", "edit", "bash"),
    [
        ("default", "ask", "ask"),
        ("bubble", "ask", "ask"),
        ("acceptEdits", "allow", "ask"),
        ("plan", "deny", "ask"),
        ("bypassPermissions", "allow", "allow"),
        ("dontAsk", "deny", "deny"),
    ],
)
def test_modes_act_on_top_of_the_rules(
    mode: Mode, edit: str, bash: str, rights: MakeRights
) -> None:
    there = rights(mode=mode, bypass_enabled=True)
    assert decide([EDIT], there).action == edit
    assert decide([BASH], there).action == bash


def test_bypass_counts_only_where_a_person_switched_it_on(rights: MakeRights) -> None:
    assert decide([BASH], rights(mode="bypassPermissions")).action == "ask"


def test_denies_stay_in_bypass(rights: MakeRights) -> None:
    there = rights(mode="bypassPermissions", bypass_enabled=True)
    assert decide([Ask("read", (".env",))], there).action == "deny"


@pytest.mark.parametrize("mode", ["default", "acceptEdits", "bypassPermissions"])
def test_what_always_asks_still_asks_whatever_allows_it(mode: Mode, rights: MakeRights) -> None:
    guarded = Ask("edit", (".git/config",), forced="it always asks")
    rule = Rule("edit", "*", "allow", "user", "config.toml:1")
    there = rights(rule, mode=mode, bypass_enabled=True, approved=(("edit", "*"),))
    decision = decide([guarded], there)
    assert decision.action == "ask"
    assert decision.asked_by[0].text == "it always asks"


def test_what_always_asks_is_denied_where_nobody_may_be_asked(rights: MakeRights) -> None:
    guarded = Ask("edit", (".git/config",), forced="it always asks")
    assert decide([guarded], rights(mode="dontAsk")).action == "deny"


def test_accept_edits_ends_at_the_edge_of_the_project(rights: MakeRights, tmp_path: Path) -> None:
    there = rights(mode="acceptEdits")
    assert decide([Ask("edit", (str(tmp_path / "other.py"),))], there).action == "ask"
    assert decide([Ask("edit", ("../other.py",))], there).action == "ask"
    inside = Ask("edit", ("a.py",), details={"path": str(there.project / "a.py")})
    assert decide([inside], there).action == "allow"


def test_plan_may_write_plans_only_as_the_plan_agent(rights: MakeRights) -> None:
    plan = Ask("edit", (".spinney/plans/idea.md",))
    allow = Rule("edit", ".spinney/plans/*.md", "allow", "agent", "agent plan")
    assert decide([plan], rights(allow, mode="plan", agent="plan")).action == "allow"
    assert decide([plan], rights(allow, mode="plan", agent="build")).action == "deny"
    sneaky = Ask("edit", (".spinney/plans/../../src/x.md",))
    assert decide([sneaky], rights(allow, mode="plan", agent="plan")).action == "deny"


def test_plan_runs_commands_in_the_sandbox_and_asks_without_one(rights: MakeRights) -> None:
    allow = Rule("bash", "*", "allow", "user", "x")
    assert decide([BASH], rights(mode="plan", sandboxed=True)).action == "allow"
    assert decide([BASH], rights(allow, mode="plan", sandboxed=False)).action == "ask"


def test_the_sandbox_lets_commands_run_only_where_a_person_said_so(
    rights: MakeRights, folder: Path
) -> None:
    asks = asks_for_command("echo hi > out.txt && make", folder, folder)
    assert decide(asks, rights(sandboxed=True)).action == "ask"
    assert decide(asks, rights(sandbox_auto_allow=True)).action == "ask"
    assert decide(asks, rights(sandboxed=True, sandbox_auto_allow=True)).action == "allow"


def test_the_sandbox_opens_neither_guards_nor_questions_asked_by_name(
    rights: MakeRights, folder: Path
) -> None:
    there = rights(
        Rule("bash", "git push *", "ask", "user", "x"), sandboxed=True, sandbox_auto_allow=True
    )
    assert decide(asks_for_command("git push", folder, folder), there).action == "ask"
    hook = asks_for_command("echo x > .git/hooks/pre-commit", folder, folder)
    assert decide(hook, there).action == "ask"
    for permission in ("network", "unsandboxed"):
        assert decide([Ask(permission, ("ls",))], there).action == "ask"


@pytest.mark.parametrize("permission", ["unsandboxed", "network"])
def test_a_call_that_leaves_the_sandbox_is_not_allowed_because_of_it(
    permission: str, rights: MakeRights
) -> None:
    there = rights(sandboxed=True, sandbox_auto_allow=True, approved=((permission, "npm *"),))
    leaving = Ask(permission, ("npm install",))
    assert decide([Ask("bash", ("npm install",)), leaving], there).action == "ask"
    assert decide([leaving], there).action == "allow"


@pytest.mark.parametrize(
    "line", ["npm x; rm -rf y", "npm x && y", "npm $(y)", "npm x\ny", "npm x | y"]
)
def test_a_wildcard_for_leaving_the_sandbox_covers_one_plain_command(
    line: str, rights: MakeRights
) -> None:
    for permission in ("unsandboxed", "network"):
        ask = Ask(permission, (line,))
        assert decide([ask], rights(approved=((permission, "npm *"),))).action == "ask"
        allowed = rights(Rule(permission, "npm *", "allow", "user", "x"))
        assert decide([ask], allowed).action == "ask"
        assert decide([ask], rights(approved=((permission, line),))).action == "allow"


def test_approvals_turn_an_ask_into_an_allow_and_nothing_else(rights: MakeRights) -> None:
    assert decide([BASH], rights(approved=(("bash", "ls *"),))).action == "allow"
    deny = Rule("bash", "ls *", "deny", "agent", "agent x")
    assert decide([BASH], rights(deny, approved=(("bash", "ls *"),))).action == "deny"
    assert decide([BASH], rights(approved=(("edit", "*"),))).action == "ask"


def test_an_approval_counts_in_dont_ask_mode(rights: MakeRights) -> None:
    assert decide([BASH], rights(mode="dontAsk", approved=(("bash", "ls *"),))).action == "allow"


def test_a_revoked_approval_counts_for_nothing(rights: MakeRights) -> None:
    revoked = Approval(
        scope="session", scope_id="s", permission="bash", pattern="ls *", revoked=1.0
    )
    assert decide([BASH], rights(approvals=(revoked,))).action == "ask"


def test_a_deny_of_any_ancestor_denies(rights: MakeRights) -> None:
    above = (*DEFAULT_RULES, Rule("edit", "*", "deny", "agent", "agent plan"))
    allow = Rule("edit", "*", "allow", "agent", "agent build")
    decision = decide([EDIT], rights(allow, ancestors=((), above)))
    assert decision.action == "deny"
    assert decision.denied_by is not None
    assert "agent plan" in decision.denied_by.text


def test_todo_question_and_task_are_not_inherited_denies(rights: MakeRights) -> None:
    above = tuple(
        Rule(name, "*", "deny", "agent", "x") for name in ("todowrite", "todoread", "task")
    )
    asks = [Ask("todowrite", ("*",)), Ask("todoread", ("*",)), Ask("task", ("general",))]
    assert decide(asks, rights(ancestors=(above,))).action == "allow"


def test_an_ancestors_ask_does_not_bind_a_child_that_is_allowed(rights: MakeRights) -> None:
    allow = Rule("bash", "ls *", "allow", "agent", "agent explore")
    assert decide([BASH], rights(allow, ancestors=(DEFAULT_RULES,))).action == "allow"


def test_a_bubbling_child_is_judged_by_its_parent_and_keeps_its_own_denies(
    rights: MakeRights,
) -> None:
    child = rights(Rule("webfetch", "*", "deny", "agent", "agent fork"), mode="bubble")
    parent = rights(
        Rule("bash", "ls *", "allow", "user", "x"),
        approved=(("edit", "src/*"),),
    )
    judged = bubbled(child, parent)
    assert decide([BASH], child).action == "ask"
    assert decide([BASH, EDIT], judged).action == "allow"
    assert decide([Ask("webfetch", ("https://x",))], judged).action == "deny"


def test_what_a_command_changes_is_covered_by_the_command_unless_denied(
    rights: MakeRights, folder: Path
) -> None:
    asks = asks_for_command("touch src/new.py", folder, folder)
    approved = (("bash", "touch *"),)
    assert decide(asks, rights(approved=approved)).action == "allow"
    deny = Rule("edit", "src/*", "deny", "user", "x")
    assert decide(asks, rights(deny, approved=approved)).action == "deny"
    assert decide(asks, rights(mode="plan", sandboxed=True)).action == "deny"
