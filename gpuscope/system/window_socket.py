"""The socket at which an open window accepts files: a second start hands them over instead of opening another window.

Each connection carries one request, with a line of JSON each way: ``{"open": [paths], "store": url}``, answered by ``{"taken": true}``;
a window with another store answers false.
"""

import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths, sockets
from gpuscope.system.locks import FileLock

LONGEST_REQUEST = 1 << 20
"""Maximum bytes of a request, more than the paths of any command line."""
_PATIENCE_S = 3.0
"""Time limit for an answer; a window that does not answer is busy or stopped, and another is opened."""


def socket_path() -> Path:
    """Return the path at which the window listens."""
    return paths.home() / "window.sock"


@contextmanager
def listening() -> Iterator[socket.socket | None]:
    """Yield a socket that listens for files until the context ends; None if another window has it, or if no socket can be created."""
    with ExitStack() as until_closed:
        server = None
        if hasattr(socket, "AF_UNIX"):
            path = socket_path()
            with suppress(OSError, UnavailableError):
                paths.private_folder(path.parent)
                until_closed.enter_context(FileLock(path.with_suffix(".lock"), timeout_s=0.0))
                server = until_closed.enter_context(sockets.listen(path))
                until_closed.callback(sockets.remove, path)
        yield server


def hand_over(store_url: str, files: Sequence[Path]) -> bool:
    """Ask an open window to show files; return whether one has taken them."""
    if not hasattr(socket, "AF_UNIX"):
        return False
    request = json.dumps({"open": [str(path) for path in files], "store": store_url}).encode() + b"\n"
    try:
        with sockets.connect(socket_path(), _PATIENCE_S) as client:
            client.sendall(request)
            with client.makefile("rb") as answer:
                document = json.loads(answer.readline(4096))
    except (OSError, ValueError):
        return False
    return isinstance(document, dict) and document.get("taken") is True


def files_asked_for(line: bytes, store_url: str) -> list[Path]:
    """Return the files that a request names; none if it is for another store, or invalid."""
    try:
        document: Any = json.loads(line)
    except (ValueError, RecursionError):
        return []
    if not isinstance(document, dict) or document.get("store") != store_url or not isinstance(document.get("open"), list):
        return []
    return [Path(name) for name in document["open"] if isinstance(name, str) and name.startswith("/") and "\0" not in name]
