"""SIGKILL at random moments: what was reported is kept, nothing is half done, nothing lives on."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from core.bus import Bus
from core.paths import Paths
from core.sessions.models import MessageWithParts, TextPart, ToolPart
from core.sessions.store import Store
from tests.fakes.command import json_lines, spinney, start_spinney
from tests.fakes.engine import home_with_config
from tests.fakes.model_server import ModelServer
from tests.fakes.program import Programs, agent, background, program, step, together, words
from tests.faults.victims import Victim, left_over, orphans_come_here, ours

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="orphans are followed by prctl")

LARGE = "".join(f"line {number:06d}\n" for number in range(2_000))
WRITTEN = {name: f"{name}\n{LARGE}end of {name}\n" for name in ("one.txt", "two.txt")}
ALL_STEPS = (
    words(
        "I begin by writing. " * 20,
        calls=[["write", {"path": "./one.txt", "content": "one.txt"}]],
    ),
    together(step("read", path="a.txt"), step("read", path="b.txt"), step("list")),
    step("bash", command="echo started; sleep 0.1; echo done"),
    step("bash", command="sleep 300", run_in_background=True),
    background(
        "look behind", program(step("read", path="a.txt"), step("bash", command="sleep 0.2"))
    ),
    agent("do a part", program(step("bash", command="sleep 0.1; echo part"), words("Part done."))),
    step("edit", path="b.txt", old="pear", new="pear pear"),
    step("edit", path="b.txt", old="pear pear", new="pear"),
    words(
        "Now the other one. " * 20,
        calls=[["write", {"path": "./two.txt", "content": "two.txt"}]],
    ),
    step("bash", command="(setsid sleep 300 &) ; sleep 0.1; rm -f one.txt two.txt"),
)


class Conversation:
    """One session that is killed again and again, and goes on each time."""

    def __init__(self, home: Paths, project: Path, seed: int) -> None:
        self.home, self.project = home, project
        self.random = random.Random(seed)
        self.session: str | None = None
        self.reported: list[dict[str, Any]] = []

    def run_and_kill(self) -> None:
        arguments = ["exec", "--json", "--mode", "bypassPermissions"]
        if self.session:
            arguments += ["--session", self.session, "go on"]
        else:
            arguments += [program(*ALL_STEPS)]
        victim = Victim(start_spinney(self.home, self.project, *arguments))
        if self.random.random() < 0.35:  # while it starts
            victim.wait_for_lines(self.random.randint(1, 6), 30)
            time.sleep(self.random.uniform(0, 0.3))
        else:  # in the middle of its work
            victim.wait_for_lines(self.random.randint(8, 160), 15)
            time.sleep(self.random.uniform(0, 0.04))
        victim.kill()
        events = victim.events()
        self.reported += events
        if self.session is None and events:
            self.session = events[0]["session_id"]

    def check(self, known: set[int]) -> None:
        assert left_over(known) == []
        for name, content in WRITTEN.items():
            file = self.project / name
            assert not file.exists() or file.read_text() == content
        assert (self.project / "b.txt").read_text() in ("pear\n", "pear pear\n")
        asyncio.run(self._check_store())

    async def _check_store(self) -> None:
        store = await Store.open(self.home, Bus())
        try:
            sessions = {event["session_id"] for event in self.reported if event["session_id"]}
            entries: dict[str, MessageWithParts] = {}
            for session_id in sessions:
                entries |= {e.info.id: e for e in await store.messages(session_id)}
        finally:
            await store.close()
        for event in self.reported:
            check_reported(event, entries)


def check_reported(event: dict[str, Any], entries: dict[str, MessageWithParts]) -> None:
    """What one event said is stored is stored."""
    if event["type"] == "message.created":
        assert event["message"]["id"] in entries
    elif event["type"] == "message.updated" and event["message"].get("completed"):
        entry = entries[event["message"]["id"]]
        assert entry.info.completed is not None
        if event["message"].get("error") is None:
            assert entry.info.error is None
    elif event["type"] == "message.part.updated":
        check_part(event["part"], entries)


def check_part(part: dict[str, Any], entries: dict[str, MessageWithParts]) -> None:
    if part["message_id"] not in entries:
        return
    stored = {p.id: p for p in entries[part["message_id"]].parts}.get(part["id"])
    if part["type"] == "tool" and part["status"] in ("completed", "failed"):
        assert isinstance(stored, ToolPart)
        assert stored.status == part["status"]
        assert stored.output == part.get("output", "")
    elif part["type"] == "text":
        assert isinstance(stored, TextPart)
        assert stored.text.startswith(part["text"])


def kill_often(tmp_path: Path, project: Path, server: ModelServer, kills: int, seed: int) -> None:
    home = home_with_config(tmp_path / "home", server)
    Programs(server, pause=0.01, repeat=True).texts = WRITTEN
    (project / "a.txt").write_text("apple\n")
    (project / "b.txt").write_text("pear\n")
    known = ours()
    conversation = Conversation(home, project, seed)
    with orphans_come_here():
        for _ in range(kills):
            conversation.run_and_kill()
            conversation.check(known)
        assert conversation.session is not None
        Programs(server, otherwise="Here I am again.")
        again = spinney(home, project, "exec", "--session", conversation.session, "where were we?")
        assert (again.returncode, again.stdout) == (0, "Here I am again.\n")
        assert left_over(known) == []
    tasks = json_lines(spinney(home, project, "tasks", "--json").stdout)
    assert {task["state"] for task in tasks} <= {"completed", "failed", "killed", "interrupted"}


def test_fifteen_kills_lose_nothing_and_leave_nothing(
    tmp_path: Path, project: Path, model_server: ModelServer
) -> None:
    kill_often(tmp_path, project, model_server, 15, seed=20)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
def test_two_hundred_kills_lose_nothing_and_leave_nothing(
    tmp_path: Path, project: Path, model_server: ModelServer, seed: int
) -> None:
    kill_often(tmp_path, project, model_server, 25, seed=seed)
