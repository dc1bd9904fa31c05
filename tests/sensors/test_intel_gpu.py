"""Intel GPUs on a tree of /sys and on a fake of pyzes."""

from pathlib import Path

import pytest

from gpuscope.sensors.card_backend import CardBackend
from gpuscope.sensors.intel_gpu import IntelFinder, intel
from tests.sensors.gpu_fakes import GIB, FakePyzes, SysTree, intel_tree, values

SECOND = 1_000_000_000


def opened(root: Path, module: object = None) -> CardBackend:
    backend = CardBackend("intel", IntelFinder(root, module or object()), 10, None)
    backend.open()
    return backend


def test_nothing_is_made_where_no_gpu_of_intels_is_listed(tmp_path: Path) -> None:
    assert intel(10, tmp_path) is None
    intel_tree(tmp_path)
    assert intel(10, tmp_path) is not None


def test_power_is_the_difference_of_the_counter_over_time(tmp_path: Path) -> None:
    tree = intel_tree(tmp_path)
    now = [100 * SECOND]
    backend = CardBackend("intel", IntelFinder(tmp_path, object()), 10, None, lambda: now[0])
    backend.open()
    assert values(backend, "fast") == {"power_limit": 190.0, "power": None, "energy": 9.0}
    now[0] += SECOND // 10
    tree.set(tmp_path / "sys/class/drm/card1/device/hwmon/hwmon5/energy1_input", 9_000_000 + 12_000_000)
    assert values(backend, "fast") == pytest.approx({"power_limit": 190.0, "power": 120.0, "energy": 21.0})
    assert values(backend, "slow") == {"clock": 2.05e9, "temperature": 55.0}
    assert backend.quality()["intel:0/power"][0] == "vendor-modelled"
    assert backend.devices()[0].capabilities["power"].sampled_share == 1.0
    assert "not checked" in str(backend.devices()[0].capabilities["energy"].note)
    tree.set(tmp_path / "sys/class/drm/card1/device/hwmon/hwmon5/energy1_input", 4)
    now[0] += SECOND // 10
    assert values(backend, "fast")["energy"] < 21.0  # type: ignore[operator]
    assert len(backend.events()) == 1
    backend.close()


def test_sysman_tells_what_the_kernel_does_not(tmp_path: Path) -> None:
    intel_tree(tmp_path)
    backend = opened(tmp_path, FakePyzes())
    assert values(backend, "slow") == {"clock": 2.05e9, "temperature": 55.0, "memory_used": 4 * GIB}
    assert values(backend, "seldom")["utilization"] == pytest.approx(0.5, abs=0.1)
    (device,) = backend.devices()
    assert (device.name, device.properties["memory_total"]) == ("Intel Arc A770", 16 * GIB)
    assert device.capabilities["energy"].source == "hwmon energy1_input"
    backend.close()


def test_sysman_counts_where_the_kernel_does_not(tmp_path: Path) -> None:
    SysTree(tmp_path).card(0, "0x8086", "0000:4d:00.0", "xe")
    backend = opened(tmp_path, FakePyzes())
    assert backend.quality()["intel:0/energy"] == ("vendor-modelled", "Level Zero Sysman energy counter")
    assert values(backend, "slow")["clock"] == 2.4e9
    backend.close()


def test_a_loader_that_is_missing_leaves_the_kernel_and_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_name: str) -> None:
        raise OSError("/usr/lib/x86_64-linux-gnu/libze_loader.so.1: cannot open shared object file")

    intel_tree(tmp_path)
    monkeypatch.setattr("gpuscope.sensors.intel_gpu.importlib.import_module", refuse)
    backend = CardBackend("intel", IntelFinder(tmp_path), 10, None)
    backend.open()
    able = backend.devices()[0].capabilities
    assert able["energy"].available
    assert "libze_loader.so.1" in str(able["memory_used"].reason)
    assert "pyzes" in str(able["memory_used"].cure)
    backend.close()


def test_an_integrated_gpu_says_where_its_energy_is_counted(tmp_path: Path) -> None:
    SysTree(tmp_path).card(0, "0x8086", "0000:00:02.0", "i915", **{"card.gt_act_freq_mhz": 350})
    backend = opened(tmp_path)
    assert "part of the processor package's" in str(backend.devices()[0].capabilities["energy"].reason)
    assert values(backend, "slow") == {"clock": 3.5e8}
    backend.close()
