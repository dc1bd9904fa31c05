"""Keeps a sensor helper running: starts and restarts it, enforces deadlines, backs off after repeated failures, counts failures."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from gpuscope.core.device import RECORDER
from gpuscope.core.event import NOT_ANSWERING, Event, Log, Table
from gpuscope.sensors.declaration import backend_of
from gpuscope.sensors.helper_process import Ended, HelperProcess

TABLE = "helper"
"""Name of the table of the device "recorder" with the helper's health; its single row has the fields of :class:`HelperHealth`."""
EVERY_NS = 5_000_000_000
"""Repeat interval of the table: it is sent when it changes, and repeated for clients that have attached since."""
COUNTS = ("restarts", "crashes", "hangs", "garbage", "skipped")


@dataclass(slots=True)
class HelperHealth:
    """Counts since the owner's start.

    Attributes:
        restarts: Helpers started after the first.
        crashes: Helpers that ended by themselves, or were completely silent and killed.
        hangs: Calls that were not answered in time.
        garbage: Lines that were not valid events.
        skipped: Readings skipped because the previous one took too long; of the current helper, as last reported.
        off: Why sensors are switched off; None if they are not.
    """

    restarts: int = 0
    crashes: int = 0
    hangs: int = 0
    garbage: int = 0
    skipped: int = 0
    off: str | None = None

    def table(self, t_ns: int) -> Table:
        """Return the counts as an event."""
        return Table(RECORDER, TABLE, t_ns, (asdict(self),))

    @classmethod
    def of(cls, table: Table) -> "HelperHealth | None":
        """Parse a table from :meth:`table`; return None if it is from another version."""
        row = table.rows[0] if table.rows else {}
        off = row.get("off")
        try:
            counts = {name: int(row[name] or 0) for name in COUNTS}
        except (KeyError, ValueError):
            return None
        return cls(**counts, off=None if off is None else str(off))


_KEPT = 8
"""Maximum number of failures kept, in case a driver fails repeatedly; the newest explain the current gap."""
_BEFORE_NS = 1_000_000_000
"""Maximum time that a call is silent before its failure is noted."""


class _Trouble(NamedTuple):
    """Reason for silent calls of a back end; of all back ends if ``backend`` is ""."""

    backend: str
    since_ns: int
    reason: str


class HelperTroubles:
    """The latest failures of the helper."""

    def __init__(self) -> None:
        self._kept: deque[_Trouble] = deque(maxlen=_KEPT)

    def note(self, backend: str, since_ns: int, reason: str, events: list[Event]) -> None:
        """Record a failure of a back end, or of all (""), since a stamp, and append a warning to ``events``."""
        self._kept.append(_Trouble(backend, since_ns, reason))
        events.append(Log(time.monotonic_ns(), "warning", reason))

    def reason(self, call: str, last_ns: int) -> str | None:
        """Return why a call has been silent since its last reading; None if unknown."""
        for trouble in reversed(self._kept):
            if trouble.backend in ("", backend_of(call)) and trouble.since_ns >= last_ns - _BEFORE_NS:
                return trouble.reason
        return None


def clock_time(stamp_ns: int) -> str:
    """Return a monotonic stamp as the time of day."""
    return time.strftime("%H:%M:%S", time.localtime(time.time() - (time.monotonic_ns() - stamp_ns) * 1e-9))


START_NS = 10_000_000_000
"""Time limit for starting the helper's interpreter on a busy machine."""
CRASHES, WITHIN_NS = 3, 60_000_000_000
"""Number of crashes within this time that is too many."""
_BACK_OFF_NS, _LONGEST_BACK_OFF_NS = 200_000_000, 10_000_000_000
"""Pause before a crashed helper is restarted; doubled after each crash. One crash stays within the two seconds of faults.md, and a
driver that crashes immediately costs little CPU time."""
_HANG_BACK_OFF_NS = 500_000_000
"""Pause before a hung helper is restarted: its deadline has already passed, and the kernel may need a moment to release the driver."""


