"""What a command is, whatever file it came from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from core.agents.builtin import RuleTriple
from core.agents.definition import AgentDefinition, DefinitionScope, LoadProblem
from core.errors import NotFound

CommandKind: TypeAlias = Literal[
    "prompt", "review", "compact", "side", "fork", "agents", "model", "clear"
]


@dataclass(frozen=True)
class CommandDefinition:
    """One command. ``kind`` says who carries it out: a ``prompt`` is expanded and sent to a model, the
    others are actions of the engine or the window.

    ``context`` is ``fork`` for commands that run in a child and return its output. ``allowed_tools``
    and ``rules`` limit what the run may do and grant nothing. ``notes`` say what was not taken over.
    """

    name: str
    description: str = ""
    kind: CommandKind = "prompt"
    template: str = ""
    agent: str | None = None
    model: str | None = None
    subtask: bool | None = None
    context: Literal["inline", "fork"] = "inline"
    background: bool = False
    allowed_tools: tuple[str, ...] | None = None
    rules: tuple[RuleTriple, ...] = ()
    argument_hint: str = ""
    source: str = "built in"
    scope: DefinitionScope = "built in"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shadowed:
    """A command that is not used because a later source defines the same name."""

    name: str
    source: str
    by: str


@dataclass(frozen=True)
class CommandCatalog:
    """The commands in effect, sorted by name, and what became of the others."""

    commands: tuple[CommandDefinition, ...]
    problems: tuple[LoadProblem, ...] = ()
    shadowed: tuple[Shadowed, ...] = ()
    _by_name: dict[str, CommandDefinition] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {entry.name: entry for entry in self.commands})

    def __iter__(self) -> Iterator[CommandDefinition]:
        return iter(self.commands)

    def find(self, name: str) -> CommandDefinition | None:
        """By name, with or without the slash; ``dir:name`` and ``dir/name`` are the same, and the last
        part is enough where only one command ends so."""
        name = name.removeprefix("/")
        for start in ("", "project:", "user:"):
            bare = name.removeprefix(start)
            for spelling in (bare, bare.replace("/", ":"), bare.replace(":", "/")):
                if spelling in self._by_name:
                    return self._by_name[spelling]
        ending = [c for c in self.commands if re.split("[:/]", c.name)[-1] == name]
        return ending[0] if len(ending) == 1 else None

    def get(self, name: str) -> CommandDefinition:
        command = self.find(name)
        if command is None:
            available = ", ".join(f"/{entry.name}" for entry in self.commands)
            raise NotFound(
                f"There is no command named /{name.removeprefix('/')}.", f"Available: {available}."
            )
        return command


def subtask_decision(command: CommandDefinition, agent: AgentDefinition) -> bool:
    """Whether a command becomes a subtask: ``subtask = true`` always does, ``subtask = false`` never,
    and without either it does when its agent is a subagent."""
    if command.subtask is not None:
        return command.subtask
    return agent.mode == "subagent"
