"""A simulated machine with a known power and a known step, and its run's summary."""

from dataclasses import replace

import numpy as np
import pytest

from gpuscope.analysis.placement import Placement
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.series import DeviceSeries
from gpuscope.analysis.summary import latencies, no_latencies, rate, summarize
from gpuscope.core.device import NO_GPU_FOUND, Capability
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunGap
from gpuscope.sensors.declaration import no_gpu
from tests.analysis.records import CPU, GPU, measured

MS = 1_000_000
S = 1000 * MS
STEP = 10 * MS
WARMUP, STEPS, BATCH = 20, 1000, 64
START = 2 * S
END = START + STEPS * STEP
NO_COUNTER = replace(CPU, capabilities={"energy": Capability(False, "powercap", None, "only root may read it", "chmod")})


def series(device: str, key: str, values_of: str, until: int = END + S) -> DeviceSeries:
    stamps = np.arange(0, until, 100 * MS)
    values = {"300 W": 300.0 * stamps / 1e9, "half": np.full(stamps.size, 0.5)}[values_of]
    return DeviceSeries(device, key, stamps, stamps, values, Quality.MEASURED, f"{device} sensor")


def data(**more: object) -> SummaryInput:
    warmup = START - np.arange(WARMUP - 1, -1, -1) * STEP
    measured_steps = START + np.arange(1, STEPS + 1) * STEP
    whole = SummaryInput(
        devices=(NO_COUNTER, GPU),
        placement=Placement(("gpu:0",)),
        window=(START, END),
        series=(series("gpu:0", "energy", "300 W"), series("gpu:0", "utilization", "half"), series("cpu", "utilization", "half")),
        steps_ns=np.concatenate([warmup, measured_steps]),
        warmup_steps=WARMUP,
        planned_steps=STEPS,
        counted_steps=STEPS,
        samples_per_step=BATCH,
        asked_ns=-S,
    )
    return replace(whole, **more)  # type: ignore[arg-type]


def test_a_whole_run_has_its_numbers_over_exactly_its_window() -> None:
    found = summarize(data())
    assert (found.steps, found.warmup_steps, found.samples) == (STEPS, WARMUP, STEPS * BATCH)
    assert (found.window_start_s, found.duration_s) == (2.0, 10.0)
    values = {key: quantity.value for key, quantity in found.metrics.items()}
    assert values["throughput"] == pytest.approx(6400.0)
    assert values["step_rate"] == pytest.approx(100.0)
    assert values["latency_p99"] == pytest.approx(0.010)
    assert values["energy"] == pytest.approx(3000.0)
    assert values["energy_per_sample"] == pytest.approx(3000.0 / 64000)
    assert values["energy_per_step"] == pytest.approx(3.0)
    assert values["time_to_first_step"] == pytest.approx(1.0 + 2.0 - 0.19)


def test_every_device_is_told_and_each_with_its_own_numbers() -> None:
    cpu, gpu = summarize(data()).devices
    assert cpu.metrics["utilization_mean"].value == gpu.metrics["utilization_mean"].value == 0.5
    assert gpu.metrics["energy"].value == pytest.approx(3000.0)
    assert cpu.metrics["energy"].reason == "only root may read it"


def test_energy_of_a_run_on_the_cpu_is_not_that_of_the_gpu() -> None:
    found = summarize(data(placement=Placement(("cpu",)))).metrics
    assert found["energy"].value is None
    assert found["energy"].reason == "cpu: only root may read it"
    assert found["energy_per_step"].value is None


def test_energy_of_no_known_device_is_missing_with_the_reason_of_the_placement() -> None:
    assert summarize(data(placement=Placement((), "which GPU was not told"))).metrics["energy"].reason == "which GPU was not told"
    assert summarize(data(placement=Placement(("gpu:7",)))).metrics["energy"].reason == "gpu:7: the device was not recorded"


