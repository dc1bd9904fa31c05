"""Accepts files that a second start of gpuscope hands over to this window."""

from __future__ import annotations

import contextlib
import json
import socket

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

from gpuscope.system import sockets, window_socket

_PATIENCE_MS = 3_000
"""Time for a client to send its request."""


class FileRequests(QObject):
    """Listens for requests unless another window already does.

    Signals:
        wanted: Files to show, a list of paths.

    Args:
        store_url: The window's store; requests for other stores are refused.
    """

    wanted = Signal(list)

    def __init__(self, store_url: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store_url = store_url
        self._until_closed = contextlib.ExitStack()
        self._server = self._until_closed.enter_context(window_socket.listening())
        self._clients: list[_Client] = []
        if self._server is not None:
            self._notifier = QSocketNotifier(self._server.fileno(), QSocketNotifier.Type.Read, self)
            self._notifier.activated.connect(self._accept)

    def close(self) -> None:
        """Stop listening."""
        for client in list(self._clients):
            client.close()
        if self._server is not None:
            self._notifier.setEnabled(False)
            self._server = None
        self._until_closed.close()

    def _accept(self) -> None:
        if self._server is None:
            return
        with contextlib.suppress(OSError):
            connection, _ = self._server.accept()
            self._clients.append(_Client(connection, self))

    def answer(self, line: bytes) -> bytes:
        """Handle a request and return the reply."""
        files = window_socket.files_asked_for(line, self._store_url)
        if files:
            self.wanted.emit(files)
        return json.dumps({"taken": bool(files)}).encode() + b"\n"

    def forget(self, client: _Client) -> None:
        """Remove a client that has disconnected."""
        self._clients.remove(client)


class _Client(QObject):
    """One connection, until its request is answered."""

    def __init__(self, connection: socket.socket, owner: FileRequests) -> None:
        super().__init__(owner)
        self._connection, self._owner = connection, owner
        self._received = b""
        connection.setblocking(False)
        self._notifier = QSocketNotifier(connection.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        QTimer.singleShot(_PATIENCE_MS, self, self.close)

    def close(self) -> None:
        """End the connection."""
        if self._connection.fileno() < 0:
            return
        self._notifier.setEnabled(False)
        self._connection.close()
        self._owner.forget(self)
        self.deleteLater()

    def _read(self) -> None:
        try:
            piece = self._connection.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        self._received += piece
        if b"\n" in self._received:
            if sockets.peer_is_self(self._connection):
                with contextlib.suppress(OSError):
                    self._connection.sendall(self._owner.answer(self._received.partition(b"\n")[0]))
            self.close()
        elif not piece or len(self._received) > window_socket.LONGEST_REQUEST:
            self.close()
