from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from core import process
from core.config.settings import NetworkSettings, ProviderSettings, Settings
from core.environment import child_environment, without_credentials
from core.outputs import Capture, bound, output_file
from core.paths import ROOT
from core.process import Outcome, ProcessError, run, start
from core.python_child import python_child

ENVIRONMENT = {"PATH": os.environ["PATH"]}


@pytest.fixture(autouse=True)
async def _no_server_left() -> AsyncIterator[None]:
    await process.shutdown()
    before = set(psutil.Process().children(recursive=True))
    yield
    await process.shutdown()
    assert set(psutil.Process().children(recursive=True)) <= before


async def sh(line: str, **more: object) -> Outcome:
    return await run(["sh", "-c", line], cwd=Path("/tmp"), environment=ENVIRONMENT, **more)  # type: ignore[arg-type]


async def test_output_comes_as_it_is_written() -> None:
    pieces: list[str] = []
    seen = asyncio.Event()

    def hear(text: str) -> None:
        pieces.append(text)
        seen.set()

    running = await start(
        ["sh", "-c", "echo first; sleep 300"],
        cwd=Path("/"),
        environment=ENVIRONMENT,
        on_output=hear,
    )
    await asyncio.wait_for(seen.wait(), 5)
    assert pieces == ["first\n"]
    assert running.running
    running.terminate()
    outcome = await running.wait()
    assert outcome.signal_name == "SIGTERM"
    assert not running.running


async def test_codes_streams_and_input() -> None:
    outcome = await sh("cat; echo wrong >&2; exit 7", input=b"given", separate_errors=True)
    assert (outcome.exit_code, outcome.output.text, outcome.errors.text) == (7, "given", "wrong\n")
    outcome = await sh("echo a; echo b >&2; cat")
    assert outcome.output.text == "a\nb\n"
    assert (await sh("kill -SEGV $$")).signal_name == "SIGSEGV"


async def test_characters_cut_by_a_chunk_stay_whole() -> None:
    line = r"printf '\303'; sleep 0.1; printf '\274 \377 \342\202'"
    pieces: list[str] = []
    outcome = await sh(line, on_output=pieces.append)
    assert outcome.output.text == "ü \ufffd \ufffd"
    assert "".join(pieces) == outcome.output.text


async def test_what_cannot_be_started_is_a_sentence() -> None:
    with pytest.raises(ProcessError, match="could not be started: No such file"):
        await run(["no-such-program"], cwd=Path("/"), environment=ENVIRONMENT)
    with pytest.raises(ProcessError, match="does not exist"):
        await run(["true"], cwd=Path("/no/such/folder"), environment=ENVIRONMENT)


async def test_a_tree_that_ignores_the_polite_signal_is_killed(tmp_path: Path) -> None:
    line = (
        "trap '' TERM INT HUP; echo $$ >> pids; "
        "(trap '' TERM; echo $(exec sh -c 'echo $PPID') >> pids; sleep 300) & "
        "setsid sh -c 'trap \"\" TERM; echo $$ >> pids; sleep 300' & "
        "sh -c 'env -i setsid sh -c \"trap : TERM; echo \\$\\$ >> pids; sleep 300; sleep 300\" &' ; "
        "while :; do sleep 300; done"
    )
    began = time.monotonic()
    outcome = await run(["sh", "-c", line], cwd=tmp_path, environment=ENVIRONMENT, timeout=0.5)
    assert outcome.timed_out
    assert time.monotonic() - began < 5
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    assert len(pids) == 4
    assert not any(psutil.pid_exists(pid) for pid in pids)


async def test_a_stopped_process_ends_too() -> None:
    outcome = await sh("kill -STOP $$", timeout=0.2)
    assert outcome.timed_out
    assert outcome.seconds < 2


async def test_daemons_end_with_the_command() -> None:
    code = (
        "import os; os.fork() and os._exit(0); os.setsid(); os.fork() and os._exit(0); "
        "os.execvp('sleep', ['sleep', '301'])"
    )
    outcome = await sh(f'python3 -c "{code}"; sleep 0.2; pgrep -fx "sleep 301"')
    assert outcome.left_behind == 1
    assert not psutil.pid_exists(int(outcome.output.text))


async def test_being_cancelled_leaves_nothing(tmp_path: Path) -> None:
    call = asyncio.create_task(
        run(
            ["sh", "-c", "echo $$ > pid; setsid sleep 300 & sleep 300"],
            cwd=tmp_path,
            environment=ENVIRONMENT,
        )
    )
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert not psutil.pid_exists(int((tmp_path / "pid").read_text()))


async def test_being_cancelled_at_any_moment_leaves_nothing() -> None:
    for delay in range(40):
        pids: list[str] = []
        call = asyncio.create_task(sh("setsid sleep 300 & echo $!; wait", on_output=pids.append))
        await asyncio.sleep(delay / 4000)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert not any(psutil.pid_exists(int(pid)) for pid in pids)
    await process.shutdown()
    left = psutil.Process().children(recursive=True)
    assert not [child for child in left if "process_server" in " ".join(child.cmdline())]