def test_a_run_that_ended_early_closes_its_window_at_the_last_step() -> None:
    whole = data()
    early = replace(whole, steps_ns=whole.steps_ns[: WARMUP + 400], counted_steps=None, window=(START, END + 3 * S))
    for one in (early, replace(early, window=(START, None))):
        found = summarize(one)
        assert (found.steps, found.samples, found.duration_s) == (400, 400 * BATCH, 4.0)
        assert found.metrics["throughput"].value == pytest.approx(6400.0)
        assert found.metrics["energy"].value == pytest.approx(1200.0)


def test_a_run_that_ended_in_its_warm_up_has_no_window_and_no_numbers() -> None:
    whole = data()
    found = summarize(replace(whole, steps_ns=whole.steps_ns[:7], counted_steps=None, window=None))
    assert (found.steps, found.warmup_steps, found.samples, found.duration_s) == (0, 7, 0, None)
    assert {found.metrics[key].value for key in ("throughput", "latency_p50", "energy_per_step")} == {None}
    assert "before the first measured step" in str(found.devices[1].metrics["energy"].reason)


def test_a_run_that_ended_before_its_first_measured_step_has_no_window() -> None:
    whole = data()
    found = summarize(replace(whole, steps_ns=whole.steps_ns[:WARMUP], counted_steps=None, window=(START, None)))
    assert (found.steps, found.duration_s) == (0, None)


def test_how_the_ends_of_steps_were_stamped_stands_beside_the_latencies() -> None:
    assert "the host's clock stamped the steps, and the GPU may finish one later" in str(summarize(data()).metrics["latency_p50"].reason)
    assert "one step in 8 was timed" in str(summarize(data(timed_every=8)).metrics["latency_p99"].reason)


def test_steps_of_a_machine_without_a_gpu_end_when_the_host_says_so() -> None:
    found = no_gpu(f"{NO_GPU_FOUND}, and no driver", None)
    unread = no_gpu("there is an NVIDIA GPU, but no driver", None)
    for device, note in ((found, None), (unread, "the host's clock stamped the steps, and the GPU may finish one later")):
        median = summarize(data(devices=(NO_COUNTER, device), placement=Placement(("gpu",)))).metrics["latency_p50"]
        assert median.value == pytest.approx(0.010)
        assert median.reason == note


def test_steps_that_were_lost_cost_the_latencies_and_nothing_else() -> None:
    whole = data()
    found = summarize(replace(whole, steps_ns=np.delete(whole.steps_ns, slice(100, 150)), lost_steps=50))
    assert found.steps == STEPS
    assert found.metrics["throughput"].value == pytest.approx(6400.0)
    assert found.metrics["latency_p50"].reason == "the ends of 50 steps were lost"
    assert found.metrics["time_to_first_step"].value is None


def test_without_a_ring_the_workloads_own_count_stands() -> None:
    found = summarize(data(steps_ns=np.zeros(0, np.int64), no_steps_reason="no space for the ring"))
    assert found.steps == STEPS
    assert found.metrics["throughput"].value == pytest.approx(6400.0)
    assert found.metrics["latency_p50"].reason == "no space for the ring"


def test_without_a_ring_and_without_a_count_nothing_is_known_of_steps() -> None:
    none = np.zeros(0, np.int64)
    found = summarize(data(steps_ns=none, no_steps_reason="no space for the ring", counted_steps=None, window=(START, None)))
    assert (found.steps, found.samples, found.duration_s) == (None, None, None)
    assert found.metrics["throughput"].reason == "no space for the ring"


def command(**more: object) -> SummaryInput:
    known: dict[str, object] = {"planned_steps": None, "counted_steps": None, "samples_per_step": None, "warmup_steps": 0}
    return data(**{**known, "steps_ns": np.zeros(0, np.int64), **more})


def test_a_command_without_steps_has_a_window_and_energy() -> None:
    found = summarize(command())
    assert (found.steps, found.warmup_steps, found.samples, found.duration_s) == (None, None, None, 10.0)
    assert found.metrics["energy"].value == pytest.approx(3000.0)
    assert found.metrics["throughput"].reason == found.metrics["step_rate"].reason == "no steps were reported"
    assert found.metrics["energy_per_step"].reason == "no step was counted"
    assert "time_to_first_step" not in found.metrics


