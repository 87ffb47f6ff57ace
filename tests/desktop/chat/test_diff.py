"""A diff is shown as what it is, whatever its lines look like."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from desktop.chat.diff import DiffBlock, changed_lines, diff_lines
from desktop.theme import set_scheme

SQL = """--- a/x.sql
+++ b/x.sql
@@ -1,3 +1,3 @@
 select 1;
--- an old comment
+++ a strange line
 select 2;
"""


def test_a_removed_line_that_looks_like_a_header_is_shown_as_removed() -> None:
    kinds = [kind for kind, _ in diff_lines(SQL)]
    assert kinds == ["header", "header", "hunk", "same", "removed", "added", "same"]
    assert [text for _, text in diff_lines(SQL, headers=False)][2] == "--- an old comment"
    assert changed_lines(SQL) == (1, 1)


def test_several_files_follow_each_other() -> None:
    diff = "--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n--- b\n+++ b\n@@ -0,0 +1,2 @@\n+1\n+2\n"
    assert changed_lines(diff) == (3, 1)
    assert [kind for kind, _ in diff_lines(diff)].count("header") == 4


def test_new_content_without_a_hunk_is_all_added() -> None:
    assert changed_lines("+--- a\n+b") == (2, 0)


def test_what_cannot_be_seen_in_a_diff_is_named() -> None:
    assert diff_lines("+a\u202eb") == [("added", "+a⟦U+202E⟧b")]


def test_the_colours_follow_the_palette(app: QApplication) -> None:
    block = DiffBlock(diff_lines(SQL), "x.sql")

    def back() -> str:
        return block.document.findBlockByNumber(4).blockFormat().background().color().name()

    block.show()
    light = back()
    set_scheme(app, "dark")
    app.processEvents()
    assert back() != light
    set_scheme(app, "light")
    app.processEvents()
    assert back() == light
    block.close()
    block.deleteLater()
