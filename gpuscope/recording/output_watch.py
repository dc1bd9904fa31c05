"""Waits, in the recorder's loop, for the descriptors of the workload's output, which come and go."""

import selectors
from collections.abc import Callable
from functools import partial

from gpuscope.recording.terminal import WorkloadOutput

Wanted = dict[int, tuple[int, Callable[[], object]]]
"""(mask, handler) of each."""


class ChangingDescriptors:
    """Keeps a selector up to date with descriptors that are wanted now and not the next moment.

    Args:
        selector: Waits for them, among others.
    """

    def __init__(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        self._watched: Wanted = {}

    def watch(self, wanted: Wanted) -> None:
        """Wait for these from now on, and for no other that was wanted before."""
        if {fd: mask for fd, (mask, _) in wanted.items()} == {fd: mask for fd, (mask, _) in self._watched.items()}:
            return
        for fd in self._watched:
            self._selector.unregister(fd)
        for fd, (mask, handler) in wanted.items():
            self._selector.register(fd, mask, handler)
        self._watched = wanted


class OutputWatch:
    """Brings what arrives and what may go out to the output.

    Args:
        output: Of the workload.
        selector: Of the loop; callbacks are registered as data.
    """

    def __init__(self, output: WorkloadOutput, selector: selectors.BaseSelector) -> None:
        self._output = output
        self._changing = ChangingDescriptors(selector)

    def renew(self) -> None:
        """Bring the selector up to date."""
        wanted: Wanted = {}
        for fd in self._output.readable_fds():
            wanted[fd] = (selectors.EVENT_READ, partial(self._on_ready, self._output.on_readable, fd))
        for fd in self._output.writable_fds():
            wanted[fd] = (selectors.EVENT_WRITE, partial(self._on_ready, self._output.on_writable, fd))
        self._changing.watch(wanted)

    def _on_ready(self, handle: Callable[[int], None], fd: int) -> None:
        handle(fd)
        self.renew()  # a descriptor that was closed leaves the selector before its number is given away again
