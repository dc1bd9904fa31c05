"""A second start passes its files to the open window; a window of another store rejects them, and garbage is rejected."""

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.gui.services.file_requests import FileRequests
from gpuscope.system import sockets, window_socket

STORE = "sqlite:////somewhere/gpuscope.sqlite"


@pytest.fixture
def window(qtbot: QtBot, gpuscope_home: Path) -> Iterator[FileRequests]:
    window = FileRequests(STORE)
    yield window
    window.close()
    assert not window_socket.socket_path().exists()


def handed(qtbot: QtBot, store: str, files: list[Path]) -> bool:
    answers: list[bool] = []
    client = threading.Thread(target=lambda: answers.append(window_socket.hand_over(store, files)))
    client.start()
    qtbot.waitUntil(lambda: bool(answers))
    client.join()
    return answers[0]


def test_a_window_takes_files_of_its_own_store(window: FileRequests, qtbot: QtBot) -> None:
    wanted: list[list[Path]] = []
    window.wanted.connect(wanted.append)
    files = [Path("/runs/a b.gpuscope"), Path("/runs/ü.gpuscope")]
    assert handed(qtbot, STORE, files)
    assert not handed(qtbot, "sqlite:////elsewhere.sqlite", files)
    assert wanted == [files]


def test_without_a_window_nothing_is_handed_over(gpuscope_home: Path) -> None:
    assert not window_socket.hand_over(STORE, [Path("/a.gpuscope")])


def test_a_second_window_leaves_the_door_to_the_first(window: FileRequests, qtbot: QtBot) -> None:
    second = FileRequests(STORE)
    second.close()
    assert handed(qtbot, STORE, [Path("/a.gpuscope")])


def test_of_windows_that_start_at_once_one_listens(gpuscope_home: Path) -> None:
    for _ in range(5):
        starts, ends = threading.Barrier(4), threading.Barrier(4)
        listeners: list[socket.socket] = []

        def start(starts: threading.Barrier = starts, ends: threading.Barrier = ends, found: list[socket.socket] = listeners) -> None:
            starts.wait()
            with window_socket.listening() as server:
                found += [] if server is None else [server]
                ends.wait()

        windows = [threading.Thread(target=start) for _ in range(4)]
        for window in windows:
            window.start()
        for window in windows:
            window.join()
        assert len(listeners) == 1
        assert not window_socket.socket_path().exists()


def test_a_dead_windows_socket_is_replaced(qtbot: QtBot, gpuscope_home: Path) -> None:
    gpuscope_home.mkdir(parents=True, exist_ok=True)
    sockets.listen(window_socket.socket_path()).close()
    window = FileRequests(STORE)
    assert handed(qtbot, STORE, [Path("/a.gpuscope")])
    window.close()


@pytest.mark.parametrize(
    "line",
    [b"\xff\x00", b"[]", b"{}", b'{"open": 3}', b'{"open": ["relative"]}', b"[" * 100_000],
    ids=["bytes", "list", "empty", "number", "relative", "deep"],
)
def test_garbage_is_no_request(line: bytes) -> None:
    assert window_socket.files_asked_for(line, STORE) == []


def test_only_absolute_paths_without_nul_are_taken() -> None:
    line = json.dumps({"store": STORE, "open": ["/good", "bad", 3, "/b\0ad"]}).encode()
    assert window_socket.files_asked_for(line, STORE) == [Path("/good")]
