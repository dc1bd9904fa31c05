"""Connections are accepted within a loop that never spins."""

import os
import resource
import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpuscope.recording.acceptor import Acceptor
from gpuscope.system import sockets


@contextmanager
def without_descriptors() -> Iterator[None]:
    """Allow the process no further descriptor."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest_free = os.open(os.devnull, os.O_RDONLY)
    os.close(lowest_free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def test_while_no_descriptor_is_left_a_waiting_connection_does_not_keep_the_loop_busy(tmp_path: Path) -> None:
    taken: list[socket.socket] = []
    with sockets.listen(tmp_path / "a") as server, selectors.DefaultSelector() as selector:
        acceptor = Acceptor(server, selector, taken.append)
        with sockets.connect(tmp_path / "a"):
            with without_descriptors():
                for key, _ in selector.select(5.0):
                    key.data()
                assert selector.select(0.0) == []
                acceptor.retry()
                for key, _ in selector.select(5.0):
                    key.data()
                assert selector.select(0.0) == []
            acceptor.retry()
            for key, _ in selector.select(5.0):
                key.data()
        (connection,) = taken
        assert not connection.getblocking()
        connection.close()
        assert not acceptor.accept()
        assert len(selector.get_map()) == 1  # that none waits is no reason to watch no longer
        acceptor.close()
        acceptor.close()
        assert not selector.get_map()
