"""Keeps a sensor helper running: starts it, sets deadlines, starts another after its end, holds back after too many, counts troubles."""

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
"""Name of the table of the device "recorder" that carries it; its one row has the fields of :class:`HelperHealth`."""
EVERY_NS = 5_000_000_000
"""Repeat interval: it is sent when it changes, and again for those who have attached since."""
COUNTS = ("restarts", "crashes", "hangs", "garbage", "skipped")


@dataclass(slots=True)
class HelperHealth:
    """Counts since the owner's start.

    Attributes:
        restarts: Helpers that were started after the first.
        crashes: Helpers that ended by themselves, or were silent as a whole and killed.
        hangs: Calls that were not answered in time.
        garbage: Lines that were no events.
        skipped: Readings that were left out because the one before took too long; of the present helper, as last reported.
        off: Why sensors are switched off; None while they are not.
    """

    restarts: int = 0
    crashes: int = 0
    hangs: int = 0
    garbage: int = 0
    skipped: int = 0
    off: str | None = None

    def table(self, t_ns: int) -> Table:
        """Return it as an event."""
        return Table(RECORDER, TABLE, t_ns, (asdict(self),))

    @classmethod
    def of(cls, table: Table) -> "HelperHealth | None":
        """Read what :meth:`table` made; None when it is of another version."""
        row = table.rows[0] if table.rows else {}
        off = row.get("off")
        try:
            counts = {name: int(row[name] or 0) for name in COUNTS}
        except (KeyError, ValueError):
            return None
        return cls(**counts, off=None if off is None else str(off))


_KEPT = 8
"""Bounds what a driver that fails over and over can leave behind; the newest explain the gap at hand."""
_BEFORE_NS = 1_000_000_000
"""A call is silent for that long at most before its trouble is known."""


class _Trouble(NamedTuple):
    """Why the calls of a back end are silent; of all, where none is named."""

    backend: str
    since_ns: int
    reason: str


class HelperTroubles:
    """The latest troubles."""

    def __init__(self) -> None:
        self._kept: deque[_Trouble] = deque(maxlen=_KEPT)

    def note(self, backend: str, since_ns: int, reason: str, events: list[Event]) -> None:
        """Keep a trouble of a back end, or of all ("") since a stamp, and report it."""
        self._kept.append(_Trouble(backend, since_ns, reason))
        events.append(Log(time.monotonic_ns(), "warning", reason))

    def reason(self, call: str, last_ns: int) -> str | None:
        """Return why a call is silent since its last reading; None when that is not known."""
        for trouble in reversed(self._kept):
            if trouble.backend in ("", backend_of(call)) and trouble.since_ns >= last_ns - _BEFORE_NS:
                return trouble.reason
        return None


def clock_time(stamp_ns: int) -> str:
    """Return a monotonic stamp as the time of day."""
    return time.strftime("%H:%M:%S", time.localtime(time.time() - (time.monotonic_ns() - stamp_ns) * 1e-9))


START_NS = 10_000_000_000
"""As long may the start of the helper's interpreter take on a busy machine."""
CRASHES, WITHIN_NS = 3, 60_000_000_000
"""Number of ends, and the time within which they are too many."""
_BACK_OFF_NS, _LONGEST_BACK_OFF_NS = 200_000_000, 10_000_000_000
"""Pause before a crashed helper is started again; doubled after each crash. One crash stays within the two seconds of faults.md, and a
driver that crashes at once costs little processor time."""
_HANG_BACK_OFF_NS = 500_000_000
"""Pause after a helper that hung: its deadline has passed already, and the kernel may need a moment to release the driver."""


