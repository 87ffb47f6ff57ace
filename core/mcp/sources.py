"""MCP servers from our own configuration, from agents, and from the files of other programs."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from core.agents.definition import AgentDefinition
from core.agents.folders import UserFolders
from core.agents.opencode_json import parse_jsonc
from core.config.loader import Loaded
from core.errors import ConfigError
from core.hooks.sources import of_another_program
from core.mcp.definition import ReadServers, ServerScope, ServerSpec, servers_from

_MAX_BYTES = 5_000_000
_VARIABLE = re.compile(r"\$\{(?:env:)?[A-Za-z_]\w*(?::-[^}]*)?\}|\{env:[A-Za-z_]\w*\}")
_WHOLE_VARIABLE = re.compile(r"\$\{(?:env:)?([A-Za-z_]\w*)\}|\{env:([A-Za-z_]\w*)\}")


def configured_servers(loaded: Loaded, project: Path | None) -> tuple[ReadServers, ReadServers]:
    """The ``[mcp.NAME]`` tables of the person and of the project, each from its own file."""
    found = {"user": ReadServers(), "project": ReadServers()}
    for source in loaded.sources:
        folder = project if source.layer == "project" else None
        found[source.layer] = servers_from(
            source.table.get("mcp", {}), source=str(source.path), scope=source.layer, folder=folder
        )
    return found["user"], without_clashes(found["project"], found["user"].servers)


def without_clashes(found: ReadServers, mine: Iterable[ServerSpec]) -> ReadServers:
    """A project's servers without those whose tools would pass for the person's: a rule for
    ``github_*`` must not reach the tools of a server that a project calls ``github_x``."""
    names = [spec.name for spec in mine]
    kept, notes = [], list(found.notes)
    for spec in found.servers:
        clash = next((n for n in names if spec.name == n or spec.name.startswith(f"{n}_")), None)
        if clash is None:
            kept.append(spec)
        elif spec.name == clash:
            notes.append(f"{spec.source}: you have a server {clash} yourself, so this is ignored.")
        else:
            notes.append(f"{spec.source}: {spec.name} could pass for your {clash} and is ignored.")
    return ReadServers(tuple(kept), tuple(notes))


def agent_servers(agent: AgentDefinition, project: Path) -> tuple[tuple[str, ...], ReadServers]:
    """What an agent's ``mcp_servers`` say: names of servers that exist, and servers of its own."""
    names = tuple(entry for entry in agent.mcp_servers if isinstance(entry, str))
    scope: ServerScope = "project" if agent.scope == "project" else "user"
    if scope == "user" and of_another_program(agent.source):
        scope = "imported"
    servers: list[ServerSpec] = []
    notes: list[str] = []
    for entry in agent.mcp_servers:
        if isinstance(entry, Mapping):
            source = f"agent {agent.name} ({agent.source})"
            if scope == "project" and _mentions_secret(entry):
                notes.append(f"{source}: a server is left out: it asks for a secret of yours.")
                continue
            found = servers_from(entry, source=source, scope=scope, folder=project)
            servers += found.servers
            notes += found.notes
    return names, ReadServers(tuple(servers), tuple(notes))


def user_servers(loaded: Loaded, folders: UserFolders) -> ReadServers:
    """All servers of the person: their own, and those they set up for other programs, which start
    only once they are confirmed."""
    own, _ = configured_servers(loaded, None)
    files = [
        (folders.home / ".claude.json", "mcpServers"),
        (folders.home / ".config/Claude/claude_desktop_config.json", "mcpServers"),
        (
            folders.home / "Library/Application Support/Claude/claude_desktop_config.json",
            "mcpServers",
        ),
        (folders.codex / "config.toml", "mcp_servers"),
    ]
    for folder in folders.opencode_folders:
        files += [(folder / "opencode.json", "mcp"), (folder / "opencode.jsonc", "mcp")]
    return _joined(own, other_programs_servers(files, scope="imported", folder=None))


def project_servers(
    loaded: Loaded, project: Path, *, trusted: bool, mine: Iterable[ServerSpec]
) -> ReadServers:
    """All servers of a project, less those that clash with ``mine``; none while it is not trusted."""
    if not trusted:
        return ReadServers()
    _, own = configured_servers(loaded, project)
    files = [
        (project / ".mcp.json", "mcpServers"),
        (project / ".codex/config.toml", "mcp_servers"),
        (project / "opencode.json", "mcp"),
        (project / "opencode.jsonc", "mcp"),
        (project / ".opencode/opencode.json", "mcp"),
    ]
    found = other_programs_servers(files, scope="project", folder=project)
    return without_clashes(_joined(own, found), mine)


def _joined(first: ReadServers, second: ReadServers) -> ReadServers:
    """Both, the first's where two have the same name."""
    names = {spec.name for spec in first.servers}
    more = tuple(spec for spec in second.servers if spec.name not in names)
    return ReadServers((*first.servers, *more), (*first.notes, *second.notes))


