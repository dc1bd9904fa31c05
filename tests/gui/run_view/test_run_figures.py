"""The figures of a live run, checked against the readings it was made from."""

import math

import numpy as np
import pytest

from gpuscope.core.event import End, Gap, Hello, Phase, Sample, Steps
from gpuscope.core.figures import MISSING
from gpuscope.core.runspec import ATTACHED, COMMAND, RunSpec
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.run_figures import placed_devices, run_figures
from gpuscope.gui.translator import WindowLanguage
from gpuscope.gui.widgets.figure_tile import Figure
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import SECOND, START_NS

GPU_SPEC = RunSpec("cifar-cnn", device="cuda:0", batch_size=100, steps=20_000)


def figures(data: ShownRun) -> dict[str, Figure]:
    return {figure.key: figure for figure in run_figures(data)}


def even_steps(step_s: float, count: int, *, warmup: int = 10, samples: int = 100) -> list[Hello | Phase | Steps]:
    """Return steps of equal duration, starting at 4 s."""
    ends = tuple(START_NS + 4 * SECOND + round((index + 1) * step_s * SECOND) for index in range(count))
    told = {"steps": 20_000, "warmup_steps": warmup, "samples_per_step": samples, "ring": "x"}
    return [
        Hello("workload", 3, START_NS, told),
        Phase("warmup", START_NS + 4 * SECOND, 0),
        Phase("measured", ends[warmup - 1], warmup),
        Steps(3, 0, ends),
    ]


def test_a_run_on_a_gpu_has_the_figures_of_the_gpu() -> None:
    assert list(figures(made_runs.gpu_run(30.0))) == [
        "throughput",
        "step_time",
        "power",
        "energy",
        "energy_per_sample",
        "gpu:0/memory_used",
    ]


def test_a_run_on_a_cpu_has_those_of_cpu_and_processes() -> None:
    keys = list(figures(made_runs.cpu_run(30.0)))
    assert keys == ["throughput", "step_time", "logged/loss", "cpu/utilization", "workload/resident_memory", "cpu/memory_used"]


def test_throughput_is_samples_by_the_clock() -> None:
    found = figures(made_runs.run_data(even_steps(0.05, 400)))["throughput"]
    assert (found.value, found.unit, found.trust) == ("2000", "samples/s", "± < 0.1 % over 20 s")


@pytest.mark.usefixtures("qapp")
def test_the_uncertainty_of_the_throughput_is_one_phrase_in_chinese() -> None:
    window = WindowLanguage("zh_CN")
    try:
        assert figures(made_runs.run_data(even_steps(0.05, 400)))["throughput"].trust == "20 秒内 ± < 0.1 %"
    finally:
        window.close()


def test_throughput_is_that_of_the_last_thirty_seconds() -> None:
    ends = [0.05 * index for index in range(1, 400)]
    ends += [ends[-1] + 0.1 * index for index in range(1, 400)]
    events = even_steps(0.05, 11)
    events[-1] = Steps(3, 0, tuple(START_NS + 4 * SECOND + round(end * SECOND) for end in ends))
    found = figures(made_runs.run_data(events))["throughput"]
    assert (found.value, found.trust) == ("1000", "± < 0.1 % over 30 s")


def test_the_uncertainty_of_throughput_covers_the_truth_about_as_often_as_it_says() -> None:
    generator = np.random.default_rng(1)
    hits, runs, mean = 0, 200, 0.05
    for _ in range(runs):
        ends = 4 + np.cumsum(generator.gamma(4, mean / 4, 500))
        events = even_steps(0.05, 11)
        events[-1] = Steps(3, 0, tuple(START_NS + int(end * SECOND) for end in ends))
        found = figures(made_runs.run_data(events))["throughput"]
        spread = float(found.trust.split("%")[0].strip("±< ")) / 100
        value = float(found.value.replace("\u202f", ""))
        hits += abs(value - 100 / mean) <= spread * value
    assert 0.88 < hits / runs < 0.995


def test_step_time_is_the_median_with_the_ninety_ninth_percentile() -> None:
    ends, end = [], 4.0
    for index in range(400):
        end += 0.2 if index % 40 == 39 else 0.05
        ends.append(START_NS + round(end * SECOND))
    events = even_steps(0.05, 11)
    events[-1] = Steps(3, 0, tuple(ends))
    found = figures(made_runs.run_data(events))["step_time"]
    assert (found.value, found.unit, found.trust) == ("50.0", "ms", "median · p99 200 ms")


def test_of_a_loop_whose_ends_are_not_all_kept_only_the_mean_is_told() -> None:
    found = figures(made_runs.run_data(even_steps(0.002, 5000)))["step_time"]
    assert (found.value, found.unit) == ("2.00", "ms")
    assert found.trust.startswith("mean over")


