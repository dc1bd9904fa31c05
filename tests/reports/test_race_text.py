"""The text about a race agrees with Compare on the same runs."""

from dataclasses import replace

import numpy as np
import pytest

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.placement import Placement
from gpuscope.analysis.race import Goal, Lane, Race, lane_of, race
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.figures import significant
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.race_text import RaceText, clock_text, ordinal
from gpuscope.system import language
from tests.analysis.records import run_record
from tests.reports.recorded_runs import GPU, LOAD_S, gpu_run


def energetic(run: RecordedRun, watts: float) -> Lane:
    """Return the run's lane with an energy counter that grows evenly, consistent with its stored energy."""
    record = run.record
    assert record.duration_s is not None
    stamps = (np.arange(0.0, LOAD_S + record.duration_s + 1, 0.1) * 1e9).astype(np.int64)
    counter = DeviceSeries("gpu:0", "energy", stamps, stamps, (watts * stamps / 1e9).astype(np.float64), Quality.MEASURED, "NVML", 0.1)
    return lane_of(record.name, record, Placement((GPU.key,)), (*run.series, counter), run.steps_ns)


def lanes(*speeds: float, watts: float = 400.0) -> list[Lane]:
    specs = [RunSpec("cifar-cnn", device="cuda:0", batch_size=256, steps=2000, threads=number + 1) for number in range(len(speeds))]
    made = [
        gpu_run(f"{number:02x}aaaa", spec, speed=speed, power_w=watts, seconds=160.0 / speed, name=f"variant {number + 1}")
        for number, (spec, speed) in enumerate(zip(specs, speeds, strict=True))
    ]
    return [energetic(run, watts) for run in made]


def words_of(*speeds: float, goal: Goal = Goal.SAMPLES, baseline: int = 0) -> RaceText:
    return RaceText(race(lanes(*speeds), goal), "J", baseline)


def test_the_sentence_has_the_ratios_of_compare() -> None:
    words = words_of(1.0, 4.1)
    view = ComparisonView(compare([Group(lane.name, (lane.record,)) for lane in words.race.lanes], "variant 1"))
    ratios = {key: view.by_key[key].cells[1].ratio for key in ("throughput", "energy_per_sample")}
    assert ratios["throughput"] == pytest.approx(4.1)
    assert ratios["energy_per_sample"] is not None
    finished, saved = significant(ratios["throughput"] or 0.0), significant(1 / ratios["energy_per_sample"])
    assert words.sentence == f"variant 2 finished {finished}\u00a0× as fast as variant 1 and used {saved}\u00a0× less energy."
    assert (finished, saved) == ("4.10", "4.10")


@pytest.mark.parametrize("whole", [3.0, 2.03])
def test_ratios_are_not_worked_out_anew(whole: float) -> None:
    """If the stored throughput differs from the steps, the text uses the stored one, and names the period it refers to."""
    slow, quick = lanes(1.0, 2.0)
    metrics = {**quick.record.metrics, "throughput": Quantity(whole * 12_800, "samples/s", Quality.MEASURED, "told")}
    told = RaceText(race([slow, replace(quick, record=replace(quick.record, metrics=metrics))]))
    assert told.sentence.startswith(
        f"variant 2 is {whole:.2f}\u00a0× faster than variant 1 over the whole run (up to the line: 2.00\u00a0×) and used "
    )


def test_a_command_races_with_its_start_and_has_its_throughput_without() -> None:
    slow, quick = lanes(1.0, 2.0)
    metrics = {**quick.record.metrics, "throughput": Quantity(3.0 * 12_800, "samples/s", Quality.MEASURED, "told")}
    spec = RunSpec(COMMAND, command=("python", "train.py"))
    both = [replace(slow.record, spec=spec), replace(quick.record, metrics=metrics, spec=spec)]
    told = RaceText(race([replace(lane, record=record) for lane, record in zip((slow, quick), both, strict=True)]))
    assert told.sentence.startswith(
        "variant 2 is 3.00\u00a0× faster than variant 1 from the first step on (up to the line, with the start: 2.00\u00a0×)"
    )


def test_the_winner_is_set_against_the_baseline_and_that_against_the_last() -> None:
    assert words_of(1.0, 2.0, 3.0, baseline=1).sentence.startswith("variant 3 finished 1.50\u00a0× as fast as variant 2")
    assert words_of(3.0, 2.0, 1.0).sentence.startswith("variant 1 finished 3.00\u00a0× as fast as variant 3")


def test_in_the_same_time_one_gets_further_for_the_same_joules() -> None:
    sentence = words_of(1.0, 2.0, goal=Goal.TIME).sentence
    assert sentence == "variant 2 got 2.00\u00a0× as far as variant 1 and used 2.00\u00a0× less energy per sample."


