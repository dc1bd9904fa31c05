"""A wish to stop that came as a signal."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


class StopRequest:
    """Turns INT and TERM into an end in good order.

    While steps are being taken the first signal only sets ``requested``, which the loop looks at between blocks; at any
    other time, and at the second signal, it raises KeyboardInterrupt where the program is.

    Attributes:
        requested: Whether somebody wants this to end.
    """

    def __init__(self) -> None:
        self.requested = False
        self._is_deferred = False

    def install(self) -> None:
        """Take over both signals; to be called from the main thread."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._receive)

    @contextlib.contextmanager
    def deferred(self) -> Iterator[None]:
        """Step are being taken: the first signal waits for the end of their block."""
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
