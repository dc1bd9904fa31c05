"""runs, show, edit, delete, compare and export on runs written by a recorder."""

import csv
import io
import json
import math
import os
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpuscope.cli import attach, parser
from gpuscope.cli.parser import arguments_of
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Event, Log, Steps
from gpuscope.core.run import DeviceResult, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.recording.run_history import RunHistory
from gpuscope.storage.run_writer import RunWriter
from tests.cli.stored_runs import BF16, FP32, SAMPLES, live_recorder, record, store_run, url

A, B, C = "aaaa11112222", "bbbb11112222", "aaaa33334444"


class Line:
    """Runs a command line and keeps its output."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *argv: str, code: int = 0) -> str:
        assert parser.main(argv) == code, self._capsys.readouterr()
        self.out, self.err = self._capsys.readouterr()
        assert code == 0 or 1 <= len(self.err.splitlines()) <= 2
        return self.out

    def json(self, *argv: str) -> Any:
        return json.loads(self(*argv, "--json"))


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str]) -> Line:
    return Line(capsys)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a home with three runs once. Each test has a copy at the place where it was written, which the runs' records name."""
    home = tmp_path_factory.mktemp("kept") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GPUSCOPE_HOME", str(home))
        store_run(A, FP32, 100.0, minutes=0)
        store_run(B, BF16, 150.0, minutes=1, name="a \x1b[31mred\nname")
        store_run(
            C,
            RunSpec(COMMAND, command=("python", "train.py")),
            1.0,
            minutes=2,
            state=RunState.FAILED,
            reason="out of memory",
            tags=("old",),
        )
    return home.rename(home.with_name("written"))


@pytest.fixture
def three(written: Path, gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = written.with_name("home")
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(written, home)
    monkeypatch.setenv("GPUSCOPE_HOME", str(home))


# Without a run


def test_a_build_is_chosen_only_for_an_installation(line: Line) -> None:
    for flag in ("--cuda", "--cpu"):
        line("setup", flag, code=2)
        assert f"{flag} without --install" in line.err
    line("show", "\udcff", code=2)
    assert "there is no run" in line.err


def test_a_recording_for_longer_than_any_lasts_has_no_end() -> None:
    given = [arguments_of("attach", ["--machine", *flags]) for flags in ([], ["--seconds", "60"], ["--seconds", "1e300"])]
    assert [attach._seconds(arguments) for arguments in given] == [math.inf, 60.0, math.inf]


def test_a_home_that_can_never_be_made_is_no_empty_one(line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUSCOPE_HOME", "/proc/nope")
    for argv in (["runs"], ["show", "last"], ["runs", "--json"]):
        line(*argv, code=3)
        assert "/proc/nope is not there and cannot be made" in line.err
    monkeypatch.setenv("GPUSCOPE_HOME", str(tmp_path / "new" / "home"))
    assert "There is no run yet" in line("runs")
    assert list(tmp_path.iterdir()) == []


def test_without_a_store_reading_verbs_say_so_and_make_nothing(line: Line, gpuscope_home: Path) -> None:
    assert "There is no run yet" in line("runs")
    assert line.json("runs") == {"runs": []}
    for argv in (["show", "x"], ["edit", "x", "--name", "y"], ["delete", "x"], ["compare", "x", "y"], ["stop", "x"], ["mark", "x"]):
        line(*argv, code=2)
    assert not gpuscope_home.exists() or os.listdir(gpuscope_home) == []


# runs


def test_runs_are_listed_newest_first(line: Line, three: None) -> None:
    runs = line.json("runs")["runs"]
    assert [run["run_id"] for run in runs] == [C, B, A]
    assert {"run_id", "name", "state", "started_at"} <= set(runs[0])
    assert line("runs").isprintable() is False
    assert "\x1b" not in line.out
    assert [text.split()[0] for text in line.out.splitlines()[1:]] == [C[:6], B[:6], A[:6]]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (["state=failed"], [C]),
        (["precision=bf16"], [B]),
        (["workload=mnist-mlp"], [B, A]),
        (["tag=old"], [C]),
        (["train.py"], [C]),
        (["RED"], [B]),
        (["workload=mnist-mlp", "precision=fp32"], [A]),
        (["batch-size=7"], []),
        (["warmup-limit-s=0"], [B, A]),
        (["duration_s=0"], []),
        (["nothing like it"], []),
    ],
)
def test_filters_choose_by_key_or_text(line: Line, three: None, filters: list[str], found: list[str]) -> None:
    arguments = [part for one in filters for part in ("--filter", one)]
    assert [run["run_id"] for run in line.json("runs", *arguments)["runs"]] == found
    assert found or "No run matches" in line("runs", *arguments)


