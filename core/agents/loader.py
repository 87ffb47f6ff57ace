"""Reads all agents: built in, other programs' files, our own files and the config tables.

Later sources win by name. What cannot be used is reported as a problem, never skipped in silence.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.agents.builtin import INTERNAL, builtin_agents
from core.agents.catalog import AgentCatalog
from core.agents.codex_toml import parse_codex
from core.agents.definition import AgentDefinition, DefinitionScope, LoadProblem
from core.agents.fields import CONFIG, Fields, Program, Reading, define, read_fields
from core.agents.folders import PROJECT_FOLDER, UserFolders, check_inside, files_below
from core.agents.mapping import ModelNames
from core.agents.markdown import parse_markdown, read_text_file
from core.agents.opencode_json import FILES as OPENCODE_FILES
from core.agents.opencode_json import fill_in_files, opencode_section
from core.agents.plugins import PLUGIN_IGNORES, Plugin, installed_plugins
from core.agents.watching import watch_places
from core.config.settings import Settings
from core.errors import ConfigError


@dataclass
class _Loading:
    """The agents read so far, by name, and what went wrong."""

    user: UserFolders
    project: Path | None
    models: ModelNames
    agents: dict[str, AgentDefinition] = field(default_factory=dict)
    problems: list[LoadProblem] = field(default_factory=list)

    def reading(self, program: Program) -> Reading:
        return Reading(program, self.models, self.user.home)

    def inside(self, scope: DefinitionScope) -> Path | None:
        """Where a file of this scope must really lie; a person's own links may lead anywhere."""
        return self.project if scope == "project" else None

    def add(self, agent: AgentDefinition, path: Path | str) -> None:
        old = self.agents.get(agent.name)
        if agent.name in INTERNAL and not agent.native:
            raise ConfigError(
                f"{agent.name!r} is the name of an agent that Spinney itself uses.",
                "Give it another name.",
            )
        if old is not None and old.source != agent.source and old.native and not agent.native:
            agent = agent.model_copy(
                update={"notes": (*agent.notes, "replaces the built-in agent of this name")}
            )
        self.agents[agent.name] = agent

    def attempt(self, path: Path | str, action: Callable[[], None]) -> None:
        try:
            action()
        except ConfigError as error:
            self.problems.append(LoadProblem(str(path), str(error)))


def load_agents(
    user: UserFolders,
    project: Path | None,
    *,
    trusted: bool,
    settings: Settings,
    models: ModelNames | None = None,
) -> AgentCatalog:
    """Read every source that counts. Without trust nothing in the project is even opened."""
    loading = _Loading(user, project, models or ModelNames.from_settings(settings))
    loading.agents = {agent.name: agent for agent in builtin_agents()}
    root = project if project is not None and trusted else None

    for plugin in installed_plugins(user, root, loading.problems):
        _plugin(loading, plugin)
    _claude(loading, user.claude / "agents", "user")
    for folder in user.opencode_folders:
        _opencode(loading, folder, folder, "user")
    _codex(loading, user.codex / "agents", "user")
    if root is not None:
        _claude(loading, root / ".claude" / "agents", "project")
        _opencode(loading, root, root / ".opencode", "project")
        _codex(loading, root / ".codex" / "agents", "project")
    _own(loading, user.own / "agents", "user")
    if root is not None:
        _own(loading, root / PROJECT_FOLDER / "agents", "project")
    for name, table in settings.agent.items():
        _config_table(loading, name, table)

    agents = tuple(agent for agent in loading.agents.values() if not agent.disable)
    return AgentCatalog(agents, tuple(loading.problems), settings.default_agent)


def _claude(loading: _Loading, folder: Path, scope: DefinitionScope) -> None:
    def read(path: Path, names: dict[str, Path]) -> None:
        agent = _markdown_agent(loading, path, scope, "claude")
        _once(agent.name, path, names)
        loading.add(agent, path)

    _each(loading, folder, ".md", scope, read)


def _own(loading: _Loading, folder: Path, scope: DefinitionScope) -> None:
    def read(path: Path, names: dict[str, Path]) -> None:
        agent = _markdown_agent(loading, path, scope, "spinney")
        _once(agent.name, path, names)
        loading.add(agent, path)

    _each(loading, folder, ".md", scope, read)


def _markdown_agent(
    loading: _Loading, path: Path, scope: DefinitionScope, program: Program
) -> AgentDefinition:
    document = parse_markdown(read_text_file(path))
    if program == "claude" and not document.has_front_matter:
        raise ConfigError("It has no front matter, so it does not define an agent.")
    fields = _with_body(read_fields(document.values, loading.reading(program)), document.body)
    fields.notes += document.notes
    defaults: dict[str, Any] = {}
    if program == "claude":
        # Made to be called by another agent, unless it is prepared to lead a conversation.
        defaults["mode"] = "all" if fields.values.get("initial_prompt") else "subagent"
    if not fields.values.get("description"):
        fields.notes.append("has no description, so a model cannot tell when to use it")
    name = fields.name or path.stem
    return define(name, fields, source=str(path), scope=scope, **defaults)


def _with_body(fields: Fields, body: str) -> Fields:
    if body:
        fields.values["prompt"] = body
    return fields


