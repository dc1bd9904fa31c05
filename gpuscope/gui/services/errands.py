"""Jobs that wait for another process: each has a thread of its own, so that none waits behind one that gets no answer."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QObject

from gpuscope.gui.services.worker import PATIENCE_S, Failed, Worker

T = TypeVar("T")


class Errands(QObject):
    """A thread for each job, which ends with it.

    Args:
        name: Of the threads.
        parent: Qt's.
    """

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._workers: list[Worker] = []
        self._is_closed = False

    def submit(
        self,
        function: Callable[[], T],
        then: Callable[[T], None] | None = None,
        failed: Failed | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Begin a job; returns at once. See :meth:`Worker.submit`."""
        if self._is_closed:
            return
        worker = Worker(self._name, self)
        self._workers.append(worker)
        worker.submit(function, partial(self._answer, worker, then, owner), partial(self._answer, worker, failed, owner))

    def close(self) -> None:
        """Let nobody be called any more; wait for the jobs under way, for a while in all."""
        self._is_closed = True
        deadline = time.monotonic() + PATIENCE_S
        for worker in self._workers:
            worker.close(max(0.0, deadline - time.monotonic()))
        self._workers.clear()

    def _answer(self, worker: Worker, call: Callable[[Any], None] | None, owner: QObject | None, told: object) -> None:
        self._workers.remove(worker)
        worker.close()
        worker.deleteLater()
        if call is not None and (owner is None or shiboken6.isValid(owner)):
            call(told)
