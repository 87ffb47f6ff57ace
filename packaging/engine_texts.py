"""Gathers what the engine may say to a person: ``python packaging/engine_texts.py OUT``.

The engine speaks English, to models and to people alike; the window puts what people read into their
language. For that it needs every sentence as it stands in the code, with ``{0}``, ``{1}`` … where
values are filled in. This reads the code and writes them, one a line, as JSON.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

NOT_READ_IN_THE_WINDOW = {
    "core/cli": "said on a terminal",
    "core/agents/prompts.py": "told to a model",
    "core/agents/generate.py": "told to a model",
    "core/instructions.py": "told to a model",
    "core/llm/demo.py": "what the scripted model says",
    "core/llm/demo_tour.py": "what the scripted model says",
    "core/llm/demo_project.py": "the sample project",
    "core/loop/context.py": "told to a model",
    "core/loop/handover.py": "told to a model",
    "core/loop/input.py": "told to a model",
    "core/loop/plan_notes.py": "told to a model",
    "core/loop/shell_line.py": "told to a model",
    "core/loop/turn.py": "told to a model",
    "core/permissions/shell_programs.py": "tables of options",
    "core/tasks/results.py": "told to a model",
    "core/tools": "told to a model; the titles of requests and why a call failed are read",
}
"""Folders and files whose texts are for somebody else."""
WORDS_OF_OTHERS = ("core/git.py", "core/llm/problems.py", "core/permissions/shell_git.py")
"""Where words without a capital are what another program prints or takes."""
FAILURES = {"ToolError", "PermissionRefused", "SpinneyError", "NotFound", "refused"}

CALLS_NOT_READ = {"debug", "info", "warning", "error", "exception", "Field", "execute", "compile",
                  "split", "startswith", "endswith", "removeprefix", "encode"}  # fmt: skip
FUNCTION_WORDS = re.compile(
    r"\b(a|an|the|is|are|was|were|it|its|not|no|of|to|by|for|in|on|with|that|this|may|can|cannot|"
    r"has|have|and|or|as|at|from|be|already|only|runs|nothing|nobody)\b",
    re.IGNORECASE,
)
STATEMENT = re.compile(
    r".*\b(?-i:IS \{?\w*\}?NULL|WITH RECURSIVE|SELECT|UPDATE)\b|diff --git|git merge-file|"
    r"\s*(select|insert|update \w+ set|delete from|create|alter|drop|pragma|with recursive|from|"
    r"where|and|or|order by|join|values|on conflict|group by|limit|begin|commit)\b[^.]*\Z",
    re.IGNORECASE,
)
PATTERN = re.compile(r"^\s*<|\\|\w\|\w|\(\?|\)\?|\w\? |^import |^\S+$")
"""Markup for a model, a regular expression, a line of code, or one word with hyphens."""
VALUE = re.compile(r"\{\w*(?:![rs])?(?::[^{}]*)?\}")
LEAST_LETTERS = 8


def is_read(text: str) -> bool:
    """A sentence, or words that stand in one; not a name, an option or a query."""
    if len(re.findall(r"[A-Za-z]", VALUE.sub("", text))) < LEAST_LETTERS:
        return False
    if "\n\n" in text or len(text) > 400 or STATEMENT.match(text) or PATTERN.search(text):
        return False
    words = re.findall(r"[A-Za-z]+|\{\w*\}", text)
    sentence = bool(re.match(r"\s*[“{A-Z]", text)) and text.rstrip().endswith((".", "?", "!"))
    return len(words) >= 2 and (sentence or bool(FUNCTION_WORDS.search(text)))


def numbered(text: str) -> str:
    """With its values numbered, so that a translation can put them in another order."""
    count = iter(range(100))
    return VALUE.sub(lambda _value: f"{{{next(count)}}}", text).strip()


def text_of(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        pieces = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
        return "".join(map(str, pieces))
    return None


def texts_in(node: ast.AST) -> Iterator[str]:
    """All texts below a node but those that only the code reads, and docstrings."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in CALLS_NOT_READ:
            return
    if isinstance(node, ast.expr) and (text := text_of(node)) is not None:
        yield text
        if isinstance(node, ast.JoinedStr):
            for value in node.values:
                if isinstance(value, ast.FormattedValue):
                    yield from texts_in(value.value)
        return
    for child in ast.iter_child_nodes(node):
        yield from texts_in(child)


def shown_in(tree: ast.AST) -> Iterator[str]:
    """What the requests of a tool are called, and why a call failed."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in FAILURES:
            for argument in node.args[:2]:
                yield from (text for text in texts_in(argument) if is_read(text))
        named = isinstance(node, ast.keyword) and node.arg == "title"
        kept = isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "title"
        if named or kept:
            yield from (
                text for text in texts_in(node.value) if re.match(r"[A-Z][a-z]+ |\{\} is ", text)
            )


def engine_texts(root: Path = ROOT) -> list[str]:
    found: set[str] = set()
    for file in sorted((root / "core").rglob("*.py")):
        name = file.relative_to(root).as_posix()
        tree = ast.parse(file.read_text("utf-8"))
        if name.startswith(("core/tools/", "core/permissions/")):
            found |= {numbered(text) for text in shown_in(tree)}
        if any(name == place or name.startswith(f"{place}/") for place in NOT_READ_IN_THE_WINDOW):
            continue
        texts = {numbered(text) for text in texts_in(tree) if is_read(text)}
        if name in WORDS_OF_OTHERS:
            texts = {text for text in texts if not text[0].islower() or "{" in text}
        found |= texts
    return sorted(found)


if __name__ == "__main__":
    lines = (json.dumps(text, ensure_ascii=False) for text in engine_texts())
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n", "utf-8")
