"""The host back end against psutil, and against small simulated machines with known values."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from gpuscope.core.event import Table
from gpuscope.sensors.backend import GONE, NOT_YET
from gpuscope.sensors.host import CLOCK_CALL, CORES_CALL, MACHINE_CALL, RECORDER_CALL, WORKLOAD_CALL, HostBackend, ProcSource
from gpuscope.sensors.host_psutil import PsutilSource
from gpuscope.sensors.machine_source import Value
from gpuscope.sensors.proc import PairSum, Thermometer
from gpuscope.sensors.process_tree import ProcessTree, parse_stat

PAGE = os.sysconf("SC_PAGE_SIZE")


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    # In place, so that open descriptors see the new content, as in /proc.
    with path.open("w") as file:
        file.write(text)


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return a small machine: two disks among layers and partitions, two interfaces beside loopback."""
    write(tmp_path, "proc/stat", "cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 100 0 100 800 0 0 0 0 0 0\n")
    write(tmp_path, "proc/meminfo", "MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 400 kB\nSwapTotal: 50 kB\nSwapFree: 20 kB\n")
    disks = ["   8 0 sda 1 0 10 0 1 0 20 0 0 0 0", "   8 1 sda1 1 0 10 0 1 0 20 0 0 0 0", "   7 0 loop0 1 0 99 0 1 0 99 0 0 0 0"]
    disks += [" 253 0 dm-0 1 0 10 0 1 0 20 0 0 0 0", " 259 0 nvme0n1 1 0 1 0 1 0 2 0 0 0 0", " 252 0 zram0 1 0 99 0 1 0 99 0 0 0 0"]
    write(tmp_path, "proc/diskstats", "\n".join(disks) + "\n")
    for disk in ("sda", "nvme0n1"):
        (tmp_path / f"sys/block/{disk}/device").mkdir(parents=True)
    head = "Inter-|   Receive  |  Transmit\n face |bytes packets|bytes packets\n"
    rows = [
        "    lo: 999 9 0 0 0 0 0 0 999 9 0 0 0 0 0 0",
        "  eth0:1000 9 0 0 0 0 0 0 500 9 0 0 0 0 0 0",
        " wlan0: 1 9 0 0 0 0 0 0 2 9 0 0 0 0 0 0",
    ]
    write(tmp_path, "proc/net/dev", head + "\n".join(rows) + "\n")
    write(tmp_path, "proc/cpuinfo", "processor : 0\nmodel name : A Processor\ncpu MHz : 1000.0\n\nprocessor : 1\ncpu MHz : 3000.0\n")
    write(tmp_path, "sys/class/hwmon/hwmon0/name", "nvme\n")
    write(tmp_path, "sys/class/hwmon/hwmon0/temp1_input", "91000\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/name", "coretemp\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/temp1_label", "Package id 0\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/temp1_input", "54500\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/temp2_label", "Core 0\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/temp2_input", "60000\n")
    return tmp_path


def test_the_walk_over_processes_takes_a_tenth_of_the_rate() -> None:
    backend = HostBackend(10.0, in_detail=True)
    backend.open()
    periods = {call.name: call.period_ns for call in backend.calls()}
    assert periods.pop(MACHINE_CALL) == 100_000_000
    assert set(periods.values()) == {1_000_000_000}
    assert {WORKLOAD_CALL, RECORDER_CALL, CORES_CALL} <= periods.keys()
    backend.close()


@pytest.fixture
def source(machine: Path) -> Iterator[ProcSource]:
    made = ProcSource(machine)
    yield made
    made.close()


def values_of(backend: HostBackend, name: str) -> dict[str, Value]:
    call = next(call for call in backend.calls() if call.name == name)
    reading = backend.read(name)
    assert reading is not None
    return {metric: value for (_, metric), value in zip(call.series, reading.values, strict=True)}


def test_the_small_machines_numbers_are_exact(source: ProcSource, machine: Path) -> None:
    write(machine, "proc/stat", "cpu  130 0 110 850 10 0 0 0 30 0\n")
    assert source.sample()() == {
        "utilization": pytest.approx(40 / 100),
        "memory_used": 600 * 1024,
        "swap_used": 30 * 1024,
        "disk_read": 11 * 512,
        "disk_written": 22 * 512,
        "network_received": 1001,
        "network_sent": 502,
        "temperature": 54.5,
    }
    assert source.clock() == 2e9
    assert source.name == "A Processor"
    assert source.properties["memory_total"] == 1000 * 1024


def test_utilization_without_a_tick_since_is_missing_not_zero(source: ProcSource) -> None:
    assert source.sample()()["utilization"] is None
    backend = HostBackend(source=lambda: source)
    backend.open()
    reading = backend.read(MACHINE_CALL)
    assert reading is not None
    assert reading.values[0] is None
    assert reading.codes == {"0": NOT_YET}


