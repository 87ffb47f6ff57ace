"""How long the host needs between the end of one answer and the next request, and its memory.

    python -m tests.bench.bench_llm [--steps 400]

The scripted server runs in a process of its own. The consumer answers each tool call at once, so
what is measured is the pipe, the host and litellm: from the server writing the last byte of one
answer to the server having read the whole next request.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil

from core.llm.client import ModelClient, complete
from core.llm.types import (
    AssistantMessage,
    ChatMessage,
    ModelRequest,
    ProviderAccess,
    SystemMessage,
    TextContent,
    TextDelta,
    ToolMessage,
    ToolSchema,
    UserMessage,
)

SETUP = """
from tests.fakes.script import Call, Reply, Say

def setup(server):
    def reply(request):
        return Reply((Say("Step."), Call("read", path=f"src/file_{request.number}.py")))
    server.script("bench").otherwise(reply)
    talk = "some words that a model writes, " * 50
    server.script("talk").otherwise(Reply((Say(talk),), size=5, every=0.01))
"""

SYSTEM = "You are a careful agent. " * 400
OUTPUT = "a line of a file that a tool has read\n" * 40
TOOLS = tuple(
    ToolSchema(
        name,
        f"The tool {name}. " + "It does something useful, in many words. " * 20,
        {
            "type": "object",
            "properties": {
                key: {"type": "string", "description": "A value of some kind."}
                for key in ("path", "pattern", "text", "other")
            },
            "required": ["path"],
        },
    )
    for name in ("read", "write", "edit", "bash", "grep", "glob", "list", "task", "todo", "fetch")
)


@contextlib.contextmanager
def server_process() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        setup = Path(folder) / "setup.py"
        setup.write_text(SETUP)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.fakes.model_server", str(setup)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.stdin.close()
            process.wait()


async def conversation(client: ModelClient, address: str, wire: str, steps: int, name: str) -> None:
    url = address if wire == "anthropic" else f"{address}/v1"
    provider = ProviderAccess("bench", wire, url, "sk-bench")
    messages: list[ChatMessage] = [
        SystemMessage(SYSTEM),
        UserMessage((TextContent("Do many steps."),)),
    ]
    for _ in range(steps):
        request = ModelRequest(
            provider, "bench", tuple(messages), TOOLS, max_output=1000, conversation=name
        )
        answer = await complete(client, request)
        messages.append(AssistantMessage(answer.text, answer.reasoning, answer.tool_calls))
        messages += [ToolMessage(call.id, (TextContent(OUTPUT),)) for call in answer.tool_calls]


def gaps(address: str, skip: int) -> list[float]:
    with urllib.request.urlopen(f"{address}/_requests") as page:
        rows = json.load(page)[skip:]
    return [
        (later["received"] - earlier["ended"]) * 1000 for earlier, later in itertools.pairwise(rows)
    ]


async def one_talk(client: ModelClient, address: str, wire: str) -> list[float]:
    """The times between two arrivals of text of one stream, in milliseconds."""
    url = address if wire == "anthropic" else f"{address}/v1"
    provider = ProviderAccess("bench", wire, url, "sk-bench")
    request = ModelRequest(provider, "talk", (UserMessage((TextContent("Talk."),)),), TOOLS)
    last, times = None, []
    async with contextlib.aclosing(client.stream(request)) as deltas:
        async for delta in deltas:
            if isinstance(delta, TextDelta):
                now = time.monotonic()
                if last is not None:
                    times.append((now - last) * 1000)
                last = now
    return times


async def measure_load(streams: int) -> None:
    client = ModelClient()
    await client.warm()
    with server_process() as address:
        for wire in ("openai", "anthropic"):
            processes = [psutil.Process(h.process.pid) for h in client.hosts.running]
            before = sum(p.cpu_times().user + p.cpu_times().system for p in processes)
            began = time.monotonic()
            rows = await asyncio.gather(*(one_talk(client, address, wire) for _ in range(streams)))
            took = time.monotonic() - began
            used = sum(p.cpu_times().user + p.cpu_times().system for p in processes) - before
            times = sorted(gap for row in rows for gap in row)
            print(
                f"{wire:10} {streams} streams, {320 * streams / took:5.0f} chunks/s: "
                f"first host {100 * used / took:3.0f} % of a core, {len(client.hosts.running)} hosts, "
                f"gap median {statistics.median(times):.0f} p99 {times[int(len(times) * 0.99)]:.0f} "
                f"most {times[-1]:.0f} ms"
            )
    await client.close()


async def measure(steps: int) -> None:
    client = ModelClient(max_hosts=1)
    began = time.monotonic()
    await client.warm()
    print(f"host ready after {time.monotonic() - began:.2f} s")
    done = 0
    with server_process() as address:
        for wire in ("openai", "anthropic"):
            await conversation(client, address, wire, 3, f"warm-{wire}")
            done += 3
            await conversation(client, address, wire, steps, wire)
            times = gaps(address, done)
            done += steps
            print(f"{wire:10} ms from the end of an answer to the next request:")
            for label, part in (
                ("steps 1-20", times[:20]),
                (f"last 20 of {steps}", times[-20:]),
            ):
                print(
                    f"  {label:18} median {statistics.median(part):6.1f}"
                    f"  least {min(part):6.1f}  most {max(part):6.1f}"
                )
    for host in client.hosts.running:
        memory = psutil.Process(host.process.pid).memory_info().rss / 1e6
        print(f"host memory {memory:.0f} MB")
    await client.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--streams", type=int, nargs="*", default=[8])
    options = parser.parse_args()
    asyncio.run(measure(options.steps))
    for streams in options.streams:
        asyncio.run(measure_load(streams))


if __name__ == "__main__":
    main()
