"""Starting commands where there is no process server (Windows)."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import subprocess
from collections.abc import Mapping
from pathlib import Path

import psutil

from core.outputs import Capture
from core.process import GRACE, OnOutput, Process, ProcessError


class DirectProcess(Process):
    """A child of this very process; its tree is found and ended through psutil."""

    def __init__(self, child: asyncio.subprocess.Process, output: Capture, errors: Capture) -> None:
        super().__init__(output, errors)
        self._child = child
        self.pid = child.pid
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tree(self) -> list[psutil.Process]:
        try:
            top = psutil.Process(self.pid)
            return [top, *top.children(recursive=True)]
        except psutil.Error:
            return []

    def terminate(self, grace: float = GRACE) -> None:
        tree = self._tree()
        for entry in tree:
            with contextlib.suppress(psutil.Error):
                entry.terminate()
        self.keep(asyncio.get_running_loop().create_task(self._kill_later(tree, grace)))

    async def _kill_later(self, tree: list[psutil.Process], grace: float) -> None:
        await asyncio.wait([self._ended], timeout=grace)
        for entry in {*tree, *self._tree()}:
            with contextlib.suppress(psutil.Error):
                entry.kill()

    def abandon(self) -> None:
        for entry in self._tree():
            with contextlib.suppress(psutil.Error):
                entry.kill()

    async def follow(self, on_output: OnOutput | None, input: bytes | None) -> None:
        streams = [self._copy(self._child.stdout, self.output, on_output)]
        if self._child.stderr is not None:
            streams.append(self._copy(self._child.stderr, self.errors, None))
        if self._child.stdin is not None:
            self._child.stdin.write(input or b"")
            self._child.stdin.close()
        await asyncio.gather(*streams)
        code = await self._child.wait()
        left = self._tree()
        self.abandon()
        self._finish(code, len(left))

    async def _copy(
        self,
        stream: asyncio.StreamReader | None,
        capture: Capture,
        on_output: OnOutput | None,
    ) -> None:
        assert stream is not None
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while data := await stream.read(65536):
            text = decoder.decode(data)
            capture.add(text)
            if on_output is not None:
                on_output(text)


async def start_directly(
    command: list[str],
    cwd: Path,
    environment: Mapping[str, str],
    on_output: OnOutput | None,
    input: bytes | None,
    separate_errors: bool,
    output: Capture,
    errors: Capture,
) -> Process:
    """Start a command as a child with a process group of its own."""
    try:
        child = await asyncio.create_subprocess_exec(
            *command,
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.PIPE if input else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if separate_errors else subprocess.STDOUT,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    except OSError as error:
        raise ProcessError(f"{command[0]} could not be started: {error.strerror}.") from error
    process = DirectProcess(child, output, errors)
    process.keep(asyncio.get_running_loop().create_task(process.follow(on_output, input)))
    return process
