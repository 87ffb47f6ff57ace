"""From what a reviewer wrote to findings. Each is read on its own: a bad one never loses the rest."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.review.models import CodeLocation, Finding, LineRange

NO_JSON = "The reviewer's answer was not the JSON that was asked for."
MAX_FINDINGS = 200

_PRIORITY = re.compile(r"^\s*\[?P([0-3])\]?[\s:.-]*", re.IGNORECASE)


@dataclass(slots=True)
class ReviewAnswer:
    """One reviewer's answer; ``problems`` are sentences about what could not be read."""

    findings: list[Finding] = field(default_factory=list)
    overall_correctness: str = ""
    overall_explanation: str = ""
    overall_confidence_score: float | None = None
    problems: list[str] = field(default_factory=list)


def parse_answer(text: str, project: Path) -> ReviewAnswer:
    """Read an answer as far as it can be read."""
    answer = ReviewAnswer()
    whole = _whole(text)
    if whole is None:
        answer.problems.append(NO_JSON)
        found: list[Any] = list(_objects_in_list(text, "findings"))
        if not found:
            answer.overall_explanation = text.strip()[:4000]
        answer.overall_correctness = _text_field(text, "overall_correctness")
        answer.overall_explanation = (
            _text_field(text, "overall_explanation") or answer.overall_explanation
        )
    else:
        listed = whole.get("findings", [])
        found = listed if isinstance(listed, list) else [listed]
        answer.overall_correctness = str(whole.get("overall_correctness") or "")
        answer.overall_explanation = str(whole.get("overall_explanation") or "")
        answer.overall_confidence_score = _score(whole.get("overall_confidence_score"))
    for number, raw in enumerate(found[:MAX_FINDINGS], 1):
        try:
            answer.findings.append(read_finding(raw, project))
        except ValueError as error:
            answer.problems.append(f"Finding {number} could not be read: {error}.")
    if len(found) > MAX_FINDINGS:
        answer.problems.append(f"Only the first {MAX_FINDINGS} findings were read.")
    return answer


def read_finding(raw: Any, project: Path) -> Finding:
    """One finding from whatever was written for it; raises ``ValueError`` where there is none."""
    if isinstance(raw, str) and raw.strip():
        raw = {"title": raw.strip().splitlines()[0], "body": raw.strip()}
    if not isinstance(raw, dict):
        raise ValueError("it is not an object")
    body = _string(raw, "body", "description", "message", "explanation")
    title = _string(raw, "title", "summary", "name") or body.split("\n")[0]
    if not title:
        raise ValueError("it has neither title nor body")
    priority, title = _priority(raw.get("priority"), title)
    location = _location(raw.get("code_location") or raw.get("location") or raw, project)
    finding = Finding(
        title=title[:200],
        body=body,
        confidence_score=_score(raw.get("confidence_score", raw.get("confidence"))),
        priority=priority,
        code_location=location,
    )
    finding.id = fingerprint(finding)
    return finding


def fingerprint(finding: Finding) -> str:
    """The same for the same problem in a later review: lines move, words about them less so."""
    path = finding.code_location.path if finding.code_location else ""
    words = re.sub(r"[^\w]+", " ", finding.title.lower()).strip()
    return hashlib.sha256(f"{path}\n{words}".encode()).hexdigest()[:16]


def _whole(text: str) -> dict[str, Any] | None:
    """The one object of an answer, whatever stands around it."""
    candidates = [text.strip()]
    candidates += [m.group(1) for m in re.finditer(r"```(?:json)?\s*\n(.*?)```", text, re.DOTALL)]
    start, end = text.find("{"), text.rfind("}")
    if 0 <= start < end:
        candidates.append(text[start : end + 1])
    for candidate in candidates:
        try:
            value = json.loads(candidate, strict=False)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, list):
            value = {"findings": value}
        if isinstance(value, dict):
            return value if "findings" in value or "title" not in value else {"findings": [value]}
    return None


def _objects_in_list(text: str, name: str) -> Iterator[Any]:
    """The objects of a list in JSON that is broken somewhere; the broken ones are left out."""
    start = text.find(f'"{name}"')
    position = text.find("[", start) if start >= 0 else -1
    decoder = json.JSONDecoder(strict=False)
    while 0 <= position < len(text):
        position = text.find("{", position)
        if position < 0:
            return
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            # Broken here: go on at what looks like the next finding.
            following = re.compile(r'\{\s*"(?:title|body)"').search(text, position + 1)
            yield {}
            if following is None:
                return
            position = following.start()
            continue
        yield value
        position = end
        rest = text[position:].lstrip()
        if rest.startswith("]"):
            return


def _text_field(text: str, name: str) -> str:
    found = re.search(rf'"{name}"\s*:\s*("(?:[^"\\]|\\.)*")', text)
    if found is None:
        return ""
    try:
        return str(json.loads(found.group(1), strict=False))
    except ValueError:
        return ""


def _string(raw: dict[str, Any], *names: str) -> str:
    for name in names:
        value = raw.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def _priority(value: Any, title: str) -> tuple[int, str]:
    """The priority and the title without it; ``[P1]`` in the title counts where nothing else does."""
    named = _PRIORITY.match(title)
    bare = title[named.end() :] if named and named.end() < len(title) else title
    if isinstance(value, str):
        digits = re.search(r"\d", value)
        value = int(digits.group()) if digits else None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return min(3, max(0, int(value))), bare
    return (int(named.group(1)) if named else 2), bare


def _score(value: Any) -> float | None:
    if isinstance(value, str):
        try:
            value = float(value.strip().rstrip("%"))
        except ValueError:
            return None
    if not isinstance(value, (int, float)) or isinstance(value, bool) or value != value:
        return None
    return min(1.0, max(0.0, value / 100 if value > 1 else float(value)))


def _location(raw: Any, project: Path) -> CodeLocation | None:
    if isinstance(raw, str):
        path, _, lines = raw.partition(":")
        raw = {"path": path, "lines": lines}
    if not isinstance(raw, dict):
        return None
    path = _string(raw, "path", "absolute_file_path", "file_path", "file", "filename")
    if not path:
        return None
    if os.path.isabs(path):
        path = os.path.relpath(path, project)
    path = os.path.normpath(path).replace(os.sep, "/")
    path = path.removeprefix("a/") if not (project / path).exists() else path
    path = path.removeprefix("b/") if not (project / path).exists() else path
    return CodeLocation(path=path, line_range=_lines(raw))


def _lines(raw: dict[str, Any]) -> LineRange | None:
    value = raw.get("line_range") or raw.get("lines") or raw.get("line") or raw.get("start_line")
    numbers: list[int] = []
    if isinstance(value, dict):
        numbers = [n for n in (value.get("start"), value.get("end")) if isinstance(n, int)]
    elif isinstance(value, (list, tuple)):
        numbers = [n for n in value if isinstance(n, int)]
    elif isinstance(value, int):
        numbers = [value]
    elif isinstance(value, str):
        numbers = [int(n) for n in re.findall(r"\d+", value)]
    if isinstance(raw.get("end_line"), int) and numbers:
        numbers.append(raw["end_line"])
    numbers = [number for number in numbers[:2] if number > 0]
    if not numbers:
        return None
    return LineRange(start=min(numbers), end=max(numbers))
