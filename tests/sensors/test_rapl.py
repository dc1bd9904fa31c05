"""Powercap's zones: which are summed, which are duplicates of a counter, and the message if they cannot be read."""

from pathlib import Path

import pytest

from gpuscope.sensors import rapl
from gpuscope.sensors.energy_counter import EnergySource, EnergySum, Unavailable
from gpuscope.sensors.proc import ProcFile
from gpuscope.sensors.rapl import powercap
from tests.sensors.powercap_tree import AMD, INTEL, RANGE_UJ, PowercapTree


@pytest.fixture
def tree(tmp_path: Path) -> PowercapTree:
    """Two sockets with main memory; around them zones that must not be summed."""
    made = PowercapTree(tmp_path)
    for socket, start in ((0, 10_000_000), (1, 20_000_000)):
        made.zone(f"intel-rapl:{socket}", f"package-{socket}", start)
        made.zone(f"intel-rapl:{socket}:0", "core", 1)
        made.zone(f"intel-rapl:{socket}:1", "uncore", 1)
        made.zone(f"intel-rapl:{socket}:2", "dram", 3_000_000, 65_712_999_613)
    made.zone("intel-rapl:2", "psys", 90_000_000)
    made.zone("intel-rapl-mmio:0", "package-0", 10_000_100)
    made.zone("intel-rapl-mmio:0:0", "dram", 3_000_000)
    return made


def opened(tree: PowercapTree) -> EnergySource:
    found = powercap(tree.root)
    assert isinstance(found, EnergySource)
    return found


def names(source: EnergySource, metric: str = "energy") -> list[str]:
    return [one.name for one in source.counters if one.metric == metric]


def joules(source: EnergySource, metric: str = "energy") -> float | None:
    return EnergySum([one for one in source.counters if one.metric == metric]).read(0).joules


def test_the_packages_are_summed_and_main_memory_apart(tree: PowercapTree) -> None:
    source = opened(tree)
    assert names(source) == ["package-0", "package-1"]
    assert joules(source) == pytest.approx(30)
    assert names(source, "memory_energy") == ["dram of intel-rapl:0", "dram of intel-rapl:1"]
    assert joules(source, "memory_energy") == pytest.approx(6)
    assert {one.span for one in source.counters} == {RANGE_UJ, 65_712_999_613}
    assert source.quality == "measured"
    source.close()


def test_a_kept_descriptor_follows_the_counter(tree: PowercapTree) -> None:
    source = opened(tree)
    tree.set("intel-rapl:0", 11_000_000)
    assert joules(source) == pytest.approx(31)
    source.close()


def test_packages_that_only_mmio_tells_are_no_duplicates(tmp_path: Path) -> None:
    tree = PowercapTree(tmp_path)
    tree.zone("intel-rapl-mmio:0", "package-0", 4_000_000)
    source = opened(tree)
    assert joules(source) == pytest.approx(4)
    source.close()


@pytest.mark.parametrize(
    ("cpuinfo", "zones", "kept"),
    [
        (AMD, {"package-0-die-0": 5_000_000_000, "package-0-die-1": 9_000_000_000, "package-1-die-0": 1_000_000}, [0, 2]),
        (INTEL, {"package-0-die-0": 5_000_000_000, "package-0-die-1": 9_000_000_000}, [0, 1]),
        (INTEL, {"package-0-die-0": 5_000_000_000, "package-0-die-1": 5_000_400_000}, [0]),
        (INTEL, {"package-0": 5_000_000_000, "package-0-die-0": 2_000_000_000, "package-0-die-1": 3_000_000_000}, [0]),
        (INTEL, {"package-0": 5_000_000_000, "package-0 ": 7_000_000_000}, [0]),
    ],
    ids=["AMD's dies show the package", "dies of their own", "dies with one counter", "dies beside their package", "one name twice"],
)
def test_dies_that_mirror_a_package_are_counted_once(tmp_path: Path, cpuinfo: str, zones: dict[str, int], kept: list[int]) -> None:
    tree = PowercapTree(tmp_path, cpuinfo)
    for index, (name, energy_uj) in enumerate(zones.items()):
        tree.zone(f"intel-rapl:{index}", name, energy_uj)
    source = opened(tree)
    assert names(source) == [list(zones)[index].strip() for index in kept]
    assert joules(source) == pytest.approx(sum(list(zones.values())[index] for index in kept) * 1e-6)
    source.close()