@pytest.mark.parametrize(
    ("steps_ns", "window", "reason"),
    [
        (np.zeros(0, np.int64), (START, END), "no steps were reported"),
        (START + np.arange(1), (START, END), "only one step was reported, so none can be timed"),
        (np.full(3, START), (START, END), "all steps ended at one instant, so none can be timed"),
        (START + STEP * np.arange(100), (START, END), "how many samples a step has was not reported"),
        (np.zeros(0, np.int64), None, "no steps were reported"),
    ],
)
def test_processor_time_per_sample_is_missing_for_the_same_reason_as_throughput(
    steps_ns: np.ndarray, window: tuple[int, int] | None, reason: str
) -> None:
    on_cpu = command(steps_ns=steps_ns, window=window, placement=Placement(("cpu",)), series=(cpu_time(END + S),))
    found = summarize(on_cpu).metrics
    assert found["throughput"].reason == found["cpu_time_per_sample"].reason == reason


def test_the_steps_of_a_command_are_timed_from_the_end_of_the_first() -> None:
    begin = START + 3 * S
    steps_ns = begin + np.cumsum(np.array([0, *[STEP] * 300, *[3 * STEP] * 100]))
    found = summarize(command(steps_ns=steps_ns))
    assert (found.steps, found.warmup_steps, found.samples, found.duration_s) == (401, 0, None, 10.0)
    assert found.metrics["step_rate"].value == pytest.approx(400 / 6.0)
    assert found.metrics["latency_p50"].value == pytest.approx(0.010)
    assert found.metrics["latency_p99"].value == pytest.approx(0.030)
    assert found.metrics["energy"].value == pytest.approx(3000.0)
    assert found.metrics["energy_per_step"].value == pytest.approx(300 * 6.0 / 400)
    assert "without that before" in found.metrics["energy_per_step"].source, "the energy beside it is that of the whole command"
    assert "without that before" not in found.metrics["energy"].source
    assert "without that before" not in summarize(data()).metrics["energy_per_step"].source
    assert found.metrics["energy_per_step"].reason is None or "first" not in found.metrics["energy_per_step"].reason
    assert found.metrics["throughput"].reason == "how many samples a step has was not reported"


def test_a_command_that_tells_the_samples_of_a_step_has_a_throughput() -> None:
    found = summarize(command(steps_ns=START + np.arange(401) * STEP, samples_per_step=BATCH))
    assert found.samples == 401 * BATCH
    assert found.metrics["throughput"].value == pytest.approx(6400.0)
    assert found.metrics["energy_per_sample"].value == pytest.approx(3.0 / BATCH)


def test_samples_of_steps_of_unequal_size_are_counted_by_their_mean() -> None:
    found = summarize(command(steps_ns=START + np.arange(401) * STEP, samples_per_step=52.5))
    assert found.samples == 21_052
    assert found.metrics["throughput"].value == pytest.approx(5250.0)


def test_one_step_of_a_command_is_counted_but_not_timed() -> None:
    found = summarize(command(steps_ns=np.array([START + S])))
    assert found.steps == 1
    assert found.metrics["step_rate"].reason == "only one step was reported, so none can be timed"


def test_steps_of_a_command_that_were_lost_cost_the_latencies_and_nothing_else() -> None:
    found = summarize(command(steps_ns=np.delete(START + np.arange(401) * STEP, slice(100, 150)), lost_steps=50))
    assert found.steps == 401
    assert found.metrics["step_rate"].value == pytest.approx(100.0)
    assert found.metrics["latency_p50"].reason == "the ends of 50 steps were lost"


