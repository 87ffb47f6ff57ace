"""How long the engine takes between the end of one answer and the next request.

What is measured is what a person waits for beside the model and the tools: everything from the last
byte of an answer that calls ``true`` to the arrival of the next request at the server, through the
real host, the real store and a real process.
"""

from __future__ import annotations

import itertools
import statistics
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from core.llm.client import ModelClient
from core.permissions.models import Rule
from tests.fakes.engine import home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Say

pytestmark = pytest.mark.bench

ALLOW_ALL = [Rule("*", "*", "allow")]


def gaps(server: ModelServer) -> list[float]:
    """Milliseconds from the end of each answer to the arrival of the next request."""
    requests = server.requests
    return [
        (after.received - before.ended) * 1000 for before, after in itertools.pairwise(requests)
    ]


def bare_process() -> float:
    """Milliseconds to start and end ``true`` without anything of ours."""
    times = []
    for _ in range(20):
        start = time.perf_counter()
        subprocess.run(["/bin/true"], check=True)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
@pytest.mark.parametrize("steps", [20, 400])
async def test_time_between_an_answer_and_the_next_request(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
    wire: str,
    steps: int,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    script = model_server.script("scripted")
    for number in range(steps):
        script.reply(Say(f"Step {number}. "), Call("bash", command=f"true {number}"))
    script.say("Done.")
    paths = home_with_config(tmp_path / "home", model_server, wire)
    async with opened(paths, project, model_client) as under_test:
        session = await under_test.session(rules=ALLOW_ALL)
        await under_test.engine.prompt(session.id, "go")
        result = await under_test.engine.wait_idle(session.id)
        assert result is not None
        assert result.outcome == "done", result.error
        memory = psutil.Process().memory_info().rss / 1e6
        hosts = [
            f"{child.memory_info().rss / 1e6:.0f}"
            for child in psutil.Process().children(recursive=True)
            if child.memory_info().rss > 50e6
        ]
    found = gaps(model_server)
    bare = bare_process()
    last = statistics.median(found[-20:])
    print(
        f"\n{wire}, {steps} steps: median {statistics.median(found):.1f} ms, last 20 {last:.1f} ms, "
        f"{last / bare:.1f} times a bare process ({bare:.1f} ms); engine {memory:.0f} MB, "
        f"hosts {', '.join(hosts)} MB"
    )
