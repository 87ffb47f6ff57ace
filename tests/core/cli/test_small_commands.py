"""The small commands beside ``spinney exec``: agents, approvals, trust, doctor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.paths import Paths
from tests.fakes.command import json_lines, spinney
from tests.fakes.engine import home_with_config
from tests.fakes.model_server import ModelServer


@pytest.fixture
def home(tmp_path: Path, model_server: ModelServer) -> Paths:
    return home_with_config(tmp_path / "home", model_server)


def test_agents_are_listed_with_where_they_come_from_and_what_could_not_be_read(
    home: Paths, project: Path
) -> None:
    folder = home.config / "agents"
    folder.mkdir()
    (folder / "tester.md").write_text("---\ndescription: Writes tests\n---\nWrite tests.\n")
    (folder / "broken.md").write_text("---\nsteps: many\n---\n")
    done = spinney(home, project, "agents", "list", "--json")
    listed = {agent["name"]: agent for agent in json_lines(done.stdout)}
    assert {"build", "plan", "general", "explore", "review", "tester"} <= set(listed)
    assert listed["tester"]["source"].endswith("agents/tester.md")
    assert "broken.md" in done.stderr
    shown = spinney(home, project, "agents", "show", "tester")
    assert json.loads(shown.stdout)["prompt"] == "Write tests."
    unknown = spinney(home, project, "agents", "show", "nobody")
    assert unknown.returncode == 1
    assert "tester" in unknown.stderr


def test_commands_and_skills_are_listed_with_where_they_come_from_and_why_one_is_not_used(
    home: Paths, project: Path
) -> None:
    commands = home.config / "commands"
    commands.mkdir()
    (commands / "init.md").write_text("---\ndescription: My own start\n---\nStart.\n")
    (commands / "clear.md").write_text("Clear it.\n")
    (commands / "ship.md").write_text("---\ndescription: Ship it\nshiny: yes\n---\nShip $1.\n")
    skill = home.config / "skills" / "ship"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text("---\nname: ship\ndescription: How to ship\n---\nSo.\n")
    done = spinney(home, project, "commands", "--json")
    listed = {command["name"]: command for command in json_lines(done.stdout)}
    built_in = {"review", "compact", "side", "fork", "agents", "model", "clear"}
    assert {name for name, c in listed.items() if c["source"] == "built in"} == {
        f"/{name}" for name in built_in
    }
    assert listed["/ship"]["source"] == str(commands / "ship.md")
    assert listed["/ship"]["notes"] == ["key 'shiny' is not known and has no effect"]
    assert listed["/init"]["description"] == "My own start"
    told = done.stderr.splitlines()
    assert any("clear.md: /clear is a built-in command that cannot be" in line for line in told)
    assert any(f"built in: /init is not used: {commands / 'init.md'}" in line for line in told)
    assert any(f"{skill / 'SKILL.md'}: /ship is not used" in line for line in told)
    shown = spinney(home, project, "skills")
    assert "ship " in shown.stdout
    assert "How to ship" in shown.stdout


def test_an_agent_is_generated_and_saved_and_then_there(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    answer = {
        "identifier": "api-reviewer",
        "whenToUse": "Use it to review API changes.",
        "systemPrompt": "You review API changes.",
    }
    model_server.script("scripted").say(json.dumps(answer))
    done = spinney(home, project, "agents", "generate", "reviews our API changes", "--save", "user")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["name"] == "api-reviewer"
    assert "You review API changes." in (home.config / "agents" / "api-reviewer.md").read_text()
    assert spinney(home, project, "agents", "show", "api-reviewer").returncode == 0


def test_what_exec_was_allowed_is_listed_and_can_be_taken_back(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    model_server.script("scripted").say("Done.")
    spinney(home, project, "exec", "--allow", "bash:npm test *", "go")
    (held,) = json_lines(spinney(home, project, "approvals", "list", "--json").stdout)
    assert (held["permission"], held["pattern"]) == ("bash", "npm test *")
    assert spinney(home, project, "approvals", "revoke", held["id"]).returncode == 0
    assert spinney(home, project, "approvals", "list", "--json").stdout == ""
    assert spinney(home, project, "approvals", "revoke", "apr_none").returncode == 1


def test_doctor_says_what_works_and_what_a_project_brings_along(home: Paths, project: Path) -> None:
    (project / "AGENTS.md").write_text("Be kind.\n")
    done = spinney(home, project, "doctor")
    assert done.returncode == 0, done.stdout
    for word in ("python", "config", "model", "store", "sandbox", "keyring", "ripgrep", "trust"):
        assert word in done.stdout
    assert "fake/scripted" in done.stdout


def test_help_lists_every_command(home: Paths, project: Path) -> None:
    from core.cli.main import COMMANDS

    done = spinney(home, project, "--help")
    assert done.returncode == 0
    assert [name for name in COMMANDS if name not in done.stdout] == []
