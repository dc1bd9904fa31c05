"""What goes wrong in the window itself: logged, counted, told quietly; the window and the runs go on."""

import sys
import threading
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from gpuscope.system.bug_log import log_bug, log_text

_MOST_LOGGED = 200
"""A slot that fails at every redraw shall not fill the disk."""
_HARMLESS = (
    "This plugin does not support propagateSizeHints()",  # without a window manager, at every window
    "Populating font family aliases took",  # a slow disk
    "OpenType support missing for",  # a script that our fonts are without: another font draws it
)
"""Beginnings of what Qt says though nothing is wrong."""


class Faults(QObject):
    """Catches what nobody caught: exceptions in slots and threads, and Qt's own messages.

    Attributes:
        happened: A bug was met: in words, and how many there were.
    """

    happened = Signal(str, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.count = 0
        self._messages = 0
        self._before = (sys.excepthook, threading.excepthook)

    def install(self) -> None:
        """Begin to catch."""
        sys.excepthook = self._caught
        threading.excepthook = lambda told: self._caught(told.exc_type, told.exc_value, told.exc_traceback)
        qInstallMessageHandler(self._qt_message)

    def remove(self) -> None:
        """End it; what was there before is there again."""
        sys.excepthook, threading.excepthook = self._before
        qInstallMessageHandler(None)

    def _caught(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None or isinstance(error, (KeyboardInterrupt, SystemExit)):
            return
        self.count += 1
        log = log_bug(error.with_traceback(trace)) if self.count <= _MOST_LOGGED else None
        where = self.tr("the traceback is in {0}").format(log) if log else self.tr("it could not be logged")
        words = self.tr("Something went wrong in the window ({0}); runs go on, and {1}.")
        self.happened.emit(words.format(f"{kind.__name__}: {str(error)[:120]}", where), self.count)

    def _qt_message(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:  # noqa: ARG002 - Qt's signature
        if message.startswith(_HARMLESS):
            return
        self._messages += 1
        if self._messages <= _MOST_LOGGED and kind is not QtMsgType.QtDebugMsg:
            log_text(f"Qt {kind.name}: {message}")
