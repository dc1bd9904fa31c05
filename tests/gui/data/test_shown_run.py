"""A run in memory: the same whether followed live or read from the store."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from gpuscope.core.event import SAMPLES_TALLY, Event, Gap, Hello, Log, Sample, Steps, Table
from gpuscope.core.event_batch import EventBatch
from gpuscope.core.run import RunState
from gpuscope.core.steppers import seen_stepper
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.recording.run_history import RunHistory
from gpuscope.storage.run_writer import RunWriter
from tests.cli import stored_runs
from tests.gui.data.known_runs import MS, START_NS, assert_same, batches, live_data, write

COUNT = 60


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize("cut", [None, 25])
def test_a_kept_run_is_what_was_seen_live(cut: int | None, finished: bool) -> None:
    live = stored_runs.record("aaaaaaaaaaaa")
    numbered = batches(COUNT)[: None if cut is None else cut]
    with RunWriter(stored_runs.url(), live) as writer:
        write(writer, numbered[:20])
        writer.compact(final=finished)
        write(writer, numbered[20:])
        if finished:
            writer.finish(replace(live, state=RunState.FINISHED, window_start_s=1.0, duration_s=5.0))
    with RunHistory(stored_runs.url()) as reader:
        kept = ShownRun.from_store(reader, reader.run(live.run_id))
    watched = live_data(live, numbered)
    if finished:
        watched.settle(replace(live, state=RunState.FINISHED))
    assert_same(watched, kept)


def test_what_is_known_of_the_run() -> None:
    data = live_data(stored_runs.record("aaaaaaaaaaaa"), batches(COUNT))
    assert data.ended
    assert data.end.state == "finished"
    assert data.end_s == pytest.approx(6.001)
    assert data.window == (1.0, 6.0)
    assert [device.key for device in data.devices] == ["cpu", "gpu:0"]
    assert data.series_keys() == (("cpu", "utilization"), ("cpu", "disk_read"), ("gpu:0", "power"), ("gpu:0", "energy"))
    assert data.facts == {"threads": 2}
    assert data.throughput_unit == "samples/s"
    np.testing.assert_allclose(data.throughput()[1], 64 / 0.005)
    assert (data.step_at(0.0), data.step_at(3.0), data.step_at(99.0)) == (-20, 580, 1180)
    assert data.logged_keys() == ("loss",)
    assert [text for _, text in data.marks] == ["here"]
    (gap,) = data.gaps
    assert (gap.start_s, gap.end_s) == (3.0, 4.0)
    times, values = data.series("cpu", "utilization")
    within = (times > 3.0) & (times < 4.0)
    assert np.isnan(values[within]).all()
    assert within.sum() == 1


def test_samples_of_all_ranks_of_a_program_are_counted_live_and_from_the_store() -> None:
    """Two ranks with a step every 0.1 s, of 8 samples each but for the last, of 18."""
    live = stored_runs.record("aaaaaaaaaaaa")
    hellos = [Hello("workload", pid, 0, {"rank": rank, "world_size": 2, "samples_per_step": 8}) for rank, pid in ((0, 7), (1, 8))]
    ends_ns = tuple(START_NS + step * 100 * MS for step in range(1, 41))
    tallies = [Log(ends_ns[-1], SAMPLES_TALLY, values={"pid": pid, "samples": 330, "first": 8, "steps": 40}) for pid in (7, 8)]
    events: list[Event] = [*hellos, *(Steps(pid, 0, ends_ns) for pid in (7, 8)), *tallies]
    watched = ShownRun(live)
    watched.apply(events[:-2], START_NS)
    np.testing.assert_allclose(watched.throughput()[1], 160.0)
    watched.apply(tallies, START_NS)
    with RunWriter(stored_runs.url(), live) as writer:
        writer.append([EventBatch((0, events))])
    with RunHistory(stored_runs.url()) as reader:
        kept = ShownRun.from_store(reader, reader.run(live.run_id))
    for data in (watched, kept):
        assert data.progress.samples_per_step == 16.5
        np.testing.assert_allclose(data.throughput()[1], 165.0)


def test_samples_of_a_stored_run_are_those_of_whose_steps_count() -> None:
    live, seen = stored_runs.record("aaaaaaaaaaaa"), seen_stepper(7, None, 1)
    hellos = [Hello("workload", 7, 0, {"seen": seen, "samples_per_step": 8}), Hello("workload", 7, 0, {"samples_per_step": 32})]
    with RunWriter(stored_runs.url(), live) as writer:
        writer.append([EventBatch((0, [*hellos, Steps(seen, 0, (START_NS + MS,)), Steps(7, 0, (START_NS + 4 * MS,))]))])
    with RunHistory(stored_runs.url()) as reader:
        kept = ShownRun.from_store(reader, reader.run(live.run_id))
    assert kept.progress.samples_per_step == 32


def test_what_was_seen_before_it_grew_stays() -> None:
    numbered = batches(COUNT)
    data = live_data(stored_runs.record("aaaaaaaaaaaa"), numbered[:30])
    before = [data.series("cpu", "utilization")[1], data.throughput()[1], data.rate("cpu", "disk_read")[1], data.logged("loss")[2]]
    copies = [one.copy() for one in before]
    version = data.version
    for _, events in numbered[30:]:
        data.apply(events, START_NS)
    for one, copy in zip(before, copies, strict=True):
        np.testing.assert_array_equal(one, copy)
    assert data.version > version


def test_a_value_is_not_told_as_present_while_its_gap_lasts() -> None:
    data = live_data(stored_runs.record("aaaaaaaaaaaa"), batches(COUNT)[:33])
    assert data.latest("cpu", "utilization") is None
    assert data.latest("gpu:0", "power") == 102.0
    data.apply([event for _, events in batches(COUNT)[33:59] for event in events], START_NS)
    assert data.latest("cpu", "utilization") == 0.58
    assert data.latest("cpu", "nothing") is None


def test_the_last_rate_is_not_told_over_a_stop_either() -> None:
    data = ShownRun(stored_runs.record("aaaaaaaaaaaa"))
    before = tuple(START_NS + step * 50 * MS for step in range(1, 41))
    after = tuple(START_NS + 10_000 * MS + step * 50 * MS for step in range(1, 4))
    data.apply([Steps(1, 0, before), Steps(1, 40, after), Gap("workload", (), before[-1], after[0], "stopped")], START_NS)
    data.settle(replace(stored_runs.record("aaaaaaaaaaaa"), state=RunState.FINISHED))
    times, rates = data.throughput()
    assert times[-1] == pytest.approx(10.15)
    assert np.isnan(rates[times > 2]).all()


def test_no_rate_is_told_over_a_stop_of_the_job() -> None:
    data = ShownRun(stored_runs.record("aaaaaaaaaaaa"))
    before = tuple(START_NS + step * 50 * MS for step in range(1, 41))
    after = tuple(START_NS + 10_000 * MS + step * 50 * MS for step in range(1, 41))
    data.apply([Steps(1, 0, before), Steps(1, 40, after), Gap("workload", (), before[-1], after[0], "stopped")], START_NS)
    data.apply(
        [Gap("gpu:0", ("power",), before[10], before[20], "lost"), Gap("workload", ("steps",), before[3], before[4], "lost")], START_NS
    )
    times, rates = data.throughput()
    assert data.throughput_unit == "steps/s"
    assert np.isnan(rates).sum() == 1
    assert np.isnan(rates[(times > 2) & (times < 10.2)]).all()
    np.testing.assert_allclose(rates[~np.isnan(rates)], 20.0)


def test_rates_are_not_made_anew_at_each_look() -> None:
    data = ShownRun(stored_runs.record("aaaaaaaaaaaa"))
    told = Hello("workload", 1, START_NS, {"steps": 40, "warmup_steps": 0, "samples_per_step": 64})
    data.apply([told, Steps(1, 0, tuple(START_NS + step * 50 * MS for step in range(1, 41)))], START_NS)
    assert np.shares_memory(data.throughput()[1], data.throughput()[1])


def test_a_declaration_of_a_later_version_is_passed_over() -> None:
    data = ShownRun()
    data.apply([Hello("helper", 1, START_NS, {"calls": 3}), Sample("a", START_NS, START_NS, (1.0,))], START_NS)
    assert data.series_keys() == ()
    assert data.record is None
    assert not data.ended


def test_a_run_that_ended_before_its_end_was_told_has_ended() -> None:
    data = ShownRun(replace(stored_runs.record("aaaaaaaaaaaa"), state=RunState.INTERRUPTED))
    assert data.ended
    assert data.end is None
    assert data.window is None


def test_short_steps_and_much_talk_take_little() -> None:
    """With steps of 0.5 ms, and a warning and a gap every 0.1 s, only the samples still grow once all bounded storage is full."""
    data = ShownRun(stored_runs.record("aaaaaaaaaaaa"))

    def minute(number: int) -> int:
        for tenth in range(600 * number, 600 * (number + 1)):
            at = START_NS + tenth * 100 * MS
            stamps = tuple(range(at, at + 100 * MS, 500_000))
            data.apply(
                [Steps(1, tenth * 200, stamps), Log(at, "warning", "words"), Gap("cpu", ("power",), at, at + MS, "a reason")], START_NS
            )
        snapshot = tracemalloc.take_snapshot()
        return sum(one.size for one in snapshot.statistics("filename") if not one.traceback[0].filename.endswith("reading_table.py"))

    tracemalloc.start()
    try:
        taken = [minute(number) for number in range(6)]
    finally:
        tracemalloc.stop()
    assert taken[5] - taken[4] < 1_000_000 / 60
    assert data.progress.steps == 6 * 60 * 2_000
    assert 6 * 60 * 49 <= data.step_ends().size <= 6 * 60 * 51


def test_nothing_is_there_before_anything_has_come() -> None:
    data = ShownRun(stored_runs.record("aaaaaaaaaaaa"))
    assert data.throughput()[0].size == data.step_ends().size == 0
    assert data.rate("cpu", "disk_read")[0].size == 0
    assert data.end_s == 0.0


def test_the_newest_table_of_each_kind_is_kept() -> None:
    data = ShownRun()
    tables = [Table("gpu:0", "processes", START_NS, ({"pid": pid},)) for pid in (1, 2)]
    data.apply([*tables, Table("recorder", "helper", START_NS, ())], START_NS)
    assert data.tables == {("gpu:0", "processes"): tables[1], ("recorder", "helper"): Table("recorder", "helper", START_NS, ())}
