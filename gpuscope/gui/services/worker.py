"""Work off the event loop: one thread, jobs one after another, answers on the window's thread."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QObject

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.services.mailbox import Mailbox

T = TypeVar("T")
Failed = Callable[[GpuscopeError], None]
_log = logging.getLogger("gpuscope.gui")


def known_error(error: Exception) -> GpuscopeError:
    """Returns what a page can show of an error; one that is not known trouble is a bug of ours and goes to the log whole."""
    if isinstance(error, GpuscopeError):
        return error
    _log.error("a bug in a service of the window", exc_info=error)
    words = f"this is a bug of gpuscope: {type(error).__name__}: {str(error)[:200]}"
    return GpuscopeError(words, "Please report it; the traceback is in gpuscope.log.")


@dataclass(frozen=True, slots=True)
class _Job:
    function: Callable[[], Any]
    then: Callable[[Any], None] | None
    failed: Failed | None
    owner: QObject | None
    lasting: bool


class Worker(QObject):
    """One thread that does what it is handed, in order; it begins with the first job.

    Args:
        name: Of the thread.
        parent: Qt's.
    """

    def __init__(self, name: str = "worker", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._mailbox = Mailbox(self)
        self._jobs: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._is_closed = False
        self._thread: threading.Thread | None = None

    def submit(
        self,
        function: Callable[[], T],
        then: Callable[[T], None] | None = None,
        failed: Failed | None = None,
        owner: QObject | None = None,
        *,
        lasting: bool = False,
    ) -> None:
        """Hands in a job; returns at once.

        Args:
            function: Called on the worker's thread.
            then: Called with its result on the window's thread.
            failed: Called there with what it raised; a bug of ours comes in words.
            owner: Neither is called any more when this object is gone.
            lasting: The job is done also when the worker is closed before its turn: it keeps what the user has said.
        """
        with self._changed:
            if self._is_closed:
                return
            self._jobs.append(_Job(function, then, failed, owner, lasting))
            self._changed.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Lets the present job and the lasting ones end, and nobody be called any more; waits for the thread."""
        self._mailbox.close()
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                result = job.function()
            except Exception as error:  # noqa: BLE001 - told in words, and a bug goes to the log
                self._answer(job, job.failed, known_error(error))
            else:
                self._answer(job, job.then, result)

    def _next(self) -> _Job | None:
        with self._changed:
            while True:
                while self._is_closed and self._jobs and not self._jobs[0].lasting:
                    self._jobs.popleft()
                if self._jobs:
                    return self._jobs.popleft()
                if self._is_closed:
                    return None
                self._changed.wait()

    def _answer(self, job: _Job, callback: Callable[[Any], None] | None, value: object) -> None:
        def call() -> None:
            if callback is not None and (job.owner is None or shiboken6.isValid(job.owner)):
                callback(value)

        if callback is not None:
            self._mailbox.post(call)
