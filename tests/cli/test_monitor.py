"""The monitor with its real helper, for at most a second."""

import csv
import io
import json
import os
import pty
import re
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from gpuscope.cli import monitor, parser
from gpuscope.cli.machine_watch import MachineWatch
from gpuscope.cli.monitor import CsvRecording
from gpuscope.cli.monitor_screen import MonitorScreen
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Event, Hello, Log, Sample
from gpuscope.core.event_json import decode
from gpuscope.recording.sensor_supervisor import SensorSupervisor
from gpuscope.reports.output_file import growing_file
from gpuscope.sensors.declaration import Declaration


class Terminal(io.StringIO):
    """A terminal that keeps what is written."""

    def isatty(self) -> bool:
        return True


class FakeWatch:
    """Devices and calls made for the test, in place of a helper."""

    def __init__(self) -> None:
        names = {"power": Capability(True, "a sensor"), "energy": Capability(False, "a sensor", None, "gone")}
        self.devices = [Device("gpu:0", DeviceKind.GPU, "A card", None, {}, names)]
        self.ready = True
        self.values = {("gpu:0", "power"): 70.0}

    def series_of(self, event: Sample) -> list[tuple[str, str]]:
        return [("gpu:0", "power"), ("gpu:1", "power")]


@pytest.fixture
def reads_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time of ``--seconds`` begin when the helper reads: on a busy machine, its start takes longer than that."""
    watch_for = monitor._watch

    def watch(machine: MachineWatch, hand_on: Callable[[Sequence[Event]], None], seconds: float | None) -> None:
        while not machine.ready or machine.values.get(("cpu", "utilization")) is None:
            hand_on(machine.events(time.monotonic() + 0.5))
        watch_for(machine, hand_on, seconds)

    monkeypatch.setattr(monitor, "_watch", watch)


def test_a_snapshot_is_one_document_with_values_and_no_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["monitor", "--json"]) == 0
    devices = {one["device"]: one for one in json.loads(capsys.readouterr().out)["devices"]}
    assert "workload" not in devices
    assert 0 <= devices["cpu"]["metrics"]["utilization"]["value"] <= 1
    assert devices["cpu"]["metrics"]["memory_used"]["value"] > 2**20
    cores = devices["cpu"]["tables"]["cores"]
    assert [row["core"] for row in cores] == sorted(os.sched_getaffinity(0))
    assert all(0 <= row["utilization"] <= 1 for row in cores)


@pytest.mark.usefixtures("reads_first")
def test_the_stream_of_events_is_json_lines_that_can_be_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["monitor", "--events", "--seconds", "1.5"]) == 0
    events = [decode(json.loads(line)) for line in capsys.readouterr().out.splitlines()]
    assert {"hello", "sample"} <= {event.KIND for event in events}


@pytest.mark.usefixtures("reads_first")
def test_a_recording_has_a_row_an_instant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.csv"
    assert parser.main(["monitor", "-o", str(path), "--seconds", "0.8", "--json"]) == 0
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert json.loads(capsys.readouterr().out) == {"output": str(path), "rows": len(rows)}
    times = [float(row["t_s"]) for row in rows]
    assert times == sorted(times)
    assert any(row["cpu utilization [1]"] for row in rows)
    assert not [header for header in rows[0] if header.startswith("workload")]


@pytest.mark.usefixtures("reads_first")
def test_what_was_written_is_told_at_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, events = tmp_path / "machine.csv", tmp_path / "machine.gpurec"
    assert parser.main(["monitor", "-o", str(rows), "--record", str(events), "--seconds", "0.8"]) == 0
    told = capsys.readouterr().out
    assert f"Written: {rows} ({len(rows.read_text().splitlines()) - 1} rows)\n" in told
    assert re.search(rf"Written: {re.escape(str(events))} \(\d+ events\)\n", told)


@pytest.mark.parametrize("option", ["-o", "--record"])
def test_two_monitors_do_not_write_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    path = tmp_path / "m.csv"
    with growing_file(path) as file:
        file.write(b"of another")
        file.flush()
        assert parser.main(["monitor", option, str(path), "--seconds", "0.5"]) == 3
    assert path.read_bytes() == b"of another"
    assert capsys.readouterr().err == f"gpuscope: {path} is being written by another gpuscope\nName another file.\n"


@pytest.mark.usefixtures("reads_first")
def test_the_columns_of_a_device_that_is_not_real_carry_its_label(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    assert parser.main(["monitor", "-o", str(path), "--sensor", "simulated", "--seconds", "0.8", "--json"]) == 0
    headers = path.read_text().splitlines()[0].split(",")
    assert "sim:0 power [W] [SIMULATED]" in headers
    assert "cpu utilization [1]" in headers


def test_a_series_that_comes_late_has_no_column_and_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    watch, file = FakeWatch(), io.StringIO()
    recording = CsvRecording(watch, file, time.monotonic_ns() - 10**10)  # type: ignore[arg-type]
    start = recording._start_ns
    recording.write([Sample("call", start + 1000, start + 3000, (70.5, 1.0)), Sample("call", start + 4000, start + 4000, (None, 1.0))])
    assert file.getvalue() == "t_s,gpu:0 power [W]\r\n2e-06,70.5\r\n4e-06,\r\n"
    watch.devices.append(Device("gpu:1", DeviceKind.GPU, "Another", None, {}, {"power": Capability(True, "a sensor")}))
    for _ in range(2):
        recording.write([Hello("helper", 1, 0)])
    assert capsys.readouterr().err == "gpuscope: gpu:1 power appeared too late for a column in the file\n"


SAMPLE = Sample("call", 1_000, 2_000, (70.0, 5.0))


def hello(key: str = "power") -> Hello:
    """Return a helper's hello for one device with one metric."""
    card = Device("gpu:0", DeviceKind.GPU, "A card", None, {}, {key: Capability(True, "a sensor")})
    return Hello("helper", 1, 0, Declaration({"gpu:0": card}, {"call": (("gpu:0", key), ("gpu:1", key))}).to_info())


