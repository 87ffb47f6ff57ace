"""The desktop entry and the icon, as the desktop reads them."""

from __future__ import annotations

import configparser
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]


def test_the_desktop_entry_starts_the_command_with_the_folder_it_is_given() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(ROOT / "resources" / "spinney.desktop")
    entry = parser["Desktop Entry"]
    assert entry["Exec"] == "spinney %f"
    assert entry["Type"] == "Application"
    assert (ROOT / "resources" / "icons" / f"{entry['Icon']}.svg").exists()


def test_the_icon_is_a_square_drawing_without_anything_from_outside() -> None:
    drawing = ElementTree.parse(ROOT / "resources" / "icons" / "spinney.svg").getroot()
    assert drawing.get("viewBox") == "0 0 128 128"
    assert not [node for node in drawing.iter() if any("href" in key for key in node.attrib)]
