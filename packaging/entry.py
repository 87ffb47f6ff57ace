"""Where the packaged program starts.

A packaged program is its own interpreter and knows neither ``-I`` nor ``-m``. The children that
Spinney starts (the model host, the keyring helper) are therefore started as
``spinney --child MODULE ARGUMENTS…``: ``core.python_child`` builds that line when ``sys.frozen`` is
set. Only modules of ours are run this way. The packaged interpreter ignores ``PYTHON*`` variables
and never puts the working folder on its path, which is what ``-I`` is for.
"""

from __future__ import annotations

import multiprocessing
import runpy
import sys


def start() -> int:
    if len(sys.argv) > 2 and sys.argv[1] == "--child" and sys.argv[2].startswith("core."):
        module = sys.argv[2]
        sys.argv = [module, *sys.argv[3:]]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return 0
    from core.cli.main import main

    return main() or 0


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(start())
