"""Curves of runs from the start of their measured windows, and curves of groups."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.compare.compared_groups import find_runs
from gpuscope.gui.pages.compare.curves import AxisPlaces, CurveAxis, RunCurve, group_curve
from gpuscope.gui.pages.compare.run_curves import RunCurves, read_curves, run_curves
from gpuscope.recording.run_history import RunHistory
from gpuscope.sensors.declaration import Declaration
from gpuscope.storage.run_writer import RunWriter
from tests.benchmarks.fed_run import FedRun
from tests.cli.stored_runs import record, store_run, url
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import START_NS

THROUGHPUT, UTILIZATION, POWER = "throughput throughput samples/s", "cpu cpu/utilization 1", "power gpu:0/power W"
MEMORY = "memory cpu/memory_used B"


def data(seconds: float = 20.0, batch: int = 64) -> ShownRun:
    found = ShownRun(made_runs.record(window_start_s=5.0, duration_s=10.0))
    devices = [made_runs.cpu_device()]
    events = [made_runs.hello(devices), *made_runs.host_events(seconds, 0.5), *made_runs.training(seconds, 0.05, batch)]
    found.apply(events, START_NS)
    return found


def points(curve: RunCurve) -> tuple[Floats, Floats]:
    return curve.x, curve.y


def over(curves: RunCurves, key: str, axis: CurveAxis) -> RunCurve:
    found = curves.curve(key, axis)
    assert found is not None
    return found


def dipping(seconds: float, shift: int) -> ShownRun:
    """Return a run that is 90 % busy, except for one reading in fifty at 10 %."""
    found = ShownRun(made_runs.record(window_start_s=0.0, duration_s=seconds))
    waves = [lambda t: 0.1 if (round(10 * t) + shift) % 50 == 0 else 0.9, *[lambda _: 0.0] * 6]
    found.apply([made_runs.hello([made_runs.cpu_device()]), *made_runs.samples("host.machine", waves, seconds, 0.1)], START_NS)
    return found


def test_curves_begin_and_end_with_the_measured_window() -> None:
    curves = run_curves("aa", data())
    x, y = points(curves.by_time[UTILIZATION])
    assert curves.has_window
    assert 0.0 <= x[0] < 0.2
    assert 9.8 < x[-1] <= 10.0
    assert np.isfinite(y).all()
    assert curves.kinds[UTILIZATION].is_share


def test_curves_of_a_command_begin_with_its_first_step() -> None:
    """Its window begins with its process: imports of different lengths would shift the curves of two runs against each other."""
    found = ShownRun(made_runs.record(RunSpec(COMMAND, command=("true",)), window_start_s=0.0, duration_s=20.0))
    events = [made_runs.hello([made_runs.cpu_device()]), *made_runs.host_events(20.0, 0.5), *made_runs.training(20.0, 0.05, 64, 0)]
    found.apply(events, START_NS)
    first_s = float(found.step_ends()[0])
    curves = run_curves("aa", found)
    assert first_s > 0.6
    assert points(curves.by_time[UTILIZATION])[0][-1] == pytest.approx(20.0 - first_s, abs=0.6)
    assert over(curves, THROUGHPUT, CurveAxis.STEPS).x[0] >= 0.0


def test_over_steps_they_count_from_the_first_measured_step() -> None:
    whole = data()
    curves = run_curves("aa", whole)
    x = over(curves, THROUGHPUT, CurveAxis.STEPS).x
    assert curves.has(CurveAxis.STEPS)
    assert 0.0 <= x[0] < 10.0
    assert x[-1] == pytest.approx(whole.step_at(15.0) - whole.step_at(5.0), abs=6)


def test_a_run_without_a_window_begins_with_itself_and_one_without_steps_has_no_curves_over_them() -> None:
    found = ShownRun(made_runs.record())
    found.apply([made_runs.hello([made_runs.cpu_device()]), *made_runs.host_events(4.0, 0.5)], START_NS)
    curves = run_curves("aa", found)
    assert (curves.has_window, curves.has(CurveAxis.STEPS), curves.places) == (False, False, {})
    assert curves.by_time[UTILIZATION].x[-1] == pytest.approx(4.0, abs=0.3)


def test_a_run_that_still_measures_begins_where_it_began_to() -> None:
    found = data()
    found.settle(made_runs.record())
    begun = next(t_s for t_s, name in found.phases if name == "measured")
    curves = run_curves("aa", found)
    assert curves.has_window
    assert curves.by_time[UTILIZATION].x[-1] == pytest.approx(found.end_s - begun, abs=0.3)


def test_samples_and_steps_a_second_are_two_kinds() -> None:
    found = data(batch=64)
    found.progress.samples_per_step = None
    assert "throughput throughput steps/s" in run_curves("aa", found).kinds
    assert THROUGHPUT in run_curves("aa", data()).kinds


def test_long_series_are_thinned_to_their_extremes() -> None:
    found = ShownRun(made_runs.record(window_start_s=0.0, duration_s=4000.0))
    found.apply([made_runs.hello([made_runs.cpu_device()]), *made_runs.host_events(2000.0, 0.5)], START_NS)
    whole = found.series("cpu", "utilization")
    x, y = points(run_curves("aa", found).by_time[UTILIZATION])
    assert len(x) < 13_000 < len(whole[0])
    assert (y.min(), y.max()) == (whole[1].min(), whole[1].max())


def test_several_runs_are_a_mean_with_a_range_as_far_as_all_of_them_go() -> None:
    one = RunCurve.of(np.array([0.0, 1.0, 2.0, 3.0]), np.array([1.0, 1.0, 1.0, 1.0]))
    other = RunCurve.of(np.array([0.5, 2.5]), np.array([2.0, 4.0]))
    found = group_curve([one, other])
    assert found is not None
    assert found.x.tolist() == [1.0, 2.0]
    assert found.mean.tolist() == [1.75, 2.25]
    assert [None if one is None else one.tolist() for one in (found.low, found.high)] == [[1.0, 1.0], [2.5, 3.5]]


def test_the_mean_of_long_runs_is_that_of_all_readings_and_the_band_holds_their_extremes() -> None:
    curves = [run_curves("aa", dipping(2000.0, shift)).by_time[UTILIZATION] for shift in (0, 11, 29)]
    found = group_curve(curves)
    assert found is not None
    assert found.mean.mean() == pytest.approx(0.9 - 0.8 / 50, abs=0.001)
    assert (found.low.min(), found.high.max()) == (0.1, 0.9)
    assert 1000 < found.x.size <= 3000


def test_runs_of_different_lengths_are_averaged_over_the_same_bins() -> None:
    rng = np.random.default_rng(5)
    lengths = (500, 10_000, 70_000)
    curves = [RunCurve.of(np.arange(size) / 10, rng.choice([0.0, 4.0], size)) for size in lengths]
    found = group_curve(curves)
    assert found is not None
    assert found.x[-1] <= 50.0
    assert found.mean.mean() == pytest.approx(2.0, abs=0.4)
    assert (np.diff(found.x) > 2.0).all(), "as wide as the longest run's"
    each = [group_curve([curves[index], curves[2]]) for index in (0, 1)]
    assert all(one is not None and one.x[0] == found.x[0] for one in each)


def test_a_hole_in_a_long_run_is_one_only_where_a_whole_bin_has_no_reading() -> None:
    x = np.arange(20_000) / 10
    y = np.ones(x.size)
    y[[5, 6]] = [np.nan, np.inf]
    y[5000:5200] = np.nan
    found = group_curve([RunCurve.of(x, y), RunCurve.of(x, np.ones(x.size))])
    assert found is not None
    holes = found.x[np.isnan(found.mean)]
    assert 500.0 < holes[0] < 502.0 < 518.0 < holes[-1] < 520.0
    assert np.nanmax(found.mean) == 1.0


def test_a_single_run_is_itself_and_none_is_none() -> None:
    x, y = np.array([0.0, 1.0]), np.array([np.nan, 1.0])
    found = group_curve([RunCurve.of(x, y), RunCurve.of(np.empty(0), np.empty(0))])
    assert found is not None
    assert (found.mean is y, found.low) == (True, None)
    assert group_curve([]) is None


def test_a_hole_of_one_run_is_a_hole_of_the_mean() -> None:
    x = np.arange(4.0)
    found = group_curve([RunCurve.of(x, np.array([1.0, np.nan, 1.0, 1.0])), RunCurve.of(x, np.ones(4))])
    assert found is not None
    assert np.isnan(found.mean).tolist() == [False, True, False, False]


def test_runs_that_never_overlap_have_no_common_curve() -> None:
    found = group_curve([RunCurve.of(np.array([0.0, 1.0]), np.ones(2)), RunCurve.of(np.array([5.0, 6.0]), np.ones(2))])
    assert found is None


def test_stored_runs_are_found_by_their_beginnings_and_those_that_are_not_there_are_named() -> None:
    store_run("1" * 12)
    with RunHistory(url()) as store:
        found = find_runs(["111", "1" * 12, "2" * 12], store)
        assert ([one.run_id for one in found.records], found.gone) == (["1" * 12], ("2" * 12,))
        curves = read_curves("1" * 12, (), None, store)
    assert curves.has_window
    assert "throughput throughput steps/s" in curves.kinds


def test_damaged_readings_of_one_metric_leave_the_other_curves_of_their_run() -> None:
    store_run("1" * 12)
    with RunHistory(url()) as store:
        whole = read_curves("1" * 12, (UTILIZATION, MEMORY), None, store)
    with closing(sqlite3.connect(url().removeprefix("sqlite:///"), isolation_level=None)) as connection:
        series = "(SELECT id FROM series WHERE metric = 'memory_used')"
        connection.execute(f"UPDATE chunks SET readings = CAST(readings AS BLOB) || x'00' WHERE series = {series}")
    with RunHistory(url()) as store:
        curves = read_curves("1" * 12, (UTILIZATION, MEMORY), None, store)
    assert {UTILIZATION, MEMORY} <= set(whole.by_time)
    assert set(curves.by_time) == set(whole.by_time) - {MEMORY}


def test_of_a_stored_run_only_what_is_looked_at_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpuscope.storage import run_snapshot
    from gpuscope.storage.codec import decode_floats

    fed = FedRun(2, START_NS)
    told = fed.declaration
    with RunWriter(url(), run := replace(record("3" * 12), start_ns=START_NS)) as writer:
        writer.declare(list(told.devices.values()), {call: list(series) for call, series in told.calls.items()}, dict(told.quality))
        writer.append([(0, [fed.hello(1)]), *((tick + 1, fed.events(tick)) for tick in range(50))])
        writer.finish(replace(run, state=RunState.FINISHED, folder="", window_start_s=0.0, duration_s=5.0))
    decoded: list[int] = []

    def decode(blob: bytes, out: Floats) -> None:
        decoded.append(out.size)
        decode_floats(blob, out)

    monkeypatch.setattr(run_snapshot, "decode_floats", decode)
    clock = "clock gpu:1/clock Hz"
    with RunHistory(url()) as store:
        first = read_curves("3" * 12, {POWER}, None, store)
        assert (list(first.by_time), len(decoded)) == ([POWER], 1)
        further = read_curves("3" * 12, {POWER, clock}, first, store)
        assert len(decoded) == 2
        whole = run_curves("3" * 12, ShownRun.from_store(store, store.find("3" * 12)))
    assert list(first.kinds) == list(further.kinds) == list(whole.kinds)
    assert (len(first.unread), len(further.unread)) == (15, 14)
    for key in (POWER, clock):
        assert np.array_equal(further.by_time[key].x, whole.by_time[key].x)
        assert np.array_equal(further.by_time[key].y, whole.by_time[key].y)


def test_a_run_that_is_not_in_the_store_yet_has_no_curves() -> None:
    from gpuscope.recording.run_folder import RunFolder

    store_run("1" * 12)
    folder = RunFolder.beside(url(), "2" * 12)
    try:
        folder.write_header(record("2" * 12), url())
        with RunHistory(url()) as store:
            assert read_curves("2" * 12, (), None, store).kinds == RunCurves("", False).kinds
    finally:
        folder.close()


def test_over_samples_they_count_what_the_steps_have_seen() -> None:
    curves = run_curves("aa", data(batch=32))
    steps, samples = (over(curves, UTILIZATION, axis).x for axis in (CurveAxis.STEPS, CurveAxis.SAMPLES))
    assert samples.tolist() == pytest.approx([32 * step for step in steps])
    found = data()
    found.progress.samples_per_step = None
    assert run_curves("aa", found).curve(UTILIZATION, CurveAxis.SAMPLES) is None


def metered(source: str, counter: bool) -> ShownRun:
    """Return a run on a GPU at 100 W for ten seconds, then 300 W, measured from 5 s on."""
    energy = Quantity(2500.0, "J", Quality.MEASURED, source)
    found = ShownRun(replace(made_runs.record(window_start_s=5.0, duration_s=10.0), metrics={"energy": energy}))
    calls = {"helper.gpu": [("gpu:0", "power"), *([("gpu:0", "energy")] if counter else [])]}
    waves = [lambda t: 100.0 if t < 10 else 300.0, *([lambda t: 7.0 + 100.0 * t + 200.0 * max(0.0, t - 10)] if counter else [])]
    hello = made_runs.hello([made_runs.gpu_device(0)])
    told = Declaration.from_info(hello.info)
    told = replace(told, calls={name: tuple(series) for name, series in calls.items()}, periods=dict.fromkeys(calls, 0.1))
    found.apply([replace(hello, info=told.to_info()), *made_runs.samples("helper.gpu", waves, 15.0, 0.1)], START_NS)
    return found


@pytest.mark.parametrize("counter", [True, False])
def test_over_energy_they_count_the_joules_since_the_window_began(counter: bool) -> None:
    curves = run_curves("aa", metered("gpu:0: NVML", counter))
    curve = over(curves, POWER, CurveAxis.ENERGY)
    assert curve.x[0] == pytest.approx(0.0, abs=11)
    assert curve.x[-1] == pytest.approx(500.0 + 1500.0, abs=35)
    rising = curve.x[np.argmax(curve.y > 200)]
    assert rising == pytest.approx(500.0, abs=35), "the power rises where the first five seconds are spent"


def test_a_run_whose_energy_is_not_that_of_a_device_has_no_axis_of_it() -> None:
    assert run_curves("aa", metered("cpu: RAPL", counter=True)).curve(POWER, CurveAxis.ENERGY) is None
    assert run_curves("aa", data()).curve(UTILIZATION, CurveAxis.ENERGY) is None


def test_long_runs_have_the_same_mean_on_another_axis() -> None:
    runs = [run_curves("aa", dipping(2000.0, shift)) for shift in (0, 11)]
    places = AxisPlaces(np.array([0.0, 2000.0]), np.array([0.0, 64_000.0]))
    found = group_curve([run.by_time[UTILIZATION].over(places) for run in runs])
    assert found is not None
    assert found.mean.mean() == pytest.approx(0.9 - 0.8 / 50, abs=0.001)
    assert found.x[-1] == pytest.approx(64_000, rel=0.01)
    assert 1000 < found.x.size <= 3000


def test_few_places_of_many_are_kept_the_last_one_among_them() -> None:
    times = np.arange(100_001.0)
    found = AxisPlaces.thinned(times, 2 * times)
    assert found.times.size < 25_000
    assert found.at(np.array([0.0, 777.0, 100_000.0])).tolist() == [0.0, 1554.0, 200_000.0]
