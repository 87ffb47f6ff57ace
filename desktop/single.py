"""One window for each person: a second start hands its folder to the one that is already open."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from core.paths import Paths

_WAIT_MS = 500
_LARGEST = 64 * 1024


def server_name(paths: Paths) -> str:
    """The socket's name; each data folder has its own, so test installations stay apart."""
    folder = str(paths.data.absolute()).encode()
    return f"spinney-{hashlib.sha256(folder).hexdigest()[:16]}"


def hand_over(paths: Paths, folder: Path | None) -> bool:
    """Ask a running window to open ``folder``; False when there is none."""
    if not (paths.data / "window.lock").exists():
        return False
    from PySide6.QtNetwork import QLocalSocket

    connection = QLocalSocket()
    connection.connectToServer(server_name(paths))
    if not connection.waitForConnected(_WAIT_MS):
        return False
    message = {"open": str(folder.absolute()) if folder else None}
    connection.write(json.dumps(message).encode() + b"\n")
    answered = connection.waitForBytesWritten(_WAIT_MS) and connection.waitForReadyRead(_WAIT_MS)
    connection.disconnectFromServer()
    return bool(answered)


class Doorbell:
    """Listens for later starts and calls ``ring`` with the folder each of them was given."""

    def __init__(self, paths: Paths, ring: Callable[[Path | None], None]) -> None:
        from PySide6.QtNetwork import QLocalServer

        self._ring = ring
        self._mark = paths.data / "window.lock"
        self._server = QLocalServer()
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        name = server_name(paths)
        if not self._server.listen(name):
            # Left behind by a window that was killed; nobody answered on it a moment ago.
            QLocalServer.removeServer(name)
            self._server.listen(name)
        self._mark.parent.mkdir(parents=True, exist_ok=True)
        self._mark.touch()

    def _accept(self) -> None:
        while (connection := self._server.nextPendingConnection()) is not None:
            connection.readyRead.connect(lambda c=connection: self._read(c))
            connection.disconnected.connect(connection.deleteLater)

    def _read(self, connection: object) -> None:
        from PySide6.QtNetwork import QLocalSocket

        assert isinstance(connection, QLocalSocket)
        if not connection.canReadLine():
            if connection.bytesAvailable() > _LARGEST:
                connection.abort()
            return
        try:
            message = json.loads(bytes(connection.readLine().data()))
            folder = message.get("open") if isinstance(message, dict) else None
        except ValueError:
            connection.abort()
            return
        connection.write(b"ok\n")
        connection.flush()
        self._ring(Path(folder) if isinstance(folder, str) else None)

    def close(self) -> None:
        self._server.close()
        self._server.deleteLater()
        self._mark.unlink(missing_ok=True)
