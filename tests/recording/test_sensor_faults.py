"""Failing sensors as the user sees them: the real recorder and the real helper on a stand-in NVML and a stand-in /sys.

All slow scenarios run simultaneously before the first test; the tests check their outcomes.
"""

import csv
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.recording.recorders import START, Done
from tests.sensors.powercap_tree import RANGE_UJ, PowercapTree
from tests.standin.standin import Gpu, Rule, Standin, build, compiler, environment

RAMP = Gpu(curve="ramp", low=100, high=300, period=3.0)
LOST, FROZEN, BACKWARDS, NO_TEMPERATURE, DISAGREES, LATIN_1, AVERAGED, REVOKED = (f"gpu:{index}" for index in range(8))
PACKAGE = "intel-rapl:0"
UNREADABLE_UJ = 300_000_000
"""From this value on the processor's counter has no number for 110 ms: 7.5 s after the start."""
ENERGY_UJ = f"sys/class/powercap/{PACKAGE}/energy_uj"
REVOCATION = tuple(
    f"nvml{name}"
    for name in (
        "DeviceGetFieldValues",
        "DeviceGetPowerUsage",
        "DeviceGetCurrentClocksEventReasons",
        "DeviceGetUUID",
        "DeviceGetClockInfo",
        "DeviceGetTemperature",
        "DeviceGetMemoryInfo_v2",
        "DeviceGetUtilizationRates",
    )
)
SLEEPS = """
import os, time
real = time.clock_gettime_ns
def clock(one):
    return real(one) + (6_660_000_000_000 if one == time.CLOCK_BOOTTIME and os.path.exists({!r}) else 0)
time.clock_gettime_ns = clock
"""
"""A recorder whose boot-time clock (which includes suspends) jumps by 1 h 51 min once a file exists, while the monotonic clock does not."""
NO_OVERRIDE = "import ctypes; [ctypes.CDLL(None).prctl(24, one, 0, 0, 0) for one in (1, 2)]; "
"""Takes root's right to read any file from the started process (PR_CAPBSET_DROP of CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH)."""


class Machine:
    """A simulated machine: a stand-in NVML, a /sys, and a home for gpuscope."""

    def __init__(self, folder: Path, libraries: Path, standin: Standin, *missing: str) -> None:
        folder.mkdir()
        self.standin, self.root = standin, folder / "root"
        self._configuration, library = folder / "standin.conf", build(libraries, missing)
        self.variables = {**environment(library, self._configuration), "GPUSCOPE_HOME": str(folder / "home")}
        self.show(standin)

    def later(self, name: str, standin: Standin) -> str:
        """Return the shell command that replaces the stand-in's configuration."""
        path = self._configuration.with_name(name)
        standin.write(path)
        return f"mv {shlex.quote(str(path))} {shlex.quote(str(self._configuration))}"

    def show(self, standin: Standin) -> None:
        standin.write(self._configuration)

    def package(self) -> PowercapTree:
        """Add a processor with one energy counter."""
        self.variables["GPUSCOPE_SYSFS_ROOT"] = str(self.root)
        tree = PowercapTree(self.root)
        tree.zone(PACKAGE, "package-0", 0)
        return tree

    def gpuscope(self, *arguments: str) -> Done:
        return self.with_prelude("", *arguments)

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, **self.variables}

    def with_prelude(self, prelude: str, *arguments: str) -> Done:
        """Run gpuscope after some lines of Python."""
        command = [sys.executable, "-P", "-c", f"{prelude}\n{START}", *arguments]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=100, check=False)
        return Done(done.returncode, done.stdout, done.stderr)


