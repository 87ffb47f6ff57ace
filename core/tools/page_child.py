"""Turns a page on standard input into Markdown or text on standard output; a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str]) -> None:
    kind, url = arguments
    page = sys.stdin.buffer.read().decode("utf-8", "replace")
    import trafilatura

    text = trafilatura.extract(
        page,
        url=url,
        output_format="markdown" if kind == "markdown" else "txt",
        include_links=kind == "markdown",
        include_tables=True,
        include_formatting=kind == "markdown",
        favor_recall=True,
    )
    sys.stdout.buffer.write((text or "").encode("utf-8", "replace"))