HELLO = hello()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "6")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


def frames(stream: Terminal) -> list[list[str]]:
    """Return the lines of each frame, without cursor movement."""
    found = stream.getvalue().split("\x1b[?2026h\x1b[H")[1:]
    return [frame.split("\x1b[J\x1b[?2026l")[0].replace("\x1b[K", "").split("\r\n") for frame in found]


@pytest.mark.usefixtures("small")
def test_the_screen_is_redrawn_in_place_and_given_back() -> None:
    stream = Terminal()
    with MonitorScreen(stream) as screen:
        screen.show([HELLO, SAMPLE])
        screen.show([SAMPLE])  # too early to redraw
    assert stream.getvalue().startswith("\x1b[?1049h\x1b[?25l")
    assert stream.getvalue().endswith("\x1b[?25h\x1b[?1049l")
    assert "\x1b[2J" not in stream.getvalue()  # would flicker
    first, second = frames(stream)
    assert "waiting for the first reading" in first[1]
    assert any("70.0" in line for line in second)
    assert len(second) <= 6


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("name", "value", "is_coloured"), [("NO_COLOR", "", True), ("NO_COLOR", "1", False)])
def test_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch, name: str, value: str, is_coloured: bool) -> None:
    monkeypatch.setenv(name, value)
    stream = Terminal()
    with MonitorScreen(stream) as screen:
        screen.show([HELLO, SAMPLE])
    assert any("\x1b[" in line for line in frames(stream)[-1]) == is_coloured


@pytest.mark.usefixtures("small")
def test_another_size_is_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "9")
    stream = Terminal()
    with MonitorScreen(stream) as screen:
        screen.show([HELLO, SAMPLE])
        monkeypatch.setenv("LINES", "3")
        screen.show([])
    assert [len(frame) <= 3 for frame in frames(stream)[1:]] == [False, True]


@pytest.mark.usefixtures("small")
def test_what_went_wrong_stands_below_and_is_told_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    stream = Terminal()
    with MonitorScreen(stream) as screen:
        screen.show([HELLO, SAMPLE, Log(1, "warning", "the sensors \x1b[31mfail")])
        assert capsys.readouterr().err == ""
    assert "the sensors \\x1b[31mfail" in frames(stream)[-1][-1]
    assert capsys.readouterr().err == "gpuscope: the sensors \\x1b[31mfail\n"


@pytest.mark.parametrize("kind", [io.StringIO, Terminal])
def test_energy_is_told_in_the_unit_that_the_user_chose(kind: type[io.StringIO]) -> None:
    stream = kind()
    with MonitorScreen(stream, energy_unit="Wh") as screen:
        screen.show([hello("energy")])
        for t_ns, joules in ((0, 7200.0), (10**9, 14400.0)):
            screen._next_s = 0.0
            screen.show([Sample("call", t_ns, t_ns, (joules,))])
    assert "2.00 Wh" in stream.getvalue()


@pytest.mark.usefixtures("small")
def test_keys_sort_and_end_it() -> None:
    keyboard, terminal = pty.openpty()
    try:
        with MonitorScreen(Terminal(), terminal) as screen:
            assert not termios.tcgetattr(terminal)[3] & termios.ECHO
            os.write(keyboard, b"xp")
            screen.show([HELLO, SAMPLE])
            assert screen._order == "pid"
            os.write(keyboard, b"q")
            with pytest.raises(KeyboardInterrupt):
                screen.show([])
        assert termios.tcgetattr(terminal)[3] & termios.ECHO
    finally:
        os.close(keyboard)
        os.close(terminal)


@pytest.mark.parametrize(("kind", "term"), [(io.StringIO, "xterm"), (Terminal, "dumb")])
def test_where_nothing_can_be_redrawn_whole_tables_stand_one_below_the_other(
    kind: type[io.StringIO], term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    monkeypatch.setenv("LINES", "1")
    monkeypatch.setenv("TERM", term)
    stream = kind()
    with MonitorScreen(stream) as screen:
        screen.show([])
        assert stream.getvalue() == ""  # before the first reading
        for _ in range(2):
            screen._next_s = 0.0
            screen.show([HELLO, SAMPLE])
            screen.show([SAMPLE])  # too early to print again
    table = "device         metric   value\ngpu:0: A card  Power   70.0 W\n"
    assert stream.getvalue() == f"{table}\n{table}\n"


def test_a_watch_into_a_pipe_has_no_escape_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["monitor", "--seconds", "1.5"]) == 0
    out = capsys.readouterr().out
    assert "Utilization" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    "argv",
    [
        ["--seconds", "0"], ["--seconds", "nan"], ["--seconds", "inf"], ["--events", "--json"], ["--events", "-o", "x.csv"],
        ["--json", "--seconds", "5"],
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


@pytest.mark.usefixtures("reads_first")
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
