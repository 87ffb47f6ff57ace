"""The threat catalogue: MCP servers, the web, ports, keys and the programs that protect us."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import socket
import stat
import sys
import threading
import tomllib
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import psutil
import pytest

from core import process
from core.agents.folders import UserFolders
from core.config.loader import load
from core.config.secrets import KeyLookup
from core.config.settings import ProviderSettings
from core.errors import ToolError
from core.llm.client import ModelClient
from core.llm.types import ModelRequest, ProviderAccess, TextContent, UserMessage
from core.mcp.sources import project_servers, user_servers
from core.paths import Paths
from core.permissions.models import Rule
from core.redact import MARK
from core.sandbox.detect import SandboxDetector
from desktop.single import Doorbell, server_name
from tests.core.config.test_secrets import backend
from tests.core.hooks.conftest import Documents
from tests.core.mcp.conftest import SCRIPTED, Watched, scripted
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call
from tests.security.places import Listener, model_calls, program

ROOT = Path(__file__).resolve().parents[2]


class Servers(Watched):
    """Servers behind a real host, whose changes a test can wait for."""

    def names(self, project: Path | None = None) -> set[str]:
        return {tool.name for _, tool in self.tools_for(project)}

    async def settled(self, name: str) -> str:
        """Wait until it is known whether the server may start."""
        await self.until(lambda: self.named(name).state in ("ready", "unconfirmed", "failed"))
        return self.named(name).state

    def key(self, name: str) -> str:
        return self.named(name).key


@pytest.fixture
async def servers() -> AsyncIterator[Servers]:
    made = Servers(Documents(), [], {})
    yield made
    await made.close()
    await process.shutdown()


def project_file(project: Path, *arguments: str) -> None:
    server = {"command": sys.executable, "args": ["-I", str(SCRIPTED), *arguments]}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"theirs": server}}))


async def test_d4_a_projects_server_starts_as_it_was_agreed_to_and_not_otherwise(
    servers: Servers, tmp_path: Path, project: Path, canary: Path
) -> None:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})

    async def read(trusted: bool) -> str:
        loaded = load(paths, project, trusted)
        found = project_servers(loaded, project, trusted=trusted, mine=())
        await servers.set_project_servers(project, found.servers)
        return await servers.settled("theirs") if found.servers else "none"

    project_file(project, f"canary={canary}")
    assert await read(trusted=False) == "none"
    assert await read(trusted=True) == "unconfirmed"
    assert not canary.exists()
    await servers.confirm_server(servers.key("theirs"))
    await servers.until_state("theirs", "ready")
    assert await servers.settled("theirs") == "ready"
    assert canary.exists()
    canary.unlink()
    project_file(project, f"canary={canary}", "and more")
    assert await read(trusted=True) == "unconfirmed"
    assert not canary.exists()


async def test_g1_a_tool_that_changes_is_gone_until_a_person_has_looked(servers: Servers) -> None:
    await servers.set_servers("user", [scripted("one"), scripted("one_echo")])
    assert await servers.settled("one") == "ready"
    assert "echo" in servers.names()
    await servers.call_tool(servers.key("one"), "change", {})
    await servers.until(lambda: servers.named("one").waiting_tools)
    waiting = servers.named("one").waiting_tools
    assert {tool.name for tool in waiting} == {"echo", "added"}
    offered = [(status.spec.name, tool.name) for status, tool in servers.tools_for(None)]
    assert ("one", "echo") not in offered
    assert ("one", "added") not in offered
    with pytest.raises(ToolError):
        await servers.call_tool(servers.key("one"), "echo", {"text": "x"})


async def test_g2_a_server_from_another_programs_file_waits_for_a_person(
    servers: Servers, tmp_path: Path, canary: Path
) -> None:
    home = tmp_path / "person"
    home.mkdir()
    entry = {"command": "/bin/sh", "args": ["-c", f"touch '{canary}'"]}
    (home / ".claude.json").write_text(json.dumps({"mcpServers": {"imported": entry}}))
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    folders = UserFolders.from_environment(paths, {"HOME": str(home)})
    found = user_servers(load(paths, None, False), folders)
    await servers.set_servers("user", found.servers)
    assert await servers.settled("imported") == "unconfirmed"
    assert f"touch '{canary}'" in next(iter(servers.statuses())).spec.shown
    servers.restart(servers.key("imported"))
    assert await servers.settled("imported") == "unconfirmed"
    assert not canary.exists()


class Moving(BaseHTTPRequestHandler):
    """Sends everybody to where the test says, and notes the key they brought."""

    to: ClassVar[str] = ""
    seen: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        self.rfile.read(length)
        self.send_response(307)
        self.send_header("Location", self.to + self.path)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def moving(listener: Listener) -> Iterator[str]:
    """A server that redirects to the listener, which is another site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Moving)
    Moving.to = listener.url
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    "url",
    [
        "http://example.test.evil.test/",
        "http://example.test@evil.test/",
        "http://example.test:80@evil.test/",
        "http://example.test%00.evil.test/",
        "http://example.test\\@evil.test/",
        "http://example.testevil.test/",
        "http://evil.test/http://example.test/",
        "http://evil.test?http://example.test/",
        "http://evil.test#http://example.test/",
        "http:example.test/",
        "//example.test/",
        "HTTP://EXAMPLE.TEST.:81/",
    ],
)
async def test_g5_a_host_is_compared_as_a_host(
    url: str, alone: EngineUnderTest, model_server: ModelServer
) -> None:
    rules = [Rule("webfetch", "http://example.test/*", "allow")]
    ((status, said),) = await model_calls(
        alone, model_server, Call("webfetch", url=url), rules=rules
    )
    assert status == "failed"
    assert "cannot be found" not in said, "it was looked up"


