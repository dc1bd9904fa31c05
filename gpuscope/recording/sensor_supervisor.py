"""The owner's side of the sensor helper: starts it, gives it deadlines, restarts it, tells its gaps."""

import json
import re
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gpuscope.core.device import WORKLOAD, Device
from gpuscope.core.errors import EventError
from gpuscope.core.event import NOT_ANSWERING, SLEPT, Event, Gap, Hello, Log, Sample, Table, decode
from gpuscope.recording.helper_health import EVERY_NS, HelperHealth
from gpuscope.sensors.backends import SAFE
from gpuscope.sensors.declaration import Declaration, backend_of
from gpuscope.sensors.gap_tracker import GapTracker
from gpuscope.sensors.helper_command import HOST, helper_command
from gpuscope.sensors.helper_process import Ended, HelperProcess

DEADLINE_S = 2.0
"""A vendor's call, or the helper as a whole, that is silent for longer counts as hanging (faults.md, decision 1)."""
START_NS = 10_000_000_000
"""As long may the start of the helper's interpreter take on a busy machine."""
CRASHES, WITHIN_NS = 3, 60_000_000_000
"""So many ends within so long switch the vendors' sensors off."""
_BACK_OFF_NS = 200_000_000
_HANG_BACK_OFF_NS = 500_000_000
_LONGEST_BACK_OFF_NS = 10_000_000_000
_LOOK_NS = 250_000_000
_SLEPT_NS = 500_000_000
_LATE_NS = 1_000_000_000
"""An owner that was held up for longer has readings to catch up with first."""


class _Trouble(NamedTuple):
    """Why the calls of a back end are silent; of all, where none is named."""

    backend: str
    since_ns: int
    reason: str