def test_a_disk_or_interface_that_goes_leaves_what_it_had_counted(source: ProcSource, machine: Path) -> None:
    before = source.sample()()
    write(machine, "proc/diskstats", "   8 0 sda 1 0 11 0 1 0 20 0 0 0 0\n")
    write(machine, "proc/net/dev", "  eth0:1500 9 0 0 0 0 0 0 500 9 0 0 0 0 0 0\n")
    after = source.sample()()
    assert after["disk_read"] == 12 * 512
    assert after["network_received"] == 1501
    assert after["network_sent"] == before["network_sent"]


def test_a_counter_that_starts_anew_goes_on(source: ProcSource, machine: Path) -> None:
    source.sample()()
    write(machine, "proc/net/dev", "  eth0: 10 9 0 0 0 0 0 0 20 9 0 0 0 0 0 0\n wlan0: 1 9 0 0 0 0 0 0 2 9 0 0 0 0 0 0\n")
    assert source.sample()()["network_received"] == 1011


def test_a_counter_that_wraps_alone_leaves_the_other_as_it_is() -> None:
    """A driver with counters of 32 bits wraps the bytes received without those sent."""
    total = PairSum()
    assert total.update({"eth0": (2**32 - 10, 500)}) == (2**32 - 10, 500)
    assert total.update({"eth0": (30, 600)}) == (2**32 + 20, 600)


def test_what_a_machine_does_not_tell_is_missing_with_its_reason(tmp_path: Path) -> None:
    write(tmp_path, "proc/stat", "cpu  1 0 1 8 0 0 0 0 0 0\n")
    write(tmp_path, "proc/cpuinfo", "processor : 0\n")
    backend = HostBackend(source=lambda: ProcSource(tmp_path))
    backend.open()
    cpu = backend.devices()[0]
    for metric in ("memory_used", "disk_read", "network_sent", "clock", "temperature"):
        assert not cpu.capabilities[metric].available
        assert cpu.capabilities[metric].reason
    assert CLOCK_CALL not in {call.name for call in backend.calls()}
    assert backend.calls()[0].series == (("cpu", "utilization"),)
    backend.close()


def test_a_file_that_fails_later_is_missing_with_a_code(source: ProcSource, machine: Path) -> None:
    backend = HostBackend(source=lambda: source)
    backend.open()
    write(machine, "proc/meminfo", "")
    write(machine, "proc/stat", "cpu  2 0 2 9000 0 0 0 0 0 0\n")
    found = values_of(backend, MACHINE_CALL)
    assert found["memory_used"] is None
    assert found["disk_read"] == 11 * 512


