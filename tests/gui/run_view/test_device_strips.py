"""The strips of what sensors read."""

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Hello, Sample
from gpuscope.gui.charts.strip import Strip
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.run_view.strip_plan import strip_templates
from gpuscope.sensors.declaration import Declaration
from tests.gui.run_view import made_runs


def strips(data: RunData, hidden: dict[str, bool] | None = None) -> list[Strip]:
    """Returns the strips of a run; every series counts as read, with a magnitude of its last value."""
    found = []
    for template in strip_templates(data):
        sizes = {}
        for source in template.sources:
            _, values = source.read(data)
            if values.size:
                sizes[source.curve.key] = float(values[-1])
        if (strip := template.strip(sizes, hidden or {})) is not None:
            found.append(strip)
    return found


def strip_of(data: RunData, key: str, hidden: dict[str, bool] | None = None) -> Strip:
    return next(strip for strip in strips(data, hidden) if strip.key == key)


def test_a_run_on_a_gpu_shows_what_it_computes_then_the_gpu_then_the_machine() -> None:
    keys = [strip.key for strip in strips(made_runs.gpu_run(10.0))]
    assert keys == [
        "throughput",
        "told/loss",
        "utilization",
        "power",
        "clock",
        "gpu_memory",
        "temperature",
        "cpu",
        "memory",
        "disk",
        "network",
    ]


def test_a_run_on_a_cpu_shows_the_cpu_first_and_nothing_of_a_gpu() -> None:
    keys = [strip.key for strip in strips(made_runs.cpu_run(10.0))]
    assert keys == ["throughput", "told/loss", "cpu", "memory", "clock", "disk", "network"]


def test_units_fit_and_shares_are_per_cent_of_a_fixed_range() -> None:
    data = made_runs.gpu_run(10.0)
    busy, memory, clock = (strip_of(data, key) for key in ("utilization", "gpu_memory", "clock"))
    assert (busy.unit, busy.factor, busy.low, busy.high) == ("%", 100.0, 0.0, 1.0)
    assert (memory.unit, memory.factor) == ("GiB", 2.0**-30)
    assert (clock.unit, clock.factor) == ("MHz", 1e-6)


def test_the_same_metric_of_two_gpus_shares_a_strip_and_differs_in_its_dash() -> None:
    curves = strip_of(made_runs.gpu_run(10.0, gpus=2), "power").curves
    assert [curve.label for curve in curves] == ["gpu:0", "gpu:1"]
    assert curves[0].dash is not curves[1].dash
    assert {curve.colour for curve in curves} == {"power"}


def test_machine_and_process_tree_share_a_strip_where_the_unit_is_the_same() -> None:
    data = made_runs.cpu_run(10.0)
    assert [curve.label for curve in strip_of(data, "cpu").curves] == ["machine", "this run"]
    assert [curve.label for curve in strip_of(data, "memory").curves] == ["machine", "this run"]


def test_the_share_of_the_run_is_of_all_cores() -> None:
    data = made_runs.cpu_run(10.0)
    template = next(one for one in strip_templates(data) if one.key == "cpu")
    _, share = next(one for one in template.sources if one.series == ("workload", "cpu_time")).read(data)
    assert abs(share[-1] - 0.9 * 0.62) < 1e-6


def test_what_the_recorder_costs_is_off_until_somebody_asks() -> None:
    data = made_runs.cpu_run(10.0)
    assert "recorder/cpu_time" not in [curve.key for curve in strip_of(data, "cpu").curves]
    asked = strip_of(data, "cpu", {"recorder/cpu_time": False})
    assert [(curve.key, curve.visible) for curve in asked.curves][-1] == ("recorder/cpu_time", True)


def test_a_curve_that_was_switched_off_stays_in_the_legend() -> None:
    curves = strip_of(made_runs.gpu_run(10.0, gpus=2), "power", {"gpu:1/power": True}).curves
    assert [curve.visible for curve in curves] == [True, False]


def test_a_single_curve_that_was_switched_off_takes_its_strip_away() -> None:
    keys = [strip.key for strip in strips(made_runs.gpu_run(10.0), {"gpu:0/power": True})]
    assert "power" not in keys


def test_a_stand_in_is_labelled_in_its_strips_and_nowhere_else() -> None:
    data = made_runs.gpu_run(10.0, simulated="stand-in NVML /x/lib.so")
    assert strip_of(data, "power").subtitle == "W · stand-in"
    assert "stand-in" not in strip_of(data, "disk").subtitle
    assert "stand-in" not in strip_of(made_runs.gpu_run(10.0), "power").subtitle


def test_power_comes_from_the_energy_counter_where_no_power_is_told() -> None:
    device = Device("gpu:0", DeviceKind.GPU, "A card", None, {}, {"energy": Capability(True, "a counter")})
    told = Declaration({"gpu:0": device}, {"gpu:0.fields": (("gpu:0", "energy"),)}, {"gpu:0.fields": 0.1})
    stamps = [made_runs.START_NS + index * 100_000_000 for index in range(50)]
    samples = [Sample("gpu:0.fields", stamp, stamp, (300.0 * index / 10,)) for index, stamp in enumerate(stamps)]
    data = made_runs.run_data([Hello("helper", 2, made_runs.START_NS, told.to_info()), *samples])
    power = next(one for one in strip_templates(data) if one.key == "power")
    _, watts = power.sources[0].read(data)
    assert abs(watts[-1] - 300.0) < 1.0
    assert "counter" in power.sources[0].curve.label


def test_a_metric_of_a_later_version_has_a_strip() -> None:
    device = Device("gpu:0", DeviceKind.GPU, "A card", None, {}, {"a_later_metric": Capability(True, "a sensor")})
    told = Declaration({"gpu:0": device}, {"gpu:0.new": (("gpu:0", "a_later_metric"),)}, {"gpu:0.new": 0.1})
    hello = Hello("helper", 2, made_runs.START_NS, told.to_info())
    data = made_runs.run_data([hello, Sample("gpu:0.new", made_runs.START_NS, made_runs.START_NS, (0.4,))])
    assert [strip.title for strip in strips(data)] == ["a_later_metric"]


def test_a_device_that_never_gave_a_reading_has_no_strip() -> None:
    data = made_runs.run_data([made_runs.hello([made_runs.cpu_device(), made_runs.gpu_device()])])
    assert strips(data) == []
