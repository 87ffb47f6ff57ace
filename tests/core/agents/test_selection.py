"""Tool lists and permission tables in all the ways people write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.agents.mapping import ModelNames, mode_name, permission_name, tool_name
from core.agents.selection import read_disallowed, read_permission, read_tools
from core.errors import ConfigError


@pytest.mark.parametrize(
    "value", ["Read, Grep, Bash", ["Read", "Grep", "Bash"], ["read,grep", "bash"]]
)
def test_lists_and_texts_mean_the_same(value: object) -> None:
    assert read_tools(value).tools == ("read", "grep", "bash")


@pytest.mark.parametrize("value", [None, "*", ["*"], {}, {"bash": True}])
def test_absent_and_star_mean_all_tools(value: object) -> None:
    assert read_tools(value).tools is None


def test_an_empty_list_means_no_tools_at_all() -> None:
    assert read_tools([]).tools == ()


def test_a_list_that_names_only_unknown_tools_never_turns_into_all() -> None:
    assert read_tools("ExitPlanMode").tools == ()


def test_a_star_with_a_named_tool_counts_as_naming_it() -> None:
    selection = read_tools(["*", "task"])
    assert selection.tools is None
    assert selection.rules == [("task", "*", "allow")]


def test_a_bare_mention_lifts_the_limit_on_the_same_tool() -> None:
    selection = read_tools("Bash(git:*), Bash")
    assert selection.tools == ("bash",)
    assert selection.rules == []


def test_a_limit_on_reading_keeps_secrets_closed() -> None:
    rules = read_tools("Read(./src/**)").rules
    assert rules[:2] == [("read", "*", "deny"), ("read", "src/**", "allow")]
    assert ("read", "*.env", "deny") in rules[2:]


def test_denied_specs_become_rules_and_names_are_subtracted() -> None:
    selection = read_disallowed("Bash(curl:*), WebFetch(domain:example.com), WebSearch")
    assert selection.disallowed == ("websearch",)
    assert ("bash", "curl *", "deny") in selection.rules
    assert ("webfetch", "https://example.com/*", "deny") in selection.rules


def test_a_table_with_a_false_star_allows_only_what_is_true() -> None:
    assert read_tools({"*": False, "Read": True}).tools == ("read",)


@pytest.mark.parametrize("value", [3, [1], {"bash": "no"}])
def test_tools_that_are_no_tools_are_an_error(value: object) -> None:
    with pytest.raises(ConfigError):
        read_tools(value)


def test_permission_tables_keep_their_order() -> None:
    value = {
        "*": "ask",
        "Bash": {"*": "deny", "git *": "allow", "git push *": "ask"},
        "write": "deny",
    }
    assert read_permission(value) == [
        ("*", "*", "ask"),
        ("bash", "*", "deny"),
        ("bash", "git *", "allow"),
        ("bash", "git push *", "ask"),
        ("edit", "*", "deny"),
    ]


def test_one_action_stands_for_everything() -> None:
    assert read_permission("deny") == [("*", "*", "deny")]


def test_home_is_expanded_at_the_start_of_a_pattern_only() -> None:
    rules = read_permission(
        {"external_directory": {"~/notes/*": "allow", "/a/~/b": "deny"}}, Path("/h")
    )
    assert [rule[1] for rule in rules] == ["/h/notes/*", "/a/~/b"]


@pytest.mark.parametrize("value", [3, {"bash": "perhaps"}, {"bash": {"x": None}}, [["bash", "*"]]])
def test_a_permission_that_is_unclear_is_an_error(value: object) -> None:
    with pytest.raises(ConfigError):
        read_permission(value)


def test_names_of_tools_modes_and_permissions_are_mapped() -> None:
    assert tool_name("MultiEdit") == "edit"
    assert tool_name("Agent") == tool_name("Task") == "task"
    assert tool_name("mcp__github__search") == "github_search"
    assert tool_name("mcp__github") == "github_*"
    assert tool_name("my_custom") == "my_custom"
    assert permission_name("Write") == "edit"
    assert permission_name("external_directory") == "external_directory"
    assert mode_name("accept-edits") == "acceptEdits"
    assert mode_name("whatever") is None


def test_a_family_name_means_the_newest_model_of_it() -> None:
    names = ModelNames(
        ("x/claude-3-5-sonnet-20241022", "x/claude-sonnet-4-20250514", "x/claude-sonnet-4-5"),
        frozenset({"x"}),
    )
    assert names.find("sonnet", as_written=False)[0] == "x/claude-sonnet-4-5"
    assert names.find("haiku", as_written=False)[0] is None
    assert names.find("inherit", as_written=False) == (None, None)
    assert names.find("claude-sonnet-4-5", as_written=False)[0] == "x/claude-sonnet-4-5"


def test_the_persons_own_provider_is_preferred() -> None:
    names = ModelNames(("a/opus-9", "b/opus-4"), frozenset({"a", "b"}), preferred="b/other")
    assert names.find("opus", as_written=False)[0] == "b/opus-4"
