"""Recordings of other programs, in their own formats."""

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from gpuscope.analysis.comparability import comparability
from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.bundles import limits, nvidia_smi_csv, recording_import
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.bundles.recording_import import Imported, import_recording
from gpuscope.bundles.untrusted_input import csv_rows
from gpuscope.core.device import gpu_facts
from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.event import Log
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.reports.energy_account import energy_account, energy_text
from gpuscope.reports.run_report import energy_sentence
from gpuscope.storage import repair
from gpuscope.storage.run_intake import run_intake
from gpuscope.storage.store import StoreReader
from tests.bundles.recorded import url

SMI_HEADER = (
    "timestamp, index, name, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W], temperature.gpu, clocks.current.sm [MHz], pstate"
)


def smi_log(seconds: int = 60) -> str:
    """Return the log of two GPUs at 1 Hz, with a reading missing, and five seconds missing."""
    rows = [SMI_HEADER]
    for second in range(seconds):
        if not 20 < second < 26:
            when = f"{datetime(2026, 5, 1, 23, 59, 30) + timedelta(seconds=second):%Y/%m/%d %H:%M:%S}.250"
            power = "[N/A]" if second == 3 else f"{100 + second}.50 W"
            rows.append(f"{when}, 0, NVIDIA H100, GPU-a, {second} %, 1024 MiB, {power}, 40, 1980 MHz, P0")
            rows.append(f"{when}, 1, NVIDIA H100, GPU-b, 0 %, 0 MiB, 70.00 W, 30, 345 MHz, P8")
    return "\n".join(rows) + "\n"


class Store:
    """A store into which files are imported."""

    def __init__(self, folder: Path) -> None:
        self.url = url(folder)
        self.folder = folder

    def take(self, name: str, text: str) -> Imported:
        path = self.folder / name
        path.write_text(text)
        return import_recording(self.url, path)

    def run(self, run_id: str) -> RunRecord:
        with StoreReader(self.url) as reader:
            return reader.run(run_id)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_a_log_of_nvidia_smi(store: Store) -> None:
    done = store.take("power log.csv", smi_log())
    record = store.run(done.new[0])
    assert (record.name, record.state, record.duration_s, record.host) == ("power log", RunState.FINISHED, 59.0, "")
    assert record.origin.description.startswith("recorded by nvidia-smi, imported on ")
    assert record.started_at == datetime(2026, 5, 1, 23, 59, 30, 250_000).astimezone(UTC)
    with StoreReader(store.url) as reader:
        power = reader.series(record.run_id, "gpu:0", "power")
        memory = reader.series(record.run_id, "gpu:0", "memory_used")
        assert reader.series(record.run_id, "gpu:1", "clock").values.tolist() == [345e6] * 55
    assert (power.info.source, power.info.quality) == ("nvidia-smi power.draw", "derived")
    assert power.missing.nonzero()[0].tolist() == [3]
    assert power.values[[0, 1, 2, 4]].tolist() == [100.5, 101.5, 102.5, 104.5]
    assert power.before_ns[:2].tolist() == [0, 1_000_000_000]
    assert memory.values[0] == 2**30
    first = record.devices[0]
    assert (first.device.key, first.device.uuid, first.device.name) == ("gpu:0", "GPU-a", "NVIDIA H100")
    assert {(gap.start_s, gap.end_s) for gap in first.gaps if "power" not in gap.metrics} == {(20.0, 26.0)}
    assert [(gap.start_s, gap.end_s) for gap in first.gaps if gap.metrics == ("power",)] == [(2.0, 4.0), (20.0, 26.0)]
    assert record.metrics["energy"].is_missing
    numbers = [*record.metrics.values(), *(one for result in record.devices for one in result.metrics.values())]
    assert Quality.MEASURED not in {one.quality for one in numbers}
    assert first.metrics["temperature_peak"].value == 40
    assert repair.check(store.url) == []


