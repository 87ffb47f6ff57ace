"""Rules: how they are read, how they match, and which of them wins."""

from __future__ import annotations

import pytest

from core.errors import ConfigError
from core.permissions.models import Ask, Rule
from core.permissions.patterns import command_pattern, matches, matches_command
from core.permissions.rules import (
    DEFAULT_RULES,
    agent_rules,
    evaluate,
    parse_rule,
    prepared,
    session_rules,
)


def user(permission: str, pattern: str, action: str) -> Rule:
    return Rule(permission, pattern, action, "user", "config.toml:1")  # type: ignore[arg-type]


def decided(permission: str, pattern: str, *rules: Rule) -> str:
    return evaluate(permission, pattern, (*DEFAULT_RULES, *rules)).action


@pytest.mark.parametrize(
    ("permission", "pattern", "action"),
    [
        ("read", "src/a.py", "allow"),
        ("read", ".env", "deny"),
        ("read", "deep/down/.env", "deny"),
        ("read", ".env.local", "deny"),
        ("read", ".env.example", "allow"),
        ("glob", "**", "allow"),
        ("grep", "x", "allow"),
        ("list", ".", "allow"),
        ("todowrite", "*", "allow"),
        ("edit", "src/a.py", "ask"),
        ("bash", "ls", "ask"),
        ("network", "ls", "ask"),
        ("unsandboxed", "ls", "ask"),
        ("webfetch", "https://x", "ask"),
        ("websearch", "x", "ask"),
        ("task", "general", "allow"),
        ("skill", "x", "allow"),
        ("external_directory", "/etc/passwd", "ask"),
        ("doom_loop", "read", "ask"),
        ("question", "*", "deny"),
        ("server_tool", "x", "ask"),
    ],
)
def test_defaults_are_those_of_the_manual(permission: str, pattern: str, action: str) -> None:
    assert decided(permission, pattern) == action


def test_no_rule_at_all_means_ask() -> None:
    assert evaluate("bash", "ls", ()).action == "ask"


def test_the_last_match_wins_whatever_is_more_exact() -> None:
    assert (
        decided("bash", "git push", user("bash", "git push", "allow"), user("bash", "git *", "ask"))
        == "ask"
    )
    assert (
        decided("bash", "git push", user("bash", "git *", "ask"), user("bash", "git push", "allow"))
        == "allow"
    )


def test_a_deny_of_the_person_is_final() -> None:
    deny = user("bash", "git push *", "deny")
    later = Rule("bash", "*", "allow", "agent", "agent build")
    session = Rule("bash", "git push", "allow", "session", "this session")
    assert decided("bash", "git push", deny, later, session) == "deny"


def test_within_the_persons_own_file_order_decides_over_a_deny() -> None:
    rules = (user("bash", "*", "deny"), user("bash", "git *", "allow"))
    assert decided("bash", "git status", *rules) == "allow"
    assert decided("bash", "ls", *rules) == "deny"


def test_a_projects_rules_only_tighten() -> None:
    loose = Rule("bash", "*", "allow", "project", ".spinney/config.toml:3")
    tight = Rule("read", "src/*", "deny", "project", ".spinney/config.toml:4")
    assert decided("bash", "ls", loose) == "ask"
    assert decided("read", "src/a.py", tight) == "deny"


def test_a_project_may_soften_its_own_deny_down_to_what_held_before() -> None:
    rules = (
        user("bash", "*", "allow"),
        Rule("bash", "*", "deny", "project"),
        Rule("bash", "git *", "ask", "project"),
    )
    assert decided("bash", "git status", *rules) == "ask"
    assert decided("bash", "ls", *rules) == "deny"


def test_a_confirmed_projects_rules_may_loosen() -> None:
    confirmed = Rule("bash", "npm test *", "allow", "project", "x", confirmed=True)
    assert decided("bash", "npm test", confirmed) == "allow"


def test_permissions_may_hold_wildcards() -> None:
    assert decided("github_create_issue", "x", user("github_*", "*", "allow")) == "allow"
    assert decided("gitlab_create_issue", "x", user("github_*", "*", "allow")) == "ask"


def test_the_reason_names_rule_and_origin() -> None:
    reason = evaluate("bash", "rm x", (user("bash", "rm *", "deny"),))
    assert "bash:rm * = deny (config.toml:1)" in reason.text
    assert reason.rule == user("bash", "rm *", "deny")


