"""Starting our own Python code in a child process, safely.

A child started the usual way would import from its working directory, so a repository with a
folder named ``core`` would have its code run. Isolated mode and an explicit path prevent that.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from core.paths import ROOT

_FROZEN_OPTION = "--spinney-child"

_START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from core.python_child import run_child; sys.exit(run_child(sys.argv[1:]))"
)


def python_child(module: str, arguments: Sequence[str] = ()) -> list[str]:
    """The command line that runs ``main(arguments)`` of ``module`` in a new interpreter."""
    if getattr(sys, "frozen", False):
        return [sys.executable, _FROZEN_OPTION, module, *arguments]
    return [sys.executable, "-I", "-c", _START, str(ROOT), module, *arguments]


def run_child(arguments: Sequence[str]) -> int:
    """In the child: import the module named first and run its ``main`` with the rest."""
    module, *rest = arguments
    return int(importlib.import_module(module).main(rest) or 0)


def child_arguments(arguments: Sequence[str]) -> list[str] | None:
    """In a packaged program: what to give ``run_child`` when it was started as a child."""
    if arguments and arguments[0] == _FROZEN_OPTION:
        return list(arguments[1:])
    return None