def _opencode(loading: _Loading, base: Path, folder: Path, scope: DefinitionScope) -> None:
    """Both the configuration file and the Markdown files change an agent of the same name and
    replace only what they name, as they do in OpenCode."""
    places = [base / name for name in OPENCODE_FILES]
    if folder != base:
        places += [folder / name for name in OPENCODE_FILES]
    for path in places:
        if path.is_file():
            loading.attempt(path, lambda path=path: _opencode_file(loading, path, scope))  # type: ignore[misc]

    def read(path: Path, names: dict[str, Path], root: Path) -> None:
        document = parse_markdown(read_text_file(path))
        fields = _with_body(
            read_fields(document.values, loading.reading("opencode")), document.body
        )
        fields.notes += document.notes
        name = path.relative_to(root).with_suffix("").as_posix()
        _once(name, path, names)
        _change_or_add(loading, name, fields, path, scope)

    for kind in ("agent", "agents"):
        root = folder / kind
        _each(loading, root, ".md", scope, lambda p, n, root=root: read(p, n, root))  # type: ignore[misc]


def _opencode_file(loading: _Loading, path: Path, scope: DefinitionScope) -> None:
    check_inside(path, loading.inside(scope))
    for name, raw in opencode_section(path, "agent").items():
        place = f"{path} (agent.{name})"

        def read(name: str = name, raw: dict[str, Any] = raw) -> None:
            if isinstance(raw.get("prompt"), str):
                raw["prompt"] = fill_in_files(
                    raw["prompt"], path.parent, loading.inside(scope), loading.user.home
                )
            fields = read_fields(raw, loading.reading("opencode"))
            _change_or_add(loading, name, fields, path, scope)

        loading.attempt(place, read)


def _change_or_add(
    loading: _Loading, name: str, fields: Fields, path: Path, scope: DefinitionScope
) -> None:
    base = loading.agents.get(name)
    agent = define(name, fields, source=str(path), scope=scope, base=base)
    if base is not None:
        loading.agents[name] = agent
    else:
        loading.add(agent, path)


def _codex(loading: _Loading, folder: Path, scope: DefinitionScope) -> None:
    def read(path: Path, names: dict[str, Path]) -> None:
        fields = parse_codex(read_text_file(path), loading.reading("codex"))
        name = fields.name or path.stem
        _once(name, path, names)
        loading.add(define(name, fields, source=str(path), scope=scope, mode="subagent"), path)

    _each(loading, folder, ".toml", scope, read)


def _plugin(loading: _Loading, plugin: Plugin) -> None:
    root = plugin.folder / "agents"

    def read(path: Path, names: dict[str, Path]) -> None:
        agent = _markdown_agent(loading, path, plugin.scope, "claude")
        inner = ":".join([*path.relative_to(root).parent.parts, agent.name])
        name = f"{plugin.name}:{inner}"
        _once(name, path, names)
        ignored = [key for key in PLUGIN_IGNORES if getattr(agent, key)]
        changes: dict[str, Any] = {key: PLUGIN_IGNORES[key] for key in ignored}
        notes = tuple(f"{key} of a plugin's agent has no effect" for key in ignored)
        changes |= {"name": name, "notes": (*agent.notes, *notes)}
        loading.add(agent.model_copy(update=changes), path)

    _each(loading, root, ".md", plugin.scope, read)


def _config_table(loading: _Loading, name: str, table: dict[str, Any]) -> None:
    place = f"{CONFIG} [agent.{name}]"

    def read() -> None:
        fields = read_fields(table, loading.reading("spinney"))
        base = loading.agents.get(name)
        if base is None and set(table) == {"disable"}:
            raise ConfigError(f"There is no agent named {name!r} to disable.")
        scope = base.scope if base is not None else "user"
        loading.agents[name] = define(name, fields, source=place, scope=scope, base=base)

    loading.attempt(place, read)


def _each(
    loading: _Loading,
    folder: Path,
    suffix: str,
    scope: DefinitionScope,
    read: Callable[[Path, dict[str, Path]], None],
) -> None:
    names: dict[str, Path] = {}
    for path in _safely_listed(loading, folder, suffix):

        def one(path: Path = path) -> None:
            check_inside(path, loading.inside(scope))
            read(path, names)

        loading.attempt(path, one)


def _safely_listed(loading: _Loading, folder: Path, suffix: str) -> Iterator[Path]:
    try:
        yield from files_below(folder, suffix)
    except OSError as error:
        loading.problems.append(
            LoadProblem(str(folder), f"It cannot be read: {error.strerror or error}.")
        )


def _once(name: str, path: Path, names: dict[str, Path]) -> None:
    if name in names:
        raise ConfigError(f"{names[name].name} in the same folder already defines {name!r}.")
    names[name] = path


def agent_places(user: UserFolders, project: Path | None, *, trusted: bool) -> list[Path]:
    """The folders and files whose change means that agents must be read again."""
    places = [
        user.own / "agents",
        user.own / "plugins",
        user.claude / "agents",
        user.codex / "agents",
        *(place for f in user.opencode_folders for place in _opencode_places(f, f)),
    ]
    if project is not None and trusted:
        places += [
            project / PROJECT_FOLDER / "agents",
            project / PROJECT_FOLDER / "plugins",
            project / ".claude" / "agents",
            project / ".codex" / "agents",
            *_opencode_places(project, project / ".opencode"),
        ]
    return places


def _opencode_places(base: Path, folder: Path) -> list[Path]:
    files = [place / name for place in {base, folder} for name in OPENCODE_FILES]
    return [folder / "agent", folder / "agents", *sorted(files)]


async def watch_agents(
    user: UserFolders, project: Path | None, *, trusted: bool, stop: asyncio.Event | None = None
) -> AsyncGenerator[set[Path], None]:
    """Yield the changed paths each time files that may define agents have changed. Ends when
    ``stop`` is set or the consuming task is cancelled."""
    places = agent_places(user, project, trusted=trusted)
    async with aclosing(watch_places(places, (".md", ".toml", ".json", ".jsonc"), stop=stop)) as it:
        async for paths in it:
            yield paths
