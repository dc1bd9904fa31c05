"""The way from a thread of ours back to the thread of a QObject."""

import contextlib
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal


class Mailbox(QObject):
    """Carries calls to the thread in which it was made; whoever has closed it gets none any more."""

    _posted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_closed = False
        self._posted.connect(self._open, Qt.ConnectionType.QueuedConnection)

    def post(self, call: Callable[[], object]) -> None:
        """Let something be called by the event loop of this object's thread; from any thread, returns at once."""
        with contextlib.suppress(RuntimeError):  # the object is gone, and with it whoever would want to know
            self._posted.emit(call)

    def close(self) -> None:
        """Drop what is still under way, and whatever comes."""
        self._is_closed = True

    def _open(self, call: Callable[[], object]) -> None:
        if not self._is_closed:
            call()