class SensorSupervisor:
    """Owns one sensor helper. Single-threaded, never blocks (but ``stop``, for a bounded time); made for a selectors loop.

    Register :meth:`fileno` for reading; after each call of :meth:`on_readable` and :meth:`tick` look whether it changed
    (it is None for at least one turn of the loop between two helpers). Every ``Hello`` that comes out declares the devices, calls
    and qualities anew, those of earlier helpers included. A gap is told when it opens (``end_ns`` None) and again, with the same
    device, metrics and start, when its cause becomes known and when it ends.

    Args:
        only: "host" leaves the GPUs out; None takes every back end.
        hz: Rate of the fast calls.
        stderr: Descriptor that takes the helper's standard error; None drops it.
        command: Starts another helper, for tests; None is the real one.
        deadline_s: How long a vendor's call, or the helper as a whole, may be silent.
        extra: Sensors beside those of the hardware: "simulated", "replay:FILE".
        in_detail: Whether somebody looks, so that what is dear to read, or shared with other tools, may be read.
    """

    def __init__(
        self,
        *,
        only: str | None = None,
        hz: float = 10.0,
        stderr: int | None = None,
        command: Sequence[str] | None = None,
        deadline_s: float = DEADLINE_S,
        extra: Sequence[str] = (),
        in_detail: bool = False,
    ) -> None:
        self._in_detail = in_detail
        self._deadline_s = deadline_s
        self._extra = tuple(extra)
        self._only = self._asked_only = only
        self._hz = hz
        self._stderr = stderr
        self._command = command
        self._process: HelperProcess | None = None
        self._is_started = False
        self._own: tuple[int, ...] = ()
        self._watch: tuple[int | None, tuple[int, ...]] = (None, ())
        self._ended_cpu_s = self._helper_cpu_s = 0.0
        self._spawn_at_ns: int | None = None
        self._heard_ns = 0
        self._has_spoken = self._has_spawned = False
        self._killed_ns: int | None = None
        self._has_told_stuck = False
        self._crashes_ns: list[int] = []
        self._hangs: dict[str, tuple[str, int]] = {}
        self._hang_restart_ns: int | None = None
        self._troubles: list[_Trouble] = []
        self._gaps = GapTracker(self._reason)
        self._declared = Declaration(pending=frozenset((HOST,)))
        self._pending = self._declared.pending
        self._off: set[str] = set()
        self._tick_ns = 0
        self._asleep_ns = _asleep_ns()
        self.health = HelperHealth()
        """How the helper has fared so far."""
        self._told_health, self._told_health_ns = HelperHealth(), -EVERY_NS

    # What the owner does with it.

    def start(self, watch_pid: int | None = None, own_pids: Sequence[int] = ()) -> None:
        """Starts the helper; ``own_pids`` are those of the recorder, the helper adds its own. Never raises for a helper that cannot be."""
        self._own = tuple(own_pids)
        self._watch = (watch_pid, ())
        self._is_started = True
        self._tick_ns = time.monotonic_ns()
        try:
            self._spawn(self._tick_ns)
        except OSError:
            self._spawn_at_ns = self._tick_ns  # The first tick tries again, and tells what is wrong.

    def fileno(self) -> int | None:
        """Returns the descriptor to wait on for reading; None while no helper runs."""
        return None if self._process is None or self._process.is_at_end else self._process.fileno()

    def on_readable(self) -> list[Event]:
        """Reads what is there: Hello, Sample, Gap, Log (info, warning, error; never "alive")."""
        if self._process is None:
            return []
        events: list[Event] = []
        for line in self._process.read_lines():
            self._take(line, events)
        return events

    def tick(self, now_ns: int) -> list[Event]:
        """Looks at the deadlines: call it at least every second, and when :meth:`next_deadline_ns` has come."""
        if not self._is_started:
            return []
        # What has arrived is read before anybody is called silent: it may be the owner who was held up.
        events = self.on_readable()
        self._look_for_sleep(now_ns, events)
        is_late = now_ns - self._tick_ns > _LATE_NS
        self._tick_ns = now_ns
        if self._process is not None:
            self._look_at_process(self._process, now_ns, events)
        elif self._spawn_at_ns is not None and now_ns >= self._spawn_at_ns:
            self._try_to_spawn(now_ns, events)
        if not is_late:
            events += self._gaps.look(now_ns)
        self._tell_health(now_ns, events)
        return events

    def next_deadline_ns(self) -> int:
        """Returns the monotonic stamp by which :meth:`tick` wants to be called."""
        if self._process is None and self._spawn_at_ns is not None:
            return self._spawn_at_ns
        is_restless = self._killed_ns is not None or bool(self._hangs) or (self._process is not None and self._process.is_at_end)
        return self._tick_ns + (20_000_000 if is_restless else _LOOK_NS)

    def watch(self, pid: int | None, apart: Sequence[int] = ()) -> None:
        """Follows the process tree under a pid; None stops. ``apart``: processes of the tree (the guards) not counted themselves."""
        self._watch = (pid, tuple(apart))
        for name, series in self.calls.items():
            if series and series[0][0] == WORKLOAD:
                self._gaps.forget(name)
        self._send_watch()

    def try_again(self) -> None:
        """Starts the helper anew with all that was asked for, where sensors are switched off; else does nothing."""
        if not self._off:
            return
        self._only, self._crashes_ns, self.health.off = self._asked_only, [], None
        if self._process is not None:
            self._hang_restart_ns = time.monotonic_ns()
            self._kill(self._process, self._hang_restart_ns)

    def stop(self, timeout_s: float = 1.5) -> list[Event]:
        """Lets the helper read on until one counter update after now, ends and reaps it; blocks for at most about ``timeout_s``."""
        self._is_started, self._spawn_at_ns = False, None
        process = self._process
        events: list[Event] = []
        if process is None:
            return events
        process.send({"quit": True})
        end = time.monotonic() + timeout_s
        while not process.is_at_end and self._killed_ns is None and (left := end - time.monotonic()) > 0:
            process.wait_readable(left)
            events += self.on_readable()
        if process.wait(max(0.05, end - time.monotonic())) is None:
            process.kill()
            process.wait(0.5)
            events += self.on_readable()
        self._let_go(process)
        return events

    # What the owner may ask.

    @property
    def ready(self) -> bool:
        """Whether every back end has told its devices, or is known to be missing."""
        return not self._pending - self._off

    @property
    def pid(self) -> int | None:
        """The helper's process; None while none runs."""
        return self._process.pid if self._process else None

    @property
    def cpu_time_s(self) -> float:
        """Processor seconds of all helpers so far; of the present one as it last told."""
        return self._ended_cpu_s + self._helper_cpu_s

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices told so far, with what can be measured on them now."""
        return tuple(self._declared.devices.values())

    @property
    def calls(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """The (device, metric) of each value, by call, as ``RunWriter.declare`` takes them."""
        return self._declared.calls

    @property
    def quality(self) -> Mapping[str, tuple[str, str]]:
        """The (quality, source) of each "device/metric", as ``RunWriter.declare`` takes them."""
        return self._declared.quality

    # The helper's process.

    def _spawn(self, now_ns: int) -> None:
        self._spawn_at_ns = self._killed_ns = None
        self._hangs = {}
        self._has_spoken = self._has_told_stuck = False
        self._heard_ns = now_ns
        self._helper_cpu_s = 0.0
        self.health.restarts += self._has_spawned
        self._has_spawned = True
        command = self._command or helper_command(self._only, self._hz, self._deadline_s, self._extra, in_detail=self._in_detail)
        self._process = HelperProcess(command, self._stderr)
        self._process.send({"own": self._own, "base": self._ended_cpu_s})
        if self._watch[0] is not None:
            self._send_watch()

    def _try_to_spawn(self, now_ns: int, events: list[Event]) -> None:
        try:
            self._spawn(now_ns)
        except OSError as error:
            self._spawn_at_ns = now_ns + _LONGEST_BACK_OFF_NS
            self._tell(now_ns, "warning", f"the sensor helper cannot be started: {error.strerror}; it is tried again in 10 s", events)

    def _send_watch(self) -> None:
        if self._process is not None:
            self._process.send({"watch": self._watch[0], "apart": self._watch[1]})

    def _look_at_process(self, process: HelperProcess, now_ns: int, events: list[Event]) -> None:
        ended = process.poll()
        if ended is not None:
            events += self.on_readable()
            self._let_go(process)
            self._after_end(ended, now_ns, events)
        elif self._killed_ns is not None:
            self._look_at_killed(now_ns, events)
        elif now_ns - self._heard_ns > (self._deadline_s * 1e9 if self._has_spoken else START_NS):
            self._note_trouble("", self._heard_ns, f"the sensor helper was {NOT_ANSWERING} {_clock_time(self._heard_ns)}", events)
            self._kill(process, now_ns)
        elif self._hangs:
            self._look_at_hangs(process, now_ns, events)

    def _let_go(self, process: HelperProcess) -> None:
        """Counts what the helper took, and closes its pipes."""
        ended = process.poll()
        took = ended.cpu_time_s if ended is not None and ended.cpu_time_s is not None else self._helper_cpu_s
        self._ended_cpu_s += took
        self._helper_cpu_s = 0.0
        process.close()
        self._process = None

    def _after_end(self, ended: Ended, now_ns: int, events: list[Event]) -> None:
        is_hang_restart = self._hang_restart_ns is not None and self._hang_restart_ns == self._killed_ns
        if is_hang_restart:
            self._spawn_at_ns = now_ns + _HANG_BACK_OFF_NS
            return
        self.health.crashes += 1
        self._crashes_ns = [one for one in self._crashes_ns if now_ns - one < WITHIN_NS] + [now_ns]
        if self._killed_ns is None:
            self._note_trouble("", now_ns, f"the sensor helper {ended.words}", events)
        if len(self._crashes_ns) >= CRASHES and self._only is None:
            self._only = HOST
            reason = f"switched off: the sensor helper ended {CRASHES} times within a minute"
            self._tell(now_ns, "error", f"GPU sensors are {reason}", events)
            self._switch_off(self._vendors(), reason, events)
        back_off = _BACK_OFF_NS * 2 ** (min(len(self._crashes_ns), 10) - 1)
        self._spawn_at_ns = now_ns + min(back_off, _LONGEST_BACK_OFF_NS)

    def _kill(self, process: HelperProcess, now_ns: int) -> None:
        self._killed_ns = now_ns
        process.kill()

    def _look_at_killed(self, now_ns: int, events: list[Event]) -> None:
        assert self._killed_ns is not None
        if now_ns - self._killed_ns > self._deadline_s * 1e9 and not self._has_told_stuck:
            self._has_told_stuck = True
            text = "the sensor helper hangs in the driver and cannot be ended; no other is started beside it"
            self._note_trouble("", self._killed_ns, text, events)

    def _look_at_hangs(self, process: HelperProcess, now_ns: int, events: list[Event]) -> None:
        """Restarts a helper in which a vendor's call hangs: once a minute at most, and only where a kill can reach it.

        A back end that has hung again right after that is worth no other, which would cut the readings of other vendors.
        """
        is_recent = self._hang_restart_ns is not None and now_ns - self._hang_restart_ns < WITHIN_NS
        costs_others = any(backend_of(call) in self._vendors() - self._hangs.keys() - self._off for call in self.calls)
        worth = [hang for backend, hang in self._hangs.items() if backend not in self._off or not costs_others]
        if worth and not is_recent and not process.is_in_the_kernel():
            call, since = worth[0]
            self._hang_restart_ns = now_ns
            text = f"the sensor helper is started anew: {call} was {NOT_ANSWERING} {_clock_time(since)}"
            self._note_trouble("", now_ns, text, events)
            self._kill(process, now_ns)

    def _vendors(self) -> set[str]:
        """The back ends that load a vendor's library, as far as they were heard of."""
        named = {text.partition(":")[0] for text in self._extra}
        return {*self._pending, *self._declared.backends} - SAFE.keys() - named

    # What the helper says.

    def _take(self, line: bytes, events: list[Event]) -> None:
        self._heard_ns = time.monotonic_ns()
        self._has_spoken = True
        try:
            event = decode(json.loads(line))
        except (ValueError, RecursionError, EventError):
            self._count_garbage(events)
            return
        if isinstance(event, Sample):
            events += self._gaps.take(event)
            events.append(event)
        elif isinstance(event, Log):
            self._take_log(event, events)
        elif isinstance(event, Gap):
            events += self._gaps.told(event)
        elif isinstance(event, Table):
            events.append(event)
        elif isinstance(event, Hello):
            self._take_hello(event, events)
        else:
            self._count_garbage(events)

    def _count_garbage(self, events: list[Event]) -> None:
        self.health.garbage += 1
        if self.health.garbage == 1:
            self._tell(
                self._heard_ns, "warning", "the sensor helper sent a line that is no event; it and others like it are left out", events
            )

    def _take_log(self, log: Log, events: list[Event]) -> None:
        if log.level != "alive":
            events.append(log)
            return
        self._helper_cpu_s = log.values.get("cpu_time", self._helper_cpu_s)
        self.health.skipped = int(log.values.get("skipped", 0))
        hangs = {backend_of(call): (call, int(since)) for call, since in re.findall(r"(\S+) since (\d+)", log.text)}
        for backend in hangs.keys() - self._hangs.keys():
            self.health.hangs += 1
            call, since = hangs[backend]
            reason = f"{call} {NOT_ANSWERING} {_clock_time(since)}"
            self._note_trouble(backend, since, reason, events)
            if backend in self._pending and self._hang_restart_ns is not None:
                self._switch_off({backend}, reason, events)
        self._hangs = hangs

    def _take_hello(self, hello: Hello, events: list[Event]) -> None:
        try:
            told = Declaration.from_info(hello.info)
        except ValueError:
            self._count_garbage(events)
            return
        self._pending = told.pending
        self._off -= told.backends.keys()
        if not self._off:
            self.health.off = None
        told = told.with_silent_of(self._declared)
        self._declare(told, hello, events)

    def _declare(self, declaration: Declaration, hello: Hello, events: list[Event]) -> None:
        is_new = declaration != self._declared
        self._declared = declaration
        self._gaps.declare(declaration.calls, declaration.periods)
        if is_new:
            events.append(replace(hello, info=declaration.to_info()))

    # Trouble.

    def _switch_off(self, backends: Collection[str], reason: str, events: list[Event]) -> None:
        """Says of every GPU of these back ends, or of the GPUs as a whole, that no readings come and why."""
        self._off.update(backends)
        self.health.off = reason
        declared = self._declared.without_readings_of(backends, reason)
        self._declare(declared, Hello("helper", self.pid or 0, self._heard_ns), events)

    def _tell_health(self, now_ns: int, events: list[Event]) -> None:
        if self.health != self._told_health or now_ns - self._told_health_ns >= EVERY_NS:
            self._told_health, self._told_health_ns = replace(self.health), now_ns
            events.append(self.health.table(now_ns))

    def _note_trouble(self, backend: str, since_ns: int, reason: str, events: list[Event]) -> None:
        self._troubles = [*self._troubles[-7:], _Trouble(backend, since_ns, reason)]
        self._tell(self._heard_ns, "warning", reason, events)

    def _reason(self, call: str, last_ns: int) -> str | None:
        for trouble in reversed(self._troubles):
            if trouble.backend in ("", backend_of(call)) and trouble.since_ns >= last_ns - 1_000_000_000:
                return trouble.reason
        return None

    def _tell(self, now_ns: int, level: str, text: str, events: list[Event]) -> None:
        events.append(Log(now_ns, level, text))

    def _look_for_sleep(self, now_ns: int, events: list[Event]) -> None:
        """A suspend stops the monotonic clock, so that no silence shows it; the clock that counts on does."""
        asleep = _asleep_ns()
        slept, self._asleep_ns = asleep - self._asleep_ns, asleep
        if slept > _SLEPT_NS:
            reason = f"{SLEPT} for {_duration(slept * 1e-9)}"
            events += [Gap("", (), self._tick_ns, now_ns, reason), Log(now_ns, "warning", reason)]


def _asleep_ns() -> int:
    """How long the machine has slept since it was started: what the boot clock counts and the monotonic one does not."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def _clock_time(stamp_ns: int) -> str:
    return time.strftime("%H:%M:%S", time.localtime(time.time() - (time.monotonic_ns() - stamp_ns) * 1e-9))


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
