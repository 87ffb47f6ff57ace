"""What a skill is, and what an agent gets of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.agents.builtin import RuleTriple
from core.agents.definition import DefinitionScope, LoadProblem
from core.agents.markdown import parse_markdown, read_text_file
from core.commands.definition import CommandDefinition, Shadowed
from core.errors import ConfigError, NotFound

LISTING_BUDGET = 12_000
DESCRIPTION_LIMIT = 1_024
FILES_LISTED = 50
_SHORTEST = 40


@dataclass(frozen=True)
class Skill:
    """One skill. ``for_model`` and ``for_people`` say who may start it; ``context`` is ``fork`` for
    those that run in a child. ``allowed_tools`` and ``rules`` limit such a run. ``hooks`` are as they
    are written; they act in the run that loads the skill."""

    name: str
    description: str
    folder: Path
    source: str
    scope: DefinitionScope
    for_model: bool = True
    for_people: bool = True
    context: Literal["inline", "fork"] = "inline"
    agent: str | None = None
    model: str | None = None
    background: bool = False
    allowed_tools: tuple[str, ...] | None = None
    rules: tuple[RuleTriple, ...] = ()
    argument_hint: str = ""
    notes: tuple[str, ...] = ()
    hooks: Any = field(default=None, compare=False)

    @property
    def file(self) -> Path:
        return Path(self.source)


@dataclass(frozen=True)
class LoadedSkill:
    """The text of a skill and the files that lie beside it, paths relative to its folder."""

    skill: Skill
    text: str
    files: tuple[str, ...]
    more_files: bool = False

    def for_model(self) -> str:
        """What the ``skill`` tool answers with."""
        lines = [
            f"# Skill {self.skill.name}",
            "",
            f"Folder: {self.skill.folder} (relative paths below are relative to it)",
            "",
            self.text,
        ]
        if self.files:
            rest = " (not all are listed)" if self.more_files else ""
            lines += ["", f"Files in the folder{rest}:", *(f"- {name}" for name in self.files)]
        return "\n".join(lines)


@dataclass(frozen=True)
class SkillCatalog:
    """The skills in effect, sorted by name, and what became of the others."""

    skills: tuple[Skill, ...]
    problems: tuple[LoadProblem, ...] = ()
    shadowed: tuple[Shadowed, ...] = ()
    _by_name: dict[str, Skill] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {skill.name: skill for skill in self.skills})

    def __iter__(self) -> Iterator[Skill]:
        return iter(self.skills)

    def get(self, name: str) -> Skill:
        """By name; the last part of a plugin's skill is enough where it is unambiguous."""
        if name in self._by_name:
            return self._by_name[name]
        endings = [skill for skill in self.skills if skill.name.endswith(f":{name}")]
        if len(endings) == 1:
            return endings[0]
        available = ", ".join(skill.name for skill in self.skills) or "none"
        raise NotFound(f"There is no skill named {name!r}.", f"Available: {available}.")


def list_skills(skills: Sequence[Skill], budget: int = LISTING_BUDGET) -> str:
    """The part of the system prompt that names the skills a model may load, within ``budget``
    characters: long descriptions are shortened first, then left out; names are cut only last."""
    offered = sorted((s for s in skills if s.for_model), key=lambda skill: skill.name)
    if not offered:
        return ""
    head = (
        "# Skills\n\n"
        "Each skill is a set of instructions for one kind of work. When a task matches a description, "
        "load that skill with the `skill` tool before you begin.\n\n"
    )
    room = budget - len(head)
    widest = max(len(skill.description) for skill in offered)
    for width in (widest, 400, 200, 100, _SHORTEST, 0):
        if width <= widest:
            lines = [_line(skill, width) for skill in offered]
            if sum(len(line) + 1 for line in lines) <= room:
                return head + "\n".join(lines)
    kept: list[str] = []
    for skill in offered:
        room -= len(_line(skill, 0)) + 1
        if room < 40:
            break
        kept.append(_line(skill, 0))
    return head + "\n".join([*kept, f"- and {len(offered) - len(kept)} more"])


def _line(skill: Skill, width: int) -> str:
    text = " ".join(skill.description.split())
    if width == 0:
        return f"- {skill.name}"
    return f"- {skill.name}: {text if len(text) <= width else text[: width - 1].rstrip() + '…'}"


def load_skill(skill: Skill) -> LoadedSkill:
    """Read a skill's text and list its files. The file is read anew: it may have been edited."""
    try:
        document = parse_markdown(read_text_file(skill.file))
    except ConfigError as error:
        raise ConfigError(f"Skill {skill.name} cannot be loaded: {error.sentence}") from error
    text = document.body.replace("${CLAUDE_SKILL_DIR}", str(skill.folder))
    files, more = _files_beside(skill.folder)
    return LoadedSkill(skill, text, files, more)


def _files_beside(folder: Path) -> tuple[tuple[str, ...], bool]:
    found: list[str] = []
    for current, folders, names in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if name not in (".git", "node_modules", "__pycache__")
        )
        for name in sorted(names):
            relative = (Path(current) / name).relative_to(folder).as_posix()
            if relative == "SKILL.md" or name.startswith("."):
                continue
            if len(found) == FILES_LISTED:
                return tuple(found), True
            found.append(relative)
    return tuple(found), False


def skill_command(skill: Skill) -> CommandDefinition | None:
    """A skill as a command that a person can type, None if it is not meant for people."""
    if not skill.for_people:
        return None
    loaded = load_skill(skill)
    return CommandDefinition(
        skill.name,
        skill.description,
        template=loaded.for_model(),
        agent=skill.agent,
        model=skill.model,
        context=skill.context,
        background=skill.background,
        allowed_tools=skill.allowed_tools,
        rules=skill.rules,
        argument_hint=skill.argument_hint,
        source=skill.source,
        scope=skill.scope,
    )
