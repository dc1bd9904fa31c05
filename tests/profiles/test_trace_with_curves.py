"""A trace with curves added: every original byte unchanged, counters on its clock."""

import errno
import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gpuscope.core.errors import UsageError
from gpuscope.profiles import trace_with_curves
from gpuscope.profiles.reading.trace_file_error import TraceFileError
from gpuscope.profiles.reading.trace_reader import read_trace
from gpuscope.profiles.trace_with_curves import Curve, write_with_curves
from tests.profiles.made import small_step, written

BASE_NS = 1_700_000_000_000_000_000
POWER = Curve(
    "gpu:0 Power [W]",
    np.array([BASE_NS - 9_000, BASE_NS - 2_000, BASE_NS + 10_000, BASE_NS + 20_000, BASE_NS + 900_000]),
    np.array([1.0, 50.0, 60.0, float("nan"), 70.0]),
)


def still(begin_ns: int, end_ns: int, name: str = "gpu:0 Power [W]") -> Curve:
    """Return a curve of 300 W, read every 100 ns."""
    times = np.arange(begin_ns, end_ns, 100)
    return Curve(name, times, np.full(times.size, 300.0))


@pytest.mark.parametrize("name", ["out.json", "out.json.gz"])
def test_curves_stand_on_the_clock_of_the_trace(name: str, tmp_path: Path) -> None:
    source = written(tmp_path, small_step(), baseTimeNanoseconds=BASE_NS, before={"traceEvents": 1})
    target = tmp_path / name
    assert write_with_curves(source, read_trace(source), [POWER], target) == {POWER.name: 2}
    data = gzip.decompress(target.read_bytes()) if target.suffix == ".gz" else target.read_bytes()
    events = json.loads(data)["traceEvents"]
    # the last value before the trace becomes its first; missing values and those after its end are dropped
    assert [(event["ph"], event["name"], event["ts"], event["args"]) for event in events[1:3]] == [
        ("C", "gpu:0 Power", 0.0, {"[W]": 50.0}),
        ("C", "gpu:0 Power", 10.0, {"[W]": 60.0}),
    ]
    assert events[3:] == small_step()


def test_what_perfetto_shows_of_a_curve_is_its_name_with_the_unit(tmp_path: Path) -> None:
    """Perfetto's name of a counter is that of the event and its argument, with JSON's escapes as they stand in the file."""
    source = written(tmp_path, small_step(), baseTimeNanoseconds=BASE_NS)
    curves = [still(BASE_NS, BASE_NS + 200, "gpu:0 Temperature [°C]"), still(BASE_NS, BASE_NS + 200, "loss")]
    write_with_curves(source, read_trace(source), curves, tmp_path / "out.json")
    text = (tmp_path / "out.json").read_text(encoding="utf-8")
    counters = [event for event in json.loads(text)["traceEvents"] if event["ph"] == "C"]
    assert {f"{event['name']} {key}" for event in counters for key in event["args"]} == {"gpu:0 Temperature [°C]", "loss value"}
    assert '"[°C]"' in text


def test_a_bare_list_takes_curves(tmp_path: Path) -> None:
    source = tmp_path / "list.json"
    source.write_text(json.dumps(small_step()))
    assert write_with_curves(source, read_trace(source), [still(0, 1_000)], tmp_path / "out.json")
    assert json.loads((tmp_path / "out.json").read_text())[-len(small_step()) :] == small_step()


@pytest.mark.parametrize("late_s", [86_400, -86_400], ids=["a day after the run", "a day before it"])
def test_a_trace_of_another_time_than_the_run_takes_none(late_s: int, tmp_path: Path) -> None:
    source, target = written(tmp_path, small_step(), baseTimeNanoseconds=BASE_NS + late_s * 10**9), tmp_path / "out.json"
    with pytest.raises(UsageError, match="was not recorded while the run was") as refused:
        write_with_curves(source, read_trace(source), [still(BASE_NS, BASE_NS + 10_000)], target)
    assert "2023-11-14 22:13:20 UTC" in refused.value.message  # when the run was
    assert ("2023-11-15" if late_s > 0 else "2023-11-13") in refused.value.message
    assert not target.exists()


def test_a_run_without_readings_has_no_curves(tmp_path: Path) -> None:
    source = written(tmp_path, small_step(), baseTimeNanoseconds=BASE_NS)
    with pytest.raises(UsageError, match="no readings"):
        write_with_curves(source, read_trace(source), [Curve("gpu:0 Power [W]", np.empty(0, np.int64), np.empty(0))], tmp_path / "out.json")


def test_a_curve_that_ended_before_the_trace_is_left_out(tmp_path: Path) -> None:
    source = written(tmp_path, small_step(), baseTimeNanoseconds=BASE_NS)
    curves = [still(BASE_NS - 90_000, BASE_NS - 5_000, "gone"), still(BASE_NS - 90_000, BASE_NS - 150, "just ended")]
    points = write_with_curves(source, read_trace(source), [*curves, still(BASE_NS - 90_000, BASE_NS + 950, "read")], tmp_path / "out.json")
    assert points == {"just ended": 1, "read": 10}


def test_a_trace_that_is_no_json_takes_none(tmp_path: Path) -> None:
    source = written(tmp_path, small_step())
    trace = read_trace(source)
    source.write_bytes(b"\x0a\x00")
    with pytest.raises(TraceFileError, match="cannot take curves"):
        write_with_curves(source, trace, [POWER], tmp_path / "out.json")
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize("name", ["out.json", "out.json.gz"])
def test_a_file_that_could_not_be_finished_is_removed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the beginning of it there, the next try would be refused."""
    source, target = written(tmp_path, small_step(), baseTimeNanoseconds=BASE_NS), tmp_path / name
    trace = read_trace(source)

    def full(*_: object) -> Iterator[bytes]:
        yield b"["
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patches:
        patches.setattr(trace_with_curves, "_inserted", full)
        with pytest.raises(OSError, match="No space"):
            write_with_curves(source, trace, [POWER], target)
    assert write_with_curves(source, trace, [POWER], target)


def test_a_file_of_that_name_stays(tmp_path: Path) -> None:
    source, target = written(tmp_path, small_step(), baseTimeNanoseconds=BASE_NS), tmp_path / "out.json"
    target.write_text("of someone else")
    with pytest.raises(FileExistsError):
        write_with_curves(source, read_trace(source), [POWER], target)
    assert target.read_text() == "of someone else"


def test_a_trace_may_be_replaced_by_itself_with_curves(tmp_path: Path) -> None:
    source = written(tmp_path, small_step(), baseTimeNanoseconds=BASE_NS)
    trace = read_trace(source)
    assert write_with_curves(source, trace, [POWER], source, replaces=True)
    assert json.loads(source.read_text())["traceEvents"][-len(small_step()) :] == small_step()
    before = source.read_bytes()
    with pytest.raises(UsageError, match="no readings"):
        write_with_curves(source, trace, [], source, replaces=True)
    assert (source.read_bytes(), [*tmp_path.iterdir()]) == (before, [source])
