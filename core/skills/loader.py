"""Finds skills in the person's and the project's folders. Later sources win by name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.agents.definition import DefinitionScope, LoadProblem
from core.agents.fields import check_name, read_flag
from core.agents.folders import PROJECT_FOLDER, UserFolders, check_inside
from core.agents.mapping import ModelNames
from core.agents.markdown import parse_markdown, read_text_file
from core.agents.plugins import installed_plugins
from core.agents.selection import read_tools
from core.agents.watching import watch_places
from core.commands.definition import Shadowed
from core.errors import ConfigError
from core.skills.skill import DESCRIPTION_LIMIT, Skill, SkillCatalog

_SILENT = ("name", "license", "metadata", "version", "compatibility", "arguments", "paths")


def load_skills(
    user: UserFolders, project: Path | None, *, trusted: bool, models: ModelNames | None = None
) -> SkillCatalog:
    """Read every ``SKILL.md`` that counts; without trust nothing in the project is even opened."""
    problems: list[LoadProblem] = []
    found: dict[str, Skill] = {}
    shadowed: list[Shadowed] = []
    root = project if project is not None and trusted else None
    names = models or ModelNames()

    def add_folder(folder: Path, scope: DefinitionScope, prefix: str = "") -> None:
        inside = project if scope == "project" else None
        for path in _skill_files(folder, problems):
            try:
                check_inside(path, inside)
                skill = read_skill(path, scope, names)
            except ConfigError as error:
                problems.append(LoadProblem(str(path), str(error)))
            else:
                skill = replace(skill, name=prefix + skill.name)
                if (before := found.get(skill.name)) is not None:
                    shadowed.append(Shadowed(skill.name, before.source, skill.source))
                found[skill.name] = skill

    for plugin in installed_plugins(user, root, problems):
        add_folder(plugin.folder / "skills", plugin.scope, f"{plugin.name}:")
    for place in (user.shared, user.claude):
        add_folder(place / "skills", "user")
    if root is not None:
        for name in (".agents", ".claude"):
            add_folder(root / name / "skills", "project")
    add_folder(user.own / "skills", "user")
    if root is not None:
        add_folder(root / PROJECT_FOLDER / "skills", "project")
    ordered = sorted(found.values(), key=lambda skill: skill.name)
    return SkillCatalog(tuple(ordered), tuple(problems), tuple(shadowed))


def _skill_files(folder: Path, problems: list[LoadProblem]) -> list[Path]:
    """``NAME/SKILL.md``, one level deep. A folder without one is told, not passed over."""
    if not folder.is_dir():
        return []
    paths = []
    try:
        children = sorted(child for child in folder.iterdir() if not child.name.startswith("."))
    except OSError as error:
        problems.append(LoadProblem(str(folder), f"It cannot be read: {error.strerror}."))
        return []
    for child in children:
        if (child / "SKILL.md").is_file():
            paths.append(child / "SKILL.md")
        elif child.is_dir():
            problems.append(LoadProblem(str(child), "It holds no SKILL.md."))
    return paths


def read_skill(path: Path, scope: DefinitionScope, models: ModelNames) -> Skill:
    """One skill; raises ``ConfigError`` with the reason when the file cannot be used."""
    document = parse_markdown(read_text_file(path))
    if not document.has_front_matter:
        raise ConfigError("It has no front matter.", "Add name and description.")
    raw = {str(key).replace("-", "_").lower(): value for key, value in document.values.items()}
    name = str(raw.get("name") or path.parent.name).strip()
    check_name(name)
    description = _description(raw)
    values, notes = _options(raw, models)
    if not document.body:
        notes.append("has no text")
    if len(description) > DESCRIPTION_LIMIT:
        notes.append(f"its description is longer than {DESCRIPTION_LIMIT} characters and is cut")
        description = description[:DESCRIPTION_LIMIT]
    return Skill(
        name=name,
        description=description,
        folder=path.parent,
        source=str(path),
        scope=scope,
        notes=(*document.notes, *notes),
        **values,
    )


def _description(raw: Mapping[str, Any]) -> str:
    parts = [raw.get("description"), raw.get("when_to_use")]
    description = " ".join(str(part).strip() for part in parts if part)
    if not description:
        raise ConfigError("It has no description, so no model could tell when to use it.")
    return description


def _options(raw: Mapping[str, Any], models: ModelNames) -> tuple[dict[str, Any], list[str]]:
    values: dict[str, Any] = {}
    notes: list[str] = []
    for key, value in raw.items():
        if value is None or key in (*_SILENT, "description", "when_to_use"):
            continue
        if key == "disable_model_invocation":
            values["for_model"] = not read_flag(value, key)
        elif key == "user_invocable":
            values["for_people"] = read_flag(value, key)
        elif key == "background":
            values["background"] = read_flag(value, key)
        elif key == "context":
            if value not in ("fork", "inline"):
                raise ConfigError(f"context must be fork or inline, not {value!r}.")
            values["context"] = value
        elif key == "agent":
            values["agent"] = str(value).strip()
        elif key == "hooks":
            values["hooks"] = value
        elif key == "argument_hint":
            values["argument_hint"] = str(value).strip()
        elif key == "model":
            values["model"], note = models.find(value, as_written=False)
            notes += [note] if note else []
        elif key in ("allowed_tools", "tools"):
            selection = read_tools(value)
            values["allowed_tools"] = selection.tools
            values["rules"] = tuple(selection.rules)
            notes += selection.notes
        else:
            notes.append(f"key {key!r} is not known and has no effect")
    return values, notes


def skill_places(user: UserFolders, project: Path | None, *, trusted: bool) -> list[Path]:
    """The folders whose change means that skills must be read again."""
    places = [base / "skills" for base in (user.own, user.claude, user.shared)]
    if project is not None and trusted:
        places += [project / name / "skills" for name in (PROJECT_FOLDER, ".claude", ".agents")]
    return places


async def watch_skills(
    user: UserFolders, project: Path | None, *, trusted: bool, stop: asyncio.Event | None = None
) -> AsyncGenerator[set[Path], None]:
    """Yield the changed paths each time a ``SKILL.md`` may have changed."""
    places = skill_places(user, project, trusted=trusted)
    async with aclosing(watch_places(places, (".md",), stop=stop)) as changes:
        async for paths in changes:
            yield paths
