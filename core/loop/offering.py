"""Which tools a model is offered: those that its agent names and that no rule denies altogether."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from core.permissions.check import NOT_INHERITED, Rights
from core.permissions.models import Rule
from core.permissions.patterns import matches
from core.tools.base import Tool

PERMISSION_OF = {"write": "edit", "apply_patch": "edit"}
"""Tools that go by another permission's name."""


def offered(tools: Iterable[Tool[Any]], rights: Rights) -> list[Tool[Any]]:
    """Leave out what could only ever be refused, so that no step is wasted on asking for it."""
    return [tool for tool in tools if not denied_outright(tool.name, rights)]


def denied_outright(tool: str, rights: Rights) -> bool:
    permission = PERMISSION_OF.get(tool, tool)
    if _denies_everything(permission, rights.rules):
        return True
    if permission in NOT_INHERITED:
        return False
    return any(_denies_everything(permission, rules) for rules in rights.ancestors)


def _denies_everything(permission: str, rules: Sequence[Rule]) -> bool:
    """Whether the last rule for the permission denies all of it and nothing after it allows a part.

    A person's own deny of everything holds whatever comes after it.
    """
    denied = False
    for rule in rules:
        if not matches(rule.permission, permission):
            continue
        if rule.pattern == "*":
            if rule.action == "deny" and rule.layer == "user":
                return True
            denied = rule.action == "deny"
        elif rule.action != "deny":
            denied = False
    return denied
