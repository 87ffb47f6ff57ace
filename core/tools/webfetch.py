"""Fetch a web page as text."""

from __future__ import annotations

import asyncio
import hashlib
import html
import re
import ssl
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urljoin, urlsplit

from pydantic import Field

from core import process
from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import SpinneyError, ToolError
from core.outputs import Capture
from core.permissions.models import Ask
from core.python_child import python_child
from core.sessions.models import Attachment
from core.text import looks_binary
from core.tools.address import Destination, is_metadata, named_private, parse, resolve
from core.tools.arguments import Arguments
from core.tools.base import Tool, ToolContext, ToolResult
from core.tools.describe import describe

if TYPE_CHECKING:
    import httpx

MAX_BYTES = 5 * 1024 * 1024
MAX_TIMEOUT = 120.0
MAX_HOPS = 5
_IMAGES = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}
_HEADERS = {
    "User-Agent": "Spinney (coding agent)",
    "Accept": "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5",
}


class WebFetchArguments(Arguments):
    url: str = Field(description="The whole address, with https:// or http://.")
    format: Literal["markdown", "text", "html"] = "markdown"
    private: bool = Field(False, description="The host is on this machine or in a private network.")
    timeout: float = Field(30.0, gt=0, le=MAX_TIMEOUT, description="Seconds.")


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came back. ``moved_to`` is another host that the page redirects to."""

    url: str
    status: int
    mime: str
    charset: str | None
    body: bytes
    cut: bool = False
    moved_to: str | None = None


class WebFetchTool(Tool[WebFetchArguments]):
    name = "webfetch"
    parameters = WebFetchArguments
    read_only = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("webfetch", megabytes=MAX_BYTES // 1024 // 1024)

    async def asks(self, args: WebFetchArguments, context: ToolContext) -> list[Ask]:
        scheme, host, port = parse(args.url)
        title = f"Fetch {args.url}"
        details = {"url": args.url}
        site = f"{scheme}://{Destination(scheme, host, port, ()).site}"
        asks = [Ask("webfetch", (args.url,), (f"{site}/*",), title, details)]
        if args.private or named_private(host):
            inner = f"private://{host}:{port}"
            note = f"{title}, on this machine or in a private network"
            asks.append(Ask("webfetch", (inner,), (inner,), note, details))
        return asks

    async def run(self, args: WebFetchArguments, context: ToolContext) -> ToolResult:
        scheme, host, _ = parse(args.url)
        proxy = proxy_for(context.settings, scheme, host)
        where = await resolve(args.url, through_proxy=proxy is not None)
        if any(is_metadata(address) for address in where.addresses):
            raise ToolError(
                f"{host} is where a cloud machine keeps its credentials; it is never fetched."
            )
        if where.private and not args.private and not named_private(host):
            raise ToolError(
                f"{host} is on this machine or in a private network.",
                "If it is meant, call again with private set; the person is asked about that.",
            )
        try:
            async with asyncio.timeout(args.timeout):
                fetched = await fetch(
                    args.url, where, proxy=proxy, ca_file=context.settings.network.ca_file
                )
        except TimeoutError as error:
            raise ToolError(
                f"{args.url} did not answer within {args.timeout:g} seconds.", retry=True
            ) from error
        if fetched.moved_to is not None:
            return ToolResult(
                f"{args.url} redirects to another host: {fetched.moved_to}\n"
                "Nothing was fetched. Fetch that address if it is what you want.",
                title=args.url,
                metadata={"url": args.url, "moved_to": fetched.moved_to},
            )
        return await _shown(args, fetched, context)


def proxy_for(settings: Settings, scheme: str, host: str) -> str | None:
    """The proxy for a host: the one from the settings, or the system's."""
    if settings.network.proxy:
        return None if urllib.request.proxy_bypass(host) else settings.network.proxy
    proxies = urllib.request.getproxies()
    proxy = proxies.get(scheme) or proxies.get("all")
    if not proxy or urllib.request.proxy_bypass(host):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


async def fetch(
    url: str, where: Destination, *, proxy: str | None = None, ca_file: str | None = None
) -> Fetched:
    """Get a page from the addresses that were judged; only redirects on the same host are followed."""
    import httpx

    verify = await asyncio.to_thread(ssl.create_default_context, cafile=ca_file)
    try:
        async with httpx.AsyncClient(
            verify=verify, proxy=proxy, trust_env=False, headers=_HEADERS, timeout=None
        ) as client:
            for _ in range(MAX_HOPS + 1):
                fetched = await _get(client, url, where, pinned=proxy is None)
                if fetched.moved_to is None or not _same_site(fetched.moved_to, where):
                    return fetched
                url = fetched.moved_to
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, OSError) as error:
        reason = str(error) or type(error).__name__
        raise ToolError(f"{url} could not be fetched: {reason}.", retry=True) from error
    raise ToolError(f"{url} redirects in a circle.")


