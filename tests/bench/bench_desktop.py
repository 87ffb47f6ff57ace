"""How fast and how small the window is; every figure beside its own baseline from the same run.

Run with ``python -m tests.bench.bench_desktop``. Prints, never fails.
"""

from __future__ import annotations

import itertools
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

import asyncio
import gc
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from core.paths import ROOT

BARE = """
import sys, time
from PySide6.QtWidgets import QApplication, QMainWindow, QDockWidget, QTextEdit
from PySide6.QtCore import Qt
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        print(time.time(), flush=True)
        import os; os._exit(0)
app = QApplication([])
window = Window()
window.setCentralWidget(QTextEdit())
for area in (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea):
    dock = QDockWidget("dock"); dock.setWidget(QTextEdit()); window.addDockWidget(area, dock)
window.resize(1280, 820); window.show(); app.exec()
"""

OURS = """
import os, time
import desktop.main_window as place
painted = place.MainWindow.paintEvent
def paint(self, event):
    painted(self, event)
    print(time.time(), flush=True)
    os._exit(0)
place.MainWindow.paintEvent = paint
from desktop.app import main
main()
"""


def main() -> None:
    first_paint()
    tree_of_sessions(5_000)
    conversation(10_000)
    streaming(32, 100)
    idle()


def first_paint(runs: int = 7) -> None:
    """From the start of the process to the first paint, beside a bare window."""
    with tempfile.TemporaryDirectory() as home:
        bare = [_until_painted(BARE, home) for _ in range(runs)]
        ours = [_until_painted(OURS, home) for _ in range(runs)]
    one, other = statistics.median(bare), statistics.median(ours)
    _say(
        "first paint",
        f"{other:.0f} ms, a bare window {one:.0f} ms, ratio {other / one:.2f}",
        "≤ 2.5",
    )


def _until_painted(code: str, home: str) -> float:
    started = time.time()
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "SPINNEY_HOME": home},
        capture_output=True,
        text=True,
        check=True,
    )
    return (float(done.stdout.split()[0]) - started) * 1000


def tree_of_sessions(count: int) -> None:
    app = _application()
    from PySide6.QtWidgets import QMainWindow

    from core.sessions.models import Project, Session
    from desktop.actions import Actions
    from desktop.sessions.panel import SessionsPanel
    from desktop.sessions.tree import SessionTree

    projects = [Project(id=f"prj_{n}", directory=f"/p{n}", name=f"p{n}") for n in range(20)]
    sessions: list[Session] = []
    for number in range(count):
        above = sessions[number - 1 - number % 3] if number % 4 and number > 3 else None
        sessions.append(
            Session(
                project_id=above.project_id if above else projects[number % 20].id,
                directory="/p",
                parent_id=above.id if above else None,
                title=f"Session {number}",
            )
        )
    window = QMainWindow()
    tree = SessionTree()
    panel = SessionsPanel(tree, Actions(window))
    panel.resize(300, 800)
    panel.show()
    app.processEvents()
    started = time.perf_counter()
    tree.load(projects, sessions)
    app.processEvents()
    took = (time.perf_counter() - started) * 1000
    _say(f"tree of {count:,} sessions", f"{took:.0f} ms", "< 300 ms")
    started = time.perf_counter()
    panel.filter.setText("42")
    app.processEvents()
    _say("  filter it", f"{(time.perf_counter() - started) * 1000:.0f} ms")
    panel.close()


def conversation(count: int) -> None:
    """Open, scroll and jump in a long conversation from a real store."""
    app = _application()
    from core.bus import Bus
    from core.paths import Paths
    from core.sessions.models import Session
    from core.sessions.store import Store
    from desktop.chat.transcript import Transcript
    from desktop.chat.transcript_model import TranscriptModel
    from tests.desktop.conversations import QuietHost, long_conversation

    async def measure(folder: Path) -> None:
        paths = Paths.from_environment({"SPINNEY_HOME": str(folder)})
        paths.create()
        store = await Store.open(paths, Bus())
        project = await store.project_for(folder)
        session = await store.create_session(Session(project_id=project.id, directory=str(folder)))
        async with store.batch() as batch:
            for entry in long_conversation(count):
                entry.info.session_id = session.id
                for part in entry.parts:
                    part.session_id = session.id
                await batch.add_message(entry.info, entry.parts)
        gc.collect()
        small = long_conversation(5)
        del small
        model = TranscriptModel(store)
        view = Transcript(model, QuietHost())
        reading: set[asyncio.Task[None]] = set()

        def read(first: int, last: int) -> None:
            task = asyncio.ensure_future(model.ensure(first, last))
            reading.add(task)
            task.add_done_callback(reading.discard)

        view.needs.connect(read)
        view.resize(900, 700)
        view.show()
        app.processEvents()
        before = _memory()
        started = time.perf_counter()
        await model.open(session.id)
        view.lay_out()
        view.viewport().repaint()
        took = (time.perf_counter() - started) * 1000
        _say(f"open {count:,} messages", f"{took:.0f} ms", "< 100 ms")
        frames: list[float] = []
        bar = view.verticalScrollBar()
        for _ in range(300):
            frames.append(_frame(view, lambda: bar.setValue(bar.value() - 90)))
            await asyncio.sleep(0)
            if reading:
                await asyncio.wait(reading)
        _say("  scroll, per frame", _spread(frames), "p95 < 10 ms")
        jumps: list[float] = []
        placing = view._lay_out

        def timed() -> None:
            jumps[-1] += _frame(view, placing)

        view._lay_out = timed  # type: ignore[method-assign]
        for number in range(60):
            jumps.append(0.0)
            bar.setValue((number * 7_919_017) % max(1, bar.maximum()))
            while reading:
                await asyncio.wait(reading)
            await asyncio.sleep(0.02)
        view._lay_out = placing  # type: ignore[method-assign]
        _say("  random jump, all layouts of it", _spread(jumps))
        _say("  memory", f"{_memory() - before:.0f} MB more, {view.widgets} rows built", "< 40 MB")
        while reading:
            await asyncio.wait(reading)
        view.close()
        view.deleteLater()
        await store.close()

    with tempfile.TemporaryDirectory() as folder:
        _run(measure(Path(folder)))


