"""The sensor helper: the only process that loads vendor libraries. Its protocol is in ARCHITECTURE.md, "Sensor helper".

Start it with ``helper_command``. It may hang or crash with its libraries; its owner enforces deadlines and restarts it.
"""

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from gpuscope.core.device import Device
from gpuscope.core.event import HANGS_SINCE, Event, Hello, Log
from gpuscope.sensors.backend import FAST_HZ, Backend
from gpuscope.sensors.backends import BACKENDS, make_backends
from gpuscope.sensors.declaration import Declaration
from gpuscope.sensors.host import HostBackend
from gpuscope.sensors.line_writer import LineWriter
from gpuscope.sensors.schedule import Schedule
from gpuscope.system.waiting import readable

ALIVE_NS = 1_000_000_000
"""Interval of the "alive" messages. Below :data:`DEADLINE_S`, so that a helper that hangs as a whole misses one before the deadline."""
DEADLINE_S = 2.0
"""A vendor call that takes longer counts as hanging (faults.md, decision 1)."""
_POLL_S = 0.25
"""Interval at which calls in progress are checked; a hang is reported at most this much after its deadline."""
_END_S = 1.0
"""How long the last round may take before the helper exits regardless."""
_APART_NS = 2_000_000
"""Offset between the ticks of two threads; see ``Helper``."""


class Helper:
    """Runs each back end in a thread, and communicates with the owner.

    Args:
        backends: The back ends to read.
        hz: Rate of the fast calls; limits the offset between the threads' ticks.
        inbox: Descriptor from which the owner's lines are read.
        writer: Writes the helper's lines.
        deadline_s: How long a vendor call may take.
    """

    def __init__(self, backends: Sequence[Backend], hz: float, inbox: int, writer: LineWriter, deadline_s: float = DEADLINE_S) -> None:
        self._deadline_ns = round(deadline_s * 1e9)
        self._writer = writer
        self._inbox = inbox
        self._buffer = b""
        self._declaring = threading.Lock()
        self._has_quit = False
        self._host = next((backend for backend in backends if isinstance(backend, HostBackend)), None)
        # Ticks are aligned to a grid on the monotonic clock, so that all threads report held readings together. The threads are offset
        # slightly, so that they do not wait for each other, and each benefits from what the previous one loaded into the cache.
        step = min(_APART_NS, round(1e9 / hz / max(1, len(backends))))
        self._schedules = [Schedule(backend, index * step, writer.write, self._declare) for index, backend in enumerate(backends)]
        self._own([])

    def run(self) -> None:
        """Run until the owner sends quit or is gone."""
        for schedule in self._schedules:
            schedule.start()
        next_alive = time.monotonic_ns() + ALIVE_NS
        while not self._has_quit and not self._writer.closed:
            now = time.monotonic_ns()
            if now >= next_alive:
                self._report_alive(now)
                next_alive = now + ALIVE_NS
            self._listen(min((next_alive - now) * 1e-9, _POLL_S if self._is_in_call(now) else 1.0))
            if self._hangs(time.monotonic_ns()):
                next_alive = min(next_alive, time.monotonic_ns() + round(_POLL_S * 1e9))
        self._end()

    def _is_in_call(self, now_ns: int) -> bool:
        return any(schedule.in_flight is not None and now_ns - schedule.in_flight[1] > _POLL_S * 1e9 for schedule in self._schedules)

    def _hangs(self, now_ns: int) -> dict[str, float]:
        """Return the calls that are past their deadline, as values of a log."""
        under_way = [call.in_flight for call in self._schedules]
        return {f"{HANGS_SINCE}{call[0]}": call[1] for call in under_way if call is not None and now_ns - call[1] >= self._deadline_ns}

    def _report_alive(self, now_ns: int) -> None:
        skipped = sum(schedule.skipped for schedule in self._schedules)
        values = {"cpu_time": time.process_time(), "skipped": float(skipped), **self._hangs(now_ns)}
        self._writer.write([Log(now_ns, "alive", values=values)])

    def _listen(self, timeout_s: float) -> None:
        if not readable([self._inbox], timeout_s):
            return
        content = os.read(self._inbox, 65536)
        if not content:
            self._has_quit = True
            return
        *lines, self._buffer = (self._buffer + content).split(b"\n")
        for line in lines:
            self._obey(line)

    def _obey(self, line: bytes) -> None:
        try:
            order: dict[str, Any] = json.loads(line)
            if "watch" in order and self._host:
                self._host.watch(order["watch"], [int(pid) for pid in order.get("apart", ())])
            if "own" in order:
                self._own([int(pid) for pid in order["own"]], float(order.get("base", 0.0)))
            for schedule in self._schedules if "live" in order else ():
                schedule.is_live = bool(order["live"])
            self._has_quit |= bool(order.get("quit"))
        except (ValueError, TypeError, AttributeError) as error:
            self._writer.write([Log(time.monotonic_ns(), "warning", f"the sensor helper does not understand its owner: {error}")])

    def _own(self, pids: Sequence[int], base_s: float = 0.0) -> None:
        if self._host:
            self._host.own(list(dict.fromkeys([*pids, os.getpid()])), base_s)

    def _declare(self) -> None:
        with self._declaring:
            declarations = [schedule.declaration for schedule in self._schedules if schedule.declaration is not None]
            devices: dict[str, Device] = {}
            for device in (device for schedule in declarations for device in schedule.devices.values()):
                earlier = devices.get(device.key)
                devices[device.key] = earlier.joined(device) if earlier else device
            whole = Declaration(
                devices,
                {name: series for schedule in declarations for name, series in schedule.calls.items()},
                {name: period for schedule in declarations for name, period in schedule.periods.items()},
                {key: value for schedule in declarations for key, value in schedule.quality.items()},
                frozenset(schedule.backend_name for schedule in self._schedules if schedule.declaration is None),
                {
                    schedule.backend_name: tuple(schedule.declaration.devices)
                    for schedule in self._schedules
                    if schedule.declaration is not None
                },
            )
            self._writer.declare(whole.calls)
            events: list[Event] = [Hello("helper", os.getpid(), time.monotonic_ns(), whole.to_info())]
            self._writer.write(events)

    def _end(self) -> None:
        for schedule in self._schedules:
            schedule.finish()
        end = time.monotonic() + _END_S
        for schedule in self._schedules:
            schedule.ended.wait(max(0.0, end - time.monotonic()))
        self._report_alive(time.monotonic_ns())
        self._writer.drain(0.2)


def main() -> None:
    """Entry point of the helper process."""
    parser = argparse.ArgumentParser(prog="gpuscope-sensors")
    parser.add_argument("--only", choices=sorted(BACKENDS))
    parser.add_argument("--sensor", action="append", default=[])
    parser.add_argument("--hz", type=float, default=FAST_HZ)
    parser.add_argument("--power-hz", type=float)
    parser.add_argument("--detail", action="store_true")
    parser.add_argument("--deadline", type=float, default=DEADLINE_S)
    arguments = parser.parse_args()
    # Vendor libraries print; redirect their output to standard error, so that it cannot mix with our lines.
    outbox = os.dup(1)
    os.dup2(2, 1)
    sys.setswitchinterval(0.001)
    backends = make_backends(arguments.only, arguments.sensor, arguments.hz, arguments.power_hz, arguments.detail)
    Helper(backends, arguments.hz, 0, LineWriter(outbox), arguments.deadline).run()
    os._exit(0)  # A thread that hangs in a vendor library would block an ordinary exit.
