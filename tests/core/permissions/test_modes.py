"""Modes and what subagents make of them."""

from __future__ import annotations

import pytest

from core.errors import ConfigError
from core.permissions.models import Mode
from core.permissions.modes import MODES, effective_mode, parse_mode, stricter


@pytest.mark.parametrize("mode", MODES)
def test_a_subagent_inherits_its_parents_mode(mode: Mode) -> None:
    assert effective_mode(mode) == mode


@pytest.mark.parametrize("parent", MODES)
@pytest.mark.parametrize("wanted", MODES)
def test_a_definition_never_loosens(parent: Mode, wanted: Mode) -> None:
    assert effective_mode(parent, wanted) == stricter(parent, wanted)


def test_the_setting_gives_children_accept_edits_but_never_opens_plan() -> None:
    assert effective_mode("default", subagent_mode="acceptEdits") == "acceptEdits"
    assert effective_mode("plan", subagent_mode="acceptEdits") == "plan"
    assert effective_mode("dontAsk", subagent_mode="bypassPermissions") == "dontAsk"


def test_a_worktree_of_its_own_gives_accept_edits() -> None:
    assert effective_mode("default", own_worktree=True) == "acceptEdits"
    assert effective_mode("plan", own_worktree=True) == "plan"
    assert effective_mode("default", "plan", own_worktree=True) == "plan"
    assert effective_mode("bypassPermissions", own_worktree=True) == "bypassPermissions"


def test_modes_are_found_by_other_spellings_and_unknown_ones_named() -> None:
    assert parse_mode("accept-edits") == "acceptEdits"
    assert parse_mode("bypass") == "bypassPermissions"
    with pytest.raises(ConfigError, match="The modes are default"):
        parse_mode("yolo")
