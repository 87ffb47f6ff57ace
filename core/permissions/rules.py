"""Rules: reading them, putting their layers together, and finding the one that decides.

Everything in here is pure. Rules are concatenated from low to high (defaults, user, project, agent,
session) and the last match wins, with two exceptions that no later layer can undo: a deny in the
person's own configuration is final, and a project's rules may only tighten.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from core.errors import ConfigError
from core.permissions.models import Action, Ask, Layer, Reason, Rule
from core.permissions.patterns import (
    FOLDS_CASE,
    CommandPattern,
    command_pattern,
    compiled,
    matches,
    matches_command,
    words_of,
)

ACTIONS: tuple[str, ...] = get_args(Action)
STRICTNESS: dict[Action, int] = {"allow": 0, "ask": 1, "deny": 2}
COMMANDS = frozenset({"bash", "network", "unsandboxed"})
"""Permissions whose patterns are commands and match word by word."""

PATHS = frozenset({"read", "edit", "external_directory"})
_MORE_THAN_WORDS = re.compile(r"[;&|<>()$`\n\r\\{}!#]")

DEFAULTS: tuple[tuple[str, str, Action], ...] = (
    ("*", "*", "ask"),
    ("read", "*", "allow"),
    ("read", "*.env", "deny"),
    ("read", "*.env.*", "deny"),
    ("read", "*.env.example", "allow"),
    ("glob", "*", "allow"),
    ("grep", "*", "allow"),
    ("list", "*", "allow"),
    ("codesearch", "*", "allow"),
    ("todowrite", "*", "allow"),
    ("todoread", "*", "allow"),
    ("edit", "*", "ask"),
    ("bash", "*", "ask"),
    ("network", "*", "ask"),
    ("unsandboxed", "*", "ask"),
    ("webfetch", "*", "ask"),
    ("websearch", "*", "ask"),
    ("task", "*", "allow"),
    ("skill", "*", "allow"),
    ("external_directory", "*", "ask"),
    ("doom_loop", "*", "ask"),
    ("question", "*", "deny"),
)
DEFAULT_RULES: tuple[Rule, ...] = tuple(Rule(*entry) for entry in DEFAULTS)


def parse_rule(
    text: str, action: Action = "allow", layer: Layer = "session", origin: str = "command line"
) -> Rule:
    """A rule as written on the command line: ``bash:npm test *``, or ``edit`` for all of it."""
    permission, colon, pattern = text.partition(":")
    permission = permission.strip()
    if not permission or any(character.isspace() for character in permission):
        raise ConfigError(
            f"“{text}” is not a rule.", "Write it as permission:pattern, such as bash:npm test *."
        )
    return Rule(permission, pattern.strip() if colon else "*", action, layer, origin)


def parse_tuples(
    entries: Iterable[tuple[str, str, str]], layer: Layer, origin: str
) -> tuple[Rule, ...]:
    """The rules of an agent definition, as ``(permission, pattern, action)``."""
    return tuple(_rule(p, pattern, action, layer, origin) for p, pattern, action in entries)


def agent_rules(entries: Iterable[tuple[str, str, str]], name: str) -> tuple[Rule, ...]:
    return parse_tuples(entries, "agent", f"agent {name}")


def session_rules(entries: Iterable[Mapping[str, str]]) -> tuple[Rule, ...]:
    """The rules that a session carries as ``{permission, pattern, action}``."""
    return tuple(
        _rule(e["permission"], e.get("pattern", "*"), e["action"], "session", "this session")
        for e in entries
    )


def _rule(permission: str, pattern: Any, action: Any, layer: Layer, origin: str) -> Rule:
    if action not in ACTIONS:
        raise ConfigError(
            f"In {origin}, permission.{permission} has the action {action!r} for {pattern!r}.",
            "An action is allow, ask or deny.",
        )
    return Rule(permission, str(pattern), action, layer, origin)


class _Relevant:
    """The rules that can speak about one permission, prepared for matching."""

    __slots__ = ("_always", "_by_first_word", "_commands", "_layered", "_literal", "_rules")

    def __init__(self, permission: str, rules: Sequence[Rule]) -> None:
        self._rules = [rule for rule in rules if matches(rule.permission, permission)]
        self._layered = any(r.layer == "project" and not r.confirmed for r in self._rules)
        self._commands: list[CommandPattern] | None = None
        self._by_first_word: dict[str, list[int]] = {}
        self._always: list[int] = []
        self._literal: dict[str, list[int]] = {}
        if permission in COMMANDS:
            self._commands = [command_pattern(rule.pattern) for rule in self._rules]
            for index, pattern in enumerate(self._commands):
                self._literal.setdefault(pattern.text, []).append(index)
                if pattern.spelled:
                    self._by_first_word.setdefault(pattern.words[0], []).append(index)
                else:
                    self._always.append(index)
        else:
            fold = FOLDS_CASE and permission in PATHS
            self._always = []
            for index, rule in enumerate(self._rules):
                if fold or "*" in rule.pattern or "?" in rule.pattern:
                    self._always.append(index)
                else:
                    self._literal.setdefault(rule.pattern, []).append(index)

    def hits(self, subject: str, fold_case: bool) -> list[int]:
        """The indices of all rules that match the subject, in order."""
        if self._commands is None:
            found = list(self._literal.get(subject, ()))
            for index in self._always:
                pattern = self._rules[index].pattern
                if pattern == "*" or compiled(pattern, fold_case).fullmatch(subject):
                    found.append(index)
        else:
            words = words_of(subject)
            candidates = {*self._always, *self._literal.get(subject, ())}
            if words:
                candidates.update(self._by_first_word.get(words[0], ()))
            found = [i for i in candidates if matches_command(self._commands[i], subject)]
        found.sort()
        return found

    def decide(self, ask: Ask, subject: str) -> Rule | None:
        """The rule that decides about one pattern of an ask; None where none matches."""
        fold = FOLDS_CASE and ask.permission in PATHS
        hits = [i for i in self.hits(subject, fold) if self._may_speak(i, ask, subject)]
        decided = self._winner(hits)
        for alias in ask.aliases:
            rule = self._winner(self.hits(alias, fold))
            if rule is not None and rule.pattern != "*" and _stricter(rule, decided):
                decided = rule
        return decided

    def _winner(self, hits: list[int]) -> Rule | None:
        if not hits:
            return None
        own = [i for i in hits if self._rules[i].layer == "user"]
        if own and self._rules[own[-1]].action == "deny":
            return self._rules[own[-1]]
        if not self._layered:
            return self._rules[hits[-1]]
        return self._tightened(hits)

    def _may_speak(self, index: int, ask: Ask, subject: str) -> bool:
        """Whether an allow reaches far enough to cover this command."""
        if self._commands is None or self._rules[index].action != "allow":
            return True
        return covers(self._commands[index], ask, subject)

    def _tightened(self, hits: list[int]) -> Rule | None:
        """The last match, where a project's unconfirmed rule counts only if it tightens."""
        current: Rule | None = None
        before: Rule | None = None
        in_project = False
        for index in hits:
            rule = self._rules[index]
            if rule.layer == "project" and not rule.confirmed:
                if not in_project:
                    before, in_project = current, True
                floor = STRICTNESS[before.action] if before else STRICTNESS["ask"]
                current = rule if STRICTNESS[rule.action] >= floor else before
            else:
                in_project = False
                current = rule
        return current


