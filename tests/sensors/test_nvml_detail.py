"""The NVIDIA metrics beside power and energy: activity, links, processes, and the kind of GPU."""

import os
import pwd
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from gpuscope.core.event import Table
from gpuscope.sensors.backend import NOT_YET, Reading
from gpuscope.sensors.nvml import NvmlBackend
from gpuscope.sensors.nvml_gpu import uncertainty
from gpuscope.sensors.nvml_reads import Entries, NvmlFields
from tests.benchmarks.bench_polls import rows as rows_of_polls
from tests.sensors.conftest import Make
from tests.standin.fixtures import PlacedStandin
from tests.standin.standin import Gpu, Rule

FIELDS, STATE, UTILIZATION, FAN, PCIE, PROCESSES = (
    f"nvml.{group}:gpu:0" for group in ("fields", "state", "utilization", "fan", "pcie", "processes")
)
GPM = {"sm_activity", "sm_occupancy", "tensor_activity", "memory_activity"}
PCIE_METRICS = {"pcie_received", "pcie_sent"}


@pytest.fixture
def opened(opened: Make) -> Make:
    return partial(opened, in_detail=True)


def taken(backend: NvmlBackend, name: str) -> dict[str, float | int | str | None]:
    """Return the values of a call by metric, with codes in place of missing values."""
    call = next(call for call in backend.calls() if call.name == name)
    reading = backend.read(name)
    assert isinstance(reading, Reading)
    return {
        metric: reading.codes.get(str(index)) if value is None else value
        for index, ((_, metric), value) in enumerate(zip(call.series, reading.values, strict=True))
    }


def off(backend: NvmlBackend, gpu: int = 0) -> dict[str, str | None]:
    return {key: one.reason for key, one in backend.devices()[gpu].capabilities.items() if not one.available}


def test_the_rates_follow_what_a_call_costs(opened: Make) -> None:
    backend, _ = opened(Gpu(gpm=0))
    hz = {call.name: 1e9 / call.period_ns for call in backend.calls() if call.series}
    assert hz == pytest.approx({FIELDS: 10, STATE: 2, UTILIZATION: 1, FAN: 0.5, PROCESSES: 0.2, PCIE: 0.2})


def test_power_may_be_read_more_often_than_all_else(opened: Make) -> None:
    backend, _ = opened(Gpu(), hz=10, power_hz=20)
    hz = {call.name: 1e9 / call.period_ns for call in backend.calls() if call.series}
    assert (hz[FIELDS], hz[STATE], hz[UTILIZATION]) == pytest.approx((20, 2, 1))


