"""What a run's readings are declared as."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from gpuscope.core.event import Event, Hello, Sample
from gpuscope.core.event_batch import SeriesLayout
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.run_readings import RunReadings
from gpuscope.sensors.declaration import Declaration


def test_what_lies_between_two_declarations_of_one_read_is_under_the_first(tmp_path: Path) -> None:
    told: list[object] = []
    batches: Any = SimpleNamespace(add=told.append, declare=told.append, is_watched=False)
    request: Any = SimpleNamespace(spec=RunSpec("command", command=("true",)), sensors=(), power_hz=10, attached=None)
    readings = RunReadings(request, batches, SimpleNamespace(is_reading=False), SimpleNamespace(notice=print))  # type: ignore[arg-type]
    wide, narrow = ({"c": [("cpu", "utilization"), ("cpu", "clock")][:width]} for width in (2, 1))
    hellos = [Hello("helper", 1, 1, Declaration(calls=calls).to_info()) for calls in (wide, narrow)]
    events: list[Event] = [hellos[0], Sample("c", 1, 2, (1.0, 2.0)), hellos[1], Sample("c", 3, 4, (1.0,))]
    readings._take(events)
    widths = [len(one.calls["c"]) for one in told if isinstance(one, SeriesLayout)]
    assert widths == [2, 1]
    assert [type(one) for one in told] == [SeriesLayout, Hello, Sample, SeriesLayout, Hello, Sample]