def test_an_unreadable_range_is_unknown(tmp_path: Path) -> None:
    tree = PowercapTree(tmp_path)
    tree.zone("intel-rapl:0", "package-0", 4_000_000, None)
    source = opened(tree)
    assert source.counters[0].span is None
    source.close()


@pytest.mark.parametrize(
    ("cpuinfo", "quality"), [(AMD, "vendor-modelled"), (INTEL.replace("106", "45"), "vendor-modelled"), ("", "measured")]
)
def test_the_processors_whose_counters_are_a_model_say_so(tmp_path: Path, cpuinfo: str, quality: str) -> None:
    tree = PowercapTree(tmp_path, cpuinfo)
    tree.zone("intel-rapl:0", "package-0", 4_000_000)
    source = opened(tree)
    assert source.quality == quality
    source.close()


class RefusingFile(ProcFile):
    """Fails like a file that the kernel lets only root read."""

    def __init__(self, path: str | Path, size: int = 4096, records: bool = False) -> None:
        if str(path).endswith(("intel-rapl:1/energy_uj", "intel-rapl:0:2/energy_uj")):
            raise PermissionError(13, "Permission denied", str(path))
        super().__init__(path, size, records)


def test_a_counter_for_root_only_names_the_file_and_the_rule(tree: PowercapTree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rapl, "ProcFile", RefusingFile)
    found = powercap(tree.root)
    assert isinstance(found, Unavailable)
    assert found.reason == f"{tree.root}/sys/class/powercap/intel-rapl:1/energy_uj can be read only by root"
    assert found.cure is not None
    assert 'SUBSYSTEM=="powercap", KERNEL=="intel-rapl*:*", RUN+="/bin/chmod a+r /sys%p/energy_uj"' in found.cure
    assert "\n" not in found.cure


def test_main_memory_for_root_only_leaves_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rapl, "ProcFile", RefusingFile)
    tree = PowercapTree(tmp_path)
    tree.zone("intel-rapl:0", "package-0", 4_000_000)
    tree.zone("intel-rapl:0:2", "dram", 4_000_000)
    source = opened(tree)
    assert names(source, "memory_energy") == []
    assert source.unavailable["memory_energy"].cure is not None
    source.close()


def test_a_counter_that_tells_no_number_is_a_reason(tmp_path: Path) -> None:
    tree = PowercapTree(tmp_path)
    tree.zone("intel-rapl:0", "package-0", "")
    found = powercap(tmp_path)
    assert isinstance(found, Unavailable)
    assert "intel-rapl:0 reports no number" in found.reason


def test_without_powercap_without_a_package_and_hidden_each_say_so(tmp_path: Path) -> None:
    assert powercap(tmp_path) == Unavailable("no powercap")
    zones = tmp_path / "sys/class/powercap"
    zones.mkdir(parents=True)
    (zones / "intel-rapl").mkdir()
    assert powercap(tmp_path) == Unavailable("no powercap")
    (zones / "intel-rapl:0").symlink_to("../../devices/virtual/powercap/intel-rapl/intel-rapl:0")
    hidden = powercap(tmp_path)
    assert isinstance(hidden, Unavailable)
    assert hidden.reason == "the counters of powercap are hidden from this container"
    assert "systempaths=unconfined" in (hidden.cure or "")
    PowercapTree(tmp_path / "other").zone("intel-rapl:0", "psys", 5)
    assert powercap(tmp_path / "other") == Unavailable("powercap reports no package of the processor")
