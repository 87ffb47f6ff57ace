"""Permission rules as they stand in a configuration file, in file order and with their lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from core.config.lines import KeyPath, line_of
from core.config.problems import ConfigProblem, suggestion
from core.permissions.models import Action, Layer, Rule

PERMISSIONS = (
    *("read", "edit", "bash", "network", "unsandboxed", "glob", "grep", "list", "codesearch"),
    *("webfetch", "websearch", "task", "todowrite", "todoread", "question", "skill"),
    *("external_directory", "doom_loop"),
)
ACTIONS: tuple[str, ...] = get_args(Action)

Report = Callable[[ConfigProblem], None]


@dataclass(frozen=True)
class RuleLayers:
    """The rules of the files, lowest layer first; defaults, agents and sessions add theirs."""

    user: tuple[Rule, ...] = ()
    project: tuple[Rule, ...] = ()


def read_rules(
    table: Mapping[str, Any],
    *,
    layer: Layer,
    path: Path,
    lines: dict[KeyPath, int],
    report: Report,
    may_allow: bool = True,
) -> tuple[Rule, ...]:
    """The rules of a ``[permission]`` table.

    An action that cannot be read counts as "ask": leaving the rule out could open what a mistyped
    "deny" was meant to close. Without ``may_allow`` an "allow" is left out and reported.
    """
    rules: list[Rule] = []

    def add(permission: str, pattern: str, action: Any, key: KeyPath) -> None:
        line = line_of(lines, key)
        written = ".".join(str(part) for part in key)
        if action not in ACTIONS:
            known = suggestion(action, ACTIONS) if isinstance(action, str) else ""
            sentence = f"{written} must be allow, ask or deny.{known} Until then it asks."
            report(ConfigProblem(path, line, written, sentence))
            action = "ask"
        if action == "allow" and not may_allow:
            sentence = f"{written}: a project's rules may only tighten, so this allow is ignored."
            report(ConfigProblem(path, line, written, sentence))
            return
        origin = path.name if line is None else f"{path.name}:{line}"
        rules.append(Rule(permission, pattern, action, layer, origin))

    for permission, value in table.items():
        key: KeyPath = ("permission", permission)
        if close := _misspelt(permission):
            sentence = f"No permission is called {permission}.{close}"
            report(ConfigProblem(path, line_of(lines, key), f"permission.{permission}", sentence))
        if isinstance(value, Mapping):
            for pattern, action in value.items():
                add(permission, str(pattern), action, (*key, pattern))
        else:
            add(permission, "*", value, key)
    return tuple(rules)


def _misspelt(permission: str) -> str:
    """A close known name. Names of MCP tools are free, so only what looks mistyped is reported."""
    if permission in PERMISSIONS or "*" in permission or "?" in permission:
        return ""
    return "" if "_" in permission else suggestion(permission, PERMISSIONS)
