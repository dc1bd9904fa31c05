"""The recorder's end of a channel, for tests of the probe and the workloads."""

import json
import os
import socket
from pathlib import Path
from typing import Any, Self

from gpuscope.core.event import Event
from gpuscope.core.event_json import decode


class Listener:
    """Listens at ``channel.sock`` of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.settimeout(60)
        descriptor = os.open(folder, os.O_RDONLY)
        self._server.bind(f"/proc/self/fd/{descriptor}/channel.sock")
        os.close(descriptor)
        self._server.listen()
        self._connection: socket.socket | None = None

    @property
    def connection(self) -> socket.socket:
        if self._connection is None:
            self._connection, _ = self._server.accept()
            self._connection.settimeout(60)
        return self._connection

    def documents(self) -> list[dict[str, Any]]:
        """Read a connection to its end, and return its lines."""
        data = b""
        while part := self.connection.recv(1 << 16):
            data += part
        self.hang_up()
        return [json.loads(line) for line in data.splitlines()]

    def events(self) -> list[Event]:
        return [decode(document) for document in self.documents()]

    def hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
        self._server.close()