async def test_many_at_once_are_kept_apart() -> None:
    outcomes = await asyncio.gather(*(sh(f"sleep 0.05; echo {n}; exit {n}") for n in range(30)))
    assert [o.exit_code for o in outcomes] == list(range(30))
    assert [o.output.text for o in outcomes] == [f"{n}\n" for n in range(30)]


async def test_descriptors_do_not_pile_up() -> None:
    await sh("true")
    before = psutil.Process().num_fds()
    for _ in range(20):
        await sh("true")
    call = asyncio.create_task(sh("sleep 300"))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await asyncio.sleep(0.05)
    assert psutil.Process().num_fds() <= before


async def test_memory_stays_small_whatever_comes(tmp_path: Path) -> None:
    await sh("true")
    before = psutil.Process().memory_info().rss
    capture = Capture(30_000, tmp_path / "whole.txt")
    outcome = await sh("yes | head -c 50000000", output=capture)
    assert psutil.Process().memory_info().rss - before < 20 * 1024**2
    assert outcome.output.size == 50_000_000
    assert (tmp_path / "whole.txt").stat().st_size == 50_000_000
    assert len(outcome.output.text) < 31_000
    assert "whole.txt" in outcome.output.text


async def test_a_dead_server_is_replaced() -> None:
    await sh("true")
    os.kill(process._server._pid, signal.SIGKILL)
    await asyncio.to_thread(os.waitpid, process._server._pid, 0)
    assert (await sh("echo back")).output.text == "back\n"


async def test_a_command_that_kills_its_minder_does_not_stay() -> None:
    outcome = await sh("setsid sleep 300 & echo $!; sleep 0.05; kill -9 $PPID; sleep 300")
    assert outcome.exit_code == -signal.SIGKILL
    deadline = time.monotonic() + 5
    while psutil.pid_exists(int(outcome.output.text)) and time.monotonic() < deadline:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert not psutil.pid_exists(int(outcome.output.text))


CHILD = """
import asyncio, sys
sys.path.insert(0, {root!r})
from pathlib import Path
from core.process import run
async def main():
    line = ("setsid sleep 300 & echo $!; env -i setsid sh -c 'trap : TERM; echo $$; sleep 300; sleep 300' & "
            "sleep 0.2; echo $$; echo ready; sleep 300")
    await run(["sh", "-c", line], cwd=Path("/"), environment={{"PATH": {path!r}}},
              on_output=lambda text: print(text, end="", flush=True))
asyncio.run(main())
"""


def test_nothing_lives_on_when_the_program_is_killed() -> None:
    code = CHILD.format(root=str(ROOT), path=os.environ["PATH"])
    with subprocess.Popen(
        [sys.executable, "-I", "-c", code], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        pids = []
        for line in program.stdout:
            if line == "ready\n":
                break
            pids.append(int(line))
        assert len(pids) == 3
        helpers = psutil.Process(program.pid).children(recursive=True)
        assert set(pids) <= {helper.pid for helper in helpers}
        program.kill()
    _, alive = psutil.wait_procs(helpers, timeout=5)
    # What is left may be waiting to be collected by the system's first process.
    assert [h for h in alive if h.is_running() and h.status() != psutil.STATUS_ZOMBIE] == []


CROWDED = """
import importlib.util, os
spec = importlib.util.spec_from_file_location("process_server", {script!r})
server = importlib.util.module_from_spec(spec)
spec.loader.exec_module(server)
fork, refusals = os.fork, [1, 2]
def refused():
    if refusals:
        os.write(1, b"%d" % refusals.pop(0))
        raise BlockingIOError(11, "Resource temporarily unavailable")
    return fork()
os.fork = refused
server.main()
"""


def test_the_server_survives_a_system_without_a_process_to_spare() -> None:
    def ask() -> socket.socket:
        mine, theirs = socket.socketpair()
        mine.settimeout(10)
        with theirs, open(os.devnull, "r+b") as null:
            socket.send_fds(ours, [b"+"], [theirs.fileno(), *[null.fileno()] * 3])
        return mine

    ours, its = socket.socketpair()
    code = CROWDED.format(script=str(ROOT / "core" / "process_server.py"))
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", code], stdin=its.fileno(), stdout=subprocess.PIPE
    ) as server:
        its.close()
        assert server.stdout is not None
        assert server.stdout.read(1) == b"1", "none could be made ready"
        with ask() as refused:
            assert server.stdout.read(1) == b"2"
            assert refused.recv(10) == b"", "the command is told to have failed"
        with ask() as control:
            body = json.dumps({"argv": ["true"], "env": ENVIRONMENT, "cwd": "/"}).encode()
            control.sendall(len(body).to_bytes(4, "big") + body)
            heard = b""
            while piece := control.recv(100):
                heard += piece
            assert heard.endswith(b"exit 0 0\n")
        ours.close()


def test_it_works_under_the_loop_of_the_desktop() -> None:
    code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from PySide6.QtCore import QCoreApplication
