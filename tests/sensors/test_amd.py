"""AMD GPUs on a tree of /sys and on a fake of amdsmi."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gpuscope.core.device import NOT_TRIED, UNTRIED
from gpuscope.core.event import ASLEEP, Gap
from gpuscope.sensors.amd import AVERAGED, AmdFinder, amd
from gpuscope.sensors.card import LOST
from gpuscope.sensors.card_backend import CardBackend
from gpuscope.sensors.inventory import snapshot
from tests.sensors.gpu_fakes import GIB, FakeAmdSmi, SysTree, amd_tree, intel_tree, values

SECOND = 1_000_000_000


class Clock:
    now_ns = 100 * SECOND

    def __call__(self) -> int:
        return self.now_ns


def opened(root: Path, smi: FakeAmdSmi | None = None, clock: Clock | None = None) -> CardBackend:
    backend = CardBackend("amd", AmdFinder(root, smi or object()), 10, None, clock or Clock())
    backend.open()
    return backend


def test_nothing_is_made_where_no_gpu_of_amds_is_listed(tmp_path: Path) -> None:
    assert amd(10, tmp_path) is None
    SysTree(tmp_path).card(0, "0x8086", "0000:00:02.0", "i915")
    assert amd(10, tmp_path) is None
    amd_tree(tmp_path)
    assert amd(10, tmp_path) is not None


def test_sysfs_and_hwmon_come_in_si_units(tmp_path: Path) -> None:
    amd_tree(tmp_path)
    backend = opened(tmp_path)
    assert values(backend, "fast") == {"power": 250.0, "power_average": 240.0, "power_limit": 300.0, "energy": 5.0}
    slow = {"memory_used": 3 * GIB, "clock": 2.1e9, "memory_clock": 1e9, "temperature": 61, "memory_temperature": 70, "fan": 0.5}
    assert values(backend, "slow") == pytest.approx(slow)
    assert values(backend, "seldom") == pytest.approx({"utilization": 0.87, "memory_utilization": 0.4})
    (device,) = backend.devices()
    assert (device.key, device.uuid, device.properties[UNTRIED]) == ("amd:0", "a1b2c3", NOT_TRIED)
    assert AVERAGED in str(device.capabilities["power_average"].note)
    assert "AMD reports the reasons" in str(device.capabilities["throttle"].reason)
    backend.close()


def test_a_chip_with_processor_cores_says_that_its_power_is_theirs_too(tmp_path: Path) -> None:
    amd_tree(tmp_path)
    (tmp_path / "sys/class/drm/card0/device/gpu_metrics").write_bytes(b"\x80\x00\x02\x01rest")
    backend = opened(tmp_path)
    assert "processor cores included" in str(backend.devices()[0].capabilities["power"].note)
    backend.close()


def test_amd_smi_comes_first_and_sysfs_fills_what_it_does_not_tell(tmp_path: Path) -> None:
    amd_tree(tmp_path)
    clock = Clock()
    smi = FakeAmdSmi(clock=clock)
    backend = opened(tmp_path, smi, clock)
    fast = {"power": 600, "power_limit": 750, "power_average": 240, "energy": 60_000.0}
    assert values(backend, "fast") == pytest.approx(fast)
    assert values(backend, "slow")["temperature"] == 66  # the hot spot, since it reports no edge temperature
    assert values(backend, "seldom") == pytest.approx({"utilization": 0.91, "memory_utilization": 0.4})
    (device,) = backend.devices()
    assert (device.name, device.uuid) == ("AMD Instinct MI300X OAM", "uuid-of-amd")
    assert backend.quality()["amd:0/energy"] == ("vendor-modelled", "AMD SMI energy counter")
    backend.close()
    backend.close()
    assert smi.open == 0


class OtherAmdSmi(FakeAmdSmi):
    """Another version: it knows no hot spot, answers in other forms, and reports a GPU without a fan as one that cannot turn."""

    AmdSmiTemperatureType = SimpleNamespace(EDGE=0, VRAM=2)

    def amdsmi_get_gpu_activity(self, _handle: str) -> int:  # type: ignore[override]
        return 91

    def amdsmi_get_gpu_fan_speed(self, _handle: str, _index: int) -> int:
        return 0

    def amdsmi_get_gpu_fan_speed_max(self, _handle: str, _index: int) -> int:
        return 0


def test_a_metric_that_amd_smi_reports_in_another_form_leaves_the_others(tmp_path: Path) -> None:
    amd_tree(tmp_path)
    clock = Clock()
    backend = opened(tmp_path, OtherAmdSmi(clock=clock), clock)
    assert values(backend, "fast")["power"] == 600
    assert values(backend, "seldom")["utilization"] == pytest.approx(0.87)  # of sysfs
    (device,) = backend.devices()
    assert device.capabilities["power"].source == "AMD SMI"
    backend.close()


@pytest.mark.parametrize("error", [KeyError("HIP_PATH"), OSError("libamd_smi.so"), ImportError("amdsmi")])
def test_an_import_that_fails_in_its_own_way_leaves_sysfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(_name: str) -> None:
        raise error

    amd_tree(tmp_path)
    (tmp_path / "sys/class/drm/card0/device/hwmon/hwmon5/energy1_input").unlink()
    monkeypatch.setattr("gpuscope.sensors.amd.importlib.import_module", refuse)
    backend = CardBackend("amd", AmdFinder(tmp_path), 10, None)
    backend.open()
    able = backend.devices()[0].capabilities
    assert able["power"].source == "hwmon power1_input"
    assert "AMD SMI is not usable" in str(able["energy"].reason)
    assert sys.executable in str(able["energy"].cure)
    backend.close()


def run(backend: CardBackend, clock: Clock, seconds: int) -> None:
    for _ in range(seconds * 10):
        clock.now_ns += SECOND // 10
        backend.read("amd.fast:amd:0")


@pytest.mark.parametrize("gain", [1.0, 0.92])
def test_a_counter_that_agrees_with_the_power_is_kept(tmp_path: Path, gain: float) -> None:
    amd_tree(tmp_path)
    clock = Clock()
    backend = opened(tmp_path, FakeAmdSmi(gain, clock), clock)
    assert "being checked" in str(backend.devices()[0].capabilities["energy"].note)
    run(backend, clock, 6)
    assert "agrees with the power sensor" in str(backend.devices()[0].capabilities["energy"].note)
    assert backend.events() == []
    backend.close()


@pytest.mark.parametrize("gain", [0.0, 0.85, 1.2])
def test_a_counter_that_disagrees_is_taken_away_with_all_that_it_had_told(tmp_path: Path, gain: float) -> None:
    amd_tree(tmp_path)
    clock = Clock()
    backend = opened(tmp_path, FakeAmdSmi(gain, clock), clock)
    revision, start = backend.revision, clock.now_ns + SECOND // 10
    run(backend, clock, 20)
    energy = backend.devices()[0].capabilities["energy"]
    assert "disagrees with the power sensor: it counted" in str(energy.reason)
    assert backend.revision > revision
    assert ("amd:0", "energy") not in [one for call in backend.calls() for one in call.series]
    (gap,) = backend.events()
    assert isinstance(gap, Gap)
    assert (gap.metrics, gap.start_ns) == (("energy",), start)
    backend.close()


def test_a_step_of_an_averaged_power_does_not_condemn_the_counter(tmp_path: Path) -> None:
    amd_tree(tmp_path)
    clock = Clock()
    smi = FakeAmdSmi(clock=clock)
    backend = opened(tmp_path, smi, clock)
    smi.watts = 100  # lags behind
    run(backend, clock, 4)
    smi.watts = 600
    run(backend, clock, 8)
    assert backend.devices()[0].capabilities["energy"].available
    backend.close()


def test_a_gpu_that_sleeps_is_left_asleep_and_read_when_it_is_awake(tmp_path: Path) -> None:
    tree = amd_tree(tmp_path)
    status = tmp_path / "sys/class/drm/card0/device/power/runtime_status"
    tree.set(status, "suspended")
    smi = FakeAmdSmi()
    backend = opened(tmp_path, smi)
    assert smi.open == 0
    assert [call.series for call in backend.calls()] == [()]
    assert {one.reason for one in backend.devices()[0].capabilities.values()} == {ASLEEP}
    tree.set(status, "active")
    backend.read("amd.retry")
    assert values(backend, "fast")["power"] == 250
    tree.set(status, "suspended")
    assert backend.read("amd.fast:amd:0") is None
    assert [(gap.reason, gap.end_ns) for gap in backend.events() if isinstance(gap, Gap)] == [(ASLEEP, None)]
    assert backend.events() == []
    tree.set(status, "active")
    assert values(backend, "fast")["power"] == 250
    backend.close()


def test_a_lost_gpu_is_told_once_and_found_again(tmp_path: Path) -> None:
    tree = amd_tree(tmp_path)
    hwmon = tmp_path / "sys/class/drm/card0/device/hwmon/hwmon5"
    backend = opened(tmp_path)
    for name in ("power1_input", "power1_average", "power1_cap", "energy1_input"):
        tree.set(hwmon / name, "")
    taken = [backend.read("amd.fast:amd:0") for _ in range(5)]
    assert [reading is None for reading in taken] == [False, False, True, True, True]
    (gap,) = backend.events()
    assert isinstance(gap, Gap)
    assert gap.reason == LOST
    tree.set(hwmon / "power1_input", 90_000_000)
    backend.read("amd.retry")
    assert backend.read("amd.fast:amd:0") is None  # not all of it is back yet
    for name in ("power1_average", "power1_cap", "energy1_input"):
        tree.set(hwmon / name, 80_000_000)
    backend.read("amd.retry")
    assert values(backend, "fast") == {"power": 90.0, "power_average": 80.0, "power_limit": 80.0, "energy": 80.0}
    backend.close()


def test_a_file_that_only_root_may_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    amd_tree(tmp_path)
    real = __import__("os").open

    def refuse(path: object, *flags: int) -> int:
        if str(path).endswith("power1_input"):
            raise PermissionError(13, "Permission denied", str(path))
        return int(real(path, *flags))

    monkeypatch.setattr("gpuscope.sensors.proc.os.open", refuse)
    backend = opened(tmp_path)
    power = backend.devices()[0].capabilities["power"]
    assert str(power.reason).endswith("power1_input can be read only by root")
    backend.close()


def test_the_helper_shows_it_with_its_label_and_none_where_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUSCOPE_SYSFS_ROOT", str(tmp_path))
    assert not {"amd:0", "intel:0"} & {device.key for device in snapshot().devices}
    amd_tree(tmp_path)
    intel_tree(tmp_path)
    found = snapshot()
    labels = {device.key: device.simulated for device in found.devices if device.key in ("amd:0", "intel:0")}
    assert labels == dict.fromkeys(("amd:0", "intel:0"), f"stand-in sysfs {tmp_path}")
    assert found.values["amd:0", "power"] == 250.0
    assert found.values["intel:0", "energy"] == 9.0
