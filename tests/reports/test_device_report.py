from dataclasses import replace

from gpuscope.core.device import Capability
from gpuscope.reports.device_report import device_documents, device_report, snapshot_document, snapshot_report
from gpuscope.reports.text import render
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


def test_what_is_measured_is_told_with_its_source_and_what_not_with_the_cure() -> None:
    text = render(device_report([HERE, replace(GPU, simulated="stand-in")]))
    assert "16.0 GiB" in text
    assert any(line.split() == ["Utilization", "yes", "100", "ms", "/proc/stat"] for line in text.splitlines())
    assert "Energy, Power  no" in text
    assert "only root may read it. Run chmod." in text
    assert "[stand-in]" in text


def test_the_document_has_the_shape_that_scripts_rely_on() -> None:
    document = device_documents([HERE])["devices"][0]
    assert document["metrics"]["energy"] == {
        "available": False, "source": "powercap", "period_s": None, "reason": "only root may read it", "cure": "Run chmod.",
    }  # fmt: skip


def test_counters_of_disks_and_network_say_since_when_they_count() -> None:
    counted = ("disk_read", "disk_written", "network_received", "network_sent")
    host = replace(HERE, capabilities={key: Capability(True, "/proc") for key in (*counted, "utilization")})
    text = render(snapshot_report([host], dict.fromkeys((("cpu", key) for key in counted), 2048)))
    assert text.count("since boot") == 4
    assert "Disk read, since boot         2.00 KiB" in text


def test_a_snapshot_has_a_value_for_everything_that_is_read() -> None:
    readings = {("cpu", "utilization"): 0.25}
    assert "25.0 %" in render(snapshot_report([HERE], readings))
    metrics = snapshot_document([HERE], readings)["devices"][0]["metrics"]
    assert (metrics["utilization"]["value"], metrics["utilization"]["unit"]) == (0.25, "1")
    assert metrics["energy"]["value"] is None
