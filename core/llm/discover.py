"""Model servers that run on this machine, and the models they have."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from core.llm.providers import KNOWN
from core.llm.types import ModelInfo

PATIENCE = 0.45
MOST_BYTES = 2_000_000

USUAL_ADDRESSES: Mapping[str, str] = {
    provider.name: provider.base_url
    for provider in KNOWN.values()
    if provider.local and provider.base_url is not None
}


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that answered; ``provider`` is the name under which its models can be used."""

    provider: str
    base_url: str
    models: tuple[str, ...]

    def infos(self) -> list[ModelInfo]:
        return [
            ModelInfo(
                ref=f"{self.provider}/{model}",
                provider=self.provider,
                model=model,
                price={"input": 0.0, "output": 0.0},
                source="local",
            )
            for model in self.models
        ]


async def find_local_servers(
    addresses: Mapping[str, str] = USUAL_ADDRESSES, patience: float = PATIENCE
) -> list[LocalServer]:
    """Ask all usual addresses at once; who does not answer in time is not there."""
    found = await asyncio.gather(
        *(_probe(provider, base_url, patience) for provider, base_url in addresses.items())
    )
    return [server for server in found if server is not None]


async def _probe(provider: str, base_url: str, patience: float) -> LocalServer | None:
    try:
        async with asyncio.timeout(patience):
            body = await _get(f"{base_url.rstrip('/')}/models")
        entries = json.loads(body)["data"]
        models = tuple(str(entry["id"]) for entry in entries)
    except (OSError, TimeoutError, ValueError, KeyError, TypeError, EOFError):
        return None
    return LocalServer(provider, base_url, models)


async def _get(url: str) -> bytes:
    """One GET over plain HTTP to this machine; a whole client would cost more than the request."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port or 80)
    try:
        head = (
            f"GET {parts.path} HTTP/1.0\r\nHost: {parts.netloc}\r\nAccept: application/json\r\n\r\n"
        )
        writer.write(head.encode("ascii"))
        await writer.drain()
        answer = await _read_bounded(reader)
    finally:
        writer.close()
    head_bytes, separator, body = answer.partition(b"\r\n\r\n")
    if not separator or b" 200 " not in head_bytes.split(b"\r\n", 1)[0] + b" ":
        raise ValueError("not a model server")
    if b"transfer-encoding: chunked" in head_bytes.lower():
        return _unchunked(body)
    return body


async def _read_bounded(reader: asyncio.StreamReader) -> bytes:
    """Until the server closes, its stated length is there, or the last chunk."""
    data = bytearray()
    while len(data) < MOST_BYTES:
        head, separator, body = bytes(data).partition(b"\r\n\r\n")
        if separator and _is_whole(head.lower(), body):
            break
        piece = await reader.read(65536)
        if not piece:
            break
        data += piece
    return bytes(data)


def _is_whole(head: bytes, body: bytes) -> bool:
    for line in head.split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.partition(b":")[2])
        if line.startswith(b"transfer-encoding:") and b"chunked" in line:
            return body.endswith(b"0\r\n\r\n")
    return False


def _unchunked(body: bytes) -> bytes:
    pieces: list[bytes] = []
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size.partition(b";")[0], 16)
        if length == 0:
            break
        pieces.append(rest[:length])
        body = rest[length + 2 :]
    return b"".join(pieces)
