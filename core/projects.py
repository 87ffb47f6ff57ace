"""What holds in a folder: its settings, rules, agents and instructions, read again when they change."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from core.agents.catalog import AgentCatalog
from core.agents.folders import UserFolders
from core.agents.loader import load_agents
from core.agents.mapping import ModelNames
from core.commands.definition import CommandCatalog
from core.commands.loader import load_commands
from core.config.loader import Loaded, load
from core.config.settings import Settings
from core.config.trust import TrustState, TrustStore, main_checkout
from core.errors import SpinneyError
from core.instructions import InstructionFile, load_instructions
from core.paths import Paths
from core.skills.loader import load_skills
from core.skills.skill import SkillCatalog, skill_command


@dataclass(frozen=True)
class ProjectContext:
    """One reading of everything that a folder and its owner configured."""

    root: Path
    trusted: bool
    loaded: Loaded
    agents: AgentCatalog
    commands: CommandCatalog
    skills: SkillCatalog
    is_git: bool
    may_loosen: bool = False

    @property
    def settings(self) -> Settings:
        return self.loaded.settings


@dataclass(slots=True)
class Projects:
    """Reads project contexts and keeps them until something changed.

    ``trust_for_run`` holds folders that were trusted on the command line for this process only.
    ``on_read`` hears of every reading, before anybody else gets it.
    """

    paths: Paths
    trust: TrustStore
    overrides: dict[str, object] = field(default_factory=dict)
    trust_for_run: set[Path] = field(default_factory=set)
    on_read: Callable[[ProjectContext], Awaitable[None]] | None = None
    _contexts: dict[Path, ProjectContext] = field(default_factory=dict)
    _last: dict[Path, Loaded] = field(default_factory=dict)
    """What held before, for files that cannot be parsed at the moment."""

    _age: int = 0
    """Goes up whenever something changed: what was read before then is not kept."""
    _reading: dict[Path, asyncio.Lock] = field(default_factory=dict)

    async def context(self, root: Path) -> ProjectContext:
        known = self._contexts.get(root)
        if known is not None:
            return known
        async with self._reading.setdefault(root, asyncio.Lock()):
            known = self._contexts.get(root)
            while known is None:
                age = self._age
                state = await self.trust.state(root)
                context = await asyncio.to_thread(self._read, root, state)
                if age != self._age:
                    continue
                if self.on_read is not None:
                    await self.on_read(context)
                if age == self._age:
                    self._contexts[root] = known = context
            return known

    def known(self, root: Path) -> ProjectContext | None:
        return self._contexts.get(root)

    def forget(self, root: Path | None = None) -> None:
        """Read again at the next use."""
        self._age += 1
        if root is None:
            self._contexts.clear()
        else:
            self._contexts.pop(root, None)

    def _read(self, root: Path, state: TrustState) -> ProjectContext:
        trusted = state.trusted or self._for_this_run(root)
        loaded = load(
            self.paths, root, trusted, last=self._last.get(root), may_loosen=state.may_loosen
        )
        self._last[root] = loaded
        if self.overrides:
            settings = loaded.settings.model_copy(update=self.overrides)
            loaded = Loaded(settings, loaded.rules, loaded.problems, loaded.sources)
        user = UserFolders.from_environment(self.paths)
        models = ModelNames.from_settings(loaded.settings)
        agents = load_agents(user, root, trusted=trusted, settings=loaded.settings, models=models)
        skills = load_skills(user, root, trusted=trusted, models=models)
        as_commands = [command for skill in skills if (command := skill_command(skill))]
        commands = load_commands(user, root, trusted=trusted, models=models, skills=as_commands)
        return ProjectContext(
            root,
            trusted,
            loaded,
            agents,
            commands,
            skills,
            (root / ".git").exists(),
            state.may_loosen,
        )

    def _for_this_run(self, root: Path) -> bool:
        """Whether the folder, or the checkout it is a worktree of, was trusted on the command line."""
        return not self.trust_for_run.isdisjoint((root, main_checkout(root)))

    def skills(self, context: ProjectContext) -> SkillCatalog:
        """The skills without those of the project that changed since a person saw them: their text
        is read when it is needed."""
        if not context.trusted or self._for_this_run(context.root):
            return context.skills
        not_seen = self.trust.not_seen(context.root)
        changed = {os.path.realpath(context.root / path) for path in not_seen}
        kept = [skill for skill in context.skills if os.path.realpath(skill.source) not in changed]
        return SkillCatalog(tuple(kept), context.skills.problems, context.skills.shadowed)

    def instructions(self, context: ProjectContext, directory: Path) -> list[InstructionFile]:
        not_seen: frozenset[str] = frozenset()
        if context.trusted and not self._for_this_run(context.root):
            # Read afresh for each turn, so each time only as a person saw them.
            not_seen = self.trust.not_seen(context.root, directory)
        found = load_instructions(
            UserFolders.from_environment(self.paths),
            context.root,
            directory,
            trusted=context.trusted,
            not_seen=not_seen,
        )
        return list(found.files)


def project_root(directory: Path) -> Path:
    """The folder that counts as the project: the enclosing repository, or the folder itself."""
    directory = real_directory(directory)
    for folder in (directory, *directory.parents):
        if (folder / ".git").exists():
            return folder
        if folder == Path.home():
            break
    return directory


def real_directory(directory: Path) -> Path:
    """The folder's real path; a sentence where it cannot be used."""
    try:
        real = Path(directory).expanduser().resolve(strict=True)
        if not real.is_dir():
            raise SpinneyError(f"{directory} is not a folder.", "Name a folder to work in.")
        os.scandir(real).close()
    except FileNotFoundError:
        raise SpinneyError(f"There is no folder {directory}.", "Name an existing folder.") from None
    except OSError as error:
        raise SpinneyError(
            f"The folder {directory} cannot be read: {error.strerror or error}.",
            "Check its permissions, or choose another folder.",
        ) from None
    return real
