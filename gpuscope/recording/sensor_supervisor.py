"""The owner's side of the sensor helper: starts it, enforces deadlines, restarts it, reports its gaps."""

import json
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from gpuscope.core.device import WORKLOAD, Device
from gpuscope.core.errors import EventError
from gpuscope.core.event import HANGS_SINCE, NOT_ANSWERING, SWITCHED_OFF, Event, Gap, Hello, Log, Sample, Samples, Table
from gpuscope.core.event_json import decode
from gpuscope.recording.clocks import SleepWatch
from gpuscope.recording.helper_keeper import EVERY_NS, HelperHealth, HelperKeeper, HelperTroubles, clock_time
from gpuscope.sensors.backends import SAFE
from gpuscope.sensors.declaration import Declaration, backend_of
from gpuscope.sensors.gap_tracker import ON_ITS_WAY_NS, GapTracker
from gpuscope.sensors.helper_process import HOST, helper_command
from gpuscope.sensors.schedule import HOLD_NS

DEADLINE_S = 2.0
"""A vendor call, or the helper as a whole, that is silent for longer counts as hung (faults.md, decision 1)."""
_POLL_NS, _RESTLESS_NS = 850_000_000, 20_000_000
"""Interval between ticks: just below a second, so that the recorder's own wake-up each second is sufficient; 20 ms while a helper starts,
ends or hangs."""
_LATE_NS = 1_000_000_000
"""An owner that was delayed for longer must first catch up on readings."""


