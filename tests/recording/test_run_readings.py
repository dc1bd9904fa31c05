"""Tests of the declarations of a run's readings."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from gpuscope.core.event import Event, Hello, Sample
from gpuscope.core.event_batch import SeriesLayout
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.run_readings import CommandWindow, RunReadings
from gpuscope.recording.sensor_supervisor import SensorSupervisor
from gpuscope.sensors.declaration import Declaration

CALLS = {"slow": (("workload", "cpu_time"),), "fast": (("gpu:0", "energy"),)}
SENSORS = SimpleNamespace(ready=True, calls=CALLS)
SECOND = 1_000_000_000


def looked_at(*readings: tuple[str, float]) -> tuple[int, int] | None:
    window = CommandWindow()
    for call, at_s in readings:
        stamp = round(at_s * SECOND)
        window.observe(Sample(call, stamp, stamp, (1.0,)), 0, SENSORS)  # type: ignore[arg-type]
    return window.until(9 * SECOND)


def test_it_opens_with_the_first_reading_of_the_last_device() -> None:
    assert looked_at(("fast", 0.1), ("fast", 0.2), ("slow", 0.25), ("fast", 0.3)) == (SECOND // 4, 9 * SECOND)


def test_it_opens_then_also_when_readings_come_one_call_after_the_other() -> None:
    assert looked_at(("slow", 0.7), ("fast", 0.1), ("fast", 0.2)) == (SECOND * 7 // 10, 9 * SECOND)


def test_it_opens_after_three_seconds_where_a_device_is_silent() -> None:
    assert looked_at(("fast", 0.1), ("fast", 2.9)) is None
    assert looked_at(("fast", 0.1), ("fast", 3.1)) == (SECOND * 31 // 10, 9 * SECOND)


def test_what_lies_between_two_declarations_of_one_read_is_under_the_first(tmp_path: Path) -> None:
    told: list[object] = []
    batches: Any = SimpleNamespace(add=told.append, declare=told.append, is_watched=False)
    request: Any = SimpleNamespace(spec=RunSpec("command", command=("true",)), sensors=(), power_hz=10, attached=None)
    readings = RunReadings(request, tmp_path, batches, SimpleNamespace(is_reading=False), SimpleNamespace(notice=print))  # type: ignore[arg-type]
    wide, narrow = ({"c": [("cpu", "utilization"), ("cpu", "clock")][:width]} for width in (2, 1))
    hellos = [Hello("helper", 1, 1, Declaration(calls=calls).to_info()) for calls in (wide, narrow)]
    events: list[Event] = [hellos[0], Sample("c", 1, 2, (1.0, 2.0)), hellos[1], Sample("c", 3, 4, (1.0,))]
    readings._sensors = SensorSupervisor()
    readings._handle(events)
    widths = [len(one.calls["c"]) for one in told if isinstance(one, SeriesLayout)]
    assert widths == [2, 1]
    assert [type(one) for one in told] == [SeriesLayout, Hello, Sample, SeriesLayout, Hello, Sample]
