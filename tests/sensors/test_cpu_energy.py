"""The device "cpu" with the energy of small machines whose counters are known, up to the helper's process."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import Gap, Hello, Sample
from gpuscope.core.event_json import decode
from gpuscope.sensors.backend import NOT_YET, Reading
from gpuscope.sensors.cpu_energy import COUNTERS_CALL, ROOT_VARIABLE, CpuEnergyBackend, best_source, update_period_s
from gpuscope.sensors.energy_counter import EnergyCounter, EnergySource, Unavailable
from gpuscope.sensors.helper_process import HelperProcess, helper_command
from gpuscope.sensors.rapl import powercap
from tests.sensors.powercap_tree import RANGE_UJ, PowercapTree

SECOND = 1_000_000_000


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 50 * SECOND
        self.slept = 0

    def __call__(self) -> int:
        return self.now


class Machine:
    """A back end on a tree, with a clock that is moved by hand."""

    def __init__(self, tree: PowercapTree) -> None:
        self.tree = tree
        self.clock = Clock()
        self.backend = CpuEnergyBackend(root=tree.root, find=powercap, clock=self.clock, asleep=lambda: self.clock.slept)

    def read(self, seconds: float = 0.1, **energies_uj: int | str) -> tuple[dict[str, float | int | None], Mapping[str, int | str]]:
        for name, energy in energies_uj.items():
            self.tree.set(name.replace("_", ":").replace("rapl:", "intel-rapl:"), energy)
        self.clock.now += round(seconds * SECOND)
        reading = self.backend.read(COUNTERS_CALL)
        assert isinstance(reading, Reading)
        metrics = [metric for _, metric in self.backend.calls()[0].series]
        return dict(zip(metrics, reading.values, strict=True)), reading.codes

    def gaps(self) -> list[Gap]:
        return [one for one in self.backend.events() if isinstance(one, Gap)]


@pytest.fixture
def tree(tmp_path: Path) -> PowercapTree:
    made = PowercapTree(tmp_path / "machine")
    made.zone("intel-rapl:0", "package-0", 10_000_000)
    made.zone("intel-rapl:1", "package-1", 20_000_000)
    made.zone("intel-rapl:0:0", "dram", 3_000_000)
    return made


@pytest.fixture
def machine(tree: PowercapTree, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    monkeypatch.setattr("gpuscope.sensors.cpu_energy.update_period_s", lambda counter, clock: 0.001)
    made = Machine(tree)
    made.backend.open()
    yield made
    made.backend.close()


def test_energy_is_the_packages_sum_and_power_its_difference(machine: Machine) -> None:
    values, codes = machine.read()
    assert values == {"energy": pytest.approx(30), "power": None, "memory_energy": pytest.approx(3)}
    assert codes == {"1": NOT_YET}
    values, codes = machine.read(0.1, rapl_0=15_000_000, rapl_1=24_000_000, rapl_0_0=3_500_000)
    assert values == {"energy": pytest.approx(39), "power": pytest.approx(90), "memory_energy": pytest.approx(3.5)}
    assert codes == {}


def test_a_counter_that_stands_still_keeps_its_power_for_two_seconds(machine: Machine) -> None:
    machine.read()
    machine.read(0.1, rapl_0=11_000_000)
    assert machine.read(1.9)[0]["power"] == pytest.approx(10)
    assert machine.read(0.2)[0]["power"] is None
    assert machine.read(0.8, rapl_0=17_000_000)[0]["power"] == pytest.approx(6 / 2.9)


def test_a_wrap_goes_on(machine: Machine) -> None:
    machine.tree.set("intel-rapl:0", RANGE_UJ - 1_000_000)
    before = machine.read()[0]["energy"]
    values, _ = machine.read(0.1, rapl_0=2_000_000)
    assert before is not None
    assert values["energy"] == pytest.approx(before + 3)
    assert values["power"] == pytest.approx(30)
    assert machine.gaps() == []


def test_a_reset_is_a_gap_that_is_told_and_never_negative_power(machine: Machine) -> None:
    machine.read(0.1, rapl_0=90_000_000_000)
    last = machine.clock.now
    values, codes = machine.read(0.1, rapl_0=1_000_000)
    assert values["energy"] == 0
    assert values["power"] is None
    assert codes == {"1": NOT_YET}
    [gap] = machine.gaps()
    assert (gap.device, gap.metrics, gap.start_ns, gap.end_ns) == ("cpu", ("energy", "power"), last, machine.clock.now)
    assert "was reset" in gap.reason
    assert machine.read(0.1, rapl_0=6_000_000)[0] == {
        "energy": pytest.approx(5),
        "power": pytest.approx(50),
        "memory_energy": pytest.approx(3),
    }
    assert machine.gaps() == []


def test_one_counter_that_fails_once_is_missing_once(machine: Machine) -> None:
    machine.read()
    values, codes = machine.read(0.1, rapl_1="")
    assert values == {"energy": None, "power": None, "memory_energy": pytest.approx(3)}
    assert set(codes) == {"0", "1"}
    values, codes = machine.read(0.1, rapl_1=26_000_000)
    assert values["energy"] == pytest.approx(36)
    assert codes == {"1": NOT_YET}
    assert machine.gaps() == []


def test_a_sleep_adds_no_joule(machine: Machine) -> None:
    before = machine.read()[0]["energy"]
    machine.clock.slept = 3600 * SECOND
    after = machine.read(0.1, rapl_0=9_000_000_000)[0]["energy"]
    assert before is not None
    assert after is not None
    assert after < before
    assert {one.reason for one in machine.gaps()} == {"the computer slept"}


def test_a_sleep_before_the_first_reading_breaks_nothing(machine: Machine) -> None:
    machine.clock.slept = 3600 * SECOND
    assert machine.read()[0]["energy"] is not None
    assert machine.gaps() == []


def test_what_it_declares(machine: Machine) -> None:
    [device] = machine.backend.devices()
    assert (device.key, device.name, device.simulated) == ("cpu", "A Xeon", None)
    assert device.properties == {"energy_counters": "package-0, package-1", "energy_wrap_s": 262, "untried": "not tested on hardware"}
    energy = device.capabilities["energy"]
    assert (energy.source, energy.period_s, energy.uncertainty) == ("powercap, package zones", 0.001, 0.10)
    power = device.capabilities["power"]
    assert (power.available, power.period_s, power.sampled_share) == (True, 0.1, 1.0)
    assert machine.backend.quality()["cpu/energy"] == ("measured", "powercap, package zones")
    assert machine.backend.quality()["cpu/power"][0] == "derived"


def test_what_is_modelled_or_untried_says_so(tmp_path: Path) -> None:
    counter = EnergyCounter("cpu_total_mj", "energy", lambda: 5, 1e-3, 2**64)
    unavailable = {"memory_energy": Unavailable("not told")}
    found = EnergySource("IOReport", "vendor-modelled", [counter], unavailable, restarts=True, untried=True)
    backend = CpuEnergyBackend(root=tmp_path, find=lambda root: found)
    backend.open()
    [device] = backend.devices()
    assert device.properties == {"energy_counters": "cpu_total_mj", "untried": "not tested on hardware"}
    assert device.capabilities["memory_energy"].reason == "not told"
    assert {quality for quality, _ in backend.quality().values()} == {"vendor-modelled"}
    assert backend.calls()[0].series == (("cpu", "energy"), ("cpu", "power"))


def test_the_update_period_is_measured(tmp_path: Path) -> None:
    clock = Clock()

    def read() -> int:
        clock.now += 100_000
        return clock.now // 1_000_000

    assert update_period_s(EnergyCounter("one", "energy", read, 1e-6, None), clock) == pytest.approx(0.001)
    assert update_period_s(EnergyCounter("one", "energy", lambda: 5, 1e-6, None)) is None


VIRTUAL = "vendor_id\t: GenuineIntel\nflags\t\t: fpu hypervisor\n"


@pytest.mark.parametrize(("cpuinfo", "end", "cure"), [(VIRTUAL, "common in virtual machines", None), (None, "", "modprobe intel_rapl_msr")])
def test_without_any_counter_it_says_so_in_plain_words(tmp_path: Path, cpuinfo: str | None, end: str, cure: str | None) -> None:
    PowercapTree(tmp_path, *([cpuinfo] if cpuinfo else []))
    found = best_source(tmp_path)
    assert isinstance(found, Unavailable)
    assert found.reason.startswith("this machine's kernel offers no energy counter (no powercap, no perf power events)")
    assert found.reason.endswith(end)
    assert (found.cure is None) == (cure is None)
    assert cure is None or cure in (found.cure or "")
    backend = CpuEnergyBackend(root=tmp_path)
    backend.open()
    [device] = backend.devices()
    assert {metric: one.reason for metric, one in device.capabilities.items()} == dict.fromkeys(
        ("energy", "power", "memory_energy"), found.reason
    )
    assert backend.calls() == []
    assert backend.quality() == {}


def test_perf_comes_first_then_powercap_and_a_refusal_of_both_names_powercaps_cure(
    tree: PowercapTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = EnergySource("perf", "measured", ())
    refused, root_only = Unavailable("perf is refused", "sysctl"), Unavailable("the file", "the rule")
    monkeypatch.setattr("gpuscope.sensors.perf_energy.perf", lambda root: measured)
    assert best_source(tree.root) is measured
    monkeypatch.setattr("gpuscope.sensors.perf_energy.perf", lambda root: refused)
    found = best_source(tree.root)
    assert isinstance(found, EnergySource)
    assert found.name == "powercap, package zones"
    found.close()
    monkeypatch.setattr("gpuscope.sensors.cpu_energy.powercap", lambda root: root_only)
    assert best_source(tree.root) == Unavailable("the file; perf is refused", "the rule")
    monkeypatch.setattr("gpuscope.sensors.cpu_energy.powercap", lambda root: Unavailable("no powercap"))
    assert best_source(tree.root) == refused


def test_a_stand_ins_label_stays_when_the_host_tells_of_the_same_device() -> None:
    host = Device("cpu", DeviceKind.CPU, "A processor")
    assert host.joined(replace(host, simulated="stand-in sysfs /x")).simulated == "stand-in sysfs /x"


class Talk:
    """A helper with ``--only host``, and its output so far."""

    def __init__(self, prefix: Sequence[str] = ()) -> None:
        self.process = HelperProcess([*prefix, *helper_command(only="host", hz=50)])
        self.hello: Hello | None = None
        self.values: list[tuple[float | int | None, ...]] = []
        self.gaps: list[Gap] = []

    @property
    def cpu(self) -> Device | None:
        devices = self.hello.info["devices"] if self.hello and not self.hello.info["pending"] else []
        return next((Device.from_json(one) for one in devices if one["device"] == "cpu"), None)

    def until(self, is_enough: Callable[["Talk"], bool]) -> None:
        while not is_enough(self):
            assert not self.process.is_at_end
            self.process.wait_readable(0.1)
            for line in self.process.read_lines():
                event = decode(json.loads(line))
                if isinstance(event, Hello):
                    self.hello = event
                elif isinstance(event, Sample) and event.call == COUNTERS_CALL:
                    self.values.append(event.values)
                elif isinstance(event, Gap):
                    self.gaps.append(event)


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Talk]]:
    made: list[Talk] = []

    def begin(root: Path, prefix: Sequence[str] = ()) -> Talk:
        monkeypatch.setenv(ROOT_VARIABLE, str(root))
        made.append(Talk(prefix))
        return made[-1]

    yield begin
    for one in made:
        one.process.kill()
        one.process.wait(5)
        one.process.close()


def test_the_helper_reads_it_beside_the_host_unwraps_and_tells_resets(start: Callable[..., Talk], tree: PowercapTree) -> None:
    tree.set("intel-rapl:0", RANGE_UJ - 2_000_000)
    talk = start(tree.root)
    talk.until(lambda one: one.cpu is not None and bool(one.values))
    cpu, hello = talk.cpu, talk.hello
    assert cpu is not None
    assert hello is not None
    assert cpu.simulated == f"stand-in sysfs {tree.root}"
    assert cpu.capabilities["energy"].available
    assert cpu.capabilities["utilization"].available
    assert hello.info["calls"][COUNTERS_CALL] == [["cpu", "energy"], ["cpu", "power"], ["cpu", "memory_energy"]]
    first = talk.values[0][0]
    assert first is not None
    assert first == pytest.approx(RANGE_UJ * 1e-6 - 2 + 20)
    tree.set("intel-rapl:0", 1_000_000)
    talk.until(lambda one: one.values[-1][0] == pytest.approx(first + 3))
    assert talk.gaps == []
    tree.set("intel-rapl:1", 1_000_000)
    talk.until(lambda one: bool(one.gaps) and one.values[-1][0] == 0)
    assert talk.gaps[0].metrics == ("energy", "power")
    assert "was reset" in talk.gaps[0].reason


def test_without_counters_the_helper_says_why(start: Callable[..., Talk], tmp_path: Path) -> None:
    talk = start(tmp_path)
    talk.until(lambda one: one.cpu is not None)
    assert talk.cpu is not None
    assert "no energy counter" in (talk.cpu.capabilities["energy"].reason or "")
    assert talk.values == []


def test_a_counter_for_root_only_is_told_by_the_helper_with_the_file_and_the_rule(start: Callable[..., Talk], tree: PowercapTree) -> None:
    counter = tree.root / "sys/class/powercap/intel-rapl:0/energy_uj"
    counter.chmod(0)
    prefix: list[str] = []
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root reads everything, and there is no setpriv")
        # Still root, but subject to file permissions like any other user.
        prefix = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"]
    talk = start(tree.root, prefix)
    talk.until(lambda one: one.cpu is not None)
    assert talk.cpu is not None
    energy = talk.cpu.capabilities["energy"]
    assert energy.reason == f"{counter} can be read only by root"
    assert "/etc/udev/rules.d/70-gpuscope.rules" in (energy.cure or "")
    assert talk.values == []