def test_one_field_values_call_carries_power_energy_and_limit(opened: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = NvmlFields.values

    def spy(fields: NvmlFields, taken: Entries) -> tuple[list[float | int | None], Sequence[int]]:
        found = real(fields, taken)
        asked.append(len(found[0]))
        return found

    monkeypatch.setattr(NvmlFields, "values", spy)
    backend, _ = opened()
    asked.clear()
    assert taken(backend, FIELDS).keys() == {"power", "power_average", "power_limit", "energy", "throttle"}
    assert asked == [4]


def test_activity_is_the_mean_between_two_samples_at_least_a_tenth_of_a_second_apart(opened: Make) -> None:
    backend, clock = opened(Gpu(low=350, limit_w=700))
    clock.step(50_000_000)
    found = taken(backend, UTILIZATION)
    assert {found[metric] for metric in GPM | PCIE_METRICS} == {NOT_YET}
    clock.step(60_000_000)
    found = taken(backend, UTILIZATION)
    assert {metric: found[metric] for metric in GPM | PCIE_METRICS} == pytest.approx(
        {
            "sm_activity": 0.4,
            "sm_occupancy": 0.1,
            "tensor_activity": 0.2,
            "memory_activity": 0.1,
            "pcie_received": 2 * 2**20,
            "pcie_sent": 2**20,
        }
    )
    assert found["utilization"] == 0.6


def test_a_reading_that_needs_a_second_look_is_no_failure(opened: Make, standin: PlacedStandin) -> None:
    backend, _ = opened(Gpu(nvlink_kib=-1))
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetUtilizationRates", "error", 3)))
    backend.read(UTILIZATION)
    for _ in range(4):
        assert set(taken(backend, UTILIZATION).values()) == {NOT_YET}
    assert not backend.events()


def test_activity_follows_a_load_that_changes(opened: Make) -> None:
    backend, clock = opened(Gpu(curve="square", low=0, high=700, period=2, limit_w=700))
    clock.step(1_000_000_000)
    taken(backend, UTILIZATION)  # the curve is in its high half from 4 s on
    clock.step(1_000_000_000)
    high_or_low = taken(backend, UTILIZATION)["sm_activity"]
    clock.step(1_000_000_000)
    assert {round(float(str(one)), 3) for one in (high_or_low, taken(backend, UTILIZATION)["sm_activity"])} == {0.0, 0.8}


def test_without_somebody_who_looks_neither_activity_nor_pcie_is_touched(opened: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    import pynvml

    for name in ("nvmlGpmSampleGet", "nvmlGpmQueryDeviceSupport", "nvmlDeviceGetPcieThroughput"):
        monkeypatch.setattr(pynvml, name, lambda *_: pytest.fail("it was asked"))
    backend, _ = opened(in_detail=False)
    assert not backend.devices()[0].capabilities.keys() & (GPM | PCIE_METRICS)
    assert PCIE not in [call.name for call in backend.calls()]


def test_a_gpu_without_the_counters_says_so_and_tells_pcie_by_the_older_call(opened: Make) -> None:
    backend, _ = opened(Gpu(gpm=0))
    assert off(backend) == dict.fromkeys(GPM, "this GPU or driver does not offer it")
    assert taken(backend, PCIE) == {"pcie_received": 2048 * 1024, "pcie_sent": 1024 * 1024}


def test_a_driver_without_the_counters_says_that_it_is_too_old(opened: Make) -> None:
    backend, _ = opened(missing=("nvmlGpmQueryDeviceSupport", "nvmlDeviceGetPcieThroughput"))
    assert off(backend) == dict.fromkeys(GPM | PCIE_METRICS, "this driver is too old for it")


def test_one_counter_that_fails_for_good_takes_no_other_with_it(opened: Make, standin: PlacedStandin) -> None:
    backend, clock = opened()
    standin.show(standin.machine.with_rules(Rule("gpm:5", "error", 3)))
    clock.step(1_000_000_000)
    assert taken(backend, UTILIZATION)["tensor_activity"] == 3
    assert off(backend) == {"tensor_activity": "this GPU or driver does not offer it"}
    clock.step(1_000_000_000)
    assert isinstance(taken(backend, UTILIZATION)["sm_activity"], float)


def test_samples_are_given_back_and_taken_anew_after_a_loss(opened: Make, standin: PlacedStandin, monkeypatch: pytest.MonkeyPatch) -> None:
    import pynvml

    held: list[object] = []
    take, free = pynvml.nvmlGpmSampleAlloc, pynvml.nvmlGpmSampleFree

    def alloc() -> object:
        held.append(take())
        return held[-1]

    monkeypatch.setattr(pynvml, "nvmlGpmSampleAlloc", alloc)
    monkeypatch.setattr(pynvml, "nvmlGpmSampleFree", lambda sample: free(held.pop(held.index(sample))))
    backend, clock = opened()
    whole = standin.machine
    assert len(held) == 2
    standin.show(whole.with_gpu(0, lost_from=1))
    backend.read(FIELDS)
    assert not held
    standin.show(whole)
    backend.read("nvml.retry")
    assert taken(backend, UTILIZATION)["sm_activity"] == NOT_YET
    clock.step(1_000_000_000)
    assert isinstance(taken(backend, UTILIZATION)["sm_activity"], float)
    backend.close()
    assert not held


def test_a_part_that_is_not_there_is_off_with_its_reason_and_the_rest_lives(opened: Make) -> None:
    backend, _ = opened(Gpu(fan=-1, memory_temperature=-1, nvlink_kib=-1))
    missing = {"fan", "memory_temperature", "nvlink_received", "nvlink_sent"}
    assert off(backend) == dict.fromkeys(missing, "this GPU or driver does not offer it")


def rows(backend: NvmlBackend) -> list[dict[str, object]]:
    (table,) = [event for event in backend.events() if isinstance(event, Table)]
    assert (table.device, table.name) == ("gpu:0", "processes")
    return [dict(row) for row in table.rows]


def host(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a /proc with this process in it, in the first pid namespace."""
    (root / "proc/self/ns").mkdir(parents=True)
    (root / "proc/self/ns/pid").touch()
    monkeypatch.setattr("gpuscope.sensors.nvml_processes._FIRST_NAMESPACE", (root / "proc/self/ns/pid").stat().st_ino)
    folder = root / "proc/1234"
    folder.mkdir()
    (folder / "comm").write_text("python3-training\n"[:15] + "\n")
    (folder / "cmdline").write_bytes(b"/opt/bin/python3-training\0--token=secret\0")
    (folder / "maps").write_text("7f00 r--p /dev/nvidia0\n")
    return folder


def test_processes_come_as_a_table_with_name_user_memory_and_kind(opened: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host(tmp_path, monkeypatch)
    backend, _ = opened(Gpu(processes="1234/c/5000000000 1234/g/5000000000 99/g/- 98/c/7"), root=tmp_path)
    assert taken(backend, PROCESSES) == {"device_processes": 3}
    user = pwd.getpwuid(os.getuid()).pw_name
    assert rows(backend) == [
        {"pid": 98, "name": None, "user": None, "memory_bytes": 7, "cpu": None, "kind": "compute"},
        {"pid": 99, "name": None, "user": None, "memory_bytes": None, "cpu": None, "kind": "graphics"},
        {"pid": 1234, "name": "python3-training", "user": user, "memory_bytes": 5_000_000_000, "cpu": None, "kind": "compute and graphics"},
    ]
    assert backend.devices()[0].capabilities["device_processes"].note is None


def test_processor_time_of_a_process_is_told_between_two_readings(opened: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stat = host(tmp_path, monkeypatch) / "stat"
    backend, _ = opened(Gpu(processes="1234/c/7"), root=tmp_path)
    found = []
    for ticks in (100, 300, 5):  # the last is another process with the same pid
        stat.write_text(f"1234 (a ) name) S 1 1 1 0 -1 0 0 0 0 0 {ticks} 0 0 0 20 0 1 0 100 4096 1 0\n")
        taken(backend, PROCESSES)
        found.append(rows(backend)[0]["cpu"])
    assert found[0] is None
    assert found[1] > 0  # type: ignore[operator]
    assert found[2] is None


def test_in_a_container_a_pid_that_may_be_the_hosts_has_no_name(opened: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = host(tmp_path, monkeypatch)
    monkeypatch.setattr("gpuscope.sensors.nvml_processes._FIRST_NAMESPACE", 0)
    (folder / "maps").write_text("7f00 r--p /usr/lib/libc.so\n")
    backend, _ = opened(Gpu(processes="1234/c/7"), root=tmp_path)
    assert "in a container" in str(backend.devices()[0].capabilities["device_processes"].note)
    taken(backend, PROCESSES)
    assert rows(backend)[0]["name"] is None


def test_a_process_that_does_hold_the_gpu_has_its_name_in_a_container_too(
    opened: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host(tmp_path, monkeypatch)
    monkeypatch.setattr("gpuscope.sensors.nvml_processes._FIRST_NAMESPACE", 0)
    backend, _ = opened(Gpu(processes="1234/c/7"), root=tmp_path)
    taken(backend, PROCESSES)
    assert rows(backend)[0]["name"] == "python3-training"


@pytest.mark.parametrize("code", [3, 4])
def test_a_list_that_may_not_be_read_is_off_with_its_reason(opened: Make, standin: PlacedStandin, code: int) -> None:
    backend, _ = opened()
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetComputeRunningProcesses_v3", "error", code)))
    assert taken(backend, PROCESSES) == {"device_processes": code}
    assert off(backend).keys() == {"device_processes"}


@pytest.mark.parametrize(
    ("gpu", "words", "key", "value"),
    [
        (Gpu(mig=1), "of the whole GPU, all its MIG partitions together", "mig", True),
        (Gpu(virtualization=2), "of the whole physical GPU, which other machines may use too", "virtualization", "vGPU"),
    ],
)
def test_power_of_more_than_this_machine_uses_says_so(opened: Make, gpu: Gpu, words: str, key: str, value: object) -> None:
    device = opened(gpu)[0].devices()[0]
    assert device.properties[key] == value
    for metric in ("power", "power_average", "energy"):
        assert str(device.capabilities[metric].note).startswith(words)
    assert device.capabilities["clock"].note is None


def test_a_gpu_passed_through_is_all_of_this_machine(opened: Make) -> None:
    device = opened(Gpu(virtualization=1))[0].devices()[0]
    assert device.properties["virtualization"] == "passed through"
    assert "whole" not in str(device.capabilities["energy"].note)


def test_under_wsl_what_is_missing_says_where(opened: Make, tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/dxg").touch()
    backend, _ = opened(Gpu(fan=-1), root=tmp_path)
    assert backend.devices()[0].properties["wsl"] is True
    assert off(backend) == {"fan": "the driver does not offer it under WSL"}


def test_eight_gpus_of_different_kinds_each_tell_what_they_have(opened: Make) -> None:
    kinds = (
        Gpu(),
        Gpu(gpm=0, architecture=7, major=8, minor=0),
        Gpu(mig=1),
        Gpu(name=b"caf\xe9", fan=-1),
        Gpu(virtualization=2),
        Gpu(nvlink_kib=-1),
        Gpu(memory_temperature=-1, gpm=0),
        Gpu(architecture=5, major=7),
    )
    backend, _ = opened(*kinds)
    pcie = {"pcie_received", "pcie_sent"}
    assert [off(backend, index).keys() for index in range(8)] == [
        set(),
        GPM,
        GPM | {"utilization", "memory_utilization"},
        {"fan"},
        set(),
        {"nvlink_received", "nvlink_sent"},
        GPM | {"memory_temperature"},
        set(),
    ]
    assert backend.devices()[3].name == "caf\ufffd"
    assert pcie <= backend.devices()[2].capabilities.keys()


@pytest.mark.parametrize(
    ("name", "band"),
    [
        *((name, 0.07) for name in ("NVIDIA H100 80GB HBM3", "NVIDIA H200", "NVIDIA A100-SXM4-80GB", "Tesla V100-SXM2-32GB", "Tesla T4")),
        *((name, 0.07) for name in ("NVIDIA L4", "NVIDIA L40S", "NVIDIA A10G", "NVIDIA B200", "NVIDIA GH200 480GB", "NVIDIA GB300")),
        *((name, 0.08) for name in ("NVIDIA GeForce RTX 4090", "NVIDIA GeForce GTX 1080 Ti", "NVIDIA TITAN V")),
        *((name, 0.10) for name in ("NVIDIA RTX A4000", "Quadro P2000", "NVIDIA RTX 6000 Ada Generation", "", "caf\ufffd")),
    ],
)
def test_the_gain_may_be_off_by_what_was_published_for_the_kind(name: str, band: float) -> None:
    assert uncertainty(name) == band


def test_every_power_and_energy_reading_carries_it_and_nothing_else_does(opened: Make) -> None:
    found = opened()[0].devices()[0].capabilities
    assert {metric for metric, one in found.items() if one.uncertainty is not None} == {"power", "power_average", "energy"}
    assert found["energy"].uncertainty == 0.07


def test_descriptors_and_memory_stay_flat(standin: PlacedStandin) -> None:
    """The short version of the million readings in ``tests.benchmarks.bench_polls``."""
    descriptors, memory = rows_of_polls(20_000, 20_000)
    assert (descriptors.met, memory.met) == (True, True), (descriptors.detail, memory.detail)


FUNCTIONS = (
    *("nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetUUID", "nvmlDeviceGetName", "nvmlDeviceGetFieldValues", "nvmlDeviceGetPowerUsage"),
    *("nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceGetTemperature", "nvmlDeviceGetUtilizationRates", "nvmlDeviceGetFanSpeed"),
    *("nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlGpmSampleGet", "nvmlGpmMetricsGet"),
    *("nvmlDeviceGetCurrentClocksEventReasons", "nvmlGpmSampleAlloc", "nvmlDeviceGetVirtualizationMode", "gpm:2", "field:83"),
)


@pytest.mark.parametrize("code", [*range(1, 30), 999])
def test_no_code_of_any_function_raises_or_invents_a_value_or_touches_another_gpu(opened: Make, standin: PlacedStandin, code: int) -> None:
    for function in FUNCTIONS:
        backend, clock = opened(Gpu(), Gpu())
        calm = standin.machine
        standin.show(calm.with_rules(Rule(function, "error", code, 0 if function.startswith("nvmlDevice") else -1)))
        late = NvmlBackend(clock=clock, in_detail=True)
        late.open()
        clock.step(1_000_000_000)
        for one in (backend, late):
            for call in one.calls():
                reading = one.read(call.name)
                assert reading is None or all(
                    (value is None) == (str(index) in reading.codes) for index, value in enumerate(reading.values)
                )
            if function.startswith("nvmlDevice"):
                assert off(one, 1) == {}
            one.close()
