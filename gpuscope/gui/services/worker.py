"""Work off the event loop: jobs run in order on one thread, callbacks run on the window's thread."""

import contextlib
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.turns import turns

T = TypeVar("T")
Failed = Callable[[GpuscopeError], None]
PATIENCE_S = 2.0
"""How long a closing window waits for a thread, so that a hanging disk does not block it."""
LASTING_S = 30.0
"""How long a closing window waits for edits already confirmed to the user, such as one queued behind a report."""
_log = logging.getLogger("gpuscope.gui")


class Mailbox(QObject):
    """Runs calls on the window's thread, in turns of the event loop that have room for them; drops them once closed.

    The calls of all mailboxes run in the order in which they were posted.
    """

    _posted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_closed = False
        self._posted.connect(self._open, Qt.ConnectionType.QueuedConnection)

    def post(self, call: Callable[[], object]) -> None:
        """Queue a call on the event loop; return at once. Thread-safe."""
        with contextlib.suppress(RuntimeError):  # the object was deleted, and its receivers with it
            self._posted.emit(call)

    def close(self) -> None:
        """Drop pending and future calls."""
        self.is_closed = True

    def _open(self, call: Callable[[], object]) -> None:
        _deliveries.add(self, call)


class _Deliveries:
    """What has arrived in the mailboxes and waits for a turn; used on the window's thread only."""

    def __init__(self) -> None:
        self._calls: deque[tuple[Mailbox, Callable[[], object]]] = deque()
        self._awaits_turn = False

    def add(self, mailbox: Mailbox, call: Callable[[], object]) -> None:
        """Run a call now if no other waits and this turn has room for it, else later."""
        self._calls.append((mailbox, call))
        if not self._awaits_turn:
            self._run(is_due=False)

    def _run(self, *, is_due: bool) -> None:
        """Run the calls for which this turn has room; the first one in any case if it is due."""
        self._awaits_turn = False
        try:
            while self._calls and (is_due or not turns().is_spent):
                is_due = False
                mailbox, call = self._calls.popleft()
                if shiboken6.isValid(mailbox) and not mailbox.is_closed:
                    call()
        finally:
            if self._calls and not self._awaits_turn:
                self._awaits_turn = True
                turns().later(turns(), lambda: self._run(is_due=True))


_deliveries = _Deliveries()


def known_error(error: Exception) -> GpuscopeError:
    """Return an error that a page can show; an unexpected exception is a bug, and its traceback is logged."""
    if isinstance(error, GpuscopeError):
        return error.with_traceback(None)  # the traceback's frames would keep their objects alive
    _log.error("a bug in a service of the window", exc_info=error)
    message = QCoreApplication.translate("Worker", "this is a bug of gpuscope: {0}: {1}").format(type(error).__name__, str(error)[:200])
    return GpuscopeError(message, QCoreApplication.translate("Worker", "Please report it; the traceback is in gpuscope.log."))


@dataclass(frozen=True, slots=True)
class _Job:
    function: Callable[[], Any]
    then: Callable[[Any], None] | None
    failed: Failed | None
    owner: QObject | None
    lasting: bool


