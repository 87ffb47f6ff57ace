"""Permission rules by layer, and what they would say about something."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from core.agents.definition import AgentDefinition
from core.cli.permission import judge_line
from core.config.settings import Settings
from core.errors import ConfigError
from core.loop.rights import own_rules
from core.permissions.check import Rights, decide
from core.permissions.models import Action, Ask, Rule
from core.permissions.rules import COMMANDS, DEFAULT_RULES
from core.projects import ProjectContext
from core.setup.changes import Setting
from core.setup.models import Judgement, RuleLayer


def rule_layers(context: ProjectContext, agent: AgentDefinition | None) -> tuple[RuleLayer, ...]:
    """Every rule that holds in a project, lowest layer first: later ones win."""
    rules = context.loaded.rules
    layers = [
        RuleLayer("default", DEFAULT_RULES),
        RuleLayer("user", rules.user),
        RuleLayer("project", project_rules(context)),
    ]
    if agent is not None:
        layers.append(RuleLayer("agent", own_rules(agent)))
    return tuple(layers)


def project_rules(context: ProjectContext) -> tuple[Rule, ...]:
    """The project's rules; they may loosen only where a person confirmed that very content."""
    return tuple(
        replace(rule, confirmed=context.may_loosen) for rule in context.loaded.rules.project
    )


def judge(
    permission: str, subject: str, rules: tuple[Rule, ...], project: Path, agent: str = ""
) -> Judgement:
    """What the rules say, by the same function that judges an agent's commands and calls."""
    subject = subject.strip()
    if not subject:
        raise ConfigError("There is nothing to try.", "Enter a command, a path or an address.")
    if permission in COMMANDS:
        answer = judge_line(subject, None, project, rules)
        return Judgement(answer["decision"], tuple(answer["reasons"]), tuple(answer["suggested"]))
    rights = Rights(rules=rules, mode="default", project=project, directory=project, agent=agent)
    decision = decide([Ask(permission, (subject,))], rights)
    return Judgement(decision.action, tuple(reason.text for reason in decision.reasons))


def add_rule(settings: Settings, permission: str, pattern: str, action: Action) -> list[Setting]:
    """A rule at the end of the person's own, where it wins over those before it."""
    pattern = pattern.strip() or "*"
    table = _table(settings, permission)
    table.pop(pattern, None)
    table[pattern] = action
    # Taken out and written again, so that it stands last among all permissions too.
    return [(("permission", permission), None), (("permission", permission), _shortest(table))]


def remove_rule(settings: Settings, permission: str, pattern: str) -> list[Setting]:
    table = _table(settings, permission)
    if pattern not in table:
        raise ConfigError(f"{permission}:{pattern} is not a rule of your own config.toml.")
    del table[pattern]
    return [(("permission", permission), _shortest(table) if table else None)]


def _table(settings: Settings, permission: str) -> dict[str, Any]:
    value = settings.permission.get(permission, {})
    return dict(value) if isinstance(value, dict) else {"*": value}


def _shortest(table: dict[str, Any]) -> Any:
    return table["*"] if list(table) == ["*"] else table
