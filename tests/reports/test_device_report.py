import re
from dataclasses import replace

import pytest

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Table
from gpuscope.reports.device_report import MissingMetrics, device_documents, device_report, lacks, snapshot_document, snapshot_report
from gpuscope.reports.text import render
from gpuscope.sensors.declaration import no_gpu
from tests.analysis.records import CPU, GPU

HERE = replace(
    CPU,
    properties={"memory_total": 2**34},
    capabilities={
        "utilization": Capability(True, "/proc/stat", 0.1),
        "energy": Capability(False, "powercap", None, "only root may read it", "Run chmod."),
        "power": Capability(False, "powercap", None, "only root may read it", "Run chmod."),
    },
)


POWER = Capability(True, "NVML field 186, instantaneous power", 0.1, sampled_share=0.25, uncertainty=0.07)
CARD = replace(
    GPU,
    simulated="stand-in",
    properties={
        "driver_version": "580.00.01",
        "power_limit": 700.0,
        "mig": False,
        "untried": "not tested on hardware",
        "pci_address": None,
    },
    capabilities={
        "power": POWER,
        "energy": Capability(True, "NVML field 83", uncertainty=0.07, note="update period unknown: 3 changes in 2.0 s, 10 are needed"),
        "utilization": Capability(True, "nvmlDeviceGetUtilizationRates"),
        "memory_utilization": Capability(True, "nvmlDeviceGetUtilizationRates"),
        "fan": Capability(False, "NVML", None, "this GPU does not support it", None),
    },
)


def rows_of(text: str) -> list[list[str]]:
    return [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]


def test_what_is_measured_is_told_with_its_source_and_what_not_with_the_cure() -> None:
    text = render(device_report([HERE]))
    assert "memory 16.0 GiB" in text
    assert ["Utilization", "100 ms", "–", "–", "/proc/stat"] in rows_of(text)
    assert "Not measured: Energy; Power: only root may read it. Run chmod." in text.splitlines()


def test_period_share_and_uncertainty_stand_beside_the_source_and_an_unknown_one_says_why() -> None:
    text = render(device_report([CARD]))
    assert ["Power", "100 ms", "25 %", "± 7 %", POWER.source] in rows_of(text)
    assert ["Energy", "–", "–", "± 7 %", "NVML field 83"] in rows_of(text)
    assert "Energy: update period unknown: 3 changes in 2.0 s, 10 are needed." in text.splitlines()


def test_metrics_of_one_source_share_a_row_and_one_that_fails_hides_none() -> None:
    text = render(device_report([CARD]))
    shared = ["Utilization;", "–", "–", "–", "nvmlDeviceGetUtilizationRates"]
    assert shared in rows_of(text)
    assert ["Memory controller"] in rows_of(text)
    assert "Not measured: Fan: this GPU does not support it." in text.splitlines()


def test_a_device_that_is_not_real_or_was_never_tried_says_so_with_its_facts() -> None:
    head = render(device_report([CARD])).splitlines()[2]
    assert "[stand-in] [not tested on hardware]" in head
    assert "driver 580.00.01, power limit 700 W, MIG off)" in head


@pytest.mark.parametrize("columns", [80, 120])
def test_it_fits_a_terminal_without_losing_a_word(columns: int) -> None:
    text = render(device_report([HERE, CARD]), columns)
    assert max(map(len, text.splitlines())) <= columns
    assert "…" not in text


def test_headings_tell_what_the_columns_hold_and_a_dash_is_explained_once() -> None:
    text = render(device_report([HERE, CARD]), 80)
    assert ["metric", "updates", "time", "uncertainty", "source"] in rows_of(text)
    assert ["every", "sampled"] in rows_of(text)
    assert text.count("–: not known for this source.") == 1
    known = replace(CARD, capabilities={"power": POWER})
    assert "not known" not in render(device_report([known]), 80)


def test_a_device_without_any_figure_has_wide_names_in_place_of_empty_columns() -> None:
    capabilities = {key: Capability(True, "/proc/diskstats, physical disks") for key in ("disk_read", "disk_written")}
    text = render(device_report([replace(CPU, capabilities=capabilities)]), 80)
    assert ["metric", "source"] in rows_of(text)
    assert ["Disk read; Disk written", "/proc/diskstats, physical disks"] in rows_of(text)
    assert "not known" not in text


def test_what_is_lacking_is_told_once_for_alike_devices() -> None:
    other = replace(CARD, key="gpu:1")
    assert lacks([HERE, CARD, other]) == [
        MissingMetrics(("cpu",), ("energy", "power"), "only root may read it", "Run chmod."),
        MissingMetrics(("gpu:0", "gpu:1"), ("fan",), "this GPU does not support it", None),
    ]


