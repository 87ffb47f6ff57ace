"""Commands that a person types with ``!``: run as they are, and shown to the model afterwards."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

from core.environment import find_program
from core.errors import SpinneyError
from core.ids import new_id
from core.loop.run import Run
from core.outputs import MAX_LINES, Capture, output_file
from core.process import child_environment
from core.process import run as run_process
from core.redact import HidingStream, Redactor


def shell_line(outputs: Path, run: Run, redactor: Redactor) -> Callable[[str], Awaitable[str]]:
    """The function that runs a person's command line in the run's folder.

    The person typed it, so nobody is asked and nothing is kept from it; only our own keys stay out
    of its environment and of what it printed.
    """

    async def run_line(command: str) -> str:
        capture = Capture(file=output_file(outputs, run.session.root_id, new_id("line")))
        hiding = HidingStream(redactor, capture.add)
        try:
            outcome = await run_process(
                [find_program("bash") or "/bin/sh", "-c", command],
                cwd=run.directory,
                environment=child_environment(run.settings, os.environ),
                timeout=run.settings.shell.max_timeout,
                on_output=hiding.add,
                output=Capture(0),
            )
            hiding.finish()
            capture.finish()
        except SpinneyError as error:
            return str(error)
        text = capture.shown(MAX_LINES).rstrip("\n") or "(no output)"
        if outcome.timed_out:
            return f"{text}\n[Ended after {run.settings.shell.max_timeout:g} seconds.]"
        return text if outcome.exit_code == 0 else f"{text}\n[Exit code {outcome.exit_code}.]"

    return run_line
