"""An owner of the sensor helper that works like a recorder's loop, and helpers that run a few given lines."""

import os
import sys
import time
from collections.abc import Callable, Iterator

import psutil
import pytest

from gpuscope.core.event import Event, Gap, Log, Sample, Samples, Table
from gpuscope.recording.helper_keeper import HelperHealth
from gpuscope.recording.sensor_supervisor import SensorSupervisor

FIELDS = "nvml.fields:gpu:0"


class Owner:
    """Drives a supervisor as a recorder's loop does, and keeps all events."""

    def __init__(self, **options: object) -> None:
        self.supervisor = SensorSupervisor(**options)  # type: ignore[arg-type]
        self.events: list[Event] = []
        self.pids: list[int] = []

    def turn(self) -> None:
        descriptor = self.supervisor.fileno()
        wait_ns = self.supervisor.next_deadline_ns() - time.monotonic_ns()
        if descriptor is not None and self.supervisor._keeper.process is not None:
            self.supervisor._keeper.process.wait_readable(min(0.1, max(0, wait_ns) * 1e-9))
            self.events += self.supervisor.on_readable()
        else:
            time.sleep(min(0.05, max(0, wait_ns) * 1e-9))
        if time.monotonic_ns() >= self.supervisor.next_deadline_ns():
            self.events += self.supervisor.tick(time.monotonic_ns())
        pid = self.supervisor.pid
        if pid is not None and pid not in self.pids:
            # There must never be two helpers at once.
            assert not any(psutil.pid_exists(earlier) for earlier in self.pids)
            self.pids.append(pid)

    def until(self, is_enough: Callable[["Owner"], bool], timeout_s: float = 15) -> None:
        end = time.monotonic() + timeout_s
        while not is_enough(self):
            assert time.monotonic() < end, f"not in time; the last events were {self.events[-5:]}"
            self.turn()

    def drive(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self.until(lambda _: time.monotonic() >= end)

    def samples(self, call: str) -> list[Sample]:
        told = [
            [event] if isinstance(event, Sample) else list(event.each()) for event in self.events if isinstance(event, Sample | Samples)
        ]
        return [sample for samples in told for sample in samples if sample.call == call]

    def gaps(self, device: str, metric: str) -> list[Gap]:
        return [event for event in self.events if isinstance(event, Gap) and event.device == device and metric in event.metrics]

    def health(self) -> HelperHealth | None:
        """The helper's health as last reported; None before the first report."""
        tables = [event for event in self.events if isinstance(event, Table) and (event.device, event.name) == ("recorder", "helper")]
        return HelperHealth.of(tables[-1]) if tables else None

    def words(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Log)]


@pytest.fixture
def start() -> Iterator[Callable[..., Owner]]:
    made: list[Owner] = []

    def begin(**options: object) -> Owner:
        owner = Owner(**options)
        made.append(owner)
        owner.supervisor.start(own_pids=[os.getpid()])
        return owner

    yield begin
    for one in made:
        one.supervisor.stop(0.2)


def scripted(code: str) -> list[str]:
    """Return a helper that runs the given lines; ``say`` prints an event."""
    lines = "import json, os, sys, time\ndef say(**words): print(json.dumps(words), flush=True)\n"
    return [sys.executable, "-I", "-c", lines + code]


HELLO = """
info = {"devices": [{"device": "cpu", "kind": "cpu", "name": "fake"}], "calls": {"host.machine": [["cpu", "memory_used"]]},
        "periods": {"host.machine": 0.05}, "quality": {"cpu/memory_used": ["measured", "fake"]}, "pending": []}
def hello(): say(e="hello", role="helper", pid=os.getpid(), t=time.monotonic_ns(), version=1, info=info)
def sample(): say(e="sample", call="host.machine", b=time.monotonic_ns(), a=time.monotonic_ns(), v=[1])
def listen(): sys.stdin.read()
"""
