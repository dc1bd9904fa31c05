"""The contract that every back end keeps."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpuscope.core.metric import DEVICE_METRICS
from gpuscope.sensors.backend import Backend, call_device, period_ns
from gpuscope.sensors.cpu_energy import CpuEnergyBackend
from gpuscope.sensors.host import HostBackend
from gpuscope.sensors.host_psutil import PsutilSource
from gpuscope.sensors.nvml import NvmlBackend
from tests.sensors.powercap_tree import PowercapTree
from tests.standin.standin import Gpu

KNOWN = {metric.key for metric in DEVICE_METRICS}


def counted(root: Path) -> CpuEnergyBackend:
    tree = PowercapTree(root)
    tree.zone("intel-rapl:0", "package-0", 10_000_000)
    tree.zone("intel-rapl:0:0", "dram", 3_000_000)
    return CpuEnergyBackend(root=root)


@pytest.fixture(params=["host", "psutil", "nvml", "cpu-energy"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    if request.param == "nvml":
        request.getfixturevalue("fresh_pynvml")
        placed = request.getfixturevalue("standin")
        placed.show(placed.machine.with_gpu(1, mig=1))
        made: Backend = NvmlBackend()
    elif request.param == "cpu-energy":
        made = counted(tmp_path)
    else:
        made = HostBackend(source=PsutilSource) if request.param == "psutil" else HostBackend()
    made.open()
    if isinstance(made, HostBackend):
        made.watch(os.getpid())
        made.own([os.getpid()])
    yield made
    made.close()


def test_devices_say_what_can_be_measured_and_why_not(backend: Backend) -> None:
    devices = backend.devices()
    assert len({device.key for device in devices}) == len(devices) > 0
    for device in devices:
        assert device.capabilities.keys() <= KNOWN
        for capability in device.capabilities.values():
            assert capability.available == (capability.reason is None)
            assert not capability.available or capability.source


def test_each_series_is_of_an_available_metric_once_and_has_a_quality(backend: Backend) -> None:
    series = [one for call in backend.calls() for one in call.series]
    assert len(set(series)) == len(series) > 0
    able = {(device.key, metric) for device in backend.devices() for metric, one in device.capabilities.items() if one.available}
    assert set(series) == able
    assert set(backend.quality()) == {f"{device}/{metric}" for device, metric in series}
    assert {quality for quality, _ in backend.quality().values()} <= {"measured", "derived", "vendor-modelled", "estimated"}


def test_readings_fit_their_call_and_each_missing_value_has_a_code(backend: Backend) -> None:
    for call in backend.calls():
        assert call.name.startswith(f"{backend.name}.")
        before = time.monotonic_ns()
        reading = backend.read(call.name)
        if reading is None:
            assert not call.series
            continue
        assert before <= reading.before_ns <= reading.after_ns <= time.monotonic_ns()
        assert len(reading.values) == len(call.series)
        assert {str(index) for index, value in enumerate(reading.values) if value is None} == set(reading.codes)


def test_fast_calls_come_ten_times_a_second_and_no_call_more_often(backend: Backend) -> None:
    assert min(call.period_ns for call in backend.calls() if call.series) == period_ns(10)


def test_closing_twice_gives_all_descriptors_back(backend: Backend) -> None:
    backend.close()
    before = len(os.listdir("/proc/self/fd"))
    backend.close()
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("kind", ["host", "nvml", "cpu-energy"])
def test_twenty_thousand_polls_leave_the_descriptors_as_they_were(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    if kind == "nvml":
        request.getfixturevalue("fresh_pynvml")
        placed = request.getfixturevalue("standin")
        placed.show(placed.machine)
    backend: Backend = NvmlBackend() if kind == "nvml" else counted(tmp_path) if kind == "cpu-energy" else HostBackend()
    backend.open()
    if isinstance(backend, HostBackend):
        backend.watch(os.getpid())
    names = [call.name for call in backend.calls()]
    _poll(backend, names, 1)
    before = len(os.listdir("/proc/self/fd"))
    _poll(backend, names, 20_000 // len(names))
    assert len(os.listdir("/proc/self/fd")) == before
    backend.close()


def _poll(backend: Backend, names: list[str], times: int) -> None:
    read: Callable[[str], object] = backend.read
    for _ in range(times):
        for name in names:
            read(name)


def test_a_gpu_that_comes_late_does_not_share_its_calls_name() -> None:
    assert call_device("nvml.fields:gpu:12") == "gpu:12"
    assert call_device("host.machine") is None


def test_the_stand_ins_truth_is_the_integral_of_its_power(tmp_path: Path) -> None:
    for gpu in (Gpu(low=120), Gpu(curve="square", low=90, high=410, period=0.7), Gpu(curve="ramp", low=60, high=700, period=3)):
        steps = 20_000
        integral = sum(gpu.power_w((index + 0.5) * 5 / steps) for index in range(steps)) * 5 / steps
        assert gpu.energy_j(5) == pytest.approx(integral, rel=1e-3)
