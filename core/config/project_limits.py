"""What a project's own file may set.

A project is other people's content, even once it is trusted: it may choose among what the person
set up and tighten what it finds, but never say where keys come from, where requests go or what the
environment of commands is.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.config.lines import KeyPath
from core.errors import ConfigError
from core.permissions.modes import effective_mode, parse_mode

Refuse = Callable[[KeyPath, str], None]
_AGENT_FILES = ".spinney/agents"

HARMLESS = frozenset(
    {
        *("model", "small_model", "review_model", "default_agent", "agent", "permission"),
        *("mcp", "hooks", "worktree_setup", "sandbox", "steps"),
        *("auto_compact_token_limit", "compact_prompt", "compact_prompt_file"),
    }
)
_NEVER = {
    "provider": "Providers, addresses and keys come only from your own config.toml",
    "environment": "The environment of commands comes only from your own config.toml",
    "environment_pass": "The environment of commands comes only from your own config.toml",
    "network": "Proxy and certificates come only from your own config.toml",
}


def limit_project_table(
    table: dict[str, Any], project: Path, refuse: Refuse, *, may_loosen: bool
) -> dict[str, Any]:
    """The part of a project's table that may act; ``refuse`` hears of every key left out."""
    kept: dict[str, Any] = {}
    for key, value in table.items():
        if key not in HARMLESS:
            why = _NEVER.get(key, f"A project may not set {key}; set it in your own config.toml")
            refuse((key,), f"{why}, so this is ignored.")
        else:
            kept[key] = value
    if isinstance(kept.get("sandbox"), dict):
        kept["sandbox"] = _tighter_sandbox(kept["sandbox"], refuse)
    if isinstance(kept.get("mcp"), dict):
        kept["mcp"] = _servers_without_secrets(kept["mcp"], refuse)
    if isinstance(kept.get("agent"), dict):
        kept["agent"] = _tighter_agents(kept["agent"], refuse, may_loosen)
    if isinstance(name := kept.get("compact_prompt_file"), str):
        target = (project / ".spinney" / name).resolve()
        if not target.is_relative_to(project.resolve()):
            refuse(("compact_prompt_file",), f"{name} lies outside the project and is ignored.")
            del kept["compact_prompt_file"]
    return kept


def _tighter_sandbox(table: dict[str, Any], refuse: Refuse) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, value in table.items():
        if key == "hidden" or (key == "enabled" and value == "on"):
            kept[key] = value
        else:
            sentence = f"A project may only tighten the sandbox, so sandbox.{key} is ignored."
            refuse(("sandbox", key), sentence)
    return kept


def _servers_without_secrets(servers: dict[str, Any], refuse: Refuse) -> dict[str, Any]:
    """A project's server may not name the person's variables or keyring entries: it would be handed
    the secret."""
    kept: dict[str, Any] = {}
    for name, server in servers.items():
        if reference := _secret_reference(server):
            sentence = (
                f"The MCP server {name} asks for {reference}; a project may not be given your "
                "secrets, so it is ignored. Define it in your own config.toml instead."
            )
            refuse(("mcp", name), sentence)
        else:
            kept[name] = server
    return kept


def _secret_reference(value: Any) -> str | None:
    if isinstance(value, str):
        return value if value.startswith(("env:", "keyring:")) else None
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return next((found for item in value if (found := _secret_reference(item))), None)
    return None


def _tighter_agents(agents: dict[str, Any], refuse: Refuse, may_loosen: bool) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, agent in agents.items():
        if isinstance(agent, dict):
            agent = _harmless_agent(name, agent, refuse)
        if isinstance(agent, dict) and "permission" in agent:
            path = ("agent", name, "permission")
            rules = agent["permission"]
            if not isinstance(rules, dict):
                refuse(path, "A project's rules must be a table, so this is ignored.")
                rules = {}
            elif not may_loosen:
                rules = _without_allows(rules, path, refuse)
            agent = {**agent, "permission": rules}
        kept[name] = agent
    return kept


def _harmless_agent(name: str, agent: dict[str, Any], refuse: Refuse) -> dict[str, Any]:
    """An agent's table without what starts programs, which must be confirmed by itself, and without
    a mode that asks less than usual."""
    kept: dict[str, Any] = {}
    for key, value in agent.items():
        plain = key.replace("_", "").replace("-", "").lower()
        if plain in ("mcpservers", "hooks"):
            sentence = f"A project's agent may start programs only from a file in {_AGENT_FILES}."
            refuse(("agent", name, key), f"{sentence} So this is ignored.")
        elif plain == "permissionmode" and _looser_than_usual(value):
            refuse(("agent", name, key), "A project may only choose a stricter mode.")
        else:
            kept[key] = value
    return kept


def _looser_than_usual(mode: Any) -> bool:
    try:
        return effective_mode("default", parse_mode(str(mode))) != parse_mode(str(mode))
    except ConfigError:
        return False


def _without_allows(rules: dict[str, Any], path: KeyPath, refuse: Refuse) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, value in rules.items():
        if value == "allow":
            sentence = "A project's rules may only tighten, so this allow is ignored."
            refuse((*path, key), sentence)
        elif isinstance(value, dict):
            kept[key] = _without_allows(value, (*path, key), refuse)
        else:
            kept[key] = value
    return kept
