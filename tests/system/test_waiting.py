"""Descriptors of any number are waited for."""

import socket

import pytest

from gpuscope.system.waiting import readable
from tests.system.crowded import crowded  # noqa: F401 - a fixture


@pytest.mark.usefixtures("crowded")
def test_a_descriptor_of_any_number_is_waited_for() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        high = ours.fileno()
        assert high >= 1024
        assert readable([high], 0.0) == set()
        theirs.send(b"x")
        assert readable([high, theirs], None) == {high}
        assert readable([ours], 5.0) == {high}


def test_an_end_counts_as_readable_and_a_time_that_is_over_is_no_wait() -> None:
    ours, theirs = socket.socketpair()
    with ours:
        assert readable([ours], -1.0) == set()
        theirs.close()
        assert readable([ours], None) == {ours.fileno()}
    assert readable([], 0.0) == set()
