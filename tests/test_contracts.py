"""Which part may import which, and what must not load before it is needed."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

HEAVY = (
    "litellm",
    "openai",
    "keyring",
    "git",
    "mcp",
    "trafilatura",
    "lxml",
    "ddgs",
    "pypdf",
    "tiktoken",
    "tokenizers",
    "boto3",
    "watchfiles",
)
"""Packages that cost time or memory: each is imported by the function that needs it."""

WINDOW = ("PySide6", "shiboken6", "qasync", "qtawesome", "qtpy", "desktop")

AFTER_THE_FIRST_PAINT = (
    "qtawesome",
    "pygments",
    "apsw",
    "tree_sitter",
    "httpx",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtMultimedia",
    "PySide6.QtSvg",
    "PySide6.QtWebEngineCore",
)


def module_names(package: str) -> list[str]:
    """Every module of a package, by its files: importing it would prove nothing."""
    names = []
    for file in sorted((ROOT / package).rglob("*.py")):
        parts = list(file.relative_to(ROOT).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        names.append(".".join(parts))
    return names


def loaded_after_importing(modules: list[str]) -> set[str]:
    """The names in ``sys.modules`` of a fresh interpreter that imported ``modules``."""
    script = (
        "import importlib, json, sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "sys.stdout.write(json.dumps(sorted(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", script], capture_output=True, text=True, cwd="/", timeout=100
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def present(names: tuple[str, ...], loaded: set[str]) -> set[str]:
    return {name for name in names if name in loaded}


def is_host(name: str) -> bool:
    starts = ("core.llm.host_", "core.mcp.host_")
    return name in ("core.llm.host", "core.mcp.host") or name.startswith(starts)


def test_the_whole_engine_can_be_imported_without_a_window_or_a_heavy_package() -> None:
    modules = [name for name in module_names("core") if not is_host(name)]
    modules = [name for name in modules if not name.endswith("__main__")]
    loaded = loaded_after_importing(modules)
    assert present(WINDOW, loaded) == set()
    assert present(HEAVY, loaded) == set()


def test_the_window_loads_no_heavy_package_when_it_starts() -> None:
    modules = [name for name in module_names("desktop") if name in ("desktop", "desktop.app")]
    loaded = loaded_after_importing(modules)
    assert present(HEAVY + AFTER_THE_FIRST_PAINT, loaded) == set()


# ---- the contracts in pyproject.toml -------------------------------------------------------------


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    """A tree with the shape of the project, our contracts, and imports that keep them."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    files = {
        "core/__init__.py": "",
        "core/git.py": "def repository():\n    import git\n    return git\n",
        "core/engine.py": "import core.git\nimport core.sessions.models\n",
        "core/events.py": "",
        "core/llm/__init__.py": "",
        "core/llm/host.py": "import litellm\nimport openai\n",
        "core/llm/client.py": "",
        "core/sessions/__init__.py": "",
        "core/sessions/models.py": "",
        "core/sessions/store.py": "import apsw\n",
        "desktop/__init__.py": "",
        "desktop/app.py": "import PySide6\nimport core.engine\nimport core.sessions.models\n",
        "desktop/chat/__init__.py": "",
        "desktop/chat/view.py": "import core.events\n",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [str(program), "--no-cache"], cwd=folder, capture_output=True, text=True, timeout=100
    )


def test_the_project_keeps_its_import_contracts() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout


def test_a_tree_that_keeps_the_contracts_passes(small_tree: Path) -> None:
    done = lint_imports(small_tree)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("core/engine.py", "import desktop.app", "the engine knows no window"),
        ("core/events.py", "from PySide6 import QtCore", "the engine knows no window"),
        ("core/llm/client.py", "import litellm", "only the model host imports litellm"),
        ("core/engine.py", "def f():\n    import openai", "only the model host imports litellm"),
        ("core/sessions/store.py", "import git", "only core.git imports GitPython"),
        ("desktop/app.py", "import core.sessions.store", "the window reaches the engine"),
        ("desktop/chat/view.py", "import core.llm.client", "the window reaches the engine"),
        ("desktop/chat/view.py", "import apsw", "the window reaches the engine"),
    ],
)
def test_an_import_that_breaks_a_contract_fails(
    small_tree: Path, file: str, line: str, contract: str
) -> None:
    with (small_tree / file).open("a") as text:
        text.write(line + "\n")
    done = lint_imports(small_tree)
    assert done.returncode != 0
    broken = [row for row in done.stdout.splitlines() if "BROKEN" in row]
    assert any(row.startswith(contract) for row in broken), done.stdout


def imported_by(name: str) -> set[str]:
    """Every module that a module of ours names in an import, wherever in the file it stands."""
    file = ROOT / (name.replace(".", "/") + ".py")
    if not file.exists():
        file = ROOT / name.replace(".", "/") / "__init__.py"
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_nobody_but_the_host_itself_imports_the_host() -> None:
    """It is started as a process by its name; imported, it would bring litellm along."""
    modules = [name for name in module_names("core") + module_names("desktop") if not is_host(name)]
    importers = {name for name in modules if any(map(is_host, imported_by(name)))}
    assert importers == set()