def test_what_was_used_up_before_the_first_readings_is_said_to_be_left_out() -> None:
    found = summarize(command())
    words = "without the first 2 s, before the first readings"
    assert found.metrics["energy"].reason == found.devices[1].metrics["energy"].reason == words
    assert words not in str(found.devices[1].metrics["utilization_mean"].reason)
    assert words not in str(summarize(data()).metrics["energy"].reason)


def test_an_interrupted_command_closes_at_its_last_reading() -> None:
    found = summarize(data(planned_steps=None, window=(START, None), steps_ns=np.zeros(0, np.int64), counted_steps=None))
    assert found.duration_s == pytest.approx((END + S - 100 * MS - START) / 1e9)


def test_what_the_workload_tells_of_itself_passes_through_but_not_what_the_window_says() -> None:
    told = {
        "loss": measured(float("nan"), "1"),
        "throughput": measured(1e9, "samples/s"),
        "latency_p50": measured(0.001, "s", "device events"),
    }
    found = summarize(data(result=told)).metrics
    assert str(found["loss"].value) == "nan"
    assert found["throughput"].value == pytest.approx(6400.0)
    assert found["latency_p50"].source == "device events"


def test_operations_by_formula_give_a_rate() -> None:
    assert summarize(data(flops_per_step=1e9)).metrics["flops"].value == pytest.approx(1e11)
    assert "flops" not in summarize(data()).metrics


def test_a_gap_is_named_beside_the_value_that_stands_in_spite_of_it() -> None:
    gaps = (RunGap(3.0, 3.5, "gpu:0", ("energy",), "the helper was restarted"), RunGap(0.1, 0.2, "gpu:0", (), "early"))
    found = summarize(data(gaps=gaps))
    energy = found.devices[1].metrics["energy"]
    assert energy.value == pytest.approx(3000.0)
    assert energy.reason == "0.5 s of the window without readings (the helper was restarted)"
    assert found.devices[1].metrics["utilization_mean"].reason is None
    assert found.devices[1].gaps == gaps
    assert found.devices[0].gaps == ()


def test_a_gap_of_every_device_is_told_with_each() -> None:
    found = summarize(data(gaps=(RunGap(3.0, None, "", (), "the helper is gone"),)))
    assert [len(result.gaps) for result in found.devices] == [1, 1]
    assert "9 s of the window" in str(found.devices[0].metrics["utilization_mean"].reason)


def test_readings_that_do_not_reach_the_windows_end_give_no_energy() -> None:
    found = summarize(data(series=(series("gpu:0", "energy", "300 W", until=END - 500 * MS),)))
    assert found.metrics["energy"].value is None
    assert "before the window's end" in str(found.metrics["energy"].reason)


def test_a_simulated_device_is_named_in_every_source_up_to_the_runs_energy() -> None:
    found = summarize(data(devices=(NO_COUNTER, replace(GPU, simulated="stand-in NVML"))))
    assert found.devices[1].metrics["energy"].source == "gpu:0 sensor [stand-in NVML]"
    assert "[stand-in NVML]" in found.metrics["energy"].source
    assert "[stand-in NVML]" in found.metrics["energy_per_step"].source


def test_nothing_recorded_is_missing_and_never_zero() -> None:
    found = summarize(SummaryInput((CPU, GPU), Placement(("cpu",)), None))
    assert found.duration_s is None
    assert all(quantity.value is None and quantity.reason for quantity in found.metrics.values())


def test_a_metric_that_was_promised_and_never_read_is_missing() -> None:
    promised = replace(CPU, capabilities={"temperature": Capability(True, "hwmon")})
    found = summarize(data(devices=(promised,), series=())).devices[0].metrics["temperature_peak"]
    assert found == Quantity.missing("°C", "there is no reading", "hwmon")


