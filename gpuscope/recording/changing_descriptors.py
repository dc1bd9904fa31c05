"""Descriptors that come and go while a loop waits for them."""

import selectors
from collections.abc import Callable

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
