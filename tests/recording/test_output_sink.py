"""Tests of the real output: never waited for, never changed."""

import os
import socket
import sys
from pathlib import Path

import pytest

from gpuscope.recording.output_sink import OutputSink

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="opens pipes through /proc")


def test_a_file_takes_everything_where_others_write_too(tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as file:
        os.write(file.fileno(), b"before ")
        sink = OutputSink(file.fileno())
        sink.write(b"mine ")
        os.write(file.fileno(), b"after")
        sink.close()
    assert (tmp_path / "out").read_bytes() == b"before mine after"


def test_a_full_disk_costs_the_output_and_no_more() -> None:
    with open("/dev/full", "wb", buffering=0) as full:
        sink = OutputSink(full.fileno())
        sink.write(b"12345")
        assert (sink.gone, sink.pending, sink.lost_bytes) == (False, False, 5)
        sink.close()


def test_a_socket_is_asked_not_to_wait() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        sink = OutputSink(ours.fileno())
        for _ in range(100):
            if not sink.pending:
                sink.write(b"x" * 65536)
        assert sink.pending
        assert ours.getblocking()
        theirs.close()
        sink.flush()
        assert sink.gone
        assert not sink.pending
        sink.close()


def test_what_cannot_be_opened_anew_is_written_a_little_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError

    read, write = os.pipe()
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        sink = OutputSink(write)
    sink.write(b"x" * 1000)
    assert sink.pending  # until the descriptor is known to be writable
    assert sink.fileno() == write
    while sink.pending:
        sink.flush()
    assert len(os.read(read, 2000)) == 1000
    sink.close()
    os.close(read)
    os.close(write)