class HelperKeeper:
    """Owns one helper process at a time.

    Args:
        command: Returns the helper's command.
        deadline_s: How long it may be silent, in seconds.
        greet: Called when a helper has been started, to send it its settings.
        too_many: Called when helpers crash too often, to disable something from then on.
        troubles: Records failures.
        health: Counts failures.

    Attributes:
        process: The helper; None while none is running.
        cpu_time_s: CPU time of the current helper in seconds, as last reported.
        ended_cpu_s: CPU time of all previous helpers in seconds.
    """

    def __init__(
        self,
        command: Callable[[], Sequence[str]],
        deadline_s: float,
        greet: Callable[[], None],
        too_many: Callable[[str, list[Event]], None],
        troubles: HelperTroubles,
        health: HelperHealth,
    ) -> None:
        self._command, self._deadline_s = command, deadline_s
        self._greet, self._too_many, self._troubles, self._health = greet, too_many, troubles, health
        self.process: HelperProcess | None = None
        self.cpu_time_s = self.ended_cpu_s = 0.0
        self._spawn_at_ns: int | None = None
        self._heard_ns = 0
        self._has_spoken = self._has_spawned = self._has_reported_stuck = self._has_reported_unstarted = False
        self._killed_ns: int | None = None
        self._crashes_ns: list[int] = []
        self._hang_restart_ns: int | None = None

    def start(self, now_ns: int) -> None:
        """Start the first helper; if that fails, the first tick tries again and reports why."""
        try:
            self._spawn(now_ns)
        except OSError:
            self._spawn_at_ns = now_ns

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the helper; do nothing if none is running."""
        if self.process is not None:
            self.process.send(message)

    def heard(self, now_ns: int) -> None:
        """Restart the silence deadline, since the helper has sent something or could not have."""
        self._heard_ns = now_ns

    def spoke(self, now_ns: int) -> None:
        """Note that the helper has sent a line."""
        self._heard_ns, self._has_spoken = now_ns, True

    @property
    def is_restless(self) -> bool:
        """Whether the helper has been killed or is about to end."""
        return self._killed_ns is not None or (self.process is not None and self.process.is_at_end)

    @property
    def spawn_at_ns(self) -> int | None:
        """When the next helper is due to start; None while one is running, or if none is due."""
        return self._spawn_at_ns if self.process is None else None

    @property
    def has_restarted_for_a_hang(self) -> bool:
        """Whether a helper was killed because a call hung."""
        return self._hang_restart_ns is not None

    def may_restart_for_a_hang(self, now_ns: int) -> bool:
        """Return whether the last restart for a hang was long enough ago and the helper can be killed."""
        is_recent = self._hang_restart_ns is not None and now_ns - self._hang_restart_ns < WITHIN_NS
        return not is_recent and self.process is not None and not self.process.is_in_the_kernel()

    def restart(self, now_ns: int) -> None:
        """Kill the helper so that another is started soon; this does not count as a crash."""
        if self.process is not None:
            self._hang_restart_ns = now_ns
            self._kill(self.process, now_ns)

    def forget_crashes(self) -> None:
        """Reset the count of crashes."""
        self._crashes_ns = []

    def check_deadlines(self, now_ns: int, read: Callable[[], list[Event]], events: list[Event]) -> bool:
        """Enforce the deadlines; return whether a helper is running and has not been killed.

        Args:
            now_ns: Monotonic stamp.
            read: Reads the remaining output of a helper that has ended.
            events: List to which events are appended.
        """
        process = self.process
        if process is None:
            if self._spawn_at_ns is not None and now_ns >= self._spawn_at_ns:
                self._try_to_spawn(now_ns, events)
            return False
        if (ended := process.poll()) is not None:
            events += read()
            self.let_go()
            self._after_end(ended, now_ns, events)
        elif self._killed_ns is not None:
            self._check_killed(self._killed_ns, now_ns, events)
        elif now_ns - self._heard_ns > (self._deadline_s * 1e9 if self._has_spoken else START_NS):
            text = f"the sensor helper was {NOT_ANSWERING} {clock_time(self._heard_ns)}"
            self._troubles.note("", self._heard_ns, text, events)
            self._kill(process, now_ns)
        else:
            return True
        return False

    def _spawn(self, now_ns: int) -> None:
        self._spawn_at_ns = self._killed_ns = None
        self._has_spoken = self._has_reported_stuck = False
        self._heard_ns = now_ns
        self.cpu_time_s = 0.0
        self._health.restarts += self._has_spawned
        self._has_spawned = True
        self.process = HelperProcess(self._command())
        self._has_reported_unstarted = False
        self._greet()

    def _try_to_spawn(self, now_ns: int, events: list[Event]) -> None:
        try:
            self._spawn(now_ns)
        except OSError as error:
            self._spawn_at_ns = now_ns + _LONGEST_BACK_OFF_NS
            if not self._has_reported_unstarted:
                self._has_reported_unstarted = True
                text = f"the sensor helper cannot be started: {error.strerror}; it is tried again every 10 s"
                events.append(Log(now_ns, "warning", text))

    def _after_end(self, ended: Ended, now_ns: int, events: list[Event]) -> None:
        if self._hang_restart_ns is not None and self._hang_restart_ns == self._killed_ns:
            self._spawn_at_ns = now_ns + _HANG_BACK_OFF_NS
            return
        self._health.crashes += 1
        self._crashes_ns = [crash_ns for crash_ns in self._crashes_ns if now_ns - crash_ns < WITHIN_NS] + [now_ns]
        if self._killed_ns is None:
            self._troubles.note("", now_ns, ended.description, events)
        if len(self._crashes_ns) >= CRASHES:
            self._too_many(f"the sensor helper ended {CRASHES} times within a minute", events)
        back_off = _BACK_OFF_NS * 2 ** (min(len(self._crashes_ns), 10) - 1)
        self._spawn_at_ns = now_ns + min(back_off, _LONGEST_BACK_OFF_NS)

    def _kill(self, process: HelperProcess, now_ns: int) -> None:
        self._killed_ns = now_ns
        process.kill()

    def _check_killed(self, killed_ns: int, now_ns: int, events: list[Event]) -> None:
        if now_ns - killed_ns > self._deadline_s * 1e9 and not self._has_reported_stuck:
            self._has_reported_stuck = True
            text = "the sensor helper hangs in the driver and cannot be ended; no other is started"
            self._troubles.note("", killed_ns, text, events)

    def stop(self, timeout_s: float, read: Callable[[], list[Event]]) -> list[Event]:
        """Ask the helper to quit, and return the events that it still sends; kill it if it takes too long. No other is started."""
        self._spawn_at_ns = None
        process, events = self.process, list[Event]()
        if process is None:
            return events
        process.send({"quit": True})
        end = time.monotonic() + timeout_s
        while not process.is_at_end and self._killed_ns is None and (left := end - time.monotonic()) > 0:
            process.wait_readable(left)
            events += read()
        if process.wait(max(0.05, end - time.monotonic())) is None:
            process.kill()
            process.wait(0.5)
        events += read()  # it may have sent more before it ended
        self.let_go()
        return events

    def let_go(self) -> None:
        """Add up the helper's CPU time, and close its pipes."""
        if self.process is not None:
            ended = self.process.poll()
            self.ended_cpu_s += ended.cpu_time_s if ended is not None and ended.cpu_time_s is not None else self.cpu_time_s
            self.cpu_time_s = 0.0
            self.process.close()
            self.process = None
