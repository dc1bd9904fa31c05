"""Energy from the sensors' readings to the reports, through the real recorder and the real helper."""

import csv
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from tests.recording import untrained
from tests.recording.recorders import gpuscope
from tests.standin.fixtures import PlacedStandin, standin
from tests.standin.standin import Gpu, Rule, Standin

__all__ = ["standin"]
RAMP = Gpu(curve="ramp", low=100, high=300, period=3.0)
JOULES = re.compile(r"\d\s?[kMGmµn]?(J|Wh)\b")


def run(*command: str) -> dict[str, Any]:
    done = gpuscope("run", "--json", "--", *command)
    assert done.code == 0, done.err
    return done.document


def truth_j(machine: Standin, run_id: str) -> float:
    """Return the true energy of the run's window, whose timestamps only the store has."""
    with StoreReader(paths.default_store_url()) as reader:
        record = reader.run(run_id)
    assert record.window_start_s is not None
    assert record.duration_s is not None
    start_s = (record.start_ns - machine.epoch) / 1e9 + record.window_start_s
    return machine.gpus[0].energy_j(start_s + record.duration_s) - machine.gpus[0].energy_j(start_s)


NO_COUNTER = (Rule("field:83", "error", 3), Rule("nvmlDeviceGetTotalEnergyConsumption", "error", 3))
SOURCES = [((), "NVML field 83, cumulative counter"), (NO_COUNTER, "integral of NVML field 186")]


@pytest.mark.parametrize(("rules", "source"), SOURCES)
def test_the_energy_of_a_command_is_the_true_one_with_source_and_band(standin: PlacedStandin, rules: tuple[Rule, ...], source: str) -> None:
    machine = Standin(gpus=(RAMP,), rules=rules)
    standin.show(machine)
    document = run("sleep", "5")
    energy = document["metrics"]["energy"]
    assert energy["value"] == pytest.approx(truth_j(machine, str(document["run_id"])), rel=0.02)
    assert source in energy["source"]
    assert "[stand-in NVML" in energy["source"]
    assert energy["uncertainty"] == pytest.approx(0.08 * energy["value"], rel=0.3)
    assert document["environment"]["gpu:0.driver_version"] == machine.driver
    shown = gpuscope("show", "last", "--all").out
    assert JOULES.search(shown)
    assert source in shown


def test_power_is_read_twenty_times_a_second_where_asked_and_nothing_else_is(standin: PlacedStandin) -> None:
    standin.show(Standin(gpus=(RAMP,)))
    done = gpuscope("run", "--json", "--power-hz", "20", "--", "sleep", "3")
    assert done.code == 0, done.err
    assert done.document["environment"]["recorder.power_hz"] == 20
    with StoreReader(paths.default_store_url()) as reader:
        run_id = str(done.document["run_id"])
        power, clock = (reader.series(run_id, "gpu:0", metric).before_ns for metric in ("power", "clock"))
        utilization = reader.series(run_id, "cpu", "utilization").before_ns
    steps_s = [float(np.median(np.diff(stamps))) / 1e9 for stamps in (power, utilization, clock)]
    assert steps_s == pytest.approx([0.05, 0.1, 0.5], rel=0.05)
    assert gpuscope("run", "--power-hz", "40", "--", "true").code == 2


def test_where_nothing_measures_energy_no_report_shows_a_joule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUSCOPE_NVML_LIBRARY", str(tmp_path / "none.so"))
    monkeypatch.setenv("GPUSCOPE_SYSFS_ROOT", str(tmp_path))
    document = run("sleep", "1")
    everything = [document["metrics"], *(device["metrics"] for device in document["devices"])]
    assert [key for metrics in everything for key, one in metrics.items() if one["unit"] in ("J", "Wh") and one["value"] is not None] == []
    assert document["metrics"]["energy"]["reason"]
    second = run("sleep", "1.2")
    for arguments in (("show", "last", "--all"), ("runs",), ("compare", str(document["run_id"]), str(second["run_id"])), ("devices",)):
        done = gpuscope(*arguments)
        assert done.code == 0, done.err
        assert not JOULES.search(done.out), arguments
    table = tmp_path / "runs.csv"
    assert gpuscope("export", "last", "-o", str(table), "--kind", "summary").code == 0
    with table.open(newline="") as file:
        row = next(csv.DictReader(file))
    assert {key: value for key, value in row.items() if "energy" in key and value and value[0].isdigit()} == {}


def test_a_training_run_tells_the_energy_of_an_epoch(standin: PlacedStandin, tmp_path: Path) -> None:
    standin.show(Standin(gpus=(RAMP,)))
    run = ("run", "mnist-mlp", "--steps", "100", "--threads", "1", "--json")
    done = gpuscope(*run)
    assert done.code == 0, done.err
    metrics = done.document["metrics"]
    assert metrics["energy_per_epoch"]["reason"] == metrics["energy"]["reason"]  # on the processor, which has no counter here
    inference = gpuscope(*run, "--task", "inference", PYTHONPATH=untrained.search_path(tmp_path / "naps"))
    assert inference.code == 0, inference.err
    assert "energy_per_epoch" not in inference.document["metrics"]
