"""What the doctor reports, and that its checks change nothing."""

import json
import os
import re
import shutil
from collections import namedtuple
from dataclasses import replace
from pathlib import Path

import pytest

from gpuscope.analysis.idle_baseline import BARE
from gpuscope.cli import health_checks, parser
from gpuscope.cli.doctor import SIGNS, _line
from gpuscope.cli.health_checks import (
    Check,
    Status,
    check_cost,
    check_folders,
    check_helper,
    check_sensors,
    check_settings,
    check_store,
    check_versions,
)
from gpuscope.core.device import Capability, Device
from gpuscope.core.event import Event
from gpuscope.recording.helper_keeper import HelperHealth
from gpuscope.recording.idle_power import Baseline, note_baseline
from gpuscope.sensors.declaration import no_gpu
from gpuscope.system import language, paths
from gpuscope.system.device_notes import DeviceNotes
from gpuscope.system.language import composed
from tests.analysis.records import CPU, GPU
from tests.standin.fixtures import PlacedStandin, standin
from tests.standin.standin import Rule

__all__ = ["standin"]


def test_a_bad_settings_file_is_told(gpuscope_home: Path) -> None:
    assert list(check_settings()) == []
    gpuscope_home.mkdir()
    (gpuscope_home / "settings.json").write_text("{")
    assert [check.status for check in check_settings()] == [Status.WARNING]