def test_the_document_has_the_shape_that_scripts_rely_on() -> None:
    document = device_documents([replace(HERE, capabilities={"power": POWER, "energy": HERE.capabilities["energy"]})])["devices"][0]
    assert document["metrics"]["energy"] == {
        "available": False, "source": "powercap", "period_s": None, "reason": "only root may read it", "cure": "Run chmod.",
        "sampled_share": None, "uncertainty": None, "note": None, "window_s": None,
    }  # fmt: skip
    assert (document["metrics"]["power"]["sampled_share"], document["metrics"]["power"]["uncertainty"]) == (0.25, 0.07)


def test_counters_of_disks_and_network_say_since_when_they_count() -> None:
    counted = ("disk_read", "disk_written", "network_received", "network_sent")
    host = replace(HERE, capabilities={key: Capability(True, "/proc") for key in (*counted, "utilization")})
    text = render(snapshot_report([host], dict.fromkeys((("cpu", key) for key in counted), 2048)))
    assert text.count("since boot") == 4
    assert "Disk read, since boot     2.00 KiB" in text


def test_a_snapshot_has_a_value_for_everything_that_is_read() -> None:
    readings = {("cpu", "utilization"): 0.25}
    assert "25 %" in render(snapshot_report([HERE], readings))
    metrics = snapshot_document([HERE], readings)["devices"][0]["metrics"]
    assert (metrics["utilization"]["value"], metrics["utilization"]["unit"]) == (0.25, "1")
    assert metrics["energy"]["value"] is None


@pytest.mark.parametrize("reading", [{("cpu", "utilization"): None}, {}])
def test_a_snapshot_without_a_reading_of_what_can_be_read_says_so(reading: dict[tuple[str, str], float | None]) -> None:
    metrics = snapshot_document([HERE], reading)["devices"][0]["metrics"]
    reasons = {key: (entry["available"], entry["value"], entry["reason"]) for key, entry in metrics.items()}
    assert reasons["utilization"] == (True, None, "there was no reading yet")
    assert reasons["power"] == (False, None, "only root may read it")


def test_a_snapshot_tells_energy_in_the_unit_that_the_user_chose_and_its_document_in_joules() -> None:
    host = replace(HERE, capabilities={"energy": Capability(True, "RAPL")})
    readings = {("cpu", "energy"): 7200.0}
    assert "7.20 kJ" in render(snapshot_report([host], readings))
    assert "2.00 Wh" in render(snapshot_report([host], readings, energy_unit="Wh"))
    told = snapshot_document([host], readings)["devices"][0]["metrics"]["energy"]
    assert (told["value"], told["unit"]) == (7200.0, "J")


@pytest.mark.parametrize(("bits", "words"), [(0.0, "none"), (1.0, "none"), (4.0, "power cap"), (0x24, "power cap, thermal slowdown")])
def test_a_snapshot_tells_throttling_in_words(bits: float, words: str) -> None:
    card = replace(GPU, capabilities={"throttle": Capability(True, "NVML")})
    assert ["Throttle reasons", words] in [row[-2:] for row in rows_of(render(snapshot_report([card], {(GPU.key, "throttle"): bits})))]


def test_a_gpu_that_is_not_there_is_not_counted() -> None:
    assert device_report([HERE, no_gpu("no GPU was found", "Install one.")]).lead == ("1 device; 1 metric can be measured here.",)


def test_a_snapshot_has_the_cores_and_the_processes() -> None:
    noted = {"device_processes": Capability(True, "NVML", note="in a container: some may be missing")}
    gpu = Device("gpu:0", DeviceKind.GPU, "A card", None, {}, noted)
    process: dict[str, str | float | int | None] = {
        "pid": 7,
        "name": "train",
        "user": None,
        "memory_bytes": 2**30,
        "cpu": 1.5,
        "kind": "compute",
    }
    tables = {
        ("cpu", "cores"): Table("cpu", "cores", 1, ({"core": 3, "utilization": 0.25},)),
        ("gpu:0", "processes"): Table("gpu:0", "processes", 1, (process,)),
    }
    text = render(snapshot_report([HERE, gpu], {}, tables))
    assert "Core 3" in text
    assert "25 %" in text
    assert "in a container: some may be missing" in text
    (line,) = [one for one in text.splitlines() if "train" in one]
    assert line.split() == ["gpu:0", "7", "–", "train", "1.00", "GiB", "150", "%"]
    here, there = snapshot_document([HERE, gpu], {}, tables)["devices"]
    assert here["tables"] == {"cores": [{"core": 3, "utilization": 0.25}]}
    assert there["tables"] == {"processes": [process]}
