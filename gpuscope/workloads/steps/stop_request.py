"""A stop request by signal."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


class StopRequest:
    """Turns SIGINT and SIGTERM into an orderly stop.

    During steps the first signal only sets ``requested``, which the loop checks between blocks. A second signal, or a signal at any other
    time, raises KeyboardInterrupt.
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
        """Return a context for steps, in which the first signal takes effect only at the end of their block."""
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
