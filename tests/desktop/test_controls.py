"""How controls look on the screen, measured on what is really drawn."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from desktop.chat.label import text_button
from desktop.theme import DARK, LIGHT, Colours, set_scheme
from desktop.theme.sheet import MARKS, sheet
from tests.desktop.settings.test_accessibility import contrast

SCHEMES = {"light": LIGHT, "dark": DARK}


def ground(button: QPushButton) -> str:
    """The colour that fills most of the button."""
    picture = button.grab().toImage()
    seen = Counter(
        picture.pixelColor(x, y).name()
        for x in range(picture.width())
        for y in range(picture.height())
    )
    return seen.most_common(1)[0][0]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_button_is_drawn_in_the_colours_of_its_role(app: QApplication, scheme: str) -> None:
    of = SCHEMES[scheme]
    set_scheme(app, scheme)
    try:
        plain = text_button("Later", lambda: None)
        first = text_button("Allow once", lambda: None, primary=True)
        for button in (plain, first):
            button.resize(button.sizeHint())
        assert ground(plain) == of.raised
        assert ground(first) == of.accent
        assert contrast(of.text, ground(plain)) >= 4.5
        assert contrast(of.on_accent, ground(first)) >= 4.5
        assert contrast(of.on_accent, of.accent_strong) >= 4.5
    finally:
        set_scheme(app, "light")


@pytest.mark.parametrize("of", SCHEMES.values(), ids=SCHEMES)
def test_the_sheet_names_only_roles_and_marks_that_exist(of: Colours) -> None:
    text = sheet(of)
    assert "@" not in text
    for name in re.findall(r"url\(marks:([^)]+)\)", text):
        assert (MARKS / name).is_file(), name


@pytest.mark.parametrize("scheme", SCHEMES)
def test_marks_are_drawn_in_the_colours_of_the_theme(scheme: str) -> None:
    of = SCHEMES[scheme]
    for file in sorted(MARKS.glob(f"*-{scheme}.svg")):
        wanted = of.muted if file.name.startswith("arrow") else of.on_accent
        assert wanted in file.read_text("utf-8"), file.name
