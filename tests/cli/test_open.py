"""``gpuscope open`` hands files to a window, and refuses missing files and ``--json`` with a message."""

import argparse
import json
import threading
from pathlib import Path

import pytest

from gpuscope.cli.parser import main
from gpuscope.system import sockets, window_socket


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, gpuscope_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["open", str(tmp_path / "gone.gpuscope")], lambda _: 0) == 2
    assert "is not there" in capsys.readouterr().err


def test_a_document_is_refused_with_the_verb_that_gives_one(gpuscope_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["open", "--json"], lambda _: 0) == 2
    assert "gpuscope import FILE --json" in capsys.readouterr().err


def test_without_a_window_one_is_opened_with_the_files(tmp_path: Path, gpuscope_home: Path) -> None:
    file = tmp_path / "a.gpuscope"
    file.touch()
    asked: list[list[Path]] = []

    def open_window(arguments: argparse.Namespace) -> int:
        asked.append(arguments.recordings)
        return 0

    assert main(["open", str(file)], open_window) == 0
    assert asked == [[file]]


def test_an_open_window_gets_them_with_their_whole_paths(
    tmp_path: Path, gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.gpuscope").touch()
    monkeypatch.chdir(tmp_path)
    gpuscope_home.mkdir(parents=True, exist_ok=True)
    server = sockets.listen(window_socket.socket_path())
    server.setblocking(True)
    told: list[bytes] = []

    def window() -> None:
        connection, _ = server.accept()
        with connection, connection.makefile("rb") as lines:
            told.append(lines.readline())
            connection.sendall(b'{"taken": true}\n')

    thread = threading.Thread(target=window)
    thread.start()
    assert main(["open", "a.gpuscope"], lambda _: 1) == 0
    thread.join()
    server.close()
    assert json.loads(told[0])["open"] == [str(tmp_path / "a.gpuscope")]
    assert "in the window that is open" in capsys.readouterr().out
