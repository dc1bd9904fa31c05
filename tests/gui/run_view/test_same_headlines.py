"""One stored run on paper, in the window and on a terminal: the same headline figures in the same order."""

from dataclasses import replace

import pytest

from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.figures import MISSING
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunRecord, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.run_view.kept_figures import kept_figures
from gpuscope.reports.headlines import run_headlines
from gpuscope.reports.pdf_runs import runs_one_by_one
from gpuscope.reports.run_screen import run_screen
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from tests.cli import stored_runs
from tests.gui import shown_runs
from tests.gui.run_view.made_runs import cpu_device, gpu_device
from tests.reports.test_pdf_report import context

ON_GPU, ON_CPU, OWN, FAILED = "10ababababab", "c0cdcdcdcdcd", "f0cdcdcdcdcd", "d0cdcdcdcdcd"
INVENTED = "e1efefefefef"
EVERYTHING = {
    "throughput": Quantity(1.234e6, "samples/s", Quality.MEASURED, "by the clock", 1e4),
    "throughput_per_rank": Quantity(0.617e6, "samples/s", Quality.DERIVED, "by the clock"),
    "step_rate": Quantity(2410.0, "steps/s", Quality.MEASURED, "by the clock"),
    "latency_p50": Quantity(0.000733, "s", Quality.MEASURED, "by the clock"),
    "latency_p99": Quantity(0.0695, "s", Quality.MEASURED, "by the clock"),
    "energy": Quantity(31_400.0, "J", Quality.ESTIMATED, "a model", 3_140.0),
    "energy_per_sample": Quantity(999.6e-6, "J", Quality.DERIVED, "a sensor", 90e-6),
    "memory_reserved_peak": Quantity(0.9 * 2**30, "B", Quality.MEASURED, "the driver"),
    "accuracy": Quantity(0.9996, "1", Quality.MEASURED, "held-out data"),
    "loss": Quantity(float("nan"), "1", Quality.MEASURED, "held-out data"),
}  # fmt: skip
OF_GPU = {
    "power_mean": Quantity(999.6, "W", Quality.MEASURED, "a sensor"),
    "utilization_mean": Quantity(0.5, "1", Quality.MEASURED, "a sensor"),
    "memory_used_peak": Quantity(900 * 2**20, "B", Quality.MEASURED, "a sensor"),
    "temperature_peak": Quantity(61.0, "°C", Quality.MEASURED, "a sensor"),
}


@pytest.fixture
def store(gpuscope_home: object) -> None:
    """A store with runs of every kind, and a run on a simulated GPU that has every headline figure."""
    shown_runs.fill()
    tree = Device("workload", DeviceKind.PROCESSES, "Processes")
    devices = (
        DeviceResult(cpu_device(), {"utilization_mean": Quantity(0.24, "1", Quality.MEASURED, "/proc/stat")}),
        DeviceResult(gpu_device(0, "SIMULATED"), OF_GPU),
        DeviceResult(tree, {"resident_memory_peak": Quantity(1.3 * 2**30, "B", Quality.MEASURED, "/proc")}),
    )
    spec = RunSpec("cifar-cnn", device="cuda:0", ranks=2, steps=100)
    stored_runs.store_run(INVENTED, spec, metrics=EVERYTHING, devices=devices)


def read(run_id: str) -> RunRecord:
    with StoreReader(paths.default_store_url()) as reader:
        return reader.run(run_id)


def on_terminal(record: RunRecord) -> list[tuple[str, str]]:
    return [(str(row[0]), str(row[1])) for row in run_screen(record).tables[0].rows]


def in_window(record: RunRecord) -> list[tuple[str, str]]:
    tiles = kept_figures(record)
    return [(tile.label, f"{tile.value} {tile.unit}".rstrip()) for tile in tiles if tile.value != MISSING]


def on_paper(record: RunRecord) -> list[tuple[str, str]]:
    """Return the figures of the run's half page, without their uncertainties."""
    others = stored_runs.record("aaaaaaaaaaaa", RunSpec(COMMAND, command=("true",)), state=RunState.FINISHED, wall_s=1.0)
    blocks = runs_one_by_one(context([[RecordedRun(record)], [RecordedRun(others)]]))[1]["blocks"]
    table = next(part for part in blocks if part["kind"] == "table")
    cells = [row["cells"] for row in table["rows"] if "cells" in row]
    return [(label, value.partition(" ±")[0]) for label, value, _ in cells]


@pytest.mark.parametrize("run_id", [ON_GPU, ON_CPU, OWN, FAILED, INVENTED])
def test_three_surfaces_show_the_same_figures_in_the_same_order(store: None, run_id: str) -> None:
    record = read(run_id)
    terminal = on_terminal(record)
    assert len(terminal) >= 2
    assert on_paper(record) == terminal
    assert in_window(record) == [row for row in terminal if row[0] != "Step time, p99"]  # shown below the median instead


def test_a_unit_that_a_figure_rounds_up_to_and_an_estimate_are_the_same_everywhere(store: None) -> None:
    shown = dict(in_window(read(INVENTED)))
    assert shown["gpu:0 power, mean"] == "1.00 kW"
    assert shown["Energy per sample"] == "1.00 mJ"
    assert shown["Energy"] == "~15.7 to 47.1 kJ"
    assert shown["gpu:0 memory used, peak"] == "900 MiB"
    assert shown["Throughput"] == "1.234 M samples/s"


def test_spread_and_worth_are_the_same_on_all_three(store: None) -> None:
    record = read(INVENTED)
    known = {figure.key: figure for figure in run_headlines(record)}
    assert (known["energy_per_sample"].spread, known["energy_per_sample"].quality) == ("± 90 µJ", "simulated")
    assert (known["accuracy"].spread, known["accuracy"].quality) == ("", "measured")
    (row,) = [row for row in run_screen(record).tables[0].rows if row[0] == "Energy per sample"]
    assert row[2:] == ("± 90 µJ", "simulated")
    tile = next(tile for tile in kept_figures(record) if tile.key == "energy_per_sample")
    assert tile.trust == "simulated · ± 90 µJ"


def test_what_is_missing_has_its_reason_and_what_is_replaced_is_left_out(store: None) -> None:
    gone = Quantity.missing("J", "no counter")
    record = replace(read(INVENTED), metrics={**EVERYTHING, "energy": gone, "energy_per_sample": gone})
    (tile,) = [tile for tile in kept_figures(record) if tile.key == "energy"]
    assert (tile.value, tile.trust) == (MISSING, "no counter")
    assert "step_rate" not in {figure.key for figure in run_headlines(record)}
    slow = replace(record, metrics={"throughput": Quantity.missing("samples/s", "none told"), "step_rate": EVERYTHING["step_rate"]})
    assert next(figure.key for figure in run_headlines(slow)) == "step_rate"


def test_a_command_on_a_machine_without_a_gpu_shows_its_processor_and_no_row_of_missing_gpu_figures(store: None) -> None:
    tiles = {tile.key: tile for tile in kept_figures(read(OWN))}
    assert "cpu/utilization_mean" in tiles
    assert not [key for key in tiles if key.startswith("gpu/")]
