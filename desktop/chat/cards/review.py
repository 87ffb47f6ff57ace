"""The findings of a review: read, opened, mended, put aside, taken elsewhere."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from core.sessions.models import ReviewPart
from desktop.chat.button_rows import ButtonRows
from desktop.chat.diff import DiffBlock, Line
from desktop.chat.host import Host
from desktop.chat.label import plain_label, text_button
from desktop.chat.markdown import MarkdownView
from desktop.chat.piece import Card
from desktop.chat.words import count
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.permissions.visible import visible
from desktop.states import state_word
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
            self.add(self._progress())
            return
        if part.overall_explanation:
            self.add(MarkdownView(part.overall_explanation))
        findings = sorted(part.findings, key=_priority)
        shown = [finding for finding in findings if not finding.get("dismissed")]
        for finding in shown:
            self.add(self._finding(finding))
        if not part.findings:
            self.add(plain_label(translate("Cards", "Nothing was found."), role="muted"))
        for problem in part.problems:
            self.add(plain_label(engine_text(problem), role="warning", size=Size.SMALL, wrap=True))
        self.add(self._buttons(len(shown), len(findings) - len(shown)))

    def _buttons(self, shown: int, dismissed: int) -> QWidget:
        rows = ButtonRows()
        if shown > 1:
            rows.add(
                text_button(
                    translate("Cards", "Fix all {}").format(shown),
                    lambda: self._host.fix_findings(self._part, None),
                    object_name="fixAllButton",
                )
            )
        if shown:
            rows.add(
                text_button(
                    translate("Cards", "Fix in the background"),
                    lambda: self._host.fix_findings(self._part, None, background=True),
                    object_name="fixAllBehindButton",
                )
            )
        rows.add(
            text_button(
                translate("Cards", "Review again"),
                lambda: self._host.review_again(self._part),
                object_name="reviewAgainButton",
            )
        )
        if self._part.findings:
            rows.add(
                text_button(
                    translate("Cards", "Export…"),
                    lambda: self._host.export_review(self._part),
                    object_name="exportReviewButton",
                )
            )
        if dismissed:
            self._hidden = text_button(
                count(
                    dismissed,
                    translate("Cards", "Show {} dismissed finding"),
                    translate("Cards", "Show {} dismissed findings"),
                ),
                self._show_dismissed,
                object_name="showDismissedButton",
            )
            rows.add(self._hidden)
        return rows

    def _progress(self) -> QWidget:
        """How many parts of the change are read, and the way to stop it."""
        holder, row = _row()
        done, total = int(self._part.target.get("done") or 0), int(self._part.target.get("of") or 0)
        if total > 1:
            bar = QProgressBar()
            bar.setObjectName("reviewProgress")
            bar.setAccessibleName(translate("Cards", "Parts reviewed"))
            bar.setRange(0, total)
            bar.setValue(done)
            bar.setTextVisible(False)
            bar.setFixedHeight(6)
            row.addWidget(bar, 1)
        row.addWidget(
            text_button(
                translate("Cards", "Stop"),
                lambda: self._host.act("chat.stop"),
                object_name="stopReviewButton",
            )
        )
        if total <= 1:
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
        if code := str(finding.get("code") or ""):
            lines_shown: list[Line] = [("same", f" {text}") for text in visible(code).split("\n")]
            card.add(DiffBlock(lines_shown, path))
        rows = ButtonRows()
        if path:
            where = f"{path}:{start}" if start else path
            line = start if isinstance(start, int) else None
            rows.add(
                text_button(
                    visible(where),
                    lambda: host.open_file(path, line),
                    object_name="openFindingButton",
                )
            )
        if identity and not dismissed:
            rows.add(
                text_button(
                    translate("Cards", "Fix"),
                    lambda: host.fix_findings(part, [identity]),
                    object_name="fixFindingButton",
                )
            )
            rows.add(
                text_button(
                    translate("Cards", "Fix in the background"),
                    lambda: host.fix_findings(part, [identity], background=True),
                    object_name="fixBehindButton",
                )
            )
        if identity:
            word, name = (
                (translate("Cards", "Show again"), "show")
                if dismissed
                else (translate("Cards", "Dismiss"), "dismiss")
            )
            rows.add(
                text_button(
                    word,
                    lambda: host.dismiss_finding(part, identity, not dismissed),
                    object_name=f"{name}FindingButton",
                )
            )
        card.add(rows)
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
    what = (
        translate("Cards", "Review of {}").format(title[:1].lower() + title[1:])
        if title
        else translate("Cards", "Review")
    )
    state = part.target.get("state")
    if state == "running":
        done, total = part.target.get("done", 0), part.target.get("of", 0)
        return (
            translate("Cards", "{what}: {done} of {all} parts read").format(
                what=what, done=done, all=total
            )
            if total
            else translate("Cards", "{}: being read").format(what)
        )
    if state in ("interrupted", "failed"):
        return f"{what}: {state_word(state)}"
    return f"{what}: {part.overall_correctness or state_word('done')}"


def _priority(finding: dict[str, Any]) -> int:
    value = finding.get("priority")
    return value if isinstance(value, int) else 9
