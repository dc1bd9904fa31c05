import math

import pytest

from gpuscope.analysis.idle_baseline import BARE, CONTEXT, IdleBaseline, net_energy, read_baselines
from gpuscope.core.quantity import Quality, Quantity
from tests.analysis.records import measured

BASELINES = {BARE: IdleBaseline(BARE, 72.0, 3.0), CONTEXT: IdleBaseline(CONTEXT, 122.0, 4.0, "2026-11-20")}


def test_energy_above_idle_names_its_baseline_and_carries_both_uncertainties() -> None:
    gross = measured(9000.0, "J", uncertainty=math.hypot(0.05 * 9000.0, 200.0), source="the counter")
    found = net_energy(gross, BASELINES, CONTEXT, 30.0, 0.05)
    assert found.value == pytest.approx(9000.0 - 122.0 * 30)
    assert found.uncertainty == pytest.approx(math.hypot(0.05 * (9000.0 - 122.0 * 30), 200.0, 4.0 * 30)), "both have the same gain"
    assert found.source == "the counter, less 122 W idle (context, recorded 2026-11-20)"
    assert found.quality is Quality.DERIVED
    assert net_energy(measured(9000.0, "J"), BASELINES, BARE, 30.0, 0.05).source.endswith("less 72.0 W idle (bare)")


def test_energy_above_idle_is_hidden_below_a_fifth_of_the_gross_energy() -> None:
    found = net_energy(measured(122.0 * 30 * 1.24, "J"), BASELINES, CONTEXT, 30.0, 0.05)
    assert found.value is None
    assert str(found.reason).startswith("below 20 % of the gross energy")
    assert net_energy(measured(122.0 * 30 * 1.26, "J"), BASELINES, CONTEXT, 30.0, 0.05).value is not None


def test_a_baseline_of_another_kind_does_not_stand_in() -> None:
    found = net_energy(measured(9000.0, "J"), {BARE: BASELINES[BARE]}, CONTEXT, 30.0, 0.05)
    assert str(found.reason).startswith("no context idle baseline")


def test_without_energy_there_is_none_above_idle() -> None:
    assert net_energy(Quantity.missing("J", "no counter"), BASELINES, BARE, 30.0, 0.05).reason == "no counter"


def test_baselines_are_read_from_the_notes_and_what_is_not_whole_is_left_out() -> None:
    kept = {"bare": {"power_w": 72, "uncertainty_w": 3.0, "seconds": 10, "recorded_at": "2026-11-20"}, "context": {"power_w": None}}
    assert read_baselines(kept) == {BARE: IdleBaseline(BARE, 72.0, 3.0, "2026-11-20")}
    for broken in (None, 3, {"bare": 7}, {"bare": {"power_w": -1, "uncertainty_w": 1}}):
        assert read_baselines(broken) == {}
