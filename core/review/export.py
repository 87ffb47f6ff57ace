"""A review as text for people, as JSON for programs, and as a prompt for the agent that mends."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from core.errors import NotFound
from core.sessions.models import ReviewPart, SubtaskPart, TextPart


def background_fix(prompt: str) -> tuple[TextPart, SubtaskPart]:
    """A prompt that sets an agent to mending in the background, in a worktree of its own."""
    shown = TextPart(text="Fix the findings of the review in the background.", ignored=True)
    subtask = SubtaskPart(
        prompt=prompt,
        description="Fix review findings",
        agent="general",
        background=True,
        isolation="worktree",
    )
    return shown, subtask


def as_json(part: ReviewPart) -> str:
    """The findings and the verdict in the form in which reviewers give them."""
    plain: dict[str, Any] = {
        "target": {name: part.target.get(name, "") for name in ("kind", "value", "title")},
        "findings": [
            {name: value for name, value in finding.items() if name != "code"}
            for finding in part.findings
        ],
        "overall_correctness": part.overall_correctness,
        "overall_explanation": part.overall_explanation,
        "overall_confidence_score": part.overall_confidence_score,
        "problems": part.problems,
    }
    return json.dumps(plain, ensure_ascii=False, indent=2)


def as_markdown(part: ReviewPart) -> str:
    lines = [f"# Review: {part.target.get('title', '')}", ""]
    if part.overall_correctness:
        lines += [f"**{part.overall_correctness[0].upper()}{part.overall_correctness[1:]}.**", ""]
    if part.overall_explanation:
        lines += [part.overall_explanation, ""]
    shown = [finding for finding in part.findings if not finding.get("dismissed")]
    for finding in shown:
        lines += [f"## P{finding.get('priority', 2)} {finding.get('title', '')}", ""]
        if place := place_of(finding):
            lines += [f"`{place}`", ""]
        if finding.get("body"):
            lines += [str(finding["body"]), ""]
    if not shown:
        lines += ["No findings.", ""]
    if hidden := len(part.findings) - len(shown):
        lines += [f"{hidden} dismissed before.", ""]
    lines += [f"- {problem}" for problem in part.problems]
    return "\n".join(lines).rstrip() + "\n"


def place_of(finding: dict[str, Any]) -> str:
    """``path:start-end`` of a finding, as far as it is known."""
    location = finding.get("code_location") or {}
    path, lines = str(location.get("path") or ""), location.get("line_range") or {}
    if not lines:
        return path
    start, end = lines.get("start"), lines.get("end")
    return f"{path}:{start}" if start == end else f"{path}:{start}-{end}"


def fix_prompt(part: ReviewPart, finding_ids: Collection[str] | None = None) -> str:
    """What the agent is asked to mend: some findings, or all that were not dismissed."""
    chosen = [
        finding
        for finding in part.findings
        if (finding.get("id") in finding_ids if finding_ids else not finding.get("dismissed"))
    ]
    if not chosen:
        raise NotFound("There is no finding to fix.")
    lines = [
        "A review found the following. Check each finding against the code first; fix those that "
        "hold, with a test where that makes sense, and say which ones do not hold and why.",
        "",
    ]
    for number, finding in enumerate(chosen, 1):
        lines.append(f"{number}. [P{finding.get('priority', 2)}] {finding.get('title', '')}")
        if place := place_of(finding):
            lines.append(f"   at {place}")
        if finding.get("body"):
            lines.append("   " + str(finding["body"]).replace("\n", "\n   "))
    return "\n".join(lines)