def power_log(watts: Callable[[int], str], seconds: int = 61, *, field: str = "power.draw", gpus: int = 1) -> str:
    """Return the log of a power field at 1 Hz."""
    rows = [f"timestamp, index, {field} [W]"]
    for second in range(seconds):
        when = f"{datetime(2026, 5, 1, 12) + timedelta(seconds=second):%Y/%m/%d %H:%M:%S}.000"
        rows += [f"{when}, {gpu}, {cell}" for gpu in range(gpus) if (cell := watts(second))]
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("field", ["power.draw", "power.draw.instant", "power.draw.average"])
def test_the_energy_of_a_log_of_power_is_estimated(store: Store, field: str) -> None:
    record = store.run(store.take("log.csv", power_log(lambda _: "100.00 W", field=field)).new[0])
    energy = record.metrics["energy"]
    assert energy.value == pytest.approx(6000)
    assert energy.quality is Quality.ESTIMATED
    assert energy.uncertainty == pytest.approx(3000), "as an estimate is shown: half of it at the least"
    assert f"nvidia-smi {field}" in energy.source
    assert "average" in (energy.reason or "") if field != "power.draw.instant" else "between two readings" in (energy.reason or "")
    assert record.devices[0].metrics["energy"].quality is Quality.ESTIMATED
    assert energy_text(energy, "J") == "~3.00 kJ to 9.00 kJ"
    assert "estimated" in energy_sentence(record, "J")
    assert energy_account(record).assumed(EnergyFactors(price_per_kwh=0.3)) == ()


def test_the_energy_of_a_ramp_is_its_integral(store: Store) -> None:
    record = store.run(store.take("log.csv", power_log(lambda second: f"{100 + 2 * second} W")).new[0])
    assert record.metrics["energy"].value == pytest.approx(60 * 160)


def test_the_estimates_of_several_gpus_add_up_to_an_estimate(store: Store) -> None:
    record = store.run(store.take("log.csv", power_log(lambda _: "50 W", gpus=3)).new[0])
    assert record.metrics["energy"].value == pytest.approx(9000)
    assert record.metrics["energy"].quality is Quality.ESTIMATED
    assert [part.device for part in energy_account(record).others] == [], "what is in the total does not stand beside it again"


@pytest.mark.parametrize(
    ("watts", "seconds", "words"),
    [
        (lambda second: "" if 20 < second < 26 else "100 W", 61, "incomplete: 6 s without power readings"),
        (lambda second: "[N/A]" if 20 < second < 26 else "100 W", 61, "incomplete: 6 s without power readings"),
        (lambda second: "[N/A]" if second < 9 else "100 W", 61, "incomplete: the power was first read 9 s"),
        (lambda second: "[N/A]" if second == 20 else "100 W", 61, "incomplete: 2 s without power readings"),
        (lambda second: "[N/A]" if second == 0 else "100 W", 61, "incomplete: the power was first read 1 s"),
        (lambda second: "[N/A]" if second == 60 else "100 W", 61, "incomplete: the power was last read 1 s before the end"),
        (lambda _: "[N/A]", 61, "no power was read"),
        (lambda _: "100 W", 4, "needs a window of 5 s"),
    ],
)
def test_a_log_with_a_gap_has_no_energy(store: Store, watts: Callable[[int], str], seconds: int, words: str) -> None:
    record = store.run(store.take("log.csv", power_log(watts, seconds)).new[0])
    energy = record.metrics["energy"]
    assert energy.is_missing
    assert words in (energy.reason or "")


@pytest.mark.parametrize("began", ["2026-10-25T00:59:00", "2026-03-29T00:59:00", "2026-06-01T12:00:00"], ids=["back", "forward", "even"])
def test_a_log_across_a_change_of_daylight_saving_has_neither_a_gap_nor_fewer_rows(
    store: Store, monkeypatch: pytest.MonkeyPatch, began: str
) -> None:
    start = datetime.fromisoformat(f"{began}+00:00")
    berlin = ZoneInfo("Europe/Berlin")
    told = [f"{(start + timedelta(seconds=at)).astimezone(berlin):%Y/%m/%d %H:%M:%S}" for at in range(121)]
    rows = "".join(f"{moment}.000, {index}, 100.00 W\n" for moment in told for index in (0, 1))
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        done = store.take("smi.csv", f"timestamp, index, power.draw [W]\n{rows}")
    time.tzset()
    record = store.run(done.new[0])
    assert (record.started_at, record.duration_s, done.notes) == (start, 120.0, [])
    assert not [gap for result in record.devices for gap in result.gaps]
    with StoreReader(store.url) as reader:
        assert (reader.series(record.run_id, "gpu:1", "power").before_ns / 1e9).tolist() == list(range(121))


