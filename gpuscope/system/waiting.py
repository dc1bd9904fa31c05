"""Waits for descriptors by ``poll``: ``select`` refuses those from 1024 on, which a process with many open files has."""

import select
from collections.abc import Iterable
from typing import Protocol


class HasDescriptor(Protocol):
    """An open file, socket or pipe."""

    def fileno(self) -> int:
        """Return its descriptor."""


def readable(sources: Iterable[int | HasDescriptor], timeout_s: float | None) -> set[int]:
    """Wait until something can be read from a source or one has ended, and return the descriptors of those.

    Args:
        sources: Descriptors, or what has one.
        timeout_s: Longest wait; None for no limit.
    """
    poll = select.poll()
    for source in sources:
        poll.register(source, select.POLLIN)
    return {descriptor for descriptor, _ in poll.poll(None if timeout_s is None else max(0.0, timeout_s) * 1000.0)}
