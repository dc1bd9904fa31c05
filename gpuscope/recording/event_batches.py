"""A run's events on their way: gathered from every part of the recorder, numbered batch by batch, handed to journal and socket."""

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
"""Between two batches while somebody watches the run."""
BEHIND_NS = 40_000_000
"""While nobody watches, a batch follows the sensor helper's held-back readings by so long: a loop that seldom wakes leaves the processor
to the workload. Such a batch is kept at once, so that a kill loses less than one second."""


class EventBatches:
    """The one way of a run's events to its journal, its socket and whoever watches.

    Args:
        observer: Watches from inside the process.
        progress: Takes every batch in.
        alerts: Take every batch in, and add what fires.
    """

    def __init__(self, observer: Observer, progress: Progress, alerts: Alerts) -> None:
        self._observer, self._alerts = observer, alerts
        self._progress = progress
        self._pending: list[Event] = []
        self._messages: deque[Log] = deque()
        """Warnings of any thread, on their way to the pending events."""
        self._next_seq = 0
        self._flushed_ns = self._unwatched_due_ns = 0

    def connect(self, journal: Journal, broadcast: Broadcast) -> None:
        """Say where the batches go; before it there may be no batch."""
        self._journal, self._broadcast = journal, broadcast

    @property
    def is_watched(self) -> bool:
        """Whether somebody watches the run, from inside or at the socket."""
        return self._observer.is_live or self._broadcast.is_watched

    @property
    def due_ns(self) -> int:
        """When the next batch is to go out; earlier as soon as somebody watches."""
        if self.is_watched:
            return self._flushed_ns + WATCHED_NS
        return self._unwatched_due_ns

    def add(self, event: Event) -> None:
        """Take an event in; it goes out with the next batch."""
        self._pending.append(event)

    def add_all(self, events: Iterable[Event]) -> None:
        """Take events in."""
        self._pending += events

    def warn(self, text: str) -> None:
        """Tell a warning; on any thread."""
        self.tell(Log(time.monotonic_ns(), "warning", text))

    def tell(self, log: Log) -> None:
        """Tell whoever watches, from inside or at the socket, and keep it with the run; on any thread."""
        self._messages.append(log)
        self._observer.notice(log.text)

    def declare(self, layout: SeriesLayout) -> None:
        """Say what the readings from now on are of."""
        self.flush()
        self._journal.declare(layout)

    def flush(self) -> None:
        """Send the next batch, where there is anything to report."""
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
        """Return when the next readings are expected; where a busy machine delays the helper, look again soon, then ever more seldom."""
        expected_ns = (self._flushed_ns - BEHIND_NS) // HOLD_NS * HOLD_NS + BEHIND_NS
        next_ns = expected_ns + HOLD_NS
        if any(isinstance(event, Sample | Samples) for event in self._pending):
            return next_ns
        return min(self._flushed_ns + max(BEHIND_NS, self._flushed_ns - expected_ns), next_ns)

    def committed(self) -> None:
        """Tell the subscribers how far the store holds the batches."""
        self._broadcast.committed(self._journal.committed)