def test_a_thermometer_without_a_package_takes_the_hottest_core(tmp_path: Path) -> None:
    write(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal")
    write(tmp_path, "sys/class/hwmon/hwmon0/temp1_input", "40000")
    write(tmp_path, "sys/class/hwmon/hwmon0/temp2_input", "45000")
    thermometer = Thermometer(tmp_path)
    assert thermometer.values(thermometer.read()) == (45,)
    thermometer.close()


def test_the_real_machine_agrees_with_psutil() -> None:
    backend = HostBackend()
    backend.open()
    found = values_of(backend, MACHINE_CALL)
    memory = psutil.virtual_memory()
    network = [one for name, one in psutil.net_io_counters(pernic=True, nowrap=False).items() if name != "lo"]
    assert found["memory_used"] == pytest.approx(memory.total - memory.available, abs=64 * 2**20)
    assert found["swap_used"] == pytest.approx(psutil.swap_memory().used, abs=64 * 2**20)
    assert found["network_received"] == pytest.approx(sum(one.bytes_recv for one in network), abs=2**20)
    disks = psutil.disk_io_counters(perdisk=True, nowrap=False) or {}
    physical = [one for name, one in disks.items() if Path(f"/sys/block/{name}/device").exists()]
    assert found["disk_read"] == pytest.approx(sum(one.read_bytes for one in physical), abs=64 * 2**20)
    backend.close()


def test_utilization_agrees_with_the_processor_time_that_was_spent() -> None:
    backend = HostBackend()
    backend.open()
    before = psutil.cpu_times()
    values_of(backend, MACHINE_CALL)
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        pass
    found = values_of(backend, MACHINE_CALL)["utilization"]
    after = psutil.cpu_times()
    spent = sum(after[:8]) - sum(before[:8])
    idle = after.idle + after.iowait - before.idle - before.iowait
    assert found == pytest.approx(1 - idle / spent, abs=0.15)
    assert found is not None
    assert found >= 0.9 / (os.cpu_count() or 1) - 0.15
    backend.close()


BURNER = """
import os, sys, time
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
child = os.fork()
if child == 0:
    burn(0.15)
    os._exit(0)
os.waitpid(child, 0)
if os.fork() == 0:
    time.sleep(60)
print("ready", flush=True)
time.sleep(60)
"""


@pytest.fixture
def tree() -> Iterator[subprocess.Popen[bytes]]:
    """Start a process with one child that used 0.15 s and ended, and one that sleeps."""
    process = subprocess.Popen([sys.executable, "-I", "-c", BURNER], stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == b"ready\n"
        yield process
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_the_tree_counts_ended_children_and_living_ones(tree: subprocess.Popen[bytes]) -> None:
    backend = HostBackend()
    backend.open()
    assert backend.read(WORKLOAD_CALL) is None
    backend.watch(tree.pid)
    found = values_of(backend, WORKLOAD_CALL)
    assert found["processes"] == 2
    assert found["cpu_time"] is not None
    assert 0.14 <= found["cpu_time"] < 5
    processes = [psutil.Process(tree.pid), *psutil.Process(tree.pid).children()]
    assert found["resident_memory"] == pytest.approx(sum(one.memory_info().rss for one in processes), rel=0.4)
    backend.close()


def test_processes_apart_are_not_counted_but_their_ended_children_are(tree: subprocess.Popen[bytes]) -> None:
    backend = HostBackend()
    backend.open()
    backend.watch(tree.pid, [tree.pid])
    found = values_of(backend, WORKLOAD_CALL)
    assert found["processes"] == 1
    assert found["cpu_time"] is not None
    assert found["cpu_time"] >= 0.14
    backend.close()


def test_a_tree_whose_root_is_gone_says_so_once(tree: subprocess.Popen[bytes]) -> None:
    backend = HostBackend()
    backend.open()
    backend.watch(tree.pid)
    backend.read(WORKLOAD_CALL)
    os.killpg(tree.pid, signal.SIGKILL)
    tree.wait()
    reading = backend.read(WORKLOAD_CALL)
    assert reading is not None
    assert set(reading.values) == {None}
    assert set(reading.codes.values()) == {GONE}
    assert backend.read(WORKLOAD_CALL) is None
    backend.close()


def stat_line(pid: int, own: int, ended: int, pages: int) -> str:
    return f"{pid} (a ) name) S 1 1 1 0 -1 0 0 0 0 0 {own} 0 {ended} 0 20 0 1 0 100 4096 {pages} 0\n"


def test_processor_time_never_falls_when_a_child_is_missed(tmp_path: Path) -> None:
    write(tmp_path, "proc/1/stat", stat_line(1, 100, 0, 1))
    write(tmp_path, "proc/1/task/1/children", "2 ")
    write(tmp_path, "proc/2/stat", stat_line(2, 300, 0, 2))
    found = ProcessTree(tmp_path, 1)
    first = found.totals()
    write(tmp_path, "proc/1/task/1/children", "")
    second = found.totals()
    write(tmp_path, "proc/1/stat", stat_line(1, 100, 350, 1))
    third = found.totals()
    assert first == (4.0, 3 * PAGE, 2)
    assert second == (4.0, PAGE, 1)
    assert third == (4.5, PAGE, 1)
    found.close()


def test_a_name_with_brackets_and_blanks_is_read_right() -> None:
    assert parse_stat(stat_line(7, 11, 13, 3).encode()) == (11, 13, 3 * PAGE)


def test_own_processes_leave_out_children_and_add_what_ended_helpers_took(tree: subprocess.Popen[bytes]) -> None:
    backend = HostBackend()
    backend.open()
    backend.own([tree.pid], 100.0)
    found = values_of(backend, RECORDER_CALL)
    assert found["cpu_time"] is not None
    assert 100.0 <= found["cpu_time"] < 100.14
    backend.close()


CORES = "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 {} 0 0 {} 0 0 0 0 0 0\ncpu2 {} 0 0 {} 50 0 0 0 0 0\nintr 1 2 3\n"


def tables_of(backend: HostBackend) -> list[Table]:
    return [event for event in backend.events() if isinstance(event, Table)]


def test_the_load_of_each_core_is_told_from_the_second_look_on(source: ProcSource, machine: Path) -> None:
    backend = HostBackend(source=lambda: source, in_detail=True)
    backend.open()
    write(machine, "proc/stat", CORES.format(100, 100, 0, 100))
    assert backend.read(CORES_CALL) is None
    assert tables_of(backend) == []
    write(machine, "proc/stat", CORES.format(130, 110, 0, 200))
    assert backend.read(CORES_CALL) is None
    (table,) = tables_of(backend)
    assert (table.device, table.name) == ("cpu", "cores")
    assert table.rows == ({"core": 0, "utilization": 0.75}, {"core": 2, "utilization": 0.0})
    assert tables_of(backend) == []


def test_a_core_that_is_switched_on_or_has_no_tick_is_unknown_not_idle(source: ProcSource, machine: Path) -> None:
    backend = HostBackend(source=lambda: source, in_detail=True)
    backend.open()
    write(machine, "proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 1 0 0 1 0 0 0 0 0 0\n")
    backend.read(CORES_CALL)
    write(machine, "proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 1 0 0 1 0 0 0 0 0 0\ncpu1 1 0 0 1 0 0 0 0 0 0\n")
    backend.read(CORES_CALL)
    assert [row["utilization"] for row in tables_of(backend)[0].rows] == [None, None]


def test_cores_are_read_in_detail_alone(source: ProcSource) -> None:
    backend = HostBackend(source=lambda: source)
    backend.open()
    assert CORES_CALL not in {call.name for call in backend.calls()}


def test_psutil_tells_the_load_of_each_core_too() -> None:
    psutil_source = PsutilSource()
    assert psutil_source.cores() == ()
    assert [number for number, _ in psutil_source.cores()] == list(range(psutil.cpu_count() or 1))
