"""The store works on the window's event loop as it does on asyncio's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from core.paths import ROOT

SCRIPT = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
import qasync
from PySide6.QtCore import QCoreApplication
from core.bus import Bus
from core.paths import Paths
from core.sessions.models import Message, Session, TextPart
from core.sessions.store import Store

async def main():
    paths = Paths.from_environment({"SPINNEY_HOME": sys.argv[2]})
    store = await Store.open(paths, Bus())
    session = await store.create_session(Session(project_id="p", directory="/"))
    message = Message(session_id=session.id, role="assistant")
    part = TextPart(message_id=message.id, session_id=session.id)
    await store.add_message(message, [part])
    for number in range(20):
        store.append_text(part, f"{number} ")
        await asyncio.sleep(0.02)
    other = await Store.open(paths, Bus())
    flushed = (await other.get_message(message.id)).text
    await other.close()
    await asyncio.gather(*(store.set_value(f"k{n}", n) for n in range(50)))
    await store.close()
    print(len(flushed.split()) > 5, part.text.startswith(flushed))

application = QCoreApplication([])
loop = qasync.QEventLoop(application)
asyncio.set_event_loop(loop)
with loop:
    loop.run_until_complete(main())
"""


def test_the_store_works_under_qt(tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-I", "-c", SCRIPT, str(ROOT), str(tmp_path / "home")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        cwd=tmp_path,
        timeout=60,
    )
    assert finished.stdout == "True True\n", finished.stderr