def test_a_value_that_is_not_there_is_a_gap_of_its_metric(store: Store) -> None:
    watts = lambda second: "[N/A]" if second in (0, 20, 40, 41) else f"{200 + second % 7}.00 W"  # noqa: E731
    (device,) = store.run(store.take("log.csv", power_log(watts)).new[0]).devices
    spans = [(gap.start_s, gap.end_s, gap.metrics, gap.reason) for gap in device.gaps]
    assert spans == [(begin, end, ("power",), "the log has no value") for begin, end in ((0, 1), (19, 21), (39, 42))]
    assert device.metrics["power_mean"].value == pytest.approx(203, abs=0.5)
    assert device.metrics["power_peak"].value == 206
    assert "without readings (the log has no value)" in (device.metrics["power_mean"].reason or "")


def test_what_a_short_log_does_not_determine_is_missing_with_a_reason(store: Store) -> None:
    log = power_log(lambda second: "[N/A]" if second == 5 else f"{200 + second}.00 W", 12)
    metrics = store.run(store.take("log.csv", log).new[0]).devices[0].metrics
    for key in ("power_mean", "power_peak", "energy"):
        assert metrics[key].is_missing, key
        assert metrics[key].reason, key


@pytest.mark.parametrize("cell", ["abc", "9e99", "nan", "inf", "-5.00 W", "5 kW", "5 W W", "", "1_0 W", "[<b>]"])
@pytest.mark.parametrize("amid", [True, False])
def test_a_cell_that_is_no_value_is_refused(store: Store, cell: str, amid: bool) -> None:
    rows = [f"2026/05/01 12:00:00.000, 0, {cell}, 40", *(["2026/05/01 12:00:01.000, 0, 5 W, 40"] if amid else [])]
    with pytest.raises(RecordingFileError, match=r"line 2, column 3 \(power.draw\): .* is not a value in nvidia-smi's format"):
        store.take("a.csv", "\n".join(["timestamp, index, power.draw [W], temperature.gpu", *rows]) + "\n")
    rows = [f"2026/05/01 12:00:00.000, 0, {cell}", *(["2026/05/01 12:00:01.000, 0, 5 W"] if amid else [])]
    with pytest.raises(RecordingFileError, match="line 2, column 3"):
        store.take("a.csv", "\n".join(["timestamp, index, power.draw [W]", *rows]) + "\n")


@pytest.mark.parametrize("cell", ["[N/A]", "N/A", "[Not Supported]", "[Unknown Error]", "[GPU is lost]", "[Insufficient Permissions]"])
def test_the_words_of_nvidia_smi_for_no_value_are_missing_readings(store: Store, cell: str) -> None:
    (run_id,) = store.take("a.csv", power_log(lambda second: cell if second == 3 else "5.00 W", 6)).new
    with StoreReader(store.url) as reader:
        assert reader.series(run_id, "gpu:0", "power").missing.sum() == 1


def test_a_row_cut_off_in_its_last_cell_is_left_out(store: Store) -> None:
    done = store.take("a.csv", power_log(lambda second: "5.00 W" if second < 6 else "[N/", 7).rstrip("\n"))
    assert done.notes == ["left out of a.csv: 1 row that could not be placed in time"]
    assert store.run(done.new[0]).duration_s == 5.0


def test_an_estimated_energy_is_not_compared_with_a_measured_one(store: Store) -> None:
    logged = store.run(store.take("log.csv", power_log(lambda _: "100.00 W")).new[0])
    measured = replace(logged, run_id="measured", metrics={"energy": Quantity(6100.0, "J", Quality.MEASURED, "NVML field 83", 400.0)})
    comparison = compare([Group("measured", (measured,)), Group("logged", (logged,))], "measured")
    entry = next(row for row in comparison.metrics["energy"] if row.group == "logged")
    assert (entry.quality, entry.ratio, entry.verdict) == (Quality.ESTIMATED, None, "not-comparable")
    assert "estimated" in entry.reason


