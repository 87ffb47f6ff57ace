"""The findings of a review in the window: mended, put aside, shown again, exported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from desktop import dialogs
from desktop.chat.cards.review import ReviewNote
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Say


def finding(title: str, priority: int, line: int) -> dict[str, Any]:
    return {
        "title": f"[P{priority}] {title}",
        "body": f"{title}, in detail.",
        "priority": priority,
        "confidence_score": 0.9,
        "code_location": {"path": "src/one.py", "line_range": {"start": line, "end": line}},
    }


ANSWER = json.dumps(
    {
        "findings": [finding("A small thing", 3, 2), finding("A grave thing", 0, 1)],
        "overall_correctness": "patch is incorrect",
        "overall_explanation": "It breaks something.",
        "overall_confidence_score": 0.8,
    }
)


def card(person: WindowUnderTest) -> ReviewNote | None:
    found = person.desk.panels.pane.transcript.findChildren(ReviewNote)
    return found[-1] if found else None


def said(person: WindowUnderTest) -> str:
    shown = card(person)
    labels = shown.findChildren(QLabel) if shown is not None else []
    return "\n".join(label.text() for label in labels)


def test_findings_are_fixed_dismissed_and_exported(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (repository / "src/one.py").write_text("changed\n")
    reviewing = lambda request: request.system.startswith("You review a change")  # noqa: E731
    model_server.script("reviewer", when=reviewing).reply(Say(ANSWER))
    model_server.script("A grave thing").say("It is mended.")

    async def pick(*_arguments: object) -> Path:
        return tmp_path / "findings.json"

    monkeypatch.setattr(dialogs, "pick_new_file", pick)

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            await person.send("/review")
            await until(lambda: "patch is incorrect" in said(person), 40)
            text = said(person)
            assert text.index("A grave thing") < text.index("A small thing"), "urgent ones first"

            person.click("exportReviewButton")
            await until(lambda: (tmp_path / "findings.json").exists())
            await until(lambda: person.visible("dismissFindingButton"))
            # The first on the card is the most urgent one: put the other aside.
            buttons = person.window.findChildren(QPushButton, "dismissFindingButton")
            buttons[-1].click()
            await until(lambda: "A small thing" not in said(person))
            person.click("showDismissedButton")
            await until(lambda: "A small thing" in said(person))
            person.click("fixFindingButton")
            await until(lambda: "It is mended." in person.shown_text())
            await person.idle()
            exported = json.loads((tmp_path / "findings.json").read_text())
            assert len(exported["findings"]) == 2

    run_async(scenario())
