"""Inside the MCP host: talking to a server that is a child process, within bounds.

The child is started by the process server (see ``core.process``), so that it and all it starts end
with the host, however that ends. A server can send at most so much at once and so much per second:
one that floods is read more slowly, one that sends an endless line is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from core.mcp.host_pace import Log, Pace
from core.outputs import Capture
from core.process import Process, ProcessError, start_on

MAX_FRAME = 8_000_000
"""Bytes of one message; a longer one ends the server."""

_EXIT_GRACE = 1.0


@dataclass(slots=True)
class Pipes:
    """A running child with its three streams."""

    process: Process
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    errors: asyncio.StreamReader
    transports: tuple[asyncio.ReadTransport, ...] = ()


async def start_piped(command: Sequence[str], cwd: Path, environment: Mapping[str, str]) -> Pipes:
    """Start a command whose streams are ours to read and write."""
    if os.name != "posix":
        return await _start_directly(command, cwd, environment)
    loop = asyncio.get_running_loop()
    with contextlib.ExitStack() as theirs, contextlib.ExitStack() as ours:
        stdin, writer_end = os.pipe()
        theirs.callback(os.close, stdin)
        write_file = ours.enter_context(os.fdopen(writer_end, "wb", buffering=0))
        reader_end, stdout = os.pipe()
        theirs.callback(os.close, stdout)
        read_file = ours.enter_context(os.fdopen(reader_end, "rb", buffering=0))
        errors_end, stderr = os.pipe()
        theirs.callback(os.close, stderr)
        errors_file = ours.enter_context(os.fdopen(errors_end, "rb", buffering=0))
        process = await start_on(command, (stdin, stdout, stderr), cwd=cwd, environment=environment)
        ours.callback(process.abandon)
        theirs.close()
        reader, errors = asyncio.StreamReader(limit=MAX_FRAME), asyncio.StreamReader()
        first, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), read_file
        )
        second, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(errors), errors_file
        )
        protocol = asyncio.streams.FlowControlMixin()
        transport, _ = await loop.connect_write_pipe(lambda: protocol, write_file)
        writer = asyncio.StreamWriter(transport, protocol, None, loop)
        ours.pop_all()
        return Pipes(process, reader, writer, errors, (first, second))


async def _start_directly(
    command: Sequence[str], cwd: Path, environment: Mapping[str, str]
) -> Pipes:
    from core.process_direct import DirectProcess

    try:
        child = await asyncio.create_subprocess_exec(
            *command,
            cwd=cwd,
            env=dict(environment),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=MAX_FRAME,
        )
    except OSError as error:
        raise ProcessError(f"{command[0]} could not be started: {error.strerror}.") from error
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stderr is not None
    process = DirectProcess(child, Capture(0), Capture(0))

    async def watch() -> None:
        process._finish(await child.wait(), 0)

    process.keep(asyncio.create_task(watch()))
    return Pipes(process, child.stdout, child.stdin, child.stderr)


@contextlib.asynccontextmanager
async def stdio_transport(
    command: Sequence[str], cwd: Path, environment: Mapping[str, str], log: Log, ended: Ending
) -> AsyncIterator[tuple[Any, Any]]:
    """The streams that an SDK session works on; ``ended`` is told when the server goes away."""
    pipes = await start_piped(command, cwd, environment)
    to_session, read_stream = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    write_stream, from_session = anyio.create_memory_object_stream[SessionMessage](0)

    async def read() -> None:
        async with to_session:
            with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                ended.tell(await _read_messages(pipes, to_session.send, log))
        # Reading on lets a server that is stuck in writing see the end of its input.
        with contextlib.suppress(OSError):
            while await pipes.reader.read(1 << 20):
                pass

    async def write() -> None:
        with contextlib.suppress(OSError, anyio.ClosedResourceError):
            async for message in from_session:
                text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                pipes.writer.write(text.encode("utf-8", "surrogatepass") + b"\n")
                await pipes.writer.drain()

    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(read)
            tasks.start_soon(write)
            tasks.start_soon(_copy_errors, pipes.errors, log)
            try:
                yield read_stream, write_stream
            finally:
                with anyio.CancelScope(shield=True):
                    for stream in (read_stream, write_stream, to_session, from_session):
                        await stream.aclose()
                    await _end(pipes)
                tasks.cancel_scope.cancel()
    finally:
        pipes.process.abandon()
        pipes.writer.close()
        for transport in pipes.transports:
            transport.close()


class Ending:
    """Remembers the first reason why a connection ended."""

    def __init__(self) -> None:
        self.event = asyncio.Event()
        self.why = ""

    def tell(self, why: str) -> None:
        if not self.event.is_set():
            self.why = why
            self.event.set()


async def _read_messages(pipes: Pipes, send: Callable[[Any], Any], log: Log) -> str:
    """Pass messages on until the server ends; returns why it did."""
    pace = Pace(log)
    while True:
        try:
            line = await pipes.reader.readline()
        except ValueError:
            return f"It sent a message of more than {MAX_FRAME // 1_000_000} MB and was ended."
        except OSError:
            line = b""
        if not line:
            break
        await pace.wait(len(line))
        if not line.strip():
            continue
        try:
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            log(f"not a message: {line[:300].decode('utf-8', 'replace').strip()}")
            continue
        await send(SessionMessage(message))
    outcome = await pipes.process.wait(_EXIT_GRACE)
    if outcome.timed_out:
        return "It closed its output."
    how = outcome.signal_name or f"exit code {outcome.exit_code}"
    return f"The program ended ({how})."


async def _copy_errors(stream: asyncio.StreamReader, log: Log) -> None:
    rest = b""
    with contextlib.suppress(OSError):
        while data := await stream.read(65536):
            *lines, rest = (rest + data).split(b"\n")
            # A tail is enough of a server that floods its error output.
            for line in lines[-50:]:
                log(line[:1000].decode("utf-8", "replace"))
            rest = rest[-1000:]
            await asyncio.sleep(0.05)
    if rest:
        log(rest.decode("utf-8", "replace"))


async def _end(pipes: Pipes) -> None:
    """Close its input, wait a little, end the whole tree."""
    pipes.writer.close()
    if pipes.process.running:
        await pipes.process.wait(_EXIT_GRACE)
