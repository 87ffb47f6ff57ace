"""An MCP server over streamable HTTP, made with the official SDK; prints its address when it is up."""

from __future__ import annotations

import socket
import sys

import uvicorn
from mcp.server.mcpserver import Context, MCPServer

server = MCPServer("over http", instructions="Add numbers.", version="1")


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
async def headers(context: Context) -> str:
    """Tells the token that came with the request."""
    request = context.request_context.request
    return str(request.headers.get("x-token", "none")) if request is not None else "none"


@server.prompt()
def sums(topic: str) -> str:
    """Asks for sums."""
    return f"Explain sums about {topic}"


@server.resource("note://http")
def note() -> str:
    """A note."""
    return "from http"


def main() -> None:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", flush=True)
    app = server.streamable_http_app()
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])


if __name__ == "__main__":
    main()
