"""Saves a definition as a Markdown file that the loader reads back to the same agent."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, Literal

from core.agents.builtin import INTERNAL, RuleTriple
from core.agents.definition import AgentDefinition
from core.agents.fields import check_name
from core.agents.folders import PROJECT_FOLDER, UserFolders
from core.agents.markdown import render_markdown
from core.errors import ConfigError

_ORDER = (
    "description", "mode", "hidden", "disable", "model", "temperature", "top_p", "effort",
    "options", "steps", "tools", "disallowed_tools", "permission_mode", "background", "isolation",
    "color", "memory", "skills", "hooks", "mcp_servers", "required_mcp_servers", "initial_prompt",
)  # fmt: skip


def render_agent(agent: AgentDefinition) -> str:
    """The text of the file: what differs from the defaults as front matter, the prompt below it."""
    defaults = AgentDefinition(name=agent.name)
    values: dict[str, Any] = {"name": agent.name}
    for key in _ORDER:
        value = getattr(agent, key)
        if value != getattr(defaults, key):
            values[key] = _plain(value)
    if agent.permission:
        values["permission"] = _permission(agent.permission)
    return render_markdown(values, agent.prompt)


def agent_path(
    name: str, where: Literal["user", "project"], user: UserFolders, project: Path | None
) -> Path:
    """The file that a person's (or a project's) agent of this name is saved in."""
    check_name(name)
    if ":" in name:
        raise ConfigError(f"{name!r} belongs to a plugin.", "Save it under a name without a colon.")
    if name in INTERNAL:
        raise ConfigError(f"{name!r} is the name of an agent that Spinney itself uses.")
    if where == "project":
        if project is None:
            raise ConfigError("There is no project to save the agent in.")
        base = project / PROJECT_FOLDER / "agents"
    else:
        base = user.own / "agents"
    return base / f"{name}.md"


def save_agent(
    agent: AgentDefinition,
    where: Literal["user", "project"],
    user: UserFolders,
    project: Path | None = None,
    *,
    overwrite: bool = False,
) -> Path:
    """Write the file, whole or not at all; an existing one only with ``overwrite``."""
    path = agent_path(agent.name, where, user, project)
    if path.exists() and not overwrite:
        raise ConfigError(f"{path} already exists.", "Choose another name or edit that agent.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".agent-", suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(render_agent(agent))
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror or error}.") from error
    return path


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _permission(rules: tuple[RuleTriple, ...]) -> Any:
    """Rules as a table where that keeps their order, otherwise as a list of rules."""
    table: dict[str, Any] = {}
    last = ""
    for permission, pattern, action in rules:
        if permission in table and (permission != last or pattern in table[permission]):
            return [
                {"permission": name, "pattern": glob, "action": verb} for name, glob, verb in rules
            ]
        table.setdefault(permission, {})[pattern] = action
        last = permission
    return {name: entry["*"] if list(entry) == ["*"] else entry for name, entry in table.items()}