def test_a_measured_cpu_gives_a_run_on_it_its_energy_and_adds_none_to_a_run_on_the_gpu() -> None:
    able = replace(CPU, capabilities={"energy": Capability(True, "powercap")}, properties={"energy_wrap_s": 262.0})
    both = (
        series("gpu:0", "energy", "300 W"),
        replace(series("cpu", "energy", "300 W"), values=0.5 * series("cpu", "energy", "300 W").values),
    )
    on_cpu = summarize(data(devices=(able, GPU), series=both, placement=Placement(("cpu",))))
    assert on_cpu.metrics["energy"].value == pytest.approx(1500.0)
    assert on_cpu.metrics["energy"].source == "cpu: cpu sensor"
    assert on_cpu.metrics["energy_per_step"].value == pytest.approx(1.5)
    on_gpu = summarize(data(devices=(able, GPU), series=both))
    assert on_gpu.metrics["energy"].value == pytest.approx(3000.0)
    assert on_gpu.devices[0].metrics["energy"].value == pytest.approx(1500.0)


def test_a_cpu_counter_unread_for_longer_than_it_takes_to_go_round_gives_no_energy() -> None:
    able = replace(CPU, capabilities={"energy": Capability(True, "powercap")}, properties={"energy_wrap_s": 3.0})
    whole = series("cpu", "energy", "300 W")
    kept = (whole.stamps_ns <= 4 * S) | (whole.stamps_ns >= 8 * S)
    gappy = replace(whole, before_ns=whole.before_ns[kept], after_ns=whole.after_ns[kept], values=whole.values[kept])
    found = summarize(data(devices=(able, GPU), series=(gappy,), placement=Placement(("cpu",)))).metrics["energy"]
    assert found.reason == "cpu: the counter was not read for 4 s, during which it may have wrapped unnoticed"


def test_a_run_whose_samples_are_tokens_has_tokens_per_joule() -> None:
    told = {"tokens_per_s": Quantity(6400.0, "tokens/s", Quality.DERIVED, "tokens divided by wall-clock time")}
    assert summarize(data(result=told)).metrics["tokens_per_joule"].value == pytest.approx(64000 / 3000.0)
    assert "tokens_per_joule" not in summarize(data()).metrics


def cpu_time(last_ns: int, every_ns: int = S) -> DeviceSeries:
    """Two cores' worth of processor time, read every so often up to a moment."""
    stamps = np.arange(0, last_ns + 1, every_ns)
    return DeviceSeries("workload", "cpu_time", stamps, stamps, np.asarray(2.0 * stamps / 1e9, np.float64), Quality.MEASURED, "/proc")


@pytest.mark.parametrize("last_ns", [END + S, END - S], ids=["whole", "the-last-second-unread"])
def test_processor_time_a_sample_of_a_run_on_the_processor(last_ns: int) -> None:
    found = summarize(data(placement=Placement(("cpu",)), series=(cpu_time(last_ns),))).metrics["cpu_time_per_sample"]
    assert found.value == pytest.approx(2.0 * 10.0 / 64000)
    assert (found.unit, found.quality) == ("s", Quality.DERIVED)


def test_processor_time_a_sample_is_scaled_by_the_exact_part_of_the_window_that_was_read() -> None:
    short = (START, START + 718_744_799)
    found = summarize(data(placement=Placement(("cpu",)), window=short, series=(cpu_time(START + 694_000_000, 347 * 10**6),)))
    assert "over the first" in (found.metrics["cpu_time_per_sample"].reason or "")
    assert found.metrics["cpu_time_per_sample"].value == pytest.approx(2.0 * 0.718744799 / 64000, rel=1e-6)


def test_processor_time_a_sample_is_missing_with_its_reason_or_not_asked_for() -> None:
    assert "cpu_time_per_sample" not in summarize(data(series=(cpu_time(END + S),))).metrics
    unread = summarize(data(placement=Placement(("cpu",)), series=())).metrics["cpu_time_per_sample"]
    assert unread.reason == "the processor time of its processes was not recorded"
    late = summarize(data(placement=Placement(("cpu",)), series=(cpu_time(START + S),))).metrics["cpu_time_per_sample"]
    assert late.is_missing


