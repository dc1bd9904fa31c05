"""A device: merging the declarations of two back ends."""

from gpuscope.core.device import Capability, Device, DeviceKind


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
