"""The first minute of a person with nothing, with a key, with a server, and with bad keyrings."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit

from core.setup.models import Probe
from desktop.firstrun.page import Welcome
from tests.core.config.keyring_session import unlocked_keyring
from tests.core.config.test_secrets import backend
from tests.desktop.conftest import until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer

VARIABLES = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "DEEPSEEK_API_KEY")


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key, no keyring, no server of the machine that runs the tests."""
    for name in (*VARIABLES, "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr("core.setup.setup.USUAL_ADDRESSES", {})


def welcome(person: WindowUnderTest) -> Welcome:
    return person.desk.panels.welcome


async def looked(person: WindowUnderTest) -> None:
    label = person.window.findChild(Welcome)
    assert label is not None
    await until(lambda: not person.desk._scope.running("look around"))


def test_with_nothing_the_demo_is_one_click_away_and_nothing_blocks(
    run_async: Any, no_leaks: None, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            await looked(person)
            assert welcome(person).found is not None
            assert welcome(person).found.cards == []  # type: ignore[union-attr]
            for name in ("demoButton", "saveKeyButton", "serverLook", "tourButton"):
                assert person.visible(name)
            person.click("saveKeyButton")
            form = welcome(person).key_form
            assert form is not None
            await until(lambda: form.outcome.kind == "bad")
            person.click("demoButton")
            await until(lambda: person.visible("composer"))

    run_async(scenario())


def test_a_key_in_the_environment_is_offered_with_a_model_and_never_shown(
    run_async: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-a-real-key-0000000000")

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            await looked(person)
            found = welcome(person).found
            assert found is not None
            [card] = found.cards
            assert "OPENAI_API_KEY" in card.accessibleName()
            assert "sk-not" not in card.accessibleName()
            assert card.model.currentData() == "gpt-5"
            person.engine.setup.probe = _answers  # type: ignore[method-assign]
            person.click("use_openai")
            await until(lambda: card.outcome.kind == "good")
            settings = (await person.engine.setup.own()).settings
            assert settings.model == "openai/gpt-5"
            assert settings.provider["openai"].api_key_env == "OPENAI_API_KEY"
            assert "sk-not" not in person.engine.paths.config_file.read_text()

    run_async(scenario())


async def _answers(ref: str, *, server: object = None) -> Probe:
    """What the network would say; trying a model for real is tested with a server on this machine."""
    return Probe(ref, True, True, f"{ref} answers and can call tools.", seconds=0.5)


def test_a_server_on_this_machine_is_found_its_tools_are_tried_and_it_becomes_the_default(
    run_async: Any, tmp_path: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.setup.setup.USUAL_ADDRESSES", {"ollama": model_server.openai_url})

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            await looked(person)
            found = welcome(person).found
            assert found is not None
            [card] = found.cards
            model = card.model.currentData()
            model_server.script(model).call("report_ready", word="hello")
            person.click("use_ollama")
            await until(lambda: card.outcome.kind in ("good", "bad", "warning"), 60)
            assert card.outcome.kind == "good", card.outcome.text
            assert "tools" in card.outcome.text
            await until(lambda: model in person.engine.paths.config_file.read_text())
            settings = (await person.engine.setup.own()).settings
            assert settings.model == f"ollama/{model}"

    run_async(scenario(), timeout=90)


def test_a_key_is_stored_in_a_real_keyring_and_said_so(
    run_async: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "keyring"
    folder.mkdir()

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            person.engine.setup.first_model = _no_model  # type: ignore[method-assign]
            form = welcome(person).key_form
            assert form is not None
            form.choose("mistral")
            person.find(QLineEdit, "keyField").setText("my-secret-key")
            person.click("saveKeyButton")
            await until(lambda: form.outcome.kind in ("info", "bad", "warning"))
            assert "system keyring" in form.outcome.text
            assert form.key.text() == "", "the key does not stay on the screen"
            text = person.engine.paths.config_file.read_text()
            assert "mistral" in text
            assert "my-secret-key" not in text
            [state] = await person.engine.setup.providers(["mistral"])
            assert state.key == "system keyring"
            assert await person.engine.setup.delete_key("mistral")
            [state] = await person.engine.setup.providers(["mistral"])
            assert state.key == "", "it is gone from the keyring"

    with unlocked_keyring(folder) as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        run_async(scenario())


async def _no_model(_provider: str) -> str:
    return ""


def test_a_keyring_that_hangs_costs_two_seconds_and_leaves_a_choice(
    run_async: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend(
        {"HOME": str(tmp_path)},
        "hanging",
        "def get_password(self, *a):\n    import time; time.sleep(600)\n"
        "def set_password(self, *a):\n    import time; time.sleep(600)\n"
        "def unused(self): pass",
    )
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            person.engine.setup.first_model = _no_model  # type: ignore[method-assign]
            form = welcome(person).key_form
            assert form is not None
            form.choose("mistral")
            form.key.setText("my-secret-key")
            started = time.monotonic()
            person.click("saveKeyButton")
            await until(lambda: form.outcome.kind == "warning")
            assert time.monotonic() - started < 5
            assert "did not answer" in form.outcome.text
            assert person.visible("thisRunButton")
            assert person.visible("variableButton")
            assert form.key.text() == "my-secret-key", "nothing has to be typed again"
            person.click("thisRunButton")
            await until(lambda: form.outcome.kind == "info")
            assert "gone when Spinney ends" in form.outcome.text
            [state] = await person.engine.setup.providers(["mistral"])
            assert state.key == "entered for this run only"

    run_async(scenario())


def test_without_a_keyring_a_variable_can_be_named(
    run_async: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            form = welcome(person).key_form
            assert form is not None
            form.choose("mistral")
            form.key.setText("my-secret-key")
            person.click("saveKeyButton")
            await until(lambda: form.outcome.kind == "warning")
            assert "no keyring" in form.outcome.text
            person.click("variableButton")
            await until(lambda: person.visible("textField"))
            person.find(QLineEdit, "textField").setText("MY_MISTRAL")
            dialog = person.find(QLineEdit, "textField").window()
            dialog.accept()  # type: ignore[attr-defined]
            await until(lambda: form.outcome.kind == "info")
            assert "MY_MISTRAL" in form.outcome.text
            assert 'api_key_env = "MY_MISTRAL"' in person.engine.paths.config_file.read_text()

    run_async(scenario())


def test_any_address_lists_its_models_and_a_wrong_one_is_a_sentence(
    run_async: Any, tmp_path: Path, model_server: ModelServer
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            form = welcome(person).server_form
            assert form is not None
            form.address.setText("http://127.0.0.1:9/v1")
            person.click("serverLook")
            await until(lambda: form.outcome.kind == "bad")
            assert "reached" in form.outcome.text
            form.address.setText(model_server.openai_url)
            person.click("serverLook")
            await until(lambda: form.outcome.kind == "good")
            assert person.find(QComboBox, "serverModel").count() > 0

    run_async(scenario())


def test_the_tour_points_at_real_parts_and_ends_with_escape(
    run_async: Any, no_leaks: None, tmp_path: Path
) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from desktop.firstrun.tour import Tour, stops

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            person.trigger("help.tour")
            [tour] = person.window.findChildren(Tour)
            seen = set()
            for _ in range(len(stops()) - 1):
                seen.add(tour._title.text())
                person.click("tourNext")
            assert len(seen) == len(stops()) - 1
            QTest.keyClick(tour, Qt.Key.Key_Escape)
            await until(lambda: not person.visible("tour"))

    run_async(scenario())