def test_a_told_share_above_its_ceiling_is_not_stored() -> None:
    found = summarize(data(result={"mfu": measured(2.56, "1"), "roofline_share": measured(0.5, "1")})).metrics
    assert found["mfu"].is_missing
    assert found["roofline_share"].value == 0.5


MILLISECOND = 1_000_000


def test_percentiles_are_durations_of_steps_that_were_taken() -> None:
    durations = np.concatenate([np.full(95, 10), np.full(4, 20), [500]]) * MILLISECOND
    found = latencies(1000 + np.cumsum(durations), (1000, 10**12))
    assert [found[f"latency_p{one}"].value for one in (50, 95, 99)] == pytest.approx([0.010, 0.010, 0.020])
    assert found["latency_p50"].quality is Quality.MEASURED


def test_the_first_measured_step_counts_from_the_windows_start() -> None:
    assert latencies(np.array([1030 * MILLISECOND]), (1000 * MILLISECOND, 1030 * MILLISECOND))["latency_p50"].value == pytest.approx(0.030)


def test_a_rate_that_includes_tests_of_the_model_says_so() -> None:
    found = summarize(data(tested_every=20, flops_per_step=1e6)).metrics
    assert all(found[key].source.endswith("wall-clock time, tests of the model included") for key in ("throughput", "step_rate", "flops"))
    assert "tests" not in summarize(data()).metrics["throughput"].source


def test_a_test_of_the_model_between_two_steps_is_in_neither() -> None:
    durations = np.full(200, 10)
    durations[20::20] += 500  # after every twentieth step, the model was tested
    ends, window = np.cumsum(durations) * MILLISECOND, (0, int(durations.sum()) * MILLISECOND)
    found = latencies(ends, window, tested_every=20)
    assert [found[f"latency_p{share}"].value for share in (50, 95, 99)] == pytest.approx([0.010] * 3)
    assert found["latency_p99"].source == "ends of 191 steps by the host's clock, without the 9 steps after a test of the model"
    assert latencies(ends, window)["latency_p99"].value == pytest.approx(0.510)


@pytest.mark.parametrize(("steps", "there"), [(1, 1), (19, 1), (20, 2), (99, 2), (100, 3)])
def test_a_high_percentile_needs_enough_steps(steps: int, there: int) -> None:
    found = latencies(np.arange(1, steps + 1) * MILLISECOND, (0, steps * MILLISECOND))
    assert sum(quantity.value is not None for quantity in found.values()) == there
    assert all(quantity.reason for quantity in found.values() if quantity.value is None)


def test_on_a_gpu_the_host_clock_is_named_once() -> None:
    median = latencies(np.array([1, 2]) * MILLISECOND, (0, 2 * MILLISECOND), on_gpu=True)["latency_p50"]
    assert f"{median.source}; {median.reason}" == "ends of 2 steps; the host's clock stamped the steps, and the GPU may finish one later"
    median = latencies(np.arange(1, 12_346) * MILLISECOND, (0, 12_345 * MILLISECOND))["latency_p50"]
    assert median.source == "ends of 12\u202f345 steps by the host's clock"


def test_steps_that_events_on_the_device_timed_say_so_and_one_in_how_many() -> None:
    each, fourth = (
        latencies(np.array([1, 2]) * MILLISECOND, (0, 2 * MILLISECOND), on_gpu=True, timed_every=every)["latency_p50"] for every in (1, 4)
    )
    assert (each.source, each.reason) == ("ends of 2 steps by events on the device", None)
    assert fourth.reason == "one step in 4 was timed; those between count as equally long"


def test_a_rate_is_derived_or_missing_with_its_reason() -> None:
    found = rate(32000, 12.5, "samples/s", "samples", None)
    assert (found.value, found.quality) == (2560.0, Quality.DERIVED)
    assert rate(None, 12.5, "samples/s", "samples", None).reason == "no samples were counted"
    assert rate(5, None, "samples/s", "samples", "never began").reason == "never began"
    assert {one.reason for one in no_latencies("off").values()} == {"off"}