def streaming(agents: int, each: int, seconds: float = 4.0) -> None:
    """Deltas of many agents through the bus, one of them on screen: is the window still prompt?"""
    app = _application()
    from PySide6.QtCore import Qt, QTimer

    from core.bus import Bus
    from core.events import MessageCreated, PartDelta, PartUpdated
    from core.sessions.models import Message, TextPart
    from desktop.bridge import Bridge
    from desktop.chat.transcript import Transcript
    from desktop.chat.transcript_model import TranscriptModel
    from tests.desktop.conversations import ListSource, QuietHost

    async def measure() -> None:
        bus = Bus()
        bridge = Bridge(bus)
        model = TranscriptModel(ListSource([]))
        view = Transcript(model, QuietHost())
        view.resize(900, 700)
        view.show()
        model.session_id = "ses_0"
        bridge.happened.connect(lambda events: [model.apply(event) for event in events])
        parts = []
        for number in range(agents):
            session = f"ses_{number}"
            live = Message(session_id=session, role="assistant")
            part = TextPart(message_id=live.id, session_id=session)
            bus.publish(MessageCreated(session, live))
            bus.publish(PartUpdated(session, part))
            parts.append(part)
        late: list[float] = []
        beat = QTimer()
        beat.setTimerType(Qt.TimerType.PreciseTimer)
        expected = time.perf_counter() + 0.01

        def heard() -> None:
            nonlocal expected
            now = time.perf_counter()
            late.append(max(0.0, now - expected) * 1000)
            expected = now + 0.01

        beat.timeout.connect(heard)
        beat.start(10)
        updates: list[float] = []
        model.listen(lambda change: updates.append(time.perf_counter()))
        text = "Some **words** that come in pieces, and `code`.\n\n```python\nx = 1\n```\n\n"
        end, sent = time.perf_counter() + seconds, 0
        started = time.perf_counter()
        while (now := time.perf_counter()) < end:
            due = int((now - started) * each)
            for _ in range(min(due - sent, 5)):
                piece = text[(sent * 4) % len(text) :][:4]
                for part in parts:
                    bus.publish(PartDelta(part.session_id, part.message_id, part.id, piece))
                sent += 1
            await asyncio.sleep(0.003)
        beat.stop()
        gaps = [(b - a) * 1000 for a, b in itertools.pairwise(updates)]
        _say(f"{agents} agents at {each}/s, event loop late by", _spread(late), "p99 < 16 ms")
        _say("  gap between updates of the visible one", _spread(gaps), "< 100 ms")
        bridge.close()
        view.close()
        view.deleteLater()

    app.processEvents()
    _run(measure())


def idle(seconds: float = 5.0) -> None:
    """What a whole window with nothing to do costs."""
    _application()
    from tests.desktop.window import opened_window

    async def measure(home: Path) -> None:
        started = time.perf_counter()
        async with opened_window(home):
            _say("window filled after paint", f"{(time.perf_counter() - started) * 1000:.0f} ms")
            await asyncio.sleep(1.0)
            before = time.process_time()
            await asyncio.sleep(seconds)
            share = (time.process_time() - before) / seconds * 100
            _say("idle CPU", f"{share:.2f} %", "< 0.5 %")

    with tempfile.TemporaryDirectory() as home:
        _run(measure(Path(home)))


def _application():  # type: ignore[no-untyped-def]
    from PySide6.QtWidgets import QApplication

    from desktop.theme import apply

    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    app.setQuitOnLastWindowClosed(False)
    apply(app, "light")
    return app


def _run(work) -> None:  # type: ignore[no-untyped-def]
    import qasync

    app = _application()
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(work)


def _frame(view, change: Callable[[], object]) -> float:  # type: ignore[no-untyped-def]
    started = time.perf_counter()
    change()
    view.viewport().repaint()
    return (time.perf_counter() - started) * 1000


def _spread(values: list[float]) -> str:
    ordered = sorted(values)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.95, 0.99)]
    return f"p50 {at[0]:.1f}, p95 {at[1]:.1f}, p99 {at[2]:.1f}, worst {ordered[-1]:.1f} ms"


def _memory() -> float:
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def _say(what: str, figure: str, wanted: str = "") -> None:
    print(f"{what:45} {figure}" + (f"   (wanted: {wanted})" if wanted else ""), flush=True)


if __name__ == "__main__":
    main()
