"""Hooks around real turns: they block, change, add and keep going, and never grant anything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import SpinneyError
from core.events import Notice
from core.permissions.models import Answer, Rule
from core.sessions.models import TextPart
from tests.core.extensions.conftest import Begin, hook_toml
from tests.fakes.model_server import ModelServer

ALLOW_ALL = [Rule("*", "*", "allow")]
ALLOW_LS = [Rule("bash", "ls *", "allow", "session")]


def echo(answer: object) -> str:
    return f"echo '{json.dumps(answer)}'"


async def test_a_harmless_command_that_a_hook_turns_into_another_is_asked(
    begin: Begin, model_server: ModelServer, project: Path
) -> None:
    (project / "build").mkdir()
    rewrite = echo({"args": {"command": "rm -rf build"}})
    model_server.script("scripted").call("bash", cmd="ls build").say("Done.")
    async with begin(hook_toml("tool.execute.before", rewrite)) as engine:
        session = await engine.session(rules=ALLOW_LS)
        await engine.engine.prompt(session.id, "look")
        await engine.until(lambda: "request.asked" in engine.types())
        (request,) = await engine.engine.requests()
        assert request.command == "rm -rf build"
        assert (project / "build").exists()
        await engine.engine.answer(request.id, Answer(kind="deny"))
        await engine.engine.wait_idle(session.id)
        assert (project / "build").exists()
        (call,) = await engine.tool_parts(session.id)
        assert call.status == "failed"
        assert json.loads(call.raw_input) == {"command": "rm -rf build"}


async def test_the_reason_of_a_hook_that_blocks_reaches_the_model(
    begin: Begin, model_server: ModelServer, project: Path
) -> None:
    script = model_server.script("scripted").call("bash", cmd="touch made").say("I see.")
    guard = hook_toml(
        "tool.execute.before", "echo 'no touching here' >&2; exit 2", pattern="touch *"
    )
    async with begin(guard) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        assert await engine.say(session, "go") == "I see."
        assert not (project / "made").exists()
    assert "no touching here" in "".join(script.requests[1].results.values())


async def test_a_hook_after_a_call_adds_to_its_result(
    begin: Begin, model_server: ModelServer
) -> None:
    script = model_server.script("scripted").call("bash", command="echo one").say("Fine.")
    after = hook_toml("tool.execute.after", echo({"context": "remember the tests"}), matcher="bash")
    async with begin(after) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "go")
    result = "".join(script.requests[1].results.values())
    assert "one" in result
    assert "remember the tests" in result


async def test_a_hook_can_have_an_allowed_call_asked(
    begin: Begin, model_server: ModelServer
) -> None:
    model_server.script("scripted").call("bash", command="ls").say("Fine.")
    ask = echo(
        {"hookSpecificOutput": {"permissionDecision": "ask", "permissionDecisionReason": "hm"}}
    )
    # What must be asked is asked although another hook would allow it.
    allow = hook_toml("permission-ask", echo({"decision": "allow"}))
    async with begin(hook_toml("tool.execute.before", ask) + allow) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        await engine.engine.prompt(session.id, "go")
        await engine.until(lambda: "request.asked" in engine.types())
        (request,) = await engine.engine.requests()
        assert request.why == ["hm"]
        await engine.engine.answer(request.id, Answer(kind="once"))
        await engine.engine.wait_idle(session.id)
        (call,) = await engine.tool_parts(session.id)
        assert call.status == "completed"


async def test_the_persons_own_hook_may_answer_a_request_and_refuse_one(
    begin: Begin, model_server: ModelServer, project: Path
) -> None:
    script = model_server.script("scripted")
    script.calls(("bash", {"command": "touch a"}), ("bash", {"command": "touch b"})).say("Fine.")
    allow = hook_toml("permission-ask", echo({"decision": "allow"}), pattern="touch a")
    deny = hook_toml("permission-ask", "echo 'never b' >&2; exit 2", pattern="touch b")
    async with begin(allow + deny, interactive=False) as engine:
        session = await engine.session()
        await engine.say(session, "go")
        assert "request.asked" not in engine.types()
        assert (project / "a").exists()
        assert not (project / "b").exists()
    assert "never b" in "".join(script.requests[1].results.values())


async def test_prompts_pass_through_hooks(begin: Begin, model_server: ModelServer) -> None:
    script = model_server.script("scripted").say("One.").say("Two.")
    change = hook_toml(
        "prompt-submit",
        "read -r line; case $line in *secret*) echo 'not that' >&2; exit 2;; "
        '*lower*) echo \'{"prompt": "LOWER", "context": "said loudly"}\';; esac',
    )
    begun = hook_toml("session-start", "echo the house rules")
    async with begin(change + begun) as engine:
        session = await engine.session()
        await engine.say(session, "a secret")
        assert script.requests == []
        assert any("not that" in e.sentence for e in engine.events if isinstance(e, Notice))
        await engine.say(session, "lower")
        await engine.say(session, "as it is")
        entries = await engine.engine.store.messages(session.id)
        typed = [p.text for e in entries for p in e.parts if isinstance(p, TextPart) and p.ignored]
        assert any(text.startswith("a secret") for text in typed)
        assert "lower" in typed
    first, second = (json.dumps(request.messages) for request in script.requests)
    assert "LOWER" in first
    assert "said loudly" in first
    assert "a secret" not in first
    assert "as it is" in second
    assert first.count("the house rules") == second.count("the house rules") == 1


async def test_a_hook_keeps_a_turn_going_but_not_for_ever(
    begin: Begin, model_server: ModelServer
) -> None:
    script = model_server.script("scripted")
    for number in range(12):
        script.say(f"Done {number}.")
    async with begin(hook_toml("stop", "echo 'run the tests first' >&2; exit 2")) as engine:
        session = await engine.session()
        assert await engine.say(session, "go") == "Done 8."
        assert any("it stops now" in e.sentence for e in engine.events if isinstance(e, Notice))
    assert "run the tests first" in json.dumps(script.requests[1].messages)
    assert len(script.requests) == 9


async def test_hooks_hear_of_subagents_and_can_keep_them_working(
    begin: Begin, model_server: ModelServer, tmp_path: Path
) -> None:
    once = tmp_path / "once"
    hooks = hook_toml("subagent-start", "echo the child knows this") + hook_toml(
        "subagent-stop", f"test -e {once} || {{ touch {once}; echo 'not yet' >&2; exit 2; }}"
    )

    child = model_server.script("child", when=lambda r: "CHILD-WORK" in json.dumps(r.messages[:2]))
    child.say("First try.").say("Second try.")
    root = model_server.script(
        "root", when=lambda r: "CHILD-WORK" not in json.dumps(r.messages[:2])
    )
    root.call("task", description="work", prompt="CHILD-WORK now", subagent_type="general")
    root.say("All done.")
    async with begin(hooks) as engine:
        session = await engine.session(rules=ALLOW_ALL)
        assert await engine.say(session, "go") == "All done."
    assert "the child knows this" in json.dumps(child.requests[0].messages)
    assert "not yet" in json.dumps(child.requests[1].messages)
    assert "Second try." in "".join(root.requests[1].results.values())


async def test_a_hook_can_prevent_a_compaction_and_hears_of_one(
    begin: Begin, model_server: ModelServer, tmp_path: Path
) -> None:
    script = model_server.script("scripted").say("Hello.").say("They greeted.").say("Yes.")
    once, after = tmp_path / "once", tmp_path / "after"
    hooks = hook_toml(
        "compact-before", f"test -e {once} || {{ touch {once}; echo 'keep it all' >&2; exit 2; }}"
    )
    hooks += hook_toml("compact-after", f"cat > {after}")
    hooks += hook_toml("session-start", "echo read the plan again", matcher="compact")
    async with begin(hooks) as engine:
        session = await engine.session()
        await engine.say(session, "hello")
        with pytest.raises(SpinneyError, match="keep it all"):
            await engine.engine.compact(session.id)
        assert len(script.requests) == 1
        await engine.engine.compact(session.id)
        assert json.loads(after.read_text())["result"] == "They greeted."
        assert await engine.say(session, "go on") == "Yes."
    assert "read the plan again" in json.dumps(script.requests[2].messages)