class HelperKeeper:
    """Owns one helper process at a time.

    Args:
        command: Gives the helper's command.
        stderr: Descriptor that takes its standard error; None drops it.
        deadline_s: How long it may be silent.
        greet: Called when a helper has been started, to send it its settings.
        too_many: Called when helpers ended too often, to leave something out from now on.
        troubles: Takes what goes wrong.
        health: Counts it.

    Attributes:
        process: The helper; None while none runs.
        cpu_time_s: Processor seconds of the present helper, as last reported.
        ended_cpu_s: Of all before it.
    """

    def __init__(
        self,
        command: Callable[[], Sequence[str]],
        stderr: int | None,
        deadline_s: float,
        greet: Callable[[], None],
        too_many: Callable[[str, list[Event]], None],
        troubles: HelperTroubles,
        health: HelperHealth,
    ) -> None:
        self._command, self._stderr, self._deadline_s = command, stderr, deadline_s
        self._greet, self._too_many, self._troubles, self._health = greet, too_many, troubles, health
        self.process: HelperProcess | None = None
        self.cpu_time_s = self.ended_cpu_s = 0.0
        self._spawn_at_ns: int | None = None
        self._heard_ns = 0
        self._has_spoken = self._has_spawned = self._has_told_stuck = self._has_told_unstarted = False
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
        """Send the helper a line; none hears it where none runs."""
        if self.process is not None:
            self.process.send(message)

    def heard(self, now_ns: int) -> None:
        """Take note that the helper speaks, or could not."""
        self._heard_ns = now_ns

    def spoke(self, now_ns: int) -> None:
        """Take note of a line of it."""
        self._heard_ns, self._has_spoken = now_ns, True

    @property
    def is_restless(self) -> bool:
        """Whether its end is near."""
        return self._killed_ns is not None or (self.process is not None and self.process.is_at_end)

    @property
    def spawn_at_ns(self) -> int | None:
        """When the next helper is to be started; None while one runs, or none is to."""
        return self._spawn_at_ns if self.process is None else None

    @property
    def has_restarted_for_a_hang(self) -> bool:
        """Whether a helper was killed because a call hung."""
        return self._hang_restart_ns is not None

    def may_restart_for_a_hang(self, now_ns: int) -> bool:
        """Whether that was long enough ago, and a kill can reach the helper."""
        is_recent = self._hang_restart_ns is not None and now_ns - self._hang_restart_ns < WITHIN_NS
        return not is_recent and self.process is not None and not self.process.is_in_the_kernel()

    def restart(self, now_ns: int) -> None:
        """Kill the helper, for another to be started soon; that is no crash."""
        if self.process is not None:
            self._hang_restart_ns = now_ns
            self._kill(self.process, now_ns)

    def forget_crashes(self) -> None:
        """Reset the count of ends."""
        self._crashes_ns = []

    def check_deadlines(self, now_ns: int, read: Callable[[], list[Event]], events: list[Event]) -> bool:
        """Enforce the deadlines; return whether a helper is running and was not killed.

        Args:
            now_ns: Monotonic stamp.
            read: Reads what a helper that has ended left behind.
            events: Takes what there is to report.
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
            self._look_at_killed(self._killed_ns, now_ns, events)
        elif now_ns - self._heard_ns > (self._deadline_s * 1e9 if self._has_spoken else START_NS):
            text = f"the sensor helper was {NOT_ANSWERING} {clock_time(self._heard_ns)}"
            self._troubles.note("", self._heard_ns, text, events)
            self._kill(process, now_ns)
        else:
            return True
        return False

    def _spawn(self, now_ns: int) -> None:
        self._spawn_at_ns = self._killed_ns = None
        self._has_spoken = self._has_told_stuck = False
        self._heard_ns = now_ns
        self.cpu_time_s = 0.0
        self._health.restarts += self._has_spawned
        self._has_spawned = True
        self.process = HelperProcess(self._command(), self._stderr)
        self._has_told_unstarted = False
        self._greet()

    def _try_to_spawn(self, now_ns: int, events: list[Event]) -> None:
        try:
            self._spawn(now_ns)
        except OSError as error:
            self._spawn_at_ns = now_ns + _LONGEST_BACK_OFF_NS
            if not self._has_told_unstarted:
                self._has_told_unstarted = True
                text = f"the sensor helper cannot be started: {error.strerror}; it is tried again every 10 s"
                events.append(Log(now_ns, "warning", text))

    def _after_end(self, ended: Ended, now_ns: int, events: list[Event]) -> None:
        if self._hang_restart_ns is not None and self._hang_restart_ns == self._killed_ns:
            self._spawn_at_ns = now_ns + _HANG_BACK_OFF_NS
            return
        self._health.crashes += 1
        self._crashes_ns = [crash_ns for crash_ns in self._crashes_ns if now_ns - crash_ns < WITHIN_NS] + [now_ns]
        if self._killed_ns is None:
            self._troubles.note("", now_ns, ended.words, events)
        if len(self._crashes_ns) >= CRASHES:
            self._too_many(f"the sensor helper ended {CRASHES} times within a minute", events)
        back_off = _BACK_OFF_NS * 2 ** (min(len(self._crashes_ns), 10) - 1)
        self._spawn_at_ns = now_ns + min(back_off, _LONGEST_BACK_OFF_NS)

    def _kill(self, process: HelperProcess, now_ns: int) -> None:
        self._killed_ns = now_ns
        process.kill()

    def _look_at_killed(self, killed_ns: int, now_ns: int, events: list[Event]) -> None:
        if now_ns - killed_ns > self._deadline_s * 1e9 and not self._has_told_stuck:
            self._has_told_stuck = True
            text = "the sensor helper hangs in the driver and cannot be ended; no other is started beside it"
            self._troubles.note("", killed_ns, text, events)

    def stop(self, timeout_s: float, read: Callable[[], list[Event]]) -> list[Event]:
        """Let the helper end by itself, and return what it reports until then; kill it when it takes too long. No other is started."""
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
        events += read()  # it may have spoken, and ended, since
        self.let_go()
        return events

    def let_go(self) -> None:
        """Count what the helper took, and close its pipes."""
        if self.process is not None:
            ended = self.process.poll()
            self.ended_cpu_s += ended.cpu_time_s if ended is not None and ended.cpu_time_s is not None else self.cpu_time_s
            self.cpu_time_s = 0.0
            self.process.close()
            self.process = None
