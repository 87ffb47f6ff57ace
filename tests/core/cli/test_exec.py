"""``spinney exec`` as a person or a script would use it: real processes, real exit codes."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.paths import ROOT, Paths
from core.permissions.models import Rule
from tests.fakes.command import json_lines, spinney, start_spinney
from tests.fakes.engine import EngineUnderTest, home_with_config
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate, Say, say


@pytest.fixture
def home(tmp_path: Path, model_server: ModelServer) -> Paths:
    return home_with_config(tmp_path / "home", model_server)


def test_the_answer_is_on_standard_output_and_the_exit_code_is_zero(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.call("write", path="made.txt", content="made\n").say("It is made.")
    done = spinney(home, project, "exec", "--allow", "edit", "make it")
    assert (done.returncode, done.stdout, done.stderr) == (0, "It is made.\n", "")
    assert (project / "made.txt").read_text() == "made\n"


def test_json_prints_one_event_a_line_and_ends_with_the_turn_and_its_usage(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    model_server.script("scripted").say("Hello.")
    done = spinney(home, project, "exec", "--json", "-", stdin="hi there")
    events = json_lines(done.stdout)
    assert all("type" in event and "session_id" in event for event in events)
    last = events[-1]
    assert last["type"] == "turn.finished"
    assert last["usage"]["input"] == 100
    assert last["outcome"] == "done"
    listed = json_lines(spinney(home, project, "sessions", "--json").stdout)
    assert [session["title"] for session in listed] == ["hi there"]
    assert listed[0]["id"] == last["session_id"]


def test_a_refused_permission_ends_with_three_and_says_what_would_allow_it(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.call("bash", command="touch made").say("I may not.")
    done = spinney(home, project, "exec", "make it")
    assert done.returncode == 3
    assert done.stdout == "I may not.\n"
    assert "permission was refused" in done.stderr
    assert not (project / "made").exists()
    result = "".join(script.requests[-1].results.values())
    assert "--allow 'bash:touch made'" in result


def test_a_session_goes_on_where_it_was(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    script.say("First.").say("Second.")
    first = json_lines(spinney(home, project, "exec", "--json", "one").stdout)
    session = first[-1]["session_id"]
    done = spinney(home, project, "exec", "--session", session, "two")
    assert done.stdout == "Second.\n"
    assert script.requests[-1].prompts == ["one", "two"]


class TestBuiltInCommands:
    """What the built-in commands do where there is no window."""

    def begun(self, home: Paths, project: Path) -> str:
        events = json_lines(spinney(home, project, "exec", "--json", "hello").stdout)
        return str(events[-1]["session_id"])

    def test_init_and_compact_work_as_in_the_window(
        self, home: Paths, project: Path, model_server: ModelServer
    ) -> None:
        script = model_server.script("scripted").otherwise(say("A summary of it."))
        session = self.begun(home, project)
        done = spinney(home, project, "exec", "--session", session, "/init mind the tests")
        assert done.returncode == 0, done.stderr
        assert "AGENTS.md" in script.requests[1].prompts[-1]
        assert "mind the tests" in script.requests[1].prompts[-1]
        done = spinney(home, project, "exec", "--session", session, "/compact")
        assert done.returncode == 0, done.stderr
        exported = spinney(home, project, "sessions", "--export", session).stdout
        assert "A summary of it." in exported
        assert '"compaction"' in exported

    def test_review_reviews(self, home: Paths, project: Path, model_server: ModelServer) -> None:
        answer = {"findings": [], "overall_correctness": "patch is correct"}
        script = model_server.script("scripted").otherwise(say(json.dumps(answer)))
        done = spinney(home, project, "exec", "/review the parser")
        assert done.returncode == 0, done.stderr
        assert "the parser" in script.requests[0].prompts[0]
        assert "task" not in script.requests[0].tools

    def test_a_side_question_is_answered_and_leaves_no_trace(
        self, home: Paths, project: Path, model_server: ModelServer
    ) -> None:
        script = model_server.script("scripted").say("Hello.").otherwise(say("A greeting."))
        session = self.begun(home, project)
        before = spinney(home, project, "sessions", "--export", session).stdout
        done = spinney(home, project, "exec", "--session", session, "/side what was said?")
        assert (done.returncode, done.stdout) == (0, "A greeting.\n")
        assert "<side-question>" in script.requests[1].prompts[-1]
        lines = spinney(home, project, "exec", "--json", "--session", session, "/side and?").stdout
        aside, last = json_lines(lines)[-2:]
        assert (aside["type"], aside["text"], aside["done"]) == (
            "aside.updated",
            "A greeting.",
            True,
        )
        assert (last["type"], last["outcome"], last["usage"]["input"]) == (
            "turn.finished",
            "done",
            100,
        )
        after = spinney(home, project, "sessions", "--export", session).stdout
        assert "Hello." in before
        assert before.count('"role"') == after.count('"role"') > 0
        assert "and?" not in after

    @pytest.mark.parametrize("text", ["/fork do it", "/agents", "/model fake/x", "/clear"])
    def test_what_needs_a_window_says_so(
        self, home: Paths, project: Path, model_server: ModelServer, text: str
    ) -> None:
        done = spinney(home, project, "exec", text)
        assert done.returncode == 1
        assert f"{text.split()[0]} works only at the desk" in done.stderr
        assert not model_server.requests


def test_background_agents_are_waited_for_and_their_results_delivered(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    model_server.script("child", lambda r: "job" in r.prompts[0]).say("The job is done.")
    parent = model_server.script("scripted", lambda r: "job" not in r.prompts[0])
    parent.call("task", description="a job", prompt="job", run_in_background=True)
    parent.say("Started.")
    parent.answer(lambda r: say("Told: " + str("The job is done." in r.prompts[-1])))
    parent.otherwise(say("Nothing more."))
    done = spinney(home, project, "exec", "go")
    assert (done.returncode, done.stdout) == (0, "Told: True\n")
    listed = json_lines(spinney(home, project, "tasks", "--json").stdout)
    assert [task["state"] for task in listed] == ["completed"]


def test_what_the_command_line_allows_holds_for_subagents_too(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    child = model_server.script("child", lambda r: "job" in r.prompts[0])
    child.call("bash", command="touch made").say("Made it.")
    parent = model_server.script("scripted", lambda r: "job" not in r.prompts[0])
    parent.call("task", description="a job", prompt="job").say("All done.")
    done = spinney(home, project, "exec", "--allow", "bash:touch *", "--allow", "edit", "go")
    assert (done.returncode, done.stdout) == (0, "All done.\n")
    assert (project / "made").exists()


def test_ctrl_c_ends_with_130_and_leaves_a_session_that_can_go_on(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    gate = Gate()
    script = model_server.script("scripted")
    script.reply(Say("Working"), gate, Say("never"))
    process = start_spinney(home, project, "exec", "--json", "go")
    assert gate.reached.wait(30)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    assert json_lines(out)[-1]["outcome"] == "interrupted"
    session = json_lines(out)[-1]["session_id"]
    script.say("Back again.")
    assert spinney(home, project, "exec", "--session", session, "go on").stdout == "Back again.\n"


def test_two_at_once_do_not_disturb_each_other(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    gates = {}
    for name in ("alpha", "beta"):
        gates[name] = Gate()
        script = model_server.script(name, lambda r, name=name: name in r.prompts[0])
        script.reply(gates[name], Call("bash", command=f"echo {name} > {name}.txt"))
        script.say(f"{name} done.")
    running = [
        start_spinney(home, project, "exec", "--allow", "bash", "--allow", "edit", name)
        for name in gates
    ]
    for gate in gates.values():
        assert gate.reached.wait(30)
    for gate in gates.values():
        gate.open()
    outputs = [process.communicate(timeout=30)[0] for process in running]
    assert outputs == ["alpha done.\n", "beta done.\n"]
    assert [process.returncode for process in running] == [0, 0]


class TestBadInput:
    def run(self, home: Paths, cwd: Path, *arguments: str, **more: str) -> tuple[int, str]:
        done = spinney(home, cwd, *arguments, **more)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stderr

    def test_no_model_says_how_to_name_one(self, tmp_path: Path, project: Path) -> None:
        paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "empty")})
        paths.create()
        code, said = self.run(paths, project, "exec", "go")
        assert code == 1
        assert "No model is configured." in said
        assert "demo/tour" in said

    def test_an_unknown_model_names_what_there_is(self, home: Paths, project: Path) -> None:
        code, said = self.run(home, project, "exec", "--model", "fike/scripted", "go")
        assert code == 1
        assert "fike" in said
        assert "fake" in said

    def test_an_unknown_agent_names_the_ones_available(self, home: Paths, project: Path) -> None:
        code, said = self.run(home, project, "exec", "--agent", "nobody", "go")
        assert code == 1
        assert "nobody" in said
        assert "build" in said

    def test_an_unknown_session(self, home: Paths, project: Path) -> None:
        code, said = self.run(home, project, "exec", "--session", "ses_none", "go")
        assert code == 1
        assert "ses_none" in said

    def test_a_refused_key_is_a_sentence(
        self, home: Paths, project: Path, model_server: ModelServer
    ) -> None:
        model_server.script("scripted").fail(401, "invalid key")
        code, said = self.run(home, project, "exec", "go")
        assert code == 1
        assert "key" in said

    def test_no_network_is_a_sentence(self, home: Paths, project: Path) -> None:
        text = home.config_file.read_text()
        lines = [
            'base_url = "http://127.0.0.1:9/v1"' if line.startswith("base_url") else line
            for line in text.splitlines()
        ]
        home.config_file.write_text("\n".join(lines))
        code, said = self.run(home, project, "exec", "go")
        assert code == 1
        assert "127.0.0.1:9" in said or "reach" in said

    def test_a_malformed_config_names_file_line_and_key(
        self, home: Paths, project: Path, model_server: ModelServer
    ) -> None:
        model_server.script("scripted").say("Still works.")
        home.config_file.write_text('stepz = 4\nsteps = "many"\n' + home.config_file.read_text())
        done = spinney(home, project, "exec", "go")
        assert done.stdout == "Still works.\n"
        assert "config.toml:1" in done.stderr
        assert "stepz" in done.stderr
        assert "config.toml:2" in done.stderr

    def test_a_folder_that_is_not_there(self, home: Paths, project: Path) -> None:
        code, said = self.run(home, project, "exec", "--cwd", "nowhere", "go")
        assert code == 1
        assert "no folder nowhere" in said

    def test_wrong_usage_is_two(self, home: Paths, project: Path) -> None:
        assert self.run(home, project, "exec")[0] == 2
        assert self.run(home, project, "exec", "  ")[0] == 2
        assert self.run(home, project, "exec", "--mode", "yolo", "go")[0] == 2
        assert self.run(home, project, "exec", "--allow", "", "go")[0] == 2
        assert self.run(home, project, "--bogus")[0] == 2


def test_the_engine_never_loads_litellm_openai_or_qt(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    model_server.script("scripted").say("Light.")
    code = f"""