class SensorSupervisor:
    """Owns one sensor helper. Single-threaded and non-blocking (except ``stop``, for a bounded time); designed for a selectors loop.

    Register :meth:`fileno` for reading; check whether it has changed after each call of :meth:`on_readable` and :meth:`tick` (it is
    None for at least one iteration of the loop between two helpers). Every ``Hello`` returned declares all devices, calls and
    qualities again, including those of earlier helpers. A gap is reported when it opens (``end_ns`` None) and again, with the same
    device, metrics and start, when its cause becomes known and when it ends.

    Args:
        only: "host" excludes the GPUs; None includes every back end.
        hz: Rate of the fast calls.
        command: Command of another helper, for tests; None for the real one.
        deadline_s: How long a vendor call, or the helper as a whole, may be silent, in seconds.
        extra: Additional sensors: "simulated", "replay:FILE".
        in_detail: Whether the readings are being watched, so that metrics that are expensive to read, or shared with other tools, may be
            read.
        power_hz: Rate of an NVIDIA GPU's power, energy and throttling; None for that of the fast calls.
    """

    def __init__(
        self,
        *,
        only: str | None = None,
        hz: float = 10.0,
        command: Sequence[str] | None = None,
        deadline_s: float = DEADLINE_S,
        extra: Sequence[str] = (),
        in_detail: bool = False,
        power_hz: float | None = None,
    ) -> None:
        self._asked_only = self._only = only
        self._extra = tuple(extra)
        self._is_started = False
        self._own: tuple[int, ...] = ()
        self._watch: tuple[int | None, tuple[int, ...]] = (None, ())
        self._hangs: dict[str, tuple[str, int]] = {}
        self._troubles = HelperTroubles()
        self._gaps = GapTracker(self._troubles.reason)
        self._declared = Declaration(pending=frozenset((HOST,)))
        self._pending = self._declared.pending
        self._off: set[str] = set()
        self._tick_ns = 0
        self._is_live, self._turned_ns = True, 0
        self._sleep = SleepWatch()
        self.health = HelperHealth()
        """Failures of the helper so far."""
        self._sent_health, self._sent_health_ns = HelperHealth(), -EVERY_NS

        def helper() -> Sequence[str]:
            return command or helper_command(self._only, hz, deadline_s, self._extra, in_detail=in_detail, power_hz=power_hz)

        self._keeper = HelperKeeper(helper, deadline_s, self._greet, self._leave_out, self._troubles, self.health)

    # Calls by the owner.

    def start(self, own_pids: Sequence[int] = ()) -> None:
        """Start the helper; ``own_pids`` are the recorder's, and the helper adds its own. Does not raise if the helper cannot start."""
        self._own = tuple(own_pids)
        self._is_started = True
        self._tick_ns = time.monotonic_ns()
        self._keeper.start(self._tick_ns)

    def fileno(self) -> int | None:
        """Return the descriptor to poll for reading; None while no helper is running."""
        process = self._keeper.process
        return None if process is None or process.is_at_end else process.fileno()

    def on_readable(self) -> list[Event]:
        """Return the available events: Hello, Sample, Samples, Gap, Table, Log (info, warning, error; never "alive")."""
        events: list[Event] = []
        lines = self._keeper.process.read_lines() if self._keeper.process is not None else ()
        if lines:
            self._keeper.spoke(time.monotonic_ns())
        for line, document in zip(lines, _documents(lines), strict=True):
            self._handle(line, document, events)
        return events

    def tick(self, now_ns: int) -> list[Event]:
        """Enforce the deadlines; call at least every second, and at :meth:`next_deadline_ns`."""
        if not self._is_started:
            return []
        # Read available data before declaring anything silent: the delay may have been the owner's.
        events = self.on_readable()
        events += self._sleep.poll(self._tick_ns, now_ns)
        is_late = now_ns - self._tick_ns > _LATE_NS
        if is_late:
            self._keeper.heard(now_ns)  # the cause of the owner's delay may have delayed the helper too
        self._tick_ns = now_ns
        if self._keeper.check_deadlines(now_ns, self.on_readable, events) and self._hangs:
            self._check_hangs(now_ns, events)
        if self._is_live and now_ns - self._turned_ns > HOLD_NS:  # by then all buffered readings have arrived
            self._gaps.on_its_way_ns = ON_ITS_WAY_NS
        if not is_late:
            events += self._gaps.poll(now_ns)
        self._report_health(now_ns, events)
        return events

    def next_deadline_ns(self) -> int:
        """Return the monotonic stamp by which :meth:`tick` is due."""
        if (spawn_at_ns := self._keeper.spawn_at_ns) is not None:
            return spawn_at_ns
        return self._tick_ns + (_RESTLESS_NS if self._keeper.is_restless or self._hangs else _POLL_NS)

    def watch(self, pid: int | None, apart: Sequence[int] = ()) -> None:
        """Monitor the process tree under a pid; None stops. ``apart``: processes of the tree that are not counted (the guards)."""
        self._watch = (pid, tuple(apart))
        for name, series in self.calls.items():
            if series and series[0][0] == WORKLOAD:
                self._gaps.forget(name)
        self._send_watch()

    def set_live(self, is_live: bool) -> None:
        """Set whether the readings are being watched; if not, they may arrive almost a second late, to save CPU time."""
        if is_live != self._is_live:
            self._is_live, self._turned_ns = is_live, time.monotonic_ns()
            self._gaps.on_its_way_ns = ON_ITS_WAY_NS + HOLD_NS
            self._send_live()

    def try_again(self) -> None:
        """Restart the helper with all requested sensors if some are switched off; otherwise do nothing."""
        if not self._off:
            return
        self._only, self.health.off = self._asked_only, None
        self._keeper.forget_crashes()
        self._keeper.restart(time.monotonic_ns())

    def stop(self, timeout_s: float = 1.5) -> list[Event]:
        """Let the helper continue until after the next counter update, then end and reap it; blocks for at most about ``timeout_s``."""
        self._is_started = False
        return self._keeper.stop(timeout_s, self.on_readable)

    # State for the owner.

    @property
    def ready(self) -> bool:
        """Whether every back end has reported its devices, or is known to be missing."""
        return not self._pending - self._off

    @property
    def pid(self) -> int | None:
        """The pid of the helper; None while none is running."""
        return self._keeper.process.pid if self._keeper.process else None

    @property
    def cpu_time_s(self) -> float:
        """CPU time of all helpers so far, in seconds; of the current one as last reported."""
        return self._keeper.ended_cpu_s + self._keeper.cpu_time_s

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices reported so far, with their current capabilities."""
        return tuple(self._declared.devices.values())

    @property
    def calls(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """The (device, metric) of each value, by call, as expected by ``RunWriter.declare``."""
        return self._declared.calls

    # The helper's process.

    def _greet(self) -> None:
        self._hangs = {}
        self._keeper.send({"own": self._own, "base": self._keeper.ended_cpu_s})
        if self._watch[0] is not None:
            self._send_watch()
        if not self._is_live:
            self._send_live()

    def _send_live(self) -> None:
        self._keeper.send({"live": self._is_live})

    def _send_watch(self) -> None:
        self._keeper.send({"watch": self._watch[0], "apart": self._watch[1]})

    def _leave_out(self, why: str, events: list[Event]) -> None:
        """Continue without the vendors' sensors."""
        if self._only is None:
            self._only = HOST
            reason = SWITCHED_OFF.format(why)
            events.append(Log(time.monotonic_ns(), "error", f"GPU sensors are {reason}"))
            self._switch_off(self._vendors(), reason, events)

    def _check_hangs(self, now_ns: int, events: list[Event]) -> None:
        """Restart a helper in which a vendor call hangs: at most once a minute, and only if it can be killed.

        There is no further restart for a back end that hangs again right after one, since that would interrupt other vendors' readings.
        """
        costs_others = any(backend_of(call) in self._vendors() - self._hangs.keys() - self._off for call in self.calls)
        worth = [hang for backend, hang in self._hangs.items() if backend not in self._off or not costs_others]
        if worth and self._keeper.may_restart_for_a_hang(now_ns):
            call, since = worth[0]
            text = f"the sensor helper is restarted: {call} was {NOT_ANSWERING} {clock_time(since)}"
            self._troubles.note("", now_ns, text, events)
            self._keeper.restart(now_ns)

    def _vendors(self) -> set[str]:
        """Return the back ends known so far that load a vendor's library."""
        named = {text.partition(":")[0] for text in self._extra}
        return {*self._pending, *self._declared.backends} - SAFE.keys() - named

    # Messages of the helper.

    def _handle(self, line: bytes, document: object, events: list[Event]) -> None:
        try:
            event = decode(document, line.decode(errors="replace"))
        except EventError:
            self._count_garbage(events)
            return
        if isinstance(event, Sample):
            events += self._gaps.add(event)
            events.append(event)
        elif isinstance(event, Samples):
            events += self._gaps.add_all(event)
            events.append(event)
        elif isinstance(event, Log):
            self._handle_log(event, events)
        elif isinstance(event, Gap):
            events += self._gaps.apply(event)
        elif isinstance(event, Table):
            events.append(event)
        elif isinstance(event, Hello):
            self._handle_hello(event, events)
        else:
            self._count_garbage(events)

    def _count_garbage(self, events: list[Event]) -> None:
        self.health.garbage += 1
        if self.health.garbage == 1:
            text = "the sensor helper sent a line that is no event; it and others like it are left out"
            events.append(Log(time.monotonic_ns(), "warning", text))

    def _handle_log(self, log: Log, events: list[Event]) -> None:
        if log.level != "alive":
            events.append(log)
            return
        self._keeper.cpu_time_s = log.values.get("cpu_time", self._keeper.cpu_time_s)
        self.health.skipped = int(log.values.get("skipped", 0))
        since_by_call = {key.removeprefix(HANGS_SINCE): int(since) for key, since in log.values.items() if key.startswith(HANGS_SINCE)}
        hangs = {backend_of(call): (call, since) for call, since in since_by_call.items()}
        for backend in hangs.keys() - self._hangs.keys():
            self.health.hangs += 1
            call, since = hangs[backend]
            reason = f"{call} {NOT_ANSWERING} {clock_time(since)}"
            self._troubles.note(backend, since, reason, events)
            if backend in self._pending and self._keeper.has_restarted_for_a_hang:
                self._switch_off({backend}, reason, events)
        self._hangs = hangs

    def _handle_hello(self, hello: Hello, events: list[Event]) -> None:
        try:
            declaration = Declaration.from_info(hello.info)
        except ValueError:
            self._count_garbage(events)
            return
        self._pending = declaration.pending
        self._off -= declaration.backends.keys()
        if not self._off:
            self.health.off = None
        declaration = declaration.with_silent_of(self._declared)
        self._declare(declaration, hello, events)

    def _declare(self, declaration: Declaration, hello: Hello, events: list[Event]) -> None:
        is_new = declaration != self._declared
        self._declared = declaration
        self._gaps.declare(declaration.calls, declaration.periods)
        if is_new:
            events.append(replace(hello, info=declaration.to_info()))

    # Failures.

    def _switch_off(self, backends: Collection[str], reason: str, events: list[Event]) -> None:
        """Declare that these back ends' GPUs, or the GPUs as a whole, give no readings, and why."""
        self._off.update(backends)
        self.health.off = reason
        declared = self._declared.without_readings_of(backends, reason)
        self._declare(declared, Hello("helper", self.pid or 0, time.monotonic_ns()), events)

    def _report_health(self, now_ns: int, events: list[Event]) -> None:
        if self.health != self._sent_health or now_ns - self._sent_health_ns >= EVERY_NS:
            self._sent_health, self._sent_health_ns = replace(self.health), now_ns
            events.append(self.health.table(now_ns))


def _documents(lines: Sequence[bytes]) -> Sequence[object]:
    """Parse each line as JSON, None if it is invalid; if all are valid, parse them at once, in half the time."""
    try:
        documents: list[object] = json.loads(b"[%b]" % b",".join(lines))
    except (ValueError, RecursionError):
        return [_document(line) for line in lines]
    return documents if len(documents) == len(lines) else [_document(line) for line in lines]


def _document(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
