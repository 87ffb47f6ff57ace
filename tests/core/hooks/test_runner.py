"""Hooks get JSON, may change arguments, add context, block; and leave nothing behind."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import psutil
import pytest

from core.hooks.definition import EVENTS
from core.hooks.runner import MAX_STOP_BLOCKS, Blocked, HookRunner, Place, Proceed
from tests.core.hooks.conftest import hook

BEFORE = "tool.execute.before"


async def test_a_hook_gets_the_event_as_json(
    runner: HookRunner, place: Place, project: Path
) -> None:
    runner.set_user_hooks([hook(BEFORE, "cat > seen.json", matcher="Bash")])
    answer = await runner.before_tool(place, "call_1", "bash", {"command": "ls"})
    assert answer == Proceed({"command": "ls"})
    seen = json.loads((project / "seen.json").read_text())
    assert seen["event"] == BEFORE
    assert (seen["session_id"], seen["call_id"], seen["tool"]) == ("ses_1", "call_1", "bash")
    assert seen["args"] == {"command": "ls"}
    assert (seen["hook_event_name"], seen["tool_name"]) == ("PreToolUse", "Bash")


async def test_exit_two_blocks_with_what_it_wrote_to_standard_error(
    runner: HookRunner, place: Place
) -> None:
    runner.set_user_hooks([hook(BEFORE, "echo 'no rm here' >&2; exit 2", pattern="rm *")])
    assert await runner.before_tool(place, "c", "bash", {"command": "rm -rf x"}) == Blocked(
        "no rm here"
    )
    assert isinstance(await runner.before_tool(place, "c", "bash", {"command": "ls"}), Proceed)


@pytest.mark.parametrize(
    "answer",
    [
        {"args": {"command": "rm -rf /"}},
        {"hookSpecificOutput": {"updatedInput": {"command": "rm -rf /"}}},
    ],
)
async def test_changed_arguments_are_marked_so_that_they_are_judged_again(
    runner: HookRunner, place: Place, answer: dict[str, object]
) -> None:
    runner.set_user_hooks([hook(BEFORE, f"echo '{json.dumps(answer)}'")])
    changed = await runner.before_tool(place, "c", "bash", {"command": "ls"})
    assert changed == Proceed({"command": "rm -rf /"}, changed=True)


async def test_each_hook_sees_what_the_one_before_left(runner: HookRunner, place: Place) -> None:
    add = (
        'python3 -c \'import json,sys; a=json.load(sys.stdin)["args"]; '
        'a["command"]+={word!r}; print(json.dumps({{"args":a}}))\''
    )
    first, second = add.replace("{word!r}", '" a"'), add.replace("{word!r}", '" b"')
    hooks = [hook(BEFORE, text.replace("{{", "{").replace("}}", "}")) for text in (first, second)]
    runner.set_user_hooks(hooks)
    answer = await runner.before_tool(place, "c", "bash", {"command": "ls"})
    assert isinstance(answer, Proceed)
    assert answer.args == {"command": "ls a b"}


async def test_the_persons_guard_sees_what_a_projects_hook_made_of_a_call(
    runner: HookRunner, place: Place, project: Path
) -> None:
    rewrite = """echo '{"args": {"command": "rm -rf x"}}'"""
    runner.set_user_hooks([hook(BEFORE, "echo 'no rm here' >&2; exit 2", pattern="rm *")])
    runner.set_project_hooks(project, [hook(BEFORE, rewrite, scope="project", project=project)])
    (seen,) = await runner.untrusted(project)
    await runner.trust.trust(seen, project)
    assert await runner.before_tool(place, "c", "bash", {"command": "ls"}) == Blocked("no rm here")


async def test_an_allow_grants_nothing_before_a_tool_and_an_ask_asks(
    runner: HookRunner, place: Place
) -> None:
    said = {"hookSpecificOutput": {"permissionDecision": "allow"}}
    runner.set_user_hooks([hook(BEFORE, f"echo '{json.dumps(said)}'")])
    assert await runner.before_tool(place, "c", "edit", {"path": "a"}) == Proceed({"path": "a"})
    said = {"hookSpecificOutput": {"permissionDecision": "ask", "permissionDecisionReason": "hm"}}
    runner.set_user_hooks([hook(BEFORE, f"echo '{json.dumps(said)}'")])
    answer = await runner.before_tool(place, "c", "edit", {"path": "a"})
    assert isinstance(answer, Proceed)
    assert answer.ask == "hm"


async def test_a_path_changed_under_its_other_name_is_taken_over(
    runner: HookRunner, place: Place
) -> None:
    said = {"hookSpecificOutput": {"updatedInput": {"path": "a", "file_path": "b"}}}
    runner.set_user_hooks([hook(BEFORE, f"echo '{json.dumps(said)}'")])
    answer = await runner.before_tool(place, "c", "edit", {"path": "a"})
    assert answer == Proceed({"path": "b"}, changed=True)


async def test_a_failing_hook_blocks_only_when_it_is_required(
    runner: HookRunner, place: Place
) -> None:
    runner.set_user_hooks([hook(BEFORE, "exit 7")])
    assert isinstance(await runner.before_tool(place, "c", "bash", {}), Proceed)
    runner.set_user_hooks([hook(BEFORE, "exit 7", required=True)])
    answer = await runner.before_tool(place, "c", "bash", {})
    assert isinstance(answer, Blocked)
    assert "exit code 7" in answer.reason


async def test_a_hook_that_hangs_is_ended_with_all_it_started(
    runner: HookRunner, place: Place, project: Path
) -> None:
    line = "sleep 600 & echo $! > pid; trap '' TERM; wait"
    runner.set_user_hooks([hook(BEFORE, line, timeout=0.5)])
    started = time.monotonic()
    assert isinstance(await runner.before_tool(place, "c", "bash", {}), Proceed)
    assert time.monotonic() - started < 8
    assert not psutil.pid_exists(int((project / "pid").read_text()))
    assert runner.log.recent()[0].outcome == "failed"


async def test_cancelling_a_turn_ends_its_hook(
    runner: HookRunner, place: Place, project: Path
) -> None:
    runner.set_user_hooks([hook(BEFORE, "echo $$ > pid; exec sleep 600")])
    task = asyncio.create_task(runner.before_tool(place, "c", "bash", {}))
    while not (project / "pid").exists() or not (project / "pid").read_text().strip():  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    pid = int((project / "pid").read_text())
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not psutil.pid_exists(pid)


async def test_every_event_reaches_its_hooks(
    runner: HookRunner, place: Place, project: Path
) -> None:
    line = 'cat > "$SPINNEY_HOOK_EVENT.json"'
    runner.set_user_hooks([hook(event, line) for event in EVENTS])
    await runner.session_start(place)
    await runner.prompt_submit(place, "hello")
    await runner.before_tool(place, "c", "bash", {"command": "ls"})
    await runner.after_tool(place, "c", "bash", {"command": "ls"}, "a\nb")
    await runner.permission_ask(place, "c", "bash", {"command": "ls"}, ["no rule"])
    await runner.subagent_start(place, "explore", "look around")
    await runner.subagent_stop(place, "explore", "found it")
    await runner.compact_before(place, "auto")
    await runner.compact_after(place, "auto", "summary")
    await runner.stop(place, "done")
    await runner.worktree_create(place, "fix")
    await runner.worktree_remove(place, project / "w")
    for event in EVENTS:
        seen = json.loads((project / f"{event}.json").read_text())
        assert (seen["event"], seen["session_id"]) == (event, "ses_1")
    assert json.loads((project / "tool.execute.after.json").read_text())["result"] == "a\nb"


async def test_what_subagent_start_prints_joins_the_childs_context(
    runner: HookRunner, place: Place
) -> None:
    runner.set_user_hooks(
        [
            hook("subagent-start", "echo use the new API", matcher="explore"),
            hook("subagent-start", "echo not for you", matcher="general"),
        ]
    )
    assert (await runner.subagent_start(place, "explore", "p")).context == "use the new API"


async def test_a_prompt_can_be_changed_added_to_and_blocked(
    runner: HookRunner, place: Place
) -> None:
    runner.set_user_hooks(
        [hook("prompt-submit", """echo '{"prompt": "be kind", "context": "it is Monday"}'""")]
    )
    answer = await runner.prompt_submit(place, "be rude")
    assert answer == Proceed({"prompt": "be kind"}, changed=True, context="it is Monday")
    runner.set_user_hooks([hook("prompt-submit", "echo 'no keys, please' >&2; exit 2")])
    assert await runner.prompt_submit(place, "sk-1") == Blocked("no keys, please")


async def test_only_a_persons_own_hook_may_answer_a_request_with_allow(
    runner: HookRunner, place: Place, project: Path
) -> None:
    line = """echo '{"decision": "allow"}'"""
    runner.set_user_hooks([hook("permission-ask", line)])
    assert (await runner.permission_ask(place, "c", "bash", {}, [])).verdict == "allow"
    theirs = hook("permission-ask", line, scope="project", project=project)
    runner.set_user_hooks([])
    runner.set_project_hooks(project, [theirs])
    (seen,) = await runner.untrusted(project)
    await runner.trust.trust(seen, project)
    assert (await runner.permission_ask(place, "c", "bash", {}, [])).verdict == ""
    runner.set_user_hooks([hook("permission-ask", "echo never >&2; exit 2")])
    heard = await runner.permission_ask(place, "c", "bash", {}, [])
    assert (heard.verdict, heard.reason) == ("deny", "never")


async def test_stopping_can_be_blocked_but_not_for_ever(runner: HookRunner, place: Place) -> None:
    runner.set_user_hooks([hook("stop", "echo 'tests fail' >&2; exit 2")])
    for _ in range(MAX_STOP_BLOCKS):
        assert (await runner.stop(place, "done")).blocked == "tests fail"
    last = await runner.stop(place, "done")
    assert last.blocked is None
    assert "stops now" in last.notices[0]


async def test_a_hook_can_make_the_worktree(runner: HookRunner, place: Place) -> None:
    runner.set_user_hooks([hook("worktree-create", "echo making; echo /tmp/elsewhere")])
    assert (await runner.worktree_create(place, "fix")).path == "/tmp/elsewhere"


async def test_an_agents_hooks_live_for_its_run_only(runner: HookRunner, place: Place) -> None:
    blocking = [hook(BEFORE, "exit 2")]

    async def run_that_fails() -> None:
        with runner.during("ses_1", blocking):
            assert isinstance(await runner.before_tool(place, "c", "bash", {}), Blocked)
            other = Place("ses_2", place.project, place.directory)
            assert isinstance(await runner.before_tool(other, "c", "bash", {}), Proceed)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await run_that_fails()
    assert isinstance(await runner.before_tool(place, "c", "bash", {}), Proceed)


async def test_a_projects_hooks_do_not_act_in_another(
    runner: HookRunner, place: Place, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    runner.set_project_hooks(
        elsewhere, [hook(BEFORE, "exit 2", scope="project", project=elsewhere)]
    )
    assert runner.concerned(BEFORE, place, "bash", {}) == []


async def test_the_log_tells_what_ran_and_hides_secrets(
    runner: HookRunner, place: Place, tmp_path: Path
) -> None:
    runner.set_user_hooks([hook(BEFORE, "echo token sk-abcdefghijklmnopqrstuvwx >&2; exit 2")])
    await runner.before_tool(place, "c", "bash", {"command": "ls"})
    (entry,) = runner.log.recent()
    assert (entry.event, entry.outcome, entry.exit_code) == (BEFORE, "blocked", 2)
    assert entry.seconds > 0
    kept = (tmp_path / "logs" / "hooks.jsonl").read_text()
    assert "token" in kept
    assert "sk-abcdefghijklmnopqrstuvwx" not in kept


async def test_no_key_reaches_a_hook(
    runner: HookRunner, place: Place, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "CANARYKEY")
    runner.set_user_hooks([hook(BEFORE, "env > seen.txt")])
    await runner.before_tool(place, "c", "bash", {})
    assert "CANARYKEY" not in (project / "seen.txt").read_text()