import sys, os
sys.path.insert(0, {str(ROOT)!r})
from core.cli.main import main
code = main(["exec", "go"])
heavy = [n for n in sys.modules if n.split(".")[0] in ("litellm", "openai", "PySide6", "qasync")]
print(code, heavy)
"""
    from tests.fakes.command import environment

    done = subprocess.run(
        [sys.executable, "-I", "-c", code],
        cwd=project,
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "Light.\n0 []\n", done.stderr


def test_nothing_of_the_folder_is_imported(
    home: Paths, project: Path, model_server: ModelServer
) -> None:
    model_server.script("scripted").call("bash", command="true").say("Safe.")
    canary = project / "canary"
    evil = f"open({str(canary)!r}, 'a').write(__name__)\n"
    for name in ("core", "desktop", "litellm", "resources"):
        (project / name).mkdir()
        (project / name / "__init__.py").write_text(evil)
    for name in ("sitecustomize", "usercustomize", "apsw", "json", "asyncio"):
        (project / f"{name}.py").write_text(evil)
    done = spinney(home, project, "exec", "--allow", "bash:true", "go")
    assert done.stdout == "Safe.\n", done.stderr
    assert not canary.exists()


def test_export_and_import_round_trip(
    home: Paths, project: Path, model_server: ModelServer, tmp_path: Path
) -> None:
    model_server.script("scripted").say("Keep this.")
    session = json_lines(spinney(home, project, "exec", "--json", "say it").stdout)[-1][
        "session_id"
    ]
    exported = spinney(home, project, "sessions", "--export", session).stdout
    assert "Keep this." in exported
    file = tmp_path / "session.jsonl"
    file.write_text(exported)
    other = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "other")})
    other.create()
    assert spinney(other, project, "sessions", "--import", str(file)).returncode == 0
    found = spinney(other, project, "sessions", "--search", "keep", "--json").stdout
    assert json.loads(found.splitlines()[0])["title"] == "say it"


async def test_beside_an_open_window_neither_disturbs_the_others_runs(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    gate = Gate()
    window = model_server.script("window", lambda r: "in the window" in r.prompts[0])
    window.reply(gate, Call("bash", command="echo kept > kept.txt")).say("Still here.")
    model_server.script("beside", lambda r: "beside" in r.prompts[0]).say("Done beside.")
    session = await engine.session(rules=[Rule("*", "*", "allow")])
    await engine.engine.prompt(session.id, "work in the window")
    await asyncio.to_thread(gate.reached.wait, 20)
    done = await asyncio.to_thread(spinney, engine.engine.paths, project, "exec", "beside it")
    assert (done.returncode, done.stdout) == (0, "Done beside.\n")
    assert engine.engine.is_running(session.id)
    gate.open()
    result = await engine.engine.wait_idle(session.id)
    assert result is not None
    assert result.text == "Still here."
    assert [part.status for part in await engine.tool_parts(session.id)] == ["completed"]


def test_the_demo_brings_its_own_project_and_leaves_the_folder_alone(tmp_path: Path) -> None:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    empty = tmp_path / "empty"
    empty.mkdir()
    allowed = ("--mode", "acceptEdits", "--allow", "bash:python3 -m unittest")
    done = spinney(paths, empty, "exec", "--model", "demo/tour", *allowed, "show me around")
    assert done.returncode == 0, done.stderr
    assert "All five tests pass." in done.stdout
    (sample,) = (tmp_path / "home" / "data" / "demo").glob("*/teashop")
    assert str(sample) in done.stderr
    assert "if count >= DISCOUNT_FROM:" in (sample / "teashop" / "basket.py").read_text()
    assert list(empty.iterdir()) == []


def test_the_demo_stays_in_a_folder_that_was_named(tmp_path: Path) -> None:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    named = tmp_path / "named"
    named.mkdir()
    done = spinney(paths, tmp_path, "exec", "--model", "demo/tour", "--cwd", str(named), "go")
    assert "sample project" not in done.stderr
    assert not (tmp_path / "home" / "data" / "demo").exists()
    assert list(named.iterdir()) == []
