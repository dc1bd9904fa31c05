"""The real standard output or error, written without ever blocking and without changing it for others."""

import os
import socket
import stat

_SMALL_BYTES = 256
"""Less than the minimum free space of a terminal or pipe that poll reports as writable: such a write never blocks."""


class OutputSink:
    """Forwards the workload's output to a descriptor that is shared with other processes.

    O_NONBLOCK is a property of the open file, which may be shared with a shell and the workload's standard input, so it is never set:
    a terminal or pipe is reopened through /proc, a socket is written with MSG_DONTWAIT, and a file never blocks.

    Args:
        descriptor: The real output; it is not closed here.

    Attributes:
        gone: Whether the reader has disconnected; then no more data is accepted.
        lost_bytes: Number of bytes that could not be written (a full disk).
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pending = b""
        self._opened = -1
        self._socket: socket.socket | None = None
        self._small = False
        self._is_file = False
        self.gone = False
        self.lost_bytes = 0
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISSOCK(mode):
            self._socket = socket.socket(fileno=os.dup(descriptor))
        elif stat.S_ISFIFO(mode) or os.isatty(descriptor):
            self._open()
        else:
            self._is_file = True

    def _open(self) -> None:
        try:
            self._opened = os.open(f"/proc/self/fd/{self._descriptor}", os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        except OSError:  # another user's terminal (su), or no /proc: write small pieces when poll reports it writable
            self._small = True

    def fileno(self) -> int:
        """Return the descriptor to poll for writing while data is pending."""
        if self._socket is not None:
            return self._socket.fileno()
        return self._opened if self._opened >= 0 else self._descriptor

    @property
    def pending(self) -> bool:
        """Whether data is waiting until the reader accepts more."""
        return bool(self._pending)

    def write(self, data: bytes) -> None:
        """Write as much as possible without blocking, and buffer the rest."""
        self._pending += data
        if not self._small:
            self.flush()

    def flush(self) -> None:
        """Write pending data as far as possible without blocking."""
        while self._pending and not self.gone:
            try:
                written = self._write(self._pending)
            except BlockingIOError:
                return
            except OSError:
                self._trouble()
                return
            self._pending = self._pending[written:]
            if self._small:
                return  # continue when it is writable again

    def _write(self, data: bytes) -> int:
        if self._socket is not None:
            return self._socket.send(data, socket.MSG_DONTWAIT)
        return os.write(self.fileno(), data[:_SMALL_BYTES] if self._small else data)

    def _trouble(self) -> None:
        """Drop pending data; a file accepts more later (a full disk may be freed), other outputs are marked as gone."""
        if self._is_file:
            self.lost_bytes += len(self._pending)
        else:
            self.gone = True
        self._pending = b""

    def close(self) -> None:
        """Close the descriptors opened here."""
        if self._opened >= 0:
            os.close(self._opened)
            self._opened = -1
        if self._socket is not None:
            self._socket.close()
            self._socket = None