def test_a_command_is_told_by_its_time() -> None:
    nothing = np.zeros(0, np.int64)
    both = [
        lane_of(name, run_record(name, RunSpec(COMMAND, command=("true", name)), steps=None, samples=None, duration_s=seconds,
                                 wall_s=seconds, window_start_s=0.0, name=name), Placement(()), (), nothing)
        for name, seconds in (("long", 9.0), ("short", 6.0))
    ]  # fmt: skip
    words = RaceText(race(both))
    assert words.title == "Each over its own measured time"
    assert words.sentence == "short was done first, after 6.00 s; long took 1.50\u00a0× as long."
    assert [column.key for column in words.columns] == ["time"]
    assert words.notes[0] == "samples cannot be compared: long: it reported no steps, so its samples are not known"


def test_a_run_that_broke_off_is_never_first() -> None:
    nothing = np.zeros(0, np.int64)
    records = [
        run_record(name, RunSpec(COMMAND, command=("true", name)), steps=None, samples=None, duration_s=seconds, wall_s=seconds,
                   window_start_s=0.0, name=name, state=state)
        for name, seconds, state in (("whole", 9.0, RunState.FINISHED), ("failed", 2.0, RunState.FAILED))
    ]  # fmt: skip
    shown = race([lane_of(record.name, record, Placement(()), (), nothing) for record in records])
    assert [state.place for state in shown.states(99.0)] == [1, None]
    assert RaceText(shown).sentence.startswith("whole was done first")


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("the counter stood still", "no energy of variant 2: the counter stood still"),
        ("cpu: the counter stood still", "no energy of variant 2 on cpu: the counter stood still"),
        ("gpu:0: the counter stood still", "no energy of variant 2 on gpu:0: the counter stood still"),
    ],
)
def test_missing_joules_are_told_with_their_reason_and_of_whom(reason: str, told: str) -> None:
    quick, slow = lanes(2.0, 1.0)
    missing = Quantity.missing("J", reason)
    record = replace(slow.record, metrics={**slow.record.metrics, "energy": missing}, devices=(DeviceResult(GPU, {"energy": missing}),))
    silent = lane_of(record.name, record, Placement(("gpu:0",)), (), gpu_run("x", record.spec, seconds=160.0).steps_ns)
    words = RaceText(race([quick, silent]))
    assert words.notes == (told,)
    assert words.columns[-1].figure(None) == "–"


def test_figures_keep_their_unit_and_their_decimals() -> None:
    words = words_of(1.0, 2.0)
    columns = {column.key: column for column in words.columns}
    assert list(columns) == ["samples", "rate", "power", "energy", "energy_per_sample"]
    assert [column.heading for column in words.columns] == ["samples", "samples/s", "Power, W", "Energy, kJ", "mJ/sample"]
    assert [columns["power"].figure(watts) for watts in (98.76, 400.0)] == ["99", "400"]
    in_hours = {column.key: column.heading for column in RaceText(words.race, "Wh").columns}
    assert in_hours["energy"] == "Energy, Wh"


def test_an_energy_has_three_digits_from_the_start() -> None:
    energy = {column.key: column for column in words_of(1.0, 2.0).columns}["energy"]
    shown = [energy.figure(joules) for joules in (0.0, 1.0, 314.0, 999.7, 8000.0, 9996.0, 31_234.0)]
    assert shown == ["0.0", "0.001", "0.314", "1.00", "8.00", "10.0", "31.2"]
    assert energy.longest == energy.figure(energy.largest / 100)
    assert len(energy.longest) > len(energy.figure(energy.largest))


def test_an_energy_per_sample_that_falls_keeps_its_digits() -> None:
    """A command's first samples come after its start, so they have many times the energy of a sample at the finish."""
    one, other = lanes(1.0, 0.5)
    run = race([replace(lane, ends_s=0.9 * lane.end_s + 0.1 * lane.ends_s) for lane in (one, other)])
    each = {column.key: column for column in RaceText(run).columns}["energy_per_sample"]
    last = run.states(run.length_s)[0].energy_per_sample_j
    assert last is not None
    assert each.largest > 3 * last
    assert float(each.figure(last)) == pytest.approx(each.unit.shown(last), rel=0.01)
    assert len(each.longest) >= len(each.figure(last))


def test_the_clock_has_a_tenth_and_minutes_where_there_are_some() -> None:
    assert [clock_text(t_s, 30.0) for t_s in (0.0, 9.96, 29.9)] == ["0.0 s", "10.0 s", "29.9 s"]
    language.use("zh_CN")
    try:
        assert [clock_text(23.1, 30.0), clock_text(61.25, 90.0)] == ["23.1 秒", "1:01.2"]
    finally:
        language.use("en")
    assert [clock_text(t_s, 90.0) for t_s in (0.0, 61.25, 90.0)] == ["0:00.0", "1:01.2", "1:30.0"]
    assert [ordinal(place) for place in (1, 2, 3, 4, 8)] == ["1st", "2nd", "3rd", "4th", "8th"]


def test_a_tie_has_one_place() -> None:
    shown: Race = race(lanes(1.0, 1.0, 0.5))
    assert [state.place for state in shown.states(shown.length_s)] == [1, 1, 3]
