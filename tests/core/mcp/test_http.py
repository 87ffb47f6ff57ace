"""Servers over streamable HTTP: a real one, and hostile ones."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from core.errors import ToolError
from core.mcp import servers as servers_module
from core.mcp.definition import ServerSpec, read_server
from tests.core.mcp.conftest import Watched

SERVER = Path(__file__).parents[2] / "fakes" / "mcp_servers" / "over_http.py"


@contextlib.asynccontextmanager
async def serving(port: int = 0) -> AsyncIterator[str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", str(SERVER), str(port), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        yield (await process.stdout.readline()).decode().strip()
    finally:
        process.kill()
        await process.wait()


@pytest_asyncio.fixture(loop_scope="module")
async def address() -> AsyncIterator[str]:
    async with serving() as url:
        yield url


def over_http(url: str, **more: object) -> ServerSpec:
    return read_server("web", {"url": url, **more}, source="config.toml", scope="user")


async def test_a_server_over_http_is_used_with_the_persons_token(
    servers: Watched, secrets: dict[str, str], address: str
) -> None:
    secrets["keyring:web"] = "token from the keyring"
    await servers.set_servers("user", [over_http(address, headers={"X-Token": "keyring:web"})])
    status = await servers.until_state("web", "ready")
    assert [tool.exposed for tool in status.offer.tools] == ["web_add", "web_headers"]
    assert (await servers.call_tool(status.key, "add", {"a": 2, "b": 3}))["text"] == "5"
    assert (await servers.call_tool(status.key, "headers", {}))["text"] == "token from the keyring"
    assert (await servers.prompt("web", "sums", {"topic": "tea"}, None))["text"].endswith("tea")
    assert await servers.read_resource("web", "note://http", None) == "from http"


async def test_a_server_that_was_started_again_is_found_again(servers: Watched) -> None:
    async with serving() as url:
        await servers.set_servers("user", [over_http(url, timeout=5)])
        key = (await servers.until_state("web", "ready")).key
    with pytest.raises(ToolError, match="web failed"):
        await servers.call_tool(key, "add", {"a": 1, "b": 1})
    async with serving(urlsplit(url).port or 0):
        async with asyncio.timeout(15):
            while True:
                with contextlib.suppress(ToolError):
                    answer = await servers.call_tool(key, "add", {"a": 1, "b": 1})
                    break
        assert answer["text"] == "2"


async def test_an_address_where_nobody_answers_is_a_sentence(
    servers: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers_module, "_MAX_FAILURES", 0)
    await servers.set_servers("user", [over_http("http://127.0.0.1:1/mcp")])
    assert (await servers.until_state("web", "failed")).error


JSON = ("content-type", "application/json")
EVENTS = ("content-type", "text/event-stream")
X = b"x" * 1_000_000

HOSTILE: dict[str, tuple[int, tuple[tuple[str, str], ...], bytes, int]] = {
    "endless": (200, (JSON,), b'{"jsonrpc": "2.0", "id": 0, "result": "' + X, 100),
    "bomb": (200, (JSON, ("content-encoding", "gzip")), gzip.compress(X), 1),
    "event": (200, (EVENTS,), b"data: " + X, 100),
    "deep": (200, (JSON,), b"[" * 200_000, 1),
    "binary": (200, (JSON,), b"\0\xff not json", 1),
    "wrong": (200, (JSON,), b'{"jsonrpc": "2.0", "id": 0, "result": 7}', 1),
    "refused": (401, (("content-type", "text/plain"),), b"who are you?", 1),
    "redirect": (307, (("location", "http://127.0.0.1:9/elsewhere"),), b"", 1),
}


class Hostile(BaseHTTPRequestHandler):
    """Answers every request with what its path names: status, headers, and a body so many times."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        status, headers, body, repeat = HOSTILE[self.path.strip("/")]
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        try:
            for _ in range(repeat):
                self.wfile.write(body)
        except OSError:
            self.close_connection = True

    do_GET = do_DELETE = do_POST

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def hostile() -> Iterator[str]:
    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            pass

    server = Quiet(("127.0.0.1", 0), Hostile)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


async def test_hostile_answers_are_failures_with_a_sentence_each(
    servers: Watched, hostile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers_module, "_MAX_FAILURES", 0)
    specs = [
        read_server(
            name,
            {"url": f"{hostile}/{name}", "startup_timeout": 8},
            source="config.toml",
            scope="user",
        )
        for name in HOSTILE
    ]
    await servers.set_servers("user", specs)
    for name in HOSTILE:
        error = (await servers.until_state(name, "failed")).error
        assert error.endswith("."), name
        assert len(error) < 200
        assert "pydantic" not in error
    assert "larger than 16 MB" in servers.named("endless").error
    assert "wants a key" in servers.named("refused").error
    assert "not followed" in servers.named("redirect").error
