"""Requests: stored, answered once, bound to their call, and never lost."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from core.bus import Bus
from core.errors import PermissionRefused, SpinneyError
from core.events import Event, RequestAsked
from core.permissions.approvals import group_key
from core.permissions.broker import Broker, CallInfo
from core.permissions.check import Rights
from core.permissions.doom import DoomWatch
from core.permissions.models import Answer, Ask, Mode, Request, Rule, Suggestion
from core.permissions.rules import DEFAULT_RULES
from core.permissions.shell import asks_for_command
from core.sessions.models import Session
from core.sessions.store import Store


class Desk:
    """A session with a broker, and rights that follow the stored approvals."""

    def __init__(self, store: Store, bus: Bus, session: Session, folder: Path) -> None:
        self.store, self.bus, self.session, self.folder = store, bus, session, folder
        self.broker = Broker(store, bus, interactive=True)
        self.rules: tuple[Rule, ...] = DEFAULT_RULES
        self.mode: Mode = "default"
        self.count = 0

    async def rights(self) -> Rights:
        scopes = [("session", self.session.root_id), ("project", self.session.project_id)]
        return Rights(
            rules=self.rules,
            mode=self.mode,
            approvals=tuple(await self.store.approvals(scopes)),
            project=self.folder,
            directory=self.folder,
        )

    def call(self, command: str, **fields: Any) -> CallInfo:
        self.count += 1
        given: dict[str, Any] = {
            "session": self.session,
            "task_id": None,
            "message_id": "msg_1",
            "call_id": f"call_{self.count}",
            "tool": "bash",
            "arguments": {"command": command},
            "agent_path": ("build", "explore", "fix tests"),
            "directory": self.folder,
            "shown_in": self.session.id,
        }
        return CallInfo(**(given | fields))

    def start(self, command: str, **fields: Any) -> asyncio.Task[None]:
        asks = asks_for_command(command, self.folder, self.folder)
        return asyncio.ensure_future(
            self.broker.authorize(self.call(command, **fields), asks, self.rights)
        )

    async def asked(self, number: int = 1) -> list[Request]:
        """Wait until so many requests are open and their calls wait; in the order of the calls."""
        while True:
            found = await self.store.requests()
            if len(found) == number and len(self.broker._waiters) >= number:
                return sorted(found, key=lambda request: request.call_id)
            await asyncio.sleep(0.005)


@pytest.fixture
async def desk(store: Store, bus: Bus, folder: Path) -> Desk:
    project = await store.project_for(folder)
    session = await store.create_session(Session(project_id=project.id, directory=str(folder)))
    return Desk(store, bus, session, folder)


async def test_what_is_allowed_asks_nobody(desk: Desk) -> None:
    await desk.broker.authorize(desk.call("x"), [Ask("read", ("a.py",))], desk.rights)
    assert await desk.store.requests(state=None) == []


async def test_a_deny_is_told_with_its_rule_and_asks_nobody(desk: Desk) -> None:
    with pytest.raises(PermissionRefused, match=r"read:\*\.env = deny"):
        await desk.start("cat .env")
    assert await desk.store.requests(state=None) == []


async def test_a_request_carries_everything_a_dialog_shows(desk: Desk) -> None:
    running = desk.start("git status && rm x > out")
    (request,) = await desk.asked()
    assert request.command == "git status && rm x > out"
    assert request.agent_path == ["build", "explore", "fix tests"]
    assert request.directory == str(desk.folder)
    assert request.tool == "bash"
    assert request.arguments_hash
    assert {"bash", "edit"} <= set(request.permissions)
    assert request.patterns == ["git status", "rm x", "out"]
    assert [s.pattern for s in request.suggestions] == ["git status *", "rm x", "out"]
    assert all(part["text"] for part in request.parts)
    assert any("bash:* = ask (default)" in why for why in request.why)
    await desk.broker.answer(request.id, Answer(kind="once"))
    await running


async def test_once_lets_only_this_call_go_on(desk: Desk) -> None:
    first, second = desk.start("ls"), desk.start("ls")
    requests = await desk.asked(2)
    await desk.broker.answer(requests[0].id, Answer(kind="once"))
    await first
    assert not second.done()
    await desk.broker.answer(requests[1].id, Answer(kind="once"))
    await second


async def test_deny_gives_the_reason_to_the_model_and_touches_only_this_request(
    desk: Desk,
) -> None:
    first, second = desk.start("ls"), desk.start("ls")
    requests = await desk.asked(2)
    await desk.broker.answer(requests[0].id, Answer(kind="deny", reason="use git ls-files"))
    with pytest.raises(PermissionRefused, match="use git ls-files") as refused:
        await first
    assert not refused.value.stop
    assert not second.done()
    await desk.broker.answer(requests[1].id, Answer(kind="once"))
    await second


async def test_deny_and_stop_says_to_stop(desk: Desk) -> None:
    running = desk.start("ls")
    (request,) = await desk.asked()
    await desk.broker.answer(request.id, Answer(kind="deny_stop"))
    with pytest.raises(PermissionRefused) as refused:
        await running
    assert refused.value.stop


async def test_always_settles_every_request_it_covers_and_no_other(desk: Desk) -> None:
    first, second = desk.start("npm test"), desk.start("npm test -- --watch")
    other = desk.start("npm install")
    requests = await desk.asked(3)
    await desk.broker.answer(requests[0].id, Answer(kind="always"))
    await asyncio.gather(first, second)
    assert not other.done()
    (left,) = await desk.store.requests()
    assert left.command == "npm install"
    settled = await desk.store.get_request(requests[1].id)
    assert settled.answer is not None
    assert settled.answer.by == "approval"
    await desk.broker.answer(left.id, Answer(kind="deny"))
    with pytest.raises(PermissionRefused):
        await other
    await desk.start("npm test -- again")


async def test_always_remembers_what_the_person_wrote_in_the_scope_they_chose(
    desk: Desk,
) -> None:
    running = desk.start("npm test")
    (request,) = await desk.asked()
    edited = [Suggestion(permission="bash", pattern="npm *")]
    await desk.broker.answer(request.id, Answer(kind="always", scope="project", suggestions=edited))
    await running
    (approval,) = await desk.store.approvals()
    assert (approval.pattern, approval.scope) == ("npm *", "project")
    assert approval.scope_id == desk.session.project_id
    await desk.start("npm install")


async def test_a_revoked_approval_asks_again(desk: Desk) -> None:
    running = desk.start("npm test")
    (request,) = await desk.asked()
    await desk.broker.answer(request.id, Answer(kind="always"))
    await running
    (approval,) = await desk.store.approvals()
    await desk.store.revoke_approval(approval.id)
    again = desk.start("npm test")
    (request,) = await desk.asked()
    await desk.broker.answer(request.id, Answer(kind="once"))
    await again


async def test_a_guarded_file_is_never_remembered(desk: Desk) -> None:
    running = desk.start("echo x > .git/config")
    (request,) = await desk.asked()
    assert ".git/config" not in [s.pattern for s in request.suggestions]
    await desk.broker.answer(request.id, Answer(kind="always"))
    await running
    again = desk.start("echo x > .git/config")
    (request,) = await desk.asked()
    assert request.patterns == [".git/config"]
    await desk.broker.answer(request.id, Answer(kind="deny"))
    with pytest.raises(PermissionRefused):
        await again


async def test_the_first_answer_counts(desk: Desk) -> None:
    running = desk.start("ls")
    (request,) = await desk.asked()
    answers = await asyncio.gather(
        desk.broker.answer(request.id, Answer(kind="deny")),
        desk.broker.answer(request.id, Answer(kind="always")),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if isinstance(answer, SpinneyError)]
    assert len(refused) == 1
    kept = (await desk.store.get_request(request.id)).answer
    assert kept is not None
    outcome = (await asyncio.gather(running, return_exceptions=True))[0]
    assert isinstance(outcome, PermissionRefused) is (kept.kind == "deny")
    assert bool(await desk.store.approvals()) is (kept.kind == "always")


async def test_an_answer_may_come_the_moment_the_request_is_stored(desk: Desk) -> None:
    answers: list[asyncio.Future[Request]] = []

    def answer_at_once(event: Event) -> None:
        assert isinstance(event, RequestAsked)
        given = desk.broker.answer(event.request.id, Answer(kind="once"))
        answers.append(asyncio.ensure_future(given))

    desk.bus.subscribe(answer_at_once, ["request.asked"])
    for _ in range(20):
        await asyncio.wait_for(desk.start("ls"), 5)
    await asyncio.gather(*answers)


async def test_answers_in_reverse_order_reach_their_own_calls(desk: Desk) -> None:
    first, second = desk.start("touch a"), desk.start("touch b")
    requests = await desk.asked(2)
    assert [r.command for r in requests] == ["touch a", "touch b"]
    await desk.broker.answer(requests[1].id, Answer(kind="once"))
    await second
    await desk.broker.answer(requests[0].id, Answer(kind="deny"))
    with pytest.raises(PermissionRefused):
        await first


async def test_a_rule_tightened_while_the_person_thinks_still_denies(desk: Desk) -> None:
    running = desk.start("git push")
    (request,) = await desk.asked()
    desk.rules = (*DEFAULT_RULES, Rule("bash", "git push *", "deny", "user", "config.toml:9"))
    await desk.broker.answer(request.id, Answer(kind="once"))
    with pytest.raises(PermissionRefused, match=r"config\.toml:9"):
        await running


async def test_withdrawn_requests_close_everywhere(desk: Desk) -> None:
    heard: list[Event] = []
    desk.bus.subscribe(heard.append, ["request.answered"])
    running = desk.start("ls")
    (request,) = await desk.asked()
    await desk.broker.withdraw(session_id=desk.session.id, why="The run has ended.")
    with pytest.raises(PermissionRefused, match="withdrawn"):
        await running
    assert (await desk.store.get_request(request.id)).state == "withdrawn"
    assert len(heard) == 1


async def test_an_answer_after_the_run_is_told_and_runs_nothing(desk: Desk) -> None:
    running = desk.start("ls")
    (request,) = await desk.asked()
    await desk.broker.withdraw(request_id=request.id, why="The run has ended.")
    with pytest.raises(PermissionRefused):
        await running
    await desk.broker.answer(request.id, Answer(kind="once"))
    (item,) = await desk.store.queue(desk.session.id)
    assert item.kind == "orphaned-permission"
    assert "Nothing was run" in item.text


async def restarted(desk: Desk, running: asyncio.Task[None]) -> Desk:
    """The program is gone while a call waits, and comes back."""
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    desk.broker = Broker(desk.store, desk.bus, interactive=True)
    desk.count = 0
    return desk


async def test_an_answer_given_after_a_restart_holds_for_the_resumed_call(desk: Desk) -> None:
    desk = await restarted(desk, await started(desk, "touch a"))
    (request,) = await desk.store.requests()
    await desk.broker.answer(request.id, Answer(kind="once"))
    await desk.start("touch a")
    assert len(await desk.store.requests(state=None)) == 1


async def test_a_resumed_call_waits_for_the_request_it_left(desk: Desk) -> None:
    desk = await restarted(desk, await started(desk, "touch a"))
    resumed = desk.start("touch a")
    (request,) = await desk.asked()
    await desk.broker.answer(request.id, Answer(kind="once"))
    await resumed
    assert len(await desk.store.requests(state=None)) == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"arguments": {"command": "touch a", "timeout": 5}},
        {"message_id": "msg_2"},
        {"call_id": "call_other"},
        {"directory": Path("/")},
        {"tool": "other"},
    ],
)
async def test_an_answer_never_holds_for_a_call_that_changed(
    desk: Desk, changed: dict[str, Any]
) -> None:
    desk = await restarted(desk, await started(desk, "touch a"))
    (request,) = await desk.store.requests()
    await desk.broker.answer(request.id, Answer(kind="once"))
    resumed = desk.start("touch a", **changed)
    (fresh,) = await desk.asked()
    assert fresh.id != request.id
    await desk.broker.answer(fresh.id, Answer(kind="deny"))
    with pytest.raises(PermissionRefused):
        await resumed


async def test_a_once_is_used_up_even_if_a_later_call_carries_the_same_id(desk: Desk) -> None:
    desk = await restarted(desk, await started(desk, "touch a"))
    (request,) = await desk.store.requests()
    await desk.broker.answer(request.id, Answer(kind="once"))
    await desk.start("touch a", call_id="call_1")
    again = desk.start("touch a", call_id="call_1")
    (fresh,) = await desk.asked()
    await desk.broker.answer(fresh.id, Answer(kind="deny"))
    with pytest.raises(PermissionRefused):
        await again


async def started(desk: Desk, command: str) -> asyncio.Task[None]:
    running = desk.start(command)
    await desk.asked()
    return running


async def test_headless_an_ask_is_a_deny_that_says_so(desk: Desk) -> None:
    desk.broker = Broker(desk.store, desk.bus, interactive=False)
    with pytest.raises(PermissionRefused, match="nobody is there to ask") as refused:
        await desk.start("npm test")
    assert "bash:* = ask (default)" in refused.value.sentence
    assert "--allow 'bash:npm test'" in refused.value.hint
    with pytest.raises(PermissionRefused) as refused:
        await desk.start("echo x > .git/config")
    assert "no rule can allow it" in refused.value.hint
    assert await desk.store.requests(state=None) == []


async def test_identical_requests_share_a_key(desk: Desk) -> None:
    tasks = [desk.start("ls"), desk.start("ls"), desk.start("ls -la")]
    one, two, other = await desk.asked(3)
    assert group_key(one) == group_key(two) != group_key(other)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_place_among_the_running_is_given_up_while_waiting(desk: Desk) -> None:
    seen: list[str] = []

    @asynccontextmanager
    async def waiting(session_id: str) -> Any:
        seen.append("left")
        yield
        seen.append("back")

    desk.broker.waiting = waiting
    running = desk.start("ls")
    (request,) = await desk.asked()
    assert seen == ["left"]
    await desk.broker.answer(request.id, Answer(kind="once"))
    await running
    assert seen == ["left", "back"]


def test_the_third_identical_call_with_identical_results_is_a_loop() -> None:
    watch = DoomWatch()
    arguments = {"path": "a", "n": 1}
    for _ in range(2):
        assert not watch.is_looping("s", "read", arguments)
        watch.record("s", "read", {"n": 1, "path": "a"}, "same")
    assert watch.is_looping("s", "read", arguments)
    assert not watch.is_looping("s", "read", {"path": "b"})
    assert not watch.is_looping("other", "read", arguments)
    watch.record("s", "read", arguments, "different")
    assert not watch.is_looping("s", "read", arguments)
