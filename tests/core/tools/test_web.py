from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest
from pydantic import ValidationError

from core.config.settings import NetworkSettings, Settings
from core.errors import ToolError
from core.tools import websearch
from core.tools.address import Destination, is_public
from core.tools.webfetch import MAX_BYTES, WebFetchTool, fetch, plain_text
from core.tools.websearch import WebSearchTool
from tests.core.tools.conftest import Workbench

FETCH, SEARCH = WebFetchTool(), WebSearchTool()
PAGE = """<html><head><title>T</title><script>evil()</script></head><body><article>
<h1>Heading</h1><p>A first paragraph with a <a href="/x">link</a> and enough words to count.</p>
<p>A second paragraph that says something more about the matter at hand.</p>
<ul><li>one</li><li>two</li></ul></article></body></html>"""


class Site(BaseHTTPRequestHandler):
    """Pages for the tests; ``hosts`` notes the Host header of each request."""

    hosts: ClassVar[list[str]] = []
    release: ClassVar[threading.Event] = threading.Event()

    def do_GET(self) -> None:
        self.hosts.append(self.headers["Host"])
        path = self.path.partition("?")[0]
        if path.startswith("http://"):  # asked as a proxy
            self.answer(200, "text/plain", b"through the proxy")
        elif path == "/page":
            self.answer(200, "text/html; charset=utf-8", PAGE.encode())
        elif path == "/latin":
            self.answer(200, "text/plain; charset=iso-8859-1", "grün".encode("latin-1"))
        elif path == "/json":
            self.answer(200, "application/json", b'{"a": 1}')
        elif path == "/png":
            self.answer(200, "image/png", b"\x89PNG\r\n\x1a\n123")
        elif path == "/binary":
            self.answer(200, "application/zip", b"PK\x03\x04\x00\x00\x00")
        elif path == "/missing":
            self.answer(404, "text/plain", b"no such page")
        elif path == "/near":
            self.redirect("/json")
        elif path == "/loop":
            self.redirect("/loop")
        elif path == "/far":
            self.redirect("http://169.254.169.254/latest/meta-data")
        elif path == "/huge":
            self.send_response(200)
            self.send_header("Content-Type", "text/plain")
            self.end_headers()
            try:
                for _ in range(200):
                    self.wfile.write(b"x" * 65536)
            except OSError:
                pass
        elif path == "/slow":
            self.release.wait(20)

    def answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def redirect(self, to: str) -> None:
        self.send_response(302)
        self.send_header("Location", to)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name in (
        "http_proxy",
        "https_proxy",
        "all_proxy",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
    ):
        monkeypatch.delenv(name, raising=False)
    Site.hosts.clear()
    Site.release.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    Site.release.set()
    server.shutdown()
    server.server_close()
    thread.join()


async def test_a_page_becomes_markdown(bench: Workbench, site: str) -> None:
    result = await bench.call(FETCH, url=f"{site}/page")
    assert "# Heading" in result.output
    assert "first paragraph" in result.output
    assert "evil" not in result.output
    raw = await bench.call(FETCH, url=f"{site}/page", format="html")
    assert raw.output == PAGE


async def test_text_json_and_images(bench: Workbench, site: str) -> None:
    assert (await bench.call(FETCH, url=f"{site}/latin")).output == "grün"
    assert (await bench.call(FETCH, url=f"{site}/json")).output == '{"a": 1}'
    (image,) = (await bench.call(FETCH, url=f"{site}/png")).attachments
    assert (bench.paths.attachments / image.file).read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ToolError, match=r"application/zip"):
        await bench.call(FETCH, url=f"{site}/binary")
    with pytest.raises(ToolError, match=r"404. no such page"):
        await bench.call(FETCH, url=f"{site}/missing")


async def test_private_addresses_ask_on_their_own(bench: Workbench, site: str) -> None:
    asks = await bench.asks(FETCH, url=f"{site}/page")
    port = site.rpartition(":")[2]
    assert [ask.patterns[0] for ask in asks] == [f"{site}/page", f"private://127.0.0.1:{port}"]
    assert asks[0].always == (f"{site}/*",)


async def test_only_redirects_on_the_same_host_are_followed(bench: Workbench, site: str) -> None:
    assert (await bench.call(FETCH, url=f"{site}/near")).output == '{"a": 1}'
    result = await bench.call(FETCH, url=f"{site}/far")
    assert "redirects to another host: http://169.254.169.254/" in result.output
    with pytest.raises(ToolError, match="circle"):
        await bench.call(FETCH, url=f"{site}/loop")


