"""The NVIDIA back end on the stand-in NVML, in this process (crashes and hangs are tested with the helper)."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpuscope.core.device import NO_GPU_FOUND, NOT_TRIED, UNTRIED
from gpuscope.core.event import Gap
from gpuscope.sensors import nvml_library
from gpuscope.sensors.declaration import GPU_METRICS
from gpuscope.sensors.nvml import RETRY_CALL, NvmlBackend
from gpuscope.sensors.nvml_library import LIBRARY_VARIABLE, NvmlLibrary, Trouble
from tests.standin.fixtures import PlacedStandin
from tests.standin.standin import Gpu, Rule, Standin

FIELDS, STATE, UTILIZATION = "nvml.fields:gpu:0", "nvml.state:gpu:0", "nvml.utilization:gpu:0"
Make = Callable[[], NvmlBackend]


@pytest.fixture
def opened(standin: PlacedStandin, fresh_pynvml: Callable[[], None]) -> Iterator[Make]:
    """Open back ends on the stand-in in its current state."""
    made: list[NvmlBackend] = []

    def make() -> NvmlBackend:
        backend = NvmlBackend()
        backend.open()
        made.append(backend)
        return backend

    yield make
    for one in made:
        one.close()


def read(backend: NvmlBackend, name: str) -> dict[str, float | int | None]:
    call = next(call for call in backend.calls() if call.name == name)
    reading = backend.read(name)
    assert reading is not None
    return {metric: value for (_, metric), value in zip(call.series, reading.values, strict=True)}


def test_real_hardware_says_that_nobody_has_tried_it(opened: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    assert UNTRIED not in opened().devices()[0].properties, "a stand-in says already that it is none"
    monkeypatch.setattr(NvmlLibrary, "simulated", None)
    assert opened().devices()[0].properties[UNTRIED] == NOT_TRIED


def test_values_come_in_si_units(standin: PlacedStandin, opened: Make) -> None:
    backend = opened()
    fields = read(backend, FIELDS)
    assert fields["power_limit"] == 700
    assert fields["throttle"] == 4
    assert read(backend, STATE) == {
        "clock": 1980e6,
        "memory_clock": 2619e6,
        "temperature": 55,
        "memory_temperature": 70,
        "memory_used": 12 * 2**30,
        "memory_reserved": 2**29,
    }
    utilization = {"utilization": 0.6, "memory_utilization": 0.3}
    assert read(backend, UTILIZATION) == {**utilization, "nvlink_received": 1000 * 1024, "nvlink_sent": 2000 * 1024}
    assert read(backend, "nvml.fan:gpu:0") == {"fan": pytest.approx(0.4)}
    device = backend.devices()[1]
    assert device.key == "gpu:1"
    assert device.uuid == "GPU-00000000-0000-0000-0000-000000000001"
    assert device.simulated is not None
    assert device.simulated.startswith("stand-in NVML libstandin-")
    assert "/" not in device.simulated
    assert device.properties == {
        "driver_version": "580.00.01",
        "cuda_driver_version": "13.0",
        "memory_total": 80 * 2**30,
        "pci_address": "00000000:02:00.0",
        "power_limit": 700.0,
        "compute_capability": "9.0",
        "mig": False,
    }


@pytest.mark.parametrize("gpu", [Gpu(curve="square", low=90, high=410, period=0.4), Gpu(curve="ramp", low=60, high=700, period=0.6)])
def test_power_and_energy_are_the_stand_ins_truth(standin: PlacedStandin, opened: Make, gpu: Gpu) -> None:
    standin.show(Standin(gpus=(gpu,), epoch=time.monotonic_ns() - 3_000_000_000))
    backend = opened()
    before = time.monotonic_ns()
    found = read(backend, FIELDS)
    after = time.monotonic_ns()
    ticks = {int((stamp - standin.machine.epoch) * 1e-9 / gpu.update + 1e-9) * gpu.update for stamp in (before, after)}
    assert any(found["energy"] == pytest.approx(5000 + gpu.energy_j(t), abs=2e-3) for t in ticks)
    window = gpu.window
    assert any(found["power"] == pytest.approx((gpu.energy_j(t) - gpu.energy_j(t - window)) / window, abs=1e-2) for t in ticks)
    assert any(found["power_average"] == pytest.approx(gpu.energy_j(t) - gpu.energy_j(t - 1), abs=1e-2) for t in ticks)


def test_the_stamps_of_a_reading_lie_around_its_call(standin: PlacedStandin, opened: Make) -> None:
    backend = opened()
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetFieldValues", "slow", 30)))
    begin = time.monotonic_ns()
    reading = backend.read(FIELDS)
    assert reading is not None
    assert begin <= reading.before_ns <= reading.after_ns - 30_000_000
    assert reading.after_ns <= time.monotonic_ns()


def test_a_name_that_is_not_utf_8_is_shown_with_replacement_characters(standin: PlacedStandin, opened: Make) -> None:
    standin.show(standin.machine.with_gpu(0, name=b"GPU \xff\xfe two"))
    assert opened().devices()[0].name == "GPU \ufffd\ufffd two"


@pytest.mark.parametrize(
    ("gpu", "words"),
    [
        (Gpu(), "nvmlDeviceGetPowerUsage, 1 s average"),
        (Gpu(architecture=7, major=8, minor=6), "nvmlDeviceGetPowerUsage, 1 s average"),
        (Gpu(architecture=7, major=8, minor=0), "nvmlDeviceGetPowerUsage, instantaneous"),
        (Gpu(architecture=5, major=7, minor=0), "nvmlDeviceGetPowerUsage, instantaneous"),
    ],
)
def test_without_field_values_the_older_calls_serve_and_say_what_they_mean(
    standin: PlacedStandin, opened: Make, gpu: Gpu, words: str
) -> None:
    standin.place("nvmlDeviceGetFieldValues")
    standin.show(Standin(gpus=(gpu,)))
    backend = opened()
    assert backend.quality()["gpu:0/power"] == ("measured", words)
    assert backend.quality()["gpu:0/energy"] == ("measured", "nvmlDeviceGetTotalEnergyConsumption, cumulative counter")
    off = backend.devices()[0].capabilities["power_average"]
    assert (off.available, off.reason) == (False, "this driver is too old for it")
    assert None not in read(backend, FIELDS).values()


def test_each_field_has_its_own_return_code(standin: PlacedStandin, opened: Make) -> None:
    standin.show(standin.machine.with_rules(Rule("field:186", "error", 3, 0), Rule("field:83", "error", 3, 0)))
    backend = opened()
    assert backend.quality()["gpu:0/power"][1] == "nvmlDeviceGetPowerUsage, 1 s average"
    assert backend.quality()["gpu:0/energy"][1] == "nvmlDeviceGetTotalEnergyConsumption, cumulative counter"
    assert backend.quality()["gpu:1/power"][1] == "NVML field 186, instantaneous power"


@pytest.mark.parametrize(
    ("symbol", "metric"),
    [
        ("nvmlDeviceGetUtilizationRates", "utilization"),
        ("nvmlDeviceGetClockInfo", "clock"),
        ("nvmlDeviceGetMigMode", None),
        ("nvmlDeviceGetArchitecture", None),
        ("nvmlDeviceGetMemoryInfo_v2", "memory_reserved"),
        ("nvmlDeviceGetFanSpeed", "fan"),
        ("nvmlDeviceGetComputeRunningProcesses_v3", None),
        ("nvmlDeviceGetGraphicsRunningProcesses_v3", None),
        ("nvmlDeviceGetVirtualizationMode", None),
        ("nvmlDeviceGetCurrentClocksEventReasons", None),
        ("nvmlDeviceGetTemperature", None),
    ],
)
def test_a_missing_symbol_costs_at_most_its_own_metric(standin: PlacedStandin, opened: Make, symbol: str, metric: str | None) -> None:
    standin.place(symbol)
    off = {key for key, one in opened().devices()[0].capabilities.items() if not one.available}
    together = {"utilization": {"memory_utilization"}, "clock": {"memory_clock"}}
    assert off == ({metric, *together.get(metric, ())} if metric else set())


def test_memory_by_the_older_call_says_that_it_counts_the_reserve(standin: PlacedStandin, opened: Make) -> None:
    standin.place("nvmlDeviceGetMemoryInfo_v2")
    backend = opened()
    assert backend.quality()["gpu:0/memory_used"][1] == "nvmlDeviceGetMemoryInfo, with what the driver reserves"
    assert read(backend, STATE)["memory_used"] == 12 * 2**30 + 2**29


def test_a_permanent_code_switches_that_metric_off_and_no_other(standin: PlacedStandin, opened: Make) -> None:
    backend = opened()
    revision = backend.revision
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetTemperature", "error", 3, 0)))
    last = backend.read(STATE)
    assert last is not None
    assert list(last.codes.values()) == [3]
    assert backend.revision > revision
    assert read(backend, STATE).keys() == {"clock", "memory_clock", "memory_temperature", "memory_used", "memory_reserved"}
    temperature = backend.devices()[0].capabilities["temperature"]
    assert (temperature.available, temperature.reason) == (False, "this GPU or driver does not offer it")
    assert backend.devices()[1].capabilities["temperature"].available


def test_what_was_seen_of_a_metric_that_the_reading_before_switches_off_is_told_as_the_call_was(
    standin: PlacedStandin, opened: Make
) -> None:
    backend = opened()
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetTemperature", "error", 3, 0)))
    width = next(len(call.series) for call in backend.calls() if call.name == STATE)
    first, second = backend.glance(STATE), backend.glance(STATE)
    revision = backend.revision
    for reading in (first(), second()):
        assert reading is not None
        assert len(reading.values) == width
        assert list(reading.codes.values()) == [3]
    assert backend.revision == revision + 1  # declared once, after both
    assert "temperature" not in read(backend, STATE)


def test_what_was_seen_of_a_gpu_that_turns_out_to_be_lost_is_no_reading_and_its_gap_begins_with_the_last_one(
    standin: PlacedStandin, opened: Make
) -> None:
    backend = opened()
    good = backend.glance(FIELDS)
    standin.show(standin.machine.with_gpu(0, lost_from=1))
    lost, also = backend.glance(FIELDS), backend.glance(FIELDS)
    last = good()
    assert last is not None
    assert (lost(), also()) == (None, None)
    (gap,) = backend.events()
    assert isinstance(gap, Gap)
    assert gap.start_ns == last.after_ns


def test_a_passing_code_gives_null_with_the_code_and_is_tried_again(standin: PlacedStandin, opened: Make) -> None:
    backend = opened()
    quiet = standin.machine
    standin.show(quiet.with_rules(Rule("field:186", "error", 10, 0)))
    revision = backend.revision
    for _ in range(5):
        reading = backend.read(FIELDS)
        assert reading is not None
        assert reading.values[0] is None
        assert reading.codes == {"0": 10}
    standin.show(quiet)
    assert read(backend, FIELDS)["power"] is not None
    assert backend.revision == revision
    assert not backend.events()


def test_under_mig_utilization_is_missing_with_its_reason(standin: PlacedStandin, opened: Make) -> None:
    standin.show(standin.machine.with_gpu(1, mig=1))
    backend = opened()
    found = backend.devices()[1].capabilities["utilization"]
    assert (found.available, found.reason) == (False, "MIG is on: NVML reports no utilization of a partitioned GPU")
    assert backend.devices()[0].capabilities["utilization"].available
    assert backend.devices()[1].properties["mig"] is True


def test_a_lost_gpu_is_told_the_others_go_on_and_it_is_found_again(standin: PlacedStandin, opened: Make) -> None:
    backend = opened()
    last = backend.read(FIELDS)
    assert last is not None
    whole = standin.machine
    standin.show(whole.with_gpu(0, lost_from=1))
    assert backend.read(FIELDS) is None
    gaps = backend.events()
    assert [(gap.device, gap.end_ns) for gap in gaps if isinstance(gap, Gap)] == [("gpu:0", None)]
    assert isinstance(gaps[0], Gap)
    assert set(gaps[0].metrics) > set(GPU_METRICS)
    assert gaps[0].start_ns == last.after_ns
    assert gaps[0].reason == "the GPU is lost: it no longer answers on the bus"
    assert backend.read(STATE) is None
    assert backend.read("nvml.fields:gpu:1") is not None
    backend.read(RETRY_CALL)
    assert backend.read(FIELDS) is None
    standin.show(whole)
    backend.read(RETRY_CALL)
    assert backend.read(FIELDS) is not None
    assert next(call.period_ns for call in backend.calls() if call.name == RETRY_CALL) == 10_000_000_000


def test_all_gpus_lost_and_found(standin: PlacedStandin, opened: Make) -> None:
    backend = opened()
    whole = standin.machine
    standin.show(whole.with_gpu(0, lost_from=1).with_gpu(1, lost_from=1))
    assert backend.read(FIELDS) is None
    assert backend.read("nvml.fields:gpu:1") is None
    backend.read(RETRY_CALL)
    standin.show(whole)
    backend.read(RETRY_CALL)
    assert backend.read(FIELDS) is not None
    assert backend.read("nvml.fields:gpu:1") is not None


@pytest.mark.parametrize(
    ("code", "words"),
    [(999, "device access revoked by the host"), (2, "NVML refuses the argument"), (1, "NVML returned code 1")],
)
def test_a_gpu_whose_calls_all_fail_is_lost_after_the_third_and_found_again(
    standin: PlacedStandin, opened: Make, code: int, words: str
) -> None:
    backend = opened()
    whole = standin.machine
    names = ("nvmlDeviceGetFieldValues", "nvmlDeviceGetCurrentClocksEventReasons")
    standin.show(whole.with_rules(*(Rule(name, "error", code, 0) for name in names)))
    readings = [backend.read(FIELDS) for _ in range(3)]
    assert [reading is None for reading in readings] == [False, False, True]
    gap = backend.events()[0]
    assert isinstance(gap, Gap)
    assert words in gap.reason
    standin.show(whole)
    backend.read(RETRY_CALL)
    assert None not in read(backend, FIELDS).values()


def test_a_field_that_an_old_driver_calls_an_invalid_argument_gives_way(standin: PlacedStandin, opened: Make) -> None:
    standin.show(standin.machine.with_rules(Rule("field:186", "error", 2, 0)))
    assert opened().quality()["gpu:0/power"][1] == "nvmlDeviceGetPowerUsage, 1 s average"


def test_a_counter_that_goes_back_is_a_gap_of_the_energy_alone(standin: PlacedStandin, opened: Make) -> None:
    backend = opened()
    first = backend.read(FIELDS)
    standin.show(standin.machine.with_gpu(0, base_mj=1000))
    second = backend.read(FIELDS)
    assert first is not None
    assert second is not None
    (gap,) = backend.events()
    assert isinstance(gap, Gap)
    assert (gap.device, gap.metrics, gap.start_ns, gap.end_ns) == ("gpu:0", ("energy",), first.after_ns, second.after_ns)
    assert "went back" in gap.reason


def test_a_counter_that_jumps_by_more_than_the_power_limit_allows_is_a_gap(standin: PlacedStandin, opened: Make) -> None:
    backend = opened()
    backend.read(FIELDS)
    standin.show(standin.machine.with_gpu(0, base_mj=5_000_000 + 900_000))
    backend.read(FIELDS)
    (gap,) = backend.events()
    assert isinstance(gap, Gap)
    assert "more than the power limit allows" in gap.reason


def test_a_metric_that_is_switched_off_is_not_taken_for_a_jump_of_the_counter(standin: PlacedStandin, opened: Make) -> None:
    backend = opened()
    backend.read(FIELDS)
    standin.show(standin.machine.with_rules(Rule("field:186", "error", 3, 0)))
    last = backend.read(FIELDS)
    assert last is not None
    assert last.codes == {"0": 3}
    backend.read(FIELDS)
    assert not backend.events()


def test_a_steady_counter_gives_no_gap(standin: PlacedStandin, opened: Make) -> None:
    backend = opened()
    for _ in range(50):
        backend.read(FIELDS)
    assert not backend.events()


def test_a_gpu_that_cannot_be_opened_is_there_with_its_reason(standin: PlacedStandin, opened: Make) -> None:
    standin.show(standin.machine.with_gpu(0, lost_from=1))
    backend = opened()
    first, second = backend.devices()
    assert {one.reason for one in first.capabilities.values()} == {"the GPU is lost: it no longer answers on the bus"}
    assert all(one.available for one in second.capabilities.values())


def unable(backend: NvmlBackend) -> tuple[str, str | None]:
    (device,) = backend.devices()
    assert device.key == "gpu"
    (capability,) = set(device.capabilities.values())
    assert device.capabilities.keys() == set(GPU_METRICS)
    assert capability.reason is not None
    assert [call.series for call in backend.calls()] == [()]
    return capability.reason, capability.cure


@pytest.mark.parametrize(
    ("code", "reason", "cure"),
    [
        (9, "the NVIDIA driver is not loaded", "modprobe"),
        (4, "to administrators", "administrator"),
        (17, "the operating system blocks access", "/dev/nvidia"),
        (12345, "NVML returned code 12345", None),
    ],
)
def test_a_library_that_does_not_start_says_why_in_words(
    standin: PlacedStandin, fresh_pynvml: Callable[[], None], tmp_path: Path, code: int, reason: str, cure: str | None
) -> None:
    (tmp_path / "proc/driver/nvidia/gpus").mkdir(parents=True)
    standin.show(standin.machine.with_rules(Rule("nvmlInitWithFlags", "error", code)))
    backend = NvmlBackend(root=tmp_path)
    backend.open()
    found, found_cure = unable(backend)
    assert reason in found
    assert (found_cure is None) if cure is None else cure in str(found_cure)


def test_a_driver_that_was_updated_names_the_loaded_version(
    standin: PlacedStandin, fresh_pynvml: Callable[[], None], tmp_path: Path
) -> None:
    (tmp_path / "proc/driver/nvidia").mkdir(parents=True)
    (tmp_path / "proc/driver/nvidia/version").write_text("NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar  5\n")
    standin.show(standin.machine.with_rules(Rule("nvmlInitWithFlags", "error", 18)))
    backend = NvmlBackend(root=tmp_path)
    backend.open()
    reason, cure = unable(backend)
    assert "the kernel has 550.54.15" in reason
    assert cure == "Restart the machine, so that both parts of the driver have the same version."


def test_a_library_that_starts_late_is_found_by_the_retry(standin: PlacedStandin, opened: Make) -> None:
    whole = standin.machine
    standin.show(whole.with_rules(Rule("nvmlInitWithFlags", "error", 9)))
    backend = opened()
    revision = backend.revision
    backend.read(RETRY_CALL)
    assert backend.revision == revision
    standin.show(whole)
    backend.read(RETRY_CALL)
    assert backend.revision > revision
    assert [device.key for device in backend.devices()] == ["gpu:0", "gpu:1"]


def test_a_driver_without_a_gpu_says_so(standin: PlacedStandin, opened: Make) -> None:
    standin.show(Standin(gpus=()))
    assert unable(opened())[0] == "the NVIDIA driver is loaded, but reports no GPU"


@pytest.mark.parametrize(("name", "words"), [("/nowhere/libnvml.so", "cannot be loaded"), ("libnvml.so", "is not an absolute path")])
def test_a_named_library_that_is_not_there_or_not_absolute_is_said_with_its_name(
    fresh_pynvml: Callable[[], None], monkeypatch: pytest.MonkeyPatch, name: str, words: str
) -> None:
    monkeypatch.setenv(LIBRARY_VARIABLE, name)
    backend = NvmlBackend()
    backend.open()
    reason, cure = unable(backend)
    assert name in reason
    assert words in reason
    assert cure


def pci_function(root: Path, status: str) -> None:
    folder = root / "sys/bus/pci/devices/0000:01:00.0"
    (folder / "power").mkdir(parents=True, exist_ok=True)
    (folder / "vendor").write_text("0x10de\n")
    (folder / "class").write_text("0x030200\n")
    (folder / "power/runtime_status").write_text(f"{status}\n")


class NeverOpened(NvmlLibrary):
    """A library that must not be touched."""

    simulated = None
    opened = 0

    def open(self) -> Trouble | None:
        self.opened += 1
        return Trouble(9, "opened", None)


def test_a_sleeping_laptop_gpu_is_left_asleep_until_somebody_else_wakes_it(tmp_path: Path) -> None:
    pci_function(tmp_path, "suspended")
    library = NeverOpened(tmp_path)
    backend = NvmlBackend(library=library, root=tmp_path)
    backend.open()
    backend.read(RETRY_CALL)
    assert library.opened == 0
    assert "suspended to save power" in unable(backend)[0]
    pci_function(tmp_path, "active")
    backend.read(RETRY_CALL)
    assert library.opened == 1


@pytest.mark.parametrize("has_gpu", [False, True])
def test_no_library_is_told_apart_from_no_gpu(
    fresh_pynvml: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_gpu: bool
) -> None:
    monkeypatch.delenv(LIBRARY_VARIABLE, raising=False)
    monkeypatch.setattr(NvmlLibrary, "_load", lambda self: (_ for _ in ()).throw(OSError("no such library")))
    monkeypatch.setitem(sys.modules, "pynvml", None)  # its import fails: it is not even tried where there is nothing to bind
    if has_gpu:
        pci_function(tmp_path, "active")
    backend = NvmlBackend(root=tmp_path)
    backend.open()
    reason, cure = unable(backend)
    assert ("there is an NVIDIA GPU" in reason) == has_gpu
    assert (cure is not None) == has_gpu


def test_the_sentence_of_a_machine_without_gpu_and_driver_is_known_as_that() -> None:
    assert f"{NO_GPU_FOUND}, and no driver ({nvml_library._NAME})" == nvml_library._NEITHER
