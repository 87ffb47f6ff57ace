"""What the engine says is said again in the language of the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from core.errors import NotFound
from desktop.i18n import install
from desktop.i18n.engine import engine_text, engine_words
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call


@pytest.fixture
def chinese(app: QApplication) -> Iterator[None]:
    install(app, "zh_CN")
    yield
    install(app, "en")


def test_english_stays_as_it_is(app: QApplication) -> None:
    assert engine_text("There is no task t-1 in this session.") == (
        "There is no task t-1 in this session."
    )


@pytest.mark.usefixtures("chinese")
def test_values_go_where_the_language_wants_them() -> None:
    assert engine_text("old_string occurs 3 times in a b.py (lines 1, 5, 9).") == (
        "old_string 在 a b.py 中出现 3 次（第 1, 5, 9 行）。"
    )


@pytest.mark.usefixtures("chinese")
def test_several_sentences_are_said_one_after_the_other() -> None:
    both = str(NotFound("notes.md does not exist.", "Check the address."))
    assert engine_text(both) == "notes.md 不存在。请检查地址。"
    assert engine_words("notes.md does not exist.", "Check the address.") == engine_text(both)


@pytest.mark.usefixtures("chinese")
def test_a_sentence_inside_another_is_said_too() -> None:
    assert "ripgrep" in engine_text("The search failed: ripgrep is not installed.")
    assert "未安装" in engine_text("The search failed: ripgrep is not installed..")


@pytest.mark.usefixtures("chinese")
def test_words_of_others_stay_as_they_are() -> None:
    for text in (
        "model overloaded, sorry",
        "读取失败",
        "",
        "npm ERR! it broke. Badly. See the log.",
    ):
        assert engine_text(text) == text
    said = engine_text("Sorry, says the provider. Check the address.")
    assert said == "Sorry, says the provider. 请检查地址。"


@pytest.mark.usefixtures("chinese")
def test_a_hostile_text_takes_no_time() -> None:
    for text in ("{0}" * 1_000, "is not " * 570, ". " * 1_900, "The patch names " * 240):
        assert engine_text(text)


@pytest.mark.usefixtures("chinese")
def test_a_request_and_an_error_are_read_in_chinese(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:
    script = model_server.script("scripted")
    script.reply(Call("write", file_path=str(repository / "made.txt"), content="one\n"))
    script.reply(Call("read", file_path=str(repository / "nowhere.txt")))
    script.say("So.")

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            await person.send("make it")
            await until(lambda: person.visible("permissionDialog"))
            shown = person.desk.panels.requests.dialog.windowTitle() + " ".join(
                label.text() for label in person.desk.panels.requests.dialog.findChildren(QLabel)
            )
            assert "新建 made.txt" in shown, shown
            await person.answer("allowOnceButton")
            await until(lambda: "So." in person.shown_text(), 40)
            await person.idle()
            person.desk.panels.pane.set_detail("everything")
            await until(lambda: "不存在" in person.shown_text())

    run_async(scenario())
