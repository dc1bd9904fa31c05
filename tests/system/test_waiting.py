"""Descriptors of any number are waited for."""

import os
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from gpuscope.system.waiting import readable

BEYOND_SELECT = 1500
"""``select`` takes descriptors below 1024."""


@pytest.fixture
def many() -> Iterator[None]:
    """Allow the process that many descriptors."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limits[1] != resource.RLIM_INFINITY and limits[1] <= BEYOND_SELECT:
        pytest.skip("the system allows too few descriptors")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(limits[0], BEYOND_SELECT + 1), limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)


@pytest.mark.usefixtures("many")
def test_a_descriptor_of_any_number_is_waited_for() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, ExitStack() as stack:
        high = os.dup2(ours.fileno(), BEYOND_SELECT)
        stack.callback(os.close, high)
        assert readable([high], 0.0) == set()
        theirs.send(b"x")
        assert readable([high, theirs], None) == {high}
        assert readable([ours, high, theirs], 5.0) == {high, ours.fileno()}


def test_an_end_counts_as_readable_and_a_time_that_is_over_is_no_wait() -> None:
    ours, theirs = socket.socketpair()
    with ours:
        assert readable([ours], -1.0) == set()
        theirs.close()
        assert readable([ours], None) == {ours.fileno()}
    assert readable([], 0.0) == set()
