"""When the window of a command opens."""

from types import SimpleNamespace

from gpuscope.core.event import Sample
from gpuscope.recording.command_window import CommandWindow

CALLS = {"slow": (("workload", "cpu_time"),), "fast": (("gpu:0", "energy"),)}
SENSORS = SimpleNamespace(ready=True, calls=CALLS)
SECOND = 1_000_000_000


def looked_at(*readings: tuple[str, float]) -> tuple[int, int] | None:
    window = CommandWindow()
    for call, at_s in readings:
        stamp = round(at_s * SECOND)
        window.look(Sample(call, stamp, stamp, (1.0,)), 0, SENSORS)  # type: ignore[arg-type]
    return window.until(9 * SECOND)


def test_it_opens_with_the_first_reading_of_the_last_device() -> None:
    assert looked_at(("fast", 0.1), ("fast", 0.2), ("slow", 0.25), ("fast", 0.3)) == (SECOND // 4, 9 * SECOND)


def test_it_opens_then_also_when_readings_come_one_call_after_the_other() -> None:
    assert looked_at(("slow", 0.7), ("fast", 0.1), ("fast", 0.2)) == (SECOND * 7 // 10, 9 * SECOND)


def test_it_opens_after_three_seconds_where_a_device_is_silent() -> None:
    assert looked_at(("fast", 0.1), ("fast", 2.9)) is None
    assert looked_at(("fast", 0.1), ("fast", 3.1)) == (SECOND * 31 // 10, 9 * SECOND)
