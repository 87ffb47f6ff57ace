"""Lines with known right answers: none that must ask is allowed, and hardly a harmless one asks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.cli.permission import judge_line
from core.permissions.shell_words import READS_DOCUMENTS

HERE = Path(__file__).parent


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text().splitlines()]


@pytest.mark.parametrize("name", ["shell_corpus.jsonl", "more_commands.jsonl"])
def test_no_line_that_must_ask_is_allowed(name: str, folder: Path) -> None:
    missed = [
        (line["command"], line["approved_prefix"])
        for line in lines(name)
        if line["must_ask"]
        and judge_line(line["command"], line["approved_prefix"], folder)["decision"] == "allow"
    ]
    assert missed == []


@pytest.mark.parametrize("name", ["shell_corpus.jsonl", "more_commands.jsonl"])
def test_harmless_lines_do_not_ask(name: str, folder: Path) -> None:
    asked = [
        (line["command"], line["approved_prefix"])
        for line in lines(name)
        if not line["must_ask"]
        and (READS_DOCUMENTS or "$(cat <<" not in line["command"])
        and judge_line(line["command"], line["approved_prefix"], folder)["decision"] != "allow"
    ]
    assert asked == []


def test_a_line_that_asks_is_allowed_once_its_very_text_is_approved(folder: Path) -> None:
    for line in (
        "for name in *.py; do wc -l $name; done",
        "FOO=1 npm test",
        "find . -name '*.pyc' -delete",
        "python -c 'print(1)'",
    ):
        assert judge_line(line, None, folder)["decision"] == "ask"
        assert judge_line(line, line, folder)["decision"] == "allow"
        assert judge_line(f"{line} && touch x", line, folder)["decision"] == "ask"
