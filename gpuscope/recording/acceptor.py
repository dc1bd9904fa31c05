"""Accepts connections to the recorder's sockets within its selectors loop."""

import errno
import selectors
import socket
from collections.abc import Callable

from gpuscope.system import sockets

_NO_ROOM = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class Acceptor:
    """Accepts connections of this user, and of no other.

    A listening socket stays readable while a connection waits. So while there is no descriptor left for one, the socket is not watched
    until :meth:`retry`: the loop would spin.

    Args:
        server: The listening socket, non-blocking; closed by its owner.
        selector: The recorder's selector; callbacks are registered as data.
        take: Called with each connection, non-blocking.
    """

    def __init__(self, server: socket.socket, selector: selectors.BaseSelector, take: Callable[[socket.socket], None]) -> None:
        self._server, self._selector, self._take = server, selector, take
        self._is_watched = False
        self.retry()

    def accept(self) -> bool:
        """Accept a connection; return whether there was one."""
        try:
            connection, _ = self._server.accept()
        except OSError as error:
            if error.errno in _NO_ROOM:
                self.close()
            return False
        if sockets.peer_is_self(connection):
            connection.setblocking(False)
            self._take(connection)
        else:
            connection.close()
        return True

    def retry(self) -> None:
        """Watch the socket, again after a refusal; to be called once per second."""
        if not self._is_watched:
            self._is_watched = True
            self._selector.register(self._server, selectors.EVENT_READ, self.accept)

    def close(self) -> None:
        """Stop watching the socket."""
        if self._is_watched:
            self._is_watched = False
            self._selector.unregister(self._server)
