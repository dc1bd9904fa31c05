"""A trace with curves added: every original byte unchanged, counters on its clock."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

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


@pytest.mark.parametrize("name", ["out.json", "out.json.gz"])
def test_curves_stand_on_the_clock_of_the_trace(name: str, tmp_path: Path) -> None:
    source = written(tmp_path, small_step(), baseTimeNanoseconds=BASE_NS, before={"traceEvents": 1})
    target = tmp_path / name
    assert write_with_curves(source, read_trace(source), [POWER], target) == 2
    data = gzip.decompress(target.read_bytes()) if target.suffix == ".gz" else target.read_bytes()
    events = json.loads(data)["traceEvents"]
    # the last value before the trace becomes its first; missing values and those after its end are dropped
    assert [(event["ph"], event["name"], event["ts"], event["args"]) for event in events[1:3]] == [
        ("C", "gpu:0 Power [W]", 0.0, {"value": 50.0}),
        ("C", "gpu:0 Power [W]", 10.0, {"value": 60.0}),
    ]
    assert events[3:] == small_step()


def test_a_bare_list_takes_curves(tmp_path: Path) -> None:
    source = tmp_path / "list.json"
    source.write_text(json.dumps(small_step()))
    write_with_curves(source, read_trace(source), [], tmp_path / "out.json")
    assert json.loads((tmp_path / "out.json").read_text())[1:] == small_step()


def test_a_trace_that_is_no_json_takes_none(tmp_path: Path) -> None:
    source = written(tmp_path, small_step())
    trace = read_trace(source)
    source.write_bytes(b"\x0a\x00")
    with pytest.raises(TraceFileError, match="cannot take curves"):
        write_with_curves(source, trace, [POWER], tmp_path / "out.json")
    assert not (tmp_path / "out.json").exists()
