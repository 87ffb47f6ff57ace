from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.python_child import child_arguments, python_child


def test_a_child_runs_our_code_and_none_of_the_folder_it_stands_in(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("raise SystemExit('trapped')")
    command = python_child("json.tool", ["--help"])
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert "trapped" not in done.stderr


def test_a_packaged_program_starts_itself_as_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    program, *rest = python_child("core.llm.host", ["17"])
    assert program == sys.executable
    assert child_arguments(rest) == ["core.llm.host", "17"]
    assert child_arguments(["exec", "hello"]) is None
