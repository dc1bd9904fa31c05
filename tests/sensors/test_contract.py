"""The contract that every back end keeps. A new back end is a line of ``MAKERS``."""

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from gpuscope.core.device_metrics import DEVICE_METRICS
from gpuscope.core.event import Gap
from gpuscope.sensors.amd import AmdFinder
from gpuscope.sensors.backend import Backend, GlancingBackend, Reading, period_ns
from gpuscope.sensors.backends import BACKENDS, REQUESTED
from gpuscope.sensors.card_backend import CardBackend
from gpuscope.sensors.cpu_energy import CpuEnergyBackend
from gpuscope.sensors.energy_counter import Unavailable
from gpuscope.sensors.host import HostBackend
from gpuscope.sensors.host_psutil import PsutilSource
from gpuscope.sensors.intel_gpu import IntelFinder
from gpuscope.sensors.nvml import NvmlBackend
from gpuscope.sensors.platform_energy import energy_meters, ioreport
from gpuscope.sensors.recording_file import RecordingWriter
from gpuscope.sensors.replay import ReplayBackend
from gpuscope.sensors.simulated import SimulatedBackend
from tests.sensors.gpu_fakes import FakeAmdSmi, FakePyzes, amd_tree, intel_tree
from tests.sensors.powercap_tree import PowercapTree
from tests.sensors.test_platform_energy import FakeMeter, Monitor
from tests.sensors.test_replay import declared, gpu, sample

KNOWN = {metric.key: metric for metric in DEVICE_METRICS}
QUALITIES = {"measured", "derived", "vendor-modelled", "estimated"}
HIGHEST = {"1": 10_000, "W": 3000, "Hz": 2e10, "°C": 120, "B": 1e17, "B/s": 1e12, "J": 1e12, "s": 1e10, "bits": 2**64}
"""No reading of a whole machine in SI units exceeds these values; in milli, micro or percent it would. ("1" includes process counts.)"""


class NoModule:
    """A vendor's module without any of the attributes that are used."""


def _host(_request: pytest.FixtureRequest, _root: Path) -> Backend:
    return HostBackend()


def _psutil(_request: pytest.FixtureRequest, _root: Path) -> Backend:
    return HostBackend(source=PsutilSource)


def _nvml(request: pytest.FixtureRequest, _root: Path) -> Backend:
    request.getfixturevalue("fresh_pynvml")
    placed = request.getfixturevalue("standin")
    placed.show(placed.machine.with_gpu(1, mig=1))
    return NvmlBackend()


def _powercap(_request: pytest.FixtureRequest, root: Path) -> Backend:
    tree = PowercapTree(root)
    tree.zone("intel-rapl:0", "package-0", 10_000_000)
    tree.zone("intel-rapl:0:0", "dram", 3_000_000)
    return CpuEnergyBackend(root=root)


def _emi(_request: pytest.FixtureRequest, root: Path) -> Backend:
    return CpuEnergyBackend(root=root, find=lambda _: energy_meters([FakeMeter()]))


def _apple(_request: pytest.FixtureRequest, root: Path) -> Backend:
    return CpuEnergyBackend(root=root, find=lambda _: ioreport(Monitor))


def _amd_sysfs(_request: pytest.FixtureRequest, root: Path) -> Backend:
    amd_tree(root)
    return CardBackend("amd", AmdFinder(root, NoModule()), 10)


def _amd_smi(_request: pytest.FixtureRequest, root: Path) -> Backend:
    amd_tree(root)
    return CardBackend("amd", AmdFinder(root, FakeAmdSmi()), 10)


def _intel_hwmon(_request: pytest.FixtureRequest, root: Path) -> Backend:
    intel_tree(root)
    return CardBackend("intel", IntelFinder(root, NoModule()), 10)


def _intel_sysman(_request: pytest.FixtureRequest, root: Path) -> Backend:
    intel_tree(root)
    return CardBackend("intel", IntelFinder(root, FakePyzes()), 10)


