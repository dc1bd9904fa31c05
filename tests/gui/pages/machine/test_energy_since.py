"""Energy since the page began to look: exact, or begun anew."""

import pytest

from gpuscope.core.event import Gap, Sample
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.pages.machine.energy_since import EnergySince
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import SECOND, START_NS


@pytest.fixture
def data() -> RunData:
    made = RunData(most=100)
    made.take([made_runs.hello([made_runs.gpu_device()])], START_NS)
    return made


def tell(data: RunData, t_s: float, joules: float | None) -> None:
    stamp = START_NS + round(t_s * SECOND)
    data.take([Sample("gpu:0.fields", stamp, stamp, (70.0, 70.0, 700.0, joules, 0))], START_NS)


def test_it_is_the_counters_difference_and_the_time_between(data: RunData) -> None:
    energy = EnergySince()
    assert energy.of(data, "gpu:0") is None
    tell(data, 1.0, 5_000.0)
    assert energy.of(data, "gpu:0") is None
    tell(data, 1.1, None)
    tell(data, 1.2, 5_014.0)
    assert energy.of(data, "gpu:0") == pytest.approx((14.0, 0.2))


def test_it_outlives_the_oldest_readings(data: RunData) -> None:
    energy = EnergySince()
    for index in range(1_000):
        tell(data, index / 10, 5_000.0 + 7 * index)
        energy.of(data, "gpu:0")
    assert data.series("gpu:0", "energy")[0][0] > 10
    assert energy.of(data, "gpu:0") == pytest.approx((7.0 * 999, 99.9))


def test_a_counter_that_is_reset_begins_anew(data: RunData) -> None:
    energy = EnergySince()
    for t_s, joules in ((1.0, 5_000.0), (1.1, 5_007.0), (1.2, 3.0), (1.3, 10.0)):
        tell(data, t_s, joules)
    assert energy.of(data, "gpu:0") == pytest.approx((7.0, 0.1))
    tell(data, 1.4, 1.0)
    assert energy.of(data, "gpu:0") is None


def test_no_difference_is_taken_across_a_jump_that_was_told(data: RunData) -> None:
    energy = EnergySince()
    tell(data, 1.0, 5_000.0)
    tell(data, 1.1, 5_007.0)
    assert energy.of(data, "gpu:0") is not None
    gap = Gap("gpu:0", ("energy",), START_NS + round(1.1 * SECOND), START_NS + round(1.2 * SECOND), "it jumped")
    data.take([gap], START_NS)
    assert energy.of(data, "gpu:0") is None
    tell(data, 1.2, 99_000.0)
    tell(data, 1.3, 99_007.0)
    assert energy.of(data, "gpu:0") == pytest.approx((7.0, 0.1))


def test_a_hole_in_the_readings_leaves_the_difference_standing(data: RunData) -> None:
    energy = EnergySince()
    tell(data, 1.0, 5_000.0)
    data.take([Gap("gpu:0", made_runs.GPU_FAST, START_NS + SECOND, START_NS + 9 * SECOND, "slow")], START_NS)
    tell(data, 9.0, 5_560.0)
    assert energy.of(data, "gpu:0") == pytest.approx((560.0, 8.0))


def test_another_run_has_its_own(data: RunData) -> None:
    energy = EnergySince()
    tell(data, 1.0, 5_000.0)
    tell(data, 2.0, 5_070.0)
    assert energy.of(data, "gpu:0") is not None
    assert energy.of(RunData(), "gpu:0") is None
