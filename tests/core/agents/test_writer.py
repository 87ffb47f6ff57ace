"""A saved agent is the same agent when it is read again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.builtin import builtin_agents
from core.agents.definition import AgentDefinition
from core.agents.fields import Reading, define, read_fields
from core.agents.markdown import parse_markdown
from core.agents.writer import render_agent, save_agent
from core.errors import ConfigError

from .conftest import Desk


def read_back(text: str) -> AgentDefinition:
    document = parse_markdown(text)
    fields = read_fields(document.values, Reading())
    fields.values["prompt"] = document.body
    assert fields.name
    return define(fields.name, fields, source="built in", scope="built in")


LINE = st.text(st.characters(categories=("L", "N", "P", "Zs")), max_size=30).map(str.strip)
ACTION = st.sampled_from(["allow", "ask", "deny"])
AGENTS = st.builds(
    AgentDefinition,
    name=st.from_regex(r"[a-z][a-z0-9-]{0,20}", fullmatch=True),
    description=LINE,
    mode=st.sampled_from(["primary", "subagent", "all"]),
    prompt=LINE,
    temperature=st.none() | st.floats(0, 2),
    steps=st.none() | st.integers(1, 500),
    tools=st.none()
    | st.lists(st.sampled_from(["read", "bash", "pg_query"]), unique=True).map(tuple),
    permission=st.lists(
        st.tuples(st.sampled_from(["bash", "edit", "*", "pg_query"]), LINE.filter(bool), ACTION),
        max_size=6,
    ).map(tuple),
    background=st.booleans(),
    isolation=st.sampled_from(["none", "worktree"]),
)


@settings(max_examples=150, deadline=None)
@given(AGENTS)
def test_any_agent_survives_being_written_and_read(agent: AgentDefinition) -> None:
    assert read_back(render_agent(agent)) == agent


@pytest.mark.parametrize("agent", builtin_agents(), ids=lambda agent: agent.name)
def test_built_in_agents_can_be_saved_as_a_starting_point(agent: AgentDefinition) -> None:
    copy = agent.model_copy(update={"native": False})
    assert read_back(render_agent(copy)) == copy


def test_saving_puts_the_file_where_the_loader_finds_it(desk: Desk) -> None:
    agent = AgentDefinition(name="scribe", description="Writes.", prompt="You write.")
    path = save_agent(agent, "user", desk.user)
    assert path == desk.user.own / "agents" / "scribe.md"
    assert desk.load().get("scribe").prompt == "You write."
    save_agent(
        agent.model_copy(update={"prompt": "In project."}), "project", desk.user, desk.project
    )
    assert desk.load().get("scribe").prompt == "In project."
    assert os.listdir(path.parent) == ["scribe.md"]


def test_an_existing_file_is_overwritten_only_on_purpose(desk: Desk) -> None:
    agent = AgentDefinition(name="scribe", prompt="one")
    save_agent(agent, "user", desk.user)
    with pytest.raises(ConfigError, match="already exists"):
        save_agent(agent, "user", desk.user)
    save_agent(agent.model_copy(update={"prompt": "two"}), "user", desk.user, overwrite=True)
    assert desk.load().get("scribe").prompt == "two"


@pytest.mark.parametrize("name", ["../escape", "a:b", "title", "", "-x", "a b", "x/../y"])
def test_names_that_would_go_astray_are_refused(desk: Desk, name: str) -> None:
    with pytest.raises(ConfigError):
        save_agent(AgentDefinition(name=name), "user", desk.user)
    assert not Path(desk.user.own / "agents").exists()
