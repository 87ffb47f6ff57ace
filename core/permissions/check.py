"""The decision about one tool call: rules, ancestors, approvals, modes and guards together.

Pure: the same asks and rights always give the same decision, and nobody is asked from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from core.permissions.models import Approval, Ask, Decision, Mode, Reason, Rule
from core.permissions.patterns import FOLDS_CASE, command_pattern, matches, matches_command
from core.permissions.rules import COMMANDS, PATHS, covers, prepared

NOT_INHERITED = frozenset({"todowrite", "todoread", "question", "task"})
"""Permissions whose denial to an ancestor says nothing about its children."""

PLAN_FILES = ".spinney/plans/*.md"


@dataclass(frozen=True, kw_only=True)
class Rights:
    """What one agent may do in one session, gathered by the engine for each decision.

    ``rules`` are all layers from low to high, ``ancestors`` the same of every agent above, whose
    denies count here too. ``approvals`` are those in force (this task, its root session, its
    project). ``sandboxed`` says that commands of this agent run in a sandbox, and
    ``sandbox_auto_allow`` that a person lets them run there without asking. ``bypass_enabled``
    says that a person switched bypassing on for this project.
    """

    rules: tuple[Rule, ...]
    mode: Mode
    approvals: tuple[Approval, ...] = ()
    ancestors: tuple[tuple[Rule, ...], ...] = ()
    project: Path
    directory: Path
    worktree: bool = False
    sandboxed: bool = False
    sandbox_auto_allow: bool = False
    agent: str = ""
    bypass_enabled: bool = False


def decide(asks: Sequence[Ask], rights: Rights) -> Decision:
    """Any deny denies, all allow allows, otherwise ask."""
    if any(ask.permission in ("unsandboxed", "network") for ask in asks):
        # What the sandbox does not hold is not allowed because of it.
        rights = replace(rights, sandboxed=False)
    reasons = tuple(_judge(ask, pattern, rights) for ask in asks for pattern in ask.patterns)
    if any(reason.action == "deny" for reason in reasons):
        return Decision("deny", reasons)
    if any(reason.action == "ask" for reason in reasons):
        return Decision("ask", reasons)
    return Decision("allow", reasons)


def _judge(ask: Ask, pattern: str, rights: Rights) -> Reason:
    reason = _by_rules(ask, pattern, rights)
    if reason.action == "deny":
        return reason
    reason = _by_plan(ask, pattern, rights, reason)
    if reason.action == "ask" and ask.implied and not ask.forced:
        return replace(reason, action="allow", text=f"{pattern!r} is part of the command")
    if reason.action == "ask":
        reason = _softened(ask, pattern, rights, reason)
    if ask.forced and reason.action != "deny":
        reason = Reason(ask.permission, pattern, "ask", ask.forced)
    if reason.action == "ask" and rights.mode == "dontAsk":
        text = f"{reason.text}, and the mode dontAsk turns every question into a no"
        return replace(reason, action="deny", text=text)
    return reason


def _by_rules(ask: Ask, pattern: str, rights: Rights) -> Reason:
    """What the agent's own rules say, or the deny of an agent above it."""
    own = prepared(rights.rules).judge(ask, pattern)
    if own.action == "deny" or ask.permission in NOT_INHERITED:
        return own
    for rules in rights.ancestors:
        above = prepared(rules).judge(ask, pattern)
        if above.action == "deny":
            return replace(above, text=f"{above.text}, which holds for all agents below")
    return own


def _by_plan(ask: Ask, pattern: str, rights: Rights, reason: Reason) -> Reason:
    """Plan mode: no edits but plans, and no command outside a read-only sandbox without asking."""
    if rights.mode != "plan":
        return reason
    if ask.permission == "edit":
        if rights.agent == "plan" and matches(PLAN_FILES, pattern) and ".." not in pattern:
            return reason
        return Reason(ask.permission, pattern, "deny", f"edit {pattern!r} is denied in plan mode")
    if ask.permission == "bash" and not rights.sandboxed and reason.action == "allow":
        text = "plan mode asks for commands where there is no sandbox"
        return replace(reason, action="ask", text=text)
    return reason


def _softened(ask: Ask, pattern: str, rights: Rights, reason: Reason) -> Reason:
    """An ask that an approval, the mode or the sandbox turns into an allow."""
    approval = next((a for a in rights.approvals if approval_covers(a, ask, pattern)), None)
    if approval is not None:
        text = f"{ask.permission} {pattern!r} was approved for this {approval.scope}"
        return replace(reason, action="allow", text=f"{text} as {approval.pattern!r}")
    if rights.mode == "bypassPermissions" and rights.bypass_enabled:
        return replace(reason, action="allow", text="allowed because permissions are bypassed")
    if rights.mode == "acceptEdits" and ask.permission == "edit" and _inside(ask, pattern, rights):
        return replace(reason, action="allow", text="edits inside the project are accepted")
    if _runs_in_sandbox(ask, rights) and not _asked_by_name(reason):
        return replace(reason, action="allow", text="allowed because it runs in the sandbox")
    return reason


def approval_covers(approval: Approval, ask: Ask, pattern: str) -> bool:
    """Whether a remembered "always" covers one pattern of an ask."""
    if approval.revoked is not None or approval.permission != ask.permission:
        return False
    if ask.permission in COMMANDS:
        line = str(ask.details.get("command", "")).strip()
        if approval.pattern.strip() == line and not line.endswith("*"):
            # The very line was approved, whatever its parts are.
            return True
        command = command_pattern(approval.pattern)
        return matches_command(command, pattern) and covers(command, ask, pattern)
    return matches(approval.pattern, pattern, FOLDS_CASE and ask.permission in PATHS)


def _inside(ask: Ask, pattern: str, rights: Rights) -> bool:
    path = PurePath(str(ask.details.get("path", pattern)))
    if path.is_absolute():
        return path.is_relative_to(rights.project) or path.is_relative_to(rights.directory)
    return not path.drive and ".." not in path.parts


def _runs_in_sandbox(ask: Ask, rights: Rights) -> bool:
    """Whether this is (part of) a command that a sandbox holds, so that it need not ask."""
    if not rights.sandboxed or not (ask.permission == "bash" or ask.details.get("shell")):
        return False
    return rights.mode == "plan" or rights.sandbox_auto_allow


def _asked_by_name(reason: Reason) -> bool:
    """Whether someone wrote a rule that asks for this in particular."""
    rule = reason.rule
    return rule is not None and rule.layer != "default" and rule.pattern != "*"


def bubbled(child: Rights, parent: Rights) -> Rights:
    """The rights by which a bubbling child is judged: its parent's, with its own denies kept."""
    return replace(
        child,
        rules=parent.rules,
        approvals=parent.approvals,
        mode=parent.mode,
        bypass_enabled=parent.bypass_enabled,
        ancestors=(*parent.ancestors, child.rules, *child.ancestors),
    )
