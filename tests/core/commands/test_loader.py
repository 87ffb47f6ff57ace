"""Commands from all folders, where they come from, and why one is not used."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import aclosing
from pathlib import Path

import pytest

from core.agents.builtin import builtin
from core.agents.definition import AgentDefinition
from core.agents.mapping import ModelNames
from core.commands.builtin import builtin_commands
from core.commands.definition import CommandCatalog, CommandDefinition, subtask_decision
from core.commands.loader import load_commands, watch_commands
from core.errors import NotFound
from tests.core.agents.conftest import Desk

SAMPLES = Path(__file__).parent / "samples"
MODELS = ModelNames(("anthropic/claude-sonnet-4-5",), frozenset({"anthropic"}))


def load(desk: Desk, *, trusted: bool = True) -> CommandCatalog:
    return load_commands(desk.user, desk.project, trusted=trusted, models=MODELS)


def copy(sample: str, target: Path) -> None:
    shutil.copytree(SAMPLES / sample, target, dirs_exist_ok=True)


def test_the_built_in_commands_are_the_promised_ones(desk: Desk) -> None:
    catalog = load(desk)
    assert [command.name for command in catalog] == sorted(
        ["init", "review", "compact", "side", "fork", "agents", "model", "clear"]
    )
    assert all(command.description for command in catalog)
    assert catalog.get("/init").template
    assert catalog.get("review").agent == "review"


def test_a_claude_code_command_is_read(desk: Desk) -> None:
    copy("claude", desk.project / ".claude" / "commands")
    catalog = load(desk)
    assert catalog.problems == ()
    command = catalog.get("fix-issue")
    assert command.argument_hint == "[issue-number] [priority]"
    assert command.allowed_tools == ("bash", "read", "edit")
    assert ("bash", "gh issue view *", "ask") in command.rules
    assert command.model == "anthropic/claude-sonnet-4-5"
    assert command.scope == "project"
    nested = catalog.get("git:tidy")
    for spelling in ("/git/tidy", "/project:git:tidy", "/tidy"):
        assert catalog.get(spelling) is nested
    assert nested.description == "Tidy up the branch and explain what you did."
    forked = catalog.get("code-review")
    assert (forked.context, forked.background, forked.agent) == ("fork", True, "general-purpose")


def test_an_opencode_command_is_read_from_files_and_from_its_configuration(desk: Desk) -> None:
    copy("opencode", desk.user.opencode)
    catalog = load(desk)
    assert catalog.get("explore").agent == "explore"
    migrate = catalog.get("db/migrate")
    assert migrate is catalog.get("db:migrate")
    assert migrate.subtask is True
    assert catalog.get("test").template.startswith("Run the tests:")
    assert [p.path.rsplit(" ", 1)[-1] for p in catalog.problems] == ["(command.empty)"]


def test_later_sources_win_and_the_others_are_listed_as_shadowed(desk: Desk) -> None:
    places = [
        desk.user.claude / "commands" / "go.md",
        desk.project / ".opencode" / "command" / "go.md",
        desk.user.own / "commands" / "go.md",
        desk.project / ".spinney" / "commands" / "go.md",
    ]
    for number, path in enumerate(places):
        desk.write(path, f"level {number}\n")
    catalog = load(desk)
    assert catalog.get("go").template == "level 3"
    assert [(Path(s.source), Path(s.by)) for s in catalog.shadowed] == [
        (places[0], places[1]),
        (places[1], places[2]),
        (places[2], places[3]),
    ]


def test_our_own_commands_note_unknown_keys(desk: Desk) -> None:
    copy("spinney", desk.project / ".spinney" / "commands")
    assert load(desk).get("deploy").notes == ("key 'unknown-key' is not known and has no effect",)


def test_nothing_of_an_untrusted_project_counts(desk: Desk) -> None:
    copy("claude", desk.project / ".claude" / "commands")
    copy("spinney", desk.project / ".spinney" / "commands")
    assert {command.scope for command in load(desk, trusted=False)} == {"built in"}


def test_commands_that_steer_the_program_cannot_be_replaced(desk: Desk) -> None:
    desk.write(desk.user.own / "commands" / "clear.md", "Delete everything.\n")
    desk.write(desk.user.own / "commands" / "review.md", "My own review.\n")
    catalog = load(desk)
    assert catalog.get("clear").kind == "clear"
    assert "cannot be replaced" in catalog.problems[0].sentence
    assert catalog.get("review").template == "My own review."


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a b.md", "x", "cannot be the name"),
        ("void.md", "---\ndescription: d\n---\n", "no text"),
        ("odd.md", "---\nsubtask: perhaps\n---\nx", "true or false"),
        ("ctx.md", "---\ncontext: elsewhere\n---\nx", "fork or inline"),
    ],
)
def test_files_that_cannot_be_used_are_listed(
    desk: Desk, name: str, text: str, reason: str
) -> None:
    desk.write(desk.user.own / "commands" / name, text)
    (problem,) = load(desk).problems
    assert reason in problem.sentence


def test_plugins_commands_carry_the_plugins_name(desk: Desk) -> None:
    desk.write(desk.user.claude / "plugins" / "kit" / "commands" / "go.md", "Go.\n")
    assert load(desk).get("kit:go").template == "Go."


def test_an_unknown_command_is_an_error_that_names_the_available_ones(desk: Desk) -> None:
    with pytest.raises(NotFound, match="/compact"):
        load(desk).get("/nothing")


PRIMARY, SUBAGENT = builtin("build"), builtin("explore")
BOTH = AgentDefinition(name="both", mode="all")


@pytest.mark.parametrize(
    ("subtask", "agent", "decision"),
    [
        (None, SUBAGENT, True),
        (True, SUBAGENT, True),
        (False, SUBAGENT, False),
        (None, PRIMARY, False),
        (True, PRIMARY, True),
        (False, PRIMARY, False),
        (None, BOTH, False),
        (True, BOTH, True),
    ],
)
def test_when_a_command_becomes_a_subtask(
    subtask: bool | None, agent: AgentDefinition, decision: bool
) -> None:
    assert subtask_decision(CommandDefinition("x", subtask=subtask), agent) is decision


async def test_a_changed_command_is_noticed(desk: Desk) -> None:
    async with aclosing(watch_commands(desk.user, desk.project, trusted=True)) as changes:
        waiting = asyncio.ensure_future(anext(changes))
        while not waiting.done():
            desk.write(desk.project / ".spinney" / "commands" / "late.md", "Late.\n")
            await asyncio.wait([waiting], timeout=0.3)
    assert load(desk).get("late").template == "Late."


def test_built_in_commands_have_no_shell_lines() -> None:
    assert all("!`" not in command.template for command in builtin_commands())