def test_the_window_has_its_curves(store: Store) -> None:
    (run_id,) = store.take("a.csv", smi_log()).new
    with StoreReader(store.url) as reader:
        data = ShownRun.from_store(reader, reader.run(run_id))
    assert [device.key for device in data.devices] == ["gpu:0", "gpu:1"]
    assert data.quality["gpu:0", "power"] == "derived"
    times, watts = data.series("gpu:0", "power")
    assert (times[0], watts[0]) == (0, 100.5)
    assert 23.0 in times.tolist()  # a break in the middle of the gap, where the curve ends


def test_the_same_log_is_the_same_run(store: Store) -> None:
    (run_id,) = store.take("a.csv", smi_log()).new
    assert store.take("b.csv", smi_log()).present == [run_id]


def test_of_very_many_pauses_the_longest_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FOREIGN_GAPS", 3)
    begin = datetime(2026, 3, 1, 12)
    waits = [*(1, 1, 1, 9) * 5, 20, 1, 30, 1, 1]
    stamps = [begin + timedelta(seconds=sum(waits[:place])) for place in range(len(waits) + 1)]
    rows = [f"{stamp:%Y/%m/%d %H:%M:%S}.000, 0, 100.00 W" for stamp in stamps]
    done = store.take("log.csv", "\n".join(["timestamp, index, power.draw [W]", *rows]))
    assert done.notes == ["of 7 pauses in the readings of log only the 3 longest are kept"]
    record = store.run(done.new[0])
    assert [gap.end_s - gap.start_s for gap in record.devices[0].gaps if gap.end_s is not None] == [9, 20, 30]


@pytest.mark.parametrize(("limit", "words"), [("_CELLS", "more than 40 readings"), ("_INSTANTS", "more than 40 rows of one GPU")])
def test_a_log_that_would_take_much_memory_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch, limit: str, words: str) -> None:
    monkeypatch.setattr(nvidia_smi_csv, limit, 40)
    with pytest.raises(RecordingFileError, match=words):
        store.take("log.csv", smi_log(60))


def test_an_odd_log_of_nvidia_smi_is_read_as_far_as_it_goes(store: Store) -> None:
    text = smi_log(5) + SMI_HEADER + "\n2026/05/01 23:59:00.000, 0, NVIDIA H100, GPU-a, 1 %, 1 MiB, 1 W, 1, 1 MHz, P0\n2026/05/01 23:59:4"
    done = store.take("a.csv", text)
    assert done.notes == ["left out of a.csv: 2 rows that could not be placed in time"]
    assert store.run(done.new[0]).duration_s == 4.0


def test_a_log_without_units_and_index(store: Store) -> None:
    rows = "\n".join(f"2026/05/01 12:00:0{at}.000, {at * 10}" for at in range(5))
    done = store.take("a.csv", f"timestamp, power.draw.instant [W]\n{rows}\n")
    with StoreReader(store.url) as reader:
        assert reader.series(done.new[0], "gpu:0", "power").values.tolist() == [0, 10, 20, 30, 40]


@pytest.mark.parametrize("names", ["name, uuid, pci.bus_id", "gpu_name, gpu_uuid, gpu_bus_id"])
@pytest.mark.parametrize("total", ["81559 MiB", "81559"])
def test_the_facts_of_a_gpu_are_kept_under_the_names_of_a_recorder(store: Store, names: str, total: str) -> None:
    rows = [f"2026/05/01 12:00:0{at}.000, NVIDIA H100, GPU-a, 00000000:04:00.0, 580.82, {total}, 70 W" for at in range(5)]
    record = store.run(
        store.take("a.csv", "\n".join([f"timestamp, {names}, driver_version, memory.total, power.draw [W]", *rows, ""])).new[0]
    )
    device = record.devices[0].device
    assert (device.name, device.uuid) == ("NVIDIA H100", "GPU-a")
    assert device.properties == {"driver_version": "580.82", "memory_total": 81559 * 2**20, "pci_address": "00000000:04:00.0"}
    assert {key: record.environment[key] for key in gpu_facts([device])} == gpu_facts([device])


