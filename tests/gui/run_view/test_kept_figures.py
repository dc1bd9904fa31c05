"""The figures of a finished run are those of its record."""

from dataclasses import replace

from gpuscope.core import figures
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.figures import MISSING
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunRecord, RunState
from gpuscope.core.runspec import ATTACHED, COMMAND, RunSpec
from gpuscope.gui.run_view.kept_figures import kept_figures
from gpuscope.gui.widgets.figure_tile import Figure
from tests.gui.run_view import made_runs


def measured(value: float, unit: str, uncertainty: float | None = None) -> Quantity:
    return Quantity(value, unit, Quality.MEASURED, "a sensor", uncertainty)


METRICS = {
    "throughput": measured(42_800.0, "samples/s"),
    "latency_p50": measured(0.00597, "s"),
    "latency_p99": measured(0.00641, "s"),
    "energy": measured(31_400.0, "J", 3_140.0),
    "energy_per_sample": measured(0.0119, "J", 0.00119),
    "loss": measured(0.702, "1"),
    "accuracy": measured(0.748, "1"),
}
GPU = {"power_mean": measured(512.0, "W"), "power_peak": measured(540.0, "W"), "memory_used_peak": measured(9.7 * 2**30, "B")}
CPU = {"utilization_mean": measured(0.24, "1")}
TREE = {"resident_memory_peak": measured(1.3 * 2**30, "B")}


def finished(spec: RunSpec | None = None, metrics: dict[str, Quantity] | None = None) -> RunRecord:
    devices = (
        DeviceResult(made_runs.cpu_device(), CPU),
        DeviceResult(made_runs.gpu_device(), GPU),
        DeviceResult(Device("workload", DeviceKind.PROCESSES, "Processes"), TREE),
    )
    return made_runs.record(
        spec, state=RunState.FINISHED, metrics=METRICS if metrics is None else metrics, devices=devices, duration_s=62.0, steps=5000
    )


ON_GPU = RunSpec("mnist-mlp", device="cuda:0")


def of(record: RunRecord, energy_unit: str = "J") -> dict[str, Figure]:
    return {figure.key: figure for figure in kept_figures(record, energy_unit)}


def test_the_figures_are_those_that_show_prints() -> None:
    found = of(finished(ON_GPU))
    for key in ("energy", "energy_per_sample", "latency_p50"):
        assert f"{found[key].value} {found[key].unit}" == figures.shown(METRICS[key])
    assert f"{found['gpu:0/power_mean'].value} {found['gpu:0/power_mean'].unit}" == figures.shown(GPU["power_mean"])
    memory = found["gpu:0/memory_used_peak"]
    assert f"{memory.value} {memory.unit}" == figures.shown(GPU["memory_used_peak"])
    assert f"{found['accuracy'].value} {found['accuracy'].unit}" == figures.shown(METRICS["accuracy"], share=True)


def test_below_each_stands_how_far_it_can_be_trusted() -> None:
    found = of(finished(ON_GPU))
    assert found["throughput"].trust == "over 1 min 02 s"
    assert found["latency_p50"].trust == "p99 6.41 ms"
    assert found["energy"].trust == "± 3.1 kJ"
    assert found["gpu:0/power_mean"].trust == "peak 540 W"
    assert found["accuracy"].trust == "on held-out data"
    assert found["energy"].more == "a sensor"


def test_a_tail_of_another_magnitude_has_its_unit() -> None:
    slow = {**METRICS, "latency_p50": measured(0.000733, "s"), "latency_p99": measured(0.0695, "s")}
    assert of(finished(metrics=slow))["latency_p50"].trust == "p99 69.5 ms"


def test_a_run_on_a_cpu_has_no_figures_of_a_gpu() -> None:
    metrics = {key: one for key, one in METRICS.items() if not key.startswith("energy")}
    keys = list(of(finished(metrics=metrics)))
    assert keys == ["throughput", "latency_p50", "accuracy", "loss", "cpu/utilization_mean", "workload/resident_memory_peak"]


def command(metrics: dict[str, Quantity] | None = None, **more: object) -> RunRecord:
    record = finished(RunSpec(COMMAND, command=("true",)), metrics)
    return replace(record, **{"wall_s": 63.5, "steps": None, "samples": None, **more})  # type: ignore[arg-type]


def test_a_command_that_told_of_no_steps_has_no_figures_of_them() -> None:
    untold = {key: Quantity.missing("1", "no steps were reported") for key in ("throughput", "step_rate", "latency_p50")}
    found = of(command({**METRICS, **untold}))
    assert not {"throughput", "step_rate", "latency_p50"} & set(found)


def test_a_command_took_from_its_start_to_its_exit() -> None:
    found = of(command())["wall_time"]
    assert (found.label, found.value, found.unit) == ("Start to exit", "63.5", "s")
    lost = of(command(wall_s=None))["wall_time"]
    assert (lost.value, lost.trust) == (MISSING, "its exit was not recorded (finished)")


def test_of_a_program_that_ran_already_only_the_recording_has_a_time() -> None:
    attached = command()
    found = of(replace(attached, spec=replace(attached.spec, workload=ATTACHED)))
    assert "wall_time" not in found
    assert (found["recorded_time"].label, found["recorded_time"].value) == ("Time recorded", "63.5")


def test_the_steps_of_a_command_have_their_figures() -> None:
    metrics = {**METRICS, "throughput": Quantity.missing("samples/s", "not told"), "step_rate": measured(669.0, "steps/s")}
    found = of(command(metrics, steps=5000))
    assert list(found)[:3] == ["step_rate", "latency_p50", "wall_time"]
    assert (found["step_rate"].label, found["step_rate"].value, found["step_rate"].unit) == ("Step rate", "669.0", "steps/s")
    assert list(of(command(steps=5000, samples=320_000)))[:3] == ["throughput", "latency_p50", "wall_time"]


def test_the_energy_of_a_command_is_that_of_what_the_readings_cover() -> None:
    assert of(command())["energy"].trust == "± 3.1 kJ · over 1 min 02 s"


def test_what_is_missing_says_why_and_is_no_zero() -> None:
    lost = Quantity.missing("J", "the device has no energy counter")
    found = of(finished(ON_GPU, {**METRICS, "energy": lost}))["energy"]
    assert (found.value, found.trust) == (MISSING, "the device has no energy counter")


def test_a_throughput_that_nothing_stands_in_for_is_missing() -> None:
    lost = Quantity.missing("samples/s", "it ended before its first step")
    assert of(finished(metrics={"throughput": lost}))["throughput"].value == MISSING


def test_an_estimate_is_marked() -> None:
    guess = Quantity(31_400.0, "J", Quality.ESTIMATED, "a model")
    assert of(finished(metrics={**METRICS, "energy": guess}))["energy"].value == "~15.7 to 47.1"


def test_a_run_on_the_processor_tells_its_energy_where_it_is_known() -> None:
    assert "energy" in of(finished())
    unknown = METRICS | {"energy": Quantity.missing("J", "no counter"), "energy_per_sample": Quantity.missing("J", "no counter")}
    assert "energy" not in of(finished(metrics=unknown))


def test_watt_hours_at_choice() -> None:
    found = of(finished(), "Wh")
    assert (found["energy"].value, found["energy"].unit, found["energy_per_sample"].unit) == ("8.72", "Wh", "µWh")


def test_a_recording_of_the_machine_has_no_figure_of_processes() -> None:
    kept = replace(finished(RunSpec(ATTACHED)), devices=(DeviceResult(made_runs.cpu_device(), CPU),))
    assert "workload/resident_memory_peak" not in of(kept)
