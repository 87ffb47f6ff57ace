"""``spinney permission test``: what the rules would say about commands, one JSON line each.

Reads ``{"command": …, "approved_prefix": …}`` per line and prints ``{"decision", "reasons",
"suggested"}``. Nothing is run and nobody is asked.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

from core.permissions.check import Rights, decide
from core.permissions.models import Approval, Rule
from core.permissions.rules import DEFAULT_RULES
from core.permissions.shell import asks_for_command


def judge_line(
    command: str,
    approved_prefix: str | None = None,
    project: Path | None = None,
    rules: tuple[Rule, ...] = DEFAULT_RULES,
) -> dict[str, Any]:
    """Whether a command would be allowed, asked for or denied, with the patterns to remember."""
    folder = Path.cwd() if project is None else project
    asks = asks_for_command(command, folder, folder)
    approvals = (
        (Approval(scope="session", scope_id="", permission="bash", pattern=approved_prefix),)
        if approved_prefix
        else ()
    )
    rights = Rights(
        rules=rules, mode="default", approvals=approvals, project=folder, directory=folder
    )
    decision = decide(asks, rights)
    undecided = [r for r in decision.reasons if r.action != "allow"] or list(decision.reasons)
    suggested = [pattern for ask in asks if ask.permission == "bash" for pattern in ask.always]
    return {
        "decision": decision.action,
        "reasons": [reason.text for reason in undecided],
        "suggested": list(dict.fromkeys(suggested)),
    }


def judge_json_lines(lines: Iterable[str], project: Path | None = None) -> Iterable[dict[str, Any]]:
    """One answer per line; a line that cannot be used gives an ``error`` that names it."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except ValueError as error:
            yield {"error": f"Line {number} is not JSON: {error}", "line": number}
            continue
        command = entry.get("command") if isinstance(entry, dict) else None
        prefix = entry.get("approved_prefix") if isinstance(entry, dict) else None
        if not isinstance(command, str) or not isinstance(prefix, str | None):
            problem = f'Line {number} needs "command", a string, and may have "approved_prefix".'
            yield {"error": problem, "line": number}
            continue
        yield judge_line(command, prefix, project)


def run_permission_test(
    source: TextIO | None = None, output: TextIO | None = None, project: Path | None = None
) -> int:
    """Judge every line of ``source``; the exit status is 1 where a line could not be used."""
    source = sys.stdin if source is None else source
    output = sys.stdout if output is None else output
    status = 0
    for answer in judge_json_lines(source, project):
        status = 1 if "error" in answer else status
        output.write(json.dumps(answer) + "\n")
        output.flush()
    return status


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="spinney permission")
    actions = parser.add_subparsers(dest="action", required=True)
    test = actions.add_parser(
        "test",
        help="judge commands",
        description='Reads JSON lines {"command": …, "approved_prefix": …} from standard input and '
        'prints {"decision", "reasons", "suggested"} for each. Nothing is run.',
    )
    test.add_argument("--cwd", type=Path, help="the project folder; this one by default")
    options = parser.parse_args(arguments)
    if options.cwd is not None and not options.cwd.is_dir():
        print(f"spinney: {options.cwd} is not a folder.", file=sys.stderr)
        return 2
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return run_permission_test(project=options.cwd.absolute() if options.cwd else None)
