"""How long the engine takes between the end of one answer and the next request.

What is measured is what a person waits for beside the model and the tools: everything from the last
byte of an answer that calls ``true`` to the arrival of the next request at the server, through
``spinney exec`` in a process of its own, the real host, the real store and a real sandboxed process.
"""

from __future__ import annotations

import itertools
import statistics
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from tests.fakes.command import start_spinney
from tests.fakes.engine import home_with_config
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate, Say

pytestmark = pytest.mark.bench


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
def test_time_between_an_answer_and_the_next_request(
    tmp_path: Path, project: Path, model_server: ModelServer, wire: str, steps: int
) -> None:
    script = model_server.script("scripted")
    for number in range(steps):
        script.reply(Say(f"Step {number}. "), Call("bash", command=f"true {number}"))
    last_answer = Gate()
    script.reply(last_answer, Say("Done."))
    paths = home_with_config(tmp_path / "home", model_server, wire)
    with start_spinney(paths, project, "exec", "--allow", "bash", "go") as program:
        model_server.wait_for_requests(steps + 1, timeout=120)
        engine = psutil.Process(program.pid)
        memory = engine.memory_info().rss / 1e6
        hosts = [
            f"{child.memory_info().rss / 1e6:.0f}"
            for child in engine.children(recursive=True)
            if child.memory_info().rss > 50e6
        ]
        last_answer.open()
        said, trouble = program.communicate(timeout=60)
        assert (program.returncode, said) == (0, "Done.\n"), trouble
    found = gaps(model_server)
    bare = bare_process()
    last = statistics.median(found[-20:])
    print(
        f"\n{wire}, {steps} steps: median {statistics.median(found):.1f} ms, last 20 {last:.1f} ms, "
        f"{last / bare:.1f} times a bare process ({bare:.1f} ms); engine {memory:.0f} MB, "
        f"hosts {', '.join(hosts)} MB"
    )
