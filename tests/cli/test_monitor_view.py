"""The live table at many terminal sizes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from gpuscope.cli.monitor_view import MonitorView
from gpuscope.cli.styled_line import ASCII, BLOCKS, Glyphs, StyledLine, bar, glyphs_for
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Hello, Sample, Table
from gpuscope.recording.machine_state import MachineState
from gpuscope.reports.printable import width
from gpuscope.sensors.declaration import Declaration, no_gpu

CPU = {"utilization": 0.25, "memory_used": 2.0**31, "swap_used": 0.0, "clock": 2.6e9, "disk_read": 0.0, "disk_written": 0.0}
GPU = {
    "utilization": 0.97, "memory_used": 9.6 * 2**30, "power": 512.0, "power_limit": 700.0, "energy": 1e6, "throttle": 4, "clock": 1.98e9,
    "temperature": 61.0, "sm_activity": 0.8, "tensor_activity": 0.4, "memory_activity": 0.3, "fan": 0.3, "pcie_received": 2.0**30,
    "pcie_sent": 2.0**20, "device_processes": 2,
}  # fmt: skip


def able(keys: Sequence[str]) -> dict[str, Capability]:
    return {key: Capability(True, "a sensor") for key in keys}


def cpu() -> Device:
    return Device("cpu", DeviceKind.CPU, "A processor", None, {"processors": 4, "memory_total": 2**33}, able(list(CPU)))


def gpu(index: int = 0) -> Device:
    return Device(f"gpu:{index}", DeviceKind.GPU, "A card", None, {"memory_total": 80 * 2**30}, able(list(GPU)))


def hello(devices: Sequence[Device]) -> Hello:
    calls = {one.key: tuple((one.key, key) for key in (CPU if one.key == "cpu" else GPU)) for one in devices}
    return Hello("helper", 1, 0, Declaration({one.key: one for one in devices}, calls).to_info())


def state_of(devices: Sequence[Device], cores: int = 4, processes: Sequence[Mapping[str, str | float | int | None]] = ()) -> MachineState:
    state = MachineState()
    state.apply([hello(devices)])
    for t_ns in (0, 1_000_000_000):
        for device in devices:
            values = dict(CPU) if device.key == "cpu" else {**GPU, "energy": 1e6 + t_ns * 5e-7}
            state.apply([Sample(device.key, t_ns, t_ns, tuple(values.values()))])
    state.apply([Table("cpu", "cores", 1, tuple({"core": n, "utilization": n / cores} for n in range(cores)))])
    state.apply([Table("gpu:0", "processes", 1, tuple(processes))])
    return state


def drawn(state: MachineState, columns: int, rows: int, glyphs: Glyphs = BLOCKS, **more: str) -> list[str]:
    return [line.text(columns, colour=False) for line in MonitorView(state, glyphs).lines(columns, rows, **more)]


PROCESSES: tuple[Mapping[str, str | float | int | None], ...] = (
    {"pid": 7, "name": "train", "user": "ann", "memory_bytes": 2**30, "cpu": 1.5, "kind": "compute"},
    {"pid": 3, "name": None, "user": None, "memory_bytes": None, "cpu": None, "kind": "compute"},
    {"pid": 9, "name": "serve", "user": "bob", "memory_bytes": 2**32, "cpu": 0.1, "kind": "compute"},
)


def test_with_room_everything_is_shown() -> None:
    text = "\n".join(drawn(state_of([cpu(), gpu()], processes=PROCESSES), 120, 40))
    for words in (
        "97 %", "9.60 of 80.0 GiB", "512 of 700 W", "SM activity", "Tensor cores", "Memory bus", "1980 MHz", "61 °C", "Fan 30 %",
        "Energy 500 J in 1.0 s", "power cap", "PCIe to GPU 1.07 GB/s", "core 3", "Disk read 0 B/s", "train",
    ):  # fmt: skip
        assert words in text


def test_a_gpu_of_which_nothing_can_be_read_says_why() -> None:
    able = dict.fromkeys(("power", "energy"), Capability(False, "NVML", None, "lost"))
    state = state_of([gpu()])
    state.apply([hello([gpu(), Device("gpu:1", DeviceKind.GPU, "NVIDIA GPU", None, {}, able)])])
    for rows in (40, 5):
        assert "gpu:1  NVIDIA GPU  lost" in [line.rstrip() for line in drawn(state, 120, rows)]


@pytest.mark.parametrize(("unit", "words"), [("J", "Energy 500 J in 1.0 s"), ("Wh", "Energy 139 mWh in 1.0 s")])
def test_energy_is_told_in_the_unit_that_the_user_chose(unit: str, words: str) -> None:
    lines = MonitorView(state_of([gpu()]), BLOCKS, unit).lines(120, 40)
    assert words in "\n".join(line.text(120, colour=False) for line in lines)


@pytest.mark.parametrize("gpus", [0, 1, 8])
@pytest.mark.parametrize(("columns", "rows"), [(200, 60), (80, 24), (40, 12), (20, 3), (1, 1)])
def test_it_fits_every_terminal(gpus: int, columns: int, rows: int) -> None:
    devices = [cpu(), *(gpu(index) for index in range(gpus))] if gpus else [cpu(), no_gpu("no GPU was found", "Install one.")]
    lines = drawn(state_of(devices, processes=PROCESSES), columns, rows)
    assert len(lines) <= rows
    assert all(width(line) <= columns for line in lines)


def test_eight_gpus_have_a_line_each_on_a_small_terminal_and_processes_are_still_seen() -> None:
    lines = drawn(state_of([cpu(), *(gpu(index) for index in range(8))], processes=PROCESSES), 80, 24)
    for index in range(8):
        (line,) = [one for one in lines if one.startswith(f"gpu:{index}")]
        for words in ("97 %", "9.60 GiB", "512 W", "61 °C", "1980 MHz", "power cap"):
            assert words in line
    assert any("train" in line for line in lines)


def test_processes_are_sorted_by_what_is_asked_for_and_the_unknown_comes_last() -> None:
    state = state_of([cpu(), gpu()], processes=PROCESSES)

    def pids(order: str) -> list[str]:
        lines = drawn(state, 100, 40, order=order)
        begin = next(index for index, line in enumerate(lines) if "PID" in line)
        return [line.split()[0] for line in lines[begin + 1 : begin + 4]]

    assert pids("memory_bytes") == ["9", "7", "3"]
    assert pids("cpu") == ["7", "9", "3"]
    assert pids("pid") == ["3", "7", "9"]
    (line,) = [one for one in drawn(state, 100, 40) if one.split()[:1] == ["3"]]
    assert line.split() == ["3", "–", "gpu:0", "–", "–", "–"]


def test_what_is_not_told_of_processes_is_said() -> None:
    noted = {**able(list(GPU)), "device_processes": Capability(True, "NVML", note="in a container: some may be missing")}
    denied = {**able(list(GPU)), "device_processes": Capability(False, "NVML", None, "no permission", "Ask for it.")}
    devices = [cpu(), replace(gpu(), capabilities=noted), replace(gpu(1), capabilities=denied)]
    text = "\n".join(drawn(state_of(devices), 100, 40))
    assert "in a container: some may be missing" in text
    assert "gpu:1: no processes: no permission. Ask for it." in text


@pytest.mark.parametrize("cores", [1, 2, 16, 64, 256])
def test_every_core_is_seen(cores: int) -> None:
    lines = drawn(state_of([cpu()], cores=cores), 100, 60)
    if cores <= 16:
        assert f"core {cores - 1}" in "\n".join(lines)
    else:
        begin = next(index for index, line in enumerate(lines) if "Cores" in line)
        count = (cores + 84) // 85
        shown = "".join(line[15:] for line in lines[begin : begin + count])
        assert len(shown) == cores
        assert shown[-1] == "█"


def test_without_a_gpu_the_reason_and_the_cure_are_said_and_not_beside_another() -> None:
    lacking = no_gpu("no NVIDIA GPU was found", "Install its driver.")
    text = "\n".join(drawn(state_of([cpu(), lacking]), 100, 40))
    assert "no NVIDIA GPU was found" in text
    assert "Install its driver." in text
    assert "was found" not in "\n".join(drawn(state_of([cpu(), gpu(), lacking]), 100, 40))


def test_what_is_not_real_or_not_tried_says_so_at_every_size() -> None:
    odd = replace(gpu(), simulated="SIMULATED", properties={"untried": "not tested on hardware"})
    text = "\n".join(drawn(state_of([cpu(), odd]), 100, 40))
    assert "SIMULATED" in text
    assert "not tested on hardware" in text
    low = drawn(state_of([cpu(), *(replace(odd, key=f"gpu:{n}") for n in range(8))]), 80, 24)
    assert all("SIMULATED" in line for line in low if line.startswith("gpu:"))


def test_names_do_nothing_to_the_terminal() -> None:
    evil = replace(gpu(), name="\x1b[2J\u202eevil")
    lines = drawn(state_of([cpu(), evil], processes=[{**PROCESSES[0], "name": "a\nb\x1b]0;x\x07"}]), 100, 40)
    assert not any(character in line for line in lines for character in "\x1b\x07\u202e\n")


def test_a_terminal_without_blocks_has_bars_of_ascii() -> None:
    assert glyphs_for("utf-8") is BLOCKS
    assert glyphs_for("ascii") is ASCII
    assert glyphs_for(None) is ASCII
    lines = drawn(state_of([cpu()], cores=64), 100, 40, ASCII)
    assert any("##" in line for line in lines)


@pytest.mark.parametrize(
    ("share", "filled"), [(None, ""), (0.0, ""), (float("nan"), ""), (0.001, "▏"), (0.5, "██"), (0.53, "██▏"), (1.0, "████"), (7.0, "████")]
)
def test_a_bar_is_exact_to_an_eighth_of_a_cell(share: float | None, filled: str) -> None:
    assert bar(share, 4, BLOCKS) == filled


def test_looks_take_no_room() -> None:
    line = StyledLine().add("warning", "warn").add(" rest")
    assert line.text(9, colour=True) == "\x1b[33mwarning\x1b[0m …"
    assert line.text(None, colour=False) == "warning rest"
