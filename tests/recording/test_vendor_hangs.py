"""A vendor library that hangs or crashes leaves the other vendors' sensors on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gpuscope.recording import helper_keeper
from gpuscope.sensors.helper_process import HelperProcess
from tests.recording.helper_owner import Owner, scripted, start

__all__ = ["start"]
VENDORS = """
KEYS = {"host": "cpu", "nvml": "gpu:0", "amd": "amd:0"}
def tell(*names, pending=()):
    devices = [{"device": KEYS[name], "kind": "cpu" if name == "host" else "gpu", "name": name,
                "metrics": {"power": {"available": True, "source": name}}} for name in names]
    calls = {f"{name}.fast:{KEYS[name]}": [[KEYS[name], "power"]] for name in names}
    info = {"devices": devices, "calls": calls, "periods": {call: 0.05 for call in calls}, "pending": list(pending),
            "quality": {f"{KEYS[name]}/power": ["measured", name] for name in names}, "backends": {name: [KEYS[name]] for name in names}}
    say(e="hello", role="helper", pid=os.getpid(), t=time.monotonic_ns(), version=1, info=info)
def read(*names, times=1, **hangs):
    for _ in range(times):
        for name in names:
            say(e="sample", call=f"{name}.fast:{KEYS[name]}", b=time.monotonic_ns(), a=time.monotonic_ns(), v=[1])
        say(e="log", t=time.monotonic_ns(), level="alive", values={f"hangs_since_ns {call}": since for call, since in hangs.items()})
        time.sleep(0.03)
starts = open(sys.argv[1], "a+"); starts.write("x"); starts.flush()
start = starts.seek(0, 2)
"""
"""A helper with three back ends; ``start`` counts the helpers that were started with the same file."""


def vendors(tmp_path: Path, code: str) -> list[str]:
    return [*scripted(VENDORS + code), str(tmp_path / "starts")]


def test_a_library_that_hangs_leaves_the_other_vendors_sensors_on(tmp_path: Path, start: Callable[..., Owner]) -> None:
    code = """
if start == 1:
    tell("host", "nvml", "amd"); read("host", "nvml", "amd", times=3)
    read("host", "nvml", times=1000, **{"amd.fast:amd:0": time.monotonic_ns()})
tell("host", pending=("nvml", "amd")); tell("host", "nvml", pending=["amd"])
read("host", "nvml", times=1000, **{"amd.open": time.monotonic_ns()})
"""
    owner = start(command=vendors(tmp_path, code))
    owner.until(lambda one: any("amd.open" in text for text in one.words()))
    count = len(owner.samples("nvml.fast:gpu:0"))
    owner.until(lambda one: len(one.samples("nvml.fast:gpu:0")) > count + 5)
    supervisor = owner.supervisor
    assert supervisor.ready
    assert len(owner.pids) == 2
    able = {device.key: device.capabilities["power"] for device in supervisor.devices}
    assert able["gpu:0"].available
    assert str(able["amd:0"].reason).startswith("amd.open not answering since ")
    assert owner.gaps("gpu:0", "power")[-1].end_ns is not None
    assert owner.gaps("amd:0", "power")[-1].end_ns is None


def test_a_library_that_goes_on_hanging_costs_the_others_no_second_gap(
    tmp_path: Path, start: Callable[..., Owner], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helper_keeper, "WITHIN_NS", 100_000_000)
    code = """
if start == 1:
    tell("host", "nvml", "amd"); read("host", "nvml", times=1000, **{"amd.fast:amd:0": time.monotonic_ns()})
tell("host", "nvml", pending=["amd"]); read("host", "nvml", times=1000, **{"amd.open": time.monotonic_ns()})
"""
    owner = start(command=vendors(tmp_path, code))
    owner.until(lambda one: len(one.pids) == 2 and len(one.samples("nvml.fast:gpu:0")) > 20)
    assert len(owner.pids) == 2


def test_two_libraries_that_hang_are_both_told(tmp_path: Path, start: Callable[..., Owner], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HelperProcess, "is_in_the_kernel", lambda self: True)
    code = """
tell("host", "nvml", "amd"); read("host", "nvml", "amd", times=2)
first = {"amd.fast:amd:0": time.monotonic_ns()}
read("host", "nvml", times=2, **first)
read("host", times=1000, **first, **{"nvml.fast:gpu:0": time.monotonic_ns()})
"""
    owner = start(command=vendors(tmp_path, code))
    owner.until(lambda one: bool(one.gaps("gpu:0", "power")) and bool(one.gaps("amd:0", "power")))
    assert [text.partition(" since")[0] for text in owner.words()] == ["amd.fast:amd:0 not answering", "nvml.fast:gpu:0 not answering"]
    assert "amd.fast:amd:0 not answering" in owner.gaps("amd:0", "power")[-1].reason
    assert "nvml.fast:gpu:0 not answering" in owner.gaps("gpu:0", "power")[-1].reason


def test_three_crashes_switch_every_vendor_off_and_nothing_else(tmp_path: Path, start: Callable[..., Owner]) -> None:
    code = """
if start <= 3:
    tell("host", "nvml", "amd"); read("host", "nvml", "amd"); os.abort()
tell("host"); read("host", times=1000)
"""
    owner = start(command=vendors(tmp_path, code))
    owner.until(lambda one: len(one.pids) == 4)
    count = len(owner.samples("host.fast:cpu"))
    owner.until(lambda one: len(one.samples("host.fast:cpu")) > count)
    able = {device.key: device.capabilities["power"] for device in owner.supervisor.devices}
    assert [able[key].available for key in ("cpu", "gpu:0", "amd:0")] == [True, False, False]
    assert {able["gpu:0"].reason, able["amd:0"].reason} == {"switched off: the sensor helper ended 3 times within a minute"}
    assert owner.supervisor.ready


def test_a_back_end_that_is_told_late_after_a_crash_has_its_gap(tmp_path: Path, start: Callable[..., Owner]) -> None:
    code = """
if start == 1:
    tell("host", "amd"); read("host", "amd", times=2); os.abort()
tell("host", pending=["amd"]); read("host", times=8); tell("host", "amd"); read("host", "amd", times=1000)
"""
    owner = start(command=vendors(tmp_path, code))
    owner.until(lambda one: len(one.samples("amd.fast:amd:0")) > 3)
    before, after = owner.samples("amd.fast:amd:0")[1:3]
    ended = [(gap.start_ns, gap.end_ns, gap.reason) for gap in owner.gaps("amd:0", "power") if gap.end_ns]
    assert ended == [(before.after_ns, after.before_ns, "the sensor helper was ended by SIGABRT")]