async def test_connections_go_to_the_address_that_was_judged(site: str) -> None:
    port = int(site.rpartition(":")[2])
    where = Destination("http", "name.that.does.not.exist.invalid", port, ("127.0.0.1",))
    got = await fetch(f"http://name.that.does.not.exist.invalid:{port}/json", where)
    assert got.body == b'{"a": 1}'
    assert Site.hosts == [f"name.that.does.not.exist.invalid:{port}"]


async def test_names_are_looked_up_once_and_only_after_the_question(
    bench: Workbench, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(site.rpartition(":")[2])
    loop = asyncio.get_running_loop()
    answers = ["127.0.0.1", "127.0.0.1", "192.0.2.1", "192.0.2.1"]

    async def lookup(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answers.pop(0), port))]

    monkeypatch.setattr(loop, "getaddrinfo", lookup)
    url = f"http://rebound.test:{port}/json"
    assert len(await bench.asks(FETCH, url=url)) == 1
    assert len(answers) == 4
    with pytest.raises(ToolError, match="private network"):
        await bench.call(FETCH, url=url)
    assert len(await bench.asks(FETCH, url=url, private=True)) == 2
    result = await bench.call(FETCH, url=url, private=True)
    assert result.output == '{"a": 1}'
    assert len(answers) == 2


async def test_size_and_time_are_limited(bench: Workbench, site: str) -> None:
    result = await bench.call(FETCH, url=f"{site}/huge")
    assert MAX_BYTES < len(result.output) < MAX_BYTES + 200
    with pytest.raises(ToolError, match=r"within 0.3 seconds"):
        await bench.call(FETCH, url=f"{site}/slow", timeout=0.3)


async def test_a_cancelled_fetch_ends(bench: Workbench, site: str) -> None:
    call = asyncio.create_task(bench.call(FETCH, url=f"{site}/slow"))
    await asyncio.sleep(0.3)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call


async def test_the_proxy_from_the_settings_is_used(bench: Workbench, site: str) -> None:
    bench.settings = Settings(network=NetworkSettings(proxy=site))
    result = await bench.call(FETCH, url="http://only.the.proxy.knows.invalid/x")
    assert result.output == "through the proxy"


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("ftp://example.com/x", "not a web address"),
        ("file:///etc/passwd", "not a web address"),
        ("example.com", "not a web address"),
        ("http://user:pass@example.com/", "user name"),
        ("http://[bad", "not a valid"),
        ("http://nothing.invalid/", "cannot be found"),
        ("http://127.0.0.1:1/", "could not be fetched"),
    ],
)
async def test_addresses_that_cannot_be_fetched_say_why(
    bench: Workbench, site: str, url: str, sentence: str
) -> None:
    with pytest.raises(ToolError, match=sentence):
        await bench.call(FETCH, url=url)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_private_addresses_are_known(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_text_is_left_when_nothing_better_works() -> None:
    assert plain_text(PAGE).startswith("T\nHeading\n") or "Heading" in plain_text(PAGE)
    assert "evil" not in plain_text(PAGE)


def fake_search(code: str) -> list[str]:
    return [sys.executable, "-I", "-c", f"import json,sys; request=json.load(sys.stdin); {code}"]


async def test_results_are_listed(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    results = [{"title": "A", "href": "https://a", "body": "about"}]
    command = fake_search(f"json.dump({{'results': {results!r}}}, sys.stdout)")
    monkeypatch.setattr(websearch, "python_child", lambda *_: command)
    result = await bench.call(SEARCH, query="anything")
    assert result.output == "1. A\n   https://a\n   about"
    (asked,) = await bench.asks(SEARCH, query="anything")
    assert (asked.permission, asked.patterns) == ("websearch", ("anything",))
    with pytest.raises(ValidationError):
        await bench.call(SEARCH, query="")


async def test_a_search_that_fails_is_a_sentence(bench: Workbench) -> None:
    with pytest.raises(ToolError, match="answer cannot be understood"):
        await websearch.search("x", 1, command=fake_search("print('no')"))
    error = json.dumps({"error": "blocked"})
    with pytest.raises(ToolError, match="blocked"):
        await websearch.search("x", 1, command=fake_search(f"print({error!r})"))


async def test_without_a_network_the_real_search_says_so(bench: Workbench) -> None:
    bench.settings = Settings(network=NetworkSettings(proxy="http://127.0.0.1:1"))
    with pytest.raises(ToolError, match="web search failed"):
        await bench.call(SEARCH, query="anything at all")


async def test_a_cancelled_search_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    command = fake_search("import time; time.sleep(300)")
    call = asyncio.create_task(websearch.search("x", 1, command=command))
    await asyncio.sleep(0.2)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