def test_folders_that_cannot_be_written_are_trouble_and_none_is_made(gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {check.status for check in check_folders(paths.default_store_url())} == {Status.GOOD}
    assert not gpuscope_home.exists()
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root can write anywhere
    assert {check.status for check in check_folders(paths.default_store_url())} == {Status.TROUBLE}


def test_what_profiles_take_of_the_disk_is_told() -> None:
    url = paths.default_store_url()
    folder = paths.private_folder(paths.private_folder(paths.private_folder(paths.home()) / "runs") / "aaaa11112222")
    assert "profiles" not in {check.name for check in check_folders(url)}
    for name in ("profile-7-1.json.gz", "profile-7-2.json"):
        (folder / name).write_bytes(bytes(3 << 20))
    (check,) = [check for check in check_folders(url) if check.name == "profiles"]
    assert (check.status, check.message) == (Status.GOOD, "6.00 MiB in 2 profiles; deleted with their runs")


def test_a_home_in_a_folder_that_may_not_be_entered_is_trouble(gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = os.stat

    def closed(path: str | Path, **how: bool) -> os.stat_result:
        if str(path).startswith(str(gpuscope_home)):
            raise PermissionError(13, "Permission denied", str(path))
        return look(path, **how)

    monkeypatch.setattr(os, "stat", closed)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert {check.status for check in check_folders(paths.default_store_url())} == {Status.TROUBLE}


@pytest.mark.parametrize(("free", "status"), [(2**31, Status.GOOD), (2**29, Status.WARNING), (2**20, Status.TROUBLE)])
def test_a_disk_that_is_nearly_full_is_told(free: int, status: Status, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(2**40, 0, free))
    assert {check.status for check in check_folders(paths.default_store_url())} == {status}


@pytest.mark.parametrize(("version", "status"), [("2.13.0+cpu", Status.GOOD), ("2.9.1", Status.WARNING), (None, Status.WARNING)])
def test_torch_is_looked_at_without_importing_it(version: str | None, status: Status, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_checks, "package_version", lambda name: version)
    assert [check.status for check in check_versions() if check.name == "torch"] == [status]


def test_what_a_cure_exists_for_is_a_warning_and_what_is_not_there_is_none() -> None:
    capabilities = {
        "utilization": Capability(True, "/proc/stat"),
        "energy": Capability(False, "powercap", None, "only root may read it", "Run chmod."),
        "power": Capability(False, "powercap", None, "only root may read it", "Run chmod."),
        "temperature": Capability(False, "", None, "no sensor here"),
    }
    found = list(check_sensors([replace(CPU, capabilities=capabilities), replace(GPU, simulated="stand-in")]))
    assert [(check.status, check.cure) for check in found[:3]] == [
        (Status.GOOD, None), (Status.WARNING, "Run chmod."), (Status.NOTE, None),
    ]  # fmt: skip
    assert found[1].message == "not measured: Energy; Power (only root may read it)"
    assert "not real hardware" in found[3].message
    (nothing, *_) = check_sensors([no_gpu("no GPU was found", None)])
    assert (nothing.status, nothing.message) == (Status.NOTE, f"gpu: NVIDIA GPU: 0 of {len(no_gpu('', None).capabilities)} can be measured")


def test_what_is_not_measured_is_not_called_good() -> None:
    lacking = Check("sensors of gpu", Status.NOTE, "not measured: power (no GPU)")
    assert _line(lacking).startswith("–        sensors of gpu: not measured")
    assert {_line(Check("store", status, "")).index("store") for status in Status} == {9}
    assert set(SIGNS) == set(Status)


def test_periods_shares_and_what_a_device_shares_are_told(gpuscope_home: Path) -> None:
    capabilities = {
        "power": Capability(True, "NVML", 0.1, sampled_share=0.25, uncertainty=0.07),
        "energy": Capability(True, "NVML", uncertainty=0.07, note="update period unknown: 3 changes in 2.0 s"),
    }
    facts: dict[str, str | int | float | None] = {
        "driver_version": "580.00.01",
        "mig": True,
        "virtualization": "vGPU",
        "untried": "not tested on hardware",
    }
    baseline = {"bare": {"power_w": 71.5, "recorded_at": "2026-11-21T10:00:00Z"}}
    DeviceNotes().update(f"{GPU.uuid}@580.00.01", {"baseline": baseline})
    told = [check.message for check in check_sensors([replace(GPU, capabilities=capabilities, properties=facts)])]
    assert told[0].endswith("driver 580.00.01: 2 of 2 can be measured")
    assert told[1:3] == [
        "Power updates every 100 ms, 25 % of the time sampled, within ± 7 %",
        "Energy: update period unknown: 3 changes in 2.0 s, within ± 7 %",
    ]
    assert "MIG is on" in told[3]
    assert told[4:] == ["virtual machine: vGPU", "not tested on hardware", "idle power (bare): 71.5 W, recorded at 2026-11-21T10:00:00Z"]


def test_the_idle_power_of_a_device_without_uuid_and_driver_is_told(gpuscope_home: Path) -> None:
    device = replace(CPU, uuid=None, properties={})
    note_baseline(DeviceNotes(), device, BARE, Baseline(12.5, 0.25, 10.0))
    assert any(check.message.startswith("idle power (bare): 12.5 W, recorded at ") for check in check_sensors([device]))


def test_periods_are_told_in_the_readers_language() -> None:
    power = Capability(True, "NVML", 0.1, sampled_share=0.25, uncertainty=0.07)
    language.use("zh_CN")
    try:
        told = [composed(check.message) for check in check_sensors([replace(GPU, capabilities={"power": power})])]
    finally:
        language.use(language.ENGLISH)
    assert told[1] == "功率每 100 ms 更新一次，25 % 的时间采样，误差 ± 7 %"
    assert ": " not in told[0]  # every colon is the one of the language


@pytest.mark.parametrize("name", ["settings", "store", "runs", "profiles", "repair", "folder of home", "sensor helper", "own cost"])
def test_the_names_of_checks_are_in_the_readers_language(name: str) -> None:
    language.use("zh_CN")
    try:
        assert re.search("[\u4e00-\u9fff]", composed(name))
    finally:
        language.use(language.ENGLISH)


def test_a_helper_that_had_to_be_started_anew_is_a_warning() -> None:
    assert check_helper(HelperHealth()).status is Status.GOOD
    off = check_helper(HelperHealth(restarts=3, crashes=3, off="switched off: the sensor helper ended 3 times within a minute"))
    assert off.status is Status.WARNING
    assert "3 restarts, 3 crashes" in off.message
    assert "switched off" in off.message
    assert off.cure


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Rule("nvmlInitWithFlags", "crash"), "GPU sensors are switched off: the sensor helper ended 3 times within a minute"),
        (Rule("nvmlInitWithFlags", "error", 18), "not measured"),
    ],
)
def test_what_is_wrong_with_the_library_is_told_through_the_real_helper(
    rule: Rule, words: str, standin: PlacedStandin, capsys: pytest.CaptureFixture[str]
) -> None:
    standin.show(standin.machine.with_rules(rule))
    assert parser.main(["doctor", "--json"]) == 0
    checks = json.loads(capsys.readouterr().out)["checks"]
    found = [check for check in checks if words in check["message"] and check["status"] == "warning"]
    assert found
    assert found[0]["cure"]


class CostlyWatch:
    """Sensors whose helper reports using half a core."""

    ready = settled = True
    devices: tuple[Device, ...] = ()

    def __init__(self) -> None:
        self.helper_cpu_s = 0.0

    def events(self, until_s: float) -> list[Event]:
        import time

        time.sleep(0.02)
        self.helper_cpu_s += 0.01
        return []


def test_the_cost_is_measured_and_too_much_is_a_warning() -> None:
    found = check_cost(CostlyWatch(), seconds=0.2)  # type: ignore[arg-type]
    assert found.status is Status.WARNING
    assert float(found.message.split(" take ")[1].split(" %")[0]) == pytest.approx(48, abs=25)


