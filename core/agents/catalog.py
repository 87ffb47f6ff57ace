"""All agents of a project, ready to be looked up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from core.agents.builtin import INTERNAL
from core.agents.definition import AgentDefinition, LoadProblem
from core.agents.mapping import agent_name
from core.config.settings import Settings
from core.errors import ConfigError, NotFound

DEFAULT = "build"


@dataclass(frozen=True)
class AgentCatalog:
    """The agents in effect, in a stable order, and the files that could not be used."""

    definitions: tuple[AgentDefinition, ...]
    problems: tuple[LoadProblem, ...] = ()
    default_name: str | None = None
    _by_name: dict[str, AgentDefinition] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {agent.name: agent for agent in self.definitions})

    def __iter__(self) -> Iterator[AgentDefinition]:
        return iter(self.definitions)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def find(self, name: str) -> AgentDefinition | None:
        """The agent of that name, or the one another program's name for it means."""
        return self._by_name.get(agent_name(name, self._by_name))

    def get(self, name: str) -> AgentDefinition:
        """The same, or an error that names the agents there are."""
        agent = self.find(name)
        if agent is None:
            available = ", ".join(other.name for other in self.visible())
            raise NotFound(f"There is no agent named {name!r}.", f"Available: {available}.")
        return agent

    def visible(self) -> list[AgentDefinition]:
        """All that are offered to people, the default first, then by name."""
        leader = self.default_name or DEFAULT
        shown = [agent for agent in self.definitions if not agent.hidden]
        return sorted(shown, key=lambda agent: (agent.name != leader, agent.name))

    def primary(self) -> list[AgentDefinition]:
        """The agents a person can talk to, the default first."""
        return [agent for agent in self.visible() if agent.can_be_primary]

    def subagents(self) -> list[AgentDefinition]:
        """The agents a model may hand work to, hidden ones apart from the engine's own included."""
        able = [a for a in self.definitions if a.can_be_subagent and a.name not in INTERNAL]
        return sorted(able, key=lambda agent: agent.name)

    def default(self, settings: Settings) -> AgentDefinition:
        """The agent of a new session: ``default_agent``, otherwise build."""
        wanted = settings.default_agent
        if wanted:
            agent = self.find(wanted)
            if agent is None or agent.hidden or not agent.can_be_primary:
                reason = (
                    "does not exist" if agent is None
                    else "is hidden" if agent.hidden
                    else "is a subagent"
                )  # fmt: skip
                names = ", ".join(other.name for other in self.primary())
                raise ConfigError(
                    f"default_agent is {wanted!r}, which {reason}.", f"Choose one of: {names}."
                )
            return agent
        agent = self._by_name.get(DEFAULT)
        if agent is not None and agent.can_be_primary and not agent.hidden:
            return agent
        if not self.primary():
            raise ConfigError(
                "No agent is left that can lead a conversation.", "Enable build or plan again."
            )
        return self.primary()[0]