def _stricter(rule: Rule, than: Rule | None) -> bool:
    return STRICTNESS[rule.action] > STRICTNESS[than.action if than else "ask"]


def covers(pattern: CommandPattern, ask: Ask, subject: str) -> bool:
    """Whether an allow with this pattern may cover the command of an ask that it matches."""
    if pattern.everything or not pattern.wild or pattern.text == subject:
        return True
    if ask.permission != "bash" and _MORE_THAN_WORDS.search(subject):
        # These permissions are asked for with the line as it was written.
        return False
    return ask.exact is None and pattern.spelled >= ask.spelled


class RuleSet:
    """Rules prepared for fast evaluation."""

    __slots__ = ("_relevant", "rules")

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        self._relevant: dict[str, _Relevant] = {}

    def deciding_rule(self, ask: Ask, subject: str) -> Rule | None:
        relevant = self._relevant.get(ask.permission)
        if relevant is None:
            relevant = self._relevant[ask.permission] = _Relevant(ask.permission, self.rules)
        return relevant.decide(ask, subject)

    def judge(self, ask: Ask, subject: str) -> Reason:
        """What the rules say about one pattern of an ask, and which rule says it."""
        rule = self.deciding_rule(ask, subject)
        if rule is None:
            text = ask.exact or "no rule covers it"
            return Reason(ask.permission, subject, "ask", f"{subject}: {text}")
        if rule.action == "allow":
            text = f"{ask.permission} {subject!r} is allowed by {rule}"
        elif rule.action == "deny":
            text = f"{ask.permission} {subject!r} is denied by {rule}"
        elif ask.exact and rule.layer == "default":
            text = f"{ask.permission} {subject!r} asks: {ask.exact}"
        else:
            text = f"{ask.permission} {subject!r} is asked for by {rule}"
        return Reason(ask.permission, subject, rule.action, text, rule)


_prepared: OrderedDict[int, tuple[tuple[Rule, ...], RuleSet]] = OrderedDict()
_PREPARED_LIMIT = 256


def prepared(rules: tuple[Rule, ...]) -> RuleSet:
    """The prepared form of a tuple of rules, kept for the tuples in use.

    The key is the tuple's identity, since hashing hundreds of rules costs more than judging with
    them; the tuple is held, so that its identity cannot be taken over by another.
    """
    entry = _prepared.get(id(rules))
    if entry is not None and entry[0] is rules:
        _prepared.move_to_end(id(rules))
        return entry[1]
    ruleset = RuleSet(rules)
    _prepared[id(rules)] = (rules, ruleset)
    if len(_prepared) > _PREPARED_LIMIT:
        _prepared.popitem(last=False)
    return ruleset


def evaluate(permission: str, pattern: str, rules: Sequence[Rule]) -> Reason:
    """What the rules say about one pattern of one permission."""
    ask = Ask(permission, (pattern,))
    return prepared(rules if isinstance(rules, tuple) else tuple(rules)).judge(ask, pattern)
