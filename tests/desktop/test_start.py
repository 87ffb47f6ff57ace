"""What is loaded before the window is painted, and how the program ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from core.paths import ROOT

HEAVY = [
    *("litellm", "openai", "httpx", "pydantic", "git", "keyring", "qtawesome", "pygments", "apsw"),
    *("core.engine", "core.events", "desktop.panels", "desktop.chat.transcript"),
    "PySide6.QtNetwork",
]


def start(code: str, home: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**kept, "SPINNEY_HOME": str(home), **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_nothing_heavy_is_loaded_before_the_first_paint(tmp_path: Path) -> None:
    code = f"""
import sys
from PySide6.QtGui import QPaintEvent
import desktop.app as program
import desktop.main_window as place
seen = []
painted = place.MainWindow.paintEvent
def paint(self, event):
    if not seen:
        seen.extend(name for name in {HEAVY!r} if name in sys.modules)
        seen.append("painted")
    painted(self, event)
    self.close_now()
place.MainWindow.paintEvent = paint
code = program.main()
print(seen)
sys.exit(code)
"""
    process = start(code, tmp_path, QT_QPA_PLATFORM="offscreen")
    assert process.returncode == 0, process.stderr
    assert process.stdout.strip() == "['painted']"


def test_an_interrupt_closes_the_window_cleanly(tmp_path: Path) -> None:
    code = """
import os, signal, sys, threading
import desktop.app as program
from desktop.desk import Desk
wait = Desk.wait_until_closed
async def opened(self):
    os.kill(os.getpid(), signal.SIGINT)
    await wait(self)
Desk.wait_until_closed = opened
code = program.main()
# Qt's own worker threads leave an entry behind when they are gone.
others = [t.name for t in threading.enumerate() if t is not threading.main_thread()]
print("threads", [name for name in others if not name.startswith("Dummy")])
sys.exit(code)
"""
    process = start(code, tmp_path, QT_QPA_PLATFORM="offscreen")
    assert process.returncode == 0, process.stderr
    assert "threads []" in process.stdout
    assert "Traceback" not in process.stderr
    assert (tmp_path / "data" / "window.json").exists()


def test_without_a_display_it_says_so_in_one_sentence(tmp_path: Path) -> None:
    process = start("import sys; from desktop.app import main; sys.exit(main())", tmp_path)
    assert process.returncode == 1
    assert process.stdout == ""
    assert "spinney exec" in process.stderr
    assert len(process.stderr.strip().splitlines()) == 1


def test_a_platform_qt_cannot_load_is_a_sentence_and_no_core_dump(tmp_path: Path) -> None:
    code = """
import desktop.app as program, sys
program.missing_display = lambda environ: None
sys.exit(program.main())
"""
    process = start(code, tmp_path, QT_QPA_PLATFORM="no-such-platform")
    assert process.returncode == 1, "an abort would be " + str(-signal.SIGABRT)
    assert "spinney exec" in process.stderr
