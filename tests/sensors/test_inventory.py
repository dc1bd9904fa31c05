"""The devices of this machine, listed once, whatever the vendor's library does."""

import sys
import time

import pytest

from gpuscope.sensors.inventory import inventory, snapshot
from tests.standin.fixtures import PlacedStandin
from tests.standin.standin import Gpu, Rule, Standin


def test_all_devices_are_told_with_their_metrics(standin: PlacedStandin) -> None:
    found = {device.key: device for device in inventory(10)}
    assert list(found) == ["cpu", "workload", "recorder", "gpu:0", "gpu:1"]
    assert found["gpu:0"].capabilities["energy"].source == "NVML field 83, cumulative counter"
    assert found["gpu:0"].simulated


@pytest.mark.serial
def test_the_update_periods_are_waited_for_once_and_kept(standin: PlacedStandin) -> None:
    standin.show(Standin(gpus=(Gpu("ramp", update=0.02, window=0.01), Gpu("constant", update=0.02, window=0.01))))
    first = {device.key: device.capabilities for device in inventory(10)}
    assert first["gpu:0"]["power"].period_s == pytest.approx(0.02, rel=0.3)
    assert first["gpu:0"]["power"].sampled_share == 0.25
    assert first["gpu:1"]["power"].period_s is None
    assert "0 changes in 2.0 s of fast readings" in str(first["gpu:1"]["power"].note)
    begin = time.monotonic()
    again = {device.key: device.capabilities for device in inventory(10)}
    assert again["gpu:0"]["power"].period_s == first["gpu:0"]["power"].period_s
    assert time.monotonic() - begin < 4.0  # only the second GPU is measured again


def test_a_snapshot_has_one_reading_of_each_series(standin: PlacedStandin) -> None:
    found = snapshot(10)
    able = {(device.key, metric) for device in found.devices for metric, one in device.capabilities.items() if one.available}
    assert set(found.values) == {one for one in able if one[0] != "workload"}
    assert found.values["gpu:1", "temperature"] == 55
    assert found.values["gpu:1", "sm_activity"] is not None  # which takes two readings


def test_a_snapshot_does_not_wait_long_for_what_fails(standin: PlacedStandin) -> None:
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetTemperature", "error", 999)))
    begin = time.monotonic()
    found = snapshot(30)
    assert time.monotonic() - begin < 15
    assert found.values["gpu:1", "temperature"] is None


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Rule("nvmlInitWithFlags", "hang"), "did not answer within 2 s"),
        (Rule("nvmlInitWithFlags", "crash"), "the sensor helper was ended by SIGSEGV"),
        (Rule("nvmlDeviceGetName", "crash"), "the sensor helper was ended by SIGSEGV"),
    ],
)
def test_a_library_that_hangs_or_crashes_leaves_the_host_and_a_reason(standin: PlacedStandin, rule: Rule, words: str) -> None:
    standin.show(standin.machine.with_rules(rule))
    start = time.monotonic()
    found = {device.key: device for device in inventory(2.0)}
    assert time.monotonic() - start < 4.0
    assert list(found) == ["cpu", "workload", "recorder", "gpu"]
    (capability,) = set(found["gpu"].capabilities.values())
    assert words in str(capability.reason)
    assert capability.cure
    assert found["cpu"].capabilities["memory_used"].available


@pytest.mark.parametrize("code", ["import sys; sys.exit(3)", "print('garbage', flush=True); print('{', flush=True)"])
def test_a_helper_that_says_nothing_of_use_leaves_the_host(code: str) -> None:
    found = inventory(5, [sys.executable, "-I", "-c", code])
    assert [device.key for device in found] == ["cpu", "workload", "recorder", "gpu"]
    assert "the sensor helper ended with code" in str(found[-1].capabilities["power"].reason)


def test_a_helper_that_cannot_be_started_leaves_the_host() -> None:
    found = inventory(5, ["/nowhere/python"])
    assert "cannot be started" in str(found[-1].capabilities["power"].reason)
