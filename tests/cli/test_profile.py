import gzip
import json
import shutil
from pathlib import Path

import pytest

from gpuscope.cli import console, parser
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.system import language
from gpuscope.system.paths import resources_folder
from tests.cli.stored_runs import live_recorder, record, store_run
from tests.json_schema import faults
from tests.profiles.made import kernel, launch, operator, small_step, written


@pytest.mark.parametrize("columns", [None, 80, 60])
def test_the_first_screen_has_thirty_lines_at_most(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int | None
) -> None:
    monkeypatch.setattr(console, "columns", lambda: columns)
    many = [operator(f"aten::op{number}", 200 + 10 * number, 5) for number in range(30)]
    work = [kernel(f"kernel_{number}", 1, 300 + 10 * number, 5) for number in range(30)]
    assert parser.main(["profile", str(written(tmp_path, [*small_step(), *many, *work]))]) == 0
    text = capsys.readouterr().out
    assert len(text.splitlines()) <= 30
    assert "aten::addmm" in text
    assert "kernel_0" in text
    assert "busy" in text


def test_names_of_operators_are_left_as_they_are_in_chinese(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    trace = written(tmp_path, [*small_step(), operator("autograd::engine::evaluate_function: AddmmBackward0", 500, 90)])
    try:
        assert parser.main(["profile", str(trace)]) == 0
    finally:
        language.use(language.ENGLISH)
    text = capsys.readouterr().out
    assert "算子" in text
    assert "evaluate_function: AddmmBackward0 " in text


def test_all_has_every_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["profile", str(written(tmp_path, small_step())), "--all"]) == 0
    text = capsys.readouterr().out
    for title in ("Device timeline", "Operators", "Kernels", "Classes of work", "Steps", "Operators by shapes"):
        assert title in text


def test_the_first_screen_promises_of_all_only_what_the_trace_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["profile", str(written(tmp_path, small_step()))]) == 0
    assert "--all shows timeline, classes, shapes, roofline and steps." in capsys.readouterr().out
    bare = [operator("aten::add", 0, 5), launch(1, 1), kernel("add", 1, 10, 5)]
    assert parser.main(["profile", str(written(tmp_path, bare))]) == 0
    assert "--all shows timeline and classes." in capsys.readouterr().out
    assert parser.main(["profile", str(written(tmp_path, [operator(f"aten::op{number}", 10 * number, 5) for number in range(12)]))]) == 0
    assert "--all shows 3 more operators and classes." in capsys.readouterr().out


