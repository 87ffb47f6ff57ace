from __future__ import annotations

import asyncio
import socket
import time

from core.llm.discover import find_local_servers
from tests.fakes.model_server import ModelServer


async def test_servers_that_answer_are_found_with_their_models(model_server: ModelServer) -> None:
    with socket.socket() as silent, socket.socket() as unused:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        unused.bind(("127.0.0.1", 0))
        addresses = {
            "ollama": model_server.openai_url,
            "lmstudio": f"http://127.0.0.1:{silent.getsockname()[1]}/v1",
            "vllm": f"http://127.0.0.1:{unused.getsockname()[1]}/v1",
        }
        began = time.monotonic()
        found = await find_local_servers(addresses)
        assert time.monotonic() - began < 1.0
    assert [(server.provider, server.models) for server in found] == [("ollama", ("scripted",))]
    assert [info.ref for info in found[0].infos()] == ["ollama/scripted"]


async def test_something_else_on_the_port_is_not_a_model_server() -> None:
    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(speak, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert await find_local_servers({"llamacpp": f"http://127.0.0.1:{port}/v1"}) == []


async def test_a_chunked_answer_is_read() -> None:
    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = b'{"data": [{"id": "qwen3"}]}'
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for piece in (body[:9], body[9:]):
            writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(speak, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        found = await find_local_servers({"llamacpp": f"http://127.0.0.1:{port}/v1"})
    assert found[0].models == ("qwen3",)
