"""The findings of a review: read, opened, mended, put aside, taken elsewhere."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.sessions.models import ReviewPart
from desktop.chat.host import Host
from desktop.chat.label import plain_label, text_button
from desktop.chat.markdown import MarkdownView
from desktop.chat.piece import Card
from desktop.chat.words import count
from desktop.theme import GAP, SPACE, Size


class ReviewNote(Card):
    """Findings, most urgent first; those that were dismissed are counted and can be shown."""

    def __init__(self, part: ReviewPart, host: Host) -> None:
        super().__init__(spacing=SPACE)
        self.setObjectName("reviewCard")
        self._part, self._host = part, host
        self._hidden: QWidget | None = None
        self.add(plain_label(_headline(part), bold=True, wrap=True))
        if part.target.get("state") == "running":
            return
        if part.overall_explanation:
            self.add(MarkdownView(part.overall_explanation))
        findings = sorted(part.findings, key=_priority)
        shown = [finding for finding in findings if not finding.get("dismissed")]
        for finding in shown:
            self.add(self._finding(finding))
        if not part.findings:
            self.add(plain_label("Nothing was found.", role="muted"))
        for problem in part.problems:
            self.add(plain_label(problem, role="warning", size=Size.SMALL, wrap=True))
        self.add(self._buttons(len(shown), len(findings) - len(shown)))

    def _buttons(self, shown: int, dismissed: int) -> QWidget:
        holder, row = _row()
        if shown > 1:
            row.addWidget(
                text_button(
                    f"Fix all {shown}",
                    lambda: self._host.fix_findings(self._part, None),
                    object_name="fixAllButton",
                )
            )
        if self._part.findings:
            row.addWidget(
                text_button(
                    "Export…",
                    lambda: self._host.export_review(self._part),
                    object_name="exportReviewButton",
                )
            )
        if dismissed:
            self._hidden = text_button(
                f"Show {count(dismissed, 'dismissed finding')}",
                self._show_dismissed,
                object_name="showDismissedButton",
            )
            row.addWidget(self._hidden)
        row.addStretch(1)
        return holder

    def _show_dismissed(self) -> None:
        if self._hidden is not None:
            self._hidden.hide()
        for finding in sorted(self._part.findings, key=_priority):
            if finding.get("dismissed"):
                self.add(self._finding(finding))
        self.touch()

    def _finding(self, finding: dict[str, Any]) -> QWidget:
        host, part = self._host, self._part
        place = finding.get("code_location")
        place = place if isinstance(place, dict) else {}
        lines = place.get("line_range")
        start = lines.get("start") if isinstance(lines, dict) else None
        path = str(place.get("path") or "")
        identity, dismissed = str(finding.get("id") or ""), bool(finding.get("dismissed"))
        card = Card(fill="surface")
        title = f"P{_priority(finding)}  {finding.get('title', '')}"
        card.setAccessibleName(title)
        card.add(plain_label(title, bold=True, wrap=True, role="faint" if dismissed else ""))
        card.add(MarkdownView(str(finding.get("body", ""))))
        holder, row = _row()
        if path:
            where = f"{path}:{start}" if start else path
            line = start if isinstance(start, int) else None
            row.addWidget(text_button(where, lambda: host.open_file(path, line)))
        if identity and not dismissed:
            row.addWidget(
                text_button(
                    "Fix",
                    lambda: host.fix_findings(part, [identity]),
                    object_name="fixFindingButton",
                )
            )
        if identity:
            word, name = ("Show again", "show") if dismissed else ("Dismiss", "dismiss")
            row.addWidget(
                text_button(
                    word,
                    lambda: host.dismiss_finding(part, identity, not dismissed),
                    object_name=f"{name}FindingButton",
                )
            )
        row.addStretch(1)
        card.add(holder)
        return card


def _row() -> tuple[QWidget, QHBoxLayout]:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GAP + 2)
    return holder, row


def _headline(part: ReviewPart) -> str:
    """What is or was reviewed, how far it is, and the verdict."""
    title = str(part.target.get("title") or "")
    what = f"Review of {title[:1].lower()}{title[1:]}" if title else "Review"
    state = part.target.get("state")
    if state == "running":
        done, total = part.target.get("done", 0), part.target.get("of", 0)
        return f"{what}: {done} of {total} parts read" if total else f"{what}: being read"
    if state in ("interrupted", "failed"):
        return f"{what}: {state}"
    return f"{what}: {part.overall_correctness or 'done'}"


def _priority(finding: dict[str, Any]) -> int:
    value = finding.get("priority")
    return value if isinstance(value, int) else 9