async def test_g5_a_redirect_to_another_host_is_told_and_not_followed(
    alone: EngineUnderTest, model_server: ModelServer, moving: str, listener: Listener
) -> None:
    rules = [Rule("webfetch", f"{moving}/*", "allow"), Rule("webfetch", "private://*", "allow")]
    ((status, said),) = await model_calls(
        alone, model_server, Call("webfetch", url=f"{moving}/page"), rules=rules
    )
    assert status == "completed"
    assert "redirects to another host" in said
    assert listener.heard == []


ADDRESSES = [
    "http://127.0.0.1:{port}/",
    "http://localhost:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://2130706433:{port}/",
    "http://0x7f000001:{port}/",
    "http://0177.0.0.1:{port}/",
    "http://127.1:{port}/",
    "http://0:{port}/",
    "http://[::1]:{port}/",
    "http://a.localhost:{port}/",
    "http://127.0.0.1.:{port}/",
]


@pytest.mark.parametrize("address", ADDRESSES)
async def test_g6_private_addresses_are_asked_for_by_name_however_they_are_written(
    address: str, alone: EngineUnderTest, model_server: ModelServer, listener: Listener
) -> None:
    url = address.format(port=listener.port)
    rules = [Rule("webfetch", "http*", "allow")]
    for private in (False, True):
        call = Call("webfetch", url=url, private=private)
        ((status, _),) = await model_calls(alone, model_server, call, rules=rules)
        assert status == "failed"
    assert listener.heard == []


@pytest.mark.parametrize(
    "host", ["169.254.169.254", "[::ffff:169.254.169.254]", "2852039166", "[fd00:ec2::254]"]
)
async def test_g6_a_clouds_credentials_are_never_fetched(
    host: str, alone: EngineUnderTest, model_server: ModelServer
) -> None:
    call = Call("webfetch", url=f"http://{host}/latest/meta-data", private=True)
    rules = [Rule("*", "*", "allow")]
    ((status, said),) = await model_calls(alone, model_server, call, rules=rules)
    assert status == "failed"
    assert "credentials" in said