def test_energy_is_what_the_counter_has_grown_since_measuring_began() -> None:
    events = [
        made_runs.hello([made_runs.cpu_device(), made_runs.gpu_device()]),
        *even_steps(0.05, 110),
        *made_runs.samples(
            "gpu:0.fields", [lambda t: 400.0, lambda t: 400.0, lambda t: 700.0, lambda t: 400.0 * t, lambda t: 0.0], 9.6, 0.1
        ),
    ]
    found = figures(made_runs.run_data(events, GPU_SPEC))
    begin, last = 4.5, 9.5
    assert float(found["energy"].value) == pytest.approx(400 * (last - begin) / 1000, abs=0.05)
    assert (found["energy"].unit, found["energy"].trust) == ("kJ", "counter · ± 200 J")
    assert float(found["energy_per_sample"].value) == pytest.approx(400 * (last - begin) / (100 * 100) * 1000, rel=0.03)


@pytest.mark.parametrize("evaluated_s", [30.0, 90.0])
def test_energy_does_not_grow_while_the_run_is_evaluated(evaluated_s: float) -> None:
    events = even_steps(0.05, 110)
    end = 9.5
    events.insert(-1, Phase("evaluate", START_NS + round(end * SECOND), 110))
    waves: list[made_runs.Wave] = [*[lambda t: 400.0] * 3, lambda t: 400.0 * t, lambda t: 0.0]
    fields = made_runs.samples("gpu:0.fields", waves, end + evaluated_s, 0.1)
    data = made_runs.run_data([made_runs.hello([made_runs.cpu_device(), made_runs.gpu_device()]), *events, *fields], GPU_SPEC)
    found = figures(data)
    assert (found["energy"].value, found["energy"].unit) == ("2.00", "kJ")
    assert (found["energy_per_sample"].value, found["energy_per_sample"].unit) == ("200", "mJ")


def test_energy_of_a_run_that_is_stopped_ends_with_its_last_step_as_the_kept_one_does() -> None:
    waves: list[made_runs.Wave] = [*[lambda t: 400.0] * 3, lambda t: 400.0 * t, lambda t: 0.0]
    fields = made_runs.samples("gpu:0.fields", waves, 15.0, 0.1)
    steps = even_steps(0.05, 110)  # the last ends at 9.5 s
    data = made_runs.run_data([made_runs.hello([made_runs.cpu_device(), made_runs.gpu_device()]), *steps, *fields], GPU_SPEC)
    assert (figures(data)["energy"].value, figures(data)["energy"].unit) == ("2.00", "kJ")


def test_energy_without_a_reading_since_measuring_began_is_missing() -> None:
    waves: list[made_runs.Wave] = [*[lambda t: 400.0] * 3, lambda t: 400.0 * t, lambda t: 0.0]
    fields = made_runs.samples("gpu:0.fields", waves, 3.0, 0.1)
    events = [made_runs.hello([made_runs.cpu_device(), made_runs.gpu_device()]), *even_steps(0.05, 110), *fields]
    assert figures(made_runs.run_data(events, GPU_SPEC))["energy"].value == MISSING


def test_energy_over_holes_in_the_counter_goes_by_the_readings_beside_them() -> None:
    holes = (4.05, 4.95), (9.25, 20.0)

    def joules(t: float) -> float | None:
        return None if any(begin < t < end for begin, end in holes) else 400.0 * t

    fields = made_runs.samples("gpu:0.fields", [*[lambda t: 400.0] * 3, joules, lambda t: 0.0], 15.0, 0.1)
    devices = made_runs.hello([made_runs.cpu_device(), made_runs.gpu_device()])
    data = made_runs.run_data([devices, *even_steps(0.05, 110), *fields], GPU_SPEC)
    assert float(figures(data)["energy"].value) == pytest.approx(400 * (9.2 - 4.5) / 1000, abs=0.005)


def test_energy_by_a_vendors_model_says_so() -> None:
    data = made_runs.gpu_run(20.0)
    data.quality = {("gpu:0", "energy"): "vendor-modelled"}
    assert figures(data)["energy"].trust == "modelled by its vendor · ± 750 J"


def test_figures_of_a_simulated_gpu_say_so() -> None:
    found = figures(made_runs.gpu_run(20.0, simulated="SIMULATED"))
    assert (found["energy"].trust, found["power"].trust) == ("simulated · counter · ± 750 J", "simulated · of 700 W")
    assert "simulated" not in found["throughput"].trust
    recorded = figures(made_runs.gpu_run(20.0, simulated="recorded on 2026-11-20 on a machine"))
    assert recorded["power"].trust == "recorded · of 700 W"


def test_energy_without_a_counter_says_why() -> None:
    device = made_runs.gpu_device()
    events = [made_runs.hello([made_runs.cpu_device(), device]), *even_steps(0.05, 110)]
    data = made_runs.run_data(events, GPU_SPEC)
    found = figures(data)["energy"]
    assert (found.value, found.trust) == (MISSING, "no reading yet")
    data.apply([End(made_runs.START_NS, "finished", 0)], made_runs.START_NS)
    assert figures(data)["energy"].trust == "no reading"


