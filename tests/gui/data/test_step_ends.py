"""Ends of steps: all that a picture needs of them, and no more."""

import numpy as np
import pytest

from gpuscope.gui.data.step_ends import StepEnds

MS = 1_000_000


def ends_of(step_ns: int, count: int, a_batch: int = 7) -> StepEnds:
    """A loop of even steps, told in batches."""
    found = StepEnds()
    for first in range(0, count, a_batch):
        found.add(1, first, np.arange(first + 1, min(count, first + a_batch) + 1) * step_ns)
    return found


def test_every_end_of_a_slow_loop_is_kept() -> None:
    found = ends_of(100 * MS, 50)
    times, counts = found.ends()
    assert times.tolist() == pytest.approx([0.1 * place for place in range(1, 51)])
    assert counts.tolist() == list(range(1, 51))


@pytest.mark.parametrize("a_batch", [1, 7, 2000, 10**6])
def test_fifty_ends_a_second_are_kept_of_a_fast_loop_however_they_come(a_batch: int) -> None:
    found = ends_of(50_000, 40_000, a_batch)  # two seconds
    times, counts = found.ends()
    assert 99 <= times.size <= 101
    np.testing.assert_allclose(times, counts * 50e-6)
    assert found.finished == 40_000
    found.settle()
    assert found.ends()[1][-1] == 40_000
    assert found.ends()[0][-1] == pytest.approx(2.0)
    found.settle()
    assert np.all(np.diff(found.ends()[0]) > 0)


def test_rates_are_over_whole_steps_and_exact() -> None:
    for step_ns, count in ((50_000, 40_000), (30 * MS, 200), (900 * MS, 5)):
        times, rates = ends_of(step_ns, count).rates()
        assert times.size
        np.testing.assert_allclose(rates, 1e9 / step_ns)
    slow = ends_of(900 * MS, 5).rates()[0]
    assert slow.tolist() == pytest.approx([1.8, 2.7, 3.6, 4.5])


def test_rates_are_of_samples_once_it_is_known_how_many_a_step_has() -> None:
    found = ends_of(30 * MS, 200)
    times, before = found.rates()
    found.count(64)
    found.add(1, 200, np.arange(201, 401) * 30 * MS)
    np.testing.assert_allclose(before, 1000 / 30)
    np.testing.assert_allclose(found.rates()[1], 64 * 1000 / 30)
    assert found.rates()[0].tolist() == pytest.approx(ends_of(30 * MS, 400, 200).rates()[0].tolist())
    assert found.rates()[0][: times.size].tolist() == times.tolist()


def test_a_short_run_has_one_rate_all_the_same() -> None:
    found = ends_of(10 * MS, 12)
    assert not found.rates()[0].size
    found.settle()
    assert found.rates()[1].tolist() == pytest.approx([100.0])


def test_a_stall_shows_where_it_was() -> None:
    found = ends_of(1 * MS, 1000)
    found.add(1, 1000, np.array([3_000 * MS]))
    times, counts = found.ends()
    assert counts[-1] == 1001
    assert times[-1] - times[-2] == pytest.approx(2.0, rel=0.2)


def test_steps_that_were_lost_count_as_finished() -> None:
    found = StepEnds()
    found.add(1, 0, np.array([100, 200]) * MS)
    found.add(1, 10, np.array([1200]) * MS)
    assert found.finished == 11
    times, counts = found.ends()
    assert (times.tolist(), counts.tolist()) == (pytest.approx([0.1, 0.2, 1.2]), [1, 2, 11])


def test_steps_that_are_known_and_those_of_other_processes_are_left_out() -> None:
    found = StepEnds()
    found.add(1, 0, np.array([100, 200, 300]) * MS)
    found.add(2, 0, np.array([110, 210, 310]) * MS)
    found.add(1, 1, np.array([200, 300, 400]) * MS)
    found.add(1, 0, np.array([100]) * MS)
    found.add(1, 4, np.zeros(0, np.int64))
    assert found.ends()[1].tolist() == [1, 2, 3, 4]


def test_how_many_steps_were_finished_at_a_time() -> None:
    found = ends_of(100 * MS, 10)
    assert [found.at(time) for time in (0.0, 0.05, 0.1, 0.15, 0.35, 1.0, 99.0)] == [0, 0, 1, 1, 3, 10, 10]
    fast = ends_of(100_000, 10_000)
    assert fast.at(0.5) == pytest.approx(5000, abs=1)
    assert fast.at(1.0) == 10_000
    assert StepEnds().at(1.0) == 0
