"""Colours of code: our own, or those of a well-known style made readable on our backgrounds."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor

from desktop.theme.colours import DARK, LIGHT

THEMES = (
    ("spinney", "Spinney"),
    ("friendly", "Friendly"),
    ("solarized", "Solarized"),
    ("gruvbox", "Gruvbox"),
    ("github", "GitHub"),
    ("monokai", "Monokai"),
)
"""Each theme and its own name, which is the same in every language; "plain" has no colours."""
_STYLES = {
    "friendly": ("friendly", "native"),
    "solarized": ("solarized-light", "solarized-dark"),
    "gruvbox": ("gruvbox-light", "gruvbox-dark"),
    "github": ("default", "github-dark"),
    "monokai": ("manni", "monokai"),
}
"""For each theme the style for light and for dark."""

READABLE = 4.5
_chosen = "spinney"


def choose(theme: str) -> bool:
    """Use a theme from now on; True when that is another one."""
    global _chosen
    wanted = theme if theme == "plain" or theme in dict(THEMES) else "spinney"
    changed, _chosen = wanted != _chosen, wanted
    return changed


def code_colours(dark: bool, theme: str = "") -> dict[str, str]:
    """The colours of ``theme`` (the chosen one) by kind of word."""
    return _colours(theme or _chosen, dark)


@lru_cache(maxsize=32)
def _colours(theme: str, dark: bool) -> dict[str, str]:
    of = DARK if dark else LIGHT
    if theme == "plain":
        return {name: of.muted if name == "comment" else of.text for name in of.code}
    if theme not in _STYLES:
        return of.code
    from pygments.styles import get_style_by_name
    from pygments.token import Token

    style = get_style_by_name(_STYLES[theme][int(dark)])
    tokens = {
        "keyword": Token.Keyword,
        "string": Token.Literal.String,
        "number": Token.Literal.Number,
        "comment": Token.Comment,
        "name": Token.Name.Function,
        "type": Token.Name.Class,
        "operator": Token.Operator,
        "error": Token.Error,
    }
    made = {}
    for name, token in tokens.items():
        colour = style.style_for_token(token)["color"]
        made[name] = readable(f"#{colour}", of.sunken, dark) if colour else of.text
    made["error"] = of.bad
    return made


def readable(colour: str, background: str, dark: bool) -> str:
    """The colour, moved towards white or black until it can be read on the background."""
    made = QColor(colour)
    for _ in range(40):
        if contrast(made.name(), background) >= READABLE:
            break
        made = made.lighter(112) if dark and made.value() > 8 else made.darker(112)
        if dark and made.value() >= 255:
            made = QColor.fromHslF(
                max(0.0, made.hslHueF()), made.hslSaturationF(), min(1.0, made.lightnessF() + 0.04)
            )
    return made.name()


def contrast(one: str, other: str) -> float:
    """The ratio that accessibility guidelines speak of, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (QColor(colour).redF(), QColor(colour).greenF(), QColor(colour).blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
