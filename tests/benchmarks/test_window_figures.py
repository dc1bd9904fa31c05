"""Tests of the figures that the window's benchmarks compute from their measurements, and of their recorder's events."""

import tracemalloc
from pathlib import Path

import pytest

from gpuscope.core.event import Sample
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.run_strips import strip_templates
from gpuscope.sensors.declaration import Declaration
from tests.benchmarks import bench_growth, bench_window, window_redraws
from tests.benchmarks.fed_run import HZ, FedRun, stamp_of
from tests.benchmarks.window_hand import stall
from tests.benchmarks.window_redraws import cost_row
from tests.benchmarks.window_scripts import shown_bytes

SHOWN = {"strips": 8, "curves": 24, "points": 700, "size": "1280×800"}


def test_a_steady_loop_makes_nobody_wait_longer_than_a_beat() -> None:
    assert stall([5] * 1000, 0.01) == pytest.approx(4.95)


def test_one_long_stall_a_second_is_seen_though_it_is_one_beat_of_two_hundred() -> None:
    assert stall(([5] * 190 + [50]) * 10, 0.01) == pytest.approx(40.0)


def told(cpu_s: float, redraws: int, **more: object) -> dict[str, object]:
    return {"cpu_s": cpu_s, "wall_s": 10.0, "redraws": redraws, **SHOWN, **more}


@pytest.mark.parametrize(
    ("one", "met"),
    [(told(1.1, 100), True), (told(1.3, 100), False), (told(0.1, 80), False), (told(1.1, 100, curves=23), False)],
    ids=["met", "too much", "too few redraws", "fewer curves than promised"],
)
def test_a_share_of_a_core_counts_only_with_its_redraws_and_curves(one: dict[str, object], met: bool) -> None:
    row = cost_row("CPU", one, 12.0, 90 / 10)
    assert row.value == pytest.approx(100 * one["cpu_s"] / 10.0)  # type: ignore[operator]
    assert row.met is met


def test_growth_leaves_out_what_is_shown_and_what_is_there_for_a_moment() -> None:
    hours = range(5)
    seen = [{"resident": 1e8 + 20.5e6 * n, "shown": 5e6 + 20e6 * n, "recorded_s": 100 + 3600 * n, "curves": 64} for n in hours]
    seen[-1]["resident"] += 7e6
    row = bench_growth.growth_row(seen, 900.0)
    assert row.value == pytest.approx(0.5)
    assert row.met is True
    assert "shortened" in bench_growth.growth_row(seen, 60.0).detail


def test_what_is_shown_is_counted_without_arrays_that_would_count_as_growth() -> None:
    run = FedRun(2, 1_000_000_000, has_steps=True)
    data = ShownRun(run.record(Path("nowhere")))
    seconds = 60
    data.apply([run.hello(1), *run.beginning(), *(event for tick in range(seconds * HZ) for event in run.events(tick))], run.start_ns)
    readings, steps, rates = 2 * 9 * seconds * HZ, 2 * 20 * seconds, 2 * data.throughput()[0].size
    tracemalloc.start()
    try:
        assert shown_bytes(data) == 8 * (readings + steps + rates + 3 * seconds)
        assert tracemalloc.get_traced_memory()[1] < 8_000
    finally:
        tracemalloc.stop()


def test_a_part_that_fails_is_a_missed_row(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(folder: object) -> list[object]:
        raise RuntimeError("no window\nand more")

    part = type("Part", (), {"__name__": "tests.benchmarks.window_none", "rows": staticmethod(fail)})()
    monkeypatch.setattr(bench_window, "PARTS", (part,))
    assert [(row.name, row.met, row.detail) for row in bench_window.rows()] == [("window_none", False, "could not be measured: no window")]


def test_what_is_recorded_is_as_it_was_declared_and_never_goes_back() -> None:
    run = FedRun(3, 1_000_000_000, has_steps=True)
    declared = Declaration.from_info(run.hello(1).info)
    events = [event for tick in range(40) for event in run.events(tick)]
    for call, series in declared.calls.items():
        samples = [one for one in events if isinstance(one, Sample) and one.call == call]
        assert [len(one.values) for one in samples] == [len(series)] * 40
        assert sorted(samples, key=stamp_of) == samples


def test_a_run_that_is_recorded_has_the_strips_and_curves_that_are_measured() -> None:
    run = FedRun(window_redraws.CURVES, 1_000_000_000)
    data = ShownRun(run.record(Path("nowhere")))
    data.apply([run.hello(0), *run.events(0)], run.start_ns)
    strips = [template for template in strip_templates(data) if template.key != "throughput"]
    assert [len(strip.sources) for strip in strips] == [window_redraws.CURVES] * window_redraws.STRIPS
