"""Tests of a run's progress, computed from its events."""

import itertools
import math
from collections import deque
from typing import Any

import pytest

from gpuscope.core.event import SAMPLES_TALLY, End, Gap, Hello, Log, Phase, Sample, Samples, Steps
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.core.steppers import seen_stepper
from gpuscope.recording.progress import Progress, placed_on

SECOND = 1_000_000_000
HELPER = Hello(
    "helper",
    1,
    0,
    {"calls": {"cpu": [["cpu", "utilization"], ["cpu", "power"]], "tree": [["workload", "cpu_time"], ["workload", "resident_memory"]]}},
)


def test_the_live_line_tells_step_throughput_loss_utilization_memory_power_and_time_left() -> None:
    progress = Progress(placed_on="cpu")
    progress.apply(
        [
            Hello("workload", 2, 0, {"steps": 90, "warmup_steps": 10, "samples_per_step": 64}),
            HELPER,
            Phase("measured", 0, 10),
            Steps(2, 0, (0,)),
            Steps(2, 1, tuple(step * SECOND // 5 for step in range(1, 6))),
            Steps(2, 6, tuple(step * SECOND // 5 for step in range(6, 11))),
            Sample("cpu", 0, 1, (0.5, 65.0)),
            Sample("tree", 0, SECOND, (1.0, 2.0**30)),
            Log(5, "values", values={"loss": 0.25}),
        ]
    )
    assert progress.line() == "measuring 1/90 · 320 samples/s · loss 0.250 · CPU 50.0 % · 1.00 GiB · 65.0 W · 17.8 s left"


def test_warm_up_and_measured_steps_are_counted_apart() -> None:
    progress = Progress()
    progress.apply([Hello("workload", 2, 0, {"steps": 4000, "warmup_steps": 20}), Phase("warmup", 0, 0), Steps(2, 0, (1,) * 10)])
    assert progress.line() == "warming up 10/20"
    progress.apply([Steps(2, 10, (1,) * 12)])
    assert progress.line() == "warming up 20/20"
    progress.apply([Phase("measured", 0, 20)])
    assert progress.line() == "measuring 2/4000"


def test_a_warm_up_until_the_run_is_steady_has_no_known_end() -> None:
    progress = Progress()
    told = {"steps": 4000, "warmup_steps": 20, "warmup_limit_s": 60.0}
    progress.apply(
        [Hello("workload", 2, 0, told), Phase("warmup", 0, 0), Steps(2, 0, (1 * SECOND,) * 10), Steps(2, 10, (2 * SECOND,) * 90)]
    )
    assert (progress.line(), progress.left_s) == ("warming up 100", None)
    progress.apply([Phase("measured", 0, 100), Steps(2, 100, (3 * SECOND,) * 90)])
    assert (progress.line(), progress.warmup_steps, progress.planned) == ("measuring 90/4000", 100, 4100)
    progress.apply([Steps(2, 190 + 90 * at, ((4 + at) * SECOND,) * 90) for at in range(2)])
    assert progress.line() == "measuring 270/4000 · 41.4 s left"


def test_the_share_done_counts_the_same_steps_as_the_line() -> None:
    progress = Progress()
    progress.apply([Hello("workload", 2, 0, {"steps": 300, "warmup_steps": 20}), Phase("warmup", 0, 0), Steps(2, 0, (SECOND,) * 20)])
    assert (progress.line(), progress.share) == ("warming up 20/20", 0.0)
    progress.apply([Phase("measured", 0, 20), Steps(2, 20, (2 * SECOND,) * 75)])
    assert (progress.line(), progress.share) == ("measuring 75/300", 0.25)
    progress.apply([Steps(2, 95, (3 * SECOND,) * 225)])
    assert progress.share == 1.0


def test_no_time_is_left_while_it_warms_up_or_its_pace_is_unsettled() -> None:
    """Compilation makes the first steps thousands of times as slow as the others."""
    progress = Progress()
    progress.apply([Hello("workload", 2, 0, {"steps": 4000, "warmup_steps": 20}), Phase("warmup", 0, 0)])
    for second in range(5):
        progress.apply([Steps(2, second, (second * SECOND,))])
        assert progress.left_s is None
    progress.apply([Phase("measured", 5 * SECOND)])
    told: list[float | None] = []
    done = 20
    for second, steps in enumerate((1, 1, 40, 100, 100, 100)):
        progress.apply([Steps(2, done, ((5 + second) * SECOND,) * steps)])
        done += steps
        told.append(progress.left_s)
    assert told[:4] == [None] * 4, "the pace changes by more than a fifth from second to second"
    assert told[-1] == pytest.approx((4020 - done) / ((done - 21) / 5), rel=0.01)


@pytest.mark.parametrize(("device", "gpu"), [("cuda:0", "amd:0"), ("xpu:0", "intel:0")])
def test_a_run_on_rocm_tells_of_the_amd_gpu_and_one_on_xpu_of_the_intel_gpu(device: str, gpu: str) -> None:
    progress = Progress(placed_on=placed_on(RunSpec("gemm", device=device)))
    progress.apply([Hello("helper", 1, 0, {"calls": {"gpu": [[gpu, "utilization"], [gpu, "power"]]}}), Sample("gpu", 0, 1, (0.5, 65.0))])
    assert progress.line() == "starting · GPU 50.0 % · 65.0 W"


def test_nothing_known_is_nothing_told() -> None:
    progress = Progress()
    assert progress.line() == "starting"
    assert progress.step_rate is progress.left_s is progress.cpu_share is None
    progress.apply([HELPER, Sample("cpu", 0, 1, (None, None)), Sample("never declared", 0, 1, (1.0,))])
    assert progress.latest == {}


def test_a_reading_that_fails_takes_the_old_value_away() -> None:
    progress = Progress(placed_on="cpu")
    progress.apply([HELPER, Sample("cpu", 0, 1, (0.5, None))])
    assert progress.latest["cpu", "utilization"] == 0.5
    progress.apply([Sample("cpu", 2, 3, (None, None))])
    assert ("cpu", "utilization") not in progress.latest


def test_cores_kept_busy_follow_from_processor_time() -> None:
    progress = Progress()
    progress.apply([HELPER, Sample("tree", 0, SECOND, (1.0, 1)), Sample("tree", 0, 3 * SECOND, (4.0, 1))])
    assert progress.cpu_share == 1.5


def test_a_share_that_is_asked_for_while_readings_come_is_of_two_that_follow_each_other() -> None:
    progress = Progress()

    class Growing(deque[tuple[int, float]]):
        """Appends a reading each time a reading is accessed."""

        def __getitem__(self, place: Any) -> Any:
            found = super().__getitem__(place)
            self.append((self.latest[0] + SECOND, self.latest[1] + 1.5))
            return found

        @property
        def latest(self) -> tuple[int, float]:
            return list(self)[-1]

    progress._cpu = Growing([(0, 1.0), (2 * SECOND, 4.0)], maxlen=2)
    assert progress.cpu_share == 1.5


def test_gaps_warnings_and_the_end_are_kept() -> None:
    progress = Progress()
    progress.apply(
        [
            Gap("gpu:0", (), 0, None, "not answering"),
            Gap("gpu:0", (), 0, 5, "not answering"),
            Log(1, "warning", "hot"),
            End(9, "finished", 0),
        ]
    )
    assert list(progress.notices) == ["not answering", "hot"]
    assert progress.end is not None
    progress.apply([Log(1, "values", values={"loss": math.nan})])
    assert "loss NaN" in progress.line()


def test_throughput_of_steps_of_unequal_size_is_that_of_their_mean() -> None:
    progress = Progress()
    told = {"steps": 90, "warmup_steps": 0, "samples_per_step": 52.5}
    progress.apply([Hello("workload", 2, 0, told), Phase("measured", 0, 0), Steps(2, 0, (0,))])
    progress.apply([Steps(2, first, tuple(step * SECOND // 10 for step in range(first, first + 10))) for first in (1, 11)])
    assert "525 samples/s" in progress.line()


def test_a_command_without_phases_is_running_and_a_workload_without_is_starting() -> None:
    command, workload = Progress(placed_on=placed_on(RunSpec(COMMAND, command=("true",)))), Progress(placed_on=placed_on(RunSpec("gemm")))
    for progress in (command, workload):
        progress.apply([HELPER, Sample("cpu", 0, 1, (0.5, 65.0))])
    assert command.line().startswith("running · ")
    assert workload.line().startswith("starting · ")


def test_of_a_day_of_notices_the_last_are_kept_and_all_are_counted() -> None:
    progress = Progress()
    progress.apply(Log(number, "warning", f"notice {number}") for number in range(1000))
    assert (len(progress.notices), progress.notice_count) == (100, 1000)
    assert progress.notices_since(998) == ["notice 998", "notice 999"]
    assert progress.notices_since(1000) == []
    assert progress.notices_since(0)[0] == "notice 900"


def test_the_device_of_the_live_line() -> None:
    assert placed_on(RunSpec("gemm")) == "cpu"
    assert placed_on(RunSpec("gemm", device="cuda:3")) == "gpu:3"
    assert placed_on(RunSpec(COMMAND, command=("true",))) == ""


def test_of_ranks_that_step_side_by_side_one_is_counted() -> None:
    progress = Progress()
    progress.apply([Hello("workload", pid, 0, {"steps": 40, "warmup_steps": 0, "samples_per_step": 8}) for pid in (2, 3)])
    for step in range(0, 20, 2):
        for pid in (3, 2):
            progress.apply([Steps(pid, step, ((step + 1) * SECOND // 10 + pid, (step + 2) * SECOND // 10 + pid))])
    assert progress.steps == 20
    assert progress.step_rate == 10.0


def own_rank(pid: int, rank: int, batch: int | None) -> Hello:
    """Return what a rank of a user's own training says of itself."""
    return Hello("workload", pid, 0, {"rank": rank, "world_size": 2} | ({} if batch is None else {"samples_per_step": batch}))


def test_the_samples_of_a_step_are_those_of_all_ranks_of_a_program() -> None:
    progress = Progress()
    progress.apply([own_rank(2, 0, None), own_rank(3, 1, None), own_rank(2, 0, 8)])
    assert progress.samples_per_step == 8  # of those known so far
    progress.apply([own_rank(3, 1, 6), own_rank(3, 1, None)])
    for step in range(20):
        progress.apply([Steps(pid, step, ((step + 1) * SECOND // 10 + pid,)) for pid in (2, 3)])
    assert progress.samples_per_step == 14
    assert "140 samples/s" in progress.line()


def test_samples_that_the_user_declared_are_of_all_ranks() -> None:
    progress = Progress()
    told = {"world_size": 2, "samples_per_step": 32, "of_all_ranks": True}
    progress.apply([Hello("workload", 2 + rank, 0, {**told, "rank": rank}) for rank in (0, 1)])
    assert progress.samples_per_step == 32


def test_a_training_of_ours_has_its_whole_batch_in_every_rank() -> None:
    progress = Progress()
    told = {"steps": 40, "warmup_steps": 0, "samples_per_step": 64}
    progress.apply([Hello("workload", 1, 0, told), *(Hello("workload", 2 + rank, 0, {**told, "rank": rank}) for rank in (0, 1))])
    progress.apply([Steps(2, 0, (SECOND,)), Steps(3, 0, (SECOND,))])
    assert progress.samples_per_step == 64


def test_another_process_that_says_hello_changes_no_samples() -> None:
    progress = Progress()
    progress.apply([Hello("workload", 2, 0, {"samples_per_step": 8}), Steps(2, 0, (SECOND,)), Hello("workload", 9, 0, {})])
    progress.apply([Hello("workload", 10, 0, {"samples_per_step": 99}), Steps(10, 0, (SECOND,))])
    assert progress.samples_per_step == 8
    seen = Progress()
    seen.apply([Hello("workload", 2, 0, {"seen": 2, "samples_per_step": 8}), Hello("workload", 2, 0, {"seen": 2})])
    assert seen.samples_per_step is None  # its batches turned out to differ


def test_samples_that_a_program_reported_stay_whatever_is_seen_of_its_batches() -> None:
    """A program that reports each fourth step of its optimizer: the batches that the hooks see are not those of its steps."""
    progress, seen = Progress(), seen_stepper(2, None, 1)
    told, watched = Hello("workload", 2, 0, {"samples_per_step": 32}), Hello("workload", 2, 0, {"seen": seen, "samples_per_step": 8})
    progress.apply([watched, Steps(seen, 0, (SECOND,))])
    assert progress.samples_per_step == 8
    progress.apply([told, Steps(2, 0, (SECOND,)), watched, Steps(seen, 1, (2 * SECOND,))])
    assert progress.samples_per_step == 32
    progress.apply([Hello("workload", 2, 0, {"seen": seen})])
    assert progress.samples_per_step == 32


def test_steps_of_unequal_size_count_by_their_sum_once_that_is_known() -> None:
    progress = Progress()
    progress.apply([Hello("workload", 2, 0, {"samples_per_step": 5}), Steps(2, 0, (SECOND, 2 * SECOND, 3 * SECOND))])
    assert progress.samples_per_step == 5
    progress.apply([Log(4 * SECOND, SAMPLES_TALLY, values={"pid": 2.0, "samples": 21.0, "first": 5.0, "steps": 4.0})])
    assert progress.samples_per_step == 5  # of a step more than was seen
    progress.apply([Steps(2, 3, (4 * SECOND,))])
    assert progress.samples_per_step == 5.25


def test_samples_of_a_log_that_is_no_tally_change_nothing() -> None:
    progress = Progress()
    progress.apply([Hello("workload", 2, 0, {"samples_per_step": 5}), Steps(2, 0, (SECOND,)), Log(2 * SECOND, SAMPLES_TALLY)])
    assert (progress.samples_per_step, progress.steps) == (5, 1)


def test_readings_are_of_the_calls_that_were_declared_before_them() -> None:
    progress = Progress()
    anew = Hello("helper", 1, 0, {"calls": {"fast": [["gpu:0", "clock"]]}})
    first = Hello("helper", 1, 0, {"calls": {"fast": [["gpu:0", "power"]]}})
    progress.apply([first, Sample("fast", 0, 1, (100.0,)), anew, Sample("fast", 2, 3, (1e9,))])
    assert progress.latest == {("gpu:0", "power"): 100.0, ("gpu:0", "clock"): 1e9}


def test_of_successive_readings_the_last_one_is_of_now() -> None:
    progress = Progress()
    progress.apply([HELPER, Sample("cpu", 0, 1, (0.5, 60.0)), Samples("cpu", (2, 4), (3, 5), ((0.25, 65.0), (0.75, 70.0)))])
    assert progress.latest["cpu", "utilization"] == 0.75
    progress.apply([Samples("tree", (0, 0, 0), (SECOND, 2 * SECOND, 4 * SECOND), ((1.0, 5.0), (2.0, 5.0), (5.0, 5.0)))])
    assert progress.cpu_share == 1.5


def test_behind_the_block_of_a_phase_with_none_around_it_the_program_just_runs() -> None:
    progress = Progress()
    progress.apply([Phase("epoch 1", 5)])
    assert progress.phase == "epoch 1"
    progress.apply([Phase("", 6)])
    assert progress.phase == Progress.phase


def test_the_time_left_is_one_for_all_who_look_within_a_second_and_does_not_jump() -> None:
    progress = Progress()
    progress.apply([Hello("workload", 2, 0, {"steps": 4_000, "warmup_steps": 0, "samples_per_step": 8})])
    told: dict[int, set[float | None]] = {}
    first = 0
    for tenth in range(600):
        if tenth % 20 in (5, 6, 7):  # the loop stalls now and then
            continue
        stamps = tuple(tenth * SECOND // 10 + (step + 1) * SECOND // 20 for step in range(2))
        progress.apply([Steps(2, first, stamps)])
        first += 2
        told.setdefault(stamps[-1] // SECOND, set()).add(progress.left_s)
    assert all(len(told[second]) == 1 for second in range(2, 60))
    late = [left for second in range(35, 60) for left in told[second] if left is not None]
    assert len(late) == 25
    assert all(-5 < later - earlier < 3 for earlier, later in itertools.pairwise(late))


def test_a_run_of_a_duration_is_counted_in_seconds() -> None:
    progress = Progress()
    progress.apply([Hello("workload", 2, 0, {"steps": None, "duration_s": 20.0, "warmup_steps": 2}), Phase("warmup", 0, 0)])
    progress.apply([Steps(2, 0, (1 * SECOND, 2 * SECOND))])
    assert (progress.line(), progress.share, progress.left_s) == ("warming up 2/2", 0.0, None)
    progress.apply([Phase("measured", 2 * SECOND, 2), Steps(2, 2, (3 * SECOND, 7 * SECOND))])
    assert (progress.line(), progress.share, progress.left_s) == ("measuring 5/20 s · 15.0 s left", 0.25, 15.0)
    progress.apply([Steps(2, 4, (22 * SECOND,))])
    assert (progress.line(), progress.share) == ("measuring 20/20 s", 1.0)


def _paced(info: dict[str, object]) -> Progress:
    """Return the progress of a run whose time left is known."""
    progress = Progress()
    progress.apply([Hello("workload", 2, 0, {"warmup_steps": 0, **info}), Phase("measured", 0, 0)])
    for second in range(1, 6):
        progress.apply([Steps(2, second - 1, (second * SECOND,))])
    assert progress.left_s == 95.0
    return progress


@pytest.mark.parametrize("info", [{"steps": 100}, {"steps": None, "duration_s": 100.0}])
@pytest.mark.parametrize("phase", ["evaluate", "baseline", "done"])
def test_no_time_is_left_of_steps_that_are_not_made_any_more(phase: str, info: dict[str, object]) -> None:
    """A stopped run is evaluated too."""
    progress = _paced(info)
    progress.apply([Phase(phase, 6 * SECOND, 5)])
    assert progress.left_s is None
    assert "left" not in progress.line()


@pytest.mark.parametrize("info", [{"steps": 100}, {"steps": None, "duration_s": 100.0}])
def test_a_run_that_was_asked_to_stop_has_no_time_left(info: dict[str, object]) -> None:
    progress = _paced(info)
    progress.is_stopping = True
    assert progress.left_s is None
    progress.is_stopping = False  # the request was refused
    assert progress.left_s == 95.0
