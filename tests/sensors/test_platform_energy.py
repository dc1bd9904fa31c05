"""Windows' Energy Meter Interface on a simulated meter with the documented layout; IOReport through a fake of zeus-apple-silicon."""

import struct
import sys
from dataclasses import dataclass

import pytest

from gpuscope.sensors.energy_counter import EnergySource, Unavailable
from gpuscope.sensors.platform_energy import GET_MEASUREMENT, GET_METADATA, GET_METADATA_SIZE, GET_VERSION, energy_meters, ioreport

CHANNELS = ("RAPL_Package0_PKG", "RAPL_Package0_PP0", "RAPL_Package0_PP1", "RAPL_Package0_DRAM")


class FakeMeter:
    """A meter whose channels count 1000, 2000 … picowatt-hours."""

    def __init__(self, channels: tuple[str, ...] = CHANNELS, version: int = 2, unit: int = 0, cut: int = 0) -> None:
        self.closed = 0
        self._version, self._cut = version, cut
        metadata = "Maker".encode("utf-16-le").ljust(32, b"\0") + "Model".encode("utf-16-le").ljust(32, b"\0")
        metadata += struct.pack("<HH", 1, len(channels))
        for name in channels:
            words = (name + "\0").encode("utf-16-le")
            metadata += struct.pack("<lH", unit, len(words)) + words
        measured = b"".join(struct.pack("<QQ", 1000 * (index + 1), 7) for index in range(len(channels)))
        self._answers = {GET_METADATA: metadata, GET_MEASUREMENT: measured, GET_METADATA_SIZE: struct.pack("<L", len(metadata))}

    def control(self, code: int, size: int) -> bytes:
        if code == GET_VERSION:
            return struct.pack("<H", self._version)
        answer = self._answers[code]
        assert size == len(answer)
        return answer[: len(answer) - self._cut]

    def close(self) -> None:
        self.closed += 1


def test_the_packages_are_taken_and_the_planes_within_them_left() -> None:
    meters = [FakeMeter(), FakeMeter(("RAPL_Package1_PKG",))]
    source = energy_meters(meters)
    assert isinstance(source, EnergySource)
    assert [(one.metric, one.name) for one in source.counters] == [
        ("energy", "RAPL_Package0_PKG"),
        ("memory_energy", "RAPL_Package0_DRAM"),
        ("energy", "RAPL_Package1_PKG"),
    ]
    assert [one.read() * one.unit_j for one in source.counters] == pytest.approx([3.6e-6, 4 * 3.6e-6, 3.6e-6])
    assert source.untried
    source.close()
    assert [one.closed for one in meters] == [1, 1]


@pytest.mark.parametrize(
    "meter", [FakeMeter(version=1), FakeMeter(unit=1), FakeMeter(("Battery",)), FakeMeter(cut=20)], ids=["old", "unit", "other", "cut off"]
)
def test_a_meter_that_tells_no_package_is_none(meter: FakeMeter) -> None:
    found = energy_meters([meter])
    assert isinstance(found, Unavailable)
    assert "virtual machines" in found.reason
    assert meter.closed


def test_an_answer_that_is_cut_off_is_a_failed_reading() -> None:
    meter = FakeMeter(("RAPL_Package0_PKG",))
    source = energy_meters([meter])
    assert isinstance(source, EnergySource)
    meter._cut = 1
    with pytest.raises(OSError, match="cut off"):
        source.counters[0].read()


@dataclass
class Monitor:
    """The parts of AppleEnergyMonitor and its figures that are used."""

    cpu_total_mj: int | None = 1500
    dram_mj: int | None = 200
    gpu_mj: int | None = 9999

    def get_cumulative_energy(self) -> "Monitor":
        return self


def test_processor_and_memory_are_taken_as_modelled_by_the_vendor() -> None:
    source = ioreport(Monitor)
    assert isinstance(source, EnergySource)
    assert [one.metric for one in source.counters] == ["energy", "memory_energy"]
    assert [one.read() * one.unit_j for one in source.counters] == pytest.approx([1.5, 0.2])
    assert source.quality == "vendor-modelled"
    assert source.untried


def test_a_chip_that_tells_no_memory_keeps_the_processor_and_one_without_that_has_nothing() -> None:
    source = ioreport(lambda: Monitor(dram_mj=None))
    assert isinstance(source, EnergySource)
    assert set(source.unavailable) == {"memory_energy"}
    assert isinstance(ioreport(lambda: Monitor(cpu_total_mj=None)), Unavailable)


def test_a_figure_that_goes_missing_is_a_failed_reading() -> None:
    monitor = Monitor()
    source = ioreport(lambda: monitor)
    assert isinstance(source, EnergySource)
    monitor.cpu_total_mj = None
    with pytest.raises(OSError, match="NoneType"):
        source.counters[0].read()


def test_without_the_package_the_cure_installs_it() -> None:
    assert ioreport() == Unavailable(
        "the package zeus-apple-silicon, which reads IOReport, is not installed",
        f"Run '{sys.executable} -m pip install zeus-apple-silicon'.",
    )


def test_a_machine_without_counters_says_so() -> None:
    def refuse() -> Monitor:
        raise RuntimeError("no channels")

    assert ioreport(refuse) == Unavailable("IOReport reports no energy here: no channels")
