"""Curves of recorded runs: gaps stay gaps, peaks stay peaks, rates and step times equal the measured ones."""

from dataclasses import replace

import numpy as np
import pytest

from gpuscope.analysis.recorded_run import RecordedRun, ReportedValues
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.reports.pictures import recorded_curves
from tests.analysis.records import run_record
from tests.reports.recorded_runs import SECOND, series


def run(**more: object) -> RunRecord:
    return replace(run_record("aa", window_start_s=1.0, duration_s=2.0, steps=4, warmup_steps=1, samples=40), **more)  # type: ignore[arg-type]


def test_only_the_window_is_drawn_from_its_begin() -> None:
    (piece,) = recorded_curves.readings(series("cpu", "utilization", np.arange(50.0), 10), recorded_curves.window_s(RecordedRun(run())))
    assert piece.x[0] == pytest.approx(0.0, abs=1e-3)
    assert piece.x[-1] == pytest.approx(1.9, abs=0.11)
    assert (piece.y[0], piece.y.size) == (10, 20)


def test_without_a_window_everything_is_drawn() -> None:
    recorded = RecordedRun(run(window_start_s=None, duration_s=None), (series("cpu", "utilization", np.arange(50.0), 10),))
    begin, end = recorded_curves.window_s(recorded)
    assert begin == 0.0
    assert end == pytest.approx(4.9, abs=0.01)
    assert recorded_curves.window_s(RecordedRun(run(window_start_s=None))) == (0.0, 0.0)


def test_a_failed_reading_and_a_silence_break_the_curve() -> None:
    values = np.arange(20.0)
    values[5] = np.nan
    one = series("gpu:0", "power", values, 10)
    late = np.where(np.arange(20) >= 12, SECOND, 0)
    pieces = recorded_curves.readings(replace(one, before_ns=one.before_ns + late, after_ns=one.after_ns + late), (0.0, 10.0))
    assert [piece.y.tolist() for piece in pieces] == [[0, 1, 2, 3, 4], [6, 7, 8, 9, 10, 11], [12, 13, 14, 15, 16, 17, 18, 19]]


def test_nothing_read_is_no_piece() -> None:
    assert recorded_curves.readings(series("gpu:0", "power", np.full(9, np.nan), 10), (0.0, 1.0)) == []
    assert recorded_curves.readings(series("gpu:0", "power", np.arange(9.0), 10), (5.0, 6.0)) == []


def test_an_hour_is_thinned_and_keeps_its_peaks() -> None:
    values = np.full(36_000, 100.0)
    values[20_001], values[30_001] = 700.0, 3.0
    (piece,) = recorded_curves.readings(series("gpu:0", "power", values, 10), (0.0, 3600.0))
    assert piece.x.size <= 4 * (recorded_curves.COLUMNS + 1)
    assert (piece.y.max(), piece.y.min()) == (700.0, 3.0)
    assert piece.x[np.argmax(piece.y)] == pytest.approx(2000.1, abs=0.01)
    assert np.all(np.diff(piece.x) > 0)


def test_rate_and_step_times_are_those_of_the_measured_steps() -> None:
    ends = np.array([0.9, 1.5, 2.0, 2.5, 3.0])  # a warm-up step, then steps of 0.5 s, except the first, which begins with the window
    recorded = RecordedRun(run(), steps_ns=(ends * SECOND).astype(np.int64))
    (rate,), (took,) = recorded_curves.rate(recorded), recorded_curves.step_times(recorded)
    assert rate.y.tolist() == pytest.approx([20.0] * 4)
    assert (took.x.tolist(), took.y.tolist()) == ([1, 2, 3, 4], pytest.approx([0.5] * 4))


def test_the_steps_of_a_command_are_drawn_from_the_end_of_the_first() -> None:
    ends = np.array([1.4, 1.5, 2.0, 2.5, 3.0])
    command = run(spec=RunSpec(COMMAND, command=("true",)), steps=5, warmup_steps=0, samples=None)
    recorded = RecordedRun(command, steps_ns=(ends * SECOND).astype(np.int64))
    (rate,), (took,) = recorded_curves.rate(recorded), recorded_curves.step_times(recorded)
    assert recorded_curves.window_s(recorded) == (1.4, 3.0)  # what came before is its start-up, which has no common length
    assert (rate.x.tolist(), rate.y.tolist()) == (pytest.approx([0.05, 0.35, 0.85, 1.35]), pytest.approx([10.0, 2.0, 2.0, 2.0]))
    assert took.y.tolist() == pytest.approx([0.1, 0.5, 0.5, 0.5])


def test_many_steps_become_medians_and_equal_stretches() -> None:
    took = np.full(10_000, 0.01)
    took[::100] = 1.0
    ends = 1.0 + np.cumsum(took)
    recorded = RecordedRun(run(steps=10_000, warmup_steps=0, samples=None), steps_ns=(ends * SECOND).astype(np.int64))
    (rate,), (steps,) = recorded_curves.rate(recorded), recorded_curves.step_times(recorded)
    assert steps.y.tolist() == pytest.approx([0.01] * steps.y.size)
    assert steps.x.size <= recorded_curves.COLUMNS
    assert rate.x.size <= recorded_curves.COLUMNS // 2
    assert float(np.average(1 / rate.y)) == pytest.approx(took.mean(), rel=0.02)


def test_no_steps_are_no_curve() -> None:
    assert recorded_curves.rate(RecordedRun(run())) == recorded_curves.step_times(RecordedRun(run(steps=None))) == []


def test_told_values_that_are_no_numbers_are_holes() -> None:
    values = np.array([3.0, 2.0, np.nan, np.inf, 1.0, 0.5])
    steps = np.array([0.0, 10, 20, 30, 40, np.nan])
    told = {"loss": ReportedValues(np.arange(6), steps, values), "none": ReportedValues(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))}
    pieces = recorded_curves.logged(RecordedRun(run(warmup_steps=0), reported=told), "loss")
    assert [(piece.x.tolist(), piece.y.tolist()) for piece in pieces] == [([0, 10], [3, 2]), ([40], [1])]
    assert recorded_curves.logged(RecordedRun(run(), reported=told), "none") == recorded_curves.logged(RecordedRun(run()), "loss") == []


def test_told_values_lie_over_the_measured_steps() -> None:
    told = {"loss": ReportedValues(np.arange(3), np.array([4.0, 6.0, 8.0]), np.array([3.0, 2.0, 1.0]))}
    (piece,) = recorded_curves.logged(RecordedRun(run(warmup_steps=5), reported=told), "loss")
    assert (piece.x.tolist(), piece.y.tolist()) == ([1, 3], [2, 1])


def test_told_values_without_a_step_belong_to_the_steps_ended_by_then() -> None:
    """As of ``gpuscope.log(loss=loss)`` in a training whose steps are detected."""
    told = {"loss": ReportedValues(np.array([5, 25, 35]), np.array([np.nan, np.nan, 4.0]), np.array([3.0, 2.0, 1.0]))}
    recorded = RecordedRun(run(warmup_steps=0), steps_ns=np.array([10, 20, 30, 40]), reported=told)
    (piece,) = recorded_curves.logged(recorded, "loss")
    assert (piece.x.tolist(), piece.y.tolist()) == ([0, 2, 4], [3, 2, 1])
