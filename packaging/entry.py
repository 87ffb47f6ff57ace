"""Where the packaged program starts.

A packaged program is its own interpreter and knows neither ``-I`` nor ``-c``. The children that
Spinney starts (the model host, the keyring helper) are therefore this same program with a hidden
option in front, which ``core.python_child`` writes and reads. The packaged interpreter ignores
``PYTHON*`` variables and never puts the working folder on its path, which is what ``-I`` is for.
"""

from __future__ import annotations

import multiprocessing
import sys

from core.python_child import child_arguments, run_child


def start() -> int:
    arguments = child_arguments(sys.argv[1:])
    if arguments is not None:
        return run_child(arguments)
    from core.cli.main import main

    return main() or 0


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(start())
