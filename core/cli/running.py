"""What all headless commands share: one loop, and errors as sentences on standard error."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

from core.errors import SpinneyError


def fail(sentence: str, hint: str = "", code: int = 1) -> int:
    """Say what went wrong and what to do; returns the exit code."""
    print(f"spinney: {sentence} {hint}".rstrip(), file=sys.stderr)
    return code


def shown(text: str, keep: str = "") -> str:
    """Text of others for a terminal: what would move its cursor, hide something or cannot be written
    is named instead."""
    return "".join(
        c if c.isprintable() or c in keep else c.encode("unicode_escape").decode() for c in text
    )


def run_command(work: Coroutine[Any, Any, int]) -> int:
    """Run a command to its exit code. No traceback reaches a person; the log has it."""
    try:
        with asyncio.Runner() as runner:
            return runner.run(work)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 1
    except SpinneyError as error:
        return fail(error.sentence, error.hint)
