"""Local sockets, even where the path would be too long."""

import stat
from pathlib import Path

import pytest

from gpuscope.system import sockets


@pytest.mark.parametrize("depth", [0, 12])
def test_a_socket_can_be_reached_under_a_path_of_any_length(tmp_path: Path, depth: int) -> None:
    folder = tmp_path.joinpath(*["a folder of a long name"] * depth)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "x.sock"
    server = sockets.listen(path)
    try:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        client = sockets.connect(path)
        connection, _ = server.accept()
        client.sendall(b"hello")
        assert connection.recv(5) == b"hello"
        assert sockets.peer_is_self(connection)
        connection.close()
        client.close()
    finally:
        server.close()


def test_a_dead_socket_is_replaced_and_a_missing_one_refuses(tmp_path: Path) -> None:
    path = tmp_path / "x.sock"
    sockets.listen(path).close()
    with pytest.raises(OSError, match="refused"):
        sockets.connect(path)
    sockets.listen(path).close()
    path.unlink()
    with pytest.raises(OSError, match="No such file"):
        sockets.connect(path)


def test_nothing_is_left_open_when_binding_fails(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        sockets.listen(tmp_path / "no" / "x.sock")
