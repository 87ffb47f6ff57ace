"""What hooks are given to read, and the arguments that they give back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.hooks.matching import their_name
from core.hooks.results import Place

_THEIR_EVENTS = {
    "tool.execute.before": "PreToolUse",
    "tool.execute.after": "PostToolUse",
    "permission-ask": "PermissionRequest",
    "session-start": "SessionStart",
    "prompt-submit": "UserPromptSubmit",
    "subagent-start": "SubagentStart",
    "subagent-stop": "SubagentStop",
    "compact-before": "PreCompact",
    "compact-after": "PostCompact",
    "stop": "Stop",
    "worktree-create": "WorktreeCreate",
    "worktree-remove": "WorktreeRemove",
}


def payload_for(event: str, place: Place, **facts: Any) -> dict[str, Any]:
    """Our fields first; then the same as hooks written for other programs read it."""
    payload: dict[str, Any] = {
        "event": event,
        "session_id": place.session_id,
        "cwd": str(place.directory),
        "project": str(place.project),
        "agent": place.agent,
        **facts,
        "hook_event_name": _THEIR_EVENTS[event],
        "permission_mode": place.mode or "default",
    }
    if "tool" in facts:
        payload["tool_name"] = their_name(str(facts["tool"]))
        payload["tool_use_id"] = facts.get("call_id", "")
    if "args" in facts:
        payload["tool_input"] = _their_arguments(facts["args"])
    if "result" in facts and "tool" in facts:
        payload["tool_response"] = facts["result"]
    return payload


def _their_arguments(args: Mapping[str, Any]) -> dict[str, Any]:
    return {**args, "file_path": args["path"]} if "path" in args else dict(args)


def our_arguments(answered: dict[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """What a hook gave back, with the path under our name for it."""
    if "path" in before and "file_path" in answered and "file_path" not in before:
        theirs = answered["file_path"]
        answered = {key: value for key, value in answered.items() if key != "file_path"}
        if theirs != before["path"] or "path" not in answered:
            answered["path"] = theirs
    return answered
