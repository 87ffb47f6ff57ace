"""Keys that were set up everywhere a key can be set up are found nowhere afterwards."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from core.python_child import python_child
from tests.core.config.keyring_session import unlocked_keyring
from tests.fakes.model_server import ModelServer, ServerRequest
from tests.fakes.program import Programs
from tests.fakes.script import Reply

KEYS = {
    "named": "f1d3c0de5a7e4b2f9c8d7e6f5a4b3c2d1e0f9a8b",
    "usual": "0b5e55ed7c6b5a4f3e2d1c0b9a8f7e6d5c4b3a29",
    "ring": "7e57ab1e99887766554433221100ffeeddccbbaa",
    "header": "c0ffee001122334455667788990011223344aabb",
    "ring header": "ba5eba1112131415161718192021222324252627",
    "typed": "deadfa115152535455565758596061626364656a",
    "server": "facade777879808182838485868788899091929c",
}
MCP_SERVER = Path(__file__).parents[1] / "fakes/mcp_servers/scripted.py"

CONFIG = """
model = "named/scripted"

[permission]
"*" = "allow"

[provider.named]
kind = "openai"
base_url = "{url}"
api_key_env = "ODDLY_CALLED"
headers = {{ x-one = "env:ALSO_ODD", x-two = "keyring:second" }}

[provider.usual]
kind = "anthropic"
base_url = "{anthropic}"
api_key_env = "ANTHROPIC_API_KEY"

[provider.ring]
kind = "openai"
base_url = "{url}"

[provider.typed]
kind = "openai"
base_url = "{url}"

[mcp.given]
command = ["{python}", "-I", "{server}"]
env = {{ TOKEN = "env:FOR_SERVER" }}

[provider.named.models.scripted]
[provider.usual.models.scripted]
[provider.ring.models.scripted]
[provider.typed.models.scripted]
"""


@dataclass
class Watcher:
    """Looks at every process below one, again and again."""

    root: psutil.Process
    over: threading.Event = field(default_factory=threading.Event)
    seen: set[tuple[bytes, bytes]] = field(default_factory=set)
    """Their arguments and environments."""

    def look(self) -> None:
        while not self.over.is_set():
            try:
                below = self.root.children(recursive=True)
            except psutil.NoSuchProcess:
                return
            for process in below:
                self.note(process)
            self.over.wait(0.02)

    def note(self, process: psutil.Process) -> None:
        folder = Path(f"/proc/{process.pid}")
        try:
            line, variables = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
        except OSError:
            return
        self.seen.add((line, variables))


def echo_of_the_key(request: ServerRequest) -> Reply:
    """A provider that repeats all of the headers in its complaint."""
    said = " ".join(f"{name}: {value}" for name, value in request.headers.items())
    return Reply(status=400, message=f"bad request {said}", error_type="invalid_request_error")


def keep_in_keyring(session: dict[str, str], name: str, value: str) -> None:
    code = "import keyring, sys; keyring.set_password('spinney', *sys.argv[1:])"
    subprocess.run([sys.executable, "-I", "-c", code, name, value], env=session, check=True)


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("ps"), reason="reads /proc")
def test_no_key_is_left_anywhere_after_a_long_run(
    tmp_path: Path, model_server: ModelServer
) -> None:
    home, project, person = tmp_path / "home", tmp_path / "project", tmp_path / "person"
    for folder in (home, project, person):
        folder.mkdir()
    (home / "config.toml").write_text(
        CONFIG.format(
            url=model_server.openai_url,
            anthropic=model_server.anthropic_url,
            python=sys.executable,
            server=MCP_SERVER,
        )
    )
    (project / "notes.txt").write_text(f"one key: {KEYS['named']}\nanother: {KEYS['usual']}\n")
    Programs(model_server)
    model_server.script("spell it out").otherwise(echo_of_the_key)
    plan = {
        "typed": KEYS["typed"],
        "export": str(tmp_path / "export.jsonl"),
        "done": str(tmp_path / "done.json"),
        "seen": str(tmp_path / "seen"),
    }
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    with unlocked_keyring(person) as session:
        keep_in_keyring(session, "ring", KEYS["ring"])
        keep_in_keyring(session, "second", KEYS["ring header"])
        environment = {
            **session,
            "LANG": "C.UTF-8",
            "SPINNEY_HOME": str(home),
            "ODDLY_CALLED": KEYS["named"],
            "ALSO_ODD": KEYS["header"],
            "ANTHROPIC_API_KEY": KEYS["usual"],
            "FOR_SERVER": KEYS["server"],
        }
        run = subprocess.Popen(
            python_child("tests.security.canary_run", [str(tmp_path / "plan.json")]),
            cwd=project,
            env=environment,
        )
        watcher = Watcher(psutil.Process(run.pid))
        watching = threading.Thread(target=watcher.look)
        watching.start()
        try:
            assert run.wait(timeout=90) == 0
        finally:
            watcher.over.set()
            watching.join()
            if run.poll() is None:
                run.kill()
    check_that_the_keys_were_used(model_server, json.loads(Path(plan["done"]).read_text()))
    check_files([*files_below(home), Path(plan["export"]), Path(plan["seen"])])
    assert b"ODDLY_CALLED=" in Path(plan["seen"]).read_bytes()
    check_processes(watcher.seen)


def check_that_the_keys_were_used(server: ModelServer, ended: list[str]) -> None:
    sent = [" ".join(request.headers.values()) for request in server.requests]
    for name in ("named", "usual", "ring", "header", "ring header", "typed"):
        assert any(KEYS[name] in headers for headers in sent), name
    assert ended.count("bash completed") >= 9, ended
    assert {"read completed", "grep completed", "edit completed", "task completed"} <= set(ended)
    assert sum(entry.startswith("error ") for entry in ended) >= 3
    # What agents were told never holds a key either, so that it reaches no other provider.
    bodies = [request.body for request in server.requests]
    assert any(b"[redacted]" in body for body in bodies)
    for name, key in KEYS.items():
        assert not any(key.encode() in body for body in bodies), name


def files_below(folder: Path) -> list[Path]:
    """All but checkpoints, which are exact copies of the person's own files."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in found if "checkpoints" not in path.parts]


def check_files(files: list[Path]) -> None:
    assert any(path.suffix == ".txt" and path.stat().st_size > 30_000 for path in files)
    for path in files:
        content = path.read_bytes()
        for name, key in KEYS.items():
            # A beginning would be as bad: something may have been cut off.
            assert key[:16].encode() not in content, f"{name} in {path}"


def check_processes(seen: set[tuple[bytes, bytes]]) -> None:
    lines = [line for line, _ in seen]
    for part in (b"core.llm.host", b"core.mcp.host", b"process_server", b"keyring_child"):
        assert any(part in line for line in lines), part
    assert any(b"sleep" in line for line in lines)
    for line, variables in seen:
        if b"canary_run" in line:
            continue  # a child that has not become what it will be; it is the run itself
        for name, key in KEYS.items():
            assert key.encode() not in line, name
            given = name == "server" and os.fsencode(MCP_SERVER) in line
            assert given or key.encode() not in variables, f"{name} in the environment of {line!r}"