def _same_site(url: str, where: Destination) -> bool:
    scheme, host, port = parse(url)
    if host != where.host or (where.scheme == "https" and scheme == "http"):
        return False
    upgrade = scheme == "https" and where.scheme == "http" and (where.port, port) == (80, 443)
    return port == where.port or upgrade


async def _get(client: httpx.AsyncClient, url: str, where: Destination, pinned: bool) -> Fetched:
    import httpx

    if not pinned:
        return await _read(client, client.build_request("GET", url), url)
    failure: Exception | None = None
    for address in where.addresses:
        target = httpx.URL(url)
        site = target.netloc.decode("ascii")
        request = client.build_request(
            "GET",
            target.copy_with(host=address),
            headers={"Host": site},
            # The certificate must be the host's, not the address's.
            extensions={"sni_hostname": target.raw_host.decode("ascii")},
        )
        try:
            return await _read(client, request, url)
        except httpx.ConnectError as error:
            failure = error
    raise failure or ToolError(f"The host {where.host} cannot be found.")


async def _read(client: httpx.AsyncClient, request: httpx.Request, url: str) -> Fetched:
    response = await client.send(request, stream=True, follow_redirects=False)
    try:
        moved = response.headers.get("location") if response.is_redirect else None
        mime = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        pieces, size = [], 0
        if moved is None:
            async for piece in response.aiter_bytes(65536):
                pieces.append(piece)
                size += len(piece)
                if size > MAX_BYTES:
                    break
        body = b"".join(pieces)
        return Fetched(
            url,
            response.status_code,
            mime,
            response.charset_encoding,
            body[:MAX_BYTES],
            size > MAX_BYTES,
            urljoin(url, moved) if moved else None,
        )
    finally:
        await response.aclose()


async def _shown(args: WebFetchArguments, fetched: Fetched, context: ToolContext) -> ToolResult:
    metadata = {"url": fetched.url, "status": fetched.status, "mime": fetched.mime}
    if fetched.status >= 400:
        note = _decoded(fetched)[:500].strip() if not looks_binary(fetched.body[:8192]) else ""
        raise ToolError(f"{args.url} answered {fetched.status}. {note}".strip())
    if fetched.mime in _IMAGES and not fetched.cut:
        attachment = await asyncio.to_thread(_keep_image, fetched, context.paths.attachments)
        return ToolResult(
            f"The image ({fetched.mime}, {len(fetched.body):,} bytes) is attached.",
            title=args.url,
            metadata=metadata,
            attachments=(attachment,),
        )
    if looks_binary(fetched.body[:8192]):
        raise ToolError(f"{args.url} is not text but {fetched.mime or 'binary data'}.")
    text = _decoded(fetched)
    is_page = "html" in fetched.mime or (not fetched.mime and "<html" in text[:2000].lower())
    if is_page and args.format != "html":
        text = await page_text(text, fetched.url, args.format)
    if fetched.cut:
        text += f"\n\n(Only the first {MAX_BYTES:,} bytes were fetched.)"
    return ToolResult(text or "(The page has no text.)", title=args.url, metadata=metadata)


def _decoded(fetched: Fetched) -> str:
    charset = fetched.charset
    if charset is None:
        declared = re.search(rb"<meta[^>]+charset=[\"']?([\w-]+)", fetched.body[:4096], re.I)
        charset = declared[1].decode("ascii") if declared else "utf-8"
    try:
        return fetched.body.decode(charset, "replace")
    except LookupError:
        return fetched.body.decode("utf-8", "replace")


def _keep_image(fetched: Fetched, folder: Path) -> Attachment:
    name = f"{hashlib.sha256(fetched.body).hexdigest()}.{_IMAGES[fetched.mime]}"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / name).write_bytes(fetched.body)
    shown = urlsplit(fetched.url).path.rpartition("/")[2] or name
    return Attachment(mime=fetched.mime, name=shown, file=name)


async def page_text(page: str, url: str, format: str) -> str:
    """The readable part of a page.

    This runs in a process of its own, because it takes seconds of computing on large pages and can
    be ended there.
    """
    command = python_child("core.tools.page_child", [format, url])
    try:
        outcome = await process.run(
            command,
            cwd=Path("/"),
            environment={},
            timeout=30,
            input=page.encode("utf-8", "replace"),
            separate_errors=True,
            output=Capture(limit=MAX_BYTES),
        )
    except SpinneyError:
        return plain_text(page)
    text = outcome.output.text.strip() if outcome.exit_code == 0 else ""
    return text or plain_text(page)


def plain_text(page: str) -> str:
    """The text of a page without its markup: what is left when nothing better works."""
    page = re.sub(r"(?is)<(script|style|noscript|template|svg)\b.*?</\1\s*>", " ", page)
    page = re.sub(r"(?s)<!--.*?-->", " ", page)
    page = re.sub(r"(?i)<(br|/p|/div|/li|/tr|/h[1-6])\b[^>]*>", "\n", page)
    page = html.unescape(re.sub(r"(?s)<[^>]+>", " ", page))
    lines = (re.sub(r"[ \t\r\f\v]+", " ", line).strip() for line in page.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