def test_logs_of_different_gpus_are_compared_with_caution(store: Store) -> None:
    logs = (power_log(lambda _: "70 W").replace("index,", "index, name,").replace(" 0, 70", f" 0, {name}, 70") for name in ("H100", "A100"))
    runs = [store.run(store.take(f"{place}.csv", log).new[0]) for place, log in enumerate(logs)]
    assert "different GPU: A100 and H100" in comparability(Group("b", (runs[1],)), Group("a", (runs[0],))).reasons


def test_a_name_that_a_log_does_not_tell_is_no_fact(store: Store) -> None:
    assert "gpu:0.name" not in store.run(store.take("a.csv", power_log(lambda _: "70 W")).new[0]).environment


def test_rows_of_several_gpus_that_cannot_be_told_apart_are_refused(store: Store) -> None:
    row = "2026/05/01 12:00:00.000, 5 W\n"
    with pytest.raises(RecordingFileError, match="which GPU"):
        store.take("a.csv", f"timestamp, power.draw [W]\n{row}{row}")


CARBON = {
    "timestamp": "2026-05-01T12:00:10", "project_name": "mine", "run_id": "u-1", "experiment_id": "e", "duration": "10.5",
    "emissions": "0.001", "cpu_power": "42.5", "gpu_power": "200", "ram_power": "3", "cpu_energy": "0.0001", "gpu_energy": "0.0005",
    "ram_energy": "0.00001", "energy_consumed": "0.00061", "cpu_model": "a CPU", "gpu_count": "1", "gpu_model": "1 x H100",
    "longitude": "8.5", "tracking_mode": "machine",
}  # fmt: skip


def carbon_csv(*changes: dict[str, str]) -> str:
    rows = [CARBON | one for one in changes]
    return "\n".join([",".join(CARBON), *(",".join(row.values()) for row in rows)]) + "\n"


def test_emissions_of_codecarbon(store: Store) -> None:
    done = store.take(
        "emissions.csv", carbon_csv({}, {"run_id": "u-2", "gpu_energy": "0"}, {"run_id": "u-3", "gpu_count": "", "gpu_energy": "0"})
    )
    first, unread, no_gpu = map(store.run, done.new)
    energy = first.metrics["energy"]
    assert (energy.unit, energy.quality) == ("J", Quality.DERIVED)
    assert energy.value == pytest.approx(1800.0)
    assert first.metrics["codecarbon.energy_consumed"].value == pytest.approx(0.00061 * 3.6e6)
    assert first.metrics["codecarbon.energy_consumed"].quality is Quality.ESTIMATED
    cpu = next(one for one in first.devices if one.device.key == "cpu")
    assert cpu.metrics["energy"].quality is Quality.ESTIMATED
    assert cpu.metrics["energy"].value == pytest.approx(360.0)
    assert first.duration_s == 10.5
    assert first.started_at == datetime(2026, 5, 1, 11, 59, 59, 500_000).astimezone(UTC)
    assert "8.5" not in json.dumps(dict(first.environment))
    assert unread.metrics["energy"].is_missing
    assert [one.device.key for one in no_gpu.devices] == ["cpu"]
    assert no_gpu.metrics["energy"].quality is Quality.ESTIMATED
    assert first.origin.tool == "CodeCarbon"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"energy_consumed": "-3"}, "line 2, column energy_consumed: '-3' is not a number in CodeCarbon's format"),
        ({"gpu_energy": "lots"}, "column gpu_energy: 'lots' is not a number"),
        ({"cpu_power": "-1"}, "column cpu_power: '-1' is not a number"),
        ({"ram_energy": "inf"}, "column ram_energy: 'inf' is not a number"),
        ({"gpu_power": "1e400"}, "column gpu_power: '1e400' is not a number"),
        ({"emissions": "-0.5"}, "column emissions: '-0.5' is not a number"),
        ({"gpu_count": "two"}, "column gpu_count: 'two' is not a number"),
        ({"energy_consumed": "1e9"}, "line 2: 1e\\+09 kWh within 10.5 s is more than 1 MW"),
        ({"cpu_energy": "700"}, "700 kWh within 10.5 s is more than 1 MW"),
        ({"duration": "nan"}, "the duration 'nan' is not valid"),
        (dict.fromkeys(("energy_consumed", "cpu_energy", "gpu_energy", "ram_energy"), "nan"), "line 2: it has no energy"),
        ({"energy_consumed": ""}, "line 2: it has no energy"),
        (dict.fromkeys(CARBON, "nan"), "the duration 'nan' is not valid"),
        (dict.fromkeys(CARBON, "x"), "the duration 'x' is not valid"),
    ],
)
def test_numbers_that_codecarbon_does_not_write_are_refused_with_their_place(store: Store, changes: dict[str, str], words: str) -> None:
    with pytest.raises(RecordingFileError, match=words):
        store.take("emissions.csv", carbon_csv(changes))
    with StoreReader(store.url) as reader:
        assert reader.runs() == []


