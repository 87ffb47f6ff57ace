"""Inside the MCP host: talking to a server over streamable HTTP, within bounds."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp.client.streamable_http import streamable_http_client

from core.mcp.host_pace import Log, Pace

MAX_BODY = 16_000_000
"""Bytes of one answer that is not a stream of events."""

MAX_EVENT = 8_000_000


class TooLarge(httpx2.TransportError):
    """A server sent more than can be taken."""


class Refused(httpx2.TransportError):
    """A server does not let us in."""


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, inner: Any, limit: int) -> None:
        self._inner = inner
        self._left = limit

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._inner:
            self._left -= len(piece)
            if self._left < 0:
                raise TooLarge(f"The answer is larger than {MAX_BODY // 1_000_000} MB.")
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()


class _PacedStream(httpx2.AsyncByteStream):
    """A stream of events, read no faster than the host can bear."""

    def __init__(self, inner: Any, log: Log) -> None:
        self._inner = inner
        self._pace = Pace(log)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._inner:
            await self._pace.wait(len(piece), piece.count(b"data:"))
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()


class _BoundedTransport(httpx2.AsyncBaseTransport):
    """Refuses answers that are too large or compressed (which could grow without bound)."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, log: Log) -> None:
        self._inner = inner
        self._log = log

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await self._inner.handle_async_request(request)
        if response.status_code in (401, 403):
            await response.aclose()
            raise Refused(
                f"The server wants a key (HTTP {response.status_code}): give it a header such as "
                'Authorization = "keyring:NAME".'
            )
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            await response.aclose()
            raise TooLarge("The server compressed its answer although it was asked not to.")
        if "text/event-stream" in response.headers.get("content-type", ""):
            response.stream = _PacedStream(response.stream, self._log)
        else:
            response.stream = _BoundedStream(response.stream, MAX_BODY)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


@asynccontextmanager
async def http_transport(
    url: str, headers: Mapping[str, str], *, proxy: str | None, ca_file: str | None, log: Log
) -> AsyncIterator[tuple[Any, Any]]:
    """The streams that an SDK session works on."""
    verify: ssl.SSLContext | bool = ssl.create_default_context(cafile=ca_file) if ca_file else True
    inner = httpx2.AsyncHTTPTransport(verify=verify, proxy=proxy)
    client = httpx2.AsyncClient(
        transport=_BoundedTransport(inner, log),
        headers={**headers, "accept-encoding": "identity"},
        timeout=httpx2.Timeout(30.0, read=300.0),
    )
    async with client:
        transport = streamable_http_client(url, http_client=client, max_sse_event_size=MAX_EVENT)
        async with transport as streams:
            yield streams
