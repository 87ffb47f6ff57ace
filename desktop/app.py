"""Start and shutdown of the desktop.

The window is painted before anything heavy is imported: up to the first paint only QtWidgets and
qasync are loaded; the engine and the panels follow. Shutdown is a coroutine: closing the window
only says that it is wanted.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.display import missing_display, platform_failure

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from core.paths import Paths
    from desktop.main_window import MainWindow

log = logging.getLogger("spinney.desktop")


def main(folder: Path | str | None = None) -> int:
    """Open the window, on ``folder`` if one is given, and stay until it is closed."""
    if (sentence := missing_display(os.environ)) is not None:
        sys.stderr.write(sentence + "\n")
        return 1
    os.environ.setdefault("QT_API", "pyside6")

    from core.paths import Paths

    paths = Paths.from_environment()
    app = _application(paths)

    from desktop.single import hand_over

    folder = Path(folder).absolute() if folder else None
    if hand_over(paths, folder):
        return 0

    from desktop.main_window import MainWindow

    window = MainWindow(paths)
    window.show()
    return run(app, window, folder)


def run(app: QApplication, window: MainWindow, folder: Path | None) -> int:
    """Run the window's coroutine on Qt's own event loop until it returns."""
    from desktop.event_loop import EventLoop

    failures = _Failures(window)
    before = sys.excepthook
    sys.excepthook = lambda _kind, failure, _trace: failures.report(failure)
    try:
        with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
            return runner.run(_live(window, folder, failures))
    finally:
        sys.excepthook = before


async def _live(window: MainWindow, folder: Path | None, failures: _Failures) -> int:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(
        lambda _loop, context: failures.report(
            context.get("exception") or RuntimeError(context.get("message", "unknown failure"))
        )
    )
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, window.close_now)
    try:
        await window.painted.wait()
        from desktop.desk import Desk

        desk = Desk(window, failures.report)
        try:
            await desk.open(folder)
            await desk.wait_until_closed()
        finally:
            await desk.close()
    finally:
        if sys.platform != "win32":
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)
        window.finish()
    return 0


class _Failures:
    """One place for every failure: said once on screen, with its details in the log."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._seen: set[str] = set()

    def report(self, failure: BaseException) -> None:
        if isinstance(failure, (KeyboardInterrupt, asyncio.CancelledError)):
            self._window.close_now()
            return
        details = "".join(traceback.format_exception(failure))
        if details in self._seen:
            return
        self._seen.add(details)
        from desktop.i18n import translate

        sentence = getattr(failure, "sentence", None)
        if sentence is None:
            log.error("unexpected failure\n%s", details)
            sentence = translate("Desk", "Something went wrong that should not have: {}.").format(
                failure or type(failure).__name__
            )
            hint = translate("Desk", "The log has the details.")
        else:
            hint = getattr(failure, "hint", "")
        self._window.show_notice("error", sentence, hint)


def _application(paths: Paths) -> QApplication:
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtWidgets import QApplication

    from desktop.i18n import install
    from desktop.settings import preferences
    from desktop.theme import apply, set_density

    def on_message(kind: QtMsgType, _context: object, message: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            # Qt is about to abort, and a core dump says nothing to a person.
            sys.stderr.write(platform_failure(message) + "\n")
            sys.stderr.flush()
            os._exit(1)
        log.warning("qt: %s", message)

    qInstallMessageHandler(on_message)
    app = QApplication.instance() or QApplication(["spinney"])
    assert isinstance(app, QApplication)
    QGuiApplication.setDesktopFileName("spinney")
    app.setApplicationName("Spinney")
    app.setQuitOnLastWindowClosed(False)
    wanted, _named = preferences.read(paths.config_file)
    set_density(wanted.density)
    install(app, wanted.language)
    apply(app)
    return app
