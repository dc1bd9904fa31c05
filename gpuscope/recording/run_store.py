"""A run's store as seen by its recorder: opened and written on the journal's thread; reports failures, and derives results at the end."""

import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError, refusal_by_system
from gpuscope.core.event import Log
from gpuscope.core.run import RunRecord
from gpuscope.recording.event_batches import EventBatches
from gpuscope.recording.journal import Journal
from gpuscope.recording.run_folder import RunFolder
from gpuscope.recording.run_request import Observer, RunRequest
from gpuscope.recording.spool import Spool
from gpuscope.system.imports import without_collections
from gpuscope.system.processes import idle_cpu_s

UNWRITTEN = "unwritten"
"""Key in the values of these events: 1 while recorded data is held in memory, 0 once that is over."""


class StoreTrouble:
    """Tracks a journal's trouble with the store.

    Attributes:
        text: The current trouble, in words; None if there is none.
    """

    def __init__(self) -> None:
        self.text: str | None = None
        self._since = ""

    def change(self, trouble: str | None, patience_s: float | None) -> Log | None:
        """Update the trouble, and return the message to report; None if nothing has changed.

        Args:
            trouble: The trouble; None if there is none.
            patience_s: Total time for retries once the run has ended, in seconds; None before that.
        """
        if trouble == self.text:
            return None
        if self.text is None:
            self._since = datetime.now().astimezone().strftime("%H:%M:%S %z")
        self.text = trouble
        if trouble is None:
            return _log("over", "the store can be written again", 0.0)
        if patience_s is not None:
            return self.at_the_end(patience_s)
        return _log("warning", f"not stored yet: {trouble}; recording goes on in memory", 1.0)

    def at_the_end(self, patience_s: float) -> Log:
        """Return the message for a run that has ended while the store cannot be written."""
        tried = f"retrying for {figures.duration(patience_s)}"
        if patience_s > PATIENCE_S:
            tried = f"{tried}, going on by itself as soon as it can (stop it twice to stop waiting)"
        return _log("warning", f"the run has ended, and not all of it is stored yet: {self.text}; {tried}", 1.0)

    def given_up(self, reason: str, *, has_lost: bool, elsewhere: Path | None) -> Log:
        """Return the message for giving up.

        Args:
            reason: Why the store could not be written.
            has_lost: Whether data of the run is lost.
            elsewhere: The folder with the rest of the run; None if there is none.
        """
        if elsewhere is not None:
            recovery = f"the next run recovers it, or: gpuscope import {shlex.quote(str(elsewhere))}"
            return _log("warning", f"the end of the run is not stored: {reason}; it is kept in {elsewhere}; {recovery}", 0.0)
        if has_lost:
            return _log("warning", f"what was recorded since {self._since} is lost: {reason}", 0.0)
        return _log("warning", f"the end of the run is not stored: {reason}; the next run recovers it once the store can be written", 0.0)


def _log(level: str, text: str, unwritten: float) -> Log:
    return Log(time.monotonic_ns(), level, text, {UNWRITTEN: unwritten})


PATIENCE_S = 5.0
"""How long to retry a store that cannot be written after the end of the run, in seconds, while the user waits for the command."""
DETACHED_PATIENCE_S = 600.0
"""The same for a detached recorder, for which nobody waits; a second stop request ends the retries."""
_AT_LATEST_NS = 5_000_000_000
"""Latest time to open the store without a spare core, where it is opened at the first step: during the workload's imports it would delay
that step."""
_BESIDE_NS = 500_000_000
"""Latest time with a spare core, where the store is opened during the workload's start, when it disturbs no measured step."""
_SPARE_SHARE = 1.5
"""A core is spare if the CPUs were idle for this multiple of the time, summed: two are free beside the workload's. A single one may be the
other hyperthread of the workload's core, which a virtual machine does not reveal; what runs there slows the workload down."""


class SpareCore:
    """Whether a CPU was free while the workload started; CPUs that other programs use are not."""

    def __init__(self) -> None:
        self._since_ns, self._since_idle_s = time.monotonic_ns(), idle_cpu_s()

    def was_free(self) -> bool:
        """Return whether one was free since the last call, or since the start."""
        now_ns, idle_s = time.monotonic_ns(), idle_cpu_s()
        (since_ns, self._since_ns), (since_idle_s, self._since_idle_s) = (self._since_ns, now_ns), (self._since_idle_s, idle_s)
        if idle_s is None or since_idle_s is None:
            return False
        return idle_s - since_idle_s >= _SPARE_SHARE * (now_ns - since_ns) / 1e9


