"""IOReport through a fake of zeus-apple-silicon's monitor."""

import sys
from dataclasses import dataclass

import pytest

from gpuscope.sensors.apple import ioreport
from gpuscope.sensors.energy_counter import EnergyLack, EnergySource


@dataclass
class Monitor:
    """The part of AppleEnergyMonitor and its figures that is used."""

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
    assert set(source.lacks) == {"memory_energy"}
    assert isinstance(ioreport(lambda: Monitor(cpu_total_mj=None)), EnergyLack)


def test_a_figure_that_goes_missing_is_a_failed_reading() -> None:
    monitor = Monitor()
    source = ioreport(lambda: monitor)
    assert isinstance(source, EnergySource)
    monitor.cpu_total_mj = None
    with pytest.raises(OSError, match="NoneType"):
        source.counters[0].read()


def test_without_the_package_the_cure_installs_it() -> None:
    assert ioreport() == EnergyLack(
        "the package zeus-apple-silicon, which reads IOReport, is not installed",
        f"Run '{sys.executable} -m pip install zeus-apple-silicon'.",
    )


def test_a_machine_without_counters_says_so() -> None:
    def refuse() -> Monitor:
        raise RuntimeError("no channels")

    assert ioreport(refuse) == EnergyLack("IOReport tells no energy here: no channels")