import qasync, asyncio
from core.process import run, shutdown
app = QCoreApplication([])
loop = qasync.QEventLoop(app)
async def main():
    outcome = await run(["sh", "-c", "echo hello; exit 3"], cwd=Path("/"), environment={{}}, timeout=20)
    call = asyncio.ensure_future(run(["sleep", "300"], cwd=Path("/"), environment={{}}))
    await asyncio.sleep(0.1)
    call.cancel()
    try:
        await call
    except asyncio.CancelledError:
        print("cancelled")
    print(outcome.exit_code, outcome.output.text)
    await shutdown()
with loop:
    loop.run_until_complete(main())
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.stdout == "cancelled\n3 hello\n\n", done.stderr


async def test_a_python_of_ours_is_not_fooled_by_the_folder(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("print('fooled')")
    command = python_child("core.tools.page_child", ["text", "http://x"])
    outcome = await run(
        command,
        cwd=tmp_path,
        environment={"PYTHONPATH": str(tmp_path)},
        input=b"<html><body><article><p>Some words that make a paragraph.</p></article></body></html>",
    )
    assert outcome.output.text.strip() == "Some words that make a paragraph."


@dataclass(frozen=True)
class Wrapped:
    argv: list[str]
    env: dict[str, str]
    cleanup: Callable[[], list[str]]


class Wrapper:
    def __init__(self) -> None:
        self.cleaned = 0

    def wrap(self, command: Sequence[str], *, cwd: Path, environment: Mapping[str, str]) -> Wrapped:
        return Wrapped(["env", *command], {**environment, "MARK": "wrapped"}, self.clean)

    def clean(self) -> list[str]:
        self.cleaned += 1
        return ["tidied"]


async def test_a_launcher_decides_what_is_started_and_cleans_up() -> None:
    wrapper = Wrapper()
    outcome = await sh("echo $MARK", launcher=wrapper)
    assert outcome.output.text == "wrapped\n"
    assert outcome.notes == ("tidied",)
    call = asyncio.create_task(sh("sleep 300", launcher=wrapper))
    await asyncio.sleep(0.1)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert wrapper.cleaned == 2


def test_the_environment_is_an_allow_list() -> None:
    environ = {
        "PATH": "/bin",
        "LC_ALL": "C",
        "HOME": "/h",
        "OPENAI_API_KEY": "k",
        "AWS_SECRET_ACCESS_KEY": "k",
        "AWS_REGION": "eu",
        "HEADER_VALUE": "k",
        "SSH_AUTH_SOCK": "/s",
        "DBUS_SESSION_BUS_ADDRESS": "d",
        "PYTHONPATH": "/evil",
        "LD_PRELOAD": "/evil.so",
        "https_proxy": "http://me:pw@proxy:3128",
        "WANTED_TOKEN": "t",
    }
    settings = Settings(
        provider={"p": ProviderSettings(headers={"x": "env:HEADER_VALUE"})},
        environment={"EXTRA": "1"},
        environment_pass=("WANTED_TOKEN", "AWS_*", "HEADER_*"),
    )
    found = child_environment(settings, environ)
    assert found["PATH"] == "/bin"
    assert found["LC_ALL"] == "C"
    assert found["AWS_REGION"] == "eu"
    assert found["WANTED_TOKEN"] == "t"
    assert found["EXTRA"] == "1"
    assert found["https_proxy"] == "http://proxy:3128"
    assert found["TERM"] == "dumb"
    for name in (
        "OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "HEADER_VALUE", "SSH_AUTH_SOCK",
        "DBUS_SESSION_BUS_ADDRESS", "PYTHONPATH", "LD_PRELOAD",
    ):  # fmt: skip
        assert name not in found


def test_a_proxy_from_the_settings_reaches_commands_without_its_password() -> None:
    settings = Settings(network=NetworkSettings(proxy="http://u:p@proxy:1"))
    assert child_environment(settings, {})["HTTPS_PROXY"] == "http://proxy:1"
    assert without_credentials("u:p@proxy:1") == "proxy:1"


def test_long_texts_are_cut_with_the_whole_in_a_file(tmp_path: Path) -> None:
    file = output_file(tmp_path, "ses_1", "../call/1")
    assert file.parent == tmp_path / "ses_1"
    assert bound("short", file).file is None
    text = "".join(f"line {i}\n" for i in range(50_000))
    cut = bound(text, file)
    assert len(cut.text) < 30_500
    assert cut.text.startswith("line 0\n")
    assert cut.text.endswith("line 49999\n")
    assert str(file) in cut.text
    assert file.read_text() == text
    cut = bound("x\n" * 5000, file)
    assert cut.text.count("\n") < 2010


@pytest.mark.parametrize("size", [1, 7, 100, 150, 1000])
def test_a_capture_keeps_everything_however_it_comes(tmp_path: Path, size: int) -> None:
    text = "".join(f"{i}\n" for i in range(300))
    capture = Capture(100, tmp_path / "all.txt")
    for start_at in range(0, len(text), size):
        capture.add(text[start_at : start_at + size])
    capture.finish()
    assert (tmp_path / "all.txt").read_text() == text
    assert capture.text.startswith("0\n1\n")
    assert capture.text.endswith("298\n299\n")
    assert capture.size == len(text)