def test_doctor_finds_a_fresh_machine_good(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, gpuscope_home: Path
) -> None:
    monkeypatch.setattr(health_checks, "SELF_TEST_S", 0.5)
    assert parser.main(["doctor", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["good"] is True
    assert {"store", "torch", "own cost", "sensors of cpu"} <= {check["name"] for check in document["checks"]}
    assert not gpuscope_home.exists()


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 : len(data) // 2] = os.urandom(len(data) // 2 - 4096)
    path.write_bytes(data)


def test_a_damaged_store_is_trouble_until_it_is_repaired(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.cli.stored_runs import store_run, url

    monkeypatch.setattr(health_checks, "SELF_TEST_S", 0.2)
    store_run("aaaa11112222")
    path = Path(url().removeprefix("sqlite:///"))
    damage(path)
    before = path.read_bytes()
    assert parser.main(["doctor"]) == 3
    assert "doctor --repair" in capsys.readouterr().out
    assert path.read_bytes() == before
    assert parser.main(["doctor", "--repair"]) == 0
    assert "set aside as" in capsys.readouterr().out
    assert parser.main(["runs"]) == 0


def test_damaged_first_bytes_are_repaired(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.cli.stored_runs import store_run, url

    monkeypatch.setattr(health_checks, "SELF_TEST_S", 0.2)
    store_run("aaaa11112222")
    path = Path(url().removeprefix("sqlite:///"))
    path.write_bytes(b"x" * 16 + path.read_bytes()[16:])
    assert parser.main(["runs"]) == 3
    assert "'gpuscope doctor --repair'" in capsys.readouterr().err
    assert parser.main(["doctor", "--repair"]) == 0
    assert "1 run was salvaged in full, 0 lost, 0 in part" in capsys.readouterr().out


def test_of_a_store_of_which_nothing_can_be_read_no_count_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.cli.stored_runs import store_run, url

    monkeypatch.setattr(health_checks, "SELF_TEST_S", 0.2)
    store_run("aaaa11112222")
    path = Path(url().removeprefix("sqlite:///"))
    path.write_bytes(path.read_bytes()[:100] + b"\xff" * 50_000)
    assert parser.main(["doctor", "--repair"]) == 0
    out = capsys.readouterr().out
    assert "; no run could be read from it" in out
    assert "0 lost" not in out


def test_a_store_of_a_later_gpuscope_is_a_warning() -> None:
    from tests.cli.stored_runs import store_run, url
    from tests.storage.test_sqlite import execute

    store_run("aaaa11112222")
    execute(Path(url().removeprefix("sqlite:///")), "UPDATE alembic_version SET version_num = '9'", "PRAGMA user_version = 9")
    warning = next(check for check in health_checks.check_store(url()) if check.status is health_checks.Status.WARNING)
    assert (warning.message, warning.cure) == (
        "a later gpuscope made it: this one reads it, but stores no runs in it",
        "Upgrade gpuscope, or name another store with --store.",
    )


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + b"x" * 4096])
def test_a_foreign_file_is_left_alone(
    content: bytes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(health_checks, "SELF_TEST_S", 0.2)
    path = tmp_path / "foreign.sqlite"
    path.write_bytes(content)
    for argv in (["runs"], ["doctor"], ["doctor", "--repair"]):
        code = parser.main([*argv, "--store", f"sqlite:///{path}"])
        assert code in ((3,) if content else (0, 3))
        assert path.read_bytes() == content


def test_sources_of_energy_that_disagreed_in_a_run_are_a_warning() -> None:
    note = "sources disagree: counter 187 J, integral 327 J (in a run on 2026-11-20); too few changes"
    told = list(check_sensors([replace(GPU, capabilities={"energy": Capability(True, "NVML field 83", note=note)})]))
    [warning] = [check for check in told if check.status is Status.WARNING]
    assert warning.message == "energy: sources disagree: counter 187 J, integral 327 J (in a run on 2026-11-20)"
    assert "a meter at the wall" in str(warning.cure)
    assert [check.message for check in told if "disagree" in check.message] == [warning.message]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a system without /proc")
def test_a_home_that_cannot_be_made_is_trouble_for_store_and_folders_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUSCOPE_HOME", "/proc/nowhere")  # not writable, although its permissions allow root to write
    checks = [*check_store(paths.default_store_url()), *check_folders(paths.default_store_url())]
    assert {check.status for check in checks} == {Status.TROUBLE}
    assert not any("Free some disk space" in (check.cure or "") for check in checks)