class Burning(threading.Thread):
    """A processor that draws 40 W; ``counter`` maps microjoules since the start to the value that its counter shows, None for no number."""

    def __init__(self, tree: PowercapTree, counter: Callable[[int], int | None]) -> None:
        super().__init__()
        self._tree, self._counter, self._over = tree, counter, threading.Event()

    def run(self) -> None:
        begin = time.monotonic_ns()
        with (self._tree.root / ENERGY_UJ).open("r+b", buffering=0) as file:
            while not self._over.wait(0.02):
                # Always of the same length and in a single write: nobody reads half a number.
                shown = self._counter((time.monotonic_ns() - begin) * 40 // 1000)
                os.pwrite(file.fileno(), b"?" * 20 + b"\n" if shown is None else b"%020d\n" % shown, 0)

    def __enter__(self) -> "Burning":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()


@dataclass(frozen=True)
class Happened:
    """The outcomes of the slow scenarios."""

    faults: dict[str, Any]
    shown: str
    samples: str
    slept: dict[str, Any]
    stopped: dict[str, Any]
    told: str
    stop_s: float
    health: list[dict[str, Any]]


def faults_at_once(machine: Machine) -> tuple[dict[str, Any], str, str]:
    """A run with eight GPUs, each with a different fault, on a processor whose counter wraps, and is unreadable for a moment."""
    revoked = [Rule(name, "error", 999, 7) for name in REVOCATION]
    trouble = replace(machine.standin.with_gpu(2, base_mj=1.0), rules=(*machine.standin.rules, *revoked))
    lost, found = machine.later("lost.conf", trouble.with_gpu(0, lost_from=1)), machine.later("found.conf", trouble)

    def counter(uj: int) -> int | None:
        return None if 0 <= uj - UNREADABLE_UJ < 4_400_000 else (RANGE_UJ - 150_000_000 + uj) % RANGE_UJ

    with Burning(machine.package(), counter):
        done = machine.gpuscope("run", "--json", "--", "sh", "-c", f"sleep 3; {lost}; sleep 1; {found}; sleep 9")
    assert done.code == 0, done.err
    return done.document, machine.gpuscope("show", "last", "--all").out, machine.gpuscope("export", "last", "-o", "-").out


def slept_at_once(machine: Machine) -> dict[str, Any]:
    woken = machine.root.with_name("woken")
    done = machine.with_prelude(SLEEPS.format(str(woken)), "run", "--json", "--", "sh", "-c", f"sleep 3; touch {woken}; sleep 2")
    assert done.code == 0, done.err
    return done.document


def hung_at_once(machine: Machine) -> tuple[dict[str, Any], str, float]:
    """A run that is stopped while NVML hangs, on a processor whose counter is reset."""
    hung = machine.root.with_name("hung.conf")
    move = machine.later(hung.name, machine.standin.with_rules(Rule("nvmlDeviceGetFieldValues", "hang", 0, 0)))
    command = [sys.executable, "-P", "-c", START, "run", "--", "sh", "-c", f"sleep 3; {move}; sleep 60"]
    told = ""
    with (
        Burning(machine.package(), lambda uj: 90_000_000_000 + uj if hung.exists() else uj),
        subprocess.Popen(command, env=machine.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process,
    ):
        assert process.stderr is not None
        for line in process.stderr:
            told += line
            if "is restarted" in line:
                time.sleep(1.5)  # for the next helper's readings
                begin = time.monotonic()
                process.terminate()
    return machine.gpuscope("show", "last", "--json").document, told, time.monotonic() - begin


def watched_at_once(machine: Machine) -> list[dict[str, Any]]:
    """The events that the window's Machine and Health pages get while NVML hangs."""
    command = [sys.executable, "-P", "-c", START, "monitor", "--events"]
    events = []
    with subprocess.Popen(
        command,
        env=machine.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            events.append(json.loads(line))
            if events[-1]["e"] == "sample" and events[-1]["call"] == "nvml.fields:gpu:0":
                machine.show(machine.standin.with_rules(Rule("nvmlDeviceGetFieldValues", "hang", 0, 0)))
            if events[-1]["e"] == "table" and events[-1]["name"] == "helper" and events[-1]["rows"][0]["hangs"]:
                break
        process.terminate()
        process.stdout.read()
    return events


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if compiler() is None:
        pytest.skip("no C compiler for the stand-in NVML: install gcc")
    folder = tmp_path_factory.getbasetemp() / "standin"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def happened(libraries: Path, tmp_path_factory: pytest.TempPathFactory) -> Happened:
    folder = tmp_path_factory.mktemp("faults")
    gpus = (
        RAMP,
        replace(RAMP, frozen_at=0.0),
        RAMP,
        RAMP,
        Gpu(curve="square", period=0.3),  # the sensor's last 25 of every 100 ms see the high half in one case of three
        replace(RAMP, name=b"Caf\xe9 GPU"),
        RAMP,
        RAMP,
    )
    rules = [Rule(f"nvmlDeviceGetTemperature{one}", "error", 3, 3) for one in ("", "V")]
    rules += [Rule(one, "error", 3, 6) for one in ("field:83", "nvmlDeviceGetTotalEnergyConsumption", "field:186")]
    machines = [Machine(folder / name, libraries, Standin(gpus=(RAMP,))) for name in ("slept", "hung", "watched")]
    many = Machine(folder / "faults", libraries, Standin(gpus=gpus, rules=tuple(rules)))
    with ThreadPoolExecutor(3) as pool:
        sleeping, hanging, watching = (
            pool.submit(slept_at_once, machines[0]),
            pool.submit(hung_at_once, machines[1]),
            pool.submit(watched_at_once, machines[2]),
        )
        faults, shown, samples = faults_at_once(many)
        stopped, told, stop_s = hanging.result()
        return Happened(faults, shown, samples, sleeping.result(), stopped, told, stop_s, watching.result())


@pytest.fixture
def machine(libraries: Path, tmp_path: Path) -> Callable[..., Machine]:
    return lambda *missing, **standin: Machine(tmp_path / "machine", libraries, Standin(**{"gpus": (RAMP,), **standin}), *missing)


def device(document: Mapping[str, Any], key: str) -> dict[str, Any]:
    return next(one for one in document["devices"] if one["device"] == key)


def metrics(document: Mapping[str, Any], key: str) -> dict[str, Any]:
    return device(document, key)["metrics"]


def gaps(document: Mapping[str, Any], key: str, metric: str) -> list[dict[str, Any]]:
    return [one for one in device(document, key)["gaps"] if metric in one["metrics"]]


def true_j(document: Mapping[str, Any]) -> float:
    """The energy of a GPU without faults, by its counter."""
    value = metrics(document, NO_TEMPERATURE)["energy"]["value"]
    assert isinstance(value, float)
    return value


def test_a_lost_gpu_is_a_gap_in_the_run_the_others_go_on_and_it_comes_back(happened: Happened) -> None:
    [gap] = gaps(happened.faults, LOST, "power")
    assert gap["reason"] == "the GPU is lost: it no longer answers on the bus"
    assert 5 < gap["end_s"] - gap["start_s"] < 12  # the helper looks for it every 10 s
    energy = metrics(happened.faults, LOST)["energy"]
    assert energy["value"] == pytest.approx(true_j(happened.faults), rel=0.01)
    assert "s of the window without readings (the GPU is lost" in energy["reason"]
    assert metrics(happened.faults, LOST)["energy_instant"]["value"] is None
    assert gaps(happened.faults, NO_TEMPERATURE, "power") == []
    assert "Gaps in the readings" in happened.shown
    assert any(line.startswith(LOST) and "the GPU is lost" in line for line in happened.shown.splitlines())


def test_one_metric_that_is_not_offered_leaves_the_others(happened: Happened) -> None:
    found = metrics(happened.faults, NO_TEMPERATURE)
    assert (found["temperature_mean"]["value"], found["temperature_mean"]["reason"]) == (None, "this GPU or driver does not offer it")
    assert found["power_mean"]["value"] > 100
    assert found["memory_temperature_peak"]["value"] == 70


@pytest.mark.parametrize(
    ("gpu", "reason", "source"),
    [
        (FROZEN, "the counter stood still", "integral of NVML field 186, instantaneous power"),
        (BACKWARDS, "the counter went backwards within the window (a reset)", "integral of NVML field 186"),
        (AVERAGED, "this GPU or driver does not offer it", "integral of the 1 s average (NVML field 185, 1 s average power)"),
    ],
)
def test_without_a_counter_to_trust_the_next_source_gives_the_energy_and_says_so(
    happened: Happened, gpu: str, reason: str, source: str
) -> None:
    found = metrics(happened.faults, gpu)
    assert found["energy"]["value"] == pytest.approx(true_j(happened.faults), rel=0.02)
    assert found["energy"]["source"].startswith(source)
    assert f"in place of the counter: {reason}" in found["energy"]["reason"]
    assert (found["energy_counter"]["value"], found["energy_counter"]["reason"]) == (None, reason)


def test_sources_that_disagree_are_both_shown(happened: Happened) -> None:
    found = metrics(happened.faults, DISAGREES)
    counter, integral = found["energy_counter"]["value"], found["energy_instant"]["value"]
    assert integral == pytest.approx(5 / 6 * counter, rel=0.03)
    assert found["energy"]["value"] == counter
    assert "sources disagree: counter " in found["energy"]["reason"]
    assert found["energy"]["uncertainty"] >= counter - integral
    assert "sources disagree: counter " in happened.shown


def test_a_name_that_is_not_utf_8_is_shown(happened: Happened) -> None:
    found = device(happened.faults, LATIN_1)
    assert (found["name"], found["uuid"]) == ("Caf\ufffd GPU", "GPU-00000000-0000-0000-0000-000000000005")
    assert "gpu:5: Caf\ufffd GPU" in happened.shown


def test_a_container_that_loses_the_device_goes_on_and_says_why(happened: Happened) -> None:
    [gap] = gaps(happened.faults, REVOKED, "power")
    assert "device access revoked by the host" in gap["reason"]
    assert gap["end_s"] is None
    assert metrics(happened.faults, REVOKED)["energy"]["value"] is None
    assert happened.faults["state"] == "finished"
    assert "device access revoked by the host" in happened.shown


def test_a_processor_s_counter_that_wraps_and_cannot_be_read_once_goes_on(happened: Happened) -> None:
    energy = metrics(happened.faults, "cpu")["energy"]
    assert energy["value"] == pytest.approx(40 * happened.faults["duration_s"], rel=0.05)
    assert all("readings fail" in one["reason"] for one in gaps(happened.faults, "cpu", "energy"))  # and none because of a reset
    rows = csv.DictReader(io.StringIO(happened.samples))
    told_s = [float(row["t_s"]) for row in rows if any(value for key, value in row.items() if key.startswith("cpu energy"))]
    assert max(later - one for one, later in pairwise(told_s)) > 0.15  # a reading is missing


def test_a_processor_s_counter_that_starts_anew_is_no_joule(happened: Happened) -> None:
    energy = metrics(happened.stopped, "cpu")["energy"]
    assert energy["value"] is None
    reset, *others = gaps(happened.stopped, "cpu", "energy")
    assert "it was reset" in reset["reason"]
    assert all("the sensor helper is restarted" in one["reason"] for one in others)


def test_a_suspend_is_a_gap_and_adds_no_joule(happened: Happened) -> None:
    energy = metrics(happened.slept, "gpu:0")["energy"]
    assert (energy["value"], energy["reason"]) == (None, "incomplete: the computer slept for 1 h 51 min")
    assert [one["reason"] for one in device(happened.slept, "gpu:0")["gaps"]] == ["the computer slept for 1 h 51 min"]
    assert happened.slept["metrics"]["energy"]["value"] is None


def test_nvml_that_never_returns_is_told_and_stop_works(happened: Happened) -> None:
    assert ":gpu:0 not answering since " in happened.told
    assert happened.stop_s < 10
    assert happened.stopped["state"] == "stopped"
    [gap] = gaps(happened.stopped, "gpu:0", "energy")
    assert "not answering since" in gap["reason"]
    assert metrics(happened.stopped, "gpu:0")["energy_instant"]["value"] is None


def test_the_feed_of_machine_and_health_tells_that_nvml_does_not_answer(happened: Happened) -> None:
    events = happened.health
    assert any(one["e"] == "log" and "not answering since " in one["text"] for one in events)
    hung = next(index for index, one in enumerate(events) if one["e"] == "log" and "not answering since " in one["text"])
    assert any(one["e"] == "sample" and one["call"] == "host.machine" for one in events[hung - 5 :])


def test_a_function_that_an_old_driver_lacks_costs_its_own_metric(machine: Callable[..., Machine]) -> None:
    found = machine("nvmlDeviceGetUtilizationRates").gpuscope("devices", "--json").document
    able = device(found, "gpu:0")["metrics"]
    assert (able["utilization"]["available"], able["utilization"]["reason"]) == (False, "this driver is too old for it")
    assert able["power"]["available"]


def test_a_driver_of_another_version_than_the_library_names_both(machine: Callable[..., Machine], tmp_path: Path) -> None:
    made = machine(rules=(Rule("nvmlInitWithFlags", "error", 18), Rule("nvmlInit_v2", "error", 18)))
    library = tmp_path / "libnvidia-ml.so.580.95.05"
    shutil.copy(made.variables["GPUSCOPE_NVML_LIBRARY"], library)
    version = made.root / "proc/driver/nvidia/version"
    version.parent.mkdir(parents=True)
    version.write_text("NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.15  Thu Jan 23 2025\n")
    made.variables |= {"GPUSCOPE_NVML_LIBRARY": str(library), "GPUSCOPE_SYSFS_ROOT": str(made.root)}
    able = device(made.gpuscope("devices", "--json").document, "gpu")["metrics"]["power"]
    assert "the kernel has 570.86.15, the library is 580.95.05" in able["reason"]
    assert able["cure"] == "Restart the machine, so that both parts of the driver have the same version."


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="powercap is Linux's")
def test_a_counter_that_root_alone_may_read_names_the_file_and_the_rule(machine: Callable[..., Machine]) -> None:
    made = machine()
    made.package()
    file = made.root / ENERGY_UJ
    file.chmod(0)
    shown = made.with_prelude(NO_OVERRIDE, "devices").out
    assert f"{file} can be read only by root" in shown
    assert 'RUN+="/bin/chmod a+r /sys%p/energy_uj"' in shown
    able = device(json.loads(made.with_prelude(NO_OVERRIDE, "devices", "--json").out), "cpu")["metrics"]["energy"]
    assert not able["available"]
