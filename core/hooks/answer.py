"""What a hook's exit code and output mean.

Exit 0: the output counts, as JSON if it is an object, otherwise as text. Exit 2: blocked, and what
it wrote to standard error is the reason. Anything else is a failure that blocks nothing, unless the
hook is required. The JSON is our own or as Claude Code's and Codex's hooks write it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.hooks.definition import Hook
from core.process import Outcome

MAX_TEXT = 10_000
BLOCKED = 2

Verdict = Literal["allow", "deny", "ask", ""]


@dataclass(frozen=True, slots=True)
class Answer:
    """``blocked`` gives the reason not to go on; ``args`` are new arguments (or a new prompt);
    ``context`` is for the model, ``notice`` for the person; ``verdict`` is about permission;
    ``failure`` says that the hook itself did not work; ``passed_over`` that it did not even run,
    because nobody has agreed to it yet."""

    blocked: str | None = None
    args: dict[str, Any] | None = None
    context: str = ""
    notice: str = ""
    verdict: Verdict = ""
    reason: str = ""
    output: str = ""
    path: str = ""
    failure: str = ""
    passed_over: bool = False


def read_answer(hook: Hook, outcome: Outcome) -> Answer:
    """The meaning of a finished hook."""
    errors = outcome.errors.text.strip()
    if outcome.timed_out:
        return _failed(hook, f"did not end within {hook.timeout:g} s")
    if outcome.exit_code == BLOCKED:
        return Answer(blocked=_text(errors) or f"The hook {hook.title} said no.")
    if outcome.exit_code != 0:
        how = outcome.signal_name or f"exit code {outcome.exit_code}"
        return _failed(hook, f"failed ({how}){f': {errors[:500]}' if errors else ''}")
    text = outcome.output.text.strip()
    if not text.startswith("{"):
        return Answer(output=_text(text))
    try:
        document = json.loads(text)
    except ValueError:
        return _failed(hook, "wrote something that is not JSON")
    return _read_document(hook, document)


def _failed(hook: Hook, what: str) -> Answer:
    sentence = f"The hook {hook.title} {what}."
    return Answer(blocked=sentence if hook.required else None, failure=sentence)


def _read_document(hook: Hook, document: Mapping[str, Any]) -> Answer:
    nested = document.get("hookSpecificOutput")
    theirs: Mapping[str, Any] = nested if isinstance(nested, Mapping) else {}
    inner = theirs.get("decision")
    decision: Mapping[str, Any] = inner if isinstance(inner, Mapping) else {}
    verdict = _verdict(
        theirs.get("permissionDecision") or decision.get("behavior") or document.get("decision")
    )
    reason = _text(
        document.get("reason")
        or theirs.get("permissionDecisionReason")
        or decision.get("message")
        or document.get("stopReason")
    )
    blocks = (
        document.get("block") is True
        or verdict == "deny"
        or document.get("decision") == "block"
        or document.get("continue") is False
    )
    args = _first_mapping(
        document.get("args"), theirs.get("updatedInput"), decision.get("updatedInput")
    )
    if args is None and isinstance(document.get("prompt"), str):
        args = {"prompt": document["prompt"]}
    return Answer(
        blocked=(reason or f"The hook {hook.title} said no.") if blocks else None,
        args=args,
        context=_text(document.get("context") or theirs.get("additionalContext")),
        notice=_text(document.get("notice") or document.get("systemMessage")),
        verdict=verdict,
        reason=reason,
        path=str(document.get("path") or theirs.get("worktreePath") or ""),
    )


def _verdict(value: Any) -> Verdict:
    if value in ("allow", "approve"):
        return "allow"
    if value in ("deny", "block"):
        return "deny"
    return "ask" if value == "ask" else ""


def _first_mapping(*values: Any) -> dict[str, Any] | None:
    for value in values:
        if isinstance(value, Mapping):
            return {str(key): item for key, item in value.items()}
    return None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        return ""
    value = value.strip()
    return value if len(value) <= MAX_TEXT else f"{value[:MAX_TEXT]} […]"
