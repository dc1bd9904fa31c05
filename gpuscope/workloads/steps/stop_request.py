"""A stop request by signal."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


class StopRequest:
    """Turns SIGINT and SIGTERM into an orderly stop.

    During steps the first signal only sets ``requested``, which the loop checks between blocks; at any other time, and at the second
    signal, it raises KeyboardInterrupt.

    Attributes:
        requested: Whether a stop was requested.
    """

    def __init__(self) -> None:
        self.requested = False
        self._is_deferred = False

    def install(self) -> None:
        """Install the handler for both signals; call from the main thread."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._receive)

    @contextlib.contextmanager
    def deferred(self) -> Iterator[None]:
        """During steps: the first signal waits for the end of their block."""
        self._is_deferred = True
        try:
            yield
        finally:
            self._is_deferred = False

    def _receive(self, _number: int, _frame: FrameType | None) -> None:
        waits = self._is_deferred and not self.requested
        self.requested = True
        if not waits:
            raise KeyboardInterrupt