def test_power_is_held_against_its_limit() -> None:
    found = figures(made_runs.gpu_run(30.0))["power"]
    assert 500 < float(found.value) < 530
    assert (found.unit, found.trust) == ("W", "of 700 W")


def test_a_gap_that_lasts_takes_the_figure_away_and_says_why() -> None:
    data = made_runs.gpu_run(30.0)
    data.apply([Gap("gpu:0", ("power",), START_NS + 29 * SECOND, None, "the GPU fell off the bus")], START_NS)
    found = figures(data)["power"]
    assert (found.value, found.trust) == (MISSING, "the GPU fell off the bus")


def test_before_the_first_measured_step_there_are_no_figures_of_steps() -> None:
    data = made_runs.run_data([Hello("workload", 3, START_NS, {"steps": 10, "warmup_steps": 2, "ring": "x"}), Phase("load", START_NS)])
    assert {figures(data)[key].value for key in ("throughput", "step_time")} == {MISSING}
    assert figures(data)["throughput"].trust == "loading"


def test_a_command_without_steps_has_no_figures_of_steps() -> None:
    spec = RunSpec(COMMAND, command=("python", "train.py"))
    data = made_runs.run_data([made_runs.hello([made_runs.cpu_device()]), *made_runs.host_events(5.0, 0.5)], spec)
    assert list(figures(data)) == ["command_cpu", "workload/resident_memory", "cpu/memory_used"]


def test_the_cpu_of_a_command_is_the_commands_and_the_machine_stands_beside_it() -> None:
    spec = RunSpec(COMMAND, command=("python", "train.py"))
    data = made_runs.run_data([made_runs.hello([made_runs.cpu_device()]), *made_runs.host_events(5.0, 0.5)], spec)
    found, of_run = figures(data)["command_cpu"], data.progress.cpu_share
    assert of_run is not None
    assert found.label == "CPU of the command"
    assert float(found.value) == pytest.approx(100 * of_run / 16, rel=0.01)
    assert found.trust == "7.2 of 16 cores · machine 50.6 %"


def test_a_command_is_placed_on_all_gpus() -> None:
    spec = RunSpec(COMMAND, command=("python", "train.py"))
    data = made_runs.gpu_run(5.0, gpus=2, spec=spec)
    assert placed_devices(data) == ("gpu:0", "gpu:1")
    assert figures(data)["power"].trust == "of 1400 W · 2 GPUs"


def test_how_many_cores_the_run_takes_stands_below_the_cpu() -> None:
    found = figures(made_runs.cpu_run(30.0))["cpu/utilization"]
    assert found.trust == "this run 8.9 of 16"
    assert found.unit == "%"


def test_a_loss_that_is_no_number_is_shown_as_what_it_is() -> None:
    data = made_runs.run_data(even_steps(0.05, 110))
    made_runs.told_values(data, {"loss": math.nan}, 6.0, 40)
    found = figures(data)["logged/loss"]
    assert (found.value, found.trust) == ("NaN", "at step 30")
    made_runs.told_values(data, {"loss": 2.0}, 6.5, 7)
    assert figures(data)["logged/loss"].trust == "at warm-up step 7"


def test_a_sample_of_nothing_is_no_figure_of_zero() -> None:
    data = made_runs.run_data([made_runs.hello([made_runs.cpu_device()]), Sample("host.machine", START_NS, START_NS, (None,) * 7)])
    assert figures(data)["cpu/utilization"].value == MISSING


def test_a_recording_of_the_machine_has_no_figure_of_processes() -> None:
    data = made_runs.machine(seconds=5.0)
    data.settle(made_runs.record(RunSpec(ATTACHED)))
    assert list(figures(data)) == ["cpu/utilization", "cpu/memory_used"]
    data.settle(made_runs.record(RunSpec(ATTACHED, command=("train",))))
    assert "workload/resident_memory" in figures(data)


def test_memory_and_its_peak_are_shown_in_the_unit_of_their_strip() -> None:
    waves: list[made_runs.Wave] = [lambda t: 1e9, lambda t: 1e9, lambda t: 40.0, lambda t: 2**30 * (0.6 if t < 3 else 0.4)]
    devices = made_runs.hello([made_runs.cpu_device(), made_runs.gpu_device()])
    found = figures(made_runs.run_data([devices, *made_runs.samples("gpu:0.state", waves, 6.0, 0.2)], GPU_SPEC))["gpu:0/memory_used"]
    assert (found.value, found.unit, found.trust) == ("410", "MiB", "of 80.0 GiB · peak 614 MiB")


@pytest.mark.usefixtures("qapp")
def test_a_limit_is_not_called_a_whole_in_chinese() -> None:
    window = WindowLanguage("zh_CN")
    try:
        found = figures(made_runs.gpu_run(30.0))
    finally:
        window.close()
    assert (found["power"].trust, found["gpu:0/memory_used"].trust.partition(" · ")[0]) == ("上限 700 W", "共 80.0 GiB")
