"""Simplified Chinese is complete: every text that is marked has a translation that fits it."""

from __future__ import annotations

import ast
import json
import re
import runpy
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication

from core.paths import ROOT
from desktop.actions import ACTIONS, MENUS
from desktop.i18n import FOLDER, chosen_language, install, translate
from desktop.i18n.engine import FORMS
from desktop.main_window import DOCKS

FILE = FOLDER / "spinney_zh_CN.ts"
VALUES = re.compile(r"\{\w*(?::[^}]*)?\}")


def marked() -> set[tuple[str, str]]:
    """Context and text of every ``translate`` call, and of the table of actions."""
    found: set[tuple[str, str]] = set()
    for file in sorted((ROOT / "desktop").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id != "translate" or not node.args:
                continue
            assert not node.keywords, f"{file}:{node.lineno}: values go behind it, with .format()"
            context, text = (a.value if isinstance(a, ast.Constant) else None for a in node.args)
            if isinstance(context, str) and isinstance(text, str):
                found.add((context, text))
                continue
            # Texts of the tables below are translated by their value, nothing else is.
            known = context in ("Actions", "Engine") or file.parent.name == "i18n"
            assert known, f"{file}:{node.lineno}"
    texts = [*MENUS, *(dock[1] for dock in DOCKS)]
    for info in ACTIONS:
        texts += [info.text, info.help]
    found |= {("Engine", text) for text in engine_texts()}
    return found | {("Actions", text) for text in texts}


def engine_texts() -> list[str]:
    """What the engine's code says now."""
    return list(runpy.run_path(str(ROOT / "packaging" / "engine_texts.py"))["engine_texts"]())


def translated() -> dict[tuple[str, str], str]:
    found = {}
    for context in ElementTree.parse(FILE).getroot().iter("context"):
        for message in context.iter("message"):
            made = message.find("translation")
            assert made is not None
            done = made.get("type") != "unfinished"
            key = (context.findtext("name", ""), message.findtext("source", ""))
            found[key] = (made.text or "") if done else ""
    return found


def test_no_text_is_missing() -> None:
    known = translated()
    missing = sorted(key for key in marked() if not known.get(key))
    assert not missing, f"run packaging/translations.sh and translate: {missing[:10]}"


def test_nothing_is_unfinished() -> None:
    unfinished = sorted(key for key, made in translated().items() if not made)
    assert not unfinished, f"translate these in {FILE.name}: {unfinished[:10]}"


def test_the_window_knows_every_form_of_what_the_engine_says() -> None:
    known = [json.loads(line) for line in FORMS.read_text("utf-8").splitlines()]
    assert known == engine_texts(), "run packaging/translations.sh"


def test_every_translation_has_the_same_values_to_fill_in() -> None:
    for (_context, text), made in translated().items():
        assert sorted(VALUES.findall(text)) == sorted(VALUES.findall(made)), text
        assert text.endswith("…") == made.endswith("…"), text


TO_AN_AGENT = {
    ("Desk", "Show me what you can do."),
    ("Worktrees", "I have read your changes. Please attend to these comments:"),
}
"""Said by the person, who is on first-name terms with agents."""


def test_a_thing_has_one_name() -> None:
    """The same words everywhere: 智能体 for an agent, 沙盒 for the sandbox, 您 for the person."""
    for key, made in translated().items():
        assert not re.search("代理(?!服务器)", made), f"{key}: an agent is 智能体"
        assert "沙箱" not in made, f"{key}: the sandbox is 沙盒"
        assert "你" not in made or key in TO_AN_AGENT, f"{key}: the person is 您"
        if "worktree" in key[1].lower():
            assert "工作树" in made or "工作区" not in made, f"{key}: a worktree is 工作树"


def test_what_is_loaded_is_what_was_translated(app: QApplication) -> None:
    try:
        assert install(app, "zh_CN") == "zh_CN"
        assert translate("Settings", "Providers and keys") == "提供商与密钥"
        for (context, text), made in translated().items():
            assert translate(context, text) == made, "run packaging/translations.sh"
    finally:
        install(app, "en")
    assert translate("Settings", "Providers and keys") == "Providers and keys"


def test_an_unknown_language_falls_back_to_the_systems() -> None:
    assert chosen_language("en") == "en"
    assert chosen_language("tlh") in ("en", "zh_CN")


def test_the_window_speaks_the_language_of_the_settings(run_async: Any, tmp_path: Path) -> None:
    from tests.desktop.conftest import until
    from tests.desktop.window import opened_window

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            assert person.window.menus["File"].title() == "文件"
            person.trigger("settings.open")
            dialog = person.desk.panels.settings_desk.dialog
            assert dialog is not None
            await until(lambda: not len(dialog.scope))
            assert dialog.windowTitle() == "设置"
            english = [
                page.title for page in dialog.pages if not re.search(r"[\u4e00-\u9fff]", page.title)
            ]
            assert not english

    application = QApplication.instance()
    assert isinstance(application, QApplication)
    install(application, "zh_CN")
    try:
        run_async(scenario())
    finally:
        install(application, "en")


def test_work_and_a_request_speak_it_too(run_async: Any, tmp_path: Path) -> None:
    from tests.desktop.conftest import until
    from tests.desktop.window import opened_window

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            await person.desk.start_demo()
            person.click("sendButton")
            await until(lambda: person.visible("permissionDialog"))
            texts = {
                button.objectName() or text: text
                for button in person.window.findChildren(QAbstractButton)
                if button.isVisible() and (text := button.text() or button.accessibleName())
            }
            assert {"denyButton", "allowOnceButton", "stopButton"} <= set(texts)
            english = {text for text in texts.values() if not re.search(r"[\u4e00-\u9fff]", text)}
            assert not english
            strip = person.desk.panels.pane.status
            assert "请求" in strip._label.whole_text()
            header = person.desk.panels.tasks.model.headerData(1, Qt.Orientation.Horizontal)
            assert header == "状态"
            await person.desk.stop()

    application = QApplication.instance()
    assert isinstance(application, QApplication)
    install(application, "zh_CN")
    try:
        run_async(scenario())
    finally:
        install(application, "en")


@pytest.mark.parametrize("name", ["spinney_zh_CN.ts", "spinney_zh_CN.qm"])
def test_the_files_are_where_the_program_looks(name: str) -> None:
    assert (FOLDER / name).stat().st_size > 10_000
