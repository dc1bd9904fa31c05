"""A fixture for waits on descriptors of any number; import it where needed."""

import os
import resource
from collections.abc import Iterator

import pytest

_SELECTABLE = 1024
"""``select`` takes descriptors below this."""


@pytest.fixture
def crowded() -> Iterator[None]:
    """Leave no descriptor free that ``select`` takes."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * _SELECTABLE
    if limits[1] != resource.RLIM_INFINITY and limits[1] < wanted:
        pytest.skip("the system allows too few descriptors")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(limits[0], wanted), limits[1]))
    opened = [os.open(os.devnull, os.O_RDONLY)]
    while opened[-1] < _SELECTABLE:
        opened.append(os.dup(opened[0]))
    yield
    for descriptor in opened:
        os.close(descriptor)
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