def test_a_limit_cuts_the_list_and_says_so(line: Line, three: None) -> None:
    assert [run["run_id"] for run in line.json("runs", "--limit", "2")["runs"]] == [C, B]
    assert "--limit 0 lists all" in line("runs", "--limit", "2")
    assert "--limit 0" not in line("runs", "--limit", "3")
    assert "--limit 0" not in line("runs", "--limit", "0")
    assert [run["run_id"] for run in line.json("runs", "--limit", "9" * 400)["runs"]] == [C, B, A]
    line("runs", "--limit", "-1", code=2)


# show


def test_show_tells_the_whole_run(line: Line, three: None) -> None:
    found = line.json("show", A)
    assert found["metrics"]["throughput"]["value"] == 100.0
    assert (found["metrics"]["loss"]["value"], found["metrics"]["loss"]["non_finite"]) == (None, "nan")
    assert found["metrics"]["energy"]["reason"] == "no counter"
    assert found["devices"][0]["gaps"] == [{"start_s": 0.0, "end_s": 0.001, "metrics": ["utilization"], "reason": "busy"}]
    assert (found["steps"], found["warmup_steps"], found["samples"], found["steps_kind"]) == (100, 20, 6400, "optimizer")
    text = line("show", A, "--all")
    assert "It finished after 100 measured steps" in text
    assert r"the last \x1b[31mline" in text
    assert "\x1b" not in text


def test_show_tells_the_marks_at_their_time_from_the_start(line: Line, three: None) -> None:
    assert line.json("show", A)["marks"] == [{"t_s": 1.5, "text": "half \x1b[31mway"}]
    text = line("show", A, "--all")
    assert text.count("Marks") == 1
    assert r"1.50  half \x1b[31mway" in text
    assert "no mark" not in text


def test_a_run_that_is_too_young_for_the_store_has_no_marks(line: Line, gpuscope_home: Path) -> None:
    with live_recorder(record(A)):
        assert line.json("show", A)["marks"] == []


@pytest.mark.parametrize(("named", "code"), [("aaaa1", 0), ("last", 0), ("aaaa", 2), ("zzzz", 2), ("", 2), ("%", 2), ("a\x00", 2)])
def test_a_run_is_named_by_the_beginning_of_its_id(line: Line, three: None, named: str, code: int) -> None:
    line("show", named, code=code)


def test_follow_of_a_run_that_has_ended_shows_it(line: Line, three: None) -> None:
    assert line.json("show", A, "--follow")["state"] == "finished"


# edit


def test_edit_changes_name_tags_and_note(line: Line, three: None) -> None:
    found = line.json("edit", B, "--name", "new", "--tag", "x", "--tag", "y", "--note", "a note")
    assert (found["name"], found["tags"], found["note"]) == ("new", ["x", "y"], "a note")
    assert line.json("edit", B, "--untag", "x", "--note", "")["tags"] == ["y"]
    assert line.json("show", B)["note"] == ""


@pytest.mark.parametrize("flags", [[], ["--name", " "], ["--tag", "two words"], ["--tag", ""], ["--note", "x" * 20_000]])
def test_edit_refuses_what_is_no_change(line: Line, three: None, flags: list[str]) -> None:
    line("edit", B, *flags, code=2)


# delete


def test_deleted_runs_are_gone_until_they_are_restored_and_for_good_after_a_purge(line: Line, three: None) -> None:
    assert line.json("delete", A, B) == {"deleted": [A, B]}
    assert [run["run_id"] for run in line.json("runs")["runs"]] == [C]
    assert line.json("delete", "--restore", A[:5]) == {"restored": [A]}
    assert [run["run_id"] for run in line.json("runs")["runs"]] == [C, A]
    assert line.json("delete", "--purge") == {"purged": [B]}
    line("delete", "--restore", B, code=2)
    assert "nothing to remove" in line("delete", "--purge")


def test_the_command_that_is_told_brings_a_deleted_run_back(line: Line, three: None) -> None:
    told = re.search(r"'gpuscope (delete --restore \w+)'", line("delete", A))
    assert told is not None
    assert A in line(*told[1].split())
    assert [run["run_id"] for run in line.json("runs")["runs"]] == [C, B, A]


def test_one_run_that_is_not_there_keeps_all(line: Line, three: None) -> None:
    line("delete", A, "zzzz", code=2)
    assert len(line.json("runs")["runs"]) == 3
    for argv in (["delete"], ["delete", "--purge", A], ["delete", "--restore"]):
        line(*argv, code=2)


# compare


