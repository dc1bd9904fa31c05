"""Energy and power in a comparison: uncertainty, the gain of a card, windows that are too short."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import group_repeats
from gpuscope.core.device import Capability
from gpuscope.core.run import DeviceResult, RunRecord
from gpuscope.core.runspec import RunSpec
from tests.analysis.records import BF16, FP32, GPU, STEADY, measured, repeats, run_record, speed

AROUND_ZERO, AROUND_TEN = (-2.0, -1.0, 0.0, 1.0, 2.0), (8.0, 9.0, 10.0, 11.0, 12.0)


def test_a_difference_within_what_the_sensors_tell_is_none() -> None:
    def run(name: str, spec: RunSpec, joules: float) -> RunRecord:
        return energy_run(name, spec, joules)

    runs = [run(f"a{index}", FP32, 3000.0 + index) for index in range(5)] + [run(f"b{index}", BF16, 3030.0 + index) for index in range(5)]
    entry = compare(group_repeats(runs)).metrics["energy"][1]
    assert entry.verdict == "no-difference"
    assert "sensors alone" in entry.reason


def test_an_energy_whose_uncertainty_is_unknown_gets_no_verdict() -> None:
    runs = [*repeats(FP32, STEADY, "energy", "J"), *repeats(BF16, [one / 2 for one in STEADY], "energy", "J")]
    entry = compare(group_repeats(runs)).metrics["energy"][1]
    assert entry.ratio == pytest.approx(0.5)
    assert entry.verdict == "not-comparable"
    assert "not known" in entry.reason


@pytest.mark.parametrize(("seconds", "ratio"), [(29.9, None), (30.0, 0.5)])
def test_energy_is_compared_over_long_windows_only(seconds: float, ratio: float | None) -> None:
    def run(run_id: str, spec: RunSpec, joules: float, length: float) -> object:
        power = DeviceResult(GPU, {"power_mean": measured(joules, "W")})
        return run_record(run_id, spec, {"energy": measured(joules, "J")}, (power,), duration_s=length)

    found = compare(group_repeats([run("aa", FP32, 10.0, 60.0), run("bb", BF16, 5.0, seconds)]))  # type: ignore[list-item]
    for key in ("energy", "gpu:0/power_mean"):
        assert found.metrics[key][1].ratio == ratio
        assert ratio is not None or "too short to compare" in found.metrics[key][1].reason


def test_values_of_simulated_devices_are_labelled() -> None:
    label = "stand-in NVML /x.so"
    device = DeviceResult(replace(GPU, simulated=label), {"temperature_peak": measured(70.0, "°C", f"NVML [{label}]")})
    run = run_record("aa", FP32, {"energy": measured(5.0, "J", f"gpu:0: NVML [{label}]"), **speed(1.0)}, (device,))
    found = compare(group_repeats([run, run_record("bb", BF16, speed(2.0))])).metrics
    assert found["energy"][0].simulated == found["gpu:0/temperature_peak"][0].simulated == label
    assert found["throughput"][0].simulated is None


def energy_run(run_id: str, spec: RunSpec, joules: float, uuid: str = "GPU-1", reason: str | None = None) -> RunRecord:
    card = replace(GPU, uuid=uuid, capabilities={"energy": Capability(True, "field 83", uncertainty=0.07)})
    found = measured(joules, "J", source="gpu:0: field 83", uncertainty=math.hypot(0.07 * joules, 0.01 * joules), reason=reason)
    return run_record(run_id, spec, {"energy": found}, (DeviceResult(card, {"energy": found}),))


@pytest.mark.parametrize("key", ["energy", "gpu:0/energy"])
def test_on_one_card_the_gain_is_left_out_of_the_ratios_uncertainty(key: str) -> None:
    one, same = energy_run("aa", FP32, 3000.0), energy_run("bb", BF16, 1500.0)
    entry = compare(group_repeats([one, same])).metrics[key][1]
    assert entry.ratio == 0.5
    assert entry.uncertainty == pytest.approx(0.5 * 0.01 * math.sqrt(2))
    other = energy_run("bb", BF16, 1500.0, uuid="GPU-2")
    assert compare(group_repeats([one, other])).metrics[key][1].uncertainty == pytest.approx(0.5 * math.hypot(0.07, 0.01) * math.sqrt(2))
    assert compare(group_repeats([one, same])).metrics[key][0].uncertainty is None


def test_an_unknown_uncertainty_gives_the_ratio_none() -> None:
    entry = compare(group_repeats([run_record("aa", FP32, speed(100.0)), run_record("bb", BF16, speed(150.0))])).metrics["throughput"][1]
    assert entry.uncertainty is None


@pytest.mark.parametrize("disagreeing", ["aa", "bb"])
def test_energy_whose_sources_disagree_is_not_compared(disagreeing: str) -> None:
    words = "sources disagree: counter 187 J, integral 327 J"
    runs = [energy_run(name, spec, 187.0, reason=words if name == disagreeing else None) for name, spec in (("aa", FP32), ("bb", BF16))]
    entry = compare(group_repeats(runs)).metrics["energy"][1]
    assert entry.ratio is None
    assert entry.verdict == "not-comparable"
    assert entry.reason.startswith("sources disagree on the energy of a run")


def net_runs(spec: RunSpec, values: Sequence[float], uncertainty: float, uuid: str = "GPU-1") -> list[RunRecord]:
    card = replace(GPU, uuid=uuid, capabilities={"energy": Capability(True, "field 83", uncertainty=0.07)})
    found = [measured(one, "J", source="gpu:0: field 83", uncertainty=uncertainty) for one in values]
    return [run_record(f"{spec.precision}{index}", spec, {"energy_net": one}, (DeviceResult(card, {}),)) for index, one in enumerate(found)]


@pytest.mark.parametrize(
    ("ours_j", "theirs_j", "uuid", "word"),
    [
        (3.0, 4.0, "GPU-2", "worse"),  # by hand: 10 J apart, the sensors' error is √(3² + 4²) = 5 J
        (6.0, 8.0, "GPU-2", "no-difference"),  # and √(6² + 8²) = 10 J
        (3.0, 9.55, "GPU-2", "no-difference"),  # √(3² + 9.55²) = 10.01 J
        (3.0, 9.55, "GPU-1", "worse"),  # for the same card the gain is left out, 7 % of 8 J: √(3² − 0.56² + 9.55²) = 9.994 J
    ],
)
def test_where_there_is_no_ratio_the_band_is_in_the_values_unit(ours_j: float, theirs_j: float, uuid: str, word: str) -> None:
    runs = [*net_runs(FP32, AROUND_ZERO, theirs_j), *net_runs(BF16, AROUND_TEN, ours_j, uuid)]
    entry = compare(group_repeats(runs)).metrics["energy_net"][1]
    assert (entry.ratio, entry.interval, entry.uncertainty, entry.verdict) == (None, None, None, word)
    assert entry.difference == pytest.approx((10.0, 10 - 2.306, 10 + 2.306), abs=1e-3)  # t(8) = 2.306, the error √(2.5/5 + 2.5/5) = 1
    assert "the difference is judged, not the ratio: 10.0, 95 % interval 7.69 to 12.3 J" in entry.reason


def power_runs(spec: RunSpec, values: Sequence[float], uuid: str) -> list[RunRecord]:
    card = replace(GPU, uuid=uuid, capabilities={"power": Capability(True, "field 186", uncertainty=0.07)})
    return [
        run_record(f"{spec.precision}{index}", spec, {}, (DeviceResult(card, {"power_mean": measured(one, "W")}),))
        for index, one in enumerate(values)
    ]


@pytest.mark.parametrize(("uuid", "word", "band"), [("GPU-1", "worse", 0.0), ("GPU-2", "no-difference", 1.05 * 0.07 * math.sqrt(2))])
def test_the_mean_power_of_another_card_has_another_gain(uuid: str, word: str, band: float) -> None:
    runs = [*power_runs(FP32, STEADY, "GPU-1"), *power_runs(BF16, [one * 1.05 for one in STEADY], uuid)]
    entry = compare(group_repeats(runs)).metrics["gpu:0/power_mean"][1]
    assert entry.verdict == word
    assert entry.uncertainty == pytest.approx(band)
