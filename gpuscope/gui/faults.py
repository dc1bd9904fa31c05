"""Unhandled exceptions in slots, threads and painting: logged, counted, reported without a dialog; the window and the runs continue."""

import functools
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler, qVersion

from gpuscope import __version__
from gpuscope.system.bug_log import log_bug, log_text
from gpuscope.system.redaction import redact_text

_MOST_LOGGED = 200
"""Maximum number of logged tracebacks: a slot that fails at every redraw must not fill the disk."""
_HARMLESS = (
    "This plugin does not support propagateSizeHints()",  # for every window if there is no window manager
    "Populating font family aliases took",  # a slow disk
    "OpenType support missing for",  # a script missing from the bundled fonts: another font draws it
)
"""Prefixes of Qt messages that do not indicate a fault."""


def described(trace: str) -> str:
    """Return a traceback after the version and the system."""
    return f"gpuscope {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}\n\n{trace}"


class Faults(QObject):
    """Catches unhandled exceptions in slots and threads, and Qt's messages.

    Attributes:
        happened: A bug occurred: message, and number of bugs so far.
        count: Number of bugs so far.
        last: Version, system and traceback of the last one, without secrets; "" before the first.
    """

    happened = Signal(str, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.count = 0
        self.last = ""
        self._messages = 0
        self._is_reporting = False
        self._before = (sys.excepthook, threading.excepthook)

    def install(self) -> None:
        """Install the hooks."""
        sys.excepthook = self._caught
        threading.excepthook = lambda hook: self._caught(hook.exc_type, hook.exc_value, hook.exc_traceback)
        qInstallMessageHandler(self._qt_message)

    def remove(self) -> None:
        """Restore the previous hooks."""
        sys.excepthook, threading.excepthook = self._before
        qInstallMessageHandler(None)

    def _caught(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None or isinstance(error, (KeyboardInterrupt, SystemExit)):
            return
        self.count += 1
        self.last = described(redact_text("".join(traceback.format_exception(kind, error, trace))))
        log = log_bug(error.with_traceback(trace)) if self.count <= _MOST_LOGGED else None
        where = self.tr("the traceback is in {0}").format(log) if log else self.tr("it could not be logged")
        message = self.tr("Something went wrong in the window ({0}); runs go on, and {1}.")
        if self._is_reporting:
            return  # the report itself failed, and would again, without end
        self._is_reporting = True
        try:
            self.happened.emit(message.format(f"{kind.__name__}: {str(error)[:120]}", where), self.count)
        finally:
            self._is_reporting = False

    def _qt_message(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:  # noqa: ARG002 - Qt's signature
        if message.startswith(_HARMLESS):
            return
        self._messages += 1
        if self._messages <= _MOST_LOGGED and kind is not QtMsgType.QtDebugMsg:
            log_text(f"Qt {kind.name}: {message}")


_Owner = TypeVar("_Owner")
_Arguments = ParamSpec("_Arguments")
_reported: set[tuple[str, str]] = set()


def contained(method: Callable[Concatenate[_Owner, _Arguments], None]) -> Callable[Concatenate[_Owner, _Arguments], None]:
    """Pass a method's exceptions to ``sys.excepthook``, as slots do, instead of raising them.

    Each kind is reported once: a chart that cannot be drawn fails at every redraw.
    """

    @functools.wraps(method)
    def call(self: _Owner, /, *arguments: _Arguments.args, **named: _Arguments.kwargs) -> None:
        try:
            method(self, *arguments, **named)
        except Exception as error:  # noqa: BLE001 - a chart or page that fails must not end the window
            kind = (method.__qualname__, type(error).__name__)
            if kind not in _reported:
                _reported.add(kind)
                sys.excepthook(type(error), error, error.__traceback__)

    return call
