"""Reads the commands of all programs' folders. Later sources win by name; nothing vanishes unsaid."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from core.agents.definition import DefinitionScope, LoadProblem
from core.agents.fields import Program, check_name, read_flag
from core.agents.folders import PROJECT_FOLDER, UserFolders, check_inside, files_below
from core.agents.mapping import ModelNames
from core.agents.markdown import parse_markdown, read_text_file
from core.agents.opencode_json import FILES as OPENCODE_FILES
from core.agents.opencode_json import fill_in_files, opencode_section
from core.agents.plugins import installed_plugins
from core.agents.selection import read_tools
from core.agents.watching import watch_places
from core.commands.builtin import REPLACEABLE, builtin_commands
from core.commands.definition import CommandCatalog, CommandDefinition, Shadowed
from core.errors import ConfigError

_IGNORED = ("name", "version", "license", "metadata", "variant", "disable_model_invocation")


@dataclass
class _Loading:
    user: UserFolders
    project: Path | None
    models: ModelNames
    commands: dict[str, CommandDefinition] = field(default_factory=dict)
    problems: list[LoadProblem] = field(default_factory=list)
    shadowed: list[Shadowed] = field(default_factory=list)

    def inside(self, scope: DefinitionScope) -> Path | None:
        return self.project if scope == "project" else None

    def add(self, command: CommandDefinition) -> None:
        old = self.commands.get(command.name)
        if old is not None:
            if old.scope == "built in" and old.name not in REPLACEABLE:
                raise ConfigError(
                    f"/{old.name} is a built-in command that cannot be replaced.",
                    "Rename the file.",
                )
            self.shadowed.append(Shadowed(old.name, old.source, command.source))
        self.commands[command.name] = command

    def attempt(self, place: Path | str, action: Callable[[], None]) -> None:
        try:
            action()
        except ConfigError as error:
            self.problems.append(LoadProblem(str(place), str(error)))


def load_commands(
    user: UserFolders,
    project: Path | None,
    *,
    trusted: bool,
    models: ModelNames | None = None,
    skills: Iterable[CommandDefinition] = (),
) -> CommandCatalog:
    """Read every source that counts; ``skills`` are those a person may call, used where the name is
    free. Without trust nothing in the project is even opened."""
    loading = _Loading(user, project, models or ModelNames())
    loading.commands = {command.name: command for command in builtin_commands()}
    root = project if project is not None and trusted else None

    for plugin in installed_plugins(user, root, loading.problems):
        _folder(loading, plugin.folder / "commands", plugin.scope, "claude", f"{plugin.name}:")
    _folder(loading, user.codex / "prompts", "user", "codex", "prompts:")
    _folder(loading, user.claude / "commands", "user", "claude")
    for folder in user.opencode_folders:
        _opencode(loading, folder, folder, "user")
    if root is not None:
        _folder(loading, root / ".claude" / "commands", "project", "claude")
        _opencode(loading, root, root / ".opencode", "project")
    _folder(loading, user.own / "commands", "user", "spinney")
    if root is not None:
        _folder(loading, root / PROJECT_FOLDER / "commands", "project", "spinney")
    for skill in skills:
        taken = loading.commands.get(skill.name)
        if taken is None:
            loading.commands[skill.name] = skill
        else:
            loading.shadowed.append(Shadowed(skill.name, skill.source, taken.source))

    ordered = sorted(loading.commands.values(), key=lambda command: command.name)
    return CommandCatalog(tuple(ordered), tuple(loading.problems), tuple(loading.shadowed))


def _folder(
    loading: _Loading, folder: Path, scope: DefinitionScope, program: Program, prefix: str = ""
) -> None:
    separator = "/" if program == "opencode" else ":"
    try:
        paths = files_below(folder, ".md")
    except OSError as error:
        loading.problems.append(LoadProblem(str(folder), f"It cannot be read: {error.strerror}."))
        return
    for path in paths:

        def read(path: Path = path) -> None:
            check_inside(path, loading.inside(scope))
            document = parse_markdown(read_text_file(path))
            name = prefix + separator.join(path.relative_to(folder).with_suffix("").parts)
            command = read_command(
                name,
                document.values,
                document.body,
                program=program,
                models=loading.models,
                source=str(path),
                scope=scope,
            )
            loading.add(replace(command, notes=(*document.notes, *command.notes)))

        loading.attempt(path, read)


def _opencode(loading: _Loading, base: Path, folder: Path, scope: DefinitionScope) -> None:
    for place in dict.fromkeys((base, folder)):
        for name in OPENCODE_FILES:
            path = place / name
            if path.is_file():
                loading.attempt(path, lambda path=path: _opencode_file(loading, path, scope))  # type: ignore[misc]
    for kind in ("command", "commands"):
        _folder(loading, folder / kind, scope, "opencode")


def _opencode_file(loading: _Loading, path: Path, scope: DefinitionScope) -> None:
    check_inside(path, loading.inside(scope))
    for name, raw in opencode_section(path, "command").items():

        def read(name: str = name, raw: dict[str, Any] = raw) -> None:
            template = raw.pop("template", None)
            if not isinstance(template, str):
                raise ConfigError("It has no template.")
            body = fill_in_files(template, path.parent, loading.inside(scope), loading.user.home)
            loading.add(
                read_command(
                    name,
                    raw,
                    body,
                    program="opencode",
                    models=loading.models,
                    source=str(path),
                    scope=scope,
                )
            )

        loading.attempt(f"{path} (command.{name})", read)


def read_command(
    name: str,
    raw: Mapping[str, Any],
    body: str,
    *,
    program: Program,
    models: ModelNames,
    source: str,
    scope: DefinitionScope,
) -> CommandDefinition:
    """One command from its front matter and template; raises ``ConfigError`` for what is wrong."""
    check_name(name)
    if not body.strip():
        raise ConfigError("It has no text to send.")
    values: dict[str, Any] = {}
    notes: list[str] = []
    for key, value in raw.items():
        plain = str(key).replace("-", "_").lower()
        if value is None or plain in _IGNORED:
            continue
        if plain in ("description", "agent"):
            values[plain] = _text(value, key)
        elif plain == "argument_hint":
            values["argument_hint"] = _hint(value)
        elif plain in ("subtask", "background"):
            values[plain] = read_flag(value, str(key))
        elif plain == "context":
            values["context"] = _context(value)
        elif plain == "model":
            values["model"], note = models.find(value, as_written=program == "spinney")
            notes += [note] if note else []
        elif plain in ("allowed_tools", "tools"):
            selection = read_tools(value)
            values["allowed_tools"] = selection.tools
            values["rules"] = tuple(selection.rules)
            notes += selection.notes
        else:
            notes.append(f"key {str(key)!r} is not known and has no effect")
    description = values.pop("description", "") or _first_line(body)
    return CommandDefinition(
        name,
        description,
        template=body.strip(),
        source=source,
        scope=scope,
        notes=tuple(notes),
        **values,
    )


def _text(value: Any, key: object) -> str:
    if not isinstance(value, (str, int, float)):
        raise ConfigError(f"{key} must be text.")
    return str(value).strip()


def _hint(value: Any) -> str:
    """``[file]`` is a list to YAML and a hint to people."""
    if isinstance(value, list):
        return " ".join(f"[{item}]" for item in value)
    return _text(value, "argument-hint")


def _context(value: Any) -> Literal["inline", "fork"]:
    if value == "fork":
        return "fork"
    if value == "inline":
        return "inline"
    raise ConfigError(f"context must be fork or inline, not {value!r}.")


def _first_line(body: str) -> str:
    line = next((line.strip(" #") for line in body.splitlines() if line.strip(" #")), "")
    return line if len(line) <= 100 else f"{line[:99]}…"


def command_places(user: UserFolders, project: Path | None, *, trusted: bool) -> list[Path]:
    """The folders and files whose change means that commands must be read again."""
    places = [
        user.own / "commands",
        user.claude / "commands",
        user.codex / "prompts",
        user.own / "plugins",
    ]
    for folder in user.opencode_folders:
        places += [folder / name for name in ("command", "commands", *OPENCODE_FILES)]
    if project is not None and trusted:
        places += [project / PROJECT_FOLDER / "commands", project / ".claude" / "commands"]
        places += [
            project / ".opencode" / name for name in ("command", "commands", *OPENCODE_FILES)
        ]
        places += [project / name for name in OPENCODE_FILES]
    return places


async def watch_commands(
    user: UserFolders, project: Path | None, *, trusted: bool, stop: asyncio.Event | None = None
) -> AsyncGenerator[set[Path], None]:
    """Yield the changed paths each time files that may define commands have changed."""
    places = command_places(user, project, trusted=trusted)
    async with aclosing(watch_places(places, (".md", ".json", ".jsonc"), stop=stop)) as changes:
        async for paths in changes:
            yield paths
