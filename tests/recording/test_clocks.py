"""Tests of the relation between the machine's clocks."""

import sys
import time

import pytest

from gpuscope.recording.clocks import clocks_side_by_side


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a clock that counts through a suspend beside one that does not")
def test_monotonic_real_and_boot_time_are_of_one_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    real = time.clock_gettime_ns
    monkeypatch.setattr(time, "clock_gettime_ns", lambda one: real(one) + (9_000_000_000 if one == time.CLOCK_BOOTTIME else 0))
    before = time.monotonic_ns(), time.time_ns(), real(time.CLOCK_BOOTTIME)
    told = clocks_side_by_side()
    after = time.monotonic_ns(), time.time_ns(), real(time.CLOCK_BOOTTIME)
    assert told.level == "clocks"
    assert before[0] <= told.t_ns <= after[0]
    assert before[1] / 1e9 <= told.values["realtime_s"] <= after[1] / 1e9
    assert before[2] / 1e9 <= told.values["boottime_s"] - 9.0 <= after[2] / 1e9
