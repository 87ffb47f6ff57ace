"""What an agent would be able to do, before it is saved; saving, trying and removing it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from core.agents.builtin import INTERNAL
from core.agents.definition import AgentDefinition
from core.agents.fields import check_name
from core.agents.folders import UserFolders
from core.agents.writer import agent_path, render_agent
from core.errors import ConfigError
from core.llm.catalog import ModelChoice
from core.llm.client import ModelClient
from core.llm.types import ModelRequest, SystemMessage, TextContent, TextDelta, UserMessage
from core.loop.offering import PERMISSION_OF, denied_outright
from core.loop.rights import own_rules
from core.permissions.check import Rights, decide
from core.permissions.models import Ask
from core.permissions.modes import parse_mode
from core.permissions.rules import DEFAULT_RULES
from core.projects import ProjectContext
from core.setup.models import AgentPreview, DefinitionRow, Definitions, Fault, ToolRight
from core.setup.rules import project_rules
from core.tools.base import Tool
from core.tools.registry import pool_for

_EXAMPLE = {
    "bash": "some-command",
    "network": "some-command",
    "read": "src/some-file.txt",
    "edit": "src/some-file.txt",
    "webfetch": "https://example.com/",
}
"""What a tool's permission is tried with; a rule for one pattern alone does not count for all."""

NO_PERMISSION = frozenset({"send_message", "task_output", "task_stop"})


def define(values: Mapping[str, Any]) -> AgentDefinition:
    """A definition from a form's values; raises ``ConfigError`` that names the wrong field."""
    try:
        agent = AgentDefinition.model_validate(dict(values))
        check_name(agent.name)
        if agent.permission_mode:
            parse_mode(agent.permission_mode)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise ConfigError(f"{field} cannot be used: {first['msg']}.") from None
    return agent


def preview(
    agent: AgentDefinition, context: ProjectContext, tools: Mapping[str, Tool[Any]]
) -> AgentPreview:
    """The tools it would have, what its first call of each meets, and the file it would be."""
    rules = (
        *DEFAULT_RULES,
        *context.loaded.rules.user,
        *project_rules(context),
        *own_rules(agent),
    )
    rights = Rights(
        rules=rules,
        mode=parse_mode(agent.permission_mode or "default"),
        project=context.root,
        directory=context.root,
        agent=agent.name,
    )
    rows: list[ToolRight] = []
    without: list[str] = []
    pool = {tool.name for tool in pool_for(agent, tools)}
    for name in tools:
        if name not in pool or denied_outright(name, rights):
            without.append(name)
            continue
        if name in NO_PERMISSION:
            rows.append(ToolRight(name, "allow", "needs no permission"))
            continue
        permission = PERMISSION_OF.get(name, name)
        decision = decide([Ask(permission, (_EXAMPLE.get(permission, "anything"),))], rights)
        why = decision.reasons[0].text if decision.reasons else ""
        rows.append(ToolRight(name, decision.action, why))
    return AgentPreview(
        tools=tuple(rows),
        without=tuple(without),
        text=render_agent(agent),
        model=agent.model or context.settings.model or "",
        problems=tuple(_problems(agent, context, tools)),
    )


def _problems(
    agent: AgentDefinition, context: ProjectContext, tools: Mapping[str, Tool[Any]]
) -> list[str]:
    found: list[str] = []
    if agent.name in INTERNAL:
        found.append(f"{agent.name!r} is the name of an agent that Spinney itself uses.")
    if not agent.description and agent.can_be_subagent:
        found.append("Without a description a model cannot tell when to use it.")
    if not agent.prompt.strip():
        found.append("It has no prompt, so it knows nothing but its tools.")
    for name in (*(agent.tools or ()), *agent.disallowed_tools):
        if "*" not in name and name not in tools and "_" not in name:
            found.append(f"There is no tool named {name}.")
    known = {skill.name for skill in context.skills}
    found += [f"There is no skill named {name}." for name in agent.skills if name not in known]
    return found


def deletable(agent: AgentDefinition, user: UserFolders, project: Path | None) -> Path | None:
    """The file of ours that defines an agent; None where it is built in or another program's."""
    for where in ("user", "project"):
        scope: Literal["user", "project"] = "user" if where == "user" else "project"
        if scope == "project" and project is None:
            continue
        try:
            path = agent_path(agent.name, scope, user, project)
        except ConfigError:
            return None
        if agent.source == str(path):
            return path
    return None


async def answer_once(
    client: ModelClient, choice: ModelChoice, agent: AgentDefinition, prompt: str
) -> AsyncIterator[str]:
    """What the agent's model says to a prompt, piece by piece, with the agent's own prompt and
    without any tool: nothing is run and nothing is kept."""
    request = ModelRequest(
        provider=choice.access,
        model=choice.info.model,
        messages=(SystemMessage(agent.prompt), UserMessage((TextContent(prompt),))),
        temperature=agent.temperature,
        top_p=agent.top_p,
        effort=agent.effort,
        options={**choice.options, **agent.options},
        price=choice.info.price,
        agent=agent.name,
        max_attempts=2,
    )
    async with aclosing(client.stream(request)) as deltas:
        async for delta in deltas:
            if isinstance(delta, TextDelta):
                yield delta.text


def definitions(context: ProjectContext) -> Definitions:
    """All agents, commands and skills in effect, and every file that could not be used."""
    rows = [
        DefinitionRow("agent", a.name, a.description, a.source, a.scope, a.notes)
        for a in context.agents
        if a.name not in INTERNAL
    ]
    rows += [
        DefinitionRow("command", f"/{c.name}", c.description, c.source, c.scope, c.notes)
        for c in context.commands
    ]
    rows += [
        DefinitionRow("skill", s.name, s.description, s.source, s.scope, s.notes)
        for s in context.skills
    ]
    problems = [
        Fault(problem.path, kind, problem.sentence)
        for kind, catalog in (
            ("agent", context.agents),
            ("command", context.commands),
            ("skill", context.skills),
        )
        for problem in catalog.problems
    ]
    skipped = [
        Fault(entry.source, kind, f"{sign}{entry.name} is not used: {entry.by} defines it too.")
        for kind, sign, catalog in (
            ("command", "/", context.commands),
            ("skill", "", context.skills),
        )
        for entry in catalog.shadowed
    ]
    return Definitions(tuple(rows), tuple(dict.fromkeys(problems)), tuple(dict.fromkeys(skipped)))