def test_two_runs_side_by_side(line: Line, three: None) -> None:
    found = line.json("compare", A, B)
    assert set(found) == {"schema", "baseline", "groups", "metrics", "comparability", "differs", "summary"}
    entry = found["metrics"]["throughput"][1]
    assert (entry["ratio"], entry["verdict"], entry["reason"], entry["interval"]) == (1.5, "not-comparable", "one repeat per side", None)
    assert {"key": "precision", "values": ["fp32", "bf16"]} in found["differs"]
    text = line("compare", A, B)
    assert "One run per side: a ratio, not a verdict." in text
    assert "\x1b" not in text


def test_groups_and_baseline_may_be_named(line: Line, three: None) -> None:
    found = line.json("compare", "--group", f"new={B},{C}", A, "--baseline", A)
    assert [group["name"] for group in found["groups"]] == ["new", f"run {A}"]
    assert found["baseline"] == f"run {A}"
    assert found["metrics"]["throughput"][0]["value"] == pytest.approx(math.sqrt(150.0))
    assert line.json("compare", A, B, "--baseline", B)["metrics"]["throughput"][0]["ratio"] == pytest.approx(100 / 150)


@pytest.mark.parametrize(("condition", "code"), [("throughput < 0.97 baseline", 0), ("throughput > 1.2 baseline", 1), ("loss worse", 1)])
def test_a_script_may_fail_on_a_condition(line: Line, three: None, condition: str, code: int) -> None:
    line("compare", A, B, "--fail-if", condition, code=code)


@pytest.mark.parametrize("condition", ["nonsense", "", "speed worse", "throughput < 1e999", "throughput < nan baseline"])
def test_a_condition_that_says_nothing_is_refused(line: Line, three: None, condition: str, tmp_path: Path) -> None:
    line("compare", A, B, "--fail-if", condition, "-o", str(tmp_path / "a.csv"), code=2)
    assert not (tmp_path / "a.csv").exists()


@pytest.mark.parametrize("arguments", [(A,), (A, A), (A, "zzz"), (A, B, "--baseline", "nobody"), ("--tag", "none"), ("--group", "a=", B)])
def test_runs_that_cannot_be_compared_are_another_code_than_a_condition_that_holds(
    line: Line, three: None, arguments: tuple[str, ...]
) -> None:
    line("compare", *arguments, "--fail-if", "throughput worse", code=2)


@pytest.mark.parametrize(
    "argv",
    [
        [A], [], [A, A], [A, "zzzz"], ["--group", "x"], ["--group", "=a", A], ["--group", "x=", A], [A, B, "--baseline", "zzzz"],
        [A, B, "--group", f"x={A}", "--group", f"x={B}"], [A, B, "-o", "no/such/x.csv"], [A, B, "-o", "x.htm"],
        [A, B, "-o", "x.txt"], ["--group", f"x={A}", "--group", f"y={A},{B}"],
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused(line: Line, three: None, argv: list[str]) -> None:
    line("compare", *argv, code=2)
    assert len(line.err.splitlines()) == 2


def test_a_comparison_goes_into_files(line: Line, three: None, tmp_path: Path) -> None:
    line("compare", A, B, "-o", str(tmp_path / "x.csv"))
    line("compare", A, B, "-o", str(tmp_path / "x.json"))
    rows = list(csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text())))
    assert {"throughput", "loss", "energy", "wall_time", "cpu/utilization_mean"} == {row["metric"] for row in rows}
    assert json.loads((tmp_path / "x.json").read_text())["baseline"] == f"run {A}"


# export


def test_readings_are_told_with_the_update_period_of_their_sensor(gpuscope_home: Path) -> None:
    slow = Device("cpu", DeviceKind.CPU, "A processor", capabilities={"utilization": Capability(True, "/proc/stat", 0.25)})
    store_run(A, devices=(DeviceResult(slow),))
    with RunHistory(url()) as reader:
        periods = {(one.device, one.metric): one.period_s for one in reader.device_series(A)}
    assert periods == {("cpu", "utilization"): 0.25, ("cpu", "memory_used"): None}


