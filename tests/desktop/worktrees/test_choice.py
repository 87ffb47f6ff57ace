"""What is chosen of a worktree's changes, without a window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.worktrees.changes import Changes, FileChange, parse_hunks
from core.worktrees.models import Worktree
from desktop.worktrees.choice import Choice, Comment, comment_prompt, side_by_side, unified

PATCH = b"""@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
@@ -10,2 +10,3 @@ def f
 ten
+ten and a half
 eleven
@@ -20,2 +21,1 @@
-twenty
 twenty-one
"""


def choice() -> Choice:
    hunks = tuple(parse_hunks(PATCH))
    files = tuple(
        FileChange(name, kind, None, "100644", "100644", "a" * 40, "b" * 40)  # type: ignore[arg-type]
        for name, kind in (("a.py", "modified"), ("b.py", "added"))
    )
    tree = Worktree(
        id="w", slug="w", project="p", path="/w", branch="w", base="0", checkout="/c",
        common_dir=str(Path("/c/.git")),
    )  # fmt: skip
    return Choice(Changes(tree, "0", "1", files), {"a.py": hunks, "b.py": ()})


def test_everything_is_taken_at_first() -> None:
    assert choice().selection() is None


def test_hunks_and_files_are_taken_and_left() -> None:
    made = choice()
    assert made.can_split("a.py")
    assert not made.can_split("b.py"), "a new file comes whole"
    made.take_hunk("a.py", 1, False)
    assert made.takes_file("a.py") is None
    assert made.selection() == {"a.py": frozenset({0, 2}), "b.py": None}
    made.take_file("b.py", False)
    assert made.selection() == {"a.py": frozenset({0, 2})}
    made.take_hunk("a.py", 0, False)
    made.take_hunk("a.py", 2, False)
    assert made.nothing
    made.take_hunk("a.py", 1, True)
    assert made.selection() == {"a.py": frozenset({1})}
    made.take_file("a.py", True)
    made.take_file("b.py", True)
    assert made.selection() is None


def test_what_was_replaced_stands_beside_what_came_for_it() -> None:
    hunks = parse_hunks(PATCH)
    rows = [(b and b.text, a and a.text) for _hunk, b, a in side_by_side(hunks)]
    assert ("two", "TWO") in rows
    assert (None, "ten and a half") in rows
    assert ("twenty", None) in rows
    assert rows.count((None, None)) == 3, "a heading for each hunk"
    assert len(unified(hunks)) == 3 + sum(len(hunk.lines) for hunk in hunks)


def test_comments_name_file_line_and_code() -> None:
    told = comment_prompt([Comment("a.py", 2, "TWO", "Why in capitals?")])
    assert "a.py:2\n> TWO\nWhy in capitals?" in told


def test_what_was_chosen_stays_chosen_where_nothing_changed() -> None:
    before, after = choice(), choice()
    before.take_hunk("a.py", 1, False)
    before.take_file("b.py", False)
    after.keep_from(before)
    assert after.selection() == before.selection()
    one, other = after.changes.files
    changed = replace(one, new_id="c" * 40)
    newer = Choice(replace(after.changes, files=(changed, other)), after.hunks)
    newer.keep_from(before)
    assert newer.selection() == {"a.py": None}, "a file that changed is looked at anew"
