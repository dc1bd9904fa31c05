"""Perf's energy events on a simulated unit whose descriptors are files of the test."""

import os
import sys
from pathlib import Path

import pytest

from gpuscope.sensors.energy_counter import EnergySource, Unavailable
from gpuscope.sensors.perf_energy import perf, perf_event_open
from tests.sensors.powercap_tree import AMD, PowercapTree


class Events:
    """Opens pipes in place of events; a value written to a pipe is the event's next reading."""

    def __init__(self, refusal: OSError | None = None) -> None:
        self.asked: list[tuple[int, int, int]] = []
        self.writers: list[int] = []
        self._refusal = refusal

    def open(self, kind: int, config: int, cpu: int) -> int:
        self.asked.append((kind, config, cpu))
        if self._refusal is not None and len(self.asked) > 1:
            raise self._refusal
        reader, writer = os.pipe()
        self.writers.append(writer)
        self.count(-1, 0)
        return reader

    def count(self, index: int, value: int) -> None:
        os.write(self.writers[index], value.to_bytes(8, sys.byteorder))

    def close(self) -> None:
        for writer in self.writers:
            os.close(writer)


def test_one_event_a_package_with_its_scale(tmp_path: Path) -> None:
    tree = PowercapTree(tmp_path)
    tree.event("energy-pkg", "event=0x02", "0,28")
    tree.event("energy-ram", "event=0x03", "0,28")
    events = Events()
    source = perf(tmp_path, events.open)
    assert isinstance(source, EnergySource)
    assert events.asked == [(32, 2, 0), (32, 2, 28), (32, 3, 0), (32, 3, 28)]
    assert [(one.metric, one.name) for one in source.counters[1:3]] == [
        ("energy", "energy-pkg of processor 28"),
        ("memory_energy", "energy-ram of processor 0"),
    ]
    events.count(1, 5 << 32)
    counter = source.counters[1]
    assert counter.read() * counter.unit_j == 5
    assert source.restarts
    source.close()
    events.close()


def test_amds_dies_show_their_package_and_are_opened_once(tmp_path: Path) -> None:
    tree = PowercapTree(tmp_path, AMD)
    tree.event("energy-pkg", "event=0x02", "0-2,64")
    for cpu, package in ((0, 0), (1, 0), (2, 0), (64, 1)):
        tree.package(cpu, package)
    events = Events()
    source = perf(tmp_path, events.open)
    assert isinstance(source, EnergySource)
    assert [cpu for _, _, cpu in events.asked] == [0, 64]
    assert source.quality == "vendor-modelled"
    assert "memory_energy" in source.unavailable
    source.close()
    events.close()


def test_a_refusal_closes_what_was_open_and_names_the_cure(tmp_path: Path) -> None:
    PowercapTree(tmp_path).event("energy-pkg", "event=0x02", "0,28")
    events = Events(PermissionError(13, "Permission denied"))
    found = perf(tmp_path, events.open)
    assert isinstance(found, Unavailable)
    assert "perf_event_paranoid" in (found.cure or "")
    assert "CAP_PERFMON" in (found.cure or "")
    events.close()


def test_an_event_that_is_not_understood_or_not_there_is_a_reason(tmp_path: Path) -> None:
    assert perf(tmp_path) == Unavailable("no perf power events")
    tree = PowercapTree(tmp_path)
    tree.event("energy-pkg", "event=0x02,umask=0x1")
    events = Events()
    found = perf(tmp_path, events.open)
    assert isinstance(found, Unavailable)
    assert "'event=0x02,umask=0x1' is not understood" in found.reason
    tree.event("energy-pkg", "event=0x02")
    (tmp_path / "sys/bus/event_source/devices/power/cpumask").unlink()
    assert perf(tmp_path, events.open) == Unavailable("perf reports no processor for energy-pkg")
    assert events.asked == []


def test_an_event_in_an_error_state_fails(tmp_path: Path) -> None:
    PowercapTree(tmp_path).event("energy-pkg", "event=0x02")
    events = Events()
    source = perf(tmp_path, events.open)
    assert isinstance(source, EnergySource)
    events.close()
    with pytest.raises(OSError, match="error state"):
        source.counters[0].read()
    source.close()


def test_the_real_call_refuses_a_unit_that_is_not_there() -> None:
    with pytest.raises(OSError, match=r".+") as caught:
        perf_event_open(2**31 - 1, 0, 0)
    assert caught.value.errno


def test_the_real_call_counts_on_one_processor() -> None:
    try:
        descriptor = perf_event_open(1, 0, 0)  # PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK
    except OSError as error:
        pytest.skip(f"perf is refused here: {error}")
    first, second = (int.from_bytes(os.read(descriptor, 8), sys.byteorder) for _ in range(2))
    os.close(descriptor)
    assert second > first