async def test_g6_a_name_that_changes_its_address_gains_nothing(
    alone: EngineUnderTest,
    model_server: ModelServer,
    listener: Listener,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first answer of a hostile name server is public, every later one is this machine."""
    real, asked = socket.getaddrinfo, []

    def answer(host: object, port: object, *more: object, **named: object) -> object:
        if host in ("rebind.test", b"rebind.test"):
            asked.append(host)
            address = "203.0.113.7" if len(asked) == 1 else "127.0.0.1"
            kind = socket.SOCK_STREAM
            return [(socket.AF_INET, kind, 6, "", (address, listener.port))]
        return real(host, port, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    monkeypatch.setattr(
        "core.tools.address.is_public", lambda one: str(ipaddress.ip_address(one)) == "203.0.113.7"
    )
    call = Call("webfetch", url=f"http://rebind.test:{listener.port}/", timeout=0.3)
    rules = [Rule("webfetch", "http*", "allow")]
    ((status, _),) = await model_calls(alone, model_server, call, rules=rules)
    assert status == "failed"
    assert len(asked) == 1
    assert listener.heard == []


async def test_h1_nothing_of_ours_listens_on_a_port(
    alone: EngineUnderTest, model_server: ModelServer, model_client: ModelClient, servers: Servers
) -> None:
    await servers.set_servers("user", [scripted("one")])
    assert await servers.settled("one") == "ready"
    rules = [Rule("bash", "*", "allow")]
    await model_calls(alone, model_server, Call("bash", command="true"), rules=rules)
    own = psutil.Process()
    listening = [
        connection
        for member in [own, *own.children(recursive=True)]
        for connection in member.net_connections(kind="inet")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert {connection.laddr.port for connection in listening} <= {model_server.port}


def test_h1_the_windows_socket_is_the_persons_only(tmp_path: Path, qapp: object) -> None:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    rung: list[Path | None] = []
    doorbell = Doorbell(paths, rung.append)
    try:
        place = Path(doorbell._server.fullServerName())
        assert server_name(paths) in place.name
        assert stat.S_IMODE(place.stat().st_mode) & 0o077 == 0
    finally:
        doorbell.close()


async def test_h2_no_child_has_a_key(
    alone: EngineUnderTest,
    model_server: ModelServer,
    servers: Servers,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ("OPENAI_API_KEY", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "DB_PASSWORD", "FAKE_KEY")
    for name in names:
        monkeypatch.setenv(name, f"CANARYKEY-{name}")
    monkeypatch.setenv("HTTPS_PROXY", "http://me:CANARYKEY@proxy.test:1")
    rules = [Rule("bash", "*", "allow"), Rule("unsandboxed", "*", "allow")]
    spill = "env; cat /proc/self/environ /proc/$PPID/environ"
    ended = await model_calls(
        alone,
        model_server,
        Call("bash", command=spill),
        Call("bash", command=spill, unsandboxed=True),
        rules=rules,
    )
    for status, output in ended:
        assert "PATH=" in output, status
        assert "CANARYKEY" not in output
    await servers.set_servers("user", [scripted("one")])
    assert await servers.settled("one") == "ready"
    told = str(await servers.call_tool(servers.key("one"), "environment", {}))
    assert "PATH" in told
    assert "CANARYKEY" not in told


async def test_h3_a_key_that_comes_back_is_taken_out_the_same_way_each_time(
    alone: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    key = "fake-key-for-tests"
    model_server.script("break apart").fail(400, f"the header said Bearer {key} and " + "x" * 400)
    session = await alone.session()
    await alone.engine.prompt(session.id, f"break apart {key}")
    await alone.engine.wait_idle(session.id)
    (project / "a.txt").write_text(f"{key}\n")
    ended = await model_calls(alone, model_server, Call("read", file_path="a.txt"))
    assert MARK in ended[0][1]
    redact = alone.engine.redactor
    assert redact(redact(f"a {key} b")) == f"a {MARK} b"
    await alone.engine.store.flush()
    for path in alone.engine.paths.config.rglob("*"):
        # A checkpoint is an exact copy of the person's own files.
        if path.is_file() and "checkpoints" not in path.parts:
            assert key.encode() not in path.read_bytes(), path


@pytest.mark.parametrize(
    ("name", "body", "said"),
    [
        ("plaintext_file", "def get_password(self, *a):\n    return 'open'", "in the open"),
        ("slow", "def get_password(self, *a):\n    import time; time.sleep(30)", "did not answer"),
        ("broken", "def get_password(self, *a):\n    raise RuntimeError('SECRET')", "failed"),
        ("", "", "no keyring that Spinney can use"),
    ],
)
async def test_h4_a_keyring_that_cannot_be_trusted_is_refused_in_a_sentence(
    name: str, body: str, said: str, tmp_path: Path
) -> None:
    home = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    if name:
        backend(home, name, body)
    else:
        config = tmp_path / ".config/python_keyring"
        config.mkdir(parents=True)
        chosen = "[backend]\ndefault-keyring=keyring.backends.null.Keyring\n"
        (config / "keyringrc.cfg").write_text(chosen)
    keys = KeyLookup(home, patience=1.0)
    found = await keys.key_for("openai", ProviderSettings(kind="openai"))
    assert found.value is None
    assert said in found.problem
    assert "SECRET" not in found.problem
    keys.use_for_this_run("openai", "typed-key")
    assert (await keys.key_for("openai", ProviderSettings(kind="openai"))).value == "typed-key"


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
async def test_h5_a_key_follows_no_redirect_to_another_host(
    kind: str, model_client: ModelClient, moving: str, listener: Listener
) -> None:
    access = ProviderAccess("moved", kind, f"{moving}/v1", api_key="canary-key-5551212")
    message = UserMessage((TextContent("hello"),))
    request = ModelRequest(provider=access, model="m", messages=(message,), max_attempts=1)
    with pytest.raises(Exception, match="moved"):
        async for _ in model_client.stream(request):
            pass
    assert not any(b"canary-key-5551212" in heard for heard in listener.heard)


async def test_h5_a_vendors_key_goes_to_the_vendor_only() -> None:
    keys = KeyLookup({"OPENAI_API_KEY": "vendor-key"})
    elsewhere = ProviderSettings(kind="openai", base_url="http://127.0.0.1:1/v1")
    assert keys.variable_for("openai", elsewhere) is None
    assert keys.variable_for("mine", elsewhere) is None
    assert keys.variable_for("openai", ProviderSettings(kind="openai")) == "OPENAI_API_KEY"


async def test_h8_a_bwrap_of_the_project_is_not_used(
    project: Path, canary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(project, "bwrap", canary)
    monkeypatch.chdir(project)
    monkeypatch.setenv("PATH", f".:{project}:{os.environ['PATH']}")
    found = await SandboxDetector().sandbox()
    assert not canary.exists()
    program_used = getattr(found, "program", "/usr/bin/bwrap")
    assert os.path.isabs(program_used)
    assert not program_used.startswith(str(project))


def test_h10_what_is_installed_is_pinned_and_the_proxy_is_not() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    litellm = next(line for line in project["dependencies"] if line.startswith("litellm"))
    assert re.fullmatch(r"litellm(\[mcp\])?==[\d.]+", litellm)
    pins = (ROOT / "packaging/constraints.txt").read_text().splitlines()
    named = [line for line in pins if line and not line.startswith("#")]
    assert all("==" in line for line in named)
    assert not any(re.match(r"(gunicorn|litellm-proxy|litellm-enterprise)\b", x) for x in named)


def test_h10_our_own_children_run_no_code_that_a_package_left_at_start() -> None:
    """A ``.pth`` file in a folder of the environment runs at the start of every interpreter. Ours may
    hold those of known packages only."""
    folder = next(Path(p) for p in sys.path if p.endswith("site-packages"))
    acting = {
        file.name
        for file in folder.glob("*.pth")
        if any(line.startswith(("import ", "import\t")) for line in file.read_text().splitlines())
    }
    assert {
        name for name in acting if not re.match(r"(distutils-|__editable__|_virtualenv)", name)
    } == set()
