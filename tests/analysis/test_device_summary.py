"""The share of time in which something slowed a device, by reason."""

import numpy as np
import pytest

from gpuscope.analysis.device_summary import slowdowns
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.quantity import Quality

S = 1_000_000_000


def throttle(*bits: float) -> DeviceSeries:
    stamps = np.arange(len(bits)) * S
    return DeviceSeries("gpu:0", "throttle", stamps, stamps, np.array(bits, dtype=float), Quality.MEASURED, "NVML")


def test_each_reason_has_its_share_of_the_window() -> None:
    # Ten seconds: four under the power cap (0x04), one of them hot as well (0x20), one with the power brake (0x80), one idle (0x01).
    series = throttle(0, 4, 4, 4 | 0x20, 4, 0x80, 1, 0, 0, 0, 0)
    found = {key: one.value for key, one in slowdowns(series, (0, 10 * S)).items()}
    assert found == pytest.approx({"slowed_power_cap": 0.4, "slowed_thermal": 0.1, "slowed_hardware": 0.1})


def test_what_was_not_read_is_missing_and_no_zero() -> None:
    assert slowdowns(None, (0, S)) == {}
    found = slowdowns(throttle(0, *[float("nan")] * 9), (2 * S, 8 * S))
    assert [(one.value, one.reason is not None) for one in found.values()] == [(None, True)] * 3
