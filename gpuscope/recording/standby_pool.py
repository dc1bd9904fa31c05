"""Recorders on standby for the next runs of a plan: one, or a batch whose workload processes are prepared together.

The imports of a workload's process take seconds of a core and would disturb a run being measured. Between two runs nothing is measured, so
a batch of processes makes its imports side by side on all cores, and all of them wait before the next run begins. Each run then claims one.
They are separate processes from their start, as independent as those of single runs; a run that needs a fresh one gets it from its
recorder (``cli.conducted_run``). The recorders themselves are forked from one process (``recorder_template``), unless the plan has
one run.
"""

import contextlib
import time
from collections.abc import Callable

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.recording.recorder_template import RecorderTemplate, is_possible
from gpuscope.recording.standby_recorder import LEAST_FREE_BYTES, READY_S, RecorderLostError, StandbyRecorder
from gpuscope.recording.start_error import TRY_AGAIN
from gpuscope.system.environment import power_source
from gpuscope.system.inheritance import inherited
from gpuscope.system.settings import read_settings
from gpuscope.workloads.capabilities import cpu_count, free_memory_bytes

_WAITING_BYTES = 300 * 1024**2
"""Memory of a waiting process with its recorder and guards, at most: 0.2 to 0.3 GB."""
_PER_CORE = 5
"""Processes of a batch per core: each import takes about two seconds of a core, and a person waits ten seconds for the first run."""
_MOST = 16
"""Processes of a batch on a machine with many cores and much memory: more than the runs of a quick ladder."""
_POLL_S = 0.1
"""Interval between checks for a stop request, in seconds."""


def batch_size(runs: int) -> int:
    """Return how many processes to prepare together; 0 if the user does not want it, on battery power, or with too little memory."""
    if not runs or not read_settings().start_at_once or power_source() == "battery":
        return 0
    free = free_memory_bytes()
    room = _MOST if free is None else (free - LEAST_FREE_BYTES) // _WAITING_BYTES
    return max(0, min(runs, room, _MOST, _PER_CORE * cpu_count()))


class StandbyPool:
    """The recorders on standby of a conductor.

    Args:
        store_url: The store of the runs.
        shows_progress: Whether the recorders print their live line to this process's standard error.
    """

    def __init__(self, store_url: str, *, shows_progress: bool) -> None:
        self._store_url, self._shows_progress = store_url, shows_progress
        self._waiting: list[StandbyRecorder] = []
        self._inherited: dict[str, object] | None = None
        self._template: RecorderTemplate | None = None

    @property
    def has_prepared(self) -> bool:
        """Whether a recorder waits whose workload process was prepared; also one that was lost, so as not to prepare for every run."""
        return any(recorder.worker for recorder in self._waiting)

    def start_one(self, *, is_last: bool) -> None:
        """Start a recorder if none waits; if none can be started now, :meth:`claim` tries again and reports it.

        Args:
            is_last: Whether the plan expects no run after the recorder's: a template takes longer to start than a recorder.
        """
        if not self._waiting:
            with contextlib.suppress(OSError):
                self._waiting.append(self._new_recorder(is_last=is_last))

    def _new_recorder(self, *, is_last: bool) -> StandbyRecorder:
        """Return a recorder forked from the template, or a fresh process without one.

        Raises:
            OSError: It cannot be started.
        """
        with contextlib.suppress(OSError):  # the template cannot be started, or has just been killed
            if template := self._usable_template(is_last=is_last):
                return StandbyRecorder(self._store_url, shows_progress=self._shows_progress, template=template)
        return self._fresh_recorder()

    def _fresh_recorder(self) -> StandbyRecorder:
        return StandbyRecorder(self._store_url, shows_progress=self._shows_progress)

    def _usable_template(self, *, is_last: bool) -> RecorderTemplate | None:
        if self._template is not None and not self._template.is_as_fresh():
            self.end_template()
        if self._template is None and not is_last and is_possible():
            self._template = RecorderTemplate(shows_progress=self._shows_progress)
        return self._template

    def end_template(self) -> None:
        """End the process from which recorders are forked, and which reaps them; the next recorder starts another."""
        if self._template is not None:
            self._template.close()
            self._template = None

    def prepare(self, count: int, kind: str, folder: str, is_stopping: Callable[[], bool]) -> None:
        """Prepare a batch, and return when no process imports any more or on a stop; processes that do not get ready in time are ended.

        Args:
            count: Number of recorders, each with a workload process.
            kind: Kind of the runs (``workload_table.ready_kind``).
            folder: Working folder of the runs.
            is_stopping: Returns whether to give up.
        """
        self._inherited = inherited()
        try:
            while len(self._waiting) < count:
                self._waiting.append(self._new_recorder(is_last=False))
        except OSError:  # no more processes can be created: the batch is smaller; for a single one, `claim` reports it
            pass
        for recorder in self._waiting:
            recorder.prepare(kind, folder)
        deadline = time.monotonic() + READY_S
        for recorder in list(self._waiting):
            self._wait_for(recorder, deadline, is_stopping)
            if is_stopping():  # `close` ends all of them at once
                return

    def _wait_for(self, recorder: StandbyRecorder, deadline: float, is_stopping: Callable[[], bool]) -> None:
        """Wait until a recorder's workload process is ready or lost; end the recorder if that does not happen."""
        while not recorder.worker:
            is_over = time.monotonic() >= deadline
            message = recorder.poll(0.0 if is_over else _POLL_S)  # after the deadline, what it reported meanwhile still counts
            if is_stopping() or (is_over and message is None):
                break
            if message is not None and "ready" not in message:  # it was killed or refuses; a fresh one will report why
                break
        if not recorder.worker and not is_stopping():
            self._waiting.remove(recorder)
            recorder.discard()

    def claim(self, *, is_last: bool) -> StandbyRecorder:
        """Return a recorder that can record at once, and pass its ownership; start one if none waits.

        Raises:
            UnavailableError: It cannot be started, since the system creates no process now.
            GpuscopeError: It did not become ready.
        """
        try:
            return self._claimed(is_last=is_last)
        except OSError as error:
            raise UnavailableError(f"the recorder of the next run cannot be started: {error.strerror}", TRY_AGAIN) from None

    def _claimed(self, *, is_last: bool) -> StandbyRecorder:
        if self.has_prepared and self._inherited != inherited():
            self.close()
        while self._waiting and self._waiting[0].has_ended():
            self._waiting.pop(0).discard()
        recorder = self._waiting.pop(0) if self._waiting else self._new_recorder(is_last=is_last)
        try:
            try:
                recorder.wait_until_ready()
            except RecorderLostError:  # a fresh process needs no template, which may have ended, or be unable to import
                recorder.discard()
                recorder = self._fresh_recorder()
                recorder.wait_until_ready()
        except GpuscopeError:
            recorder.discard()
            raise
        return recorder

    def close(self) -> None:
        """End the recorders on standby, all at once, and remove their folders."""
        for recorder in self._waiting:
            recorder.close()
        for recorder in self._waiting:
            recorder.discard()
        self._waiting.clear()