def _simulated(_request: pytest.FixtureRequest, _root: Path) -> Backend:
    return SimulatedBackend(count=2)


def _replay(_request: pytest.FixtureRequest, root: Path) -> Backend:
    path = root / "machine.gpurec"
    with RecordingWriter(path) as writer:
        writer.write([declared(gpu()), *(sample(50 + index / 1e5, 100.0, 10.0 * index) for index in range(5))])
    return ReplayBackend(path)


MAKERS: dict[str, Callable[[pytest.FixtureRequest, Path], Backend]] = {
    "host": _host,
    "host by psutil": _psutil,
    "nvml": _nvml,
    "cpu-energy": _powercap,
    "cpu-energy by EMI": _emi,
    "cpu-energy by IOReport": _apple,
    "amd": _amd_sysfs,
    "amd by AMD SMI": _amd_smi,
    "intel": _intel_hwmon,
    "intel by Sysman": _intel_sysman,
    "simulated": _simulated,
    "replay": _replay,
}


@pytest.fixture(params=MAKERS)
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    made = MAKERS[request.param](request, tmp_path)
    made.open()
    if isinstance(made, HostBackend):
        made.watch(os.getpid())
        made.own([os.getpid()])
    yield made
    made.close()


def poll(backend: Backend) -> list[tuple[Reading, tuple[tuple[str, str], ...]]]:
    """Make every call once."""
    taken = [(backend.read(call.name), call.series) for call in backend.calls()]
    return [(reading, series) for reading, series in taken if reading is not None]


def test_every_back_end_is_held_to_it() -> None:
    assert {name.partition(" ")[0] for name in MAKERS} == {*BACKENDS, *REQUESTED}


def test_devices_say_what_can_be_measured_and_why_not(backend: Backend) -> None:
    devices = backend.devices()
    assert len({device.key for device in devices}) == len(devices) > 0
    for device in devices:
        assert device.name
        assert device.capabilities.keys() <= KNOWN.keys()
        for capability in device.capabilities.values():
            assert capability.available == (capability.reason is None)
            assert not capability.available or capability.source
            assert not (capability.available and capability.cure)


def test_each_series_is_of_an_available_metric_once_and_has_a_quality(backend: Backend) -> None:
    calls = backend.calls()
    assert len({call.name for call in calls}) == len(calls)
    series = [one for call in calls for one in call.series]
    assert len(set(series)) == len(series) > 0
    able = {(device.key, metric) for device in backend.devices() for metric, one in device.capabilities.items() if one.available}
    assert set(series) == able
    assert set(backend.quality()) == {f"{device}/{metric}" for device, metric in series}
    assert {quality for quality, _ in backend.quality().values()} <= QUALITIES
    assert all(source for _, source in backend.quality().values())


def test_readings_fit_their_call_and_each_missing_value_has_a_code(backend: Backend) -> None:
    for call in backend.calls():
        assert call.name.startswith(f"{backend.name}.")
        before = time.monotonic_ns()
        reading = backend.read(call.name)
        if reading is None:
            assert not call.series
            continue
        # A recording has the timestamps of its readings, all other back ends those of the call.
        assert reading.before_ns <= reading.after_ns <= time.monotonic_ns()
        assert backend.name == "replay" or before <= reading.before_ns
        assert len(reading.values) == len(call.series)
        assert {str(index) for index, value in enumerate(reading.values) if value is None} == set(reading.codes)


def test_glances_are_readings_of_their_own_time_worked_out_later(backend: Backend) -> None:
    if not isinstance(backend, GlancingBackend):
        assert not hasattr(backend, "glance")
        return
    for call in backend.calls():
        if not call.series:
            continue
        before = time.monotonic_ns()
        glances = [backend.glance(call.name) for _ in range(3)]
        after = time.monotonic_ns()
        readings = [glance() for glance in glances]
        found = [one for one in readings if one is not None]
        assert len(found) in (0, 3)  # nothing is watched, or all of them are readings
        assert all(before <= one.before_ns <= one.after_ns <= after for one in found)
        assert [one.before_ns for one in found] == sorted(one.before_ns for one in found)
        assert all(len(one.values) == len(call.series) for one in found)


