"""No text of the window is left in one language: what a person reads goes through ``translate``.

Looks at the code of ``desktop/`` instead of at widgets, so that a text on a page that no test
opens is found as well.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from core.paths import ROOT

WORDS = re.compile(r"[\w…,.:;?!”’)}]\s+[“‘(]?[A-Za-z]|[A-Za-z]{2}\s+\{|^[A-Z][a-z]+[….?!:]?\s*$")
"""Several words, or one with a capital: nobody writes a name of an object or a key like that. A
value that is filled in counts as a word."""
LETTERS = re.compile(r"[A-Za-z]{2}")

SEEN: dict[str, tuple[int, ...]] = {
    # Qt's own
    "setText": (0,),
    "setWindowTitle": (0,),
    "setToolTip": (0, 1),
    "setStatusTip": (0,),
    "setPlaceholderText": (0,),
    "setAccessibleName": (0,),
    "setAccessibleDescription": (0,),
    "setInformativeText": (0,),
    "setTitle": (0,),
    "setSuffix": (0,),
    "setPrefix": (0,),
    "setSpecialValueText": (0,),
    "setHeaderLabels": (0,),
    "setHorizontalHeaderLabels": (0,),
    "showMessage": (0, 1),
    "addAction": (0,),
    "addMenu": (0,),
    "addItem": (0,),
    "addItems": (0,),
    "addTab": (1,),
    "addRow": (0,),
    "QAction": (0, 1),
    "QMenu": (0,),
    "QLabel": (0,),
    "QCheckBox": (0,),
    "QRadioButton": (0,),
    "QPushButton": (0,),
    "QGroupBox": (0,),
    "QDockWidget": (0,),
    "QListWidgetItem": (0, 1),
    "QTreeWidgetItem": (0,),
    "QTableWidgetItem": (0,),
    # Our own
    "plain_label": (0,),
    "ElidedLabel": (0,),
    "set_text": (0,),
    "text_button": (0,),
    "icon_button": (1,),
    "GuardedButton": (0,),
    "Picker": (1,),
    "more_button": (0,),
    "line": (1,),
    "announce": (1,),
    "Said": (1, 2, 3),
    "say": (1,),
    "show_notice": (1, 2),
    "choose": (1, 2, 3),
    "ask_text": (1, 2),
    "pick_files": (1,),
    "pick_folder": (1,),
    "pick_new_file": (1,),
    "show_text": (0,),
    "SpinneyError": (0, 1),
    "section": (0, 1),
    "row": (0, 2),
}
"""Where a text is for a person, whatever it looks like: the places of the arguments."""

NOT_READ = {
    "translate", "setObjectName", "objectName", "findChild", "findChildren", "getattr", "setattr",
    "hasattr", "property", "setProperty", "setStyleSheet", "QKeySequence", "QShortcut", "Literal",
    "TypeVar", "compile", "debug", "info", "warning", "error", "exception",
    "running",
}  # fmt: skip
"""Calls whose arguments nobody reads on the screen; those of a logger among them."""
KEYWORDS_NOT_READ = {"object_name", "name", "role", "key", "mode", "prefix"}

ALLOWED: dict[str, tuple[set[str], str]] = {
    "actions.py": (
        set(),
        "a table; packaging/translations.sh writes it out and Actions translates",
    ),
    "display.py": (set(), "said on the terminal, before there is a window or a language"),
    "tips.py": (set(), "the markup around a text"),
    "theme/look.py": ({"Fusion"}, "Qt's name of a style"),
    "theme/tinting.py": (set(), "style sheets"),
    "theme/code.py": (set(), "names of themes, the same everywhere"),
    "permissions/visible.py": (set(), "Unicode's names of categories"),
    "i18n/__init__.py": ({"English"}, "each language in its own words"),
    "main_window.py": ({"Sessions", "Tasks", "Requests", "Spinney"}, "DOCKS is a table; our name"),
    "app.py": ({"Spinney", "unknown failure"}, "our name; said on the terminal"),
    "tray.py": ({"Spinney"}, "our name"),
    "help.py": ({"Spinney {}", "Enter", "Shift+Enter", "Up, Down"}, "our name; names of keys"),
    "panels.py": ({"{} — Spinney"}, "our name"),
    "wiring.py": ({"File"}, "the key of a menu"),
    "attachments.py": ({"{}\n[The rest of the file was left out.]"}, "told to the model"),
    "agents/editor.py": ({"built in"}, "the engine's word for a scope, compared with"),
    "agents/form.py": (
        {"low, medium, high", "bash: npm test * = allow\nedit: docs/* = ask\nwebfetch: * = deny"},
        "what can be typed there, as the engine wants it",
    ),
    "firstrun/server_form.py": ({"https://models.example.com/v1"}, "an address, as an example"),
    "settings/definitions.py": ({"built in"}, "the engine's word for a scope, compared with"),
    "desk.py": ({"/fork {}"}, "a command, as it is typed"),
    "settings/general.py": ({"npm ci"}, "a command, as an example"),
    "settings/data.py": ({"{} GB"}, "units, the same everywhere"),
    "settings/providers.py": (
        {"system keyring", "environment variable "},
        "the engine's words for where a key is, compared with",
    ),
    "settings/permissions.py": ({"git push --force origin main"}, "a command, as an example"),
}
"""What may stay as it is and why; without texts, the whole file."""


def unmarked(source: str, file: str = "") -> list[tuple[int, str]]:
    """Lines and texts that would reach a person in one language only."""
    allowed, _why = ALLOWED.get(file, ({""}, ""))
    if not allowed:
        return []
    tree = ast.parse(source)
    found: list[tuple[int, str]] = []
    hidden: set[ast.AST] = set()
    sure: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            hidden.add(node.value)
        elif isinstance(node, ast.Call):
            called = _called(node)
            if called in NOT_READ:
                hidden.update(each for one in node.args for each in ast.walk(one))
            for keyword in node.keywords:
                if keyword.arg in KEYWORDS_NOT_READ:
                    hidden.update(ast.walk(keyword.value))
            if called == "add" and file.startswith("settings/"):
                # A setting is also found by these words, which are never shown.
                hidden.update(each for one in node.args[2:] for each in ast.walk(one))
            for place in SEEN.get(called, ()):
                if place < len(node.args):
                    sure.update(_texts(node.args[place]))
        elif isinstance(node, ast.Dict):
            hidden.update(key for key in node.keys if key is not None)
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            hidden.update(ast.walk(node))
        elif isinstance(node, (ast.Compare, ast.MatchValue, ast.Subscript)):
            # A word that something is compared with is the engine's, not a person's.
            hidden.update(ast.walk(node))
    for node in _outer(tree):
        if node in hidden:
            continue
        text = _text(node)
        if isinstance(node, ast.JoinedStr) and any(
            isinstance(each, ast.Call) and _called(each) == "translate" for each in ast.walk(node)
        ):
            found.append((node.lineno, f"translate() inside a text is not gathered: {text}"))
        if text in allowed or not LETTERS.search(text.replace("{}", "")):
            continue
        if node in sure or WORDS.search(text):
            found.append((node.lineno, text))
    return found


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)


def _outer(node: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Every text; of one that is put together the whole, and the texts among its values."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr):
            yield child
            for value in child.values:
                if isinstance(value, ast.FormattedValue):
                    yield from _outer(value)
                    if isinstance(value.value, ast.Constant):
                        yield value.value
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child
        else:
            yield from _outer(child)


def _texts(node: ast.AST) -> Iterator[ast.AST]:
    """The texts an argument can turn out to be: of a choice both, of a list all."""
    match node:
        case ast.Constant():
            yield node
        case ast.JoinedStr(values=values):
            yield node
            for each in values:
                if isinstance(each, ast.FormattedValue):
                    yield from _texts(each.value)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body)
            yield from _texts(orelse)
        case ast.BinOp(left=left, right=right):
            yield from _texts(left)
            yield from _texts(right)
        case ast.BoolOp(values=values):
            for each in values:
                yield from _texts(each)
        case ast.List(elts=elts):
            for each in elts:
                # ``(value, text)`` is a choice that is offered.
                yield from _texts(each.elts[1] if _is_pair(each) else each)  # type: ignore[attr-defined]


def _is_pair(node: ast.AST) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) == 2


def files() -> list[str]:
    folder = ROOT / "desktop"
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.py"))


@pytest.mark.parametrize("file", files())
def test_every_text_can_be_translated(file: str) -> None:
    source = (ROOT / "desktop" / file).read_text("utf-8")
    found = unmarked(source, file)
    assert not found, (
        f'desktop/{file}: put these into translate("Context", "…"), or into ALLOWED: {found}'
    )


def test_what_is_allowed_is_still_there() -> None:
    for file, (texts, why) in ALLOWED.items():
        assert why
        tree = ast.parse((ROOT / "desktop" / file).read_text("utf-8"))
        there = {_text(node) for node in _outer(tree)}
        assert texts <= there, f"{file}: {texts - there} need no leave any more"


@pytest.mark.parametrize(
    "code",
    [
        'button.setText("failed")',
        'button.setText("failed" if bad else translate("C", "done"))',
        'label = QLabel("Send")',
        'x = icon_button("x", "remove", act)',
        'self._desk.say("warning", "It is gone.")',
        'said = f"{count} things happened"',
        'said = f"{count} tokens"',
        'said = f"exit {code}"',
        'said = "“Always” remembers"',
        'TABLE = {"failed": ("x", "bad", "ended with an error")}',
        'raise SpinneyError("It is not there any more.")',
        'await dialogs.choose(window, title, text, [("yes", "go"), ("no", name)])',
        "label.setText(f\"{translate('C', 'Send')}: {name}\")",
        "label.setText(f\"{name or 'agent'}: {said}\")",
    ],
)
def test_a_text_that_is_not_marked_is_found(code: str) -> None:
    if "await" in code:
        code = f"async def ask():\n    {code}"
    assert unmarked(code)


@pytest.mark.parametrize(
    "code",
    [
        '"""What this module is for."""',
        'button.setObjectName("sendButton")',
        'button.setText(translate("Chat", "Send"))',
        'icon_button("paper-plane-right", translate("Chat", "Send"), act)',
        'label.setText(translate("Chat", "{} steps").format(count))',
        'log.warning("cannot be read: %s", failure)',
        'self._scope.start(work(), name="load the page")',
        'self._tray.say(title, text, f"task:{task.id}")',
    ],
)
def test_what_nobody_reads_is_left_alone(code: str) -> None:
    assert not unmarked(code)
