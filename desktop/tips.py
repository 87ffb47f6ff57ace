"""Tool tips that show exactly their text."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt


def plain_tip(text: str) -> str:
    """The text for a tool tip. Qt takes text that looks like HTML for HTML, and would then hide
    parts of a command, or load an image that it names."""
    if not Qt.mightBeRichText(text):
        return text
    return f'<span style="white-space: pre-wrap">{html.escape(text)}</span>'
