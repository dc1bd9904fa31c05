"""A run's local sockets: accessible to this user only, at paths of any length.

A socket path may have at most 107 bytes, and a run's folder may have a longer path; on Linux both ends then use the
folder's descriptor in /proc. Elsewhere the path must fit (untested).
"""

import contextlib
import os
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

_LONGEST_PATH = 100
"""Longest path used directly: ``sun_path`` has 108 bytes on Linux and 104 on macOS, including the NUL."""


def listen(path: Path, backlog: int = 16) -> socket.socket:
    """Bind a stream socket at a path (0600), replacing an existing one, and listen, non-blocking.

    Raises:
        OSError: The folder does not exist or cannot be written.
    """
    path.unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _at(path, server.bind)
        path.chmod(0o600)
        server.listen(backlog)
        server.setblocking(False)
    except BaseException:
        server.close()
        raise
    return server


def remove(path: Path) -> None:
    """Remove a listening socket's file; errors are ignored, since nobody answers at a leftover file."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def connect(path: Path, timeout_s: float = 2.0) -> socket.socket:
    """Connect to the socket at a path.

    Raises:
        OSError: Nobody listens there.
    """
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.settimeout(timeout_s)
    try:
        _at(path, client.connect)
    except BaseException:
        client.close()
        raise
    return client


@contextlib.contextmanager
def pair(kind: socket.SocketKind = socket.SOCK_STREAM) -> Iterator[tuple[socket.socket, socket.socket]]:
    """Yield a connected pair, for this process and for one that is started meanwhile; this process keeps its own unless the start fails."""
    ours, theirs = socket.socketpair(type=kind)
    try:
        yield ours, theirs
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()


def take_line(received: bytearray) -> bytes:
    """Remove the first line from received data that contains one, and return it without its line feed."""
    line = bytes(received[: received.index(b"\n")])
    del received[: len(line) + 1]
    return line


def peer_is_self(connection: socket.socket) -> bool:
    """Return whether the peer runs as this user or root; True if the system cannot tell."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    _pid, uid, _gid = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return uid in (os.getuid(), 0)


def _at(path: Path, use: Callable[[str], None]) -> None:
    if len(os.fsencode(path)) <= _LONGEST_PATH or not sys.platform.startswith("linux"):
        use(str(path))
        return
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        use(f"/proc/self/fd/{folder}/{path.name}")
    finally:
        os.close(folder)