def other_programs_servers(
    files: Iterable[tuple[Path, str]], *, scope: ServerScope, folder: Path | None
) -> ReadServers:
    """Servers in files of Claude Code, Codex and OpenCode, each with the key of its table. ``folder``
    is where a server without a ``cwd`` starts. None of them starts before it is confirmed."""
    servers: dict[str, ServerSpec] = {}
    notes: list[str] = []
    for file, key in files:
        table = _read_table(file, notes)
        entries = table.get(key) if table is not None else None
        if not isinstance(entries, Mapping):
            continue
        for name, entry in entries.items():
            plain = _plain_entry(str(name), entry, str(file), scope, notes)
            if plain is None:
                continue
            found = servers_from({name: plain}, source=str(file), scope=scope, folder=folder)
            notes += found.notes
            for spec in found.servers:
                servers.setdefault(spec.name, spec)
    return ReadServers(tuple(servers.values()), tuple(notes))


def _plain_entry(
    name: str, entry: Any, file: str, scope: ServerScope, notes: list[str]
) -> dict[str, Any] | None:
    """Another program's entry with our keys; None (and a note) where it cannot mean the same."""
    if not isinstance(entry, Mapping):
        notes.append(f"{file}: MCP server {name} is not a table.")
        return None
    plain = {str(key): value for key, value in entry.items()}
    _rename(plain, "environment", "env")
    _rename(plain, "http_headers", "headers")
    _rename(plain, "startup_timeout_sec", "startup_timeout")
    _rename(plain, "tool_timeout_sec", "timeout")
    _rename(plain, "enabled_tools", "tools")
    if plain.pop("disabled", None) is True:
        plain["enabled"] = False
    if plain.get("type") in ("local", "remote", "stdio", "http", "streamable-http"):
        opencode = plain.pop("type") in ("local", "remote")
        if isinstance(plain.get("timeout"), (int, float)) and opencode:
            # There it is the time to connect, in milliseconds.
            plain["startup_timeout"] = plain.pop("timeout") / 1000
    if variable := plain.pop("bearer_token_env_var", None):
        notes.append(
            f"{file}: MCP server {name} takes a token from {variable}; write it as a header "
            'Authorization = "keyring:NAME" in your own config.toml.'
        )
        return None
    for key in ("env_http_headers", "env_vars", "oauth", "headersHelper", "auth"):
        if plain.pop(key, None):
            notes.append(f"{file}: MCP server {name}: {key} is not supported here.")
            return None
    for key in ("required", "description", "alwaysAllow", "autoApprove", "trust"):
        if plain.pop(key, None):
            notes.append(f"{file}: MCP server {name}: {key} has no effect here.")
    return _without_variables(name, plain, file, scope, notes)


def _without_variables(
    name: str, plain: dict[str, Any], file: str, scope: ServerScope, notes: list[str]
) -> dict[str, Any] | None:
    """Variables in other programs' files: a whole value becomes ``env:NAME``, in the person's own
    files only. A project is never given the person's environment."""
    for table in ("env", "headers"):
        values = plain.get(table)
        if scope == "imported" and isinstance(values, Mapping):
            plain[table] = {key: _reference(value) for key, value in values.items()}
    if _mentions_variable(plain):
        whose = (
            "a project may not be given your variables"
            if scope == "project"
            else ("only a whole value of env or headers may be a variable here")
        )
        notes.append(f"{file}: MCP server {name} is left out: {whose}.")
        return None
    if scope == "project" and _mentions_secret(plain):
        notes.append(f"{file}: MCP server {name} is left out: it asks for a secret of yours.")
        return None
    return plain


def _reference(value: Any) -> Any:
    match = _WHOLE_VARIABLE.fullmatch(value) if isinstance(value, str) else None
    return f"env:{match[1] or match[2]}" if match else value


def _mentions_variable(value: Any) -> bool:
    if isinstance(value, str):
        return _VARIABLE.search(value) is not None
    if isinstance(value, Mapping):
        return any(_mentions_variable(item) for item in value.values())
    return isinstance(value, (list, tuple)) and any(_mentions_variable(item) for item in value)


def _mentions_secret(value: Any) -> bool:
    if isinstance(value, str):
        return value.startswith(("env:", "keyring:"))
    if isinstance(value, Mapping):
        return any(_mentions_secret(item) for item in value.values())
    return isinstance(value, (list, tuple)) and any(_mentions_secret(item) for item in value)


def _rename(table: dict[str, Any], theirs: str, ours: str) -> None:
    if theirs in table:
        table.setdefault(ours, table.pop(theirs))


def _read_table(file: Path, notes: list[str]) -> dict[str, Any] | None:
    try:
        if not file.is_file() or file.stat().st_size > _MAX_BYTES:
            return None
        text = file.read_text("utf-8-sig")
        if file.suffix == ".toml":
            return tomllib.loads(text)
        table = parse_jsonc(text) if file.stem == "opencode" else json.loads(text)
    except (OSError, ValueError, ConfigError) as error:
        notes.append(f"{file} cannot be read: {error}")
        return None
    return table if isinstance(table, dict) else None
