"""What happens when the provider, the network or the host itself fails."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from contextlib import aclosing
from pathlib import Path

import psutil
import pytest

from core.errors import ModelError
from core.llm.client import ModelClient, complete
from core.llm.types import (
    Delta,
    Finished,
    ProviderAccess,
    Retrying,
    TextDelta,
    ToolCallReady,
    ToolCallStarted,
)
from core.paths import ROOT
from tests.fakes.model_server import ModelServer
from tests.fakes.requests import KEY, access, ask, collect
from tests.fakes.script import Call, Drop, Failed, Raw, Say, Stall

both_wires = pytest.mark.parametrize("wire", ["openai", "anthropic"])


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.retry.FIRST_DELAY", 0.01)


@both_wires
@pytest.mark.parametrize("status", [429, 500, 502, 503, 529])
async def test_passing_failures_are_tried_again_in_sight(
    wire: str, status: int, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").fail(status).say("better")
    deltas = await collect(model_client, ask(model_server, wire, "m"))
    assert isinstance(deltas[0], Retrying)
    assert deltas[0].attempt == 1
    assert f"my-{wire}" in deltas[0].reason
    assert isinstance(deltas[-1], Finished)
    assert len(model_server.requests) == 2


@both_wires
async def test_the_wait_that_the_provider_asks_for_is_kept(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").fail(429, retry_after=0.4).say("better")
    deltas = await collect(model_client, ask(model_server, wire, "m"))
    assert isinstance(deltas[0], Retrying)
    assert deltas[0].delay >= 0.4
    first, second = model_server.requests
    assert first.ended is not None
    assert second.received - first.ended >= 0.4


@both_wires
async def test_it_gives_up_after_the_allowed_attempts(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").fail(529).fail(529).fail(529)
    with pytest.raises(ModelError) as caught:
        await collect(model_client, ask(model_server, wire, "m", max_attempts=3))
    assert caught.value.kind == "overloaded"
    assert len(model_server.requests) == 3


@both_wires
@pytest.mark.parametrize(
    ("status", "message", "kind", "word"),
    [
        (401, "invalid x-api-key", "auth", "key"),
        (403, "forbidden", "auth", "allow"),
        (404, "model: m not found", "model", "no model named m"),
        (400, "prompt is too long: 250000 tokens > 200000 maximum", "context", "too long"),
        (400, "Your credit balance is too low", "auth", "credit"),
        (400, "tools.0: something odd", "request", "something odd"),
    ],
)
async def test_final_failures_are_a_sentence_and_are_not_repeated(
    wire: str,
    status: int,
    message: str,
    kind: str,
    word: str,
    model_server: ModelServer,
    model_client: ModelClient,
) -> None:
    model_server.script("m").fail(status, message, error_type="invalid_request_error")
    with pytest.raises(ModelError) as caught:
        await collect(model_client, ask(model_server, wire, "m"))
    error = caught.value
    assert error.kind == kind
    assert word in error.sentence
    assert error.hint
    assert "Traceback" not in str(error)
    assert KEY not in str(error)
    assert len(model_server.requests) == 1


@both_wires
async def test_a_stream_that_breaks_off_is_started_again(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(Say("half an ans"), Drop()).say("the whole answer")
    deltas = await collect(model_client, ask(model_server, wire, "m"))
    retry = next(i for i, delta in enumerate(deltas) if isinstance(delta, Retrying))
    after = "".join(d.text for d in deltas[retry:] if isinstance(d, TextDelta))
    assert after == "the whole answer"


@both_wires
async def test_half_a_tool_call_is_never_ready(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    script = model_server.script("m")
    script.reply(Call("bash", command="rm -rf build", cut=14), Drop()).say("sorry")
    deltas = await collect(model_client, ask(model_server, wire, "m"))
    assert any(isinstance(delta, ToolCallStarted) for delta in deltas)
    assert not any(isinstance(delta, ToolCallReady) for delta in deltas)
    assert any(isinstance(delta, Retrying) for delta in deltas)


@both_wires
async def test_nothing_is_repeated_once_a_call_was_handed_out(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    script = model_server.script("m")
    script.reply(Call("bash", command="ls"), Call("read", path="abcdef", cut=5), Drop())
    deltas: list[Delta] = []

    async def read() -> None:
        async with aclosing(model_client.stream(ask(model_server, wire, "m"))) as stream:
            async for delta in stream:
                deltas.append(delta)

    with pytest.raises(ModelError) as caught:
        await read()
    assert caught.value.kind == "dropped"
    assert [d.call.name for d in deltas if isinstance(d, ToolCallReady)] == ["bash"]
    assert len(model_server.requests) == 1


@both_wires
@pytest.mark.parametrize("garbage", [b"data: {not json\n\n", b"data: \xff\xfe\x00rubbish\n\n"])
async def test_garbage_in_the_stream_counts_as_a_broken_stream(
    wire: str, garbage: bytes, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(Say("half"), Raw(garbage), Say("more")).say("clean")
    deltas = await collect(model_client, ask(model_server, wire, "m"))
    assert any(isinstance(delta, Retrying) for delta in deltas)
    assert isinstance(deltas[-1], Finished)


@both_wires
async def test_an_error_inside_the_stream_is_tried_again(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    model_server.script("m").reply(Say("half"), Failed()).say("clean")
    deltas = await collect(model_client, ask(model_server, wire, "m"))
    retry = next(delta for delta in deltas if isinstance(delta, Retrying))
    assert "overloaded" in retry.reason
    assert isinstance(deltas[-1], Finished)


@both_wires
async def test_a_server_that_never_begins_is_given_up(
    wire: str,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("core.llm.client.LOCAL_PATIENCE", 1.0)
    provider = access(model_server, wire, first_byte_timeout=0.3)
    model_server.script("m").reply(Stall())
    request = ask(model_server, wire, "m", provider=provider, max_attempts=1)
    with pytest.raises(ModelError, match="did not begin") as caught:
        await collect(model_client, request)
    assert caught.value.kind == "timeout"


@both_wires
async def test_silence_in_the_middle_is_given_up(
    wire: str,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("core.llm.client.LOCAL_PATIENCE", 1.0)
    provider = access(model_server, wire, silence_timeout=0.3)
    model_server.script("m").reply(Say("so far"), Stall())
    request = ask(model_server, wire, "m", provider=provider, max_attempts=1)
    with pytest.raises(ModelError, match="went silent"):
        await collect(model_client, request)
    assert await asyncio.to_thread(model_server.requests[0].done.wait, 10)
    assert model_server.requests[0].closed_early


@both_wires
async def test_a_server_that_is_not_there_is_named(
    wire: str, model_server: ModelServer, model_client: ModelClient
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    provider = ProviderAccess("mine", wire, f"http://127.0.0.1:{port}", "k")
    with pytest.raises(ModelError) as caught:
        await collect(model_client, ask(model_server, wire, "m", provider=provider))
    assert caught.value.kind == "network"
    assert str(port) in caught.value.sentence


async def test_a_name_that_does_not_resolve_is_a_network_problem(
    model_server: ModelServer, model_client: ModelClient
) -> None:
    provider = ProviderAccess("mine", "openai", "http://nobody.invalid/v1", "k")
    request = ask(model_server, "openai", "m", provider=provider, max_attempts=1)
    with pytest.raises(ModelError) as caught:
        await collect(model_client, request)
    assert caught.value.kind == "network"


async def test_a_killed_host_is_replaced_and_its_request_repeated(
    model_server: ModelServer, tmp_path: Path
) -> None:
    client = ModelClient(log_folder=tmp_path)
    model_server.script("m").reply(Say("half"), Stall()).say("after all")
    deltas = []
    try:
        async with aclosing(client.stream(ask(model_server, "openai", "m"))) as stream:
            async for delta in stream:
                deltas.append(delta)
                if len(deltas) == 1:
                    os.kill(client.hosts.running[0].process.pid, signal.SIGKILL)
        assert any(isinstance(delta, Retrying) for delta in deltas)
        assert isinstance(deltas[-1], Finished)
    finally:
        await client.close()


async def test_keys_are_in_no_log_and_no_process_list(
    model_server: ModelServer, tmp_path: Path
) -> None:
    client = ModelClient(log_folder=tmp_path)
    try:
        model_server.script("m").fail(401, f"bad key {KEY}").say("ok")
        with pytest.raises(ModelError):
            await complete(client, ask(model_server, "openai", "m"))
        process = psutil.Process(client.hosts.running[0].process.pid)
        assert KEY not in " ".join(process.cmdline())
        assert KEY not in "".join(process.environ().values())
        assert process.cwd() == "/"
    finally:
        await client.close()
    assert not process.is_running()
    log = tmp_path / "model-host.log"
    assert KEY not in log.read_text()
    assert log.stat().st_mode & 0o077 == 0


def test_killing_the_engine_leaves_no_host_behind(tmp_path: Path) -> None:
    program = f"""
        import asyncio, sys, time
        sys.path.insert(0, {str(ROOT)!r})
        from core.llm.client import ModelClient
        client = ModelClient()
        host = client.hosts._start(("", ""))
        print(host.process.pid, flush=True)
        time.sleep(60)
    """
    engine = subprocess.Popen(
        [sys.executable, "-I", "-c", textwrap.dedent(program)],
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    )
    assert engine.stdout is not None
    with engine.stdout:
        host = psutil.Process(int(engine.stdout.readline()))
    engine.kill()
    engine.wait()
    deadline = time.monotonic() + 10
    while host.is_running() and host.status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline, "the host is still there"
        time.sleep(0.05)


async def test_a_folder_named_core_in_the_project_is_never_run(
    model_server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = tmp_path / "core"
    trap.mkdir()
    (trap / "__init__.py").write_text("open('/tmp/spinney-trap', 'w')\nraise SystemExit(1)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    client = ModelClient()
    try:
        model_server.script("m").say("safe")
        assert (await complete(client, ask(model_server, "openai", "m"))).text == "safe"
    finally:
        await client.close()
    assert not Path("/tmp/spinney-trap").exists()