class Worker(QObject):
    """One thread that runs jobs in order; it starts with the first job.

    References of a job are released on the window's thread, never on the worker's: one may be the last to a Qt object.
    """

    def __init__(self, name: str = "worker", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._mailbox = Mailbox(self)
        self._jobs: dict[int, _Job] = {}
        self._count = 0
        self._waiting: deque[int] = deque()
        self._present_lasts = False
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
        """Queue a job; return at once.

        Args:
            function: Called on the worker's thread.
            then: Called with its result on the window's thread.
            failed: Called on the window's thread with the error that it raised; see :func:`known_error`.
            owner: Neither is called once this object has been deleted.
            lasting: Run the job even if the worker is closed before its turn, because it saves the user's input.
        """
        with self._changed:
            if self._is_closed:
                return
            self._count += 1
            self._jobs[self._count] = _Job(function, then, failed, owner, lasting)
            self._waiting.append(self._count)
            self._changed.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()

    def close(self, patience_s: float | None = None) -> None:
        """Finish the current job and the lasting ones without callbacks; wait for the thread, with a timeout.

        Args:
            patience_s: Timeout in seconds; None is :data:`PATIENCE_S`, or :data:`LASTING_S` if there are lasting jobs.
        """
        self._mailbox.close()
        with self._changed:
            self._is_closed = True
            self._waiting = deque(number for number in self._waiting if self._jobs[number].lasting)
            has_lasting = bool(self._waiting) or self._present_lasts
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(patience_s if patience_s is not None else LASTING_S if has_lasting else PATIENCE_S)
        if self._thread is None or not self._thread.is_alive():
            self._jobs.clear()

    def _work(self) -> None:
        while (number := self._next()) is not None:
            try:
                result, error = self._jobs[number].function(), None
            except Exception as raised:  # noqa: BLE001 - reported to the user; a bug is also logged
                result, error = None, known_error(raised)
            self._mailbox.post(partial(self._answer, number, result, error))
            del result, error  # released here: the callback owns them

    def _next(self) -> int | None:
        with self._changed:
            while not self._waiting and not self._is_closed:
                self._changed.wait()
            number = self._waiting.popleft() if self._waiting else None
            self._present_lasts = number is not None and self._jobs[number].lasting
            return number

    def _answer(self, number: int, result: object, error: GpuscopeError | None) -> None:
        job = self._jobs.pop(number)
        if job.owner is not None and not shiboken6.isValid(job.owner):
            return
        if error is None and job.then is not None:
            job.then(result)
        elif error is not None and job.failed is not None:
            job.failed(error)


class Poller:
    """A thread that calls a function when it starts, then periodically and on request.

    Args:
        name: Name of the thread.
        function: Called on the thread; an exception is a bug, which is logged, and the polling continues.
        period_s: Time between two calls, in seconds.
        at_end: Called on the thread when it ends.
    """

    def __init__(self, name: str, function: Callable[[], None], period_s: float, at_end: Callable[[], None] = lambda: None) -> None:
        self._function, self._period_s, self._at_end = function, period_s, at_end
        self._changed = threading.Condition()
        self._is_closed = self._is_asked = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def start(self) -> None:
        """Start polling."""
        self._thread.start()

    def poll(self) -> None:
        """Poll now."""
        with self._changed:
            self._is_asked = True
            self._changed.notify()

    def close(self) -> None:
        """Have the thread end after its present call; :meth:`join` waits for it."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def join(self, timeout_s: float) -> None:
        """Wait for the thread to end, with a timeout in seconds."""
        if self._thread.ident is not None:
            self._thread.join(timeout_s)

    def _work(self) -> None:
        while not self._is_closed:
            try:
                self._function()
            except Exception as error:  # noqa: BLE001 - a failed poll must not end the polling
                known_error(error)
            with self._changed:
                if not self._is_asked and not self._is_closed:
                    self._changed.wait(self._period_s)
                self._is_asked = False
        self._at_end()


class Errands(QObject):
    """Runs each job on its own thread."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._workers: list[Worker] = []
        self._is_closed = False

    def submit(
        self, function: Callable[[], T], then: Callable[[T], None] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Start a job; return at once. See :meth:`Worker.submit`."""
        if self._is_closed:
            return
        worker = Worker(self._name, self)
        self._workers.append(worker)
        worker.submit(function, partial(self._answer, worker, then, owner), partial(self._answer, worker, failed, owner))

    def close(self) -> None:
        """Drop callbacks; wait for running jobs, with one deadline for all."""
        self._is_closed = True
        deadline = time.monotonic() + PATIENCE_S
        for worker in self._workers:
            worker.close(max(0.0, deadline - time.monotonic()))
        self._workers.clear()

    def _answer(self, worker: Worker, call: Callable[[Any], None] | None, owner: QObject | None, answer: object) -> None:
        self._workers.remove(worker)
        worker.close()
        worker.deleteLater()
        if call is not None and (owner is None or shiboken6.isValid(owner)):
            call(answer)
