"""The monitor with its real helper, for a second at most."""

import csv
import io
import json
import time
from pathlib import Path

import pytest

from gpuscope.cli import monitor, parser
from gpuscope.cli.machine_watch import MachineWatch
from gpuscope.cli.monitor_csv import CsvRecording
from gpuscope.cli.monitor_screen import MonitorScreen
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Sample, decode
from gpuscope.recording.sensor_supervisor import SensorSupervisor


class Terminal(io.StringIO):
    """A terminal that keeps what is written."""

    def isatty(self) -> bool:
        return True


class FakeWatch:
    """Devices and calls made for the test, in the place of a helper."""

    def __init__(self) -> None:
        names = {"power": Capability(True, "a sensor"), "energy": Capability(False, "a sensor", None, "gone")}
        self.devices = [Device("gpu:0", DeviceKind.GPU, "A card", None, {}, names)]
        self.ready = True
        self.values = {("gpu:0", "power"): 70.0}

    def series_of(self, event: Sample) -> list[tuple[str, str]]:
        return [("gpu:0", "power"), ("gpu:1", "power")]


def test_a_snapshot_is_one_document_with_values_and_no_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["monitor", "--json"]) == 0
    devices = {one["device"]: one for one in json.loads(capsys.readouterr().out)["devices"]}
    assert "workload" not in devices
    assert 0 <= devices["cpu"]["metrics"]["utilization"]["value"] <= 1
    assert devices["cpu"]["metrics"]["memory_used"]["value"] > 2**20


def test_the_stream_of_events_is_json_lines_that_can_be_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["monitor", "--events", "--seconds", "0.6"]) == 0
    events = [decode(json.loads(line)) for line in capsys.readouterr().out.splitlines()]
    assert {"hello", "sample"} <= {event.KIND for event in events}


def test_a_recording_has_a_row_an_instant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.csv"
    assert parser.main(["monitor", "-o", str(path), "--seconds", "0.8", "--json"]) == 0
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert json.loads(capsys.readouterr().out) == {"output": str(path), "rows": len(rows)}
    times = [float(row["t_s"]) for row in rows]
    assert times == sorted(times)
    assert any(row["cpu utilization [1]"] for row in rows)
    assert not [header for header in rows[0] if header.startswith("workload")]


def test_a_series_that_comes_late_has_no_column_and_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    watch, file = FakeWatch(), io.StringIO()
    recording = CsvRecording(watch, file, time.monotonic_ns() - 10**10)  # type: ignore[arg-type]
    start = recording._start_ns
    recording.take([Sample("call", start + 1000, start + 3000, (70.5, 1.0)), Sample("call", start + 4000, start + 4000, (None, 1.0))])
    assert file.getvalue() == "t_s,gpu:0 power [W]\r\n2e-06,70.5\r\n4e-06,\r\n"
    watch.devices.append(Device("gpu:1", DeviceKind.GPU, "Another", None, {}, {"power": Capability(True, "a sensor")}))
    from gpuscope.core.event import Hello

    for _ in range(2):
        recording.take([Hello("helper", 1, 0)])
    assert capsys.readouterr().err == "gpuscope: gpu:1 power came too late to have a column in the file\n"


def test_the_screen_is_redrawn_in_place_and_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "4")
    stream = Terminal()
    screen = MonitorScreen(FakeWatch(), stream)  # type: ignore[arg-type]
    screen.take([])
    assert stream.getvalue().splitlines() == ["device         metric   value", "gpu:0: A card  Power   70.0 W"]
    screen._next_s = 0.0
    screen.take([])
    assert "\x1b[2F\x1b[J" in stream.getvalue()


def test_without_a_terminal_whole_tables_stand_one_below_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    monkeypatch.setenv("LINES", "1")
    stream = io.StringIO()
    screen = MonitorScreen(FakeWatch(), stream)  # type: ignore[arg-type]
    for _ in range(2):
        screen.take([])
        screen.take([])  # too early
        screen._next_s = 0.0
    table = "device         metric   value\ngpu:0: A card  Power   70.0 W\n"
    assert stream.getvalue() == f"{table}\n{table}\n"


@pytest.mark.parametrize("kind", [io.StringIO, Terminal])
def test_no_table_is_shown_before_there_is_a_reading(kind: type[io.StringIO]) -> None:
    watch, stream = FakeWatch(), kind()
    watch.values = {}
    screen = MonitorScreen(watch, stream)  # type: ignore[arg-type]
    screen.take([])
    assert stream.getvalue() == ""
    watch.values = {("gpu:0", "power"): 70.0}
    screen.take([])
    assert "70.0 W" in stream.getvalue()


def test_a_watch_into_a_pipe_has_no_escape_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["monitor", "--seconds", "1.5"]) == 0
    out = capsys.readouterr().out
    assert "Utilization" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    "argv",
    [
        ["--seconds", "0"], ["--seconds", "nan"], ["--seconds", "inf"], ["--events", "--json"], ["--events", "-o", "x.csv"],
        ["-o", "no/such/folder/x.csv"], ["-o", "x.txt"],
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_before_anything_is_started(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["monitor", *argv]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_ctrl_c_ends_the_watch_in_good_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(events: object) -> None:
        raise KeyboardInterrupt

    with MachineWatch(SensorSupervisor(only="host")) as watch:
        monitor._watch(watch, interrupted, None)


def test_what_is_recorded_can_be_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "machine.gpurec"
    assert parser.main(["monitor", "--sensor", "simulated", "--record", str(path), "--seconds", "1.5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["events"] > 10
    assert parser.main(["devices", "--sensor", f"replay:{path}", "--json"]) == 0
    devices = {one["device"]: one for one in json.loads(capsys.readouterr().out)["devices"]}
    assert devices["replay:0"]["name"] == "Simulated GPU"
    assert devices["replay:0"]["simulated"].startswith("SIMULATED, recorded on ")


def test_a_sensor_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["monitor", "--sensor", "meter", "--seconds", "0.1"]) == 2
    assert "no sensor 'meter'" in capsys.readouterr().err
