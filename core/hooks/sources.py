"""Hooks from our own configuration, and from the files of other programs where they mean the same."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from core.agents.definition import AgentDefinition
from core.agents.folders import UserFolders
from core.agents.hook_names import read_hooks
from core.config.loader import Loaded
from core.errors import ConfigError
from core.hooks.definition import HookScope, ReadHooks, hooks_from
from core.skills.skill import Skill

_MAX_BYTES = 1_000_000
_PLUGINS = ("plugin", "plugins")
_OTHER_PROGRAMS = frozenset((".claude", ".codex", ".opencode", "opencode"))


def configured_hooks(loaded: Loaded, project: Path | None) -> tuple[ReadHooks, ReadHooks]:
    """The ``[[hooks]]`` of the person and of the project, each from its own file."""
    found = {"user": ReadHooks(), "project": ReadHooks()}
    for source in loaded.sources:
        entries = source.table.get("hooks", ())
        found[source.layer] = hooks_from(
            [entry for entry in entries if isinstance(entry, Mapping)],
            source=str(source.path),
            scope=source.layer,
            project=project if source.layer == "project" else None,
        )
    return found["user"], found["project"]


def agent_hooks(agent: AgentDefinition, project: Path) -> ReadHooks:
    """The hooks of an agent; one that a project defines has the project's standing."""
    scope: HookScope = "project" if agent.scope == "project" else "user"
    if scope == "user" and of_another_program(agent.source):
        scope = "imported"
    source = f"agent {agent.name} ({agent.source})"
    where = project if scope == "project" else None
    return hooks_from(agent.hooks, source=source, scope=scope, project=where)


def of_another_program(source: str) -> bool:
    """Whether a file belongs to one of the programs whose definitions we read."""
    return not _OTHER_PROGRAMS.isdisjoint(Path(source).parts)


def skill_hooks(skill: Skill, project: Path) -> ReadHooks:
    """The hooks in a skill's front matter; one that a project brings has the project's standing."""
    if skill.hooks is None:
        return ReadHooks()
    scope: HookScope = "project" if skill.scope == "project" else "user"
    if scope == "user" and of_another_program(skill.source):
        scope = "imported"
    where = project if scope == "project" else None
    source = f"skill {skill.name} ({skill.source})"
    return _from_table(skill.hooks, source, scope, where, stop="stop")


def user_hooks(loaded: Loaded, folders: UserFolders) -> ReadHooks:
    """All hooks of the person: their own, and those they wrote for other programs."""
    own, _ = configured_hooks(loaded, None)
    files = [
        folders.claude / "settings.json",
        folders.codex / "hooks.json",
        folders.codex / "config.toml",
    ]
    plugins = [folder / name for folder in folders.opencode_folders for name in _PLUGINS]
    return _joined(own, other_programs_hooks(files, plugins, scope="imported", project=None))


def project_hooks(loaded: Loaded, project: Path, *, trusted: bool) -> ReadHooks:
    """All hooks of a project; none while it is not trusted."""
    if not trusted:
        return ReadHooks()
    _, own = configured_hooks(loaded, project)
    files = [
        project / ".claude" / "settings.json",
        project / ".claude" / "settings.local.json",
        project / ".codex" / "hooks.json",
        project / ".codex" / "config.toml",
    ]
    plugins = [project / ".opencode" / name for name in _PLUGINS]
    return _joined(own, other_programs_hooks(files, plugins, scope="project", project=project))


def _joined(first: ReadHooks, second: ReadHooks) -> ReadHooks:
    return ReadHooks((*first.hooks, *second.hooks), (*first.notes, *second.notes))


def other_programs_hooks(
    files: Iterable[Path], plugins: Iterable[Path], *, scope: HookScope, project: Path | None
) -> ReadHooks:
    """Hooks in settings files of Claude Code and Codex; ``plugins`` are folders of OpenCode's, about
    which there is only a note."""
    hooks: list[Any] = []
    notes: list[str] = []
    for file in files:
        table = _read_table(file, notes)
        if table is None or "hooks" not in table:
            continue
        if table.get("disableAllHooks") is True:
            notes.append(f"{file}: its hooks are switched off there, so they are not used here.")
            continue
        found = _from_table(table["hooks"], str(file), scope, project, stop="stop")
        hooks += found.hooks
        notes += found.notes
    for folder in plugins:
        if folder.is_dir() and any(folder.iterdir()):
            notes.append(
                f"{folder}: plugins are JavaScript for OpenCode and cannot run here; "
                "a [[hooks]] entry with a command does the same."
            )
    return ReadHooks(tuple(hooks), tuple(notes))


def _from_table(
    table: Any, source: str, scope: HookScope, project: Path | None, *, stop: str
) -> ReadHooks:
    """A table of events in another program's form. There ``Stop`` is the end of a turn; in an
    agent's file, which ``read_hooks`` is made for, it is the end of the agent."""
    if not isinstance(table, Mapping):
        try:
            entries, notes = read_hooks(table)
        except ConfigError as error:
            return ReadHooks((), (f"{source}: {error.sentence}",))
        found = hooks_from(entries, source=source, scope=scope, project=project)
        return ReadHooks(found.hooks, (*notes, *found.notes))
    hooks: list[Any] = []
    all_notes: list[str] = []
    for event, groups in table.items():
        groups = _same_meaning(str(event), groups, source, all_notes)
        try:
            entries, notes = read_hooks({event: groups})
        except ConfigError as error:
            all_notes.append(f"{source}: {error.sentence}")
            continue
        if str(event).lower() == "stop":
            entries = tuple({**entry, "event": stop} for entry in entries)
        found = hooks_from(entries, source=source, scope=scope, project=project)
        hooks += found.hooks
        all_notes += [f"{source}: {note}." for note in notes] + list(found.notes)
    return ReadHooks(tuple(hooks), tuple(all_notes))


def _same_meaning(event: str, groups: Any, source: str, notes: list[str]) -> Any:
    """The handlers that mean the same here; ``notes`` hears of the others."""
    if not isinstance(groups, list):
        return groups
    kept = []
    for group in groups:
        handlers = group.get("hooks") if isinstance(group, Mapping) else None
        if not isinstance(handlers, list):
            kept.append(group)
            continue
        usable = []
        for handler in handlers:
            asked = handler if isinstance(handler, Mapping) else {}
            if key := next((key for key in ("if", "args", "asyncRewake") if asked.get(key)), None):
                notes.append(f"{source}: {event}: a hook with {key!r} cannot be taken over.")
                continue
            for key in ("async", "once"):
                if asked.get(key):
                    notes.append(f"{source}: {event}: {key!r} does not exist here and is ignored.")
            usable.append(handler)
        if usable:
            kept.append({**group, "hooks": usable})
    return kept


def _read_table(file: Path, notes: list[str]) -> dict[str, Any] | None:
    try:
        if not file.is_file() or file.stat().st_size > _MAX_BYTES:
            return None
        text = file.read_text("utf-8-sig")
        table = tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)
    except (OSError, ValueError) as error:
        notes.append(f"{file} cannot be read: {error}")
        return None
    return table if isinstance(table, dict) else None