def test_samples_come_back_to_the_bit(line: Line, three: None, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    assert line.json("export", A, "-o", str(path)) == {"output": str(path), "kind": "samples", "runs": [A]}
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert list(rows[0]) == ["t_s", "cpu utilization [1]", "cpu memory_used [B]"]
    assert [float(row["cpu utilization [1]"]) for row in rows] == [at / 100 for at in range(SAMPLES)]
    assert [row["cpu memory_used [B]"] == "" for row in rows] == [at == 3 for at in range(SAMPLES)]
    assert float(rows[10]["t_s"]) == 1.0000005


@pytest.mark.parametrize("label", ["SIMULATED", "recorded on 2026-11-21 on lab"])
def test_samples_of_a_device_that_is_not_real_carry_its_label(line: Line, gpuscope_home: Path, label: str) -> None:
    store_run(A, devices=(DeviceResult(Device("cpu", DeviceKind.CPU, "A processor", simulated=label)),))
    header = line("export", A, "-o", "-").splitlines()[0]
    assert header == f"t_s,cpu utilization [1] [{label}],cpu memory_used [B] [{label}]"


def test_a_dash_is_standard_output_and_makes_no_file(line: Line, three: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    line("export", A, "-o", str(tmp_path / "s.csv"))
    assert line("export", A, "-o", "-") == (tmp_path / "s.csv").read_bytes().decode()
    assert line("export", A, B, "-o", "-").startswith("run_id,")
    assert os.listdir() == []


def test_a_summary_has_a_row_a_run(line: Line, three: None, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    assert line.json("export", A, B, "-o", str(path))["kind"] == "summary"
    rows = list(csv.DictReader(io.StringIO(path.read_text(), newline="")))
    assert [row["run_id"] for row in rows] == [A, B]
    assert [row["throughput [samples/s]"] for row in rows] == ["100.0", "150.0"]
    assert (rows[0]["energy [J]"], rows[0]["energy quality"], rows[0]["loss [1]"]) == ("", "missing: no counter", "nan")
    assert line.json("export", A, "-o", str(path), "--kind", "summary")["kind"] == "summary"


def test_everything_that_was_recorded_can_be_exported(line: Line, gpuscope_home: Path, tmp_path: Path) -> None:
    with RunWriter(url(), record(A)) as writer:
        start = record(A).start_ns
        told: list[Event] = [
            Steps(7, 0, tuple(start + at * 10**9 for at in (1, 2, 3))),
            Log(start + 2 * 10**9, "values", "", {"loss": 0.5}, 2), Log(start + 3 * 10**9, "values", "", {"loss": math.nan, "gain": 2.0}),
            Log(start + 4 * 10**9, "mark", "=here"),
        ]  # fmt: skip
        writer.append([(0, told)])
        writer.finish(replace(record(A), state=RunState.FINISHED, steps=2, warmup_steps=1))
    kinds = {kind: line("export", A, "-o", "-", "--kind", kind).split("\r\n")[:-1] for kind in ("steps", "values", "marks")}
    assert kinds == {
        "steps": ["step,t_s,part", "1,1.0,warm-up", "2,2.0,measured", "3,3.0,measured"],
        "values": ["t_s,step,name,value", "2.0,2,loss,0.5", "3.0,,loss,nan", "3.0,,gain,2.0"],
        "marks": ["t_s,text", "4.0,'=here"],
    }
    path = tmp_path / "run.json"
    assert line("export", A, "-o", str(path)) == f"Everything of run {A} is in {path}\n"
    document = json.loads(path.read_text())
    assert (document["run_id"], document["step_ends_s"], document["marks"]) == (A, [1.0, 2.0, 3.0], [{"t_s": 4.0, "text": "=here"}])
    assert document["values"]["loss"] == {"t_s": [2.0, 3.0], "steps": [2.0, None], "values": [0.5, None]}


def test_a_json_file_holds_the_samples(line: Line, three: None, tmp_path: Path) -> None:
    line("export", A, "-o", str(tmp_path / "run.json"))
    (first, _) = json.loads((tmp_path / "run.json").read_text())["series"]
    assert (first["device"], first["metric"], len(first["t_s"]), first["values"][3]) == ("cpu", "utilization", SAMPLES, 0.03)


@pytest.mark.parametrize(
    "argv",
    [
        [A, B, "-o", "x.json"], [A, "-o", "x.json", "--kind", "steps"], [A, B, "-o", "x.csv", "--kind", "steps"],
        ["zzzz", "-o", "x.csv"], [A], [A, "-o", "no/such/x.csv"], [A, "-o", "x.txt"], [A, "-o", "."],
        [A, B, "-o", "x.csv", "--kind", "samples"], [A, "-o", "x.csv", "--kind", "other"],
    ],
)  # fmt: skip
def test_what_cannot_be_exported_is_refused_and_nothing_is_written(
    line: Line, three: None, argv: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    line("export", *argv, code=2)
    assert os.listdir() == []


# live runs


def test_a_run_whose_recorder_is_gone_is_interrupted(line: Line, gpuscope_home: Path) -> None:
    from gpuscope.storage.run_writer import RunWriter
    from tests.cli.stored_runs import url

    with RunWriter(url(), record(A)):
        pass
    assert line.json("show", A)["state"] == "interrupted"
    assert line.json("runs")["runs"][0]["state"] == "interrupted"


def test_a_live_run_is_not_deleted(line: Line, three: None) -> None:
    with live_recorder(record("cccc11112222")):
        line("delete", "cccc", A, code=2)
        assert "gpuscope stop cccc" in line.err
    assert len(line.json("runs")["runs"]) == 4


def test_a_run_that_is_too_young_for_the_store_is_found(line: Line, gpuscope_home: Path) -> None:
    with live_recorder(record(A)):
        assert line.json("runs")["runs"][0]["state"] == "running"
        assert line.json("show", "last")["run_id"] == A
        assert "It is running." in line("show", A[:3])
    assert line.json("show", A)["state"] == "interrupted"


def test_a_run_that_ends_while_it_is_looked_at_is_not_called_interrupted(
    line: Line, gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_run(A)
    stale = record(A)  # the store's state a moment ago; nobody holds its lock any more
    reads: list[str] = []
    real = RunHistory.run

    def late(reader: RunHistory, named: str) -> object:
        reads.append(named)
        return stale if len(reads) == 1 else real(reader, named)

    monkeypatch.setattr(RunHistory, "run", late)
    assert line.json("show", A)["state"] == "finished"
    monkeypatch.setattr(RunHistory, "runs", lambda reader, limit=None: [stale])
    assert line.json("runs")["runs"][0]["state"] == "finished"


def damage_memory_readings() -> None:
    """Append a byte to each chunk of the first run's "memory_used" readings, without the store's knowledge."""
    with closing(sqlite3.connect(url().removeprefix("sqlite:///"), isolation_level=None)) as connection:
        run = f"(SELECT id FROM runs WHERE run_id = '{A}')"
        series = f"(SELECT id FROM series WHERE run = {run} AND metric = 'memory_used')"
        connection.execute(f"UPDATE chunks SET readings = CAST(readings AS BLOB) || x'00' WHERE series = {series}")


def test_damaged_readings_are_named_in_files_and_leave_the_hash(line: Line, three: None, tmp_path: Path) -> None:
    before = line.json("compare", A, B)["groups"]
    damage_memory_readings()
    page, document = tmp_path / "report.html", tmp_path / "run.json"
    line("compare", A, B, "-o", str(page))
    line("export", A, "-o", str(document))
    assert "Readings are damaged in the store and shown as missing: Memory used of cpu" in page.read_text(encoding="utf-8")
    (device,) = json.loads(document.read_text(encoding="utf-8"))["devices"]
    assert [gap["metrics"] for gap in device["gaps"] if gap["reason"] == "damaged in the store"] == [["memory_used"]]
    assert line.json("compare", A, B)["groups"] == before


def test_damaged_readings_of_a_metric_are_told_with_the_run(line: Line, three: None) -> None:
    assert "damaged" not in line("show", A)
    damage_memory_readings()
    sentence = "Readings are damaged in the store and shown as missing: Memory used of cpu ('gpuscope show RUN --all' lists when)."
    assert sentence in line("show", A)
    assert sentence in line.json("show", A)["notes"]
    (row,) = (row for row in line("show", A, "--all").splitlines() if row.rstrip().endswith("damaged in the store"))
    assert row.split()[:2] == ["cpu", "0"]
    assert "Memory used" in row
    assert "damaged" not in line("show", B)


@pytest.mark.parametrize("verb", [("stop", "last"), ("mark", "last", "fan on"), ("capture", "last")])
def test_last_is_no_run_that_has_ended_for_a_verb_that_acts_on_live_ones(line: Line, three: None, verb: tuple[str, ...]) -> None:
    line(*verb, code=2)
    assert f"no run is live; the last, {C} (" in line.err
    assert line.json("show", "last")["run_id"] == C


def test_last_is_the_newest_live_run_for_a_verb_that_acts_on_live_ones(line: Line, three: None) -> None:
    older, newer = (record(run_id, FP32, minutes) for run_id, minutes in (("dddd00000001", -3), ("dddd00000002", -2)))
    with live_recorder(older) as first, live_recorder(newer) as second:
        line("mark", "last", "fan on")
        assert ([request["op"] for request in first.requests], [request["op"] for request in second.requests]) == ([], ["mark"])
        with RunHistory(url()) as history:
            assert history.find_live(older.run_id[:4] + "00000001").run_id == older.run_id
            assert history.find_live(C).state is RunState.FAILED, "a run that is named is found"
