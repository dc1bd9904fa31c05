"""Collects a run's events from all parts of the recorder, groups them into numbered batches, and passes these to journal and socket."""

import time
from collections import deque
from collections.abc import Iterable

from gpuscope.core.event import Event, Log, Sample, Samples, Table
from gpuscope.core.event_batch import SeriesLayout
from gpuscope.recording.alerts import Alerts
from gpuscope.recording.broadcast import Broadcast
from gpuscope.recording.journal import Journal
from gpuscope.recording.progress import Progress
from gpuscope.recording.run_request import Observer
from gpuscope.sensors.schedule import HOLD_NS

WATCHED_NS = 100_000_000
"""Interval between batches while the run is watched."""
BEHIND_NS = 40_000_000
"""While the run is not watched, delay of a batch after the sensor helper sends its buffered readings: a loop that rarely wakes leaves the
CPU to the workload. Such a batch is written at once, so that a kill loses less than one second."""


class EventBatches:
    """Passes a run's events to its journal, its socket and its observer.

    Args:
        observer: Observer within this process.
        progress: Updated with every batch.
        alerts: Evaluated on every batch; alerts that fire are added to it.
    """

    def __init__(self, observer: Observer, progress: Progress, alerts: Alerts) -> None:
        self._observer, self._alerts = observer, alerts
        self._progress = progress
        self._pending: list[Event] = []
        self._messages: deque[Log] = deque()
        """Warnings from any thread, to be moved to the pending events."""
        self._next_seq = 0
        self._flushed_ns = self._unwatched_due_ns = 0

    def connect(self, journal: Journal, broadcast: Broadcast) -> None:
        """Set the destinations of the batches; must be called before the first :meth:`flush`."""
        self._journal, self._broadcast = journal, broadcast

    @property
    def is_watched(self) -> bool:
        """Whether the run is watched, by the observer or through the socket."""
        return self._observer.is_live or self._broadcast.is_watched

    @property
    def due_ns(self) -> int:
        """When the next batch is due; earlier while the run is watched."""
        if self.is_watched:
            return self._flushed_ns + WATCHED_NS
        return self._unwatched_due_ns

    def add(self, event: Event) -> None:
        """Add an event to the next batch."""
        self._pending.append(event)

    def add_all(self, events: Iterable[Event]) -> None:
        """Add events to the next batch."""
        self._pending += events

    def warn(self, text: str) -> None:
        """Issue a warning; may be called on any thread."""
        self.notify(Log(time.monotonic_ns(), "warning", text))

    def notify(self, log: Log) -> None:
        """Notify the observer, and add the message to the run's events; may be called on any thread."""
        self._messages.append(log)
        self._observer.notice(log.text)

    def declare(self, layout: SeriesLayout) -> None:
        """Declare the series of the readings from now on."""
        self.flush()
        self._journal.declare(layout)

    def flush(self) -> None:
        """Send the next batch, unless it is empty."""
        self._flushed_ns = time.monotonic_ns()
        while self._messages:
            self._pending.append(self._messages.popleft())
        self._unwatched_due_ns = self._next_unwatched_ns()
        for log in self._alerts.of(self._pending, self._flushed_ns):
            self._pending.append(log)
            self._observer.notice(log.text)
        if not self._pending:
            return
        batch, self._pending = tuple(self._pending), []
        self._progress.apply(batch)
        kept = [event for event in batch if not isinstance(event, Table)]
        self._journal.put(self._next_seq, kept, at_once=not self.is_watched)
        self._broadcast.publish(self._next_seq, batch)
        self._next_seq += 1

    def _next_unwatched_ns(self) -> int:
        """Return when the next readings are expected; if a busy machine delays the helper, check again soon, with increasing intervals."""
        expected_ns = (self._flushed_ns - BEHIND_NS) // HOLD_NS * HOLD_NS + BEHIND_NS
        next_ns = expected_ns + HOLD_NS
        if any(isinstance(event, Sample | Samples) for event in self._pending):
            return next_ns
        return min(self._flushed_ns + max(BEHIND_NS, self._flushed_ns - expected_ns), next_ns)

    def committed(self) -> None:
        """Notify the subscribers of the highest batch in the store."""
        self._broadcast.committed(self._journal.committed)