def test_values_are_in_si_units(backend: Backend) -> None:
    told = [
        (metric, value)
        for reading, series in [*poll(backend), *poll(backend)]
        for (_, metric), value in zip(series, reading.values, strict=True)
    ]
    assert told
    for metric, value in told:
        assert value is None or 0 <= value <= HIGHEST[KNOWN[metric].unit], metric
        assert value is None or metric not in ("utilization", "memory_utilization", "fan") or value <= 1, metric
        assert value is None or metric not in ("clock", "memory_clock") or value > 1e6, metric


def test_fast_calls_come_ten_times_a_second_and_no_call_more_often(backend: Backend) -> None:
    assert min(call.period_ns for call in backend.calls() if call.series) == period_ns(10)


def test_what_is_declared_changes_only_with_the_revision(backend: Backend) -> None:
    def told() -> object:
        return [(device.key, dict(device.capabilities)) for device in backend.devices()], list(backend.calls()), dict(backend.quality())

    before, revision = told(), backend.revision
    assert revision > 0
    poll(backend)
    assert told() == before or backend.revision > revision


def test_what_is_told_beside_the_readings_is_told_once(backend: Backend) -> None:
    poll(backend)
    list(backend.events())
    assert list(backend.events()) == []


def test_closing_twice_gives_all_descriptors_back(backend: Backend) -> None:
    poll(backend)
    backend.close()
    before = len(os.listdir("/proc/self/fd"))
    backend.close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_thousands_of_polls_leave_the_descriptors_as_they_were(backend: Backend, request: pytest.FixtureRequest) -> None:
    names = [call.name for call in backend.calls()]
    for name in names:
        backend.read(name)
    before = len(os.listdir("/proc/self/fd"))
    for index in range(1_000 if "psutil" in request.node.name else 10_000):
        backend.read(names[index % len(names)])
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize(
    "make",
    [
        lambda _: HostBackend(source=PsutilSource),
        lambda root: CpuEnergyBackend(root=root),
        lambda root: CpuEnergyBackend(root=root, find=lambda _: Unavailable("there is none")),
        lambda root: CardBackend("amd", AmdFinder(root, NoModule()), 10),
        lambda root: CardBackend("intel", IntelFinder(root, NoModule()), 10),
    ],
    ids=["host", "cpu-energy", "no counter", "amd", "intel"],
)
def test_a_machine_that_has_nothing_of_it_raises_nothing(make: Callable[[Path], Backend], tmp_path: Path) -> None:
    backend = make(tmp_path)
    backend.open()
    assert all(one.available or one.reason for device in backend.devices() for one in device.capabilities.values())
    poll(backend)
    backend.close()
    backend.close()


def _lose_nvml(request: pytest.FixtureRequest, _root: Path) -> None:
    placed = request.getfixturevalue("standin")
    placed.show(placed.machine.with_gpu(0, lost_from=1).with_gpu(1, lost_from=1))


def _lose_files(card: str, _request: pytest.FixtureRequest, root: Path) -> None:
    for path in (root / f"sys/class/drm/{card}/device/hwmon/hwmon5").iterdir():
        path.write_text("")


@pytest.mark.parametrize(
    ("name", "lose"), [("nvml", _lose_nvml), ("amd", partial(_lose_files, "card0")), ("intel", partial(_lose_files, "card1"))]
)
def test_a_lost_device_ends_in_one_gap_and_no_reading(
    name: str, lose: Callable[[pytest.FixtureRequest, Path], None], request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    backend = MAKERS[name](request, tmp_path)
    backend.open()
    poll(backend)
    lose(request, tmp_path)
    for _ in range(5):
        poll(backend)
    gaps = [event for event in backend.events() if isinstance(event, Gap)]
    assert len(gaps) == len({gap.device for gap in gaps}) > 0
    assert all(gap.end_ns is None and gap.reason for gap in gaps)
    assert poll(backend) == []
    backend.close()
