"""What a person sets up is written to their file, comes back, and can be taken back."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path

import pytest

from core.errors import ConfigError
from core.events import DefinitionsChanged
from core.llm.client import ModelClient
from core.permissions.models import Approval
from core.setup.suggest import suggested_model
from tests.core.config.keyring_session import unlocked_keyring
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.script import say


async def test_a_change_is_written_with_comments_kept_and_can_be_taken_back(
    engine: EngineUnderTest,
) -> None:
    setup = engine.engine.setup
    file = engine.engine.paths.config_file
    file.write_text("# my own words\n" + file.read_text())
    before = file.read_text()
    await setup.change(("desktop", "scheme"), "dark", "colours")
    await setup.change(("fork",), True, "forks")
    assert file.read_text().startswith("# my own words\n")
    own = await setup.own()
    assert own.settings.fork
    assert own.settings.desktop == {"scheme": "dark"}
    assert ("desktop", "scheme") in own.written
    assert (await engine.engine.settings_for(engine.project)).fork, "it holds at once"
    assert any(isinstance(event, DefinitionsChanged) for event in engine.events)
    assert await setup.undo() == "forks"
    assert await setup.undo() == "colours"
    assert file.read_text() == before
    with pytest.raises(ConfigError, match="nothing to take back"):
        await setup.undo()


async def test_a_value_that_cannot_be_used_changes_nothing(engine: EngineUnderTest) -> None:
    setup = engine.engine.setup
    before = engine.engine.paths.config_file.read_bytes()
    with pytest.raises(ConfigError, match="max_depth"):
        await setup.change_all([(("fork",), True), (("max_depth",), "deep")], "both")
    assert engine.engine.paths.config_file.read_bytes() == before
    assert setup.last_change == ""


async def test_a_change_by_hand_in_between_is_never_overwritten_by_undo(
    engine: EngineUnderTest,
) -> None:
    setup = engine.engine.setup
    await setup.change(("fork",), True)
    file = engine.engine.paths.config_file
    file.write_text(file.read_text() + "\n# by hand\n")
    with pytest.raises(ConfigError, match="changed since"):
        await setup.undo()
    assert "# by hand" in file.read_text()


async def test_an_edit_by_hand_is_noticed(engine: EngineUnderTest) -> None:
    setup = engine.engine.setup
    following = asyncio.create_task(setup.follow(engine.project))
    await asyncio.sleep(0.2)
    file = engine.engine.paths.config_file
    file.write_text("fork = true\n" + file.read_text())
    await engine.until(lambda: any(isinstance(e, DefinitionsChanged) for e in engine.events))
    assert (await engine.engine.settings_for(engine.project)).fork
    following.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await following


@pytest.mark.parametrize(
    "place",
    [
        ".spinney/skills/tea/SKILL.md",
        ".claude/skills/tea/SKILL.md",
        ".agents/skills/tea/SKILL.md",
        ".opencode/command/tea.md",
        ".claude/commands/drinks/tea.md",
    ],
)
async def test_an_edited_skill_or_command_holds_from_the_next_prompt_on(
    engine: EngineUnderTest, model_server: ModelServer, place: str
) -> None:
    script = model_server.script("scripted").otherwise(say("Yes."))
    file = engine.project / place
    file.parent.mkdir(parents=True)
    text = "---\nname: tea\ndescription: {}\n---\nBoil water.\n"
    file.write_text(text.format("Green tea"))
    await engine.engine.trust(engine.project, await engine.engine.trust_state(engine.project))
    session = await engine.session()
    await engine.say(session, "hello")
    following = asyncio.create_task(engine.engine.setup.follow(engine.project))
    await asyncio.sleep(0.2)
    before = len(engine.events)
    file.write_text(text.format("Black tea, with milk"))
    await engine.until(
        lambda: any(isinstance(e, DefinitionsChanged) for e in engine.events[before:])
    )
    await engine.engine.trust(engine.project, await engine.engine.trust_state(engine.project))
    await engine.say(session, "and now?")
    described = {c.name: c.description for c in await engine.engine.commands(engine.project)}
    assert "Black tea, with milk" in described.values()
    if "skills" in place:
        assert "Green tea" in script.requests[0].system
        assert "Black tea, with milk" in script.requests[-1].system
    following.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await following


async def test_a_file_that_breaks_while_running_leaves_what_held_in_force(
    engine: EngineUnderTest,
) -> None:
    setup = engine.engine.setup
    await setup.add_rule("bash", "rm *", "deny")
    assert (await setup.judge(engine.project, "bash", "rm x")).action == "deny"
    file = engine.engine.paths.config_file
    file.write_text(file.read_text() + "\n[oops\n")
    setup.changed("settings")
    assert (await setup.judge(engine.project, "bash", "rm x")).action == "deny"
    own = await setup.own()
    assert own.faults[0].serious
    assert "not valid TOML" in own.faults[0].sentence


async def test_a_model_is_tried_with_one_call_and_its_tools_are_reported(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    setup = engine.engine.setup
    model_server.script("scripted").call("report_ready", word="hello")
    able = await setup.probe("fake/scripted")
    assert (able.answers, able.tools) == (True, True)
    model_server.forget()
    model_server.script("scripted").say("Hello there.")
    talker = await setup.probe("fake/scripted")
    assert (talker.answers, talker.tools) == (True, False)
    assert "tool" in talker.sentence
    model_server.forget()
    model_server.script("scripted").fail(400, "this model does not support tools").say("Hello.")
    plain = await setup.probe("fake/scripted")
    assert (plain.answers, plain.tools) == (True, False)
    model_server.forget()
    model_server.script("scripted").fail(401, "bad key")
    refused = await setup.probe("fake/scripted")
    assert not refused.answers
    assert refused.kind == "auth"
    assert "Traceback" not in refused.sentence


async def test_what_is_there_already_is_found(
    engine: EngineUnderTest, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = engine.engine.setup
    setup.addresses = {"ollama": model_server.openai_url}
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-not-a-real-one-000000")
    found = await setup.look_around()
    assert [key.variable for key in found.keys] == ["ANTHROPIC_API_KEY"]
    assert [server.title for server in found.servers] == ["Ollama"]
    server = found.servers[0]
    model_server.script(server.models[0]).call("report_ready", word="hello")
    assert (await setup.probe(f"ollama/{server.models[0]}", server=server)).tools
    await setup.use_found_server(server, server.models[0])
    settings = (await setup.own()).settings
    assert settings.model == f"ollama/{server.models[0]}"
    assert settings.provider["ollama"].base_url == server.base_url
    await setup.use_found_key(found.keys[0], "claude-sonnet-4-5")
    settings = (await setup.own()).settings
    assert settings.model == "anthropic/claude-sonnet-4-5"
    assert settings.provider["anthropic"].api_key_env == "ANTHROPIC_API_KEY"


async def test_a_key_goes_into_a_real_keyring_and_out_of_it(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "keyring"
    folder.mkdir()
    with unlocked_keyring(folder) as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        paths = home_with_config(tmp_path / "home", model_server)
        async with opened(paths, project, model_client) as under_test:
            setup = under_test.engine.setup
            assert await setup.store_key("openai", "my-secret-key") == "system keyring"
            assert "my-secret-key" not in paths.config_file.read_text()
            [state] = await setup.providers(["openai"])
            assert state.configured
            assert state.key == "system keyring"
            assert await setup.delete_key("openai")
            setup.look_again()
            [state] = await setup.providers(["openai"])
            assert state.key == ""
            assert "no key" in state.problem


async def test_without_a_keyring_a_key_can_be_used_for_this_run_or_by_variable(
    engine: EngineUnderTest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    setup = engine.engine.setup
    for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(ConfigError, match="not stored"):
        await setup.store_key("openai", "my-secret-key")
    assert "openai" not in (await setup.own()).settings.provider
    assert await setup.use_key_for_this_run("openai", "my-secret-key") == "this run only"
    [state] = await setup.providers(["openai"])
    assert state.key == "entered for this run only"
    await setup.use_variable("openai", "MY_OPENAI")
    assert (await setup.own()).settings.provider["openai"].api_key_env == "MY_OPENAI"
    with pytest.raises(ConfigError, match="name of a variable"):
        await setup.use_variable("openai", "not a name")


async def test_any_openai_compatible_address_can_be_added(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    setup = engine.engine.setup
    models = await setup.server_models(model_server.openai_url + "/")
    assert models
    name = await setup.add_server(model_server.openai_url, models[:1])
    model_server.script(models[0]).call("report_ready", word="hi")
    assert (await setup.probe(f"{name}/{models[0]}")).tools
    for address, said in (("nonsense://x", "not an address"), ("http://me:pw@h/v1", "password")):
        with pytest.raises(ConfigError, match=said):
            await setup.server_models(address)
    with pytest.raises(ConfigError, match=r"reached|answer"):
        await setup.server_models("http://127.0.0.1:9/v1")


async def test_rules_are_listed_by_layer_with_their_origin_and_tried_as_agents_calls_are(
    engine: EngineUnderTest,
) -> None:
    setup = engine.engine.setup
    await setup.add_rule("bash", "npm test *", "allow")
    await setup.add_rule("webfetch", "*", "deny")
    layers = {layer.name: layer for layer in await setup.rule_layers(engine.project, "plan")}
    assert list(layers) == ["default", "user", "project", "agent"]
    assert {rule.pattern for rule in layers["user"].rules} == {"npm test *", "*"}
    assert all(rule.origin.startswith("config.toml:") for rule in layers["user"].rules)
    assert (await setup.judge(engine.project, "bash", "npm test --watch")).action == "allow"
    both = await setup.judge(engine.project, "bash", "npm test && curl example.com")
    assert both.action == "ask"
    assert both.suggested
    denied = await setup.judge(engine.project, "webfetch", "https://example.com/")
    assert denied.action == "deny"
    assert "config.toml" in denied.reasons[0]
    await setup.remove_rule("webfetch", "*")
    assert (await setup.judge(engine.project, "webfetch", "https://example.com/")).action == "ask"
    with pytest.raises(ConfigError):
        await setup.remove_rule("webfetch", "*")


async def test_the_last_rule_of_a_permission_can_be_removed(engine: EngineUnderTest) -> None:
    setup = engine.engine.setup
    await setup.add_rule("bash", "npm test *", "allow")
    await setup.remove_rule("bash", "npm test *")
    assert "npm" not in engine.engine.paths.config_file.read_text()
    assert await setup.undo()
    assert "npm" in engine.engine.paths.config_file.read_text()


async def test_a_new_rule_wins_over_an_older_blanket_one(engine: EngineUnderTest) -> None:
    setup = engine.engine.setup
    await setup.change(("permission", "edit"), "ask")
    await setup.add_rule("edit", "docs/*", "allow")
    assert (await setup.judge(engine.project, "edit", "docs/a.md")).action == "allow"
    assert (await setup.judge(engine.project, "edit", "src/a.py")).action == "ask"


async def test_approvals_and_trust_are_listed_and_taken_back(engine: EngineUnderTest) -> None:
    setup = engine.engine.setup
    project = await engine.engine.open_project(engine.project)
    await engine.engine.store.add_approval(
        Approval(scope="project", scope_id=project.id, permission="bash", pattern="ls *")
    )
    [held] = await setup.approvals()
    assert held.holds_for == str(engine.project)
    await setup.revoke(held.approval.id)
    assert await setup.approvals() == []
    await engine.engine.trust(engine.project)
    assert await setup.trusted_projects() == [engine.project]
    await setup.revoke_trust(engine.project)
    assert await setup.trusted_projects() == []


async def test_an_agent_is_previewed_saved_read_back_and_deleted(engine: EngineUnderTest) -> None:
    setup = engine.engine.setup
    agent = setup.define_agent(
        {
            "name": "critic",
            "description": "Reads and complains",
            "prompt": "Complain.",
            "tools": ("read", "grep", "bash"),
            "permission": (("bash", "*", "deny"),),
        }
    )
    preview = await setup.preview_agent(engine.project, agent)
    assert {right.tool: right.action for right in preview.tools} == {
        "read": "allow",
        "grep": "allow",
    }
    assert "bash" in preview.without
    assert "name: critic" in preview.text
    path = await setup.save_agent(engine.project, agent, "user")
    found = (await engine.engine.agents(engine.project)).get("critic")
    assert found.tools == ("read", "grep", "bash")
    assert await setup.agent_file(engine.project, found) == path
    with pytest.raises(ConfigError, match="already exists"):
        await setup.save_agent(engine.project, agent, "user")
    await setup.delete_agent(engine.project, found)
    assert (await engine.engine.agents(engine.project)).find("critic") is None
    build = (await engine.engine.agents(engine.project)).get("build")
    with pytest.raises(ConfigError):
        await setup.delete_agent(engine.project, build)
    with pytest.raises(ConfigError, match="steps"):
        setup.define_agent({"name": "x", "steps": "many"})


async def test_an_agent_saved_in_a_trusted_project_leaves_it_trusted(
    engine: EngineUnderTest,
) -> None:
    setup = engine.engine.setup
    await engine.engine.trust(engine.project)
    agent = setup.define_agent({"name": "helper", "description": "Helps", "prompt": "Help."})
    await setup.save_agent(engine.project, agent, "project")
    assert (await engine.engine.trust_state(engine.project)).trusted
    assert (await engine.engine.agents(engine.project)).find("helper") is not None


async def test_an_agent_answers_a_test_prompt_without_leaving_a_trace(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    setup = engine.engine.setup
    model_server.script("scripted").say("Bonjour.")
    agent = setup.define_agent({"name": "french", "prompt": "Speak French."})
    said = "".join([piece async for piece in setup.try_agent(engine.project, agent, "Hello")])
    assert said == "Bonjour."
    assert await engine.engine.store.list_sessions() == []
    assert "Speak French." in model_server.requests[-1].system


async def test_definitions_name_every_file_that_could_not_be_used(engine: EngineUnderTest) -> None:
    folder = engine.engine.paths.config / "agents"
    folder.mkdir()
    (folder / "broken.md").write_text("---\nsteps: many\n---\nHello")
    engine.engine.setup.changed("definitions")
    listed = await engine.engine.setup.definitions(engine.project)
    assert {row.kind for row in listed.rows} >= {"agent", "command"}
    assert any("broken.md" in problem.place for problem in listed.problems)


async def test_definitions_name_what_another_of_the_same_name_replaces(
    engine: EngineUnderTest,
) -> None:
    folder = engine.engine.paths.config / "commands"
    folder.mkdir()
    (folder / "init.md").write_text("Start.\n")
    engine.engine.setup.changed("definitions")
    (skipped,) = (await engine.engine.setup.definitions(engine.project)).skipped
    assert skipped.place == "built in"
    assert skipped.sentence == f"/init is not used: {folder / 'init.md'} defines it too."


async def test_clean_up_removes_only_what_was_shown(engine: EngineUnderTest) -> None:
    setup = engine.engine.setup
    old, fresh = await engine.session(), await engine.session()
    await engine.engine.store.edit_session(
        old.id, lambda s: setattr(s, "updated", time.time() - 100 * 86400), touch=False
    )
    output = engine.engine.paths.outputs / "x" / "long.txt"
    output.parent.mkdir(parents=True)
    output.write_text("x" * 1000)
    assert {p.name for p in await setup.data_places() if p.size} >= {"conversations", "outputs"}
    plan = await setup.plan_clean_up(30, archived_only=False)
    assert [row[0] for row in plan.sessions] == [old.id]
    assert plan.files == (), "the output is new"
    assert not await setup.plan_clean_up(30), "it was not archived"
    await setup.change(("retention_days",), 30)
    assert [row[0] for row in (await setup.overdue()).sessions] == [old.id]
    await setup.clean_up(plan, busy=lambda _session: False)
    left = [session.id for session in await engine.engine.store.list_sessions()]
    assert left == [fresh.id]
    assert output.exists()


async def test_everything_can_be_exported(engine: EngineUnderTest, tmp_path: Path) -> None:
    session = await engine.session()
    assert await engine.engine.setup.export_all(tmp_path / "out") == 1
    assert (tmp_path / "out" / f"{session.id}.jsonl").stat().st_size > 0


async def test_a_budget_warns_once_near_it_and_once_over_it(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    setup = engine.engine.setup
    model_server.script("scripted").say("One.").say("Two.")
    session = await engine.session()
    await engine.say(session, "Hello")
    spent = await setup.spent()
    assert spent.day > 0
    await setup.change(("budget", "day"), spent.day * 1.1)
    for _ in range(2):
        await setup.check_budget()
    await setup.change(("budget", "day"), spent.day / 2)
    for _ in range(2):
        await setup.check_budget()
    notices = [e for e in engine.events if e.type == "notice"]
    assert len(notices) == 2
    with pytest.raises(ConfigError, match="budget"):
        await setup.change(("budget", "day"), -1.0)


async def test_diagnostics_never_hold_a_key(
    engine: EngineUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = engine.engine.setup
    await setup.use_key_for_this_run("openai", "zzz-very-secret")
    (engine.engine.paths.logs / "late.log").write_text("key zzz-very-secret was used\n")
    text = await setup.diagnostics()
    assert "zzz-very-secret" not in text
    assert "Default model: fake/scripted" in text
    assert "late" not in text or "[redacted]" in text


def test_the_newest_of_a_family_is_suggested() -> None:
    names = ["claude-haiku-4-5", "claude-sonnet-4-5", "claude-sonnet-4-5-20250929"]
    assert suggested_model("anthropic", [*names, "claude-sonnet-4-6"]) == "claude-sonnet-4-6"
    assert suggested_model("openai", ["gpt-4o-mini", "gpt-5", "gpt-5.3-codex"]) == "gpt-5"
    assert suggested_model("unheard-of", ["first", "second"]) == "first"
    assert suggested_model("unheard-of", []) == ""
