"""Shell commands that run in the background, tracked as tasks like agents are."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from dataclasses import dataclass, field
from typing import IO
from xml.sax.saxutils import escape

from core.outputs import Capture, private
from core.paths import Paths
from core.process import Process, start
from core.redact import HidingStream
from core.sessions.store import Store
from core.tasks.lifecycle import Lifecycle
from core.tasks.models import QueueItem, Task, TaskState
from core.tasks.notifications import notification_key
from core.tasks.output import output_path
from core.tasks.registry import LiveTask, Registry
from core.tasks.results import metadata_block
from core.tools.base import ToolContext, ToolResult
from core.tools.bash import EndMarker, Prepared

log = logging.getLogger("spinney.tasks")

SILENCE = 10.0
"""Seconds without output after which an unfinished line is taken for a question."""

PROMPT = re.compile(
    r"(\?|:|>|\$|#|\]|\))\s*$|\b(y/n|yes/no|password|passphrase|press (any key|enter))\b", re.I
)
SHOWN_RESULT = 2_000


@dataclass(slots=True)
class RunningShell:
    """One command: its process, its growing file, and what it printed last."""

    process: Process | None
    file: IO[str]
    hiding: HidingStream | None = None
    """Takes our keys out of what the command prints."""
    tail: str = ""
    spoke: float = field(default_factory=time.monotonic)

    def take(self, text: str) -> None:
        self.file.write(text)
        self.file.flush()
        self.tail = (self.tail + text)[-SHOWN_RESULT:]
        self.spoke = time.monotonic()

    def seems_to_ask(self, silence: float) -> bool:
        last_line = self.tail.rsplit("\n", 1)[-1].strip()
        silent = time.monotonic() - self.spoke >= silence
        return silent and bool(last_line) and bool(PROMPT.search(last_line))


class Shells:
    """Starts, watches and ends background commands."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        lifecycle: Lifecycle,
        paths: Paths,
        silence: float = SILENCE,
    ) -> None:
        self.store = store
        self.registry = registry
        self.lifecycle = lifecycle
        self.paths = paths
        self.silence = silence
        self._running: dict[str, RunningShell] = {}

    async def start(
        self, context: ToolContext, ready: Prepared, command: str, description: str
    ) -> ToolResult:
        """Start the command and return at once with the id to follow it by."""
        owner = self.registry.of_session(context.session.id)
        task = Task(
            kind="shell",
            owner_session_id=context.session.id,
            root_session_id=context.session.root_id,
            parent_task_id=owner.task.id if owner else None,
            call_id=context.call_id,
            description=description or command,
            command=command,
            background=True,
            state="running",
            started=time.time(),
        )
        file = output_path(self.paths, task)
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        task.output_file = str(file)
        shell = RunningShell(None, open(file, "a", encoding="utf-8", opener=private))  # noqa: ASYNC230, SIM115
        shell.hiding = HidingStream(context.services.redactor, shell.take)
        ending = EndMarker(ready.marker, shell.hiding.add)
        live = LiveTask(task)
        try:
            shell.process = await start(
                ready.command,
                cwd=ready.cwd,
                environment=ready.environment,
                on_output=ending.add,
                output=Capture(0),
                launcher=ready.launcher,
            )
            self.registry.add(live)
            self._running[task.id] = shell
            await self.store.save_task(task)
        except BaseException as problem:
            await self._give_up(live, shell, problem)
            raise
        self._begin(live, shell)
        text = (
            "The command runs in the background. You will be notified when it ends. Its output file "
            "grows as it prints; read it, or use task_output. task_stop ends it."
        )
        block = metadata_block(task, "running", output_file=task.output_file)
        return ToolResult(
            f"{text}\n\n{block}",
            title=task.description,
            metadata={"task_id": task.id, "output_file": task.output_file, "background": True},
        )

    def _begin(self, live: LiveTask, shell: RunningShell) -> None:
        live.driver = asyncio.create_task(self._watch(live, shell), name=f"shell {live.task.id}")

    async def _give_up(self, live: LiveTask, shell: RunningShell, problem: BaseException) -> None:
        """The command could not be registered, so it must not run either."""
        if shell.process is None:
            shell.file.close()
        elif isinstance(problem, asyncio.CancelledError):
            # It may be stored by now, so somebody has to bring it to its end.
            live.task.stopped_by = "parent"
            live.end()
            self._begin(live, shell)
        else:
            shell.file.close()
            self._running.pop(live.task.id, None)
            self.registry.remove(live)
            shell.process.terminate()
            await shell.process.wait()

    async def _watch(self, live: LiveTask, shell: RunningShell) -> None:
        task, process = live.task, shell.process
        assert process is not None
        state: TaskState = "failed"
        try:
            live.begin()
            ending = asyncio.ensure_future(process.wait())
            asked = False
            while not ending.done():
                await asyncio.wait([ending], timeout=self.silence / 4 if not asked else None)
                if not ending.done() and not asked and shell.seems_to_ask(self.silence):
                    asked = True
                    await self._tell_of_question(task, shell)
            code = ending.result().exit_code
            state = "completed" if code == 0 else "failed"
            task.metadata["exit_code"] = code
            if code != 0:
                task.error = f"The command ended with exit code {code}."
        except asyncio.CancelledError:
            process.terminate()
            await process.wait()
            state = "killed"
        except Exception as problem:
            log.exception("watching the command of %s failed", task.id)
            task.error = str(problem)
        finally:
            live.over = True
            with contextlib.suppress(OSError):
                if shell.hiding is not None:
                    shell.hiding.finish()
                shell.file.close()
            self._running.pop(task.id, None)
            task.result = shell.tail.strip() or None
            await self.lifecycle.end_shell(live, state)

    async def _tell_of_question(self, task: Task, shell: RunningShell) -> None:
        """The command printed something like a question and fell silent; say so once per run."""
        question = escape(shell.tail.rsplit("\n", 1)[-1].strip())
        text = (
            f"<task-notification>\n<task-id>{task.id}</task-id>\n<status>running</status>\n"
            f"<summary>The command seems to wait for input: {question}</summary>\n"
            "<result>It gets none in the background. Stop it, or run it again so that it does not "
            "ask.</result>\n</task-notification>"
        )
        item = QueueItem(
            session_id=task.owner_session_id,
            priority="later",
            kind="task-notification",
            text=text,
            key=f"{notification_key(task)}:input",
            source=task.id,
            metadata={"task_id": task.id, "run": task.run, "status": "running"},
        )
        session_id = await self.store.enqueue_for_owner(item)
        if session_id is not None:
            self.lifecycle.wake(session_id)

    async def stop(self, task: Task) -> None:
        """End the command's whole process tree and wait until its state is stored."""
        live = self.registry.live[task.id]
        live.end()
        await live.ended.wait()

    async def leave(self) -> None:
        """The program ends: no command outlives it, and each is found interrupted."""
        drivers = []
        for task_id in list(self._running):
            live = self.registry.live.get(task_id)
            if live is not None and live.driver is not None:
                live.leaving = live.leaving or not live.over
                live.end()
                drivers.append(live.driver)
        if drivers:
            await asyncio.wait(drivers)
