"""How long rules and command analysis take; prints figures and never fails on time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core.permissions.check import Rights, decide
from core.permissions.models import Ask, Rule
from core.permissions.rules import DEFAULT_RULES, prepared
from core.permissions.shell import asks_for_command

pytestmark = pytest.mark.bench


def measured(work: Callable[[], object], times: int) -> float:
    """Milliseconds of one call, the best of three rounds."""
    rounds = []
    for _ in range(3):
        started = time.perf_counter()
        for _ in range(times):
            work()
        rounds.append((time.perf_counter() - started) / times * 1000)
    return min(rounds)


def many_rules(count: int) -> tuple[Rule, ...]:
    rules = [Rule("bash", f"tool{number} run *", "allow", "user") for number in range(count // 2)]
    rules += [Rule("edit", f"src/part{number}/*", "allow", "user") for number in range(count // 2)]
    return (*DEFAULT_RULES, *rules)


def test_ten_thousand_evaluations_with_two_hundred_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules = many_rules(200)
    started = time.perf_counter()
    for number in range(5_000):
        path = f"src/part{number % 300}/file{number}.py"
        prepared(rules).judge(Ask("edit", (path,)), path)
        command = f"tool{number % 300} run {number}"
        prepared(rules).judge(Ask("bash", (command,)), command)
    elapsed = time.perf_counter() - started
    with capsys.disabled():
        print(f"\n10,000 evaluations with 200 rules: {elapsed:.3f} s")


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = {
        "ls -la src": 300,
        "git commit -m 'a message'": 300,
        "grep -rn 'def main' src | head -20 && git status 2>&1": 300,
        "cat <<'EOF' > notes.md\n" + "text of a line\n" * 50 + "EOF": 100,
        "ls " + " ".join(f"src/file{n}.py" for n in range(80)): 50,
        "ls; " * 60 + "ls": 30,
        "echo " + "word " * 6_000: 2,
        "ls $(" * 50 + ")" * 50: 2,
        "x" * 100_000: 3,
    }
    rights = Rights(rules=many_rules(200), mode="default", project=tmp_path, directory=tmp_path)
    with capsys.disabled():
        print()
        for line, times in lines.items():
            asks = asks_for_command(line, tmp_path, tmp_path)
            analysis = measured(lambda text=line: asks_for_command(text, tmp_path, tmp_path), times)
            decision = measured(lambda found=asks: decide(found, rights), times)
            shown = line[:40].replace("\n", "⏎")
            print(f"{shown:42} analysis {analysis:8.3f} ms   decision {decision:7.3f} ms")
