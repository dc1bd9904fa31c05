"""Whether the machine runs on its battery, by a made folder of the kernel."""

import sys
from pathlib import Path

import pytest

from gpuscope.system.power_source import power_source


def supply(folder: Path, name: str, **facts: str) -> None:
    (folder / name).mkdir()
    for key, value in facts.items():
        (folder / name / key).write_text(f"{value}\n")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's folder is Linux'")
@pytest.mark.parametrize(
    ("status", "told"), [("Discharging", "battery"), ("Charging", "mains"), ("Full", "mains"), ("Not charging", "mains")]
)
def test_a_battery_that_is_drained_is_what_it_runs_on(tmp_path: Path, status: str, told: str) -> None:
    supply(tmp_path, "AC", type="Mains", online="1")
    supply(tmp_path, "BAT0", type="Battery", status=status)
    assert power_source(tmp_path) == told


def test_without_a_battery_of_its_own_nothing_is_told(tmp_path: Path) -> None:
    supply(tmp_path, "AC", type="Mains", online="1")
    supply(tmp_path, "hid-mouse", type="Battery", status="Discharging", scope="Device")
    assert power_source(tmp_path) is None
    assert power_source(tmp_path / "none") is None
