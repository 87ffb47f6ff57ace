"""``spinney permission test``: JSON lines in, one answer each."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from core.cli.permission import judge_line, run_permission_test
from core.paths import ROOT


def answers(text: str, folder: Path) -> tuple[int, list[dict[str, Any]]]:
    output = io.StringIO()
    status = run_permission_test(io.StringIO(text), output, folder)
    return status, [json.loads(line) for line in output.getvalue().splitlines()]


def test_each_line_gets_its_answer_in_order(folder: Path) -> None:
    lines = [
        {"command": "ls -la", "approved_prefix": "ls *"},
        {"command": "ls; touch x", "approved_prefix": "ls *"},
        {"command": "cat .env", "approved_prefix": "cat *"},
        {"command": "npm test"},
        {"command": "npm test", "approved_prefix": None},
    ]
    status, given = answers("\n".join(map(json.dumps, lines)), folder)
    assert status == 0
    assert [answer["decision"] for answer in given] == ["allow", "ask", "deny", "ask", "ask"]
    assert given[3]["suggested"] == ["npm test *"]
    assert all(answer["reasons"] for answer in given)


def test_a_bad_line_is_named_and_the_others_are_answered(folder: Path) -> None:
    text = 'nonsense\n{"command": "ls"}\n\n{"command": 5}\n[1]\n{"command": "ls"}\n'
    status, given = answers(text, folder)
    assert status == 1
    assert [answer.get("line") for answer in given] == [1, None, 4, 5, None]
    assert "Line 1 is not JSON" in given[0]["error"]
    assert "Line 4" in given[2]["error"]


def test_the_command_reads_and_answers_line_by_line(folder: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from core.cli.main import main; "
    line = b'{"command": "ls \xff", "approved_prefix": "ls *"}\n{"command": "ls"}\n'
    ended = subprocess.run(
        [sys.executable, "-I", "-c", code + "sys.exit(main())", "permission", "test"],
        input=line,
        cwd=folder,
        capture_output=True,
        check=True,
    )
    given = [json.loads(answer)["decision"] for answer in ended.stdout.splitlines()]
    assert given == ["ask", "ask"]


def test_text_that_is_no_valid_unicode_asks(folder: Path) -> None:
    assert judge_line("ls \ud800", "ls *", folder)["decision"] == "ask"
