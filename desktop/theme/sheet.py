"""How controls are drawn: flat, and in the colours of roles only.

Fusion shades and blends a control's colours, so that white on our accent would be hard to read and
a field's edge could not be seen on a dark window. A form that calls ``framed`` has edges around its
texts and tables as well; the lists of the main window have none.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QDir

from core.paths import RESOURCES
from desktop.theme.colours import Colours

EMPHASIS, FRAMED = "spinneyEmphasis", "spinneyFramed"
"""Properties of widgets that the sheet asks for."""

MARKS = RESOURCES / "icons" / "marks"


def sheet(of: Colours) -> str:
    """The style sheet of the application in these colours."""
    QDir.setSearchPaths("marks", [str(MARKS)])
    text = (RESOURCES / "controls.qss").read_text("utf-8")
    text = text.replace("@scheme", "dark" if of.dark else "light")
    return re.sub(r"@(\w+)", lambda role: str(getattr(of, role[1])), text)
