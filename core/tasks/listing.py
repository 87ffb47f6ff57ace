"""The agents that the model may hand work to, as the task tool's text lists them."""

from __future__ import annotations

from core.agents.catalog import AgentCatalog
from core.agents.definition import AgentDefinition
from core.permissions.check import Rights, decide
from core.permissions.models import Ask
from core.tasks.launch import NEVER_BY_NAME


def usable_agents(catalog: AgentCatalog, rights: Rights) -> list[AgentDefinition]:
    """Subagents that no rule denies to this caller, in a stable order."""
    return [
        agent
        for agent in sorted(catalog.subagents(), key=lambda agent: agent.name)
        if agent.name not in NEVER_BY_NAME
        and decide([Ask("task", (agent.name,))], rights).action != "deny"
    ]


def describe_agents(catalog: AgentCatalog, rights: Rights) -> str:
    lines = ["Agents you can use as subagent_type:"]
    for agent in usable_agents(catalog, rights):
        lines.append(f"- {agent.name}: {' '.join(agent.description.split())}")
    return "\n".join(lines)
