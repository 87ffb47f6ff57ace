from __future__ import annotations

import subprocess
import sys

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.paths import ROOT
from core.tools.registry import all_tools, our_name, pool_for
from core.tools.services import Services


def names(agent: AgentDefinition, services: Services | None = None) -> list[str]:
    return [tool.name for tool in pool_for(agent, all_tools(), services)]


def test_every_tool_describes_itself_and_its_arguments() -> None:
    agent = AgentDefinition(name="build")
    for name, tool in all_tools().items():
        assert tool.name == name
        assert len(tool.description(agent, Settings())) > 30
        assert "$" not in tool.description(agent, Settings())
        schema = tool.schema(agent, Settings())
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False


def test_an_agent_gets_what_its_definition_names() -> None:
    assert names(AgentDefinition(name="a", tools=("Read", "Grep", "Bash(git *)"))) == [
        "read", "bash", "grep",
    ]  # fmt: skip
    everything = names(AgentDefinition(name="a", tools=("*",)))
    assert everything == list(all_tools())
    less = names(AgentDefinition(name="a", disallowed_tools=("Write", "WebFetch")))
    assert set(everything) - set(less) == {"write", "webfetch"}
    assert names(AgentDefinition(name="a", tools=("web*",))) == ["webfetch", "websearch"]


def test_tools_without_their_part_of_the_engine_disappear() -> None:
    left = names(AgentDefinition(name="a"), Services())
    assert "question" not in left
    assert "todowrite" not in left
    assert "edit" in left
    assert "apply_patch" in left


def test_names_of_other_programs_are_understood() -> None:
    assert our_name("LS") == "list"
    assert our_name("Agent") == "task"
    assert our_name("apply_patch") == "apply_patch"
    assert our_name("GitHub_createIssue") == "GitHub_createIssue"


def test_background_leaves_the_schema_when_it_cannot_act() -> None:
    agent = AgentDefinition(name="a")
    bash = all_tools()["bash"]
    assert "run_in_background" in bash.schema(agent, Settings())["properties"]
    off = Settings(background_tasks=False)
    assert "run_in_background" not in bash.schema(agent, off)["properties"]


def test_listing_the_tools_loads_nothing_heavy() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import core.tools.registry; "
        "print([m for m in ('httpx', 'trafilatura', 'ddgs', 'pypdf', 'git', 'litellm', 'psutil')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
