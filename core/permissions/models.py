"""The words of the permission system: rules, asks, decisions, requests, answers, approvals.

A tool says what it wants as ``Ask`` values; the rules turn them into a ``Decision``; where that is
"ask", a ``Request`` is stored and put to a person, whose ``Answer`` may leave an ``Approval``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from core.ids import new_id
from core.sessions.models import Record

Action = Literal["allow", "ask", "deny"]
Mode = Literal["default", "acceptEdits", "plan", "bypassPermissions", "dontAsk", "bubble"]
Layer = Literal["default", "user", "project", "agent", "session", "mode", "approval", "guard"]
Scope = Literal["task", "session", "project"]
AnswerKind = Literal["once", "always", "deny", "deny_stop"]


@dataclass(frozen=True, slots=True)
class Rule:
    """``permission`` and ``pattern`` may hold ``*`` and ``?``; ``origin`` says where it was written
    (``config.toml:12``, ``default``, ``agent explore``). A rule of the project may only tighten,
    unless it is ``confirmed``: a person has agreed to that exact content."""

    permission: str
    pattern: str
    action: Action
    layer: Layer = "default"
    origin: str = "default"
    confirmed: bool = False

    def __str__(self) -> str:
        return f"{self.permission}:{self.pattern} = {self.action} ({self.origin})"


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing a tool call wants to do.

    ``patterns`` are what the rules are matched against (paths relative to the project for edits,
    whole commands for bash). ``always`` are patterns worth remembering, one for each. ``details``
    holds what a person needs to see and the engine can check: ``diff``, ``command``, ``path``,
    ``parts``. ``forced`` gives a reason why this asks whatever the rules allow.

    For commands: ``exact`` gives a reason why no pattern with a wildcard may allow this, save the
    one for everything (an option that executes, a line that cannot be read). ``spelled`` is how
    many leading words a pattern must name before its wildcard (``python -m pytest *`` is three).
    ``aliases`` are other spellings of the same command, on which only ask and deny rules act.
    ``implied`` asks come with another ask of the same call, which covers them: only a deny or a
    guard speaks.
    """

    permission: str
    patterns: tuple[str, ...]
    always: tuple[str, ...] = ()
    title: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    forced: str | None = None
    exact: str | None = None
    spelled: int = 1
    aliases: tuple[str, ...] = ()
    implied: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one pattern got its answer; ``rule`` is None where no rule matched or a guard decided."""

    permission: str
    pattern: str
    action: Action
    text: str
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome for a whole tool call: any deny denies, all allow allows, otherwise ask."""

    action: Action
    reasons: tuple[Reason, ...] = ()

    @property
    def denied_by(self) -> Reason | None:
        return next((r for r in self.reasons if r.action == "deny"), None)

    @property
    def asked_by(self) -> tuple[Reason, ...]:
        return tuple(r for r in self.reasons if r.action == "ask")


class Suggestion(Record):
    """A pattern that "always" would remember; a person may edit it first."""

    permission: str
    pattern: str


class Request(Record):
    """A question to a person, with everything a dialog needs to show.

    ``session_id`` is the run that waits, ``shown_in`` the conversation in which it is put (its
    parent's, under bubble). ``agent_path`` leads from the root to the asker. ``parts`` lists each
    sub-command or path with its decision and why. ``arguments_hash`` is judged again before a
    resumed call runs.
    """

    id: str = Field(default_factory=lambda: new_id("req"))
    session_id: str
    shown_in: str
    root_session_id: str
    task_id: str | None = None
    project_id: str = ""
    message_id: str = ""
    call_id: str = ""
    agent_path: list[str] = Field(default_factory=list)
    directory: str = ""
    tool: str
    title: str = ""
    arguments: dict[str, Any] = Field(default_factory=dict)
    arguments_hash: str = ""
    permissions: list[str] = Field(default_factory=list)
    patterns: list[str] = Field(default_factory=list)
    command: str | None = None
    diff: str | None = None
    parts: list[dict[str, Any]] = Field(default_factory=list)
    why: list[str] = Field(default_factory=list)
    suggestions: list[Suggestion] = Field(default_factory=list)
    state: Literal["asked", "answered", "withdrawn"] = "asked"
    answer: Answer | None = None
    created: float = Field(default_factory=time.time)
    closed: float | None = None


class Answer(Record):
    """What a person said. ``suggestions`` and ``scope`` count only for ``always``."""

    kind: AnswerKind
    reason: str = ""
    suggestions: list[Suggestion] = Field(default_factory=list)
    scope: Scope = "session"
    by: str = "person"


class Approval(Record):
    """A remembered "always". ``scope_id`` is a task, a root session or a project."""

    id: str = Field(default_factory=lambda: new_id("apr"))
    scope: Scope
    scope_id: str
    permission: str
    pattern: str
    request_id: str | None = None
    created: float = Field(default_factory=time.time)
    revoked: float | None = None


Request.model_rebuild()