def test_the_document_has_the_keys_that_scripts_rely_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["profile", str(written(tmp_path, small_step())), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "gpuscope.profile/1"
    assert document["timeline"]["busy_s"] == pytest.approx(19e-6)
    assert {row["name"] for row in document["kernels"]} == {"sgemm_128", "ncclDevKernel_AllReduce", "Memcpy DtoH"}
    assert document["memory"] is None
    assert "memory" in document["missing"]


def test_tables_are_written_as_csv_in_si_units(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "tables.csv"
    assert parser.main(["profile", str(written(tmp_path, small_step())), "-o", str(target)]) == 0
    text = target.read_text()
    assert "Self device [s]" in text
    assert "1e-05" in text
    assert str(target) in capsys.readouterr().err


def test_what_is_no_trace_is_refused_in_two_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.json"
    path.write_text("hello")
    assert parser.main(["profile", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_two_traces_are_set_against_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    before, after = written(tmp_path / "a", small_step()), written(tmp_path / "b", [*small_step(), operator("aten::add", 90, 5)])
    assert parser.main(["profile", str(after), "--against", str(before)]) == 0
    assert capsys.readouterr().out.startswith("b against a\n\nb takes as much device time per step as a")
    assert parser.main(["profile", str(after), "--against", str(before), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "gpuscope.profile-difference/1"
    assert document["per_step"]
    assert parser.main(["profile", str(after), str(after), "--against", str(before)]) == 2


def test_a_folder_stands_for_the_traces_in_it_in_the_order_of_their_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("not a trace")
    for rank in (10, 2):
        events = written(tmp_path, small_step(), distributedInfo={"rank": rank, "world_size": 16})
        events.rename(tmp_path / f"rank{rank}.json")
    assert parser.main(["profile", str(tmp_path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [profile["source"] for profile in document["profiles"]] == ["rank2.json", "rank10.json"]
    (tmp_path / "empty").mkdir()
    assert parser.main(["profile", str(tmp_path / "empty")]) == 2
    assert "holds no traces" in capsys.readouterr().err


def test_several_ranks_stand_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for rank in range(2):
        (tmp_path / str(rank)).mkdir()
        files.append(str(written(tmp_path / str(rank), small_step(), distributedInfo={"rank": rank, "world_size": 2})))
    assert parser.main(["profile", *files]) == 0
    assert capsys.readouterr().out.startswith("Ranks\n")
    assert parser.main(["profile", *files, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [row["rank"] for row in document["ranks"]["rows"]] == [0, 1]
    assert len(document["profiles"]) == 2
    assert faults(document, json.loads((resources_folder() / "profiles.schema.json").read_text("utf-8"))) == []


def test_two_traces_that_name_no_ranks_are_not_called_ranks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The slowest of two programs is not the rank that the other waits for."""
    files = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        files.append(str(written(tmp_path / name, small_step())))
    assert parser.main(["profile", *files]) == 0
    assert "ank" not in capsys.readouterr().out
    assert parser.main(["profile", *files, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["ranks"], len(document["profiles"])) == (None, 2)
    assert faults(document, json.loads((resources_folder() / "profiles.schema.json").read_text("utf-8"))) == []


def test_the_baseline_is_one_trace_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    after = str(written(tmp_path, small_step()))
    written(tmp_path / "folder", small_step()).rename(tmp_path / "folder" / "a.json")
    assert parser.main(["profile", after, "--against", str(tmp_path / "folder")]) == 0
    written(tmp_path / "folder", small_step()).rename(tmp_path / "folder" / "b.json")
    capsys.readouterr()
    assert parser.main(["profile", after, "--against", str(tmp_path / "folder")]) == 2
    assert "folder holds 2 traces" in capsys.readouterr().err


def test_a_trace_is_written_again_with_the_curves_of_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = store_run("0123456789ab")
    base_ns = int(run.started_at.timestamp() * 1e9) + 500_000_000
    source = written(tmp_path, [*small_step(), operator("aten::add", 500_000, 1000)], baseTimeNanoseconds=base_ns)
    target = tmp_path / "out.json.gz"
    arguments = ["profile", str(source), "--perfetto", str(target)]
    assert parser.main([*arguments, "--curves", run.run_id]) == 0
    counters = [event for event in json.loads(gzip.decompress(target.read_bytes()))["traceEvents"] if event["ph"] == "C"]
    curves = [(event["name"], *event["args"]) for event in counters]
    assert {("cpu Utilization", "[%]"), ("cpu Memory used", "[B]")} == set(curves)
    shares = sorted(event["args"]["[%]"] for event in counters if "[%]" in event["args"])
    assert shares == pytest.approx([4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0])  # percent: a viewer of traces shows values as they are
    assert curves.count(("cpu Utilization", "[%]")) == 7  # the last one before the trace begins, then ten a second from 0.5 s to 1 s
    assert "with 14 points of 2 curves" in capsys.readouterr().err
    assert parser.main([*arguments, "--curves", run.run_id]) == 2
    assert "is there already" in capsys.readouterr().err
    told = ["profile", str(source), "--perfetto", str(tmp_path / "told.json"), "--curves", run.run_id, "--json"]
    assert parser.main(told) == 0
    assert json.loads(capsys.readouterr().out) == {
        "output": str(tmp_path / "told.json"),
        "run_id": run.run_id,
        "points": {"cpu Utilization [%]": 7, "cpu Memory used [B]": 7},
    }
    assert parser.main(["profile", str(source), "--perfetto", str(tmp_path / "new.json")]) == 2
    assert "--curves RUN" in capsys.readouterr().err
    assert parser.main(["profile", str(source), "--curves", run.run_id]) == 2
    assert "--curves goes with --perfetto" in capsys.readouterr().err


def test_a_trace_takes_no_curves_of_a_run_of_another_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = store_run("0123456789ab")
    base_ns = int(run.started_at.timestamp() * 1e9) + 86_400 * 10**9
    source, target = written(tmp_path, small_step(), baseTimeNanoseconds=base_ns), tmp_path / "out.json"
    assert parser.main(["profile", str(source), "--perfetto", str(target), "--curves", run.run_id]) == 2
    assert "was not recorded while the run was" in capsys.readouterr().err
    assert not target.exists()


def test_a_run_s_operators_have_its_joules_or_the_reason_why_they_have_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = store_run("0123456789ab")
    written(tmp_path, small_step()).rename(Path(run.folder) / "profile-7-1.json")
    assert parser.main(["profile", run.run_id]) == 0
    assert "The energy of operators is not known" in capsys.readouterr().out
    joules = Quantity(24e-6 * 300.0, "J", Quality.DERIVED, "integral of power", 1e-4)
    monkeypatch.setattr("gpuscope.recording.captures.profile_energy", lambda *_: joules)
    assert parser.main(["profile", run.run_id]) == 0
    text = capsys.readouterr().out
    assert "Energy, estimated" in text
    assert "300 W" in text


def test_the_profile_of_a_run_too_young_to_be_stored_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = written(tmp_path, small_step())
    with live_recorder(record("0123456789ab")) as live:
        shutil.copyfile(source, live.folder.path / "profile-7-1.json")
        assert parser.main(["profile", "0123456789ab"]) == 0
        assert "The energy of operators is not known" in capsys.readouterr().out
        arguments = ["profile", str(source), "--perfetto", str(tmp_path / "out.json"), "--curves", "0123456789ab"]
        assert parser.main(arguments) == 2
        assert "run 0123456789ab is not in the store yet" in capsys.readouterr().err


def test_runs_are_called_by_their_names(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for run_id, name in (("0123456789ab", "FP32"), ("123456789abc", "BF16"), ("23456789abcd", "BF16")):
        run = store_run(run_id, name=name)
        written(tmp_path, small_step()).rename(Path(run.folder) / "profile-7-1.json")
    assert parser.main(["profile", "1234"]) == 0
    assert capsys.readouterr().out.startswith("BF16\n")
    assert parser.main(["profile", "0123", "1234"]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line in ("FP32", "BF16")] == ["FP32", "BF16"], "each by its own"
    assert parser.main(["profile", "1234", "--against", "0123"]) == 0
    assert capsys.readouterr().out.startswith("BF16 against FP32\n\nBF16 takes as much device time per step as FP32")
    assert parser.main(["profile", "1234", "--against", "2345"]) == 0
    assert capsys.readouterr().out.startswith("BF16 (123456789abc) against BF16 (23456789abcd)\n")
    monkeypatch.setattr(
        "gpuscope.recording.captures.profile_energy", lambda *_: Quantity(24e-6 * 300.0, "J", Quality.DERIVED, "power", 1e-4)
    )
    assert parser.main(["profile", "1234", "--against", "0123", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["before_j"] == pytest.approx(300 * document["before_s"])