def test_a_column_that_only_looks_like_one_of_codecarbon_is_none(store: Store) -> None:
    header = ",".join('"its energy_consumed, energy_consumed"' if name == "energy_consumed" else name for name in CARBON)
    with pytest.raises(RecordingFileError, match="line 2: it has no energy"):
        store.take("emissions.csv", f"{header}\n{','.join(CARBON.values())}\n")


def test_a_number_that_codecarbon_has_not_is_missing_and_says_so(store: Store) -> None:
    (run_id,) = store.take("emissions.csv", carbon_csv({"cpu_energy": "nan", "gpu_energy": "", "gpu_power": "nan"})).new
    record = store.run(run_id)
    reasons = {result.device.key: result.metrics["energy"].reason for result in record.devices}
    assert reasons == {"gpu:0": "CodeCarbon has no value", "cpu": "CodeCarbon has no value"}
    assert all(result.metrics["energy"].is_missing for result in record.devices)
    assert record.metrics["codecarbon.energy_consumed"].value == pytest.approx(0.00061 * 3.6e6)


def test_rows_that_came_since_are_added(store: Store) -> None:
    (first,) = store.take("emissions.csv", carbon_csv({})).new
    done = store.take("emissions.csv", carbon_csv({}, {"run_id": "u-2"}))
    assert (len(done.new), done.present) == (1, [first])


def test_of_the_rows_that_codecarbon_wrote_while_a_run_went_on_the_last_counts(store: Store) -> None:
    """``tracker.flush()`` appends a row with what the run has used so far, under the run's one id."""
    half = {"timestamp": "2026-05-01T12:00:05", "duration": "5.25", "gpu_energy": "0.0002", "energy_consumed": "0.0003"}
    done = store.take("emissions.csv", carbon_csv(half, {"run_id": "u-2", "gpu_energy": "0.0004"}, {}))
    assert [store.run(run_id).environment["codecarbon.run_id"] for run_id in done.new] == ["u-2", "u-1"]
    other, whole = map(store.run, done.new)
    assert whole.metrics["energy"].value == pytest.approx(0.0005 * 3.6e6)
    assert other.metrics["energy"].value == pytest.approx(0.0004 * 3.6e6)
    assert done.notes == ["left out of emissions.csv: 1 row of a run that a later row continues"]


def test_rows_of_no_run_and_of_several_tasks_of_one_are_runs_of_their_own(store: Store) -> None:
    assert len(store.take("emissions.csv", carbon_csv({"run_id": ""}, {"run_id": "", "duration": "11"})).new) == 2
    tasks = "".join(f"{task},{','.join((CARBON | {'duration': str(at)}).values())}\n" for at, task in enumerate(("load", "train"), 20))
    done = store.take("emissions_e_u-1.csv", f"task_name,{','.join(CARBON)}\n{tasks}")
    assert [store.run(run_id).name for run_id in done.new] == ["mine load", "mine train"]
    assert done.notes == []


META = (
    "artifact_uri: file:///x\nend_time: 1777636860000\nexperiment_id: '7'\nrun_id: abc\nrun_name: brave-fox\nrun_uuid: abc\n"
    "start_time: 1777636800000\nstatus: 3\n"
)


