"""The strips of sensor readings."""

import pytest

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Hello, Sample
from gpuscope.core.metric_registry import describe
from gpuscope.gui.charts.strip import SensorWindow, Strip
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.run_strips import strip_templates
from gpuscope.reports.live_reading import live_label
from gpuscope.reports.pictures.picture import Dash
from gpuscope.sensors.declaration import Declaration
from tests.gui.run_view import made_runs


def strips(data: ShownRun, hidden: dict[str, bool] | None = None) -> list[Strip]:
    """Return the strips of a run; every series counts as read, scaled by its last value."""
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


def strip_of(data: ShownRun, key: str, hidden: dict[str, bool] | None = None) -> Strip:
    return next(strip for strip in strips(data, hidden) if strip.key == key)


def test_a_run_on_a_gpu_shows_what_it_computes_then_the_gpu_then_the_machine() -> None:
    keys = [strip.key for strip in strips(made_runs.gpu_run(10.0))]
    assert keys == [
        "throughput",
        "logged/loss",
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
    assert keys == ["throughput", "logged/loss", "cpu", "memory", "clock", "disk", "network"]


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


@pytest.mark.parametrize(
    ("label", "words"), [("SIMULATED", "W · simulated"), ("recorded on 2026-11-20 on a machine", "W · recorded on 2026-11-20")]
)
def test_a_gpu_that_is_not_there_says_what_it_is_instead(label: str, words: str) -> None:
    assert strip_of(made_runs.gpu_run(10.0, simulated=label), "power").subtitle == words


def one_reading(device: Device, quality: str = "measured") -> ShownRun:
    """Return a run with two readings of everything that a device can measure, so that counters have a rate."""
    calls = {"x.all": tuple((device.key, key) for key in device.capabilities)}
    told = Declaration({device.key: device}, calls, {"x.all": 0.1}, {f"{device.key}/{key}": (quality, "x") for key in device.capabilities})
    stamps = [made_runs.START_NS + index * 600_000_000 for index in range(2)]
    readings = [Sample("x.all", stamp, stamp, tuple(0.5 + index for _ in device.capabilities)) for index, stamp in enumerate(stamps)]
    return made_runs.run_data([Hello("helper", 2, made_runs.START_NS, told.to_info()), *readings])


def test_activity_links_fan_and_memory_temperature_have_their_curves() -> None:
    keys = (
        "sm_activity", "tensor_activity", "memory_activity", "sm_occupancy", "pcie_received", "pcie_sent", "nvlink_received",
        "nvlink_sent", "temperature", "memory_temperature", "fan",
    )  # fmt: skip
    data = one_reading(Device("gpu:0", DeviceKind.GPU, "A card", None, {}, made_runs.able(keys)))
    labels = {strip.key: [curve.label for curve in strip.curves] for strip in strips(data)}
    assert labels == {
        "activity": ["SM", "tensor cores", "memory bandwidth"],
        "temperature": ["gpu:0", "memory"],
        "fan": ["Fan"],
        "pcie": ["to the GPU", "from the GPU"],
        "nvlink": ["received", "sent"],
    }
    activity = strip_of(data, "activity", {"gpu:0/sm_occupancy": False}).curves
    assert len({curve.dash for curve in activity}) == len(activity) == 4


def test_the_network_has_the_same_words_in_strip_tile_and_table() -> None:
    device = Device("cpu", DeviceKind.CPU, "A processor", None, {}, made_runs.able(("network_received", "network_sent")))
    curves = strip_of(one_reading(device), "network").curves
    names = [f"Network {curve.label}" for curve in curves]
    assert names == [live_label(key) for key in device.capabilities] == [describe(key)[0] for key in device.capabilities]


def test_power_of_the_processor_comes_from_its_counter_where_no_power_is_told() -> None:
    told = Device("cpu", DeviceKind.CPU, "A processor", None, {}, made_runs.able(("energy",)))
    assert strip_of(one_reading(told), "power").curves[0].key == "cpu/energy"
    both = Device("cpu", DeviceKind.CPU, "A processor", None, {}, made_runs.able(("power", "energy")))
    assert [curve.key for curve in strip_of(one_reading(both), "power").curves] == ["cpu/power"]


def test_an_estimate_is_dashed_with_a_sign_and_a_model_says_that_it_is_one() -> None:
    devices = made_runs.able(("power", "power_average"))
    card = Device("gpu:0", DeviceKind.GPU, "A card", None, {}, devices)
    shown = {"gpu:0/power_average": False}
    curves = strip_of(one_reading(card, "estimated"), "power", shown).curves
    assert [(curve.label[:2], curve.dash) for curve in curves] == [("~ ", Dash.DASHED)] * 2
    modelled = strip_of(one_reading(card, "vendor-modelled"), "power", shown).curves
    assert modelled[0].label == "gpu:0, modelled by its vendor"


def test_a_sensor_that_looks_at_a_part_of_the_time_has_its_window() -> None:
    able = {
        "power": Capability(True, "x", period_s=0.1, sampled_share=0.25),
        "power_average": Capability(True, "x", period_s=0.1, sampled_share=1.0),
    }
    curves = strip_of(
        one_reading(Device("gpu:0", DeviceKind.GPU, "A card", None, {}, able)), "power", {"gpu:0/power_average": False}
    ).curves
    assert [curve.window for curve in curves] == [SensorWindow(0.1, 0.025), None]


def test_a_stand_in_is_labelled_in_its_strips_and_nowhere_else() -> None:
    data = made_runs.gpu_run(10.0, simulated="stand-in NVML /x/lib.so")
    assert strip_of(data, "power").subtitle == "W · simulated"
    assert "simulated" not in strip_of(data, "disk").subtitle
    assert "simulated" not in strip_of(made_runs.gpu_run(10.0), "power").subtitle


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
