"""What a person allowed for good: for a task, a session or a project."""

from __future__ import annotations

from core.permissions.hashing import arguments_hash
from core.permissions.models import Answer, Approval, Request, Scope


def scope_id(request: Request, scope: Scope) -> str:
    """The task, root session or project that an approval of this request would hold for."""
    if scope == "task" and request.task_id:
        return request.task_id
    if scope == "project":
        return request.project_id
    return request.root_session_id


def approvals_from(request: Request, answer: Answer) -> list[Approval]:
    """The approvals that an "always" leaves; what the person edited counts, not what was offered."""
    scope: Scope = answer.scope
    if scope == "task" and not request.task_id:
        scope = "session"
    return [
        Approval(
            scope=scope,
            scope_id=scope_id(request, scope),
            permission=suggestion.permission,
            pattern=suggestion.pattern,
            request_id=request.id,
        )
        for suggestion in (answer.suggestions or request.suggestions)
    ]


def group_key(request: Request) -> str:
    """The same for requests that want the same thing, so that they can be answered together."""
    return arguments_hash(
        {
            "tool": request.tool,
            "permissions": sorted(request.permissions),
            "patterns": sorted(request.patterns),
            "arguments": request.arguments,
            "directory": request.directory,
        }
    )
