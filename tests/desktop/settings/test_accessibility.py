"""Every control has a name that assistive tools can read, and can be reached with the keyboard."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QTableWidget,
    QWidget,
)

from desktop.palette import CommandPalette
from desktop.theme import DARK, LIGHT, Colours, colours
from desktop.theme.code import THEMES, code_colours, contrast
from tests.desktop.conftest import until
from tests.desktop.window import WindowUnderTest, opened_window

CONTROLS = {
    QAccessible.Role.PushButton,
    QAccessible.Role.CheckBox,
    QAccessible.Role.RadioButton,
    QAccessible.Role.ComboBox,
    QAccessible.Role.EditableText,
    QAccessible.Role.SpinBox,
    QAccessible.Role.List,
    QAccessible.Role.Table,
    QAccessible.Role.Tree,
    QAccessible.Role.Slider,
    QAccessible.Role.ButtonMenu,
}


def controls(root: QWidget) -> list[tuple[Any, str, Any]]:
    """All visible controls below a widget as Qt tells assistive tools: (role, name, object)."""
    found: list[tuple[Any, str, Any]] = []
    waiting = [QAccessible.queryAccessibleInterface(root)]
    while waiting:
        interface = waiting.pop()
        if interface is None or not interface.isValid():
            continue
        state = interface.state()
        if state.invisible:
            continue
        role = interface.role()
        if role in CONTROLS:
            name = interface.text(QAccessible.Text.Name)
            found.append((role, name, interface.object()))
            if role in (QAccessible.Role.Table, QAccessible.Role.Tree, QAccessible.Role.List):
                continue  # their rows are named by what they show
        waiting += [interface.child(at) for at in range(interface.childCount())]
    return found


def assert_all_named(root: QWidget, at_least: int) -> None:
    found = controls(root)
    inside_others = ("qt_spinbox_lineedit", "ScrollLeftButton", "ScrollRightButton")
    nameless = [
        (role, widget)
        for role, name, widget in found
        if not name and (widget is None or widget.objectName() not in inside_others)
    ]
    assert not nameless, nameless
    assert len(found) >= at_least


def assert_reached_by_tab(root: QWidget) -> None:
    """Going round with Tab comes to every control that takes the keyboard."""
    ring, widget = set(), root
    for _ in range(5000):
        widget = widget.nextInFocusChain()
        if widget in ring:
            break
        ring.add(widget)
    for _role, name, control in controls(root):
        if not isinstance(control, QWidget) or not control.isEnabled():
            continue
        if control.objectName().startswith("qt_dockwidget_"):
            continue  # the actions of the View menu show and hide docks
        focus = control if control.focusPolicy() != Qt.FocusPolicy.NoFocus else None
        focus = (
            focus
            or control.focusProxy()
            or next(
                (p for p in parents(control) if p.focusPolicy() & Qt.FocusPolicy.TabFocus), None
            )
        )
        assert focus is not None, f"{name} cannot take the keyboard"
        assert focus in ring, f"Tab never comes to {name}"


def parents(widget: QWidget) -> list[QWidget]:
    found = []
    while (above := widget.parentWidget()) is not None:
        found.append(above)
        widget = above
    return found


async def quiet(dialog: Any) -> None:
    await until(lambda: not len(dialog.scope))


def test_every_control_of_the_settings_is_named_and_reached(run_async: Any, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            person.trigger("settings.open")
            dialog = person.desk.panels.settings_desk.dialog
            assert dialog is not None
            for page in dialog.pages:
                dialog.open_at(page.name)
                await quiet(dialog)
                assert_all_named(dialog, 4)
                assert_reached_by_tab(dialog)

    run_async(scenario())


def test_every_control_of_the_editor_the_usage_and_the_window_is_named(
    run_async: Any, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            assert_all_named(person.window, 8)  # the welcome page
            desk = person.desk.panels.settings_desk
            desk.open_agent("build")
            assert desk.editor is not None
            await quiet(desk.editor)
            desk.editor.copy()
            await quiet(desk.editor)
            for tab in range(desk.editor.form.count()):
                desk.editor.form.setCurrentIndex(tab)
                assert_all_named(desk.editor, 8)
            assert_reached_by_tab(desk.editor)
            person.trigger("usage.open")
            assert desk.usage is not None
            await quiet(desk.usage)
            assert_all_named(desk.usage, 7)
            await request_is_named(person)

    run_async(scenario())


async def request_is_named(person: WindowUnderTest) -> None:
    await person.desk.start_demo()
    person.click("sendButton")
    await until(lambda: person.visible("permissionDialog"))
    assert_all_named(person.window, 20)
    dialog = next(w for w in QApplication.allWidgets() if w.objectName() == "permissionDialog")
    assert_all_named(dialog, 4)
    await person.desk.stop()


def test_every_action_is_reached_by_a_shortcut_or_by_name(run_async: Any, tmp_path: Path) -> None:
    """With the keyboard alone: the palette has a shortcut, and it has every action."""

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            await person.desk.start_demo()
            table = person.window.actions_table
            assert not table["view.palette"].shortcut().isEmpty()
            for info, action in table.all():
                action.setEnabled(True)
                assert action in person.window.actions(), f"{info.id} has no window to act in"
            person.trigger("view.palette")
            palette = person.window.findChild(CommandPalette)
            for info, _action in table.all():
                if info.id == "view.palette":
                    continue
                palette.field.setText(info.text.rstrip("…"))
                found = [palette.list.item(row).text() for row in range(palette.list.count())]
                assert info.text.rstrip("…") in found, info.id
            palette.close()

    run_async(scenario())


def test_tab_comes_to_every_control_of_the_window_and_of_a_request(
    run_async: Any, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            assert_reached_by_tab(person.window)  # the welcome page
            await person.desk.start_demo()
            person.click("sendButton")
            await until(lambda: person.visible("permissionDialog"))
            assert_reached_by_tab(person.window)
            dialog = person.desk.panels.requests.dialog
            dialog.take_focus(None)
            reached, widget = set(), QApplication.focusWidget()
            for _ in range(300):
                if widget is None:
                    break
                reached.add(widget.objectName())
                QTest.keyClick(widget, Qt.Key.Key_Tab)
                widget = QApplication.focusWidget()
            assert {"denyButton", "denyStopButton", "allowAlwaysButton", "allowOnceButton",
                    "denyReason"} <= reached  # fmt: skip
            await person.desk.stop()

    run_async(scenario())


def test_every_action_has_words_and_no_two_share_a_shortcut() -> None:
    from desktop.actions import ACTIONS

    keys = [info.shortcut for info in ACTIONS if info.shortcut]
    assert len(keys) == len(set(keys))
    assert all(info.text and info.help for info in ACTIONS)


@pytest.mark.parametrize("of", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_every_background(of: Colours) -> None:
    grounds = {name: getattr(of, name) for name in ("window", "surface", "raised", "sunken")}
    for role in ("text", "muted", "accent", "good", "warning", "bad", "link"):
        for name, ground in grounds.items():
            ratio = contrast(getattr(of, role), ground)
            assert ratio >= 4.5, f"{role} on {name}: {ratio:.2f}"
    for role, ground in (("good", "good_soft"), ("warning", "warning_soft"), ("bad", "bad_soft")):
        assert contrast(getattr(of, role), getattr(of, ground)) >= 4.5, role
    for pair in (("text", "selection"), ("text", "prompt"), ("text", "find"),
                 ("text", "accent_soft"), ("on_accent", "accent")):  # fmt: skip
        assert contrast(getattr(of, pair[0]), getattr(of, pair[1])) >= 4.5, pair
    assert contrast(of.faint, of.surface) >= 4.5, "hints in empty fields"


@pytest.mark.parametrize("theme", [*(name for name, _title in THEMES), "plain"])
def test_code_can_be_read_in_every_theme(theme: str) -> None:
    for of in (LIGHT, DARK):
        for kind, colour in code_colours(of.dark, theme).items():
            ratio = contrast(colour, of.sunken)
            assert ratio >= 4.4, f"{theme} {kind} {colour}: {ratio:.2f}"


def test_the_steps_of_the_type_scale_differ() -> None:
    from desktop.theme import Size

    assert all(a.value < b.value for a, b in pairwise(sorted(Size, key=lambda s: s.value)))


def test_open_dialogs_follow_the_colours(run_async: Any, tmp_path: Path, app: QApplication) -> None:
    """Whoever switches to dark does so in the settings, and goes on reading them."""

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            person.window.set_scheme("light")
            desk = person.desk.panels.settings_desk
            desk.open_agent("explore")
            desk.open_usage()
            desk.open()
            assert desk.editor is not None
            assert desk.usage is not None
            assert desk.dialog is not None
            for dialog in (desk.editor, desk.usage, desk.dialog):
                await quiet(dialog)
            rights = desk.editor.findChild(QTableWidget)
            assert rights is not None
            await until(lambda: rights.rowCount() > 0)
            person.window.set_scheme("dark")
            await until(lambda: colours().dark)
            shades = {colours().good, colours().warning, colours().bad}
            shown = [rights.item(row, 1) for row in range(rights.rowCount())]
            await until(lambda: all(i and i.foreground().color().name() in shades for i in shown))
            for label in desk.dialog.findChildren(QLabel):
                if label.property("spinneyTint") == "muted":
                    seen = label.palette().windowText().color().name()
                    assert seen == colours().muted, label.text()
            field = person.find(QDoubleSpinBox, "budget_month").findChild(QLineEdit)
            ground = field.palette().base().color().name()
            assert contrast(field.palette().text().color().name(), ground) >= 4.5
            pages = person.find(QListWidget, "settingsPages")
            picture = pages.item(1).icon().pixmap(16, 16).toImage()
            drawn = [
                picture.pixelColor(x, y)
                for x in range(picture.width())
                for y in range(picture.height())
                if picture.pixelColor(x, y).alpha() > 200
            ]
            lightest = max(drawn, key=lambda colour: colour.lightness())
            assert contrast(lightest.name(), colours().surface) >= 4.5
            person.window.set_scheme("light")

    run_async(scenario())