class RunStore:
    """The store of one run.

    Args:
        record: Returns the run's current header.
        batches: Receives messages about the store.
        observer: Notified while results are derived.

    Attributes:
        journal: Writes to the store.
        stored_ns: Monotonic stamp at which the run's end was stored; None before that.
    """

    def __init__(self, request: RunRequest, record: Callable[[], RunRecord], batches: EventBatches, observer: Observer) -> None:
        self._request, self._record, self._batches, self._observer = request, record, batches, observer
        self._environment: dict[str, Any] = {}
        self._trouble = StoreTrouble()
        self._is_finishing = False
        self._spare_core = SpareCore()
        self.stored_ns: int | None = None
        self.journal = Journal(self._open_writer, self._replace_damaged, lambda: Spool(Path(record().folder)))

    def open_in_time(self, now_ns: int, started_ns: int | None) -> None:
        """Open the store once the workload has been running for a while."""
        if started_ns is None or now_ns - started_ns <= _BESIDE_NS:
            return
        if now_ns - started_ns > _AT_LATEST_NS or self._spare_core.was_free():
            self.journal.start()

    def workload_is_up(self) -> None:
        """Open the store if that does not delay the workload."""
        if self._spare_core.was_free():
            self.journal.start()

    def _open_writer(self) -> Any:
        """Open the store and insert the run; runs on the journal's thread."""
        with without_collections():
            from gpuscope.recording import results

        record = self._record()
        if not self._environment:
            self._environment = {**results.environment(self._request), **self._request.facts}
        return results.open_writer(self._request.store_url, replace(record, environment=self._environment), self._batches.warn)

    def _replace_damaged(self, error: GpuscopeError) -> None:
        """Replace a damaged store by a fresh one; runs on the journal's thread."""
        from gpuscope.recording import results

        results.replace_damaged_store(self._request.store_url, error, self._batches.warn)

    def on_readable(self) -> None:
        """Process changes of the journal, and report its trouble."""
        self.journal.acknowledge()
        self._batches.committed()
        trouble = self.journal.trouble
        changed = self._trouble.change(trouble, self._patience_s if self._is_finishing else None)
        is_last = self.journal.finished or (self._is_finishing and not self._retries)  # reported by :meth:`unwritten`
        if changed is not None and (trouble is None or not is_last):
            self._batches.notify(changed)

    @property
    def _patience_s(self) -> float:
        return DETACHED_PATIENCE_S if self._request.detached else PATIENCE_S

    @property
    def _retries(self) -> bool:
        """Whether the journal tries again after the run's end."""
        return self._request.detached or not self.journal.is_unfit

    def report_trouble(self) -> None:
        """Report, at the run's end, if it is not stored yet."""
        self._is_finishing = True
        if self._trouble.text is not None and self._retries:
            self._batches.notify(self._trouble.at_the_end(self._patience_s))

    def finish(self, record: RunRecord, window: tuple[int, int] | None, facts: Mapping[str, Any]) -> None:
        """Request that all data is written and the results are derived."""

        def last(writer: Any) -> RunRecord:
            from gpuscope.recording import left_runs, results

            stored = results.finish(writer, self._request.store_url, record, window, facts)
            self.stored_ns = time.monotonic_ns()
            if not self._request.membership:  # in a plan, the next run takes precedence
                left_runs.recover_left_runs(self._request.store_url, self._observer.notice)
            return stored

        self.journal.finish(last, self._patience_s, is_awaited=not self._request.detached)

    def unwritten(self, folder: RunFolder, record: RunRecord, output: Sequence[str]) -> str | None:
        """Return why the run is missing or incomplete in the store, once the journal has finished; None if it is complete.

        Missing data is left where the next start finds it: in the run's folder, or elsewhere (``unstored``) if that cannot be written
        either. Watchers are notified.
        """
        journal = self.journal
        if journal.result is not None and not journal.has_lost:
            return None
        failure = journal.failure
        if refusal := refusal_by_system(failure):
            trouble = refusal.message
        else:
            trouble = f"a bug of gpuscope, {failure!r}" if failure else journal.trouble or "the store was not written"
        self._batches.flush()  # so that earlier messages precede the next one
        elsewhere = None
        if journal.has_lost or not _has_header(folder, record, self._request.store_url):
            from gpuscope.recording import unstored  # imported here: hardly any run needs it

            elsewhere = unstored.keep(record, self._request.store_url, journal.unwritten, output)
            if elsewhere is None and journal.has_lost:
                _has_header(folder, record, self._request.store_url)  # the samples are lost, but not necessarily the run's end
        self._batches.notify(self._trouble.given_up(trouble, has_lost=journal.has_lost and elsewhere is None, elsewhere=elsewhere))
        self._batches.flush()
        return trouble


def _has_header(folder: RunFolder, record: RunRecord, store_url: str) -> bool:
    """Write the header with the run's end; return whether the next start will find it."""
    try:
        folder.write_header(record, store_url)
    except GpuscopeError:
        return False
    return not folder.is_temporary
