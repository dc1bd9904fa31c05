"""Runs whose every event is known, as batches of a recorder, and the comparison of two `ShownRun` of the same run."""

from collections.abc import Sequence

import numpy as np
import pytest

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import End, Event, Gap, Hello, Log, Phase, Result, Sample, Steps
from gpuscope.core.run import RunRecord
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.sensors.declaration import Declaration
from gpuscope.storage.run_writer import RunWriter
from tests.cli import stored_runs

START_NS = stored_runs.START_NS
MS = 1_000_000
CPU = stored_runs.CPU
GPU = Device("gpu:0", DeviceKind.GPU, "A GPU", "GPU-1")
CALLS = {"host.fast": [("cpu", "utilization"), ("cpu", "disk_read")], "nvml.fast": [("gpu:0", "power")]}
WIDER = {**CALLS, "nvml.fast": [("gpu:0", "power"), ("gpu:0", "energy")]}
PERIODS = {"host.fast": 0.1, "nvml.fast": 0.2}
WORKLOAD = Hello("workload", 7, START_NS, {"steps": 600, "warmup_steps": 20, "samples_per_step": 64})


def helper_hello(calls: dict[str, list[tuple[str, str]]] = CALLS) -> Hello:
    declaration = Declaration({"cpu": CPU, "gpu:0": GPU}, calls, PERIODS, {}, frozenset())
    return Hello("helper", 1, START_NS, declaration.to_info())


def batch(seq: int) -> list[Event]:
    """Return 0.1 s of events: readings, 20 steps of 5 ms, occasional rare events; the host's sensors hang in batches 30 to 39."""
    at = START_NS + seq * 100 * MS
    events: list[Event] = [] if seq else [helper_hello(), WORKLOAD, Phase("warmup", at + 1, 0)]
    if seq == 10:
        events += [helper_hello(WIDER), Phase("measured", at, 20)]
    if not 30 <= seq < 40:
        value = None if seq % 7 == 3 else seq / 100
        events.append(Sample("host.fast", at + seq % 5, at + MS + seq % 3, (value, 4096 * seq)))
    if seq % 2 == 0:
        events.append(Sample("nvml.fast", at + 2 * MS, at + 3 * MS, (70 + seq, 7.5 * seq) if seq > 10 else (70 + seq,)))
    events.append(Steps(7, 20 * seq, tuple(at + (place + 1) * 5 * MS for place in range(20))))
    if seq % 5 == 0:
        events.append(Log(at + 4, "values", values={"loss": 1 / (seq + 1)}, step=20 * seq))
    if seq == 20:
        events += [Log(at + 5, "mark", "here"), Log(at + 6, "info", "epoch 1"), Log(at, "clocks", values={"realtime_s": 1.0})]
    if seq == 32:
        events.append(Gap("cpu", ("utilization", "disk_read"), at - 200 * MS, None, "the sensor helper hangs"))
    if seq == 40:
        events.append(Gap("cpu", ("utilization", "disk_read"), at - 1000 * MS, at, "the sensor helper hung"))
    return events


def end(seq: int) -> list[Event]:
    at = START_NS + seq * 100 * MS
    return [Phase("evaluate", at, 20 * seq), Result(at, {}, {"threads": 2}), End(at + MS, "finished", 0)]


def batches(count: int) -> list[tuple[int, list[Event]]]:
    return [*((seq, batch(seq)) for seq in range(count)), (count, end(count))]


def write(writer: RunWriter, numbered: Sequence[tuple[int, Sequence[Event]]]) -> None:
    """Write batches as a journal does: the declarations of a hello first, then the events."""
    for seq, events in numbered:
        for event in events:
            if isinstance(event, Hello) and event.role == "helper":
                told = Declaration.from_info(event.info)
                writer.declare(list(told.devices.values()), told.calls, told.quality)
        writer.append([(seq, events)])


def live_data(record: RunRecord, numbered: Sequence[tuple[int, Sequence[Event]]]) -> ShownRun:
    data = ShownRun(record)
    for _, events in numbered:
        data.apply(events, START_NS)
    return data


def assert_same(one: ShownRun, other: ShownRun) -> None:
    """Assert that both show the same data, value by value."""
    assert one.series_keys() == other.series_keys()
    for key in one.series_keys():
        for left, right in zip(one.series(*key), other.series(*key), strict=True):
            np.testing.assert_array_equal(left, right, err_msg=str(key))
        for left, right in zip(one.rate(*key), other.rate(*key), strict=True):
            np.testing.assert_array_equal(left, right, err_msg=f"rate of {key}")
        assert one.latest(*key) == other.latest(*key), key
        assert one.machine.rate(*key) == pytest.approx(other.machine.rate(*key)), key
        assert one.machine.energy(key[0]) == pytest.approx(other.machine.energy(key[0])), key
        assert one.machine.load(key[0]) == pytest.approx(other.machine.load(key[0])), key
    for left, right in zip(one.throughput(), other.throughput(), strict=True):
        np.testing.assert_array_equal(left, right, err_msg="throughput")
    np.testing.assert_array_equal(one.step_ends(), other.step_ends())
    np.testing.assert_array_equal(one.step_counts(), other.step_counts())
    assert one.logged_keys() == other.logged_keys()
    for told in one.logged_keys():
        for left, right in zip(one.logged(told), other.logged(told), strict=True):
            np.testing.assert_array_equal(left, right, err_msg=told)
    for name in ("devices", "gaps", "marks", "phases", "log", "log_count", "facts", "end_s", "end", "throughput_unit"):
        assert getattr(one, name) == getattr(other, name), name
    assert one.progress.steps == other.progress.steps
