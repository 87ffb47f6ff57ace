"""Plugins: folders that bring agents (and commands and skills) under a name of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.agents.definition import DefinitionScope, LoadProblem
from core.agents.folders import PROJECT_FOLDER, UserFolders
from core.agents.markdown import read_text_file
from core.errors import ConfigError

PLUGIN_IGNORES: dict[str, Any] = {"hooks": (), "mcp_servers": (), "permission_mode": None}
"""What a plugin's agent may not set: nobody looked at it when the plugin was installed."""


@dataclass(frozen=True)
class Plugin:
    name: str
    folder: Path
    scope: DefinitionScope


def installed_plugins(
    user: UserFolders, project: Path | None, problems: list[LoadProblem]
) -> list[Plugin]:
    """Plugins of the person and, where a trusted project is given, of the project."""
    found = [
        *_in_folder(user.own / "plugins", "user"),
        *_in_folder(user.claude / "plugins", "user"),
        *_recorded(user.claude, problems),
    ]
    if project is not None:
        found += _in_folder(project / ".claude" / "plugins", "project")
        found += _in_folder(project / PROJECT_FOLDER / "plugins", "project")
    unique = {plugin.folder: plugin for plugin in found}
    return list(unique.values())


def _in_folder(folder: Path, scope: DefinitionScope) -> Iterator[Plugin]:
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        manifest = path / ".claude-plugin" / "plugin.json"
        parts = [path / name for name in ("agents", "commands", "skills")]
        if manifest.is_file() or (any(part.is_dir() for part in parts) and not path.is_symlink()):
            yield Plugin(_name(manifest) or path.name, path, scope)


def _recorded(claude: Path, problems: list[LoadProblem]) -> list[Plugin]:
    """Plugins that Claude Code has installed, from its record of them, without those switched off."""
    record = _table(claude / "plugins" / "installed_plugins.json", "plugins", problems)
    enabled = _table(claude / "settings.json", "enabledPlugins", problems)
    found = []
    for key, entries in record.items():
        if enabled.get(key) is False:
            continue
        for entry in entries if isinstance(entries, list) else [entries]:
            path = entry.get("installPath") if isinstance(entry, Mapping) else None
            if isinstance(path, str) and Path(path).is_dir():
                found.append(Plugin(key.partition("@")[0], Path(path), "user"))
    return found


def _table(path: Path, key: str, problems: list[LoadProblem]) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        document = json.loads(read_text_file(path))
    except (ConfigError, ValueError, RecursionError) as error:
        problems.append(LoadProblem(str(path), f"It cannot be read: {error}"))
        return {}
    table = document.get(key) if isinstance(document, Mapping) else None
    return {str(name): entry for name, entry in table.items()} if isinstance(table, Mapping) else {}


def _name(manifest: Path) -> str | None:
    try:
        document = json.loads(read_text_file(manifest))
    except (ConfigError, ValueError, RecursionError):
        return None
    name = document.get("name") if isinstance(document, Mapping) else None
    return name if isinstance(name, str) and name else None