@pytest.mark.parametrize(
    ("pattern", "command", "expected"),
    [
        ("npm test *", "npm test", True),
        ("npm test*", "npm test", True),
        ("npm test*", "npm test -- --watch", True),
        ("npm test *", "npm testing", False),
        ("npm test*", "npm testing", False),
        ("npm test*", "npm test:unit", False),
        ("ls*", "lsof", False),
        ("ls*", "ls -la", True),
        ("ls", "ls", True),
        ("ls", "ls -la", False),
        ("*", "anything at all", True),
        ("git * main", "git push origin main", True),
        ("git * main", "git push origin other", False),
        ("git diff ?", "git diff a", True),
        ("git diff ?", "git diff ab", False),
        ("echo 'a b' *", "echo 'a b' c", True),
        ("echo 'a b' *", "echo a b c", False),
        ("cat *.py", "cat a.py", True),
        ("cat *.py", "cat a.py b.py", False),
        ("git log", "git log -p", False),
        ("curl https://example.test*", "curl https://example.test.evil.test/", False),
    ],
)
def test_commands_match_word_by_word(pattern: str, command: str, expected: bool) -> None:
    assert matches_command(command_pattern(pattern), command) is expected


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("src/*", "src/deep/a.py", True),
        ("*.env", ".env", True),
        ("a?c", "abc", True),
        ("a?c", "ac", False),
        ("a.c", "abc", False),
        ("a[b]c", "abc", False),
        ("*", "with\nnewline", True),
    ],
)
def test_other_patterns_match_over_the_whole_string(
    pattern: str, text: str, expected: bool
) -> None:
    assert matches(pattern, text) is expected


def test_an_exact_ask_needs_an_exact_pattern_or_the_one_for_everything() -> None:
    ask = Ask("bash", ("find . -delete",), exact="-delete writes")
    for pattern, action in (("find *", "ask"), ("find . -delete", "allow"), ("*", "allow")):
        rules = prepared((*DEFAULT_RULES, user("bash", pattern, "allow")))
        assert rules.judge(ask, "find . -delete").action == action
    deny = prepared((*DEFAULT_RULES, user("bash", "find *", "deny")))
    assert deny.judge(ask, "find . -delete").action == "deny"


def test_a_pattern_must_spell_out_the_script_of_an_interpreter() -> None:
    ask = Ask("bash", ("python -m pytest -q",), spelled=3)
    for pattern, action in (("python *", "ask"), ("python -m pytest *", "allow")):
        rules = prepared((*DEFAULT_RULES, user("bash", pattern, "allow")))
        assert rules.judge(ask, "python -m pytest -q").action == action


def test_aliases_only_make_stricter() -> None:
    ask = Ask("bash", ("git -C x push",), aliases=("git push",))
    for rule, action in (
        (user("bash", "git push *", "deny"), "deny"),
        (user("bash", "git push *", "allow"), "ask"),
    ):
        assert prepared((*DEFAULT_RULES, rule)).judge(ask, "git -C x push").action == action


def test_each_alias_is_judged_for_itself() -> None:
    ask = Ask("bash", ("opaque",), aliases=("rm x", "git log"), exact="opaque")
    rules = (user("bash", "rm *", "deny"), user("bash", "git *", "ask"))
    assert prepared((*DEFAULT_RULES, *rules)).judge(ask, "opaque").action == "deny"


def test_rules_of_the_command_line_are_read() -> None:
    assert parse_rule("bash:npm test *") == Rule(
        "bash", "npm test *", "allow", "session", "command line"
    )
    assert parse_rule("edit").pattern == "*"
    assert parse_rule("webfetch:https://x.test/*").pattern == "https://x.test/*"
    with pytest.raises(ConfigError, match="not a rule"):
        parse_rule("npm test")


def test_rules_of_agents_and_sessions_are_read() -> None:
    assert agent_rules([("*", "*", "deny")], "explore")[0].origin == "agent explore"
    rules = session_rules([{"permission": "bash", "action": "allow"}])
    assert rules[0].pattern == "*"
    with pytest.raises(ConfigError, match="allow, ask or deny"):
        agent_rules([("bash", "*", "perhaps")], "x")