def mlflow_store(folder: Path) -> Path:
    """Create an MLflow store with one run."""
    run = folder / "mlruns" / "7" / "abc"
    (run.parent).mkdir(parents=True)
    (run.parent / "meta.yaml").write_text("experiment_id: '7'\nname: mine\n")
    for name, text in {
        "meta.yaml": META,
        "metrics/loss": "1777636801000 0.5 1\n1777636803000 nan 3\n1777636802000 0.25 2\n",
        "metrics/val/top5": "1777636802000 0.75 0\n",
        "metrics/system/gpu_0_power_usage_watts": "1777636800000 100.5 0\n1777636810000 200 1\n",
        "metrics/system/cpu_utilization_percentage": "1777636800000 50 0\n1777636810000 25 1\nodd\n",
        "params/lr": "0.1",
        "tags/mlflow.source.name": "train.py",
        "tags/mlflow.user": "me",
    }.items():
        (run / name).parent.mkdir(parents=True, exist_ok=True)
        (run / name).write_text(text)
    return folder / "mlruns"


@pytest.mark.parametrize("which", [".", "7", "7/abc"])
def test_a_store_of_mlflow(store: Store, tmp_path: Path, which: str) -> None:
    done = import_recording(store.url, mlflow_store(tmp_path) / which)
    record = store.run(done.new[0])
    assert (record.name, record.state, record.duration_s) == ("brave-fox", RunState.FINISHED, 60.0)
    assert (record.spec.command, dict(record.spec.options)) == (("train.py",), {"lr": "0.1"})
    assert record.environment["mlflow.user"] == "me"
    assert record.metrics["mlflow.loss"].source == "MLflow metric loss, its last value"
    assert record.metrics["mlflow.val/top5"].value == 0.75
    assert record.origin.tool == "MLflow"
    with StoreReader(store.url) as reader:
        assert reader.series(record.run_id, "gpu:0", "power").values.tolist() == [100.5, 200.0]
        assert reader.series(record.run_id, "cpu", "utilization").values.tolist() == [0.5, 0.25]
        logs = [event for event in reader.events(record.run_id) if isinstance(event, Log) and "loss" in event.values]
    assert [(log.t_ns, log.step) for log in logs] == [(1_000_000_000, 1), (2_000_000_000, 2), (3_000_000_000, 3)]
    assert done.notes == ["left out of the run abc: 1 line of metrics without a value, or of a time before its start"]


def test_a_number_of_a_gpu_that_mlflow_does_not_write_so_is_a_value_of_the_user(store: Store, tmp_path: Path) -> None:
    folder = mlflow_store(tmp_path)
    (folder / "7/abc/metrics/system/gpu_00_power_usage_watts").write_text("1777636800000 7 0\n")
    record = store.run(import_recording(store.url, folder).new[0])
    assert record.metrics["mlflow.system/gpu_00_power_usage_watts"].value == 7.0


def test_a_run_of_mlflow_has_the_name_the_note_and_the_tags_that_it_shows(store: Store, tmp_path: Path) -> None:
    run = mlflow_store(tmp_path) / "7" / "abc"
    long = f"{'a long name that the writer of YAML folds: ' * 3}it's"
    (run / "meta.yaml").write_text(META.replace("brave-fox", "'" + long.replace("'", "''").replace(" folds", "\n  folds") + "'"))
    for name, text in {"mlflow.runName": long, "mlflow.note.content": "My note", "user": "alice", "team": "vision"}.items():
        (run / "tags" / name).write_text(text)
    record = store.run(import_recording(store.url, run).new[0])
    assert (record.name, record.note) == (long, "My note")
    facts = {key: record.environment[f"mlflow.{key}"] for key in ("user", "tags.user", "team")}
    assert facts == {"user": "me", "tags.user": "alice", "team": "vision"}


def test_the_last_value_is_the_one_that_mlflow_shows(store: Store, tmp_path: Path) -> None:
    """MLflow's FileStore takes the greatest of step, time and value, in this order; steps may be negative and out of order."""
    run = mlflow_store(tmp_path) / "7" / "abc"
    (run / "metrics" / "late").write_text("1777636809000 0.1 1\n1777636808000 0.7 7\n")
    (run / "metrics" / "twice").write_text("1777636805000 0.3 4\n1777636805000 0.8 4\n1777636805000 nan 4\n")
    (run / "metrics" / "before").write_text("1777636805000 -1.25 -3\n1777636804000 2.5 -4\n")
    done = import_recording(store.url, run)
    metrics = store.run(done.new[0]).metrics
    assert [metrics[f"mlflow.{name}"].value for name in ("late", "twice", "before")] == [0.7, 0.8, -1.25]
    with StoreReader(store.url) as reader:
        logs = [event for event in reader.events(done.new[0]) if isinstance(event, Log) and "before" in event.values]
    assert [(log.t_ns, log.values["before"], log.step) for log in logs] == [(4_000_000_000, 2.5, None), (5_000_000_000, -1.25, None)]


