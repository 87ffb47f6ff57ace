"""Where an agent's memory lies.

``user`` memory goes with the person, ``project`` memory with the repository (and is shared by
whoever works on it), ``local`` memory belongs to this person in this project.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from core.agents.definition import AgentDefinition, MemoryScope
from core.paths import Paths

INDEX = "MEMORY.md"


def memory_folder(
    agent: AgentDefinition, paths: Paths, project: Path, *, trusted: bool
) -> Path | None:
    """The folder this agent may read and write as its memory; None when it has none, and for a
    project's memory while the project is not trusted. Nothing is made."""
    if agent.memory is None:
        return None
    if agent.memory == "project" and not trusted:
        return None
    folder = folder_for(agent.name, agent.memory, paths, project)
    if agent.memory == "project" and not folder.resolve().is_relative_to(project.resolve()):
        # A link in the repository would make any folder the agent's to write.
        return None
    return folder


def folder_for(name: str, scope: MemoryScope, paths: Paths, project: Path) -> Path:
    """The folder of an agent's memory in a scope."""
    folder = _folder_name(name)
    if scope == "user":
        return paths.config / "memory" / folder
    if scope == "project":
        return project / ".spinney" / "memory" / folder
    return paths.data / "memory" / project_memory_name(project) / folder


def _folder_name(name: str) -> str:
    """A name that is one plain folder, and another one for every agent."""
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", name).strip(".")
    if plain == name and plain:
        return plain
    return f"{plain or 'agent'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def project_memory_name(project: Path) -> str:
    """The folder that holds this person's memories of a project."""
    real = project.resolve()
    return f"{_folder_name(real.name)}-{hashlib.sha256(str(real).encode()).hexdigest()[:12]}"
