import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuscope.analysis.energy import checked, counter_energy, per, tokens_per_joule, total
from gpuscope.analysis.series import DeviceSeries
from gpuscope.analysis.uncertainty import SOURCES_DISAGREE
from gpuscope.core.quantity import Quality, Quantity
from tests.analysis.records import measured

S = 1_000_000_000


def counter(watts: float = 200.0, jump_at_s: float | None = None) -> DeviceSeries:
    stamps = np.arange(0, 20 * S, S // 10)
    values: NDArray[np.float64] = (1000.0 + watts * stamps / 1e9).astype(np.float64)
    if jump_at_s is not None:
        values[stamps >= jump_at_s * S] += 5000.0
    return DeviceSeries("gpu:0", "energy", stamps, stamps, values, Quality.MEASURED, "NVML field 83")


def test_energy_is_the_counters_difference_with_its_uncertainty() -> None:
    found = counter_energy(counter(), (2 * S, 12 * S))
    assert found.value == pytest.approx(2000.0)
    assert (found.quality, found.unit, found.source) == (Quality.MEASURED, "J", "NVML field 83")
    assert found.uncertainty == pytest.approx(math.hypot(200.0, 200.0 * 0.1 * math.sqrt(2)))


def test_a_jump_above_what_the_card_can_draw_voids_the_window_and_no_other() -> None:
    jumping = counter(jump_at_s=5)
    assert counter_energy(jumping, (2 * S, 12 * S), power_limit_w=300.0).reason == "the counter jumped by more than the device can draw"
    assert counter_energy(jumping, (6 * S, 12 * S), power_limit_w=300.0).value == pytest.approx(1200.0)


def test_a_counter_s_step_may_be_of_one_update_more_than_the_time_between_two_readings() -> None:
    at_s = np.sort(
        np.concatenate([np.arange(0.0, 15.0, 0.1) + 0.09, [5.001, 5.101]])
    )  # 11 ms after a reading, on the other side of an update
    stamps = np.round(at_s * S).astype(np.int64)
    values = 30.0 * np.floor(at_s * 10 + 1e-9)  # 300 W, which is the limit, reported every 100 ms
    series = DeviceSeries("gpu:0", "energy", stamps, stamps, values, Quality.MEASURED, "NVML field 83", 0.1)
    assert counter_energy(series, (2 * S, 12 * S), power_limit_w=300.0).value == pytest.approx(3000.0, rel=0.01)


@pytest.mark.parametrize(
    ("integral_j", "words"),
    [(98.1, None), (97.9, "2.10 % apart"), (95.1, "4.90 % apart"), (94.9, SOURCES_DISAGREE), (105.1, SOURCES_DISAGREE)],
)
def test_two_and_five_percent_are_what_sources_may_be_apart(integral_j: float, words: str | None) -> None:
    found = checked(replace(measured(100.0, "J"), uncertainty=1.0), measured(integral_j, "J"), 10.0)
    assert found.value == 100.0
    assert found.reason is None if words is None else words in str(found.reason)
    assert found.uncertainty == (pytest.approx(abs(100.0 - integral_j)) if words == SOURCES_DISAGREE else 1.0)


def test_a_total_is_missing_when_a_part_is() -> None:
    missing = Quantity.missing("J", "the counter was reset")
    found = total([("gpu:0", measured(5.0, "J")), ("gpu:1", missing)], None)
    assert found.value is None
    assert found.reason == "gpu:1: the counter was reset"
    assert total([], "no GPU").reason == "no GPU"


def test_a_total_adds_values_and_uncertainties() -> None:
    found = total([("gpu:0", measured(5.0, "J", uncertainty=1.0)), ("gpu:1", measured(7.0, "J", uncertainty=2.0))], None)
    assert (found.value, found.uncertainty) == (12.0, 3.0)
    assert total([("gpu:0", measured(5.0, "J", uncertainty=1.0)), ("gpu:1", measured(7.0, "J"))], None).uncertainty is None


def test_a_total_keeps_the_notes_of_every_device() -> None:
    first, second = measured(5.0, "J", reason="3 processes"), measured(7.0, "J", reason="sources disagree: counter 7 J, integral 9 J")
    found = total([("gpu:0", first), ("gpu:1", second)], None)
    assert found.reason == "gpu:0: 3 processes; gpu:1: sources disagree: counter 7 J, integral 9 J"
    assert total([("gpu:0", first)], None).reason == "3 processes"
    assert total([("gpu:0", measured(5.0, "J"))], None).reason is None


def test_what_is_to_be_known_of_several_devices_is_said_once_with_all_of_them() -> None:
    both, one = "the counter stood still; read 3 times a second", "read 3 times a second"
    parts = [(f"gpu:{index}", measured(10.0, "J", reason=reason)) for index, reason in enumerate((both, both, one, None))]
    assert total(parts, None).reason == "gpu:0, gpu:1: the counter stood still; gpu:0, gpu:1, gpu:2: read 3 times a second"


def test_an_estimate_joins_no_total() -> None:
    estimate = Quantity(5.0, "J", Quality.ESTIMATED, "a model")
    assert total([("cpu", estimate)], None).value is None


def test_what_a_vendor_modelled_stays_so_in_the_total_and_in_the_average() -> None:
    modelled = Quantity(7.0, "J", Quality.VENDOR_MODELLED, "a model of the vendor")
    whole = total([("gpu:0", measured(5.0, "J")), ("gpu:1", modelled)], None)
    assert whole.quality is Quality.VENDOR_MODELLED
    assert per(whole, 2, "step").quality is Quality.VENDOR_MODELLED


def test_energy_per_step_is_an_average_and_says_over_what() -> None:
    found = per(measured(10.0, "J", uncertainty=1.0), 4, "step")
    assert (found.value, found.uncertainty, found.quality) == (2.5, 0.25, Quality.DERIVED)
    assert "averaged over 4 steps" in found.source
    assert per(measured(10.0, "J"), 0, "step").reason == "no step was counted"
    assert per(Quantity.missing("J", "no counter"), 4, "step").reason == "no counter"


def without(series: DeviceSeries, start_s: float, end_s: float) -> DeviceSeries:
    kept = (series.stamps_ns <= start_s * S) | (series.stamps_ns >= end_s * S)
    return replace(series, before_ns=series.before_ns[kept], after_ns=series.after_ns[kept], values=series.values[kept])


def test_a_gap_within_the_time_that_a_counter_takes_to_go_round_stands_and_a_longer_one_does_not() -> None:
    gappy = without(counter(), 4, 9)
    assert counter_energy(gappy, (2 * S, 12 * S), longest_gap_s=6.0).value == pytest.approx(2000.0)
    assert counter_energy(gappy, (9 * S, 15 * S), longest_gap_s=3.0).value == pytest.approx(1200.0)
    found = counter_energy(gappy, (5 * S, 12 * S), longest_gap_s=3.0)
    assert found.value is None
    assert found.reason == "the counter was not read for 5 s, during which it may have wrapped unnoticed"


def test_a_counter_that_updates_faster_than_it_is_read_is_as_uncertain_as_its_readings_at_the_edges() -> None:
    found = counter_energy(replace(counter(), period_s=0.001), (2 * S, 12 * S))
    assert found.uncertainty == pytest.approx(math.hypot(200.0, 200.0 * 0.1 * math.sqrt(2)))


@pytest.mark.parametrize("edge_s", [4.5, 6.0, 7.9])
@pytest.mark.parametrize("is_start", [True, False])
def test_a_windows_edge_in_a_gap_is_as_uncertain_as_what_the_counter_rose_meanwhile(edge_s: float, is_start: bool) -> None:
    """100 W until 5 s, 500 W from there on, not read from 4 to 8 s: where in it the 1600 J of the gap were used is not known."""
    whole = counter()
    at_s = whole.stamps_ns / 1e9
    used_j = 100.0 * np.minimum(at_s, 5.0) + 500.0 * np.maximum(0.0, at_s - 5.0)
    gappy = without(replace(whole, values=used_j), 4, 8)
    window = (round(edge_s * S), 16 * S) if is_start else (S, round(edge_s * S))
    true_j = float(np.diff(np.interp(np.array(window) / 1e9, at_s, used_j))[0])
    found = counter_energy(gappy, window, gain=0.0)
    assert found.value is not None
    assert found.uncertainty is not None
    mean_w = found.value / (window[1] - window[0]) * S
    assert found.uncertainty == pytest.approx(math.hypot(1600.0, 0.1 * mean_w))
    assert abs(found.value - true_j) <= found.uncertainty


def test_a_counter_that_may_have_begun_anew_unseen_gives_no_energy() -> None:
    """It is at 1400 J after a gap of 7 s: at 240 W it can have reached that value from zero."""
    gappy = without(counter(), 4, 11)
    values = np.where(gappy.stamps_ns >= 11 * S, gappy.values - 2000.0, gappy.values - 1500.0)
    hidden = replace(gappy, values=values)
    found = counter_energy(hidden, (2 * S, 15 * S), power_limit_w=200.0)
    assert found.reason == "the counter was not read for 7 s, during which it may have wrapped unnoticed"
    assert counter_energy(gappy, (2 * S, 15 * S), power_limit_w=200.0).value == pytest.approx(2600.0)


def test_a_counter_that_stands_still_says_so() -> None:
    assert counter_energy(replace(counter(), values=np.full(200, 5000.0)), (2 * S, 12 * S)).reason == "the counter stood still"


def test_the_gain_of_the_card_is_taken_where_it_is_known() -> None:
    found = counter_energy(counter(), (2 * S, 12 * S), gain=0.07)
    assert found.uncertainty == pytest.approx(math.hypot(140.0, 200.0 * 0.1 * math.sqrt(2)))


def test_tokens_per_joule_is_the_inverse_of_the_energy_of_a_token() -> None:
    found = tokens_per_joule(Quantity(0.5, "J", Quality.DERIVED, "counter", 0.05))
    assert (found.value, found.unit, found.quality) == (2.0, "1/J", Quality.DERIVED)
    assert found.uncertainty == pytest.approx(0.2)
    assert tokens_per_joule(Quantity.missing("J", "no counter")).reason == "no counter"
    assert tokens_per_joule(Quantity(0.0, "J", Quality.DERIVED, "counter")).reason == "the energy is zero"