def test_a_run_that_was_deleted_in_mlflow_stays_so(store: Store, tmp_path: Path) -> None:
    folder = mlflow_store(tmp_path)
    deleted = folder / "7" / "def"
    shutil.copytree(folder / "7" / "abc", deleted)
    (deleted / "meta.yaml").write_text(META.replace("abc", "def") + "lifecycle_stage: deleted\n")
    done = import_recording(store.url, folder)
    assert [store.run(run_id).name for run_id in done.new] == ["brave-fox"]
    assert done.notes[0] == "left out of mlruns: 1 run, deleted in MLflow"
    assert len(import_recording(store.url, deleted).new) == 1, "whoever names it means it"


def test_runs_of_other_parameters_are_no_repeats(store: Store, tmp_path: Path) -> None:
    folder = mlflow_store(tmp_path)
    other = folder / "7" / "def"
    shutil.copytree(folder / "7" / "abc", other)
    (other / "meta.yaml").write_text(META.replace("abc", "def"))
    (other / "params" / "lr").write_text("0.2")
    done = import_recording(store.url, folder)
    assert len({store.run(run_id).spec.identity() for run_id in done.new}) == 2


def test_links_in_a_store_of_mlflow_are_not_followed(store: Store, tmp_path: Path) -> None:
    folder = mlflow_store(tmp_path)
    (tmp_path / "secret").write_text("hunter2")
    (folder / "7" / "abc" / "params" / "link").symlink_to(tmp_path / "secret")
    (folder / "7" / "abc" / "metrics" / "loop").symlink_to(folder)
    record = store.run(import_recording(store.url, folder).new[0])
    assert "hunter2" not in str(record)


@pytest.mark.parametrize("name", ["params", "tags", "metrics"])
def test_a_linked_folder_in_a_run_of_mlflow_is_not_followed(store: Store, tmp_path: Path, name: str) -> None:
    run = mlflow_store(tmp_path) / "7" / "abc"
    elsewhere = tmp_path / "elsewhere"
    (run / name).rename(elsewhere)
    (elsewhere / "hunter2").write_text("1777636801000 5 1\n")
    (run / name).symlink_to(elsewhere)
    record = store.run(import_recording(store.url, run).new[0])
    assert "hunter2" not in str((record, dict(record.metrics), dict(record.spec.options), dict(record.environment)))


def test_a_quotation_mark_that_is_not_closed_is_told_at_once(store: Store) -> None:
    with pytest.raises(RecordingFileError, match="more than 64 lines"):
        store.take("a.csv", smi_log(5) + '"' + smi_log(60))


def test_the_line_that_is_told_is_that_of_the_file(store: Store) -> None:
    with pytest.raises(RecordingFileError, match="line 4: the duration"):
        store.take("a.csv", carbon_csv({"project_name": '"two\nlines"'}, {"duration": "x"}))


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "timestamp\n", SMI_HEADER + "\n", ",".join(CARBON) + "\n"])
def test_a_file_without_a_recording_is_refused(store: Store, text: str) -> None:
    with pytest.raises(RecordingFileError):
        store.take("x.csv", text)


def test_a_log_is_read_before_the_store_is_locked(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    order = []

    def read(*args: Any) -> Any:
        order.append("read")
        return csv_rows(*args)

    def intake(store_url: str) -> Any:
        order.append("locked")
        return run_intake(store_url)

    monkeypatch.setattr(nvidia_smi_csv, "csv_rows", read)
    monkeypatch.setattr(recording_import, "run_intake", intake)
    store.take("a.csv", smi_log())
    assert order == ["read", "locked"]
