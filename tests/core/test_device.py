"""A device: merging the declarations of two back ends."""

import pytest

from gpuscope.core.device import NO_GPU, Capability, Device, DeviceKind, device_of_fact, gpu_facts


def test_what_one_back_end_can_measure_is_available() -> None:
    host = Device("cpu", DeviceKind.CPU, "EPYC", None, {"processors": 2}, {"utilization": Capability(True, "/proc/stat")})
    energy = Device("cpu", DeviceKind.CPU, "EPYC", None, {"packages": 1}, {"energy": Capability(True, "powercap")})
    for joined in (host.joined(energy), energy.joined(host)):
        assert joined.properties == {"processors": 2, "packages": 1}
        assert {key: one.available for key, one in joined.capabilities.items()} == {"utilization": True, "energy": True}


def test_available_wins_over_not() -> None:
    without = Device("cpu", DeviceKind.CPU, "EPYC", None, {}, {"energy": Capability(False, "", None, "not readable", None)})
    able = Device("cpu", DeviceKind.CPU, "EPYC", None, {}, {"energy": Capability(True, "powercap")})
    assert without.joined(able).capabilities["energy"].available
    assert able.joined(without).capabilities["energy"].available


def test_the_last_of_two_reasons_stays() -> None:
    first = Device("cpu", DeviceKind.CPU, "EPYC", None, {}, {"energy": Capability(False, "a", None, "first", None)})
    last = Device("cpu", DeviceKind.CPU, "EPYC", None, {}, {"energy": Capability(False, "b", None, "last", None)})
    assert first.joined(last).capabilities["energy"].reason == "last"


def test_the_facts_of_gpus_for_an_environment_are_those_of_any_maker_without_the_placeholder() -> None:
    card = Device("amd:0", DeviceKind.GPU, "A card", None, {"driver_version": "6.1", "power_limit": None, "pci_address": "0000:03:00.0"})
    devices = [Device("cpu", DeviceKind.CPU, "EPYC"), card, Device(NO_GPU, DeviceKind.GPU, "NVIDIA GPU")]
    facts = gpu_facts(devices)
    assert facts == {"amd:0.name": "A card", "amd:0.driver_version": "6.1"}
    assert {device_of_fact(key) for key in facts} == {"amd:0"}


@pytest.mark.parametrize("key", ["cpu", "packages.numpy", "recorder.power_hz", "variables.PATH", "mlflow.a:b", "gpu.name"])
def test_other_facts_are_of_no_device(key: str) -> None:
    assert device_of_fact(key) == ""
